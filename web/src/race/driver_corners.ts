// The corners of one driver, each at its best, beside the best of all.
import type { Rows } from '../base/columns';
import { h, section } from '../base/dom';
import { fixed, kmh, kmhOfSpeed, signed } from '../base/format';
import { numberCell, plainTable } from '../table/plain_table';
import { driverLink } from './driver_link';
import type { Drivers } from './drivers';
import type { Lap } from './laps_data';

interface CornersOf {
    drivers: Drivers;
    laps: Lap[];
    corners: Rows;
}

// How a driver did in a corner at best, beside all others.
interface CornerBest {
    corner: number;
    time: number;
    lap: number;
    slowest: number | null; // m/s
    place: number; // among the drivers
    of: number;
    bestTime: number;
    bestSlot: number;
}

// The fastest passage of each driver through each corner, in laps that count.
function cornerBests(race: CornersOf, slot: number): CornerBest[] {
    const { corners, laps } = race,
        counted = new Set(laps.filter(lap => lap.counts).map(lap => `${lap.slot} ${lap.lap}`));
    const best = new Map<number, Map<number, { time: number; row: number }>>();
    for (let row = 0; row < corners.count; row++) {
        const corner = corners.number('corner', row),
            own = corners.number('slot', row),
            time = corners.number('time', row);
        if (corner === null || own === null || time === null || !counted.has(`${own} ${corners.number('lap', row)}`)) continue;
        const of = best.get(corner) ?? new Map<number, { time: number; row: number }>();
        best.set(corner, of);
        if (time < (of.get(own)?.time ?? Infinity)) of.set(own, { time, row });
    }
    return [...best.entries()]
        .sort(([a], [b]) => a - b)
        .flatMap(([corner, of]) => {
            const own = of.get(slot),
                order = [...of.entries()].sort(([, a], [, b]) => a.time - b.time);
            if (!own) return [];
            const place = order.findIndex(([each]) => each === slot) + 1,
                [bestSlot, first] = order[0],
                slowest = corners.number('minimum_speed', own.row),
                lap = corners.number('lap', own.row) ?? 0;
            return [{ corner, time: own.time, lap, slowest, place, of: order.length, bestTime: first.time, bestSlot }];
        });
}

export function cornersPart(race: CornersOf, slot: number): HTMLElement | null {
    const bests = cornerBests(race, slot);
    if (!bests.length) return null;
    const turns = (list: CornerBest[]) => list.map(each => each.corner).join(', '),
        first = bests.filter(each => each.place === 1),
        lost = [...bests].sort((a, b) => b.time - b.bestTime - (a.time - a.bestTime))[0],
        isLost = lost.time - lost.bestTime > 0.0005;
    const said = [
        bests.length > 0 && bests[0].of > 1 && first.length ? `Fastest of all in turn ${turns(first)}. ` : '',
        isLost ? `Most to gain: turn ${lost.corner}, ${signed(lost.time - lost.bestTime)} s against the best there.` : '',
    ];
    const rows = bests.map(each =>
        h(
            'tr',
            null,
            h('th', { scope: 'row', 'data-value': String(each.corner) }, `Turn ${each.corner}`),
            numberCell(each.time, fixed(each.time, 3)),
            numberCell(each.lap, String(each.lap)),
            numberCell(each.slowest === null ? null : each.slowest * kmhOfSpeed, kmh(each.slowest, 1)),
            numberCell(each.place, `${each.place} of ${each.of}`),
            numberCell(each.time - each.bestTime, signed(each.time - each.bestTime)),
            h('td', { 'data-value': race.drivers.name(each.bestSlot) }, driverLink(race.drivers, each.bestSlot)),
        ),
    );
    const heads = [
        { column: 'corner', title: 'corner' },
        { column: 'time', title: 'best (s)', number: true },
        { column: 'lap', title: 'in lap', number: true },
        { column: 'minimum_speed', title: 'slowest (km/h)', number: true },
        { column: 'place', title: 'place', number: true },
        { column: 'behind', title: 'to the best (s)', number: true },
        { column: 'best_driver', title: 'best' },
    ];
    return section(
        'Corners',
        h('p', { class: 'note' }, ...said, ' Each corner of the laps that count, at its best.'),
        plainTable('driver_corners', 'The best time in each corner', heads, rows),
    );
}
