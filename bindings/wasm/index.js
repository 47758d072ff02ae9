/**
 * The binary files of racing simulators, opened in a page, a worker or Node.
 *
 *     const pdk = await load();
 *     const lap = await pdk.open(file, { name: 'lap.raf' });
 *     const { values } = lap.table('laps').read('lap_time');
 *     lap.close();
 */
import { optionsOf, throwIfAborted } from './arguments.js';
import { argumentError, PaddockError } from './error.js';
import { compare, numberCorners, PaddockDocument, staleCorners } from './document.js';
import { FileBytes } from './held.js';
import { Instance } from './instance.js';

export { PaddockError } from './error.js';
export { isValid } from './table.js';

const MEMORY = 2 ** 32; // all that WebAssembly has room for: files, what is known about them, results
const SPARE = 64 * 2 ** 20; // of it for what is known about the smallest files
const SLICE = 16 * 2 ** 20; // of a file, read at one time
const LARGE = 64 * 2 ** 20; // memory never shrinks: an idle instance of more is let go

/** Loads the library. `wasm`: its bytes, a compiled module, a Response or an address; usually paddock.wasm beside this file. */
export async function load(options) {
  const { wasm } = optionsOf(options, ['wasm'], 'load');
  const module = await compiled(wasm);
  return new Paddock(module, await Instance.of(module));
}

async function compiled(wasm) {
  const given = await wasm;
  if (given instanceof WebAssembly.Module) return given;
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return WebAssembly.compile(given);
  if (typeof Response !== 'undefined' && given instanceof Response) return fromResponse(given);
  const address = given === undefined ? usual() : new URL(given, import.meta.url || undefined);
  if (address.protocol === 'file:' && typeof process !== 'undefined' && process.versions?.node) {
    const files = 'node:fs/promises'; // a name that tools which make bundles for pages do not follow
    const bytes = await (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)).readFile(address).catch((reason) => {
      throw noModule(`${address.href} cannot be read (${reason.code})`);
    });
    return WebAssembly.compile(bytes);
  }
  const response = await fetch(address);
  if (!response.ok) throw new PaddockError({ status: 'input or output failed', code: 'load', message: `${address} answers ${response.status} ${response.statusText}` });
  return fromResponse(response);
}

/** paddock.wasm beside this file; beside the bundle where one in the manner of CommonJS has no other place. */
function usual() {
  if (import.meta.url) return new URL('./paddock.wasm', import.meta.url);
  if (typeof __filename === 'string') return new URL(`file://${encodeURI(__filename.replaceAll('\\', '/').replace(/^(?!\/)/, '/')).replace(/[?#]/g, encodeURIComponent)}/../paddock.wasm`);
  throw noModule('where paddock.wasm lies is not known in this bundle');
}

const noModule = (why) =>
  new PaddockError({ status: 'input or output failed', code: 'load', message: `${why}: copy it beside the bundle, or give its bytes: load({ wasm })` });

/** While it arrives, where that can be and the server says what it is. */
function fromResponse(response) {
  const isWasm = response.headers?.get('content-type') === 'application/wasm';
  if (isWasm && typeof WebAssembly.compileStreaming === 'function') return WebAssembly.compileStreaming(response);
  return response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
}

class Paddock {
  #module;
  #instance; // a promise; another one after a fault, or when a large one is idle
  #current = null; // the same when it is running

  constructor(module, instance) {
    this.#module = module;
    this.#adopt(instance);
    this.version = instance.text(instance.call('version'));
    const { formats, targets } = instance.resultJson('library_describe');
    this.formats = formats;
    this.targets = targets;
  }

  #adopt(instance) {
    const kept = Promise.resolve(instance);
    this.#instance = kept;
    this.#current = instance;
    const leave = () => {
      if (this.#instance === kept) this.#instance = this.#current = null;
    };
    instance.onEnd = leave;
    instance.onIdle = () => {
      if (instance.holders === 0 && instance.size > LARGE) leave();
    };
    return kept;
  }

