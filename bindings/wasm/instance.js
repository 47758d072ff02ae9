// One running copy of the library: its memory, calls into it, what comes back, and what happens when it stops at a fault.
import { argumentError, PaddockError } from './error.js';

const RESULT = 0, NOTES = 1; // shim.h, pdk_wasm_channel
const utf8 = new TextDecoder();
const toUtf8 = new TextEncoder();

// Replies of WASI for what is not here. No call of the library needs any of it.
const EBADF = 8;

const MOST_CALLBACKS = 4; // a callback whose calls report to callbacks whose calls ...: WebAssembly's stack is small

export class Instance {
  #exports;
  #bytes = new Uint8Array(0);
  #pieces = [[], []];
  #progress = null;
  #thrown = null;
  #callbacks = 0; // of the caller, that run
  trapped = null; // what stopped it, for people
  holders = 0; // documents and what reads from them
  onEnd = () => {}; // it is no longer to be used

  static async of(module) {
    const instance = new Instance();
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => EBADF;
    (imports.wasi_snapshot_preview1 ??= {}).proc_exit = (status) => {
      throw new WebAssembly.RuntimeError(`it ended with status ${status}`);
    };
    imports.paddock = {
      write: (channel, data, size) => instance.#take(channel, data >>> 0, size >>> 0),
      progress: (done, total) => instance.#tell(done, total),
    };
    instance.#exports = (await WebAssembly.instantiate(module, imports)).exports;
    instance.call('_initialize');
    return instance;
  }

  // --- calls -----------------------------------------------------------------------------------------------------

  /** The number that an export returns. Whatever stops the module in between becomes an error with the code "trap". */
  call(name, ...values) {
    if (this.trapped !== null) throw this.#trapError();
    let returned;
    try {
      returned = this.#exports[name](...values);
    } catch (fault) {
      this.trapped = fault.message; // nothing in there can be relied on any more
      this.onEnd();
      throw this.#trapError();
    }
    const thrown = this.#thrown;
    this.#thrown = null;
    if (this.trapped !== null) throw this.#trapError(); // in a call inside a callback
    if (thrown !== null) throw thrown.reason; // by somebody's callback, which C has taken for a failure
    return returned;
  }

  /** For calls that return a status. */
  check(name, ...values) {
    this.#pieces = [[], []];
    if (this.call(name, ...values) !== 0) throw this.failure();
  }

  /** For calls that return a pointer, NULL after a failure. Pointers are unsigned. */
  pointer(name, ...values) {
    const address = this.call(name, ...values) >>> 0;
    if (address === 0) throw this.failure();
    return address;
  }

  /** For calls that write: the bytes. */
  result(name, ...values) {
    this.check(name, ...values);
    return joined(this.#pieces[RESULT]);
  }

  resultText(name, ...values) {
    return utf8.decode(this.result(name, ...values));
  }

  resultJson(name, ...values) {
    return JSON.parse(this.resultText(name, ...values));
  }

  /** What the last call that writes had to say about it. */
  notes() {
    return this.#pieces[NOTES].length > 0 ? JSON.parse(utf8.decode(joined(this.#pieces[NOTES]))) : [];
  }

  failure() {
    const offset = this.call('error_offset');
    return new PaddockError({
      status: this.text(this.call('error_status')),
      code: this.text(this.call('error_code')),
      offset: offset < 0 ? null : offset,
      where: this.text(this.call('error_where')),
      message: this.text(this.call('error_message')),
    });
  }

  #trapError() {
    return new PaddockError({
      status: 'trap',
      code: 'trap',
      message: `the library stopped at a fault (${this.trapped}); it starts afresh with the next file, and what was open has to be opened again`,
    });
  }

