// A driver while the results are made, as pdk_contender of the library: before rulings, and with those that do not move places.
import type { DecidedLap, Ruled } from './decided_laps';
import type { Recorded, RecordedEntry } from './recorded';

// Missing numbers are NaN.
export interface Contender {
    entry: number; // in recorded.entries
    status: string;
    reasons: string[];
    finished: boolean;
    laps: number;
    totalTime: number;
    lineTime: number;
    point: number;
    pointTime: number;
    penalty: number;
    lastOrder: number;
    bestLapTime: number;
    bestLap: number;
    bestTime: number; // when it was driven
    down: number; // whole laps behind the first on the track
    behind: number; // s behind the first on the track, penalties added
    key: number; // the same, of those for whom that of the car ahead is not known
    position: number;
    gap: number;
    interval: number;
    lapsDown: number;
}

function disqualify(one: Contender): void {
    one.status = 'disqualified';
    one.bestLapTime = one.bestLap = NaN;
}

// Up to the driver's own finish: the first line at or after the flag.
function findBest(recorded: Recorded, laps: DecidedLap[], entry: RecordedEntry, one: Contender): void {
    for (let i = entry.firstLap; i < entry.firstLap + entry.lapCount; i++) {
        const lap = recorded.laps[i];
        if (lap.kind === 'formation' || Number.isNaN(lap.endTime)) continue;
        if (laps[i].counted && !(lap.lapTime >= one.bestLapTime)) {
            one.bestLapTime = lap.lapTime;
            one.bestLap = lap.lap;
            one.bestTime = lap.endTime;
        }
        if (lap.endTime >= recorded.flag) break;
    }
}

function contenderOf(recorded: Recorded, laps: DecidedLap[], entry: RecordedEntry, index: number): Contender {
    const none = { bestLapTime: NaN, bestLap: NaN, bestTime: NaN, down: 0, behind: NaN, key: NaN, position: NaN, gap: NaN, interval: NaN };
    const { finished, totalTime, lineTime, point, pointTime, penalty, lastOrder } = entry;
    const one: Contender = {
        ...none,
        ...{ finished, totalTime, lineTime, point, pointTime, penalty, lastOrder },
        entry: index,
        status: '',
        reasons: entry.reasons === '' ? [] : entry.reasons.split('; '),
        laps: entry.laps,
        lapsDown: NaN,
    };
    findBest(recorded, laps, entry, one);
    one.status = Number.isNaN(one.bestLapTime) ? entry.untimedStatus : entry.status;
    if (one.status === 'disqualified') disqualify(one);
    return one;
}

// By entry, with rulings of time, laps and disqualification.
export function findContenders(recorded: Recorded, laps: DecidedLap[], ruled: Ruled[]): Contender[] {
    const all = recorded.entries.map((entry, e) => contenderOf(recorded, laps, entry, e));
    for (const { ruling, entry } of ruled) {
        const one = all[entry],
            value = ruling.value ?? 0;
        if (ruling.kind === 'time') {
            one.penalty += value;
            one.totalTime += value;
        } else if (ruling.kind === 'laps') {
            const lost = Math.min(value, one.laps);
            one.laps -= lost;
            one.point -= lost * recorded.sectors;
        } else if (ruling.kind === 'disqualify') disqualify(one);
    }
    return all;
}
