// The wheels over a lap: forces, load, slip and lean of all four, at the cursor that map and charts share, and as it plays.
import { colourOf, dashOfRound } from '../base/colours';
import { h, replace, select } from '../base/dom';
import { distance, fixed, lapTime, noValue } from '../base/format';
import { reasonOf } from '../base/reason';
import { Chart, labelSpace } from '../chart/chart';
import { ChartGroup } from '../chart/group';
import { PlayBar, playKeys } from '../race/play_bar';
import type { View, ViewContext, ViewDefinition } from '../shell/view';
import type { DocumentSource, TrackLine } from '../source/source';
import { GhostLap } from './ghost_lap';
import { byTime, type LapOption, lapOptions } from './lap_choice';
import { hasWheels, type Telemetry, telemetryOf, wheelNames, wheels, wheelValues } from './telemetry';
import { makeTraceMap } from './trace_map';
import { TraceSet } from './trace_set';
import { type CursorFigure, forcesFigure, frictionFigure, leanFigure } from './wheel_figures';

const betweenAddresses = 1000; // ms, while it plays

interface Quantity {
    name: string;
    title: string;
    unit: string;
    factor: number;
    digits: number;
    charted: boolean;
}
const degrees = 180 / Math.PI;
const quantities: Quantity[] = [
    { name: 'load', title: 'Load', unit: 'kN', factor: 0.001, digits: 2, charted: true },
    { name: 'x_force', title: 'Force to the right', unit: 'kN', factor: 0.001, digits: 2, charted: false },
    { name: 'y_force', title: 'Force forward', unit: 'kN', factor: 0.001, digits: 2, charted: false },
    { name: 'slip_angle', title: 'Slip angle', unit: '°', factor: degrees, digits: 1, charted: true },
    { name: 'slip_ratio', title: 'Slip ratio', unit: '%', factor: 100, digits: 1, charted: true },
    {
        name: 'slip_fraction',
        title: 'Slip, of the best',
        unit: '%',
        factor: 100 / 255,
        digits: 0,
        charted: false,
    },
    { name: 'lean', title: 'Lean to the road', unit: '°', factor: degrees, digits: 1, charted: true },
    { name: 'steer', title: 'Steered to the left', unit: '°', factor: degrees, digits: 1, charted: false },
    { name: 'deflection', title: 'Suspension compressed', unit: 'mm', factor: 1000, digits: 0, charted: false },
    { name: 'air_temperature', title: 'Air in the tyre', unit: '°C', factor: 1, digits: 0, charted: false },
];

// Values of the four wheels at the cursor.
class WheelsTable {
    readonly element: HTMLElement;
    private readonly rows: { quantity: Quantity; cells: HTMLElement[]; values: Float32Array[] }[];
    private readonly caption = h('caption');

    constructor(telemetry: Telemetry) {
        this.rows = quantities
            .map(quantity => ({
                quantity,
                values: wheels.map(wheel => wheelValues(telemetry, wheel, quantity.name)),
                cells: wheels.map(wheel => h('td', { class: 'number', 'data-column': wheel })),
            }))
            .filter(row => row.values.some(values => values.length));
        const heads = wheels.map(wheel => h('th', { scope: 'col', class: 'number', 'data-column': wheel }, wheelNames[wheel]));
        const body = this.rows.map(({ quantity, cells }) =>
            h(
                'tr',
                { 'data-quantity': quantity.name },
                h('th', { scope: 'row' }, quantity.title, h('small', null, ` ${quantity.unit}`)),
                ...cells,
            ),
        );
        this.element = h(
            'div',
            { class: 'table-scroll whole', tabindex: '0', role: 'region', 'aria-label': 'Wheels at the cursor' },
            h(
                'table',
                { 'data-table': 'wheels_now', 'data-rows': this.rows.length },
                this.caption,
                h('thead', null, h('tr', null, h('th', { scope: 'col', 'data-column': 'quantity' }, 'wheel'), ...heads)),
                h('tbody', null, ...body),
            ),
        );
    }
    show(index: number, time: number, metres: number): void {
        this.caption.textContent = `${lapTime(time)} into the lap, at ${distance(metres)}`;
        for (const { quantity, cells, values } of this.rows) {
            for (const [wheel, cell] of cells.entries()) {
                const value = values[wheel].length ? values[wheel][index] * quantity.factor : NaN;
                cell.dataset.value = Number.isNaN(value) ? '' : String(value);
                const text = Number.isNaN(value) ? noValue : fixed(value, quantity.digits);
                if (cell.textContent !== text) cell.textContent = text;
            }
        }
    }
}

