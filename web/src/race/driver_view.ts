// One driver: what came of it, lap by lap, corners, with whom there was contact, stints and stops. Names everywhere lead here.
import { type Rows, rowsOf, tableOf } from '../base/columns';
import { h, iconButton, icons, replace, section, select } from '../base/dom';
import { fixed, lapTime, noValue, plural, signed } from '../base/format';
import { isolated } from '../base/isolated';
import { Chart, type ChartLine } from '../chart/chart';
import { ChartGroup } from '../chart/group';
import { documentKey } from '../shell/document_key';
import type { View, ViewContext, ViewDefinition } from '../shell/view';
import { cornersPart } from './driver_corners';
import { incidentsPart } from './driver_incidents';
import { driverLink } from './driver_link';
import { type Driver, type Drivers, driversOf } from './drivers';
import { type Incident, incidentsFrom } from './incident_text';
import { fastestOf, type Lap, lapsOf } from './laps_data';
import { filledColumns, lapsTable, stintsPart } from './laps_tables';
import { penaltiesPart, stopsPart } from './stops';

interface Race {
    drivers: Drivers;
    laps: Lap[];
    lapRows: Rows;
    results: Rows;
    incidents: Incident[];
    corners: Rows;
}

function answerOf(race: Race, driver: Driver): HTMLElement {
    const { results } = race,
        row = results.map(each => each).find(each => results.number('slot', each) === driver.slot);
    const line = h('p', { class: 'answer' });
    if (row === undefined) return line;
    const number = (column: string) => results.number(column, row),
        laps = number('laps'),
        grid = number('grid_position'),
        gap = number('gap'),
        down = number('laps_down'),
        best = number('best_lap_time'),
        fastest = fastestOf(race.laps),
        status = results.text('status', row).replace('_', ' ');
    const parts = [
        `${laps === null ? '' : `${plural(laps, 'lap')}, `}${status}`,
        grid ? `started in position ${grid}` : null,
        gap ? `${fixed(gap, 3)} s behind` : down ? `${plural(down, 'lap')} behind` : null,
        number('pit_stops') ? plural(number('pit_stops')!, 'pit stop') : null,
        number('penalties') ? plural(number('penalties')!, 'penalty', 'penalties') : null,
        number('contacts') ? plural(number('contacts')!, 'contact') : null,
    ];
    line.append(
        h('strong', null, `Position ${number('position') ?? noValue}`),
        ` of ${results.count}: ${parts.filter(part => part).join(', ')}. `,
    );
    if (best === null) return line;
    const behind = fastest && fastest.slot !== driver.slot && fastest.time !== null ? best - fastest.time : null;
    line.append('Best lap ', h('strong', null, lapTime(best)), ` in lap ${number('best_lap') ?? noValue}`);
    if (behind !== null) line.append(`, ${signed(behind)} s to the fastest, by `, driverLink(race.drivers, fastest!.slot));
    line.append('.');
    return line;
}

function entryOf(race: Race, driver: Driver): HTMLElement | null {
    const { results } = race,
        row = results.map(each => each).find(each => results.number('slot', each) === driver.slot) ?? -1;
    const facts = [
        ['number', 'No. '],
        ['vehicle', ''],
        ['team', ''],
        ['class', ''],
        ['co_driver', 'with '],
    ]
        .map(([column, before]) => [before, row < 0 ? '' : results.text(column, row)])
        .filter(([, text]) => text);
    if (!facts.length) return null;
    return h('p', { class: 'facts' }, ...facts.flatMap(([before, text], i) => [i ? ' · ' : '', before, h('bdi', null, text)]));
}

// Times and positions by lap, beside those of the winner.
function lapCharts(race: Race, driver: Driver): Chart[] {
    const own = race.laps.filter(lap => lap.slot === driver.slot),
        winner = race.drivers.list[0],
        other = winner.slot === driver.slot ? race.drivers.list[1] : winner,
        most = Math.max(0, ...race.laps.map(lap => lap.lap));
    if (most < 2 || !own.length) return [];
    const x = Float64Array.from({ length: most }, (_, i) => i + 1),
        group = new ChartGroup();
    const line = (of: Driver, read: (lap: Lap) => number | null): ChartLine => {
        const byLap = new Map(race.laps.filter(lap => lap.slot === of.slot).map(lap => [lap.lap, read(lap)]));
        const quiet = of !== driver;
        return {
            label: of.short,
            values: Array.from(x, lap => byLap.get(lap) ?? null),
            colour: () => race.drivers.colour(of.slot),
            points: !quiet,
            quiet,
        };
    };
    const both = (read: (lap: Lap) => number | null) => [...(other ? [line(other, read)] : []), line(driver, read)];
    const laps = { label: 'lap', unit: '', whole: true, text: (lap: number) => `lap ${lap}` };
    const times = new Chart({
        title: 'Lap times',
        description: 'The table of laps has the same.',
        height: 210,
        group,
        axisWidth: 60,
        x: laps,
        y: { label: 'lap time', unit: 'min:s', isTime: true, text: value => lapTime(value, value % 1 ? 1 : 0) },
    });
    times.setData(
        x,
        both(lap => lap.time),
    );
    if (!own.some(lap => lap.position !== null)) return [times];
    const positions = new Chart({
        title: 'Positions',
        description: 'At the end of each lap. The table of laps has the same.',
        height: 190,
        group,
        axisWidth: 60,
        x: laps,
        y: { label: 'position', unit: 'position', reverse: true, whole: true, range: [0.5, race.drivers.list.length + 0.5] },
    });
    positions.setData(
        x,
        both(lap => lap.position),
    );
    return [times, positions];
}

