// What bytes are: the library answers with a block (src/picture/page/page_block.h in the sources) of columns without missing values.
const utf8 = new TextDecoder();

/** Numbers whose bytes stand in planes, as zigzag of differences. */
function numbersOf({ count, bytes, order = 0 }, planes) {
  const numbers = new Int32Array(count);
  for (let plane = 0; plane < bytes; plane++)
    for (let i = 0; i < count; i++) numbers[i] |= planes[plane * count + i] << (8 * plane);
  for (let i = 0; i < count; i++) numbers[i] = (numbers[i] >>> 1) ^ -(numbers[i] & 1);
  for (let n = 0; n < order; n++) for (let i = 1; i < count; i++) numbers[i] += numbers[i - 1];
  return numbers;
}

/** Numbers of 64 bits that int32 cannot hold: planes of bytes, each XORed with the one before. */
function rawOf({ count, bytes }, planes) {
  const raw = new Uint8Array(count * bytes);
  for (let plane = 0; plane < bytes; plane++)
    for (let i = 0, last = 0; i < count; i++) raw[i * bytes + plane] = last ^= planes[plane * count + i];
  return Array.from(new BigUint64Array(raw.buffer), Number);
}

function valuesOf(column, planes) {
  if (column.coding === 'raw') return rawOf(column, planes);
  const numbers = numbersOf(column, planes);
  if (column.coding === 'words') return Array.from(numbers, (number) => column.words[number]);
  return Array.from(numbers, (number) => number / (column.divisor ?? 1));
}

/** The fields in a block of layout that have a byte in first .. end - 1, by offset. */
export function readLayout(block, first, end) {
  const size = new DataView(block.buffer, block.byteOffset).getUint32(0, true);
  const { columns } = JSON.parse(utf8.decode(block.subarray(4, 4 + size)));
  const values = {};
  let at = 4 + size;
  for (const column of columns) {
    values[column.name] = valuesOf(column, block.subarray(at));
    at += column.count * column.bytes;
  }
  const fields = values.offset.map((offset, i) => ({
    offset, size: values.size[i], record: values.record[i], index: values.index[i], field: values.field[i], value: values.value[i],
    unit: values.unit[i] || null, meaning: values.meaning[i] || null, certainty: values.certainty[i],
  }));
  return fields.filter((field) => field.offset < end && field.offset + field.size > first).sort((a, b) => a.offset - b.offset);
}
