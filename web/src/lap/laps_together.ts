// Laps that are looked at together: those that the address has, or those that say most, as a list that people change.
import { tableOf } from '../base/columns';
import { h, iconButton, icons, name, replace, select } from '../base/dom';
import { lapTime } from '../base/format';
import { isolated } from '../base/isolated';
import { reasonOf } from '../base/reason';
import type { Key, View, ViewContext } from '../shell/view';
import type { DocumentSource, Source, TrackLine } from '../source/source';
import { byTime, type LapOption, lapOptions, ofTrack, perhapsOfTrack } from './lap_choice';
import { TraceSet } from './trace_set';
import { swatch } from './trace_tables';

const most = 6;

// The words in which names differ: "session_lap3.raf", "session_lap4.raf" are "lap3" and "lap4".
function whatDiffers(names: string[]): string[] {
    const stems = names.map(name => name.replace(/\.[^.]*$/, ''));
    if (new Set(stems).size < stems.length) return names;
    let same = 0;
    while (stems.every(stem => same < stem.length && stem[same] === stems[0][same])) same++;
    const start = Math.max(...[' ', '_', '-', '.'].map(mark => stems[0].lastIndexOf(mark, same - 1))) + 1;
    return stems.map(stem => stem.slice(start) || stem);
}

// Short names that distinguish the laps: the driver if drivers differ; otherwise the lap or the file.
function namesOf(laps: LapOption[]): string[] {
    const drivers = new Set(laps.map(option => option.driver)),
        files = new Set(laps.map(option => option.document.file));
    const lastOf = (name: string) => name.trim().split(/\s+/).pop() || name;
    if (drivers.size === 1 && laps.length > 1) {
        if (files.size === laps.length) return whatDiffers(laps.map(option => option.document.file)).map(isolated);
        return laps.map(option => `lap ${option.ref.lap}${files.size > 1 ? ` ${isolated(option.document.file)}` : ''}`);
    }
    const short = new Set([...drivers].map(lastOf)).size === drivers.size;
    return laps.map(option => {
        const same = laps.filter(other => other.driver === option.driver);
        const name = short ? lastOf(option.driver) : option.driver;
        if (same.length === 1) return isolated(name);
        return same.some(other => other !== option && other.ref.lap === option.ref.lap)
            ? `${isolated(name)}, ${isolated(option.document.file)}`
            : `${isolated(name)}, lap ${option.ref.lap}`;
    });
}

// The best of each driver or file, the fastest first.
function bestOfEach(laps: LapOption[]): LapOption[] {
    const seen = new Set<string>(),
        best: LapOption[] = [];
    for (const option of byTime(laps)) {
        const who = `${option.document.file}:${option.ref.slot}`;
        if (!seen.has(who)) best.push(option);
        seen.add(who);
    }
    return best;
}

class ChosenLaps {
    readonly element = h('div', { class: 'chosen-laps' });
    laps: LapOption[] = []; // the first is the reference
    names: string[] = [];
    others = 0; // laps that can be added
    private options: LapOption[] = [];

    // `changed` is called when other laps are requested: then read() again.
    constructor(
        private readonly context: ViewContext,
        changed: () => void,
    ) {
        context.state.watch('laps', changed);
        context.whenDocumentsChange(changed);
    }

    async read(): Promise<void> {
        this.options = await lapOptions(this.context.source);
        this.laps = this.picked();
        this.names = namesOf(this.laps);
        this.list();
    }

    // The laps in the address; otherwise the best ones: of all files if each is a lap, of the race itself if it is one.
    private picked(): LapOption[] {
        const { source, document, state } = this.context;
        const keys = state.get('laps').split(','),
            wanted = keys.map(key => this.options.find(option => option.key === key)).filter(option => option !== undefined);
        if (wanted.length >= 2) return wanted;
        const near = ofTrack(this.options, document.track_name),
            severalLaps = document.kind === 'lap' && source.documents.filter(each => each.kind === 'lap').length > 1,
            mine = severalLaps
                ? near.filter(option => option.document.kind === 'lap')
                : this.options.filter(option => option.document === document),
            best = bestOfEach(mine.length > 1 ? mine : near);
        const some = (best.length > 1 ? best : byTime(mine)).slice(0, document.kind === 'lap' ? 3 : 2);
        return wanted.length ? [wanted[0], ...some.filter(option => option !== wanted[0])].slice(0, 2) : some;
    }
    private choose(laps: LapOption[]): void {
        this.context.state.set('laps', laps.map(option => option.key).join(','));
    }

