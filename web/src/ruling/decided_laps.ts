// Laps as decided: which count, which are clean, whose best is which. As laps_clean.c, laps_ruled.c and laps_position.c.
import type { Recorded, RecordedEntry, RecordedLap } from './recorded';
import type { Ruling } from './ruling';
import { median } from './spread';
import { racedLaps } from './whom';

export interface DecidedLap {
    reasons: string[]; // in their order
    clean: boolean;
    best: boolean; // the driver's best clean lap
    counts: boolean;
    counted: boolean; // it counted when it was driven, whatever became of the driver
    position: number; // unless it is a race; NaN = missing
    gapToLeader: number;
}

export interface Ruled {
    ruling: Ruling;
    entry: number; // in recorded.entries
    lap: number; // in recorded.laps; -1 = none
}

const slow = 1.02; // of the median
const leastForMedian = 3;
// In the order in which they are written.
const reasonOrder = [
    'first',
    'pit_in',
    'pit_out',
    'contact',
    'off_track',
    'slow',
    'invalid',
    'incomplete',
    'implausible_time',
    'clock',
    'part_recording',
    'disqualified',
    'formation',
];
const voiding = ['pit_in', 'pit_out', 'incomplete', 'invalid', 'implausible_time', 'part_recording'];

function didCount(lap: RecordedLap, reasons: Set<string>, ruledValid: boolean): boolean {
    const isVoid = voiding.some(reason => reasons.has(reason)),
        timed = lap.kind === 'timed' && Number.isFinite(lap.lapTime);
    if (ruledValid) return timed && !isVoid;
    const clock = !reasons.has('clock') || lap.source === 'stored';
    return timed && lap.source !== 'crossing' && clock && !isVoid;
}

// The laps of one driver; `valid` says which a ruling counts.
function judge(laps: RecordedLap[], all: Set<string>[], valid: boolean[], disqualified: boolean): DecidedLap[] {
    for (const reasons of all) for (const reason of ['slow', 'disqualified']) reasons.delete(reason);
    const times = laps.filter((_, i) => all[i].size === 0).map(lap => lap.lapTime),
        usual = times.length >= leastForMedian ? median(times) : Infinity;
    laps.forEach((lap, i) => {
        if (Number.isFinite(lap.lapTime) && lap.lapTime > slow * usual) all[i].add('slow');
    });
    let best = -1;
    laps.forEach((lap, i) => {
        if (all[i].size === 0 && (best < 0 || lap.lapTime < laps[best].lapTime)) best = i;
    });
    return laps.map((lap, i) => {
        const counted = didCount(lap, all[i], valid[i]),
            clean = all[i].size === 0 && !disqualified;
        if (disqualified) all[i].add('disqualified');
        return {
            reasons: reasonOrder.filter(reason => all[i].has(reason)),
            clean,
            best: i === best && !disqualified,
            counts: counted && !disqualified,
            counted,
            position: NaN,
            gapToLeader: NaN,
        };
    });
}

// Unless it is a race, places at the ends of laps are by best lap so far.
function placeByBest(recorded: Recorded, decided: DecidedLap[]): void {
    const list = recorded.entries.flatMap((entry, e) => {
        const raced = racedLaps(recorded, entry),
            first = entry.firstLap + entry.lapCount - raced.length;
        return raced.map((lap, i) => ({ lap, entry: e, own: first + i })).filter(each => Number.isFinite(each.lap.endTime));
    });
    list.sort((a, b) => a.lap.endTime - b.lap.endTime);
    const time = (at: number) => (Number.isNaN(list[at].lap.lapTime) ? Infinity : list[at].lap.lapTime);
    const order = list.map((_, i) => i).sort((a, b) => (time(a) > time(b) ? 1 : time(a) < time(b) ? -1 : 0)),
        rank = new Array<number>(list.length);
    order.forEach((at, place) => (rank[at] = place));
    const best = new Map<number, number>(); // of each entry, in the list
    let fastest = Infinity;
    list.forEach(({ lap, entry, own }, i) => {
        const before = best.get(entry);
        if (decided[own].counts && (before === undefined || rank[i] < rank[before])) {
            best.set(entry, i);
            fastest = Math.min(fastest, lap.lapTime);
        }
        const mine = best.get(entry);
        if (mine === undefined) return;
        decided[own].position = 1 + [...best.values()].filter(other => rank[other] < rank[mine]).length;
        decided[own].gapToLeader = list[mine].lap.lapTime - fastest;
    });
}

const setOf = (reasons: string): Set<string> => new Set(reasons === '' ? [] : reasons.split('; '));

export function decideLaps(recorded: Recorded, ruled: Ruled[]): DecidedLap[] {
    const reasons = recorded.laps.map(lap => setOf(lap.reasons)),
        valid = recorded.laps.map(() => false),
        out = new Set(ruled.filter(each => each.ruling.kind === 'disqualify').map(each => each.entry));
    for (const { ruling, lap } of ruled) {
        if (ruling.kind === 'lap_invalid') reasons[lap].add('invalid');
        if (ruling.kind === 'lap_valid') reasons[lap].delete('invalid');
        if (ruling.kind === 'lap_invalid' || ruling.kind === 'lap_valid') valid[lap] = ruling.kind === 'lap_valid';
    }
    const own = <Item>(list: Item[], entry: RecordedEntry) => list.slice(entry.firstLap, entry.firstLap + entry.lapCount);
    const decided = new Array<DecidedLap>(recorded.laps.length);
    recorded.entries.forEach((entry, e) => {
        const judged = judge(own(recorded.laps, entry), own(reasons, entry), own(valid, entry), entry.disqualified || out.has(e));
        judged.forEach((lap, i) => (decided[entry.firstLap + i] = lap));
    });
    if (!recorded.isRace) placeByBest(recorded, decided);
    return decided;
}
