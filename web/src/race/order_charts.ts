// Positions after each lap, and gaps at every metre.
import { rowsOf } from '../base/columns';
import { clock, fixed } from '../base/format';
import { Chart, type ChartLine } from '../chart/chart';
import type { DocumentSource } from '../source/source';
import type { Drivers } from './drivers';
import type { RaceProgress } from './progress';
import { RaceResult } from './race_result';

// Drivers in colour are drawn last, over the others.
export function inDrawingOrder(drivers: Drivers): Drivers['list'] {
    return [...drivers.list].sort((a, b) => Number(drivers.isPicked(a.slot)) - Number(drivers.isPicked(b.slot)) || b.place - a.place);
}

// What the results say about those who finished, where penalties or rulings changed that; empty where they did not.
async function changedAtEnd(document: DocumentSource): Promise<Map<number, { position: number | null; gap: number | null }>> {
    const result = new RaceResult(await rowsOf(document, 'results'));
    return new Map(result.changes !== '' ? result.finishers : []);
}

export async function makeLapChart(document: DocumentSource, drivers: Drivers): Promise<Chart | null> {
    const [positions, results] = await Promise.all([rowsOf(document, 'positions'), rowsOf(document, 'results')]);
    if (!positions.count) return null;
    const byDriver = new Map<number, Map<number, number>>();
    let laps = 0;
    const set = (slot: number, lap: number, position: number | null) => {
        if (position === null) return;
        if (!byDriver.has(slot)) byDriver.set(slot, new Map());
        byDriver.get(slot)!.set(lap, position);
        laps = Math.max(laps, lap);
    };
    for (let row = 0; row < positions.count; row++)
        set(positions.number('slot', row)!, positions.number('lap', row)!, positions.number('position', row));
    if (laps < 1) return null;
    for (let row = 0; row < results.count; row++) set(results.number('slot', row)!, 0, results.number('grid_position', row));
    const final = await changedAtEnd(document),
        last = laps + (final.size > 0 ? 1 : 0),
        x = Float64Array.from({ length: last + 1 }, (_, lap) => lap);
    for (const [slot, result] of final) if (result.position !== null) byDriver.get(slot)?.set(last, result.position);
    const chart = new Chart({
        title: 'Lap chart',
        description:
            'Position of each driver at the end of each lap; lap 0 is the grid, the last step is the result with penalties and rulings.',
        height: Math.max(180, 28 * drivers.list.length + 60),
        x: { label: 'lap', unit: '', whole: true, text: lap => (lap === 0 ? 'grid' : lap > laps ? 'result' : `lap ${lap}`) },
        y: { label: 'position', unit: 'position', reverse: true, whole: true, range: [0.5, drivers.list.length + 0.5] },
        pickLine: line => drivers.toggle(shown[line].slot),
    });
    let shown = drivers.list;
    const draw = () => {
        shown = inDrawingOrder(drivers);
        chart.setData(
            x,
            shown.map(
                (driver): ChartLine => ({
                    label: driver.short,
                    values: Array.from(x, lap => byDriver.get(driver.slot)?.get(lap) ?? null),
                    colour: () => drivers.colour(driver.slot),
                    dash: drivers.dash(driver.slot),
                    width: drivers.isPicked(driver.slot) ? 2.5 : 1.3,
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

// Seconds behind the driver who was first at each point of the race. `go` is called to show that moment.
export async function makeGapChart(
    document: DocumentSource,
    drivers: Drivers,
    progress: RaceProgress,
    go: (time: number) => void,
): Promise<Chart> {
    const grid = await progress.grid(),
        lapLength = progress.length,
        final = await changedAtEnd(document),
        driven = Array.from(grid.distance, distance => distance / lapLength),
        end = driven[driven.length - 1],
        laps = Float64Array.from(final.size > 0 ? [...driven, end + Math.max(0.3, end * 0.03)] : driven),
        highest = Math.max(grid.highest, ...Array.from(final.values(), result => result.gap ?? 0));
    const gapsOf = (slot: number): Float32Array => {
        const gaps = new Float32Array(laps.length);
        gaps.set(grid.gaps.get(slot)!);
        if (final.size > 0) gaps[driven.length] = final.get(slot)?.gap ?? NaN;
        return gaps;
    };
    const chart = new Chart({
        title: 'Gaps',
        description: 'Seconds behind the leader, by driver; the last step is the result, with penalties and rulings.',
        height: 300,
        x: {
            label: 'laps',
            unit: '',
            text: lap => (lap === 0 ? 'start' : lap > end ? 'result' : Number.isInteger(lap) ? `lap ${lap}` : fixed(lap, 1)),
        },
        y: {
            label: 'gap',
            unit: 's behind the leader',
            reverse: true,
            text: value => (value >= 60 ? clock(value) : String(value)),
            range: [-2, highest],
        },
        pick: lap => go(grid.timeOfLeader(Math.min(lap, end) * lapLength)),
    });
    const draw = () => {
        const shown = inDrawingOrder(drivers).filter(driver => grid.gaps.has(driver.slot));
        chart.setData(
            laps,
            shown.map(
                (driver): ChartLine => ({
                    label: driver.short,
                    values: gapsOf(driver.slot),
                    colour: () => drivers.colour(driver.slot),
                    dash: drivers.dash(driver.slot),
                    quiet: !drivers.isPicked(driver.slot),
                }),
            ),
        );
    };
    drivers.watch(draw);
    draw();
    return chart;
}
