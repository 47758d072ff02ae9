// Rows shown, as text: CSV, JSON, cells with tabs between.
import type { ColumnInfo } from '../source/source';
import { type CellValue, exactCell } from './cells';
import type { TableModel } from './table_model';

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

function jsonValue(column: ColumnInfo, value: CellValue): string {
    if (value === null) return 'null';
    if (typeof value === 'number' && column.type !== 'bool') return Number.isFinite(value) ? exactCell(column, value) : 'null';
    if (typeof value === 'bigint' || column.type === 'bool') return exactCell(column, value);
    return JSON.stringify(exactCell(column, value));
}

export async function csvParts(model: TableModel, columns: ColumnInfo[]): Promise<string[]> {
    const parts = [`${columns.map(column => quoted(column.name)).join(',')}\n`];
    await model.forEachRun(columns, rows =>
        parts.push(`${rows.map(row => row.map((value, i) => quoted(exactCell(columns[i], value))).join(',')).join('\n')}\n`),
    );
    return parts;
}

export async function jsonParts(model: TableModel, columns: ColumnInfo[]): Promise<string[]> {
    const names = columns.map(column => JSON.stringify(column.name));
    const parts: string[] = ['['];
    let before = '\n';
    await model.forEachRun(columns, rows => {
        for (const row of rows) {
            parts.push(`${before}{${row.map((value, i) => `${names[i]}:${jsonValue(columns[i], value)}`).join(',')}}`);
            before = ',\n';
        }
    });
    parts.push('\n]\n');
    return parts;
}

export async function tabbedText(model: TableModel, columns: ColumnInfo[]): Promise<string> {
    const lines = [columns.map(column => column.name).join('\t')];
    await model.forEachRun(columns, rows =>
        lines.push(...rows.map(row => row.map((value, i) => exactCell(columns[i], value).replace(/[\t\r\n]/g, ' ')).join('\t'))),
    );
    return lines.join('\n');
}
