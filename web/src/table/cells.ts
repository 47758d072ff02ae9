// What a cell shows, and what it holds exactly.
import { exactText, fixed, float32Text, lapTime, noValue } from '../base/format';
import type { ColumnInfo } from '../source/source';

export type CellValue = number | bigint | string | Uint8Array | null;

const hex = (bytes: Uint8Array, most: number): string =>
    Array.from(bytes.subarray(0, most), byte => byte.toString(16).padStart(2, '0')).join('');

export function isNumber(column: ColumnInfo): boolean {
    return column.type !== 'text' && column.type !== 'bytes' && column.type !== 'bool' && !column.labels && !column.flags;
}

// The value as it can be read back: as `paddock table` writes it.
export function exactCell(column: ColumnInfo, value: CellValue): string {
    if (value === null) return '';
    if (value instanceof Uint8Array) return hex(value, value.length);
    if (column.type === 'bool') return value ? 'true' : 'false';
    if (typeof value === 'number') return column.type === 'float32' ? float32Text(value) : exactText(value);
    return String(value);
}

function flagText(flags: { [bit: string]: string }, value: number): string | null {
    const named = Object.entries(flags).filter(([bit]) => Number(bit) !== 0 && (value & Number(bit)) === Number(bit));
    return named.length ? named.map(([, text]) => text).join(', ') : null;
}

// The value as people read it.
export function shownCell(column: ColumnInfo, value: CellValue): string {
    if (value === null) return '';
    if (value instanceof Uint8Array) return value.length > 16 ? `${hex(value, 16)}… (${value.length} bytes)` : hex(value, 16);
    if (typeof value === 'string') return value;
    if (column.type === 'bool') return value ? 'yes' : 'no';
    if (typeof value === 'bigint') return String(value);
    const label = column.labels?.[value],
        flags = column.flags ? flagText(column.flags, value) : null;
    if (label !== undefined) return `${label} (${value})`;
    if (flags !== null) return flags;
    if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : noValue;
    if (column.unit === 's' && (column.role === 'time' || column.role === 'lap_time' || column.name.endsWith('time')))
        return lapTime(value);
    if (Number.isInteger(value)) return String(value).replace('-', '−');
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-4 || size >= 1e9)) return value.toExponential(3).replace('-', '−');
    return fixed(value, size >= 1000 ? 1 : size >= 100 ? 2 : size >= 1 ? 3 : 5);
}

// For sorting: missing values come last in both directions.
export function compareCells(a: CellValue, b: CellValue): number {
    if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
    if (a instanceof Uint8Array && b instanceof Uint8Array) {
        for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
        return a.length - b.length;
    }
    return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}