  /** Runs `work` while `progress(done, total)` gets how far it is; `progress` returns false to cancel. */
  reporting(progress, work) {
    if (progress === undefined || progress === null) return work();
    if (typeof progress !== 'function') throw argumentError('argument.progress', 'progress has to be a function');
    if (this.#callbacks >= MOST_CALLBACKS)
      throw argumentError('callback.reentered', `progress is requested inside of ${MOST_CALLBACKS} progress functions, one inside the other`);
    this.call('want_progress', 1);
    this.#progress = progress;
    try {
      return work();
    } finally {
      this.#progress = null;
      if (this.trapped === null) this.call('want_progress', 0);
    }
  }

  /** Runs `work` now, or after the calls in whose callbacks we are: they may need what it frees. */
  afterwards(work) {
    if (this.#callbacks === 0) work();
    else queueMicrotask(work); // calls are synchronous: the outermost has returned by then
  }

  // --- what the library calls --------------------------------------------------------------------------------------

  #take(channel, data, size) {
    try {
      this.#pieces[channel].push(this.bytes.slice(data, data + size));
      return 1;
    } catch (reason) {
      this.#thrown ??= { reason };
      return 0;
    }
  }

  /** What the callback calls has its own results and failures: those of the call that reports are kept for later. */
  #tell(done, total) {
    const progress = this.#progress, pieces = this.#pieces, thrown = this.#thrown;
    if (progress === null) return 1;
    this.#progress = null;
    this.#thrown = null;
    this.#callbacks++;
    let failed = null, wanted = true;
    try {
      this.call('want_progress', 0);
      wanted = progress(done, total) !== false;
    } catch (reason) {
      failed = { reason };
    }
    this.#callbacks--;
    this.#progress = progress;
    this.#pieces = pieces;
    this.#thrown = thrown ?? failed;
    return wanted && failed === null && this.trapped === null ? 1 : 0;
  }

  // --- memory ------------------------------------------------------------------------------------------------------

  /** All of its memory, as long as nothing is called: when memory grows, this is another array. */
  get bytes() {
    const { buffer } = this.#exports.memory;
    if (this.#bytes.buffer !== buffer) this.#bytes = new Uint8Array(buffer);
    return this.#bytes;
  }

  get size() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** A copy of `count` elements of a typed array at an address; null for NULL. */
  array(Type, address, count) {
    address >>>= 0;
    if (address === 0) return null;
    const at = address, size = count * Type.BYTES_PER_ELEMENT;
    return new Type(this.#exports.memory.buffer.slice(at, at + size));
  }

  /** A text that ends with NUL. */
  text(address) {
    address >>>= 0;
    if (address === 0) return '';
    const { bytes } = this;
    let end = address;
    while (bytes[end] !== 0) end++;
    return utf8.decode(bytes.slice(address, end));
  }

  /** Runs `work` with memory for arguments, which is freed after it. */
  scope(work) {
    const taken = [];
    const room = (size) => {
      const address = this.call('allocate', size) >>> 0;
      if (address === 0)
        throw new PaddockError({ status: 'out of memory', code: 'memory', message: `there is no room for ${size} bytes` });
      taken.push(address);
      return address;
    };
    const put = (array) => {
      const address = room(array.byteLength);
      this.bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), address);
      return address;
    };
    try {
      return work({
        room,
        put,
        text: (text) => (text == null ? 0 : put(terminated(`${text}`))),
        doubles: (numbers) => (numbers == null ? 0 : put(Float64Array.from(numbers))),
      });
    } finally {
      if (this.trapped === null) for (const address of taken) this.call('release', address);
    }
  }
}

/** UTF-8 with a NUL after it. One inside would end the text there without a word. */
function terminated(text) {
  if (text.includes('\0')) throw argumentError('argument.text', 'a text with a NUL in it is no name');
  return toUtf8.encode(`${text}\0`);
}

function joined(pieces) {
  if (pieces.length === 1) return pieces[0];
  const all = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** A text in the library's memory may be anything: bytes that are not UTF-8 show U+FFFD. */
export const decode = (bytes) => utf8.decode(bytes);
