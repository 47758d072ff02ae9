// Pit stops and penalties of all drivers, or of one, as tables that lead to the replay.
import { rowsOf, tableOf } from '../base/columns';
import { h, section } from '../base/dom';
import { clock, fixed } from '../base/format';
import type { ViewContext } from '../shell/view';
import { DataTable } from '../table/data_table';
import { contentOf, someRows } from '../table/table_model';
import { driverLink } from './driver_link';
import type { Drivers } from './drivers';

export async function stopsPart(context: ViewContext, drivers: Drivers, slot: number | null = null): Promise<HTMLElement | null> {
    const info = tableOf(context.document, 'pit_stops');
    if (!info?.rows) return null;
    const rows = await rowsOf(context.document, 'pit_stops'),
        own = rows.map(row => row).filter(row => slot === null || rows.number('slot', row) === slot);
    if (!own.length) return null;
    const seconds = (value: unknown) => (typeof value === 'number' ? fixed(value, 1) : '');
    const table = new DataTable({
        content: someRows(contentOf(context.document, info), own),
        caption: 'Pit stops',
        tools: false,
        whole: own.length <= 60,
        columns: [
            ...(slot === null ? ['driver'] : []),
            'stop',
            'lap',
            'enter_time',
            'lane_duration',
            'stationary_duration',
            'loss',
            'service',
        ],
        styles: {
            driver: { element: (_value, row) => driverLink(drivers, rows.number('slot', own[row]) ?? 0, rows.text('driver', own[row])) },
            enter_time: { title: 'enters at', unit: '', text: value => clock(value as number | null, 1) },
            lane_duration: { title: 'in the lane', text: seconds },
            stationary_duration: { title: 'stands', text: seconds },
            loss: { text: seconds },
            service: { text: (value, values) => (value ? 'yes' : values[slot === null ? 4 : 3] === null ? 'stays in' : 'drive-through') },
        },
        choose: row =>
            context.go('replay', {
                t: (rows.number('enter_time', own[row]) ?? 0).toFixed(2),
                driver: String(rows.number('slot', own[row]) ?? ''),
            }),
    });
    return section(
        'Pit stops',
        h('p', { class: 'note' }, 'Loss is against two clean laps of the same driver. Click one to see it in the replay.'),
        table.element,
    );
}

export async function penaltiesPart(context: ViewContext, drivers: Drivers, slot: number | null = null): Promise<HTMLElement | null> {
    const info = tableOf(context.document, 'penalties');
    if (!info?.rows) return null;
    const rows = await rowsOf(context.document, 'penalties'),
        own = rows.map(row => row).filter(row => slot === null || rows.number('driver', row) === slot);
    if (!own.length) return null;
    const table = new DataTable({
        content: someRows(contentOf(context.document, info), own),
        caption: 'Penalties',
        tools: false,
        whole: own.length <= 60,
        columns: ['time', ...(slot === null ? ['name'] : []), 'kind', 'text'],
        styles: {
            time: { unit: '', text: value => clock(value as number | null, 1) },
            name: {
                title: 'driver',
                element: (_value, row) => driverLink(drivers, rows.number('driver', own[row]) ?? 0, rows.text('name', own[row])),
            },
            kind: { text: value => String(value).replace(/_/g, ' ') },
            text: { mark: () => 'wraps' },
        },
        choose: row =>
            context.go('replay', {
                t: (rows.number('time', own[row]) ?? 0).toFixed(2),
                driver: String(rows.number('driver', own[row]) ?? ''),
            }),
    });
    return section('Penalties', table.element);
}
