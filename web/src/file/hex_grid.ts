// Bytes in rows of sixteen, as numbers and as characters. Only rows in sight are in the page. Bytes of one field have
// one tint; the field under the cursor is marked as a whole.
import { arrange, h } from '../base/dom';
import { count } from '../base/format';
import { inFrame } from '../base/turns';
import type { Finding } from '../source/source';
import { type BytePage, type ByteStore, noSpan } from './byte_store';

const perRow = 16,
    rowHeight = 22;
const mostPixels = 12_000_000; // browsers draw no higher elements
const linesAtOnce = 8; // that one frame makes: a line has 33 elements

// Rows of a stretch; between stretches, a row says what is left out.
interface RowRun {
    firstRow: number;
    rows: number;
    offset: number;
    end: number;
} // rows 0: a gap

export class HexGrid {
    readonly element: HTMLElement;
    cursor: number;
    private readonly runs: RowRun[] = [];
    private readonly rows: number;
    private readonly scale: number; // pixels of the scroll bar for a pixel of rows
    private readonly lines = h('div', { class: 'hex-lines' });
    private kept = new Map<string, HTMLElement>(); // lines in the page, by what they show
    private readonly spacer = h('div', { class: 'hex-spacer' });
    private top = 0; // the first row in sight; may be in between
    private own = -1; // the scroll position that was set here

    constructor(
        private readonly store: ByteStore,
        private readonly findings: Finding[],
        private readonly moved: (offset: number, pinned: boolean) => void,
    ) {
        let row = 0,
            reached = 0;
        for (const { first, count: size } of store.stretches) {
            if (first > reached) this.runs.push({ firstRow: row++, rows: 0, offset: reached, end: first });
            const begin = Math.floor(first / perRow) * perRow,
                rows = Math.ceil((first + size - begin) / perRow);
            this.runs.push({ firstRow: row, rows, offset: begin, end: first + size });
            row += rows;
            reached = first + size;
        }
        if (reached < store.size) this.runs.push({ firstRow: row++, rows: 0, offset: reached, end: store.size });
        this.rows = row;
        this.cursor = store.stretches[0]?.first ?? 0;
        this.scale = Math.min(1, mostPixels / Math.max(1, row * rowHeight));
        this.spacer.style.height = `${Math.ceil(row * rowHeight * this.scale)}px`;
        this.element = h(
            'div',
            {
                class: 'hex',
                tabindex: '0',
                role: 'application',
                'aria-label': 'Bytes of the file. Arrow keys move; brackets go from field to field.',
            },
            this.spacer,
            this.lines,
        );
        this.element.addEventListener('scroll', () => {
            if (Math.abs(this.element.scrollTop - this.own) > 1) this.top = this.element.scrollTop / this.scale / rowHeight;
            this.own = -1;
            this.drawSoon();
        });
        this.element.addEventListener(
            'wheel',
            event => {
                if (this.scale === 1 || event.ctrlKey) return; // the browser scrolls as it should
                event.preventDefault();
                this.scrollTo(this.top + event.deltaY / rowHeight);
            },
            { passive: false },
        );
        this.lines.addEventListener('pointermove', event => this.point(event, false));
        this.lines.addEventListener('pointerdown', event => this.point(event, true));
        new ResizeObserver(this.drawSoon).observe(this.element);
    }

    private get inSight(): number {
        return Math.max(1, Math.floor(this.element.clientHeight / rowHeight));
    }
    private rowOf(offset: number): number {
        const run = this.runs.find(each => each.rows > 0 && each.offset <= offset && offset < each.end);
        return run ? run.firstRow + Math.floor((offset - run.offset) / perRow) : 0;
    }
    private runOf(row: number): RowRun | null {
        return this.runs.find(each => each.firstRow <= row && row < each.firstRow + Math.max(1, each.rows)) ?? null;
    }
    private scrollTo(row: number): void {
        this.top = Math.max(0, Math.min(row, this.rows - this.inSight + 1));
        this.own = this.top * rowHeight * this.scale;
        this.element.scrollTop = this.own;
        this.own = this.element.scrollTop;
        this.drawSoon();
    }

    // Puts the cursor on a byte and brings it into sight. False where it is not here.
    go(offset: number, middle = false): boolean {
        const stretch = this.store.stretchOf(offset);
        if (!stretch) return false;
        this.cursor = offset;
        const row = this.rowOf(offset);
        if (middle || row < this.top || row >= this.top + this.inSight - 1)
            this.scrollTo(middle ? row - Math.floor(this.inSight / 3) : row < this.top ? row : row - this.inSight + 2);
        this.drawSoon();
        this.moved(offset, true);
        return true;
    }
    // By a number of bytes, across what is left out.
    step(bytes: number): void {
        const to = this.cursor + bytes,
            { stretches } = this.store;
        if (this.store.stretchOf(to)) this.go(to);
        else if (bytes > 0) {
            const next = stretches.find(each => each.first > this.cursor),
                last = stretches[stretches.length - 1];
            this.go(next ? next.first : last.first + last.count - 1);
        } else {
            const before = [...stretches].reverse().find(each => each.first + each.count <= this.cursor);
            this.go(before ? before.first + before.count - 1 : stretches[0].first);
        }
    }
    page(direction: number): void {
        this.step(direction * perRow * Math.max(1, this.inSight - 2));
    }
    rowEnd(end: boolean): void {
        const begin = Math.floor(this.cursor / perRow) * perRow,
            to = end ? begin + perRow - 1 : begin;
        const stretch = this.store.stretchOf(this.cursor)!;
        this.go(Math.max(stretch.first, Math.min(stretch.first + stretch.count - 1, to)));
    }