// One chart for each quantity, with all four wheels on one axis.
function makeCharts(telemetry: Telemetry, set: TraceSet, indices: Int32Array, group: ChartGroup): Chart[] {
    const labelWidth = labelSpace(Math.max(...wheels.map(wheel => wheelNames[wheel].length)));
    const shown = quantities.filter(
        quantity => quantity.charted && wheels.some(wheel => wheelValues(telemetry, wheel, quantity.name).length),
    );
    return shown.map((quantity, i) => {
        const chart = new Chart({
            title: quantity.title,
            description: 'Of the four wheels over distance. The table has the values at the cursor.',
            height: i === shown.length - 1 ? 160 : 130,
            axisWidth: 54,
            labelWidth,
            group,
            hideX: i < shown.length - 1,
            x: { label: 'distance', unit: 'm', text: value => `${value} m` },
            y: { label: quantity.title, unit: quantity.unit },
        });
        chart.setData(
            set.traces.distance,
            wheels.map((wheel, k) => {
                const values = wheelValues(telemetry, wheel, quantity.name);
                return {
                    label: wheelNames[wheel],
                    values: Float32Array.from(indices, index => (index < 0 || !values.length ? NaN : values[index] * quantity.factor)),
                    colour: () => colourOf(k),
                    dash: dashOfRound(k < 2 ? 0 : 1), // those behind are dashed
                };
            }),
        );
        return chart;
    });
}

class WheelsOfLap {
    readonly parts: (HTMLElement | null)[];
    private readonly lap: GhostLap;
    private readonly group = new ChartGroup();
    private readonly figures: CursorFigure[];
    private readonly table: WheelsTable;
    private readonly bar: PlayBar;
    private readonly ends: (() => void)[] = [];
    private readonly member = { cursorMoved: (at: number | null) => this.pointed(at) };
    private visible = false;
    private lastAddress = -Infinity;

    constructor(
        private readonly context: ViewContext,
        private readonly telemetry: Telemetry,
        private readonly option: LapOption,
        set: TraceSet,
        track: TrackLine | null,
    ) {
        this.lap = new GhostLap(set, 0);
        const made = [forcesFigure(telemetry), frictionFigure(telemetry), leanFigure(telemetry)];
        this.figures = made.filter(figure => figure !== null);
        this.table = new WheelsTable(telemetry);
        this.bar = new PlayBar(0, this.lap.duration, 1, (time, playing) => this.update(time, playing));
        const { time } = this.lap.trace,
            indices = Int32Array.from(time, each => (Number.isNaN(each) ? -1 : telemetry.indexAt(option.start + each)));
        const map = makeTraceMap(set, [option.driver], track, this.group),
            charts = makeCharts(telemetry, set, indices, this.group);
        this.group.add(this.member);
        this.ends.push(
            map.close,
            ...charts.map(chart => () => chart.close()),
            ...this.figures.map(
                ({ figure }) =>
                    () =>
                        figure.close(),
            ),
            context.state.watch('since', () => this.takeTime()),
        );
        const [forces, friction, lean] = this.figures.map(({ figure }) => figure.element);
        const stacked = h('div', { class: 'charts stacked' }, ...charts.map(chart => chart.element));
        const note =
            'A tyre is blue where it slips little, orange where it slips as much as is best for it (100 %) or more. ' +
            'The circle is what the axle gave at most in this lap, in relation to the load that the wheel has now.';
        this.parts = [
            h('div', { class: 'figures wheels' }, forces, friction, h('div', { class: 'wheels-now' }, lean, this.table.element)),
            this.bar.element,
            h('div', { class: 'bench' }, h('div', { class: 'bench-side' }, map.element), stacked),
            h('p', { class: 'note' }, note),
        ];
    }
    private update(time: number, playing: boolean): void {
        const index = this.telemetry.indexAt(this.option.start + time),
            distance = this.lap.distanceAt(time);
        for (const figure of this.figures) figure.at(index);
        this.table.show(index, time, distance);
        this.group.moveCursor(distance, this.member);
        this.bar.element.dataset.time = time.toFixed(3);
        const now = performance.now();
        if (!this.visible || (playing && now - this.lastAddress < betweenAddresses)) return;
        this.lastAddress = now;
        this.context.state.set('since', time.toFixed(2));
    }
    private pointed(at: number | null): void {
        if (at !== null && !this.bar.player.isPlaying) this.bar.player.seek(this.lap.timeAt(at));
    }
    private takeTime(): void {
        const given = this.context.state.get('since');
        if (this.visible && given !== '' && Math.abs(Number(given) - this.bar.player.time) > 0.02) this.bar.player.seek(Number(given));
    }
    shown(): void {
        this.visible = true;
        this.takeTime();
        this.update(this.bar.player.time, false);
    }
    hidden(): void {
        this.visible = false;
        this.bar.player.pause();
    }
    key(event: KeyboardEvent): boolean {
        return this.bar.key(event);
    }
    close(): void {
        this.hidden();
        for (const end of this.ends) end();
    }
}

