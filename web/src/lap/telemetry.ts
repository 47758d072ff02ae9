// Channels of one lap as the file has them, over time: what only telemetry knows (loads, forces, suspension).
import { tableOf } from '../base/columns';
import { Pieces } from '../base/turns';
import type { ColumnInfo, DocumentSource, TableInfo } from '../source/source';

export const wheels = ['front_left', 'front_right', 'rear_left', 'rear_right'] as const;
export type Wheel = (typeof wheels)[number];
export const wheelNames: { [wheel in Wheel]: string } = {
    front_left: 'front left',
    front_right: 'front right',
    rear_left: 'rear left',
    rear_right: 'rear right',
};

export interface Telemetry {
    time: Float64Array;
    columns: Map<string, Float32Array>; // by name; NaN where there is no value
    byRole: Map<string, string>; // role -> name of the column
    indexAt(time: number): number;
}

const wantedRoles = ['speed', 'throttle', 'brake', 'steer', 'engine_speed', 'acceleration_lateral', 'acceleration_longitudinal'];
const isNumber = (column: ColumnInfo) =>
    column.type !== 'text' && column.type !== 'bytes' && column.type !== 'int64' && column.type !== 'uint64';

async function readColumns(
    document: DocumentSource,
    table: string,
    names: string[],
    rows: number,
    columns: Map<string, Float32Array>,
): Promise<void> {
    const data = await document.readTable(table, names, 0, rows);
    const pieces = new Pieces();
    for (const [index, name] of names.entries()) {
        const { values, valid } = data[index],
            numbers = new Float32Array(values as ArrayLike<number>);
        valid?.forEach((is, row) => {
            if (!is) numbers[row] = NaN;
        });
        columns.set(name, numbers);
        await pieces.rest();
    }
}

// The table of one car over time.
function telemetryTable(document: DocumentSource): TableInfo | undefined {
    return document.tables.find(
        each =>
            !each.computed && each.columns.some(column => column.role === 'time') && each.columns.some(column => column.role === 'speed'),
    );
}

// Whether the forces of each wheel are in a file.
export function hasWheels(document: DocumentSource): boolean {
    const table = telemetryTable(document);
    return wheels.every(wheel =>
        ['load', 'x_force', 'y_force'].every(what => table?.columns.some(column => column.name === `${wheel}_${what}`)),
    );
}

// null where a file has no table of one car over time.
export async function telemetryOf(document: DocumentSource): Promise<Telemetry | null> {
    if (document.kind !== 'lap') return null;
    const table = telemetryTable(document);
    if (!table?.embedded_rows) return null;
    const rows = table.embedded_rows,
        timeName = table.columns.find(column => column.role === 'time')!.name;
    const byRole = new Map(
        table.columns.filter(column => column.role && wantedRoles.includes(column.role)).map(column => [column.role!, column.name]),
    );
    const ofWheels = table.columns
        .filter(
            column =>
                wheels.some(wheel => column.name.startsWith(wheel)) &&
                /_(load|x_force|y_force|steer|lean|slip_fraction|deflection|air_temperature)$/.test(column.name),
        )
        .map(column => column.name);
    const columns = new Map<string, Float32Array>();
    const wanted = [...new Set([...byRole.values(), ...ofWheels])].filter(name =>
        isNumber(table.columns.find(column => column.name === name)!),
    );
    await readColumns(document, table.name, wanted, rows, columns);
    const [time] = await document.readTable(table.name, [timeName], 0, rows);
    const dynamics = tableOf(document, 'dynamics');
    if (dynamics && dynamics.embedded_rows === rows) {
        await readColumns(
            document,
            'dynamics',
            dynamics.columns.filter(column => /_(suspension_velocity|slip_angle|slip_ratio)$/.test(column.name)).map(column => column.name),
            rows,
            columns,
        );
    }
    const times = Float64Array.from(time!.values as ArrayLike<number>);
    return {
        time: times,
        columns,
        byRole,
        indexAt(at) {
            let low = 0,
                high = times.length - 1;
            while (low < high) {
                const middle = (low + high + 1) >> 1;
                if (times[middle] <= at) low = middle;
                else high = middle - 1;
            }
            return low;
        },
    };
}

// The values of a role, empty where the file has no such channel.
export function roleValues(telemetry: Telemetry, role: string): Float32Array {
    const name = telemetry.byRole.get(role);
    return (name && telemetry.columns.get(name)) || new Float32Array(0);
}

// Of one wheel: `load`, `x_force` ... Empty where the file has no such channel.
export function wheelValues(telemetry: Telemetry, wheel: Wheel, what: string): Float32Array {
    return telemetry.columns.get(`${wheel}_${what}`) ?? new Float32Array(0);
}