class DriverPage implements View {
    readonly element: HTMLElement;
    private readonly tools = h('div', { class: 'row-of-tools no-print' });
    private readonly body = h('div', { class: 'view' });
    private charts: Chart[] = [];
    private shownSlot = -1;
    private work = 0;

    constructor(
        private readonly context: ViewContext,
        private readonly race: Race,
    ) {
        this.element = h('div', { class: 'view' }, this.tools, this.body);
        context.state.watch('driver', () => void this.show());
    }
    private showTools(driver: Driver): void {
        const { drivers, laps } = this.race,
            { list } = drivers,
            go = (by: number) =>
                this.context.state.set('driver', drivers.key(list[(list.indexOf(driver) + by + list.length) % list.length].slot)),
            all = list.map(each => ({ value: drivers.key(each.slot), text: isolated(each.name) })),
            best = laps.find(lap => lap.slot === driver.slot && lap.best),
            fastest = fastestOf(laps),
            { source, document } = this.context,
            key = (lap: Lap) => `${documentKey(source, document)}:${lap.slot}:${lap.lap}`;
        const button = (text: string, work: () => void) => h('button', { type: 'button', class: 'small', on: { click: work } }, text);
        replace(
            this.tools,
            iconButton(icons.stepBack, 'The driver before', () => go(-1), { 'data-action': 'previous-driver' }),
            select('Driver', all, drivers.key(driver.slot), key => this.context.state.set('driver', key), { 'data-action': 'driver' }),
            iconButton(icons.stepForward, 'The next driver', () => go(1), { 'data-action': 'next-driver' }),
            button('In the replay', () => this.context.go('replay')),
            best && fastest && fastest !== best
                ? button('Against the fastest lap', () => this.context.go('compare', { laps: `${key(fastest)},${key(best)}` }))
                : null,
            best ? button('Best lap on the map', () => this.context.go('map', { lap: String(best.lap) })) : null,
        );
    }
    async show(): Promise<void> {
        const { race, context } = this,
            asked = context.state.get('driver'),
            problem = race.drivers.notFound(asked),
            driver = race.drivers.find(asked) ?? race.drivers.list[0];
        if (!driver || (driver.slot === this.shownSlot && !problem)) return;
        const mine = ++this.work;
        this.shownSlot = problem ? -1 : driver.slot;
        this.showTools(driver);
        const [stops, penalties, stints] = await Promise.all([
            stopsPart(context, race.drivers, driver.slot),
            penaltiesPart(context, race.drivers, driver.slot),
            stintsPart(context, race.drivers, driver.slot),
        ]);
        if (mine !== this.work) return;
        this.closed();
        this.charts = lapCharts(race, driver);
        replace(
            this.body,
            problem ? h('p', { class: 'problem', role: 'status' }, problem) : null,
            h('h2', null, h('bdi', null, driver.name)),
            entryOf(race, driver),
            answerOf(race, driver),
            this.charts.length ? h('div', { class: 'columns' }, ...this.charts.map(chart => chart.element)) : null,
            incidentsPart(context, race.drivers, race.incidents, driver.slot),
            cornersPart(race, driver.slot),
            race.laps.some(lap => lap.slot === driver.slot)
                ? section('Laps', lapsTable(context, race.laps, race.drivers, filledColumns(race.lapRows), driver.slot).element)
                : null,
            stints,
            h('div', { class: 'columns' }, stops, penalties),
        );
    }
    closed(): void {
        for (const chart of this.charts) chart.close();
        this.charts = [];
    }
}

export const driverView: ViewDefinition = {
    name: 'driver',
    isFor: document => document.kind === 'race' && (tableOf(document, 'results')?.rows ?? 0) > 0,
    async make(context) {
        const { document } = context;
        const [drivers, laps, lapRows, results, incidents, parties, corners] = await Promise.all([
            driversOf(document),
            lapsOf(document),
            rowsOf(document, 'laps'),
            rowsOf(document, 'results'),
            rowsOf(document, 'incidents'),
            rowsOf(document, 'incident_parties'),
            rowsOf(document, 'corner_times'),
        ]);
        const page = new DriverPage(context, { drivers, laps, lapRows, results, incidents: incidentsFrom(incidents, parties), corners });
        await page.show();
        return page;
    },
};
