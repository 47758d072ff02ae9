// Lap times: everyone's laps as lines, then as a table; stints.

import { type Rows, rowsOf, tableOf } from '../base/columns';
import { h, replace, section, select } from '../base/dom';
import { gap, lapTime, plural } from '../base/format';
import { isolated } from '../base/isolated';
import { Pieces } from '../base/turns';
import { Chart, type ChartLine } from '../chart/chart';
import type { ViewContext, ViewDefinition } from '../shell/view';
import type { TableInfo } from '../source/source';
import { DataTable } from '../table/data_table';
import { contentOf } from '../table/table_model';
import { type Drivers, driversOf } from './drivers';
import { fastestOf, type Lap, lapRemark, lapsOf, reasonsText } from './laps_data';
import { inDrawingOrder } from './order_charts';
import { pickList } from './pick_list';

function makeChart(laps: Lap[], drivers: Drivers): Chart | null {
    const most = Math.max(0, ...laps.map(lap => lap.lap));
    const times = laps
        .map(lap => lap.time)
        .filter(time => time !== null)
        .sort((a, b) => a - b);
    if (most < 2 || times.length < 2) return null;
    // slow laps (stops, accidents) leave the picture before they press the others together
    const low = times[0],
        usual = times[Math.floor(times.length * 0.6)];
    const range: [number, number] = [
        low - (usual - low) * 0.08 - 0.2,
        Math.min(times[times.length - 1], usual + (usual - low) * 1.6 + 1) + 0.2,
    ];
    const chart = new Chart({
        title: 'Lap times',
        description: 'Lap time of each driver by lap. The table of laps has the same.',
        height: 320,
        x: { label: 'lap', unit: '', whole: true, text: lap => `lap ${lap}` },
        y: { label: 'lap time', unit: 'min:s', isTime: true, text: value => lapTime(value, value % 1 ? 1 : 0), range },
        pickLine: line => drivers.toggle(shown[line].slot),
    });
    let shown = drivers.list;
    const x = Float64Array.from({ length: most }, (_, i) => i + 1),
        byDriver = new Map(laps.map(lap => [`${lap.slot} ${lap.lap}`, lap]));
    const draw = () => {
        shown = inDrawingOrder(drivers);
        chart.setData(
            x,
            shown.map(
                (driver): ChartLine => ({
                    label: driver.short,
                    values: Array.from(x, lap => byDriver.get(`${driver.slot} ${lap}`)?.time ?? null),
                    colour: () => drivers.colour(driver.slot),
                    dash: drivers.dash(driver.slot),
                    points: true,
                    quiet: !drivers.isPicked(driver.slot),
                }),
            ),
        );
    };
    drivers.watch(draw);
    draw();
    return chart;
}

// One dot a lap beside the name of its driver: who was fast, who was even.
function strips(laps: Lap[], drivers: Drivers): HTMLElement {
    const list = h('div', {
        class: 'strips',
        role: 'img',
        'aria-label': 'Lap times of each driver as dots; the table of laps has the same',
    });
    void fillStrips(list, laps, drivers);
    return list;
}
// Driver by driver, since there may be thousands of laps.
async function fillStrips(list: HTMLElement, laps: Lap[], drivers: Drivers): Promise<void> {
    const pieces = new Pieces(),
        counted = laps.filter(lap => lap.counts);
    const low = Math.min(...counted.map(lap => lap.time!)),
        sorted = counted.map(lap => lap.time!).sort((a, b) => a - b);
    const high = Math.min(sorted[sorted.length - 1], sorted[Math.floor(sorted.length * 0.75)] + 4);
    for (const driver of drivers.list) {
        await pieces.rest();
        const own = counted.filter(lap => lap.slot === driver.slot);
        const line = h('div', { class: 'strip' });
        for (const lap of own) {
            const dot = h('span', {
                class: lap.clean ? 'lap-dot' : 'lap-dot hollow',
                title: `Lap ${lap.lap}: ${lapTime(lap.time)}${lap.reasons ? ` (${reasonsText(lap.reasons)})` : ''}`,
            });
            dot.style.left = `${Math.min(1, (lap.time! - low) / Math.max(high - low, 0.1)) * 100}%`;
            line.append(dot);
        }
        list.append(
            h(
                'div',
                { class: 'strip-row' },
                h('bdi', { class: 'strip-name' }, driver.short),
                line,
                h('span', { class: 'strip-best' }, own.length ? lapTime(Math.min(...own.map(lap => lap.time!))) : '–'),
            ),
        );
    }
    list.append(
        h(
            'div',
            { class: 'strip-row axis' },
            h('span', { class: 'strip-name' }, 'timed laps'),
            h('div', { class: 'strip ends' }, h('span', null, lapTime(low, 1)), h('span', null, `${lapTime(high, 1)} and slower`)),
            h('span'),
        ),
    );
}

