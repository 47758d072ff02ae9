// Tables about laps: values at the cursor, sectors, corners with what each cost.
import { colourOf, onTheme } from '../base/colours';
import { h, replace } from '../base/dom';
import { capital, fixed, kmh, kmhOfSpeed, lapTime, noValue, signed } from '../base/format';
import type { ChartGroup } from '../chart/group';
import { cornerMark, hasValues, type TraceSet } from './trace_set';

export function swatch(lap: number): HTMLElement {
    const dot = h('span', { class: 'dot' });
    dot.style.background = colourOf(lap);
    return dot;
}

const wrap = (label: string, table: HTMLTableElement): HTMLElement =>
    h('div', { class: 'table-scroll whole', tabindex: '0', role: 'region', 'aria-label': label }, table);
const cell = (value: number | null, text: string, name = 'td'): HTMLElement =>
    h(name as 'td', { class: 'number', 'data-value': value === null || Number.isNaN(value) ? '' : String(value) }, text);
const header = (column: string, text: string): HTMLElement =>
    h('th', { scope: 'col', class: /^(time|delta|start|end|minimum)_/.test(column) ? 'number' : null, 'data-column': column }, text);

// Values where the cursor is: a row for each channel, a column for each lap.
export function cursorTable(
    set: TraceSet,
    names: string[],
    group: ChartGroup,
    announce: (text: string) => void,
): { element: HTMLElement; close(): void } {
    const { laps } = set.traces;
    const shown = set.channels
        .filter(channel => laps.some(lap => hasValues(channel.values(lap))))
        .map(channel => ({ channel, values: laps.map(lap => channel.values(lap)) }));
    const place = h('caption'),
        head = h('tr'),
        body = h('tbody');
    const table = h(
        'table',
        { 'data-table': 'cursor', 'data-rows': shown.length + (laps.length > 1 ? 2 : 1) },
        place,
        h('thead', null, head),
        body,
    );
    const show = (distance: number | null) => {
        const i = distance === null ? -1 : set.index(distance),
            at = i < 0 ? null : set.traces.distance[i];
        place.textContent = at === null ? 'Point at a chart or the map' : `At ${fixed(at, 0)} m`;
        replace(
            head,
            header('channel', 'channel'),
            ...names.map((name, k) =>
                h('th', { scope: 'col', class: 'number', 'data-column': `lap_${k}` }, swatch(k), h('bdi', null, name)),
            ),
        );
        const row = (name: string, title: string, text: (value: number, k: number) => string, values: ArrayLike<number>[]) =>
            h(
                'tr',
                { 'data-channel': name },
                h('th', { scope: 'row' }, title),
                ...values.map((list, k) => {
                    const value = i < 0 || !list.length ? NaN : list[i];
                    return cell(value, Number.isNaN(value) ? noValue : text(value, k).replace('-', '−'));
                }),
            );
        const unit = (text: string) => text.replace(/,? ?left is up/, '').replace(/.+/, ' ($&)');
        replace(
            body,
            row(
                'time',
                'Time',
                value => lapTime(value),
                laps.map(lap => lap.time),
            ),
            laps.length > 1 ? row('delta', 'Behind (s)', (value, k) => (k ? signed(value) : ''), set.deltas) : null,
            ...shown.map(({ channel, values }) => row(channel.name, channel.title + unit(channel.unit), channel.text, values)),
        );
        if (at !== null)
            announce(
                `${laps
                    .map(
                        (_lap, k) =>
                            `${names[k]} ${shown[0] ? `${shown[0].channel.text(shown[0].values[k][i])} ${shown[0].channel.unit}` : ''}`,
                    )
                    .join(', ')} at ${fixed(at, 0)} metres`,
            );
    };
    show(null);
    const ends = [group.add({ cursorMoved: show }), onTheme(() => show(group.cursor))];
    return { element: wrap('Values at the cursor', table), close: () => ends.forEach(end => end()) };
}