class Wheels implements View {
    readonly element: HTMLElement;
    readonly keys = playKeys;
    private readonly tools = h('div', { class: 'row-of-tools' });
    private readonly body = h('div', { class: 'view' });
    private made: WheelsOfLap | null = null;
    private isShown = false;
    private work = 0;

    constructor(
        private readonly context: ViewContext,
        private readonly options: LapOption[],
        private readonly telemetry: Telemetry,
    ) {
        this.element = h('div', { class: 'view' }, h('h2', null, 'Wheels'), this.tools, this.body);
        context.state.watch('lap', () => void this.show());
    }
    async show(): Promise<void> {
        const { state, source, document } = this.context,
            mine = ++this.work,
            wanted = state.get('lap');
        const option = this.options.find(each => wanted !== '' && String(each.ref.lap) === wanted) ?? byTime(this.options)[0];
        this.closed();
        if (!option) {
            replace(this.body, h('p', null, 'No driver completed a lap in this file.'));
            return;
        }
        const all = byTime(this.options).map(each => ({ value: String(each.ref.lap), text: each.text }));
        replace(
            this.tools,
            this.options.length > 1
                ? select('Lap', all, String(option.ref.lap), lap => state.set('lap', lap), { 'data-action': 'lap' })
                : null,
            h(
                'p',
                { class: 'answer' },
                h('strong', null, lapTime(option.time)),
                ' by ',
                h('bdi', null, option.driver),
                `, lap ${option.ref.lap}.`,
            ),
        );
        try {
            const [traces, track] = await Promise.all([source.traces([option.ref]), document.track()]);
            if (mine !== this.work) return;
            this.made = new WheelsOfLap(this.context, this.telemetry, option, new TraceSet(traces, source.documents), track);
            replace(this.body, ...this.made.parts);
            if (this.isShown) this.made.shown();
        } catch (error) {
            const why = reasonOf(error);
            if (mine === this.work) replace(this.body, h('p', { class: 'problem', role: 'status' }, `This lap cannot be shown: ${why}`));
        }
    }
    shown(): void {
        this.isShown = true;
        this.made?.shown();
    }
    hidden(): void {
        this.isShown = false;
        this.made?.hidden();
    }
    key(event: KeyboardEvent): boolean {
        return this.made?.key(event) ?? false;
    }
    closed(): void {
        this.made?.close();
        this.made = null;
    }
}

export const wheelsView: ViewDefinition = {
    name: 'wheels',
    isFor: (document: DocumentSource) => document.kind === 'lap' && hasWheels(document),
    async make(context) {
        const [options, telemetry] = await Promise.all([lapOptions(context.source, context.document), telemetryOf(context.document)]);
        const view = new Wheels(context, options, telemetry!);
        await view.show();
        return view;
    },
};
