// Results, laps, stints and places as decided, from what is recorded and a list of rulings.
import { type Contender, findContenders } from './contenders';
import { type DecidedLap, decideLaps, type Ruled } from './decided_laps';
import { type DecidedPlace, decidePlaces } from './decided_places';
import { type DecidedStint, decideStints } from './decided_stints';
import { Ranking } from './ranking';
import type { Recorded } from './recorded';
import { type Ruling, rulingText } from './ruling';
import { resolve } from './whom';

export interface DecidedResult extends Contender {
    recordedPosition: number; // without rulings, and without a results file beside the recording; NaN = there are neither
    recordedTime: number; // s; the same, or no total time
    rulings: string | null; // what was decided, in words
}
export interface Decided {
    results: DecidedResult[]; // in their order
    laps: DecidedLap[]; // as recorded.laps
    stints: DecidedStint[]; // in the order of the table of stints
    places: DecidedPlace[]; // in the order of the table of positions; empty for races, where rulings do not change them
}

// In the order in which they are written.
const reasonOrder = ['implausible_time', 'clock', 'order', 'drove_on', 'ignored_disqualification'];

function rank(recorded: Recorded, laps: DecidedLap[], ruled: Ruled[]): Contender[] {
    const ranking = new Ranking(recorded, findContenders(recorded, laps, ruled), ruled.length > 0);
    ranking.rank();
    ranking.rulePlaces(ruled);
    ranking.findContradictions();
    return ranking.all;
}

// A ruling that names what is not there throws RulingError.
export function decide(recorded: Recorded, rulings: Ruling[]): Decided {
    const ruled = rulings.map(ruling => ({ ruling, ...resolve(recorded, ruling) })),
        laps = decideLaps(recorded, ruled),
        before = new Map<number, Contender>();
    if (ruled.length) for (const one of rank(recorded, decideLaps(recorded, []), [])) before.set(one.entry, one);
    const results = rank(recorded, laps, ruled).map(one => {
        const entry = recorded.entries[one.entry],
            own = ruled.filter(each => each.entry === one.entry).map(each => rulingText(each.ruling));
        return {
            ...one,
            reasons: reasonOrder.filter(reason => one.reasons.includes(reason)),
            recordedPosition: recorded.isBeside ? entry.recordedPosition : (before.get(one.entry)?.position ?? NaN),
            recordedTime: recorded.isBeside ? entry.recordedTime : (before.get(one.entry)?.totalTime ?? NaN),
            rulings: own.length ? own.join('; ') : null,
        };
    });
    return { results, laps, stints: decideStints(recorded, laps), places: decidePlaces(recorded, laps) };
}
