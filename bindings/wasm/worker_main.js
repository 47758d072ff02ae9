// The side of paddock/worker that runs in the worker: it loads the library, makes calls in the order in which they come, and answers each.
import { PaddockDocument } from './document.js';
import { PaddockError } from './error.js';
import { load } from './index.js';
import { Motion } from './motion.js';
import { Table } from './table.js';
import { DrivenTrack } from './track.js';
import { factsOf, replaced } from './worker_calls.js';

const kinds = [[PaddockDocument, 'document'], [Table, 'table'], [Motion, 'motion'], [DrivenTrack, 'track']];
const objects = new Map(); // by number; 0 is the library
const keys = new Map(); // the other way round
const owners = new WeakMap(); // the document of a table or track
let last = 0;

/** What goes over: an object of the library as its number, kind and facts; all else as it is. */
function told(value) {
  if (Array.isArray(value) && value.some((each) => each instanceof PaddockDocument)) return { list: value.map(told) };
  const [, kind] = kinds.find(([Type]) => value instanceof Type) ?? [];
  if (kind === undefined) return { value: value instanceof PaddockError ? value.toJSON() : value };
  if (!keys.has(value)) {
    keys.set(value, ++last);
    objects.set(last, value);
  }
  return { key: keys.get(value), kind, facts: factsOf(value, kind) };
}

/** Memory of results, which are copies that only the other side needs. */
function buffersOf(value, found = new Set()) {
  if (ArrayBuffer.isView(value)) found.add(value.buffer);
  else if (Array.isArray(value) && typeof value[0] === 'object') for (const each of value) buffersOf(each, found);
  else if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) for (const each of Object.values(value)) buffersOf(each, found);
  return found;
}

/** Forgets what is closed, and the tables and the track of a document that is. */
function forget(closed) {
  for (const [key, object] of objects) {
    if (object !== closed && owners.get(object) !== closed) continue;
    objects.delete(key);
    keys.delete(object);
  }
}

async function answer(port, { id, key, call, given, watched, stop }) {
  try {
    if (call === 'load') {
      objects.set(0, await load(...given));
      return port.postMessage({ id, facts: factsOf(objects.get(0), 'library') });
    }
    const object = objects.get(key);
    if (object === undefined) throw new PaddockError({ status: 'bad argument', code: 'closed', message: 'it is closed' });
    const flag = stop && new Int32Array(stop);
    const progress = (done, total) => {
      port.postMessage({ id, progress: [done, total] });
      return !(flag && Atomics.load(flag, 0));
    };
    const asked = replaced(given, (each) => (typeof each?.paddock === 'number' ? objects.get(each.paddock) : each));
    if (watched) asked[asked.length - 1] = { ...asked[asked.length - 1], progress };
    const value = await object[call](...asked);
    if (call === 'close') forget(object);
    else if (value instanceof Table || value instanceof DrivenTrack) owners.set(value, object);
    const result = told(value);
    port.postMessage({ id, ...result }, result.key === undefined && !result.list ? [...buffersOf(value)] : []);
  } catch (error) {
    port.postMessage({ id, error: error instanceof PaddockError ? error.toJSON() : { message: String(error?.message ?? error) } });
  }
}

function serve(port) {
  let before = Promise.resolve(); // opening waits for slices of a Blob; calls keep their order
  return ({ data }) => {
    before = before.then(() => answer(port, data));
  };
}

if (typeof self !== 'undefined' && typeof self.postMessage === 'function') {
  self.addEventListener('message', serve(self));
} else {
  const threads = 'node:worker_threads'; // a name that tools which make bundles for pages do not follow
  const { parentPort } = await import(/* @vite-ignore */ /* webpackIgnore: true */ threads);
  const take = serve(parentPort);
  parentPort.on('message', (data) => take({ data }));
}