    private lap(option: LapOption, i: number): HTMLElement {
        const others = this.laps.filter(each => each !== option),
            file = this.context.source.documents.length > 1 ? [', ', name(option.document.file)] : [],
            makeReference = { click: () => this.choose([option, ...others]) };
        return h(
            'div',
            { class: 'chosen-lap', 'data-lap': option.key },
            swatch(i),
            h('span', null, h('bdi', null, option.driver), h('small', null, ` lap ${option.ref.lap}`, ...file)),
            h('strong', null, lapTime(option.time)),
            i === 0
                ? this.laps.length > 1 && h('span', { class: 'tag' }, 'reference')
                : h(
                      'button',
                      { type: 'button', class: 'small', title: `Compare with ${this.names[i]}`, on: makeReference },
                      'make reference',
                  ),
            this.laps.length > 2 ? iconButton(icons.close, `Leave out ${this.names[i]}`, () => this.choose(others)) : null,
        );
    }
    private select(label: string, first: string, action: string, rest: LapOption[], choose: (lap: LapOption) => void): HTMLElement {
        const options = byTime(rest).map(option => ({ value: option.key, text: option.text }));
        const chosen = (key: string) => {
            const option = this.options.find(each => each.key === key);
            if (option) choose(option);
        };
        return select(label, [{ value: '', text: first }, ...options], '', chosen, { 'data-action': action });
    }
    private list(): void {
        const { laps } = this,
            rest = perhapsOfTrack(this.options, laps[0]).filter(option => !laps.includes(option));
        this.others = rest.length;
        const add = (lap: LapOption) => this.choose([...laps, lap]),
            change = (lap: LapOption) => this.choose([laps[0], lap]);
        replace(
            this.element,
            ...laps.map((option, i) => this.lap(option, i)),
            laps.length < most && rest.length ? this.select('Add a lap', 'Add a lap …', 'add-lap', rest, add) : null,
            laps.length === 2 && rest.length ? this.select('Other lap', 'Instead of the second …', 'change-lap', rest, change) : null,
        );
    }
}

// What a view makes of the laps.
interface Together {
    parts: (HTMLElement | null)[];
    close(): void;
    shown?(): void;
    hidden?(): void;
    key?(event: KeyboardEvent): boolean;
}
export type Make = (set: TraceSet, names: string[], track: TrackLine | null) => Together;

// A view of several laps, which `make` shows; newer work takes the place of older.
export class LapsTogether implements View {
    readonly element: HTMLElement;
    private readonly chosen: ChosenLaps;
    private readonly heading = h('h2');
    private readonly body = h('div', { class: 'view' });
    private made: Together | null = null;
    private isShown = false;
    private work = 0;

    constructor(
        private readonly context: ViewContext,
        private readonly title: string,
        private readonly make: Make,
        readonly keys: Key[] = [],
        private readonly least = 2, // laps that it needs
    ) {
        this.chosen = new ChosenLaps(context, () => void this.show());
        this.element = h('div', { class: 'view' }, this.heading, this.chosen.element, this.body);
    }

    // Newer work takes the place of this: then null.
    private async compared(mine: number): Promise<TraceSet | null> {
        try {
            const { source } = this.context,
                set = new TraceSet(await source.traces(this.chosen.laps.map(option => option.ref)), source.documents);
            return mine === this.work ? set : null;
        } catch (error) {
            const why = reasonOf(error);
            if (mine === this.work)
                replace(this.body, h('p', { class: 'problem', role: 'status' }, `These laps cannot be compared: ${why}`));
            return null;
        }
    }
    async show(): Promise<void> {
        const mine = ++this.work;
        await this.chosen.read();
        if (mine !== this.work) return;
        this.closed();
        const { laps, names } = this.chosen;
        this.heading.textContent = laps.length < this.least || laps.length > 1 ? this.title : 'Lap driven again';
        if (laps.length < this.least) {
            const why = this.chosen.others
                ? 'Programs name tracks differently: add a lap that was driven on the same track.'
                : 'There is one whole lap only: open another file with laps of the same track.';
            replace(this.body, h('p', { class: 'note' }, why));
            return;
        }
        replace(this.body, h('p', { class: 'waiting' }, 'Comparing …'));
        const set = await this.compared(mine);
        if (!set) return;
        const track = await laps[0].document.track();
        if (mine !== this.work) return;
        this.made = this.make(set, names, track);
        replace(this.body, ...this.made.parts);
        if (this.isShown) this.made.shown?.();
    }
    shown(): void {
        this.isShown = true;
        this.made?.shown?.();
    }
    hidden(): void {
        this.isShown = false;
        this.made?.hidden?.();
    }
    key(event: KeyboardEvent): boolean {
        return this.made?.key?.(event) ?? false;
    }
    closed(): void {
        this.made?.close();
        this.made = null;
    }
}

function lapsIn(document: DocumentSource): number {
    return document.moves ? (tableOf(document, 'laps')?.rows ?? 0) : 0;
}

export const hasLap = (document: DocumentSource): boolean => (document.kind === 'race' || document.kind === 'lap') && lapsIn(document) > 0;
// Whether there are laps that a document's own can be looked at with.
export function hasLapsTogether(document: DocumentSource, source: Source): boolean {
    return hasLap(document) && source.documents.reduce((sum, each) => sum + lapsIn(each), 0) > 1;
}
