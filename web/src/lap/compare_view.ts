// Where is the time? Two laps or more, of one file or of several, against the first.

import { tableOf } from '../base/columns';
import { h, iconButton, icons, name, replace, section, select } from '../base/dom';
import { lapTime, signed } from '../base/format';
import { isolated } from '../base/isolated';
import { reasonOf } from '../base/reason';
import { ChartGroup } from '../chart/group';
import type { View, ViewContext, ViewDefinition } from '../shell/view';
import type { DocumentSource, TrackLine } from '../source/source';
import { byTime, type LapOption, lapOptions, ofTrack } from './lap_choice';
import { makeTraceCharts } from './trace_charts';
import { makeTraceMap } from './trace_map';
import { TraceSet } from './trace_set';
import { cornerStrip, cornersTable, cursorTable, sectorsTable, swatch } from './trace_tables';

const most = 6;
const methods = {
    ruler: "the game's own distance along the track",
    projection: 'projection onto the line of the track',
    distance: 'the distance each car drove (rough)',
};

// The words in which names differ: "session_lap3.raf", "session_lap4.raf" are "lap3" and "lap4".
function whatDiffers(names: string[]): string[] {
    const stems = names.map(name => name.replace(/\.[^.]*$/, ''));
    if (new Set(stems).size < stems.length) return names;
    let same = 0;
    while (stems.every(stem => same < stem.length && stem[same] === stems[0][same])) same++;
    const start = Math.max(...[' ', '_', '-', '.'].map(mark => stems[0].lastIndexOf(mark, same - 1))) + 1;
    return stems.map(stem => stem.slice(start) || stem);
}

// Short names that tell the laps apart: the driver, where drivers differ; else the lap, or the file.
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

