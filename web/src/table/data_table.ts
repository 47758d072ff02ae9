// A table of any size as a real <table>: only rows in sight are in the page. Sorts by a click on a header, filters, copies
// and saves. data-rows is the number of all rows; cells show readable values and have the exact value in data-value.
//
//     const table = new DataTable({ content: contentOf(document, info), caption: 'Results' });
//     part.append(table.element);
import { arrange, checkbox, h, icon, icons, replace } from '../base/dom';
import { count, plural, words } from '../base/format';
import { reasonOf } from '../base/reason';
import { copyText, saveAs } from '../base/save';
import { inFrame } from '../base/turns';
import type { ColumnInfo } from '../source/source';
import { type CellValue, exactCell, isNumber, shownCell } from './cells';
import { type TableContent, TableModel } from './table_model';
import { csvParts, jsonParts, tabbedText } from './table_save';

export interface ColumnStyle {
    title?: string;
    unit?: string; // shown in the header instead of the column's own
    text?(value: CellValue, values: CellValue[]): string; // instead of shownCell; values in the order of `columns`
    mark?(value: CellValue, values: CellValue[]): string | null; // a class of the cell
    element?(value: CellValue, row: number): HTMLElement | null; // instead of text, where there is one
}

interface DataTableOptions {
    content: TableContent;
    caption: string;
    columns?: string[]; // shown at first, in this order; otherwise all that are not hidden
    styles?: { [column: string]: ColumnStyle };
    fileName?: string; // of what is saved, without its end
    tools?: boolean; // filter, copy, save [true]
    whole?: boolean; // all rows in the page, without a scroll bar: for short tables
    choose?(row: number): void; // a row is clicked, or Enter pressed on it
    rowClass?(row: number): string | null;
    computed?: boolean; // says that it is computed, not stored
}

const overscan = 8;
const mostPixels = 12_000_000; // browsers draw no higher elements
const cellsAtOnce = 250; // that one frame makes: some tables have a hundred columns

export class DataTable {
    readonly element: HTMLElement;
    readonly model: TableModel;
    private readonly table: HTMLTableElement;
    private readonly head = h('thead');
    private readonly body = h('tbody');
    private readonly scroller: HTMLElement;
    private readonly status = h('span', { class: 'table-status', role: 'status' });
    private rowHeight = 30;
    private drawn = new Map<number, HTMLElement>(); // rows in the page by their places, which follow each other
    private readonly waiting = new Set<number>(); // places of rows whose values are being read
    private sorted: { column: string; descending: boolean } | null = null;
    private chosenRow = -1;
    private timer = 0;

    constructor(private readonly options: DataTableOptions) {
        const content = options.content;
        const initial = options.columns
            ? options.columns.map(name => content.columns.find(column => column.name === name)).filter(column => column !== undefined)
            : content.columns.filter(column => !column.hidden);
        this.model = new TableModel(content, initial);
        this.table = h(
            'table',
            { 'data-table': content.name, 'data-rows': content.rows, 'aria-rowcount': content.rows + 1 },
            h('caption', { class: 'unseen' }, options.caption),
            this.head,
            this.body,
        );
        this.scroller = h(
            'div',
            { class: options.whole ? 'table-scroll whole' : 'table-scroll', tabindex: '0', role: 'region', 'aria-label': options.caption },
            this.table,
        );
        this.element = h('div', { class: 'data-table' }, options.tools === false ? null : this.tools(), this.scroller);
        this.scroller.addEventListener('scroll', this.drawSoon, { passive: true });
        if (!options.whole) new ResizeObserver(this.drawSoon).observe(this.scroller);
        if (options.choose) this.listen(options.choose);
        this.drawHead();
        this.draw();
        this.tellCount();
    }

    // Marks a row and brings it into sight; -1 = none.
    select(row: number): void {
        this.chosenRow = row;
        const place = row < 0 || this.options.whole ? -1 : this.model.placeOf(row);
        if (place >= 0) {
            const top = place * this.rowHeight;
            if (top < this.scroller.scrollTop || top > this.scroller.scrollTop + this.scroller.clientHeight - 3 * this.rowHeight)
                this.scroller.scrollTop = top - this.scroller.clientHeight / 3;
        }
        this.mark();
    }
    private mark(): void {
        for (const row of this.drawn.values()) {
            if (Number(row.dataset.row) === this.chosenRow) row.setAttribute('aria-selected', 'true');
            else row.removeAttribute('aria-selected');
        }
    }
    redraw(): void {
        this.drawn.clear();
        this.draw();
    }

