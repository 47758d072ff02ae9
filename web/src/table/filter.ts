// What is typed above a table: words that some cell has, or tests of columns: "speed > 50; driver = A. Driver".

import type { ColumnInfo } from '../source/source';
import { type CellValue, exactCell, shownCell } from './cells';

export interface Filter {
    columns: ColumnInfo[]; // that a test reads
    test(values: CellValue[]): boolean; // in the order of columns
    unknown: string[]; // words where a column name was expected: searched as text
}

const clause = /^\s*([A-Za-z_][\w ]*?)\s*(!=|<=|>=|=|<|>|~)\s*(.*?)\s*$/;

// "1:02.5" is 62.5
function numberOf(text: string): number {
    if (!/^-?[\d:.e+-]+$/i.test(text)) return NaN;
    return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

function oneTest(column: ColumnInfo, operator: string, wanted: string): (value: CellValue) => boolean {
    const number = numberOf(wanted),
        lower = wanted.toLowerCase();
    return value => {
        if (value === null) return operator === '!=' ? wanted !== '' : operator === '=' && wanted === '';
        const text = exactCell(column, value).toLowerCase(),
            shown = shownCell(column, value).toLowerCase();
        if (operator === '~') return text.includes(lower) || shown.includes(lower);
        const isNumber = (typeof value === 'number' || typeof value === 'bigint') && column.type !== 'bool' && !Number.isNaN(number);
        const order = isNumber ? Number(value) - number : text < lower ? -1 : text > lower ? 1 : 0;
        const equal = isNumber ? order === 0 : text === lower || shown === lower;
        switch (operator) {
            case '=':
                return equal;
            case '!=':
                return !equal;
            case '<':
                return order < 0;
            case '<=':
                return order <= 0;
            case '>':
                return order > 0;
            default:
                return order >= 0;
        }
    };
}

// null = everything. Where a part names no column, it is looked for in all of them.
export function parseFilter(text: string, columns: ColumnInfo[]): Filter | null {
    const parts = text
        .split(/;|\s+and\s+/i)
        .map(part => part.trim())
        .filter(part => part !== '');
    if (!parts.length) return null;
    const used: ColumnInfo[] = [],
        unknown: string[] = [];
    const place = (column: ColumnInfo) => {
        if (!used.includes(column)) used.push(column);
        return used.indexOf(column);
    };
    const tests = parts.map(part => {
        const match = clause.exec(part);
        const named = match && columns.find(column => column.name.toLowerCase() === match[1].toLowerCase().replace(/ +/g, '_'));
        if (match && !named) unknown.push(match[1]);
        if (match && named) {
            const at = place(named),
                test = oneTest(named, match[2], match[3]);
            return (values: CellValue[]) => test(values[at]);
        }
        const places = columns.filter(column => column.type !== 'bytes').map(column => ({ column, at: place(column) }));
        const lower = part.toLowerCase();
        return (values: CellValue[]) =>
            places.some(({ column, at }) => {
                const value = values[at];
                return (
                    value !== null &&
                    (shownCell(column, value).toLowerCase().includes(lower) || exactCell(column, value).toLowerCase().includes(lower))
                );
            });
    });
    return { columns: used, unknown, test: values => tests.every(test => test(values)) };
}
