// Whole tables in memory, for those that are small: answers, a row for each lap or driver.
import type { ColumnData, DocumentSource, TableInfo } from '../source/source';

// Names of columns that the file records nothing for: shown as unknown, not as 0 or none.
export function unrecordedOf(document: DocumentSource): string[] {
    const text = document.property_facts.unrecorded?.text ?? '';
    return text ? text.split('; ') : [];
}

// What steering is measured in, as its column says: rad, or a share of the lock.
export function steerUnit(documents: DocumentSource[]): string {
    const columns = documents.map(document => document.tables.flatMap(table => table.columns).find(column => column.name === 'steer')),
        units = columns.map(column => column?.unit || '−1 to 1');
    return [...new Set(units)].join(' or ');
}

// A results file: the game's own list of who came where and of laps, without any motion.
export function isOfficial(document: DocumentSource): boolean {
    return document.property_facts.results?.text === 'official';
}

export function tableOf(document: DocumentSource, name: string): TableInfo | null {
    return document.tables.find(table => table.name === name) ?? null;
}

// Columns that a table lacks are there and have no values, so that views need not ask.
export class Rows {
    readonly count: number;
    private readonly data: Map<string, ColumnData>;
    constructor(count: number, data: Map<string, ColumnData>) {
        this.count = count;
        this.data = data;
    }

    has(column: string): boolean {
        return this.data.has(column);
    }
    value(column: string, row: number): number | bigint | string | Uint8Array | null {
        const data = this.data.get(column);
        if (!data || (data.valid && !data.valid[row])) return null;
        return data.values[row] ?? null;
    }
    number(column: string, row: number): number | null {
        const value = this.value(column, row);
        if (typeof value === 'number') return Number.isNaN(value) ? null : value;
        return typeof value === 'bigint' ? Number(value) : null;
    }
    text(column: string, row: number): string {
        const value = this.value(column, row);
        return value === null ? '' : String(value);
    }
    flag(column: string, row: number): boolean | null {
        const value = this.number(column, row);
        return value === null ? null : value !== 0;
    }
    map<Item>(make: (row: number) => Item): Item[] {
        return Array.from({ length: this.count }, (_, row) => make(row));
    }
}

const none = new Rows(0, new Map());
const kept = new WeakMap<DocumentSource, { edition: number; tables: Map<string, Promise<Rows>> }>();

// All rows of a table; none where a document has no such table. Read once, and again when other rulings apply.
export function rowsOf(document: DocumentSource, name: string): Promise<Rows> {
    const { edition } = document;
    let own = kept.get(document);
    if (own?.edition !== edition) kept.set(document, (own = { edition, tables: new Map<string, Promise<Rows>>() }));
    let rows = own.tables.get(name);
    if (!rows) own.tables.set(name, (rows = read(document, name)));
    return rows;
}

async function read(document: DocumentSource, name: string): Promise<Rows> {
    const table = tableOf(document, name);
    if (!table || table.embedded_rows === 0) return none;
    const names = table.columns.filter(column => !column.hidden).map(column => column.name);
    const columns = await document.readTable(name, names, 0, table.embedded_rows);
    return new Rows(table.embedded_rows, new Map(names.map((column, index) => [column, columns[index]])));
}
