// Blocks, as src/picture/page/page_block.h describes them: a header (JSON) and columns as planes of bytes.
import { type ColumnData, type ColumnType, type ColumnValues, SourceError } from './source';

interface ColumnHead {
    name: string;
    type: ColumnType;
    count: number;
    coding: 'steps' | 'exact' | 'words' | 'raw';
    step?: number;
    origin?: number;
    divisor?: number;
    words?: string[];
    missing: boolean;
    order?: number;
    bytes: number;
}

export interface Block {
    head: { [name: string]: unknown };
    names: string[];
    column(name: string): ColumnData | null; // null = there is none
    numbers(name: string): Float32Array; // NaN where there is no value; empty where there is no such column
}

// A byte for each row from a bit for each row.
function readValidity(bits: Uint8Array, count: number): Uint8Array {
    const valid = new Uint8Array(count);
    for (let i = 0; i < count; i++) valid[i] = (bits[i >> 3] >> (i & 7)) & 1;
    return valid;
}

// The int32 numbers behind planes: zigzag undone, differences summed.
function readNumbers(planes: Uint8Array, count: number, bytes: number, order: number): Int32Array {
    const numbers = new Int32Array(count);
    for (let plane = 0; plane < bytes; plane++) {
        const from = plane * count,
            shift = 8 * plane;
        for (let i = 0; i < count; i++) numbers[i] |= planes[from + i] << shift;
    }
    for (let i = 0; i < count; i++) numbers[i] = (numbers[i] >>> 1) ^ -(numbers[i] & 1);
    for (let n = 0; n < order; n++) for (let i = 1; i < count; i++) numbers[i] = (numbers[i] + numbers[i - 1]) | 0;
    return numbers;
}

// The bits of numbers, each XORed with the one before.
function readRaw(planes: Uint8Array, count: number, size: number): ArrayBuffer {
    const bytes = new Uint8Array(count * size);
    for (let plane = 0; plane < size; plane++) {
        let last = 0;
        const from = plane * count;
        for (let i = 0; i < count; i++) bytes[i * size + plane] = last ^= planes[from + i];
    }
    return bytes.buffer;
}

function arrayOf(type: ColumnType, count: number): Exclude<ColumnValues, string[] | Uint8Array[]> {
    switch (type) {
        case 'bool':
        case 'uint8':
            return new Uint8Array(count);
        case 'int8':
            return new Int8Array(count);
        case 'int16':
            return new Int16Array(count);
        case 'uint16':
            return new Uint16Array(count);
        case 'int32':
            return new Int32Array(count);
        case 'uint32':
            return new Uint32Array(count);
        case 'int64':
            return new BigInt64Array(count);
        case 'uint64':
            return new BigUint64Array(count);
        case 'float32':
            return new Float32Array(count);
        default:
            return new Float64Array(count);
    }
}

function fromRaw(type: ColumnType, buffer: ArrayBuffer): ColumnValues {
    switch (type) {
        case 'int32':
            return new Int32Array(buffer);
        case 'uint32':
            return new Uint32Array(buffer);
        case 'int64':
            return new BigInt64Array(buffer);
        case 'uint64':
            return new BigUint64Array(buffer);
        case 'float32':
            return new Float32Array(buffer);
        default:
            return new Float64Array(buffer);
    }
}

function fromHex(text: string): Uint8Array {
    const digit = (at: number) => (text.charCodeAt(at) <= 57 ? text.charCodeAt(at) - 48 : (text.charCodeAt(at) & 15) + 9); // 0-9, a-f
    const bytes = new Uint8Array(text.length >> 1);
    for (let i = 0; i < bytes.length; i++) bytes[i] = (digit(2 * i) << 4) | digit(2 * i + 1);
    return bytes;
}

function fill(head: ColumnHead, numbers: Int32Array, valid: Uint8Array | null): ColumnValues {
    const count = head.count;
    if (head.coding === 'words') {
        const words = head.words ?? [];
        if (head.type !== 'bytes') return Array.from(numbers, n => words[n] ?? '');
        const all = words.map(fromHex);
        return Array.from(numbers, n => all[n] ?? new Uint8Array(0));
    }
    const values = arrayOf(head.type, count);
    if (values instanceof BigInt64Array || values instanceof BigUint64Array) {
        for (let i = 0; i < count; i++) values[i] = BigInt(numbers[i]);
    } else if (head.coding === 'steps') {
        const step = head.step ?? 1,
            origin = head.origin ?? 0;
        for (let i = 0; i < count; i++) values[i] = origin + step * numbers[i];
    } else {
        const divisor = head.divisor ?? 1;
        for (let i = 0; i < count; i++) values[i] = numbers[i] / divisor;
    }
    if (valid && (values instanceof Float32Array || values instanceof Float64Array))
        for (let i = 0; i < count; i++) if (!valid[i]) values[i] = NaN;
    return values;
}

function readColumn(head: ColumnHead, bytes: Uint8Array): ColumnData {
    const validity = head.missing ? (head.count + 7) >> 3 : 0;
    const valid = head.missing ? readValidity(bytes, head.count) : null;
    const planes = bytes.subarray(validity);
    if (head.coding === 'raw') {
        const values = fromRaw(head.type, readRaw(planes, head.count, head.bytes));
        if (valid && (values instanceof Float32Array || values instanceof Float64Array))
            for (let i = 0; i < head.count; i++) if (!valid[i]) values[i] = NaN;
        return { values, valid };
    }
    return { values: fill(head, readNumbers(planes, head.count, head.bytes, head.order ?? 0), valid), valid };
}

const none = new Float32Array(0);

// Columns are decoded when they are asked for, every time anew: who asks again keeps them.
export function readBlock(bytes: Uint8Array): Block {
    const size = bytes.length >= 4 ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) : Infinity;
    if (size > bytes.length - 4) throw new SourceError('a block of this page is cut', 'page.block');
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size))) as { [name: string]: unknown };
    const columns = (head.columns ?? []) as ColumnHead[];
    const places = new Map<string, { head: ColumnHead; at: number }>();
    let at = 4 + size;
    for (const column of columns) {
        places.set(column.name, { head: column, at });
        at += (column.missing ? (column.count + 7) >> 3 : 0) + column.count * column.bytes;
    }
    if (at > bytes.length) throw new SourceError('a block of this page is cut', 'page.block');
    const column = (name: string): ColumnData | null => {
        const place = places.get(name);
        return place ? readColumn(place.head, bytes.subarray(place.at)) : null;
    };
    return {
        head,
        names: columns.map(each => each.name),
        column,
        numbers(name) {
            const found = column(name);
            return found
                ? found.values instanceof Float32Array
                    ? found.values
                    : Float32Array.from(found.values as ArrayLike<number>)
                : none;
        },
    };
}