  async #running() {
    if (this.#instance === null) {
      const started = Instance.of(this.#module);
      this.#instance = started;
      const instance = await started;
      if (this.#instance === started) this.#adopt(instance);
      return instance;
    }
    return this.#instance;
  }

  /** The instance for a file, which is kept from here on: the caller takes one from `holders` in the end. */
  async #taken() {
    for (;;) {
      const instance = await this.#running(); // which an idle one may have left meanwhile
      if (instance !== this.#current) continue;
      instance.holders++;
      return instance;
    }
  }

  /** null where a file of this size can be opened, otherwise an error that says why not and what can: ask before
   * reading. */
  refusal(size, name = 'the file') {
    if (size + SPARE <= MEMORY) return null;
    return new PaddockError({
      status: 'limit reached',
      code: 'wasm.size',
      message: `${name} has ${(size / 2 ** 30).toFixed(2)} GiB; here a file and what is known about it have 4 GiB together. The command has no such limit: paddock report ${name} -o page.html`,
    });
  }

  /**
   * Opens a file: bytes, or a Blob or File, which is read in slices. `name` is weak evidence of the format; `format` forces one; `partial` opens what is
   * intact of a damaged file. `progress(done, total)` gets how far reading is, in bytes.
   */
  async open(source, options) {
    const { name = source?.name ?? '', format = null, partial = false, progress, signal } =
      optionsOf(options, ['name', 'format', 'partial', 'progress', 'signal'], 'open');
    const isBlob = typeof Blob !== 'undefined' && source instanceof Blob;
    if (!isBlob && !(source instanceof ArrayBuffer) && !ArrayBuffer.isView(source))
      throw argumentError('argument.source', 'open takes bytes (ArrayBuffer, Uint8Array), a Blob or a File');
    const size = isBlob ? source.size : source.byteLength;
    const refused = this.refusal(size, name || undefined);
    if (refused !== null) throw refused;
    if (progress !== undefined && progress !== null && typeof progress !== 'function') throw argumentError('argument.progress', 'progress has to be a function');
    throwIfAborted(signal);
    const instance = await this.#taken();
    let file = null;
    try {
      const address = instance.call('room_for_file', size) >>> 0;
      if (address === 0)
        throw new PaddockError({ status: 'out of memory', code: 'memory', message: `there is no room for ${size} bytes beside the files that are open: close one` });
      file = new FileBytes(instance, address);
      file.retain(); // until the document holds it
      if (isBlob) await fill(instance, address, source, progress, signal);
      else instance.bytes.set(ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, size) : new Uint8Array(source), address);
      const opened = instance.scope(({ text }) => instance.pointer('document_open', address, size, text(name), text(format), partial ? 1 : 0));
      return new PaddockDocument(instance, opened, [file], name);
    } finally {
      file?.giveBack();
      instance.holders--;
      instance.onIdle();
    }
  }

  /** Laps compared, the first is the reference: { document, driver, lap, name } each. A document with laps, steps, sectors, corners, residuals. */
  compare(laps, options) {
    return compare(laps, options);
  }

  /**
   * Gives documents of one track the same corners, before you request the tables `corners` and `corner_times`. A
   * document that has computed them already keeps its corners, and the others of its track get them.
   */
  numberCorners(documents) {
    numberCorners(documents);
  }

  /**
   * Those of the documents that have computed other corners than those of their track, which are those of the document with the most laps. Close and
   * open them again, then number the corners of all.
   */
  staleCorners(documents) {
    return staleCorners(documents);
  }
}

async function fill(instance, address, blob, progress, signal) {
  for (let at = 0; at < blob.size; at += SLICE) {
    const piece = new Uint8Array(await blob.slice(at, at + SLICE).arrayBuffer());
    if (instance.trapped !== null) instance.call('version'); // says so
    throwIfAborted(signal);
    instance.bytes.set(piece, address + at);
    if (progress?.(Math.min(at + SLICE, blob.size), blob.size) === false)
      throw new PaddockError({ status: 'cancelled', code: 'cancelled', message: 'opening was cancelled' });
  }
}