    readonly drawSoon = (): void => inFrame(this.draw);
    private readonly draw = (): void => {
        if (!this.element.isConnected) return;
        const first = Math.floor(this.top),
            lines: HTMLElement[] = [],
            kept = new Map<string, HTMLElement>();
        let left = linesAtOnce;
        for (let row = first; row <= Math.min(this.rows - 1, first + this.inSight + 1); row++) {
            const run = this.runOf(row);
            if (!run) break;
            const offset = run.offset + (row - run.firstRow) * perRow,
                key = run.rows === 0 ? `gap ${offset}` : this.stateOf(offset);
            let line = this.kept.get(key);
            if (!line && left-- > 0) line = run.rows === 0 ? this.gap(run) : this.line(run, offset);
            if (line) kept.set(key, line);
            lines.push(line ?? h('div', { class: 'hex-line' }));
        }
        this.kept = kept;
        if (left < 0) this.drawSoon();
        this.lines.style.transform = `translateY(${Math.round(this.element.scrollTop - (this.top - first) * rowHeight)}px)`;
        arrange(this.lines, lines);
    };
    private gap(run: RowRun): HTMLElement {
        return h('div', { class: 'hex-line hex-gap' }, `${count(run.end - run.offset)} bytes are not in this page`);
    }
    private marked(page: BytePage): { from: number; to: number } | null {
        const here = this.cursor - page.first;
        const span = here >= 0 && here < page.spanOf.length ? page.spanOf[here] : noSpan;
        return span === noSpan ? null : { from: page.spans[span].offset, to: page.spans[span].offset + page.spans[span].size };
    }
    // What a line depends on: which bytes are here, the cursor, the field under it.
    private stateOf(offset: number): string {
        const cursor = this.cursor - offset,
            page = this.store.stretchOf(this.cursor) ? this.store.page(this.cursor, this.drawSoon) : null,
            mark = page && this.marked(page);
        const within = (at: number) => Math.max(0, Math.min(perRow, at - offset));
        const here = [0, perRow - 1].map(i => (this.store.stretchOf(offset + i) && this.store.page(offset + i, this.drawSoon) ? 1 : 0));
        return [
            offset,
            ...here,
            cursor >= 0 && cursor < perRow ? cursor : '',
            mark ? within(mark.from) : 0,
            mark ? within(mark.to) : 0,
        ].join();
    }
    private line(run: RowRun, offset: number): HTMLElement {
        const numbers = h('span', { class: 'hex-numbers' }),
            letters = h('span', { class: 'hex-letters' });
        for (let i = 0; i < perRow; i++) {
            const at = offset + i,
                page = this.store.stretchOf(at) ? this.store.page(at, this.drawSoon) : null;
            const byte = page?.bytes[at - page.first];
            if (byte === undefined || !page) {
                numbers.append(h('i', null, at < run.end && this.store.stretchOf(at) ? '··' : ''));
                letters.append(h('i', null, ' '));
                continue;
            }
            const span = page.spanOf[at - page.first],
                field = span === noSpan ? null : page.spans[span],
                mark = this.marked(page);
            const classes = [
                field ? `tint${span % 2}` : 'no-field',
                field ? field.certainty : null,
                mark && mark.from <= at && at < mark.to ? 'in-field' : null,
                at === this.cursor ? 'at' : null,
                this.findings.some(finding => finding.offset === at) ? 'wrong' : null,
                field && field.offset === at ? 'begins' : null,
            ]
                .filter(each => each)
                .join(' ');
            numbers.append(h('i', { class: classes, 'data-offset': at }, byte.toString(16).toUpperCase().padStart(2, '0')));
            letters.append(h('i', { class: classes, 'data-offset': at }, byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·'));
        }
        return h(
            'div',
            { class: 'hex-line' },
            h('span', { class: 'hex-offset' }, offset.toString(16).toUpperCase().padStart(8, '0')),
            numbers,
            letters,
        );
    }
    private point(event: PointerEvent, pinned: boolean): void {
        const told = (event.target as HTMLElement).dataset.offset;
        if (told === undefined) return;
        const offset = Number(told);
        if (pinned) {
            this.element.focus({ preventScroll: true });
            this.go(offset);
        } else this.moved(offset, false);
    }
}
