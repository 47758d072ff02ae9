// What stewards decided: the list of a document's rulings, to be changed here. Results and laps follow at once.
import { rowsOf } from '../base/columns';
import { h, name, replace, section } from '../base/dom';
import { clock, plural } from '../base/format';
import { reasonOf } from '../base/reason';
import { saveAs } from '../base/save';
import type { Recorded } from '../ruling/recorded';
import { checkFile, type Ruling, rulingsOf, rulingText } from '../ruling/ruling';
import { atLine, readRulings, writeRulings } from '../ruling/rulings_csv';
import { findEntry, resolve } from '../ruling/whom';
import type { ViewContext } from '../shell/view';
import type { DocumentSource, Source } from '../source/source';
import { driverLink } from './driver_link';
import type { Drivers } from './drivers';
import { type IncidentChoice, RulingForm } from './ruling_form';

const told =
    'What stewards decided. The recording is not changed. Results, laps, stints and best laps follow this list; ' +
    'what happened, such as incidents and stops, stays as it was recorded.';

// A table of rulings for the files of the page: all of it, or the line that is wrong.
async function rulingsFrom(file: File, source: Source): Promise<Ruling[]> {
    const rows = readRulings(new Uint8Array(await file.arrayBuffer())),
        raced: { document: DocumentSource; recorded: Recorded }[] = [];
    for (const document of source.documents) {
        const recorded = await document.recorded();
        if (recorded) raced.push({ document, recorded });
    }
    const files = [...new Set(raced.map(each => each.document.file))];
    return rows.map(({ ruling, line }) =>
        atLine(line, () => {
            checkFile(ruling, files);
            const made = { ...ruling, file: ruling.file ?? files[0] };
            for (const each of raced) if (each.document.file === made.file) resolve(each.recorded, made);
            return made;
        }),
    );
}

async function incidentsOf(document: DocumentSource): Promise<IncidentChoice[]> {
    const rows = await rowsOf(document, 'incidents');
    return rows.map(row => {
        const id = rows.text('incident', row),
            lap = rows.number('lap', row);
        const when = lap === null ? clock(rows.number('time', row)) : `lap ${lap}`;
        return {
            id,
            text: `${id}: ${rows.text('kind', row).replace(/_/g, ' ')}, ${when}, ${rows.text('drivers', row).replace(/; /g, ', ')}`,
        };
    });
}

class RulingsPart {
    readonly element: HTMLElement;
    private readonly list = h('ol', { class: 'rulings', 'data-rulings': true });
    private readonly place = h('div');
    private readonly status = h('p', { class: 'note', role: 'status', 'data-rulings-status': true });
    private readonly problem = h('p', { class: 'problem', role: 'alert', 'data-rulings-problem': true, hidden: true });
    private readonly add = this.button('add-ruling', 'Add a ruling', () => this.edit(null));
    private readonly save = this.button('save-rulings', 'Save as CSV', () => this.saveCsv());
    private readonly undo = this.button('undo-rulings', 'Undo', () => this.goBack());
    private readonly before: Ruling[][] = []; // for "Undo"

    constructor(
        private readonly context: ViewContext,
        private readonly recorded: Recorded,
        private readonly incidents: IncidentChoice[],
        private readonly drivers: Drivers,
    ) {
        const input = h('input', { type: 'file', accept: '.csv,text/csv', class: 'unseen', 'data-action': 'open-rulings' });
        input.addEventListener('change', () => {
            const file = input.files?.[0];
            if (file) void this.open(file);
            input.value = '';
        });
        this.element = section(
            'Rulings',
            h('p', { class: 'note' }, told),
            this.list,
            this.place,
            this.problem,
            h(
                'div',
                { class: 'row-of-tools no-print' },
                this.add,
                h('label', { class: 'button' }, input, h('span', null, 'Open a CSV')),
                this.save,
                this.undo,
            ),
            this.status,
        );
        this.element.classList.add('rulings-part');
        context.whenDocumentsChange(() => this.show());
        this.show();
    }
    private button(action: string, text: string, click: () => void): HTMLButtonElement {
        return h('button', { type: 'button', 'data-action': action, on: { click } }, text);
    }