export function sectorsTable(set: TraceSet, names: string[]): HTMLElement | null {
    const { sectors, laps } = set.traces;
    if (!sectors.length) return null;
    const rows = sectors.map(sector =>
        h(
            'tr',
            null,
            h('th', { scope: 'row', 'data-value': String(sector.sector) }, `Sector ${sector.sector}`),
            cell(sector.start, fixed(sector.start, 0)),
            cell(sector.end, fixed(sector.end, 0)),
            ...laps.flatMap((_lap, k) => [
                cell(sector.times[k], lapTime(sector.times[k])),
                k ? cell(sector.deltas[k], signed(sector.deltas[k])) : null,
            ]),
        ),
    );
    const table = wrap(
        'Sectors',
        h(
            'table',
            { 'data-table': 'sectors', 'data-rows': sectors.length },
            h('caption', { class: 'unseen' }, 'Time of each lap in each sector'),
            h(
                'thead',
                null,
                h(
                    'tr',
                    null,
                    header('sector', 'sector'),
                    header('start_distance', 'from (m)'),
                    header('end_distance', 'to (m)'),
                    ...names.flatMap((name, k) =>
                        k ? [header(`time_${k}`, name), header(`delta_${k}`, 'delta (s)')] : [header('time_0', name)],
                    ),
                ),
            ),
            h('tbody', null, ...rows),
        ),
    );
    return h(
        'div',
        null,
        table,
        h(
            'p',
            { class: 'note' },
            'Measured between these points, in the same way for every lap. ',
            'The sector times in Laps are those in the file, and differ by a few milliseconds.',
        ),
    );
}

// A strip as long as the lap: each corner as wide as it is long, coloured by what it cost. A click zooms to it.
export function cornerStrip(set: TraceSet, names: string[], lap: number, group: ChartGroup): HTMLElement {
    const { corners, length } = set.traces,
        strip = h('div', { class: 'corner-strip', role: 'group', 'aria-label': `What each corner cost ${names[lap]}` });
    const most = Math.max(0.02, ...corners.map(corner => Math.abs(corner.deltas[lap])));
    for (const cost of corners) {
        const delta = cost.deltas[lap],
            bar = h('span', { class: delta > 0 ? 'bar lost' : 'bar won' });
        bar.style.height = `${(Math.abs(delta) / most) * 30}px`;
        const button = h(
            'button',
            { type: 'button', 'data-corner': cost.corner, title: capital(cost.sentence[lap] ?? `${cost.name}: ${signed(delta)} s`) },
            h('span', { class: 'bars' }, bar),
            h('span', { class: 'corner-name' }, cornerMark(cost)),
            h('span', { class: 'corner-cost' }, signed(delta, 2)),
        );
        button.style.flexGrow = String(((cost.end - cost.start) / length) * 100);
        button.addEventListener('click', () => {
            const range: [number, number] = [Math.max(0, cost.start - 40), Math.min(length, cost.end + 20)];
            const same = group.range && Math.abs(group.range[0] - range[0]) < 1 && Math.abs(group.range[1] - range[1]) < 1;
            group.setRange(same ? null : range);
        });
        strip.append(button);
    }
    return strip;
}

export function cornersTable(set: TraceSet, names: string[]): HTMLElement {
    const { laps, corners } = set.traces;
    const speed = (value: number | null) => (value === null ? cell(null, noValue) : cell(value * kmhOfSpeed, kmh(value, 1)));
    const reason = (text: string | null) => h('td', { class: 'wraps', 'data-value': text ?? '' }, text ?? '');
    const rows = corners.map(cost =>
        h(
            'tr',
            null,
            h('th', { scope: 'row', 'data-value': String(cost.corner) }, capital(cost.name)),
            cell(cost.start, fixed(cost.start, 0)),
            cell(cost.end, fixed(cost.end, 0)),
            speed(cost.minimum[0]),
            ...laps
                .slice(1)
                .flatMap((_lap, k) => [
                    cell(cost.deltas[k + 1], signed(cost.deltas[k + 1])),
                    speed(cost.minimum[k + 1]),
                    reason(cost.reason[k + 1]),
                ]),
        ),
    );
    const several = laps.length > 2;
    return wrap(
        'Corners',
        h(
            'table',
            { 'data-table': 'corners', 'data-rows': corners.length },
            h('caption', { class: 'unseen' }, 'What each corner cost'),
            h(
                'thead',
                null,
                h(
                    'tr',
                    null,
                    header('corner', 'corner'),
                    header('start_distance', 'from (m)'),
                    header('end_distance', 'to (m)'),
                    header('minimum_speed_0', `slowest, ${names[0]} (km/h)`),
                    ...names
                        .slice(1)
                        .flatMap((name, k) => [
                            header(`delta_${k + 1}`, several ? `delta, ${name}` : 'delta (s)'),
                            header(`minimum_speed_${k + 1}`, `slowest, ${name} (km/h)`),
                            header(`reason_${k + 1}`, several ? name : 'what was different'),
                        ]),
                ),
            ),
            h('tbody', null, ...rows),
        ),
    );
}
