// Tables: columns read into typed arrays by ranges, or written as text.
import { optionsOf, rangeOf, throwIfAborted, watched } from './arguments.js';
import { argumentError } from './error.js';
import { decode } from './instance.js';

const arrays = {
  bool: Uint8Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
};
const TEXT_SIZE = 8; // pdk_text: address and size, each of 32 bits
const READ_SIZE = 16; // pdk_column_read: column, type, values, validity
const TURN = 10; // ms that batches take at most before others have their turn
const BATCH_BYTES = 4 << 20; // of the library's memory for one batch of a read

export class Table {
  #document;
  #address;

  constructor(document, address, description) {
    this.#document = document;
    this.#address = address;
    this.name = description.name;
    this.meaning = description.meaning;
    this.rows = description.rows;
    this.sortedBy = description.sorted_by;
    this.columns = description.columns;
  }

  /** The number of a column by its name, or by its number. */
  #column(name) {
    const index = typeof name === 'number' ? name : this.columns.findIndex((column) => column.name === name);
    if (index in this.columns) return index;
    throw argumentError('argument.column', `the table "${this.name}" has no column "${name}"; it has ${this.columns.map((column) => column.name).join(', ')}`);
  }

  #range({ first = 0, count = this.rows - first } = {}) {
    return rangeOf(first, count, this.rows, `the table "${this.name}" has ${this.rows} rows`);
  }

  /**
   * One column, rows first .. first + count - 1: { values, validity }. `values` is a typed array of the column's type, an array of texts, or one of
   * Uint8Array for bytes. `validity` is null where nothing is missing, otherwise a bit for each row, bit i % 8 of byte
   * i >> 3 (`isValid`). `type: 'float64'` asks for doubles from any column of numbers.
   */
  read(column, options) {
    return this.readColumns([column], options)[0];
  }

  /** Several columns in one walk over the file: an array of what `read` gives, with `name`. */
  readColumns(names, given) {
    const options = optionsOf(given, ['first', 'count', 'type'], 'read');
    const { first, count } = this.#range(options);
    const reads = names.map((name) => this.#reader(this.#column(name), count, options.type));
    const rowBytes = reads.reduce((sum, read) => sum + read.size, 0);
    const most = Math.max(8, Math.min(65536, Math.floor(BATCH_BYTES / rowBytes)) & ~7); // whole bytes of validity
    const instance = this.#document.instance();
    instance.scope(({ room }) => {
      const rows = Math.min(most, count);
      for (const read of reads) {
        read.at = room(read.size * rows);
        read.bits = read.column.nullable ? room((rows + 7) >> 3) : 0;
      }
      const request = room(READ_SIZE * reads.length);
      for (let done = 0; done < count; done += rows) {
        const now = Math.min(rows, count - done);
        const view = new DataView(instance.bytes.buffer);
        reads.forEach((read, i) => {
          view.setUint32(request + READ_SIZE * i, read.index, true);
          view.setUint32(request + READ_SIZE * i + 4, read.type, true);
          view.setUint32(request + READ_SIZE * i + 8, read.at, true);
          view.setUint32(request + READ_SIZE * i + 12, read.bits, true);
        });
        instance.check('table_read', this.#address, first + done, now, request, reads.length);
        for (const read of reads) read.take(instance, done, now);
      }
    });
    return reads.map(({ column, values, validity }) => ({ name: column.name, values, validity: validity !== null && isComplete(validity, count) ? null : validity }));
  }

  /**
   * Rows as objects: { driver: 'A. Varga', lap_time: 63.31 }; null where there is no value. For a few thousand rows: `read` needs a tenth of the
   * memory.
   */
  records(given) {
    const { columns = null, ...range } = optionsOf(given, ['columns', 'first', 'count'], 'records');
    return this.#asRecords(this.readColumns(columns ?? this.#shown(), range));
  }

  /**
   * All rows, or rows first .. first + count - 1, `size` at a time: { first, count, columns, records() } each. Between batches whatever else waits in
   * this page or program has its turn.
   */
  async *batches(size = 65536, given = undefined) {
    const { columns = null, type, signal, ...asked } = optionsOf(given, ['columns', 'type', 'signal', 'first', 'count'], 'batches');
    if (!Number.isInteger(size) || size < 1) throw argumentError('argument.size', 'a batch has one row or more');
    const { first, count } = this.#range(asked);
    const names = columns ?? this.#shown();
    let turn = Date.now();
    for (let done = 0; done < count; done += size) {
      throwIfAborted(signal);
      const batch = { first: first + done, count: Math.min(size, count - done) };
      batch.columns = this.readColumns(names, { ...batch, type });
      batch.records = () => this.#asRecords(batch.columns);
      yield batch;
      if (Date.now() - turn < TURN) continue;
      await new Promise((resolve) => setTimeout(resolve, 0));
      turn = Date.now();
    }
  }

  #asRecords(columns) {
    const rows = Array.from({ length: columns[0]?.values.length ?? 0 }, () => ({}));
    for (const { name, values, validity } of columns) {
      const isBool = this.columns.find((column) => column.name === name).type === 'bool';
      rows.forEach((row, i) => (row[name] = isValid(validity, i) ? (isBool ? values[i] !== 0 : values[i]) : null));
    }
    return rows;
  }

  /** All but the hidden ones, as `csv` has them. */
  #shown() {
    return this.columns.filter((column) => !column.hidden).map((column) => column.name);
  }

  #reader(index, count, wanted) {
    const column = this.columns[index];
    if (wanted !== undefined && !(wanted in arrays)) throw argumentError('argument.type', `there is no type "${wanted}"; there are ${Object.keys(arrays).join(', ')}`);
    const type = wanted ?? column.type;
    const instance = this.#document.instance();
    const validity = column.nullable ? new Uint8Array((count + 7) >> 3) : null;
    const read = { column, index, validity, type: instance.scope(({ text }) => instance.call('type_of_name', text(type))) };
    const takeBits = (from, done, now) => {
      if (validity !== null) validity.set(from.bytes.subarray(read.bits, read.bits + ((now + 7) >> 3)), done >> 3);
    };
    if (type === 'text' || type === 'bytes') {
      const values = new Array(count);
      const known = new Map(); // the same text is often there in many rows
      return Object.assign(read, {
        values,
        size: TEXT_SIZE,
        take(from, done, now) {
          const { bytes } = from, pairs = new Uint32Array(bytes.buffer, this.at, 2 * now);
          for (let i = 0; i < now; i++) {
            const at = pairs[2 * i], size = pairs[2 * i + 1];
            if (type === 'bytes') {
              values[done + i] = bytes.slice(at, at + size);
              continue;
            }
            let text = known.get(at);
            if (text === undefined || text.size !== size) {
              text = { size, text: size === 0 ? '' : decode(bytes.slice(at, at + size)) };
              if (known.size < 4096) known.set(at, text);
            }
            values[done + i] = text.text;
          }
          takeBits(from, done, now);
        },
      });
    }
    const Type = arrays[type], values = new Type(count);
    return Object.assign(read, {
      values,
      size: Type.BYTES_PER_ELEMENT,
      take(from, done, now) {
        values.set(new Type(from.bytes.buffer, this.at, now), done);
        takeBits(from, done, now);
      },
    });
  }

  #write(format, call, given) {
    const options = optionsOf(given, ['columns', 'first', 'count', 'style', 'units', 'header', 'hidden', 'progress', 'signal'], call);
    const { columns = null, style = 'plain', units = false, header = true, hidden = false, progress, signal } = options;
    const styles = ['plain', 'crlf', 'excel'];
    if (!styles.includes(style)) throw argumentError('argument.style', `there is no style "${style}"; there are ${styles.join(', ')}`);
    const { first, count } = this.#range(options);
    const instance = this.#document.instance();
    return instance.scope(({ put }) => {
      const numbers = columns === null ? 0 : put(Uint32Array.from(columns, (name) => this.#column(name)));
      const flags = (units ? 1 : 0) | (hidden ? 2 : 0) | (header ? 0 : 4);
      return instance.reporting(watched(progress, signal), () =>
        instance.result('table_write', this.#address, format, numbers, columns?.length ?? 0, first, count, styles.indexOf(style), flags));
    });
  }

  /** The bytes of a CSV file. */
  csv(options) {
    return this.#write(0, 'csv', options);
  }

  /** The bytes of a file with an object of JSON a row. */
  jsonLines(options) {
    return this.#write(1, 'jsonLines', options);
  }
}

function isComplete(bits, count) {
  for (let i = 0; i < count >> 3; i++) if (bits[i] !== 0xff) return false;
  const rest = count & 7;
  return rest === 0 || bits[count >> 3] === (1 << rest) - 1;
}

/** Is there a value in row `row` of a read? */
export const isValid = (validity, row) => validity === null || (validity[row >> 3] & (1 << (row & 7))) !== 0;