    private tools(): HTMLElement {
        const { content, fileName = content.name, caption } = this.options;
        const filter = h('input', {
            type: 'search',
            class: 'filter',
            placeholder: 'Filter: words, or lap > 2; driver ~ a',
            'aria-label': `Filter ${caption}`,
            spellcheck: 'false',
        });
        filter.addEventListener('input', () => {
            clearTimeout(this.timer);
            this.timer = window.setTimeout(() => void this.arrange(this.model.setFilter(filter.value)), 150);
        });
        const act = (text: string, path: string, work: () => Promise<string>, action: string) => {
            const button = h('button', { type: 'button', class: 'small', 'data-action': action }, icon(path), text);
            button.addEventListener('click', () => {
                button.disabled = true;
                void work()
                    .then(
                        told => (this.status.textContent = told),
                        error => (this.status.textContent = String(error)),
                    )
                    .finally(() => (button.disabled = false));
            });
            return button;
        };
        const columns = () => this.model.shownColumns;
        return h(
            'div',
            { class: 'table-tools' },
            filter,
            this.status,
            h('span', { class: 'spring' }),
            content.columns.length > 6 ? this.columnChooser() : null,
            act(
                'Copy',
                icons.copy,
                async () =>
                    (await copyText(await tabbedText(this.model, columns())))
                        ? `${plural(this.model.count, 'row')} copied`
                        : 'The browser blocked copying',
                'copy',
            ),
            act(
                'CSV',
                icons.save,
                async () => (
                    saveAs(`${fileName}.csv`, 'text/csv', await csvParts(this.model, columns())), `${plural(this.model.count, 'row')} saved`
                ),
                'save-csv',
            ),
            act(
                'JSON',
                icons.save,
                async () => (
                    saveAs(`${fileName}.json`, 'application/json', await jsonParts(this.model, columns())),
                    `${plural(this.model.count, 'row')} saved`
                ),
                'save-json',
            ),
        );
    }
    private columnChooser(): HTMLElement {
        const all = this.options.content.columns;
        const list = h('div', { class: 'column-list' });
        for (const column of all) {
            list.append(
                checkbox(words(column.name), this.model.shownColumns.includes(column), on => {
                    const wanted = new Set(this.model.shownColumns);
                    if (on) wanted.add(column);
                    else wanted.delete(column);
                    this.model.setColumns([
                        ...this.model.shownColumns.filter(each => wanted.has(each)),
                        ...all.filter(each => wanted.has(each) && !this.model.shownColumns.includes(each)),
                    ]);
                    this.drawHead();
                    this.redraw();
                }),
            );
        }
        return h('details', { class: 'column-chooser' }, h('summary', null, 'Columns'), list);
    }

    private tellCount(): void {
        const { rows, readable } = this.options.content;
        this.table.dataset.shown = String(this.model.count);
        this.status.textContent =
            (this.model.count === rows ? plural(rows, 'row') : `${count(this.model.count)} of ${plural(rows, 'row')}`) +
            (readable < rows ? `; this page has the first ${count(readable)}` : '') +
            (this.options.computed ? ', computed' : '') +
            (this.model.count === 0 ? this.model.unknownColumns.map(name => `; there is no column “${name}”`).join('') : '');
    }
    private async arrange(work: Promise<boolean>): Promise<void> {
        this.status.textContent = 'working …';
        try {
            if (!(await work)) return;
            this.tellCount();
            this.scroller.scrollTop = 0;
        } catch (error) {
            this.status.textContent = reasonOf(error);
        }
        this.drawHead();
        this.redraw();
    }

    private drawHead(): void {
        const row = h('tr', { 'aria-rowindex': 1 });
        for (const column of this.model.shownColumns) {
            const style = this.options.styles?.[column.name];
            const direction = this.sorted?.column === column.name ? (this.sorted.descending ? 'descending' : 'ascending') : null;
            const unit = style?.unit ?? column.unit;
            const told = [
                column.meaning,
                column.unit ? `in ${column.unit}` : null,
                column.frame,
                column.certainty === 'guessed' || column.certainty === 'unknown' ? column.certainty : null,
            ].filter(part => part);
            const button = h(
                'button',
                { type: 'button', title: told.join('; ') || null },
                style?.title ?? words(column.name),
                unit ? h('small', null, ` ${unit}`) : null,
                column.certainty === 'guessed' || column.certainty === 'unknown' ? h('small', { class: 'guessed' }, ' ?') : null,
            );
            button.addEventListener('click', () => {
                const again = this.sorted?.column === column.name;
                this.sorted =
                    again && this.sorted!.descending === !this.firstDescending(column)
                        ? null
                        : { column: column.name, descending: again ? !this.sorted!.descending : this.firstDescending(column) };
                void this.arrange(this.model.sort(this.sorted ? column : null, this.sorted?.descending ?? false));
            });
            row.append(
                h(
                    'th',
                    { scope: 'col', 'data-column': column.name, class: isNumber(column) ? 'number' : null, 'aria-sort': direction },
                    button,
                ),
            );
        }
        replace(this.head, row);
    }
    private firstDescending(column: ColumnInfo): boolean {
        return column.name.endsWith('speed') || column.name === 'contacts' || column.name === 'penalties';
    }

