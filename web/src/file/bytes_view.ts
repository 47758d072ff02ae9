// The bytes of a file with their layout: hover a byte, and see which field it is of, with value, unit and certainty.
import { h, select } from '../base/dom';
import { count } from '../base/format';
import type { View, ViewContext, ViewDefinition } from '../shell/view';
import type { FieldPlace } from '../source/source';
import { ByteDetail, hex, spanText } from './byte_detail';
import { ByteStore, spansAt } from './byte_store';
import { HexGrid } from './hex_grid';

export const bytesView: ViewDefinition = {
    name: 'bytes',
    isFor: document => document.content_size > 0,
    async make(context) {
        return new BytesView(context, new ByteStore(context.document, await context.document.stretches()));
    },
};

class BytesView implements View {
    readonly element: HTMLElement;
    readonly keys = [
        { keys: '← → ↑ ↓', does: 'move by bytes and rows' },
        { keys: 'PgUp PgDn Home End', does: 'by pages; to the ends of a row' },
        { keys: '[ ]', does: 'previous and next field' },
        { keys: 'N', does: 'next finding' },
        { keys: 'G', does: 'go to an offset' },
    ];
    private readonly grid: HexGrid;
    private readonly detail = new ByteDetail();
    private readonly place = h('input', { type: 'search', placeholder: 'Offset: 0x3E0 or 992', 'aria-label': 'Go to offset', size: '18' });
    private pinned = false;
    private started = false;
    private entered = false;

    constructor(
        private readonly context: ViewContext,
        private readonly store: ByteStore,
    ) {
        const { document, state } = context,
            problem = h('p', { class: 'problem', hidden: true });
        store.problem = message => {
            problem.hidden = false;
            problem.textContent = `Some bytes cannot be read: ${message}`;
        };
        this.grid = new HexGrid(store, document.findings, (offset, pinned) => void this.tell(offset, pinned));
        this.place.addEventListener('keydown', event => {
            if (event.key === 'Enter') this.goTo(this.place.value);
        });
        const marks = document.findings.filter(finding => finding.offset !== null);
        const findings =
            marks.length === 0
                ? null
                : select(
                      'Findings',
                      [
                          { value: '', text: `${marks.length} findings` },
                          ...marks.map(finding => ({
                              value: String(finding.offset),
                              text: `${hex(finding.offset!)} ${finding.message.slice(0, 70)}`,
                          })),
                      ],
                      '',
                      value => value && this.goTo(value),
                  );
        const parts =
            store.stretches.length < 2
                ? null
                : select(
                      'Parts',
                      store.stretches.map(each => ({ value: String(each.first), text: `${hex(each.first)}, ${count(each.count)} bytes` })),
                      String(store.stretches[0].first),
                      value => this.goTo(value),
                  );
        this.element = h(
            'div',
            { class: 'view' },
            h(
                'div',
                { class: 'row-of-tools' },
                h('h2', null, 'Bytes'),
                h('span', { class: 'note' }, `${count(store.size)} bytes${document.packed ? ', unpacked' : ''}`),
                h('span', { class: 'spring' }),
                h('div', { class: 'row-of-tools no-print' }, this.place, parts, findings),
            ),
            store.whole
                ? null
                : h(
                      'p',
                      { class: 'note' },
                      'This page holds the beginning of the file and the bytes around findings. ',
                      'Open the file itself on the page that opens files to see all of it.',
                  ),
            problem,
            h('div', { class: 'bytes' }, this.grid.element, this.detail.element),
            legend(),
        );
        state.watch('at', value => {
            if (this.started && value !== '' && Number(value) !== this.grid.cursor) this.grid.go(Number(value), true);
        });
    }

