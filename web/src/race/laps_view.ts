// Lap times: everyone's laps as lines, then as a table; stints.

import { rowsOf, tableOf } from '../base/columns';
import { h, replace, section, select } from '../base/dom';
import { lapTime, plural } from '../base/format';
import { isolated } from '../base/isolated';
import { pause } from '../base/turns';
import { Chart, type ChartLine } from '../chart/chart';
import type { ViewDefinition } from '../shell/view';
import { driverLink } from './driver_link';
import { type Drivers, driversOf } from './drivers';
import { LapStrips } from './lap_strips';
import { fastestOf, type Lap, lapsOf } from './laps_data';
import { filledColumns, lapsTable, stintsPart } from './laps_tables';
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
        driverLink(drivers, best.slot),
        ` in lap ${best.lap}. ${completed}`,
    );
}

export const lapsView: ViewDefinition = {
    name: 'laps',
    isFor: document => (tableOf(document, 'laps')?.rows ?? 0) > 0,
    // many laps of one, or a race without results
    isFirstFor: document => document.kind === 'race' || (document.kind === 'lap' && (tableOf(document, 'laps')?.rows ?? 0) > 1),
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
            const problem = drivers.notFound(state.get('driver'));
            picker.value = own() ? drivers.key(own()!.slot) : '';
            const table = lapsTable(context, laps, drivers, filled, own()?.slot ?? null);
            replace(place, problem ? h('p', { class: 'problem', role: 'status' }, problem) : null, table.element);
        };
        state.watch('driver', show);
        show();
        await pause(); // a race has some hundred cells and dots: each part in a separate task
        const chart = many ? makeChart(laps, drivers) : null,
            picks = chart ? pickList(drivers) : null;
        await pause();
        const strips = many && counted.length > 3 ? new LapStrips(counted, drivers) : null;
        context.whenClosed(() => {
            for (const part of [chart, picks, strips]) part?.close();
        });
        const stints = many ? await stintsPart(context, drivers) : null;
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
            strips ? section('Spread', strips.element) : null,
            section(
                'Every lap',
                many
                    ? h('div', { class: 'row-of-tools' }, picker, h('span', { class: 'note' }, 'Click a lap to see it on the map.'))
                    : null,
                place,
            ),
            stints,
        );
        return { element };
    },
};
