// One ruling as fields. What is wrong is said beside its field, with what there is.
import { h, replace, select } from '../base/dom';
import { isolated } from '../base/isolated';
import type { Recorded, RecordedEntry } from '../ruling/recorded';
import {
    isForRaces,
    needsLap,
    type Ruling,
    RulingError,
    type RulingKind,
    readLap,
    readValue,
    rulingKinds,
    takesValue,
} from '../ruling/ruling';
import { entryName, findEntry, racedLaps, resolve } from '../ruling/whom';

const kindNames: { [kind in RulingKind]: string } = {
    time: 'Time added or taken away',
    laps: 'Laps taken away',
    positions: 'Places lost',
    points: 'Points in a season',
    disqualify: 'Disqualified',
    lap_invalid: 'Lap does not count',
    lap_valid: 'Lap counts',
    note: 'Note: changes nothing',
};
const valueNames: { [kind: string]: string } = { time: 'Seconds', laps: 'Laps', positions: 'Places', points: 'Points' };

// How a driver is written into a ruling: by name, if that is enough.
function entryKey(recorded: Recorded, entry: RecordedEntry): string {
    const others = recorded.entries.filter(each => each !== entry && each.driver === entry.driver);
    return entry.driver !== '' && others.length === 0 ? entry.driver : String(entry.slot);
}

export interface IncidentChoice {
    id: string;
    text: string;
}

interface Field {
    element: HTMLElement;
    name: HTMLElement;
    input: HTMLInputElement | HTMLSelectElement;
    problem: HTMLElement;
}

let fields = 0; // ids of elements that say what is wrong

function fieldOf(name: string, input: Field['input'], field: string): Field {
    const problem = h('p', { class: 'problem', id: `ruling-problem-${++fields}`, 'data-problem': field, role: 'alert', hidden: true }),
        title = h('span', null, name);
    input.dataset.field = field;
    input.setAttribute('aria-describedby', problem.id);
    return { element: h('div', { class: 'field' }, h('label', null, title, input), problem), name: title, input, problem };
}

export class RulingForm {
    readonly element: HTMLFormElement;
    private readonly driver: Field;
    private readonly kind: Field;
    private readonly value: Field;
    private readonly lap: Field;
    private readonly incident: Field;
    private readonly reason: Field;
    private readonly lapsThere = h('span', { class: 'note' });

    constructor(
        private readonly recorded: Recorded,
        incidents: IncidentChoice[],
        private readonly file: string,
        given: Ruling | null,
        done: (ruling: Ruling | null) => void, // null = nothing is to change
    ) {
        const kinds = rulingKinds.filter(kind => recorded.isRace || !isForRaces(kind)),
            text = (value: string | number | null | undefined) => h('input', { type: 'text', value: value ?? '', autocomplete: 'off' });
        const entries = [...recorded.entries].sort((a, b) => a.resultRow - b.resultRow),
            chosen = given ? recorded.entries[findEntry(recorded, given.driver)] : entries[0];
        const drivers = entries.map(entry => ({ value: entryKey(recorded, entry), text: isolated(entryName(entry)) })),
            none = { value: '', text: 'none' },
            known = incidents.map(({ id, text: about }) => ({ value: id, text: isolated(about) }));
        if (given?.incident && !incidents.some(each => each.id === given.incident))
            known.push({ value: given.incident, text: isolated(given.incident) });
        const show = () => this.show();
        this.driver = fieldOf('Driver', select('Driver', drivers, entryKey(recorded, chosen), show), 'driver');
        this.kind = fieldOf(
            'What was decided',
            select(
                'What was decided',
                kinds.map(kind => ({ value: kind, text: kindNames[kind] })),
                given?.kind ?? kinds[0],
                show,
            ),
            'kind',
        );
        this.value = fieldOf('Seconds', text(given?.value), 'value');
        this.lap = fieldOf('Lap', text(given?.lap), 'lap');
        this.incident = fieldOf(
            'Incident',
            select('Incident', [none, ...known], given?.incident ?? '', () => undefined),
            'incident',
        );
        this.reason = fieldOf('Reason', text(given?.reason), 'reason');
        for (const field of [this.value, this.lap]) field.input.setAttribute('inputmode', 'decimal');
        this.lap.element.append(this.lapsThere);
        this.element = this.form(given !== null, done);
        show();
    }
    private form(isChange: boolean, done: (ruling: Ruling | null) => void): HTMLFormElement {
        const element = h(
            'form',
            {
                class: 'ruling-form',
                'data-ruling-form': true,
                'aria-label': isChange ? 'Change a ruling' : 'Add a ruling',
                novalidate: true,
            },
            ...[this.driver, this.kind, this.value, this.lap, this.incident, this.reason].map(field => field.element),
            h(
                'div',
                { class: 'row-of-tools' },
                h('button', { type: 'submit', 'data-action': 'save-ruling' }, isChange ? 'Change' : 'Add'),
                h('button', { type: 'button', 'data-action': 'cancel-ruling', on: { click: () => done(null) } }, 'Cancel'),
            ),
        );
        element.addEventListener('submit', event => {
            event.preventDefault();
            const ruling = this.read();
            if (ruling) done(ruling);
        });
        element.addEventListener('keydown', event => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            done(null);
        });
        return element;
    }

    focus(): void {
        this.driver.input.focus();
    }
    private get kindNow(): RulingKind {
        return this.kind.input.value as RulingKind;
    }
    // Fields that the kind needs, and which laps there are.
    private show(): void {
        const kind = this.kindNow,
            laps = racedLaps(this.recorded, this.recorded.entries[findEntry(this.recorded, this.driver.input.value)]).map(lap => lap.lap);
        this.value.element.hidden = !takesValue(kind);
        this.value.name.textContent = valueNames[kind] ?? '';
        this.lap.name.textContent = needsLap(kind) ? 'Lap' : 'Lap (only shown)';
        this.incident.name.textContent = 'Incident (only shown)';
        this.lapsThere.textContent = laps.length ? `There are laps ${Math.min(...laps)} to ${Math.max(...laps)}.` : 'There are no laps.';
        this.tell(null);
    }
    private tell(error: RulingError | null): void {
        for (const field of [this.driver, this.kind, this.value, this.lap]) {
            const isWrong = error !== null && field.input.dataset.field === error.field;
            if (field === this.lap) this.lapsThere.hidden = isWrong; // then the problem says it
            field.problem.hidden = !isWrong;
            replace(field.problem, isWrong ? isolated(error.message) : null);
            if (isWrong) {
                field.input.setAttribute('aria-invalid', 'true');
                field.input.focus();
            } else field.input.removeAttribute('aria-invalid');
        }
    }
    // null = something is wrong, and is said.
    private read(): Ruling | null {
        const kind = this.kindNow,
            textOf = (field: Field) => field.input.value.trim();
        try {
            const ruling: Ruling = {
                driver: this.driver.input.value,
                kind,
                value: takesValue(kind) ? readValue(textOf(this.value), kind, true) : null,
                lap: readLap(textOf(this.lap), kind),
                incident: this.incident.input.value || null,
                file: this.file,
                reason: textOf(this.reason) || null,
            };
            resolve(this.recorded, ruling);
            return ruling;
        } catch (error) {
            if (!(error instanceof RulingError)) throw error;
            this.tell(error);
            return null;
        }
    }
}