// As whom the car is entered and who drove it: only some files say so. Of those columns the ones that have a value.
function filledColumns(rows: Rows): Set<string> {
    const some = ['who', 'number', 'co_driver', 'team', 'class'];
    return new Set(some.filter(column => rows.map(row => rows.value(column, row)).some(value => value !== null)));
}

function lapsTable(context: ViewContext, laps: Lap[], drivers: Drivers, filled: Set<string>, slot: number | null): DataTable {
    const info = tableOf(context.document, 'laps')!,
        own = slot === null ? laps : laps.filter(lap => lap.slot === slot),
        firstRow = own.length ? laps.indexOf(own[0]) : 0;
    const counted = laps.filter(lap => lap.counts);
    const bestOf = (read: (lap: Lap) => number | null) => Math.min(...counted.map(lap => read(lap) ?? Infinity));
    const bests = {
        lap_time: bestOf(lap => lap.time),
        sector_1_time: bestOf(lap => lap.sectors[0]),
        sector_2_time: bestOf(lap => lap.sectors[1]),
        sector_3_time: bestOf(lap => lap.sectors[2]),
        sector_4_time: bestOf(lap => lap.sectors[3]),
    };
    const time = (title: string, best: number) => ({
        title,
        unit: '',
        text: (value: unknown) => (typeof value === 'number' ? lapTime(value) : ''),
        mark: (value: unknown) => (value === best ? 'best' : null),
    });
    const many = new Set(laps.map(lap => lap.slot)).size > 1;
    const entry = ['number', 'co_driver', 'team', 'class'].filter(column => filled.has(column));
    const columns = [
        many ? 'driver' : '',
        filled.has('who') ? 'who' : '',
        'lap',
        'lap_time',
        'sector_1_time',
        'sector_2_time',
        'sector_3_time',
        'sector_4_time',
        'kind',
        'counts',
        'clean',
        'reasons',
        many ? 'position' : '',
        many ? 'gap_to_leader' : '',
        'top_speed',
        'contacts',
        ...entry,
    ].filter(
        column =>
            column &&
            info.columns.some(each => each.name === column) &&
            (!column.startsWith('sector') || Number.isFinite(bests[column as 'lap_time'])),
    );
    const base = contentOf(context.document, info);
    const content =
        slot === null || !own.length
            ? base
            : {
                  ...base,
                  rows: own.length,
                  readable: own.length,
                  read: (names: string[], first: number, count: number) => base.read(names, firstRow + first, count),
              };
    return new DataTable({
        content,
        caption: 'Laps',
        columns,
        whole: content.rows <= 40,
        fileName: `${context.document.file}-laps`,
        computed: true,
        styles: {
            lap_time: time('lap time', bests.lap_time),
            sector_1_time: time('sector 1', bests.sector_1_time),
            sector_2_time: time('sector 2', bests.sector_2_time),
            sector_3_time: time('sector 3', bests.sector_3_time),
            sector_4_time: time('sector 4', bests.sector_4_time),
            kind: { text: value => lapRemark({ kind: String(value) } as Lap) || 'timed' },
            reasons: { title: 'not clean because', text: value => (value === null ? '' : reasonsText(String(value))) },
            gap_to_leader: { title: 'gap', unit: '', text: value => (typeof value === 'number' ? gap(value) : '') },
            number: { title: 'no.' },
            co_driver: { title: 'co-driver' },
            top_speed: { title: 'top speed', unit: 'km/h', text: value => (typeof value === 'number' ? (value * 3.6).toFixed(1) : '') },
        },
        choose: row => {
            const lap = own[row];
            context.go('map', { driver: drivers.key(lap.slot), lap: String(lap.lap) });
        },
    });
}