    private get all(): readonly Ruling[] {
        return this.context.source.rulings;
    }
    private show(): void {
        const own = rulingsOf(this.all, this.context.document.file),
            others = this.all.length - own.length;
        replace(this.list, ...own.map(ruling => this.item(ruling)));
        this.list.hidden = own.length === 0;
        this.save.disabled = this.all.length === 0;
        this.undo.hidden = this.before.length === 0;
        this.status.textContent = others ? `The list also has ${plural(others, 'ruling')} of other files.` : '';
    }
    private item(ruling: Ruling): HTMLElement {
        const { slot, driver } = this.recorded.entries[findEntry(this.recorded, ruling.driver)],
            { incident } = ruling;
        const link = (id: string) =>
            h(
                'button',
                { type: 'button', class: 'name-link', on: { click: () => this.context.go('incidents', { incident: id }) } },
                name(id),
            );
        return h(
            'li',
            { 'data-ruling': this.all.indexOf(ruling) },
            h(
                'span',
                { class: 'ruling-text' },
                driverLink(this.drivers, slot, driver),
                ': ',
                name(rulingText(ruling)),
                incident ? ', incident ' : null,
                incident ? link(incident) : null,
            ),
            h(
                'span',
                { class: 'ruling-tools no-print' },
                h(
                    'button',
                    { type: 'button', class: 'small', 'data-action': 'edit-ruling', on: { click: () => this.edit(ruling) } },
                    'Change',
                ),
                h(
                    'button',
                    { type: 'button', class: 'small', 'data-action': 'remove-ruling', on: { click: () => this.remove(ruling) } },
                    'Remove',
                ),
            ),
        );
    }

    private change(rulings: Ruling[], what: string): void {
        this.before.push([...this.all]);
        this.set(rulings, what);
    }
    private set(rulings: Ruling[], what: string): void {
        this.problem.hidden = true;
        this.context.source.setRulings(rulings); // which shows them
        this.context.announce(`${what} Results are computed again.`);
    }
    private goBack(): void {
        const rulings = this.before.pop();
        if (!rulings) return;
        this.close();
        this.set(rulings, 'The last change is undone.');
        if (this.undo.hidden) this.add.focus();
    }
    private remove(ruling: Ruling): void {
        this.close();
        this.change(
            this.all.filter(each => each !== ruling),
            'Ruling removed.',
        );
        this.add.focus();
    }
    private close(): void {
        replace(this.place);
        this.add.disabled = false;
    }
    // null = a new one
    private edit(ruling: Ruling | null): void {
        const at = ruling ? this.all.indexOf(ruling) : this.all.length;
        const form = new RulingForm(this.recorded, this.incidents, this.context.document.file, ruling, made => {
            this.close();
            if (made)
                this.change([...this.all.slice(0, at), made, ...this.all.slice(at + 1)], ruling ? 'Ruling changed.' : 'Ruling added.');
            const own = ruling && this.list.querySelector<HTMLElement>(`[data-ruling="${at}"] [data-action="edit-ruling"]`);
            (own ?? this.add).focus();
        });
        replace(this.place, form.element);
        this.add.disabled = true;
        form.focus();
    }

    private async open(file: File): Promise<void> {
        try {
            const rulings = await rulingsFrom(file, this.context.source);
            this.close();
            this.change(rulings, `${plural(rulings.length, 'ruling')} read.`);
        } catch (error) {
            const line = (error as { line?: number | null }).line;
            replace(this.problem, name(file.name), `: ${line ? `line ${line}: ` : ''}`, name(reasonOf(error)));
            this.problem.hidden = false;
        }
    }
    private saveCsv(): void {
        const stem = this.context.source.documents.length === 1 ? `${this.context.document.file.replace(/\.[^.]*$/, '')}-` : '';
        saveAs(`${stem}rulings.csv`, 'text/csv', [writeRulings(this.all)]);
        this.context.announce(`${stem}rulings.csv saved`);
    }
}

// null where a page does not have what results are made of.
export async function rulingsPart(context: ViewContext, drivers: Drivers): Promise<HTMLElement | null> {
    const [recorded, incidents] = await Promise.all([context.document.recorded(), incidentsOf(context.document)]);
    return recorded && new RulingsPart(context, recorded, incidents, drivers).element;
}
