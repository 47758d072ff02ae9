// A document whose results, laps, stints and positions follow a list of rulings. Its own tables are as they were made, with
// the rulings that were given then; another list is applied here, to what the page has of the recording without rulings.
import type { DocumentHead, Ruling } from '../../../bindings/wasm/contract.js';
import { type Decided, decide } from '../ruling/decide';
import { decidedColumns, isRuledTable } from '../ruling/decided_tables';
import type { Recorded } from '../ruling/recorded';
import { type ColumnData, Described } from './source';

export abstract class Rulable extends Described {
    edition = 0;
    private given: Ruling[] | null = null; // null = as its tables are
    private ruled = new Map<string, ColumnData>(); // as decided: tables are read a window at a time
    private decided: Promise<{ recorded: Recorded; decided: Decided } | null> | null = null;

    constructor(
        head: DocumentHead,
        private readonly made: Ruling[], // those that its tables follow
    ) {
        super(head);
    }
    abstract recorded(): Promise<Recorded | null>;
    protected abstract readOwn(name: string, columns: string[], first: number, count: number): Promise<ColumnData[]>;

    // The rulings of this document.
    rule(rulings: Ruling[]): void {
        const given = JSON.stringify(rulings) === JSON.stringify(this.made) ? null : rulings;
        if (JSON.stringify(given) === JSON.stringify(this.given)) return;
        this.given = given;
        this.decided = null;
        this.ruled = new Map();
        this.edition++;
    }
    private async decide(rulings: Ruling[]): Promise<{ recorded: Recorded; decided: Decided } | null> {
        const recorded = await this.recorded();
        return recorded && { recorded, decided: decide(recorded, rulings) };
    }
    async readTable(name: string, columns: string[], first: number, count: number): Promise<ColumnData[]> {
        if (!this.given || !isRuledTable(name)) return this.readOwn(name, columns, first, count);
        this.decided ??= this.decide(this.given);
        const found = await this.decided;
        if (!found) return this.readOwn(name, columns, first, count);
        const kept = this.ruled, // of this edition
            missing = columns.filter(column => !kept.has(`${name} ${column}`));
        if (missing.length) {
            const rows = this.tables.find(table => table.name === name)?.embedded_rows ?? 0,
                own = await this.readOwn(name, missing, 0, rows);
            for (const [i, column] of decidedColumns(found.recorded, found.decided, name, missing, own).entries())
                kept.set(`${name} ${missing[i]}`, column);
        }
        return columns.map(column => {
            const { values, valid } = kept.get(`${name} ${column}`)!;
            return { values: values.slice(first, first + count), valid: valid?.slice(first, first + count) ?? null };
        });
    }
}
