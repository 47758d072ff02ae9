// Blocks: columns of values in a small form, as the page and `layout` read them (src/picture/page/page_block.h in the sources describes it).
import { PaddockError } from './error.js';

const ARRAYS = {
  bool: Uint8Array, uint8: Uint8Array, int8: Int8Array, int16: Int16Array, uint16: Uint16Array, int32: Int32Array, uint32: Uint32Array,
  int64: BigInt64Array, uint64: BigUint64Array, float32: Float32Array, float64: Float64Array,
};
const NONE = new Float32Array(0);

/** A byte for each row from a bit for each row. */
export function bytesOfBits(bits, count) {
  const valid = new Uint8Array(count);
  for (let i = 0; i < count; i++) valid[i] = (bits[i >> 3] >> (i & 7)) & 1;
  return valid;
}

/** The int32 numbers behind planes: zigzag undone, differences summed. */
function readNumbers(planes, { count, bytes, order = 0 }) {
  const numbers = new Int32Array(count);
  for (let plane = 0; plane < bytes; plane++) {
    const from = plane * count, shift = 8 * plane;
    for (let i = 0; i < count; i++) numbers[i] |= planes[from + i] << shift;
  }
  for (let i = 0; i < count; i++) numbers[i] = (numbers[i] >>> 1) ^ -(numbers[i] & 1);
  for (let n = 0; n < order; n++) for (let i = 1; i < count; i++) numbers[i] = (numbers[i] + numbers[i - 1]) | 0;
  return numbers;
}

/** The bits of numbers, each XORed with the one before. */
function readRaw(planes, { type, count, bytes: size }) {
  const bytes = new Uint8Array(count * size);
  for (let plane = 0; plane < size; plane++) {
    const from = plane * count;
    for (let i = 0, last = 0; i < count; i++) bytes[i * size + plane] = last ^= planes[from + i];
  }
  return new ARRAYS[type](bytes.buffer);
}

function fromHex(text) {
  const digit = (at) => (text.charCodeAt(at) <= 57 ? text.charCodeAt(at) - 48 : (text.charCodeAt(at) & 15) + 9); // 0-9, a-f
  return Uint8Array.from({ length: text.length >> 1 }, (_, i) => (digit(2 * i) << 4) | digit(2 * i + 1));
}

function wordsOf({ type, words = [] }, numbers) {
  if (type === 'text') return Array.from(numbers, (n) => words[n] ?? '');
  const all = words.map(fromHex);
  return Array.from(numbers, (n) => all[n] ?? new Uint8Array(0));
}

function valuesOf(head, planes) {
  if (head.coding === 'raw') return readRaw(planes, head);
  const numbers = readNumbers(planes, head), { count, step = 1, origin = 0, divisor = 1 } = head;
  if (head.coding === 'words') return wordsOf(head, numbers);
  const values = new ARRAYS[head.type](count);
  if (values instanceof BigInt64Array || values instanceof BigUint64Array) for (let i = 0; i < count; i++) values[i] = BigInt(numbers[i]);
  else if (head.coding === 'steps') for (let i = 0; i < count; i++) values[i] = origin + step * numbers[i];
  else for (let i = 0; i < count; i++) values[i] = numbers[i] / divisor;
  return values;
}

function readColumn(head, bytes) {
  const valid = head.missing ? bytesOfBits(bytes, head.count) : null;
  const values = valuesOf(head, bytes.subarray(head.missing ? (head.count + 7) >> 3 : 0));
  if (valid && (values instanceof Float32Array || values instanceof Float64Array)) for (let i = 0; i < head.count; i++) if (!valid[i]) values[i] = NaN;
  return { values, valid };
}

/** Columns are decoded each time that they are requested: keep them. */
export function readBlock(bytes) {
  const cut = () => new PaddockError({ status: 'corrupt', code: 'page.block', message: 'a block of data is cut' });
  const size = bytes.length >= 4 ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) : Infinity;
  if (size > bytes.length - 4) throw cut();
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size))), places = new Map();
  let at = 4 + size;
  for (const column of head.columns ?? []) {
    places.set(column.name, { head: column, at });
    at += (column.missing ? (column.count + 7) >> 3 : 0) + column.count * column.bytes;
  }
  if (at > bytes.length) throw cut();
  const column = (name) => {
    const place = places.get(name);
    return place ? readColumn(place.head, bytes.subarray(place.at)) : null;
  };
  return {
    head,
    names: [...places.keys()],
    column,
    numbers(name, Numbers = Float32Array) {
      const values = column(name)?.values ?? NONE;
      return values instanceof Numbers ? values : Numbers.from(values, Number);
    },
    texts: (name) => (column(name)?.values ?? []).map(String),
  };
}