    private readonly drawSoon = (): void => inFrame(this.draw);
    // The rows in sight, those that are new some at a time: at first those at the top, then those below, then those above.
    private readonly draw = (): void => {
        const all = this.model.count,
            whole = this.options.whole === true;
        const height = whole ? 0 : this.scroller.clientHeight || 480; // asking lays out the whole page
        const stretch = Math.max(1, (all * this.rowHeight) / mostPixels); // rows per pixel, beyond what browsers can scroll
        const top = whole ? 0 : Math.floor((this.scroller.scrollTop * stretch) / this.rowHeight);
        const first = whole ? 0 : Math.max(0, Math.min(top - overscan, all - 1));
        const last = whole ? all : Math.min(all, first + Math.ceil(height / this.rowHeight) + 2 * overscan);
        for (const place of [...this.drawn.keys()]) if (place < first || place >= last) this.drawn.delete(place);
        let left = Math.max(4, Math.floor(cellsAtOnce / this.model.shownColumns.length));
        for (const place of [...this.waiting]) {
            if (!this.drawn.has(place)) this.waiting.delete(place);
            else if (left > 0 && this.model.isHere(place)) {
                this.drawn.set(place, this.row(place));
                left--;
            }
        }
        const places = [...this.drawn.keys()];
        let from = places.length ? Math.min(...places) : Math.min(Math.max(top, first), last),
            to = from + places.length;
        for (; to < last && left > 0; to++, left--) this.drawn.set(to, this.row(to));
        for (; from > first && left > 0; from--, left--) this.drawn.set(from - 1, this.row(from - 1));
        this.place(from, to, all, stretch);
        if (from > first || to < last || this.waiting.size) this.table.setAttribute('aria-busy', 'true');
        else this.table.removeAttribute('aria-busy');
        const real = whole ? 0 : this.drawn.get(from)?.offsetHeight,
            isNew = real !== undefined && real > 0 && Math.abs(real - this.rowHeight) > 0.5;
        if (isNew) this.rowHeight = real;
        if (isNew || left <= 0) this.drawSoon();
    };
    // Puts rows from .. to-1 between empty ones that are as high as all others.
    private place(from: number, to: number, all: number, stretch: number): void {
        const virtual = Math.min(all * this.rowHeight, mostPixels),
            own = (to - from) * this.rowHeight;
        const above = Math.min((from * this.rowHeight) / stretch, Math.max(0, virtual - own));
        const rows = Array.from({ length: to - from }, (_, i) => this.drawn.get(from + i)!);
        arrange(
            this.body,
            [this.spacer(above), ...rows, this.spacer(virtual - above - own)].filter(row => row !== null),
        );
    }
    private spacer(pixels: number): HTMLElement | null {
        if (!(pixels > 0)) return null;
        const cell = h('td', { colspan: this.model.shownColumns.length });
        cell.style.height = `${pixels}px`;
        return h('tr', { class: 'spacer', 'aria-hidden': 'true' }, cell);
    }
    private row(place: number): HTMLElement {
        const number = this.model.rowAt(place),
            values = this.model.row(place, this.drawSoon);
        if (values) this.waiting.delete(place);
        else this.waiting.add(place);
        const element = h('tr', {
            'aria-rowindex': place + 2,
            'data-row': number,
            class: this.options.rowClass?.(number) ?? null,
            'aria-selected': number === this.chosenRow ? 'true' : null,
        });
        if (this.options.choose) element.classList.add('can-choose');
        for (const [index, column] of this.model.shownColumns.entries()) {
            const style = this.options.styles?.[column.name],
                value = values ? values[index] : null;
            const cell = h('td', { class: isNumber(column) ? 'number' : null });
            if (values) {
                cell.dataset.value = exactCell(column, value);
                const text = style?.text ? style.text(value, values) : shownCell(column, value);
                const made = style?.element?.(value, number);
                if (made) cell.append(made);
                else if (column.type === 'text') cell.append(h('bdi', null, text));
                else cell.textContent = text;
                const mark = style?.mark?.(value, values);
                if (mark) cell.classList.add(mark);
            } else cell.textContent = '…';
            element.append(cell);
        }
        return element;
    }

    private listen(choose: (row: number) => void): void {
        this.body.addEventListener('click', event => {
            const row = (event.target as Element).closest<HTMLElement>('tr[data-row]');
            if (!row || (event.target as Element).closest('button') || getSelection()?.toString()) return;
            this.chosenRow = Number(row.dataset.row);
            this.mark();
            choose(this.chosenRow);
        });
        this.scroller.addEventListener('keydown', event => {
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
            if (!step && event.key !== 'Enter') return;
            if ((event.target as Element).closest('button, input')) return;
            event.preventDefault();
            event.stopPropagation();
            let place = this.chosenRow < 0 ? -1 : this.model.placeOf(this.chosenRow);
            if (step) place = Math.min(Math.max(place + step, 0), this.model.count - 1);
            if (place < 0) return;
            this.select(this.model.rowAt(place));
            if (event.key === 'Enter') choose(this.model.rowAt(place));
        });
    }
}
