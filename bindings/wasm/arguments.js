// What callers give, checked before the library sees it: there a negative number would be a large one, and NaN 0.
import { argumentError, PaddockError } from './error.js';

/** Options, of which none may have another name than these: a mistyped one would do nothing without a word. */
export function optionsOf(options, names, call) {
  if (options === undefined || options === null) return {};
  if (typeof options !== 'object') throw argumentError('argument.options', `the options of ${call} have to be an object`);
  for (const name of Object.keys(options))
    if (!names.includes(name)) throw argumentError('argument.option', `${call} has no option "${name}"; it has ${names.join(', ')}`);
  return options;
}

/** `progress` that also stops for an AbortSignal: where it was aborted before, the call throws its reason at once. */
export function watched(progress, signal) {
  if (signal === undefined || signal === null) return progress;
  if (typeof signal.aborted !== 'boolean') throw argumentError('argument.signal', 'signal has to be an AbortSignal');
  throwIfAborted(signal);
  return (done, total) => {
    const wanted = progress?.(done, total);
    throwIfAborted(signal);
    return wanted;
  };
}

export function throwIfAborted(signal) {
  if (signal?.aborted) throw signal.reason ?? new PaddockError({ status: 'cancelled', code: 'cancelled', message: 'it was aborted' });
}

/** The number of one of `count` things. */
export function indexOf(index, count, what) {
  if (Number.isInteger(index) && index >= 0 && index < count) return index;
  throw argumentError('argument', `there is no ${what} ${String(index)}${count < Infinity ? `; there are ${count}` : ''}`);
}

/** first .. first + count - 1, all of them among `size`. */
export function rangeOf(first, count, size, what) {
  if (Number.isInteger(first) && Number.isInteger(count) && first >= 0 && count >= 0 && first + count <= size) return { first, count };
  throw argumentError('argument.range', `${what}; ${String(count)} from ${String(first)} on are not there`);
}

/** The same, but what is requested beyond the end is left out. */
export function clippedRange(first, count, size, what) {
  if (!(count === Infinity || (Number.isInteger(count) && count >= 0))) rangeOf(first, count, size, what);
  return rangeOf(first, Number.isInteger(first) && first >= 0 && first <= size ? Math.min(count, size - first) : count, size, what);
}

/** A number; NaN where `missing` is fine. */
export function numberOf(value, what, { missing = false, least = -Infinity } = {}) {
  if (typeof value === 'number' && (missing || !Number.isNaN(value)) && !(value < least)) return value;
  throw argumentError('argument.number', `${what} has to be a number${least > -Infinity ? `, at least ${least}` : ''}; this is ${String(value)}`);
}

/** `count` finite numbers in an array; null stays null. */
export function numbersOf(values, count, what) {
  if (values === null || values === undefined) return null;
  const list = Array.isArray(values) || ArrayBuffer.isView(values) ? Array.from(values) : [];
  if (list.length === count && list.every(Number.isFinite)) return list;
  throw argumentError('argument.numbers', `${what} has to be ${count} numbers`);
}

/** The address of an open document in `instance`; 0 for null. */
export function addressIn(instance, document, what) {
  if (document === null || document === undefined) return 0;
  if (typeof document.instance !== 'function') throw argumentError('argument.document', `${what} has to be an open document`);
  if (document.instance() !== instance) throw argumentError('argument.instance', `${what} was opened by another load()`);
  return document.address;
}