function answerOf(laps: Lap[], drivers: Drivers): HTMLElement {
    const completed = `${plural(laps.filter(lap => lap.time !== null && lap.kind !== 'incomplete').length, 'lap')} completed.`,
        best = fastestOf(laps);
    if (!best) {
        const timed = laps.some(lap => lap.time !== null && lap.kind !== 'incomplete');
        return h('p', { class: 'answer' }, timed ? `No lap counts: the table says why. ${completed}` : 'No driver completed a lap.');
    }
    return h(
        'p',
        { class: 'answer' },
        drivers.list.length > 1 ? 'Fastest lap: ' : 'Best lap: ',
        h('strong', null, lapTime(best.time)),
        ' by ',
        h('bdi', null, best.driver),
        ` in lap ${best.lap}. ${completed}`,
    );
}

function stintsTable(context: ViewContext, info: TableInfo, filled: Set<string>): HTMLElement {
    const table = new DataTable({
        content: contentOf(context.document, info),
        caption: 'Stints',
        tools: false,
        whole: info.rows <= 40,
        columns: [
            'driver',
            ...(filled.has('who') ? ['who'] : []),
            'stint',
            'first_lap',
            'last_lap',
            'laps',
            'best_lap_time',
            'median_lap_time',
            'deviation',
        ],
        styles: {
            best_lap_time: { title: 'best', unit: '' },
            median_lap_time: { title: 'median of clean laps', unit: '' },
            deviation: { title: 'spread', text: value => (value ? `±${(value as number).toFixed(3)}` : '') },
        }, // one lap has none
    });
    return table.element;
}

export const lapsView: ViewDefinition = {
    name: 'laps',
    isFor: document => (tableOf(document, 'laps')?.rows ?? 0) > 0,
    async make(context) {
        const { document, state } = context;
        const [laps, drivers, rows] = await Promise.all([lapsOf(document), driversOf(document), rowsOf(document, 'laps')]);
        const filled = filledColumns(rows);
        const counted = laps.filter(lap => lap.counts);
        const place = h('div');
        const own = () => drivers.find(state.get('driver'));
        const many = drivers.list.length > 1;
        const picker = select(
            'Driver',
            [
                { value: '', text: 'All drivers' },
                ...drivers.list.map(driver => ({ value: drivers.key(driver.slot), text: isolated(driver.name) })),
            ],
            state.get('driver'),
            chosen => state.set('driver', chosen),
        );
        const show = () => {
            picker.value = own() ? drivers.key(own()!.slot) : '';
            const table = lapsTable(context, laps, drivers, filled, own()?.slot ?? null);
            replace(place, table.element);
        };
        state.watch('driver', show);
        show();
        const chart = many ? makeChart(laps, drivers) : null,
            picks = chart ? pickList(drivers) : null;
        context.whenClosed(() => {
            chart?.close();
            picks?.close();
        });
        const stints = tableOf(document, 'stints');
        const element = h(
            'div',
            { class: 'view' },
            h('h2', null, 'Laps'),
            answerOf(laps, drivers),
            chart
                ? h(
                      'div',
                      { class: 'charts' },
                      h('div', { class: 'row-of-tools no-print' }, h('span', { class: 'note' }, 'In colour:'), picks!.element),
                      chart.element,
                  )
                : null,
            many && counted.length > 3 ? section('Spread', strips(laps, drivers)) : null,
            section(
                'Every lap',
                many
                    ? h('div', { class: 'row-of-tools' }, picker, h('span', { class: 'note' }, 'Click a lap to see it on the map.'))
                    : null,
                place,
            ),
            many && stints?.rows ? section('Stints', stintsTable(context, stints, filled)) : null,
        );
        return { element };
    },
};