    private goTo(text: string): void {
        const trimmed = text.trim().replace(/_/g, ''),
            offset = /^0x[0-9a-f]+$/i.test(trimmed) ? parseInt(trimmed.slice(2), 16) : /^\d+$/.test(trimmed) ? Number(trimmed) : NaN;
        const here = Number.isFinite(offset) && this.grid.go(offset, true);
        this.place.setCustomValidity(here ? '' : Number.isFinite(offset) ? 'This byte is not in the page' : 'An offset is 0x3E0 or 992');
        this.place.reportValidity();
        if (here) this.grid.element.focus({ preventScroll: true });
    }
    private async tell(offset: number, pinned: boolean): Promise<void> {
        // A pinned byte stays described until another one is clicked or the cursor moves.
        if (!pinned && this.pinned && this.grid.element.matches(':focus')) return;
        this.pinned = pinned;
        const page = await this.store.need(offset);
        if (!page) return;
        this.detail.show(
            page,
            offset,
            this.context.document.findings.filter(finding => finding.offset === offset),
        );
        if (!pinned) return;
        this.grid.drawSoon();
        this.context.state.set('at', String(offset));
        const span = spansAt(page, offset)[0];
        this.context.announce(`${hex(offset)}: ${span ? spanText(span) : 'not in any field'}`);
    }
    private async field(direction: number): Promise<void> {
        const page = await this.store.need(this.grid.cursor);
        if (!page) return;
        const current: FieldPlace | undefined = spansAt(page, this.grid.cursor)[0];
        if (direction > 0) this.grid.go(current ? current.offset + current.size : this.grid.cursor + 1) || this.grid.step(1);
        else {
            const from = current ? current.offset : this.grid.cursor;
            const before = from > 0 ? await this.store.need(from - 1) : null,
                span = before ? spansAt(before, from - 1)[0] : undefined;
            this.grid.go(span ? span.offset : Math.max(0, from - 1));
        }
    }
    private nextFinding(): void {
        const offsets = this.context.document.findings
            .map(finding => finding.offset)
            .filter(offset => offset !== null)
            .sort((a, b) => a - b);
        const next = offsets.find(offset => offset > this.grid.cursor) ?? offsets[0];
        if (next !== undefined) this.grid.go(next, true);
    }

    shown(): void {
        const wanted = this.context.state.get('at');
        this.started = true;
        this.grid.drawSoon();
        if (wanted === '' && !this.entered) void this.atFirstField();
        else if (wanted === '' || !this.grid.go(Number(wanted), true)) this.grid.go(this.grid.cursor);
        this.entered = true;
    }
    // A file may begin with bytes that no layout describes.
    private async atFirstField(): Promise<void> {
        const page = await this.store.need(0),
            first = page?.spans.reduce((least, span) => Math.min(least, span.offset), Infinity) ?? Infinity;
        if (this.grid.cursor === 0) this.grid.go(page && first < page.first + page.bytes.length ? Math.max(0, first) : 0);
    }
    key(event: KeyboardEvent): boolean {
        const moves: { [key: string]: () => void } = {
            ArrowLeft: () => this.grid.step(-1),
            ArrowRight: () => this.grid.step(1),
            ArrowUp: () => this.grid.step(-16),
            ArrowDown: () => this.grid.step(16),
            PageUp: () => this.grid.page(-1),
            PageDown: () => this.grid.page(1),
            Home: () => this.grid.rowEnd(false),
            End: () => this.grid.rowEnd(true),
            '[': () => void this.field(-1),
            ']': () => void this.field(1),
            n: () => this.nextFinding(),
            g: () => this.place.focus(),
        };
        const move = moves[event.key];
        move?.();
        return move !== undefined;
    }
}

function legend(): HTMLElement {
    const item = (className: string, text: string) => h('span', null, h('i', { class: `hex-sample ${className}` }, '3F'), ` ${text}`);
    return h(
        'p',
        { class: 'hex-legend note' },
        item('tint0 confirmed', 'a field'),
        item('tint1 confirmed', 'the next one'),
        item('tint0 guessed', 'guessed'),
        item('tint0 unknown', 'not known'),
        item('no-field', 'in no layout'),
        item('wrong', 'a finding'),
    );
}
