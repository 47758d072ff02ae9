// Laps driven together, as a table: how far each is behind the reference, and what it does.
import { h } from '../base/dom';
import { fixed, kmh, lapTime, noValue, signed } from '../base/format';
import type { GhostLap } from './ghost_lap';
import { swatch } from './trace_tables';

const columns: [string, string][] = [
    ['time', 'time'],
    ['delta', 'behind (s)'],
    ['gap', 'behind (m)'],
    ['speed', 'km/h'],
    ['throttle', 'throttle %'],
    ['brake', 'brake %'],
    ['gear', 'gear'],
];

export class GhostBoard {
    readonly element: HTMLElement;
    private readonly cells: Map<string, HTMLElement>[];

    constructor(
        private readonly laps: GhostLap[],
        names: string[],
    ) {
        this.cells = laps.map(() => new Map(columns.map(([name]) => [name, h('td', { class: 'number', 'data-column': name })])));
        const rows = laps.map((_, i) =>
            h('tr', { 'data-lap': i }, h('th', { scope: 'row' }, swatch(i), h('bdi', null, names[i])), ...this.cells[i].values()),
        );
        const heads = columns.map(([name, title]) => h('th', { scope: 'col', class: 'number', 'data-column': name }, title));
        this.element = h(
            'div',
            { class: 'table-scroll whole ghost-board', tabindex: '0', role: 'region', 'aria-label': 'Laps at this moment' },
            h(
                'table',
                { 'data-table': 'ghost', 'data-rows': laps.length },
                h('caption', { class: 'unseen' }, 'How far each lap is behind the reference, and what it does'),
                h('thead', null, h('tr', null, h('th', { scope: 'col', 'data-column': 'lap' }, 'lap'), ...heads)),
                h('tbody', null, ...rows),
            ),
        );
    }
    // `distances`: how far each lap is; the first is the reference.
    show(distances: number[]): void {
        const reference = this.laps[0].timeAt(distances[0]);
        for (const [i, lap] of this.laps.entries()) {
            const at = distances[i],
                { speed, throttle, brake, gear } = lap.trace;
            this.set(i, 'time', lap.timeAt(at), lapTime);
            this.set(i, 'delta', i ? lap.timeAt(distances[0]) - reference : NaN, signed);
            this.set(i, 'gap', i ? distances[0] - at : NaN, value => signed(value, 1));
            this.set(i, 'speed', lap.value(speed, at), value => kmh(value));
            this.set(i, 'throttle', lap.value(throttle, at) * 100, value => fixed(value, 0));
            this.set(i, 'brake', lap.value(brake, at) * 100, value => fixed(value, 0));
            this.set(i, 'gear', Math.round(lap.value(gear, at)), value => (value < 0 ? 'R' : value === 0 ? 'N' : String(value)));
        }
    }
    // Changes the page only where the text did.
    private set(lap: number, column: string, value: number, text: (value: number) => string): void {
        const cell = this.cells[lap].get(column)!,
            shown = Number.isNaN(value) ? (column === 'delta' || column === 'gap' ? '' : noValue) : text(value);
        cell.dataset.value = Number.isNaN(value) ? '' : String(value);
        if (cell.textContent !== shown) cell.textContent = shown;
    }
}
