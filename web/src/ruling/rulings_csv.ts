// The table of rulings, as a spreadsheet saves it: read all or none, and written.
import { type Ruling, RulingError, readKind, readLap, readValue } from './ruling';

const columnNames = ['driver', 'kind', 'value', 'lap', 'incident', 'file', 'reason'] as const;
type Column = (typeof columnNames)[number];
const mostCells = 64;

const trim = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, '');

// A table while it is read.
class Reader {
    at = 0;
    line = 1;
    readonly between: string;
    constructor(readonly text: string) {
        this.between = /[\n,;]/.exec(text)?.[0] === ';' ? ';' : ',';
    }
    get isDone(): boolean {
        return this.at >= this.text.length;
    }
    private endsRow(): boolean {
        return this.isDone || this.text[this.at] === '\n' || this.text[this.at] === '\r';
    }
    private skipBlanks(): void {
        while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at++;
    }
    fail(message: string): never {
        throw new RulingError(message, 'table', this.line);
    }
    // What is between quotes; two of them are one. Lines may end in it.
    private quoted(): string {
        const found = /"((?:[^"]|"")*)"/y;
        found.lastIndex = this.at;
        const match = found.exec(this.text);
        if (!match) this.fail('a quote does not end');
        this.at = found.lastIndex;
        this.skipBlanks();
        if (!this.endsRow() && this.text[this.at] !== this.between) this.fail("text follows a quote's end");
        return match[1].replace(/""/g, '"');
    }
    private plain(): string {
        const from = this.at;
        while (!this.endsRow() && this.text[this.at] !== this.between) this.at++;
        return this.text.slice(from, this.at);
    }
    // The cells of a row, up to the end of its line.
    row(): { cells: string[]; lines: number } {
        const cells: string[] = [];
        let lines = 0;
        for (;;) {
            this.skipBlanks();
            const from = this.at,
                isQuoted = this.text[this.at] === '"',
                cell = isQuoted ? this.quoted() : this.plain();
            if (isQuoted) lines += this.text.slice(from, this.at).split('\n').length - 1;
            if (cells.length === mostCells) this.fail(`a row has more than ${mostCells} cells`);
            cells.push(trim(cell));
            if (this.endsRow()) break;
            this.at++;
        }
        return { cells, lines };
    }
    endLine(): void {
        if (this.text[this.at] === '\r') this.at++;
        if (this.text[this.at] === '\n') this.at++;
        this.line++;
    }
}

function readHeader(reader: Reader): (Column | null)[] {
    const { cells, lines } = reader.row();
    reader.line += lines;
    const columns = cells.map(cell => {
        const column = columnNames.find(name => name === cell.replace(/[A-Z]/g, letter => letter.toLowerCase())) ?? null;
        if (column === null && cell !== '') reader.fail(`there is no column "${cell.slice(0, 40)}"; there are: ${columnNames.join(', ')}`);
        return column;
    });
    const twice = columns.find((column, i) => column !== null && columns.indexOf(column) < i);
    if (twice) reader.fail(`the column ${twice} is there twice`);
    for (const needed of ['driver', 'kind'] as const) if (!columns.includes(needed)) reader.fail(`the first line has no column ${needed}`);
    reader.endLine();
    return columns;
}

function readRuling(reader: Reader, columns: (Column | null)[], cells: string[]): Ruling {
    const given: { [column in Column]?: string } = {};
    cells.forEach((cell, i) => {
        if (i >= columns.length && cell !== '') reader.fail('the row has more cells than the first line has columns');
        const column = columns[i];
        if (column) given[column] = cell;
        else if (cell !== '') reader.fail('a cell is in a column without a name');
    });
    const text = (column: Column): string => given[column] ?? '';
    if (text('driver') === '') throw new RulingError('no driver is named', 'driver');
    const kind = readKind(text('kind'));
    return {
        driver: text('driver'),
        kind,
        value: readValue(text('value'), kind, reader.between === ';'),
        lap: readLap(text('lap'), kind),
        incident: text('incident') || null,
        file: text('file') || null,
        reason: text('reason') || null,
    };
}

interface RulingRow {
    ruling: Ruling;
    line: number; // of the table, from 1
}

// Fails with the line that is wrong.
export function readRulings(bytes: Uint8Array): RulingRow[] {
    let text: string;
    try {
        text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
        text = '\0';
    }
    if (text.includes('\0')) throw new RulingError('this is not UTF-8 text; in a spreadsheet, save as "CSV UTF-8"', 'table');
    const reader = new Reader(text),
        columns = readHeader(reader),
        rows: RulingRow[] = [];
    while (!reader.isDone) {
        const { cells, lines } = reader.row();
        if (cells.some(cell => cell !== ''))
            rows.push({ ruling: atLine(reader.line, () => readRuling(reader, columns, cells)), line: reader.line });
        reader.line += lines;
        reader.endLine();
    }
    return rows;
}

// What fails in `work` fails with the line.
export function atLine<Made>(line: number, work: () => Made): Made {
    try {
        return work();
    } catch (error) {
        throw error instanceof RulingError && error.line === null ? new RulingError(error.message, error.field, line) : error;
    }
}

const cellText = (value: string | number | null): string => {
    const text = value === null ? '' : String(value);
    return /[",;\r\n]|^[ \t]|[ \t]$/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

// Only the columns that hold something, besides those that are needed.
export function writeRulings(rulings: readonly Ruling[]): string {
    const columns = columnNames.filter(
        column => column === 'driver' || column === 'kind' || rulings.some(ruling => ruling[column] !== null),
    );
    const rows = rulings.map(ruling => columns.map(column => cellText(ruling[column])).join(','));
    return [columns.join(','), ...rows].map(row => `${row}\n`).join('');
}
