// Where is the time? Two laps or more, of one file or of several, against the first.

import { h, iconButton, icons, name, replace, section, select } from '../base/dom';
import { lapTime, signed } from '../base/format';
import { isolated } from '../base/isolated';
import { ChartGroup } from '../chart/group';
import type { ViewDefinition } from '../shell/view';
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

export const compareView: ViewDefinition = {
    name: 'compare',
    title: 'Compare',
    isFor: (document, source) =>
        (document.kind === 'race' || document.kind === 'lap') &&
        document.tables.some(table => table.name === 'laps' && table.rows > 0) &&
        source.documents.reduce((sum, each) => sum + (each.tables.find(table => table.name === 'laps')?.rows ?? 0), 0) > 1,
    // several laps were given
    isFirstFor: (document, source) => document.kind === 'lap' && source.documents.filter(each => each.kind === 'lap').length > 1,
    async make(context) {
        const { source, document, state } = context;
        let options: LapOption[] = [],
            ends: (() => void)[] = [],
            work = 0;
        const chosen = h('div', { class: 'chosen-laps' }),
            body = h('div', { class: 'view' });
        const picked = (): LapOption[] => {
            const wanted = state
                .get('laps')
                .split(',')
                .map(key => options.find(option => option.key === key))
                .filter(option => option !== undefined);
            if (wanted.length >= 2) return wanted;
            // the best of each driver or file, the fastest first
            const seen = new Set<string>(),
                best: LapOption[] = [];
            const near = ofTrack(options, document.track_name),
                mine =
                    source.documents.filter(each => each.kind === 'lap').length > 1 && document.kind === 'lap'
                        ? near.filter(option => option.document.kind === 'lap')
                        : options.filter(option => option.document === document);
            for (const option of byTime(mine.length > 1 ? mine : near)) {
                const who = `${option.document.file}:${option.ref.slot}`;
                if (!seen.has(who)) best.push(option);
                seen.add(who);
            }
            const two = (best.length > 1 ? best : byTime(mine)).slice(0, document.kind === 'lap' ? 3 : 2);
            return wanted.length ? [wanted[0], ...two.filter(option => option !== wanted[0])].slice(0, 2) : two;
        };
        const setLaps = (laps: LapOption[]) => state.set('laps', laps.map(option => option.key).join(','));
        const list = (laps: LapOption[], names: string[]) => {
            const rest = ofTrack(options, laps[0]?.track ?? null).filter(option => !laps.includes(option));
            replace(
                chosen,
                ...laps.map((option, i) =>
                    h(
                        'div',
                        { class: 'chosen-lap', 'data-lap': option.key },
                        swatch(i),
                        h(
                            'span',
                            null,
                            h('bdi', null, option.driver),
                            h(
                                'small',
                                null,
                                ` lap ${option.ref.lap}`,
                                ...(source.documents.length > 1 ? [', ', name(option.document.file)] : []),
                            ),
                        ),
                        h('strong', null, lapTime(option.time)),
                        i === 0
                            ? h('span', { class: 'tag' }, 'reference')
                            : h(
                                  'button',
                                  {
                                      type: 'button',
                                      class: 'small',
                                      title: `Compare with ${names[i]}`,
                                      on: { click: () => setLaps([option, ...laps.filter(each => each !== option)]) },
                                  },
                                  'make reference',
                              ),
                        laps.length > 2
                            ? iconButton(icons.close, `Leave out ${names[i]}`, () => setLaps(laps.filter(each => each !== option)))
                            : null,
                    ),
                ),
                laps.length < most && rest.length
                    ? select(
                          'Add a lap',
                          [{ value: '', text: 'Add a lap …' }, ...byTime(rest).map(option => ({ value: option.key, text: option.text }))],
                          '',
                          key => {
                              const added = options.find(option => option.key === key);
                              if (added) setLaps([...laps, added]);
                          },
                          { 'data-action': 'add-lap' },
                      )
                    : null,
                laps.length === 2 && rest.length
                    ? select(
                          'Other lap',
                          [
                              { value: '', text: 'Instead of the second …' },
                              ...byTime(rest).map(option => ({ value: option.key, text: option.text })),
                          ],
                          '',
                          key => {
                              const other = options.find(option => option.key === key);
                              if (other) setLaps([laps[0], other]);
                          },
                          { 'data-action': 'change-lap' },
                      )
                    : null,
            );
        };
        const show = async () => {
            const mine = ++work;
            options = await lapOptions(source);
            const laps = picked();
            if (mine !== work) return;
            ends.forEach(end => end());
            ends = [];
            const names = namesOf(laps);
            list(laps, names);
            if (laps.length < 2) {
                replace(body, h('p', { class: 'note' }, 'There is one whole lap only: open another file with laps of the same track.'));
                return;
            }
            replace(body, h('p', { class: 'waiting' }, 'Comparing …'));
            let set: TraceSet;
            try {
                set = new TraceSet(await source.traces(laps.map(option => option.ref)));
            } catch (error) {
                if (mine === work)
                    replace(
                        body,
                        h(
                            'p',
                            { class: 'problem', role: 'status' },
                            `These laps cannot be compared: ${error instanceof Error ? error.message : String(error)}`,
                        ),
                    );
                return;
            }
            const track = await laps[0].document.track();
            if (mine !== work) return;
            const group = new ChartGroup();
            const map = makeTraceMap(set, names, track, group),
                charts = makeTraceCharts(set, names, group),
                cursor = cursorTable(set, names, group, context.announce);
            ends.push(map.close, charts.close, cursor.close);
            const sectors = sectorsTable(set, names);
            const residual =
                set.traces.residual !== null ? `; known times are met within ${(set.traces.residual * 1000).toFixed(0)} ms` : '';
            const whole = h(
                'button',
                { type: 'button', class: 'small', disabled: true, on: { click: () => group.setRange(null) } },
                'Whole lap',
            );
            ends.push(group.add({ rangeChanged: range => (whole.disabled = range === null) }));
            replace(
                body,
                answerOf(set, names),
                ...names
                    .slice(1)
                    .map((other, i) =>
                        h(
                            'div',
                            { class: 'strip-place' },
                            h(
                                'p',
                                { class: 'note' },
                                swatch(i + 1),
                                name(other),
                                ' against ',
                                name(names[0]),
                                `: what each part cost, in seconds. Total ${signed(set.total(i + 1))} s.`,
                            ),
                            cornerStrip(set, names, i + 1, group),
                        ),
                    ),
                h(
                    'div',
                    { class: 'row-of-tools no-print' },
                    whole,
                    h('span', { class: 'note' }, 'Drag on a chart, or click a corner, to zoom; double-click shows the whole lap.'),
                ),
                h('div', { class: 'bench' }, h('div', { class: 'bench-side' }, map.element, cursor.element), charts.element),
                sectors ? section('Sectors', sectors) : null,
                section('Corners', cornersTable(set, names)),
                h(
                    'p',
                    { class: 'note' },
                    `Same places by ${methods[set.traces.method]}${residual}. `,
                    `A delta is the time behind the reference at the same place, every ${set.traces.step} m; positive is slower.`,
                ),
            );
        };
        state.watch('laps', () => void show());
        context.whenDocumentsChange(() => void show());
        await show();
        return {
            element: h('div', { class: 'view' }, h('h2', null, 'Compare laps'), chosen, body),
            closed: () => ends.forEach(end => end()),
        };
    },
};
