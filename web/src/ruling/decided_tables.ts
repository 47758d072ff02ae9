// The tables of results, laps, stints and positions as decided: columns of the document with what rulings change, in the
// order that the rulings give.
import type { ColumnData, ColumnValues } from '../../../bindings/wasm/block.js';
import type { Decided, DecidedResult } from './decide';
import type { DecidedLap } from './decided_laps';
import type { DecidedPlace } from './decided_places';
import type { DecidedStint } from './decided_stints';
import type { Recorded } from './recorded';

type Value = number | string | boolean | null;

const resultColumns: { [column: string]: (result: DecidedResult) => Value } = {
    position: result => result.position,
    laps: result => result.laps,
    total_time: result => result.totalTime,
    gap: result => result.gap,
    interval: result => result.interval,
    laps_down: result => result.lapsDown,
    best_lap_time: result => result.bestLapTime,
    best_lap: result => result.bestLap,
    status: result => result.status,
    reasons: result => result.reasons.join('; ') || null,
    recorded_position: result => result.recordedPosition,
    rulings: result => result.rulings,
    recorded_time: result => result.recordedTime,
};
const lapColumns: { [column: string]: (lap: DecidedLap) => Value } = {
    clean: lap => lap.clean,
    best: lap => lap.best,
    counts: lap => lap.counts,
    reasons: lap => lap.reasons.join('; ') || null,
};
// Only where places are by best laps.
const placeColumns: { [column: string]: (lap: DecidedLap) => Value } = {
    position: lap => lap.position,
    gap_to_leader: lap => lap.gapToLeader,
};

const stintColumns: { [column: string]: (stint: DecidedStint) => Value } = {
    best_lap_time: stint => stint.bestLapTime,
    median_lap_time: stint => stint.medianLapTime,
    deviation: stint => stint.deviation,
};
// All of the table's, which rulings bring into another order.
const positionColumns: { [column: string]: (place: DecidedPlace) => Value } = {
    lap: place => place.lap,
    driver: place => place.driver || null,
    slot: place => place.slot,
    position: place => place.position,
    time: place => place.time,
    gap_to_leader: place => place.gapToLeader,
    interval: () => NaN,
    laps_down: () => NaN,
};

// What is computed has six decimals, as in the library's tables.
const rounded = (value: Value): number => Math.round(Number(value) * 1e6) / 1e6;
const isMissing = (value: Value): boolean => value === null || Number.isNaN(value);

// A column of the same type, with other values.
function columnLike(column: ColumnData, values: Value[]): ColumnData {
    const valid = Uint8Array.from(values, value => Number(!isMissing(value)));
    if (Array.isArray(column.values)) return { values: values.map(value => (value === null ? '' : String(value))), valid };
    const made = column.values.slice(0, 0).constructor as new (length: number) => Float64Array,
        numbers = new made(values.length);
    values.forEach((value, i) => (numbers[i] = isMissing(value) ? (numbers instanceof Float64Array ? NaN : 0) : rounded(value)));
    return { values: numbers, valid };
}

function picked(column: ColumnData, rows: number[]): ColumnData {
    const take = <Values extends ColumnValues>(values: Values) => Array.from(rows, row => values[row]);
    if (Array.isArray(column.values))
        return { values: take(column.values) as string[], valid: column.valid && Uint8Array.from(rows, row => column.valid![row]) };
    const values = column.values.slice(0, rows.length);
    rows.forEach((row, i) => ((values as Float64Array)[i] = (column.values as Float64Array)[row]));
    return { values, valid: column.valid && Uint8Array.from(rows, row => column.valid![row]) };
}

const ruledTables = ['results', 'laps', 'stints', 'positions'];
export const isRuledTable = (name: string): boolean => ruledTables.includes(name);

// Of rows that stay where they are, as many as the page has.
function changed<Row>(rows: Row[], reads: { [column: string]: (row: Row) => Value }, names: string[], columns: ColumnData[]): ColumnData[] {
    return columns.map((column, i) => {
        const read = reads[names[i]];
        return read ? columnLike(column, rows.slice(0, column.values.length).map(read)) : column;
    });
}

// `columns` are all rows of the table as the page has them.
export function decidedColumns(recorded: Recorded, decided: Decided, table: string, names: string[], columns: ColumnData[]): ColumnData[] {
    if (table === 'laps') {
        const reads = recorded.isRace ? lapColumns : { ...lapColumns, ...placeColumns };
        return changed(decided.laps, reads, names, columns);
    }
    if (table === 'stints') return changed(decided.stints, stintColumns, names, columns);
    if (table === 'positions') return recorded.isRace ? columns : changed(decided.places, positionColumns, names, columns);
    const rows = decided.results.map(result => recorded.entries[result.entry].resultRow);
    return columns.map((column, i) => {
        const read = resultColumns[names[i]];
        return read ? columnLike(column, decided.results.map(read)) : picked(column, rows);
    });
}
