// Sorts rows by a column: missing values come last in both directions; equal ones keep their order.
import { Pieces } from '../base/turns';
import type { ColumnData } from '../source/source';
import { compareCells } from './cells';

const run = 2048; // rows sorted or merged at once: some milliseconds

function comparison({ values, valid }: ColumnData, descending: boolean): (a: number, b: number) => number {
    const sign = descending ? -1 : 1;
    const missing = (row: number) => (valid !== null && !valid[row]) || Number.isNaN(values[row]);
    return (a, b) => {
        const emptyA = missing(a),
            emptyB = missing(b);
        if (emptyA || emptyB) return emptyA === emptyB ? a - b : emptyA ? 1 : -1;
        return compareCells(values[a], values[b]) * sign || a - b;
    };
}

// All rows in the order of the file, in pieces too.
export async function fileOrder(count: number): Promise<Uint32Array> {
    const order = new Uint32Array(count),
        pieces = new Pieces();
    for (let row = 0; row < count; row++) {
        order[row] = row;
        if (row % run === 0) await pieces.rest();
    }
    return order;
}

// In pieces, since there may be millions; `goesOn` is asked after each whether it is still wanted.
export async function sortRows(order: Uint32Array, data: ColumnData, descending: boolean, goesOn: () => boolean): Promise<Uint32Array> {
    const compare = comparison(data, descending),
        pieces = new Pieces(),
        count = order.length;
    for (let from = 0; from < count && goesOn(); from += run) {
        order.subarray(from, Math.min(from + run, count)).sort(compare);
        await pieces.rest();
    }
    let sorted = order,
        other: Uint32Array = new Uint32Array(count);
    for (let size = run; size < count; size *= 2) {
        for (let from = 0; from < count; from += 2 * size) {
            const middle = Math.min(from + size, count),
                end = Math.min(from + 2 * size, count);
            for (let a = from, b = middle, to = from; to < end; to++) {
                other[to] = b >= end || (a < middle && compare(sorted[a], sorted[b]) <= 0) ? sorted[a++] : sorted[b++];
                if (to % run === 0) {
                    await pieces.rest();
                    if (!goesOn()) return sorted;
                }
            }
        }
        [sorted, other] = [other, sorted];
    }
    return sorted;
}
