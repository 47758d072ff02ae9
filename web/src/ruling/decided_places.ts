// Places at the ends of laps as decided, unless it is a race. As positions.c.
import type { DecidedLap } from './decided_laps';
import type { Recorded } from './recorded';

export interface DecidedPlace {
    lap: number;
    slot: number;
    driver: string;
    position: number; // NaN = missing
    time: number; // when the lap ended
    gapToLeader: number; // NaN = missing
}

const last = (position: number): number => (Number.isNaN(position) ? Infinity : position);

// By lap, then place, then time.
export function decidePlaces(recorded: Recorded, laps: DecidedLap[]): DecidedPlace[] {
    if (recorded.isRace) return [];
    const places = recorded.entries.flatMap(({ driver, slot, firstLap, lapCount }) =>
        recorded.laps.slice(firstLap, firstLap + lapCount).flatMap(({ lap, kind, endTime }, i): DecidedPlace[] => {
            const { position, gapToLeader } = laps[firstLap + i];
            if (kind === 'formation' || !Number.isFinite(endTime)) return [];
            return [{ lap, slot, driver, position, time: endTime, gapToLeader }];
        }),
    );
    const byPosition = (a: number, b: number) => (a === b ? 0 : a - b); // Infinity less itself is no number
    return places.sort((a, b) => a.lap - b.lap || byPosition(last(a.position), last(b.position)) || a.time - b.time);
}
