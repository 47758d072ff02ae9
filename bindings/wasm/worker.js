/**
 * The library in a worker: the page or program continues while it works. The same calls as those of index.js, and each
 * gives a promise:
 *
 *     const pdk = await startWorker();
 *     const race = await pdk.open(file);
 *     const laps = await race.table('laps');
 *     const { values } = await laps.read('lap_time', { type: 'float64' });
 *     await race.close();
 *     pdk.end();
 */
import { optionsOf, throwIfAborted } from './arguments.js';
import { argumentError, PaddockError } from './error.js';
import { KINDS, replaced } from './worker_calls.js';

/** Starts a worker and loads the library there. `worker`: your own worker, which runs worker_main.js. */
export async function startWorker(options) {
  const { wasm, worker } = optionsOf(options, ['wasm', 'worker'], 'startWorker');
  const connection = new Connection(worker ?? (await newWorker()));
  try {
    return await connection.ask(0, 'load', wasm === undefined ? [] : [{ wasm: await wasm }], (reply) => new Remote(connection, 0, 'library', reply.facts));
  } catch (error) {
    connection.end();
    throw error;
  }
}

async function newWorker() {
  if (!import.meta.url)
    throw new PaddockError({
      status: 'input or output failed',
      code: 'load',
      message: 'where worker_main.js lies is not known in this bundle: give a worker that runs it: startWorker({ worker })',
    });
  if (typeof Worker === 'function') return new Worker(new URL('./worker_main.js', import.meta.url), { type: 'module' }); // bundlers look for just this
  const threads = 'node:worker_threads';
  const { Worker: Thread } = await import(/* @vite-ignore */ /* webpackIgnore: true */ threads);
  return new Thread(new URL(/* webpackIgnore: true */ './worker_main.js', import.meta.url)); // not a file to be copied
}

const ended = () => new PaddockError({ status: 'bad argument', code: 'closed', message: 'the worker has been ended' });

class Connection {
  #worker;
  #open = new Map();
  #last = 0;

  constructor(worker) {
    this.#worker = worker;
    const failed = (event) =>
      this.#failAll(new PaddockError({ status: 'trap', code: 'worker', message: `the worker stopped: ${event?.message ?? event}` }));
    if (typeof worker.on === 'function') {
      worker.on('message', (data) => this.#hear(data));
      worker.on('error', failed);
      worker.unref(); // a program that is done with it may end; calls keep it alive
    } else {
      worker.addEventListener('message', ({ data }) => this.#hear(data));
      worker.addEventListener('error', failed);
    }
  }

  /** Asks the worker for a call; `make` turns its reply into what the caller gets. */
  ask(key, call, given, make) {
    if (this.#worker === null) return Promise.reject(ended());
    const last = given.at(-1);
    const isWatched = last !== null && typeof last === 'object' && ('progress' in last || 'signal' in last) && Object.getPrototypeOf(last) === Object.prototype;
    const { progress = null, signal = null, ...rest } = isWatched ? last : {};
    if (progress !== null && typeof progress !== 'function') return Promise.reject(argumentError('argument.progress', 'progress has to be a function'));
    return new Promise((resolve, reject) => {
      throwIfAborted(signal);
      const id = ++this.#last;
      const stop = isWatched && typeof SharedArrayBuffer === 'function' ? new SharedArrayBuffer(4) : null;
      const cancel = (reason) => {
        if (stop) Atomics.store(new Int32Array(stop), 0, 1);
        this.#settle(id, () => reject(reason));
      };
      const onAbort = () => cancel(signal.reason);
      signal?.addEventListener('abort', onAbort);
      this.#open.set(id, { resolve, reject, make, progress, cancel, leave: () => signal?.removeEventListener('abort', onAbort) });
      this.#worker.ref?.();
      try {
        const asked = replaced(isWatched ? [...given.slice(0, -1), rest] : given, (each) => (each instanceof Remote ? { paddock: each.key } : each));
        this.#worker.postMessage({ id, key, call, given: asked, watched: isWatched, stop });
      } catch (reason) {
        this.#settle(id, () => reject(reason)); // what cannot be copied to a worker
      }
    });
  }

  #settle(id, how) {
    const call = this.#open.get(id);
    if (call === undefined) return; // it was given up
    this.#open.delete(id);
    if (this.#open.size === 0) this.#worker?.unref?.();
    call.leave();
    how(call);
  }

  #hear(reply) {
    const { id, progress, error } = reply, call = this.#open.get(id);
    if (progress === undefined) return this.#settle(id, ({ resolve, reject, make }) => (error ? reject(revived(error)) : resolve(make(reply))));
    try {
      if (call?.progress?.(...progress) === false) call.cancel(new PaddockError({ status: 'cancelled', code: 'cancelled', message: 'it was cancelled' }));
    } catch (reason) {
      call.cancel(reason);
    }
  }

  #failAll(error) {
    for (const id of [...this.#open.keys()]) this.#settle(id, ({ reject }) => reject(error));
  }

  end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#failAll(ended());
  }
}

const revived = (error) => (error.code === undefined ? new Error(error.message) : PaddockError.from(error));

/** An object of the library in the worker: its facts as properties, its calls as functions that give promises. */
class Remote {
  #connection;

  constructor(connection, key, kind, facts) {
    this.#connection = connection;
    Object.defineProperty(this, 'key', { value: key });
    Object.assign(this, facts);
    for (const call of KINDS[kind].calls) this[call] = (...given) => connection.ask(key, call, given, (reply) => this.#made(reply));
    if (kind === 'table') this.batches = batches;
    if (kind === 'library') this.end = () => connection.end();
  }

  #made({ key, kind, facts, list, value }) {
    if (list !== undefined) return list.map((each) => this.#made(each));
    if (kind !== undefined) return new Remote(this.#connection, key, kind, facts);
    return value?.name === 'PaddockError' ? PaddockError.from(value) : value;
  }
}

/** Rows of a table, `size` at a time, as index.js has them. */
async function* batches(size = 65536, options = undefined) {
  const { columns = null, type, signal, first = 0, count = this.rows - first } =
    optionsOf(options, ['columns', 'type', 'signal', 'first', 'count'], 'batches');
  if (!Number.isInteger(size) || size < 1) throw argumentError('argument.size', 'a batch has one row or more');
  const names = columns ?? this.columns.filter((column) => !column.hidden).map((column) => column.name);
  for (let done = 0; done < count; done += size) {
    throwIfAborted(signal);
    const batch = { first: first + done, count: Math.min(size, count - done) };
    batch.columns = await this.readColumns(names, type === undefined ? { ...batch } : { ...batch, type });
    yield batch;
  }
}
