// The laps and stints of all drivers, or of one, as tables.
import { type Rows, rowsOf, tableOf } from '../base/columns';
import { section } from '../base/dom';
import { fixed, gap, kmh, lapTime } from '../base/format';
import type { ViewContext } from '../shell/view';
import { DataTable } from '../table/data_table';
import { contentOf, someRows } from '../table/table_model';
import { driverLink } from './driver_link';
import type { Drivers } from './drivers';
import { type Lap, lapRemark, reasonsText } from './laps_data';

const entryColumns = ['number', 'co_driver', 'team', 'class'],
    tyreColumns = ['compound', 'weather', 'rain'];

// As whom the car is entered, who drove it, on which tyres and in what weather: only some files say so. Only the
// columns that have a value.
export function filledColumns(rows: Rows): Set<string> {
    const some = [...entryColumns, ...tyreColumns],
        filled = new Set(some.filter(column => rows.map(row => rows.value(column, row)).some(value => value !== null))),
        changed = rows.map(row => rows.text('who', row)).some((who, row) => who !== '' && who !== rows.text('driver', row));
    return changed ? filled.add('who') : filled;
}

export function lapsTable(context: ViewContext, laps: Lap[], drivers: Drivers, filled: Set<string>, slot: number | null): DataTable {
    const info = tableOf(context.document, 'laps')!,
        own = slot === null ? laps : laps.filter(lap => lap.slot === slot);
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
    const many = new Set(own.map(lap => lap.slot)).size > 1,
        isRace = new Set(laps.map(lap => lap.slot)).size > 1;
    const some = (among: string[]) => among.filter(column => filled.has(column));
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
        isRace ? 'position' : '',
        isRace ? 'gap_to_leader' : '',
        'top_speed',
        'contacts',
        ...some(tyreColumns),
        ...some(entryColumns),
    ].filter(
        column =>
            column &&
            info.columns.some(each => each.name === column) &&
            (!column.startsWith('sector') || Number.isFinite(bests[column as 'lap_time'])),
    );
    const rows = laps.flatMap((lap, row) => (slot === null || lap.slot === slot ? [row] : [])),
        whole = contentOf(context.document, info),
        content = slot === null ? whole : someRows(whole, rows);
    return new DataTable({
        content,
        caption: 'Laps',
        columns,
        whole: content.rows <= 40,
        fileName: `${context.document.file}-laps`,
        computed: true,
        styles: {
            driver: { element: (_value, row) => driverLink(drivers, own[row].slot, own[row].driver) },
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
            compound: { title: 'tyres' },
            rain: { unit: '%', text: value => (typeof value === 'number' ? fixed(value * 100, 0) : '') },
            top_speed: { title: 'top speed', unit: 'km/h', text: value => (typeof value === 'number' ? kmh(value) : '') },
        },
        choose: row => {
            const lap = own[row];
            context.go('map', { driver: drivers.key(lap.slot), lap: String(lap.lap) });
        },
    });
}

// Of one driver, or of all; null where nobody has a stint.
export async function stintsPart(context: ViewContext, drivers: Drivers, slot: number | null = null): Promise<HTMLElement | null> {
    const info = tableOf(context.document, 'stints');
    if (!info?.rows) return null;
    const rows = await rowsOf(context.document, 'stints'),
        own = rows.map(row => row).filter(row => slot === null || rows.number('slot', row) === slot),
        content = someRows(contentOf(context.document, info), own),
        hasWho = filledColumns(rows).has('who'),
        recorded = ['compound', 'weather'].filter(column => rows.map(row => rows.text(column, row)).some(text => text !== ''));
    if (!own.length) return null;
    const table = new DataTable({
        content,
        caption: 'Stints',
        tools: false,
        whole: own.length <= 40,
        columns: [
            ...(slot === null ? ['driver'] : []),
            'stint',
            'laps',
            'best_lap_time',
            'median_lap_time', // those behind may be beyond a narrow page's edge
            ...recorded,
            'deviation',
            'first_lap',
            'last_lap',
            ...(hasWho ? ['who'] : []),
        ],
        styles: {
            driver: { element: (_value, row) => driverLink(drivers, rows.number('slot', own[row]) ?? 0, rows.text('driver', own[row])) },
            who: { title: 'driven by', text: (value, values) => (slot === null && value === values[0] ? '' : String(value ?? '')) },
            compound: { title: 'tyres' },
            best_lap_time: { title: 'best', unit: '' },
            median_lap_time: { title: 'median', unit: '' },
            deviation: { title: 'spread', text: value => (value ? `±${fixed(value as number, 3)}` : '') },
        }, // one lap has none
    });
    return section('Stints', table.element);
}
