// The rows of a table in the order in which they are shown. Reads pages when they are needed and keeps the last ones, so
// that memory does not grow with rows; sorting and filtering take one number for each row.
import { Pieces, pause } from '../base/turns';
import type { ColumnData, ColumnInfo, DocumentSource, TableInfo } from '../source/source';
import type { CellValue } from './cells';
import { type Filter, parseFilter } from './filter';
import { fileOrder, sortRows } from './sort';

export interface TableContent {
    name: string;
    rows: number; // of the table
    readable: number; // rows that can be read: the first ones
    columns: ColumnInfo[];
    read(columns: string[], first: number, count: number): Promise<ColumnData[]>;
}

export function contentOf(document: DocumentSource, table: TableInfo): TableContent {
    return {
        name: table.name,
        rows: table.rows,
        readable: table.embedded_rows,
        columns: table.columns,
        read: (columns, first, count) => document.readTable(table.name, columns, first, count),
    };
}

// Some rows of a content, as if there were no others.
export function someRows(content: TableContent, rows: number[]): TableContent {
    return {
        ...content,
        rows: rows.length,
        readable: rows.length,
        async read(columns, first, count) {
            const wanted = rows.slice(first, first + count),
                low = Math.min(...wanted),
                data = await content.read(columns, low, Math.max(...wanted) - low + 1);
            const take = <Values extends ColumnData['values']>(values: Values) => Array.from(wanted, row => values[row - low]);
            return data.map(
                column =>
                    ({ ...column, values: take(column.values), valid: column.valid && Uint8Array.from(take(column.valid)) }) as ColumnData,
            );
        },
    };
}

const pageRows = 64;
const mostPages = 512;
const runRows = 1 << 15; // rows of a walk over the whole table
const cellsAtOnce = 20_000; // of a walk that makes texts of them

export class TableModel {
    readonly content: TableContent;
    private columns: ColumnInfo[];
    private readonly pages = new Map<number, Promise<ColumnData[]> | ColumnData[]>();
    private order: Uint32Array | null = null; // position shown -> row; null = in the order of the file
    private filter: Filter | null = null;
    private sorting: { column: ColumnInfo; descending: boolean } | null = null;
    private work = 0; // the number of the last sorting or filtering: older ones stop

    constructor(content: TableContent, columns: ColumnInfo[]) {
        this.content = content;
        this.columns = columns;
    }

    // How many rows are shown.
    get count(): number {
        return this.order ? this.order.length : this.content.readable;
    }
    rowAt(place: number): number {
        return this.order ? this.order[place] : place;
    }
    // Where a row is shown; -1 = it is filtered out.
    placeOf(row: number): number {
        return this.order ? this.order.indexOf(row) : row;
    }
    // What the filter names as columns, and what are none.
    get unknownColumns(): string[] {
        return this.filter?.unknown ?? [];
    }
    get shownColumns(): ColumnInfo[] {
        return this.columns;
    }
    setColumns(columns: ColumnInfo[]): void {
        this.columns = columns;
        this.pages.clear();
    }

    // The values at a position if they have been read; otherwise null, and `whenHere` is called once they have.
    row(place: number, whenHere: () => void): CellValue[] | null {
        const row = this.rowAt(place),
            page = Math.floor(row / pageRows);
        const kept = this.pages.get(page);
        if (Array.isArray(kept)) {
            this.pages.delete(page); // to the end: used last
            this.pages.set(page, kept);
            return kept.map(data => cellOf(data, row - page * pageRows));
        }
        if (!kept) void this.load(page).then(whenHere, () => undefined);
        return null;
    }
    isHere(place: number): boolean {
        return Array.isArray(this.pages.get(Math.floor(this.rowAt(place) / pageRows)));
    }
    private load(page: number): Promise<ColumnData[]> {
        const first = page * pageRows;
        const reading = this.content.read(
            this.columns.map(column => column.name),
            first,
            Math.min(pageRows, this.content.readable - first),
        );
        this.pages.set(page, reading);
        for (const old of this.pages.keys()) {
            if (this.pages.size <= mostPages) break;
            if (old !== page) this.pages.delete(old);
        }
        return reading.then(
            data => {
                if (this.pages.get(page) === reading) this.pages.set(page, data);
                return data;
            },
            error => {
                this.pages.delete(page);
                throw error;
            },
        );
    }

    // Both give true when the rows shown are as asked, false when a later call took over.
    sort(column: ColumnInfo | null, descending: boolean): Promise<boolean> {
        this.sorting = column ? { column, descending } : null;
        return this.arrange();
    }
    setFilter(text: string): Promise<boolean> {
        this.filter = parseFilter(text, this.content.columns);
        return this.arrange();
    }

    private async arrange(): Promise<boolean> {
        const mine = ++this.work;
        let order: Uint32Array | null = null;
        if (this.filter) {
            const kept = await this.passing(this.filter, mine);
            if (!kept) return false;
            order = kept;
        }
        if (this.sorting) {
            const { column, descending } = this.sorting;
            order ??= await fileOrder(this.content.readable);
            if (mine !== this.work) return false;
            const [data] = await this.content.read([column.name], 0, this.content.readable);
            order = await sortRows(order, data!, descending, () => mine === this.work);
        }
        if (mine !== this.work) return false;
        this.order = order;
        return true;
    }
    private async passing(filter: Filter, mine: number): Promise<Uint32Array | null> {
        const rows: number[] = [],
            names = filter.columns.map(column => column.name),
            pieces = new Pieces();
        for (let first = 0; first < this.content.readable; first += runRows) {
            const count = Math.min(runRows, this.content.readable - first);
            const data = await this.content.read(names, first, count);
            for (let row = 0; row < count; row++) {
                if (filter.test(data.map(column => cellOf(column, row)))) rows.push(first + row);
                if ((row & 255) === 0) {
                    await pieces.rest();
                    if (mine !== this.work) return null;
                }
            }
        }
        return new Uint32Array(rows); // `from` would go through an iterator, far slower
    }

    // Walks over all rows shown, in order: some thousand at a time.
    async forEachRun(columns: ColumnInfo[], use: (rows: CellValue[][]) => void): Promise<void> {
        const names = columns.map(column => column.name);
        const whole = this.order && this.sorting ? await this.content.read(names, 0, this.content.readable) : null;
        const run = Math.max(64, Math.floor(cellsAtOnce / names.length));
        for (let first = 0; first < this.count; first += run) {
            const count = Math.min(run, this.count - first);
            const low = this.rowAt(first);
            const base = whole ? 0 : low;
            const data = whole ?? (await this.content.read(names, low, this.rowAt(first + count - 1) - low + 1));
            use(Array.from({ length: count }, (_, i) => data.map(column => cellOf(column, this.rowAt(first + i) - base))));
            await pause();
        }
    }
}

function cellOf(data: ColumnData, row: number): CellValue {
    if (data.valid && !data.valid[row]) return null;
    return data.values[row] ?? null;
}