function answerOf(set: TraceSet, names: string[]): HTMLElement {
    const line = h('p', { class: 'answer' });
    for (let i = 1; i < set.traces.laps.length; i++) {
        const behind = set.total(i),
            byTimes = set.byLapTimes(i),
            same = Math.abs(behind) < 0.0005;
        line.append(
            h('bdi', null, names[i]),
            same ? ' is as fast as ' : ' is ',
            same ? '' : h('strong', null, `${Math.abs(behind).toFixed(3)} s`),
            same ? '' : behind > 0 ? ' slower than ' : ' faster than ',
            h('bdi', null, names[0]),
        );
        // games round lap times, so that both may be right: what corners cost adds up to the one that was measured
        if (byTimes !== null && Math.abs(byTimes - behind) >= 0.0005) line.append(h('small', null, ` (by lap times ${signed(byTimes)} s)`));
        line.append('. ');
    }
    return line;
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

function strips(set: TraceSet, names: string[], group: ChartGroup): HTMLElement[] {
    const total = (lap: number) => `: what each part cost, in seconds. Total ${signed(set.total(lap))} s.`;
    const line = (other: string, lap: number) =>
        h('p', { class: 'note' }, swatch(lap), name(other), ' against ', name(names[0]), total(lap));
    return names.slice(1).map((other, i) => h('div', { class: 'strip-place' }, line(other, i + 1), cornerStrip(set, names, i + 1, group)));
}

function howMeasured({ traces }: TraceSet): HTMLElement {
    const residual = traces.residual !== null ? `; known times are met within ${(traces.residual * 1000).toFixed(0)} ms` : '';
    return h(
        'p',
        { class: 'note' },
        `Aligned by ${methods[traces.method]}${residual}. `,
        `A delta is the time behind the reference at the same point, every ${traces.step} m; positive is slower.`,
    );
}

class Comparison implements View {
    readonly element: HTMLElement;
    private readonly chosen = h('div', { class: 'chosen-laps' });
    private readonly body = h('div', { class: 'view' });
    private options: LapOption[] = [];
    private ends: (() => void)[] = [];
    private work = 0;

    constructor(private readonly context: ViewContext) {
        this.element = h('div', { class: 'view' }, h('h2', null, 'Compare laps'), this.chosen, this.body);
        context.state.watch('laps', () => void this.show());
        context.whenDocumentsChange(() => void this.show());
    }

    // Those that the address has; else the best ones: of laps in several files these, of a race its own.
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
    private setLaps(laps: LapOption[]): void {
        this.context.state.set('laps', laps.map(option => option.key).join(','));
    }

    private chosenLap(laps: LapOption[], names: string[], i: number): HTMLElement {
        const option = laps[i],
            others = laps.filter(each => each !== option),
            file = this.context.source.documents.length > 1 ? [', ', name(option.document.file)] : [],
            makeReference = { click: () => this.setLaps([option, ...others]) };
        return h(
            'div',
            { class: 'chosen-lap', 'data-lap': option.key },
            swatch(i),
            h('span', null, h('bdi', null, option.driver), h('small', null, ` lap ${option.ref.lap}`, ...file)),
            h('strong', null, lapTime(option.time)),
            i === 0
                ? h('span', { class: 'tag' }, 'reference')
                : h('button', { type: 'button', class: 'small', title: `Compare with ${names[i]}`, on: makeReference }, 'make reference'),
            laps.length > 2 ? iconButton(icons.close, `Leave out ${names[i]}`, () => this.setLaps(others)) : null,
        );
    }
    private lapSelect(label: string, first: string, action: string, rest: LapOption[], choose: (lap: LapOption) => void): HTMLElement {
        const options = byTime(rest).map(option => ({ value: option.key, text: option.text }));
        const chosen = (key: string) => {
            const option = this.options.find(each => each.key === key);
            if (option) choose(option);
        };
        return select(label, [{ value: '', text: first }, ...options], '', chosen, { 'data-action': action });
    }
    private list(laps: LapOption[], names: string[]): void {
        const rest = ofTrack(this.options, laps[0]?.track ?? null).filter(option => !laps.includes(option));
        const add = (lap: LapOption) => this.setLaps([...laps, lap]),
            change = (lap: LapOption) => this.setLaps([laps[0], lap]);
        replace(
            this.chosen,
            ...laps.map((_, i) => this.chosenLap(laps, names, i)),
            laps.length < most && rest.length ? this.lapSelect('Add a lap', 'Add a lap …', 'add-lap', rest, add) : null,
            laps.length === 2 && rest.length ? this.lapSelect('Other lap', 'Instead of the second …', 'change-lap', rest, change) : null,
        );
    }

    // Newer work takes the place of this: then null.
    private async compared(laps: LapOption[], mine: number): Promise<TraceSet | null> {
        try {
            const set = new TraceSet(await this.context.source.traces(laps.map(option => option.ref)));
            return mine === this.work ? set : null;
        } catch (error) {
            const why = reasonOf(error);
            if (mine === this.work)
                replace(this.body, h('p', { class: 'problem', role: 'status' }, `These laps cannot be compared: ${why}`));
            return null;
        }
    }
    private layOut(set: TraceSet, names: string[], track: TrackLine | null): void {
        const group = new ChartGroup();
        const map = makeTraceMap(set, names, track, group),
            charts = makeTraceCharts(set, names, group),
            cursor = cursorTable(set, names, group, this.context.announce),
            sectors = sectorsTable(set, names);
        const wholeLap = { click: () => group.setRange(null) },
            whole = h('button', { type: 'button', class: 'small', disabled: true, on: wholeLap }, 'Whole lap');
        this.ends.push(map.close, charts.close, cursor.close);
        this.ends.push(group.add({ rangeChanged: range => (whole.disabled = range === null) }));
        replace(
            this.body,
            answerOf(set, names),
            ...strips(set, names, group),
            h(
                'div',
                { class: 'row-of-tools no-print' },
                whole,
                h('span', { class: 'note' }, 'Drag on a chart, or click a corner, to zoom; double-click shows the whole lap.'),
            ),
            h('div', { class: 'bench' }, h('div', { class: 'bench-side' }, map.element, cursor.element), charts.element),
            sectors ? section('Sectors', sectors) : null,
            section('Corners', cornersTable(set, names)),
            howMeasured(set),
        );
    }
    async show(): Promise<void> {
        const mine = ++this.work;
        this.options = await lapOptions(this.context.source);
        const laps = this.picked();
        if (mine !== this.work) return;
        this.closed();
        const names = namesOf(laps);
        this.list(laps, names);
        if (laps.length < 2) {
            const why = 'There is one whole lap only: open another file with laps of the same track.';
            replace(this.body, h('p', { class: 'note' }, why));
            return;
        }
        replace(this.body, h('p', { class: 'waiting' }, 'Comparing …'));
        const set = await this.compared(laps, mine);
        if (!set) return;
        const track = await laps[0].document.track();
        if (mine === this.work) this.layOut(set, names, track);
    }
    closed(): void {
        for (const end of this.ends) end();
        this.ends = [];
    }
}

function lapsIn(document: DocumentSource): number {
    return tableOf(document, 'laps')?.rows ?? 0;
}

export const compareView: ViewDefinition = {
    name: 'compare',
    isFor: (document, source) =>
        (document.kind === 'race' || document.kind === 'lap') &&
        lapsIn(document) > 0 &&
        source.documents.reduce((sum, each) => sum + lapsIn(each), 0) > 1,
    // several laps were given
    isFirstFor: (document, source) => document.kind === 'lap' && source.documents.filter(each => each.kind === 'lap').length > 1,
    async make(context) {
        const comparison = new Comparison(context);
        await comparison.show();
        return comparison;
    },
};
