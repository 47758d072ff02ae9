// Stints as decided: which of their laps count and are clean. As stints.c.
import type { DecidedLap } from './decided_laps';
import type { Recorded } from './recorded';
import { deviation, median } from './spread';

// Missing numbers are NaN.
export interface DecidedStint {
    bestLapTime: number; // of laps that count
    medianLapTime: number; // of clean laps, with those of disqualified drivers
    deviation: number; // of the same
}

// By the rows of the table of stints.
export function decideStints(recorded: Recorded, laps: DecidedLap[]): DecidedStint[] {
    const own: { times: number[]; usual: number[] }[] = [];
    recorded.laps.forEach((lap, i) => {
        if (Number.isNaN(lap.stint)) return;
        own[lap.stint] ??= { times: [], usual: [] };
        const { times, usual } = own[lap.stint];
        if (laps[i].counts) times.push(lap.lapTime);
        if (laps[i].reasons.every(reason => reason === 'disqualified') && Number.isFinite(lap.lapTime)) usual.push(lap.lapTime);
    });
    return own.map(({ times, usual }) => ({
        bestLapTime: times.length ? Math.min(...times) : NaN,
        medianLapTime: median(usual),
        deviation: deviation(usual),
    }));
}
