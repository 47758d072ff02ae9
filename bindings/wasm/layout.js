// What bytes are: the library answers with a block that has a row for each field.
import { readBlock } from './block.js';

/** The fields in a block of layout that have a byte in first .. end - 1, by offset. */
export function readLayout(bytes, first, end) {
  const block = readBlock(bytes);
  const [offset, size, index] = ['offset', 'size', 'index'].map((name) => block.numbers(name, Float64Array));
  const [record, field, value, unit, meaning, certainty] = ['record', 'field', 'value', 'unit', 'meaning', 'certainty'].map((name) => block.texts(name));
  const fields = Array.from(offset, (at, i) => ({
    offset: at, size: size[i], record: record[i], index: index[i], field: field[i], value: value[i],
    unit: unit[i] || null, meaning: meaning[i] || null, certainty: certainty[i],
  }));
  return fields.filter((each) => each.offset < end && each.offset + each.size > first).sort((a, b) => a.offset - b.offset);
}
