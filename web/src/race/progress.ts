// How far everybody is: metres since the start line was first crossed, along the track's line. It only grows where a car
// drives on, also where the lap counter steps: so order and gaps are right between lines too.
import { Pieces } from '../base/turns';
import type { DocumentSource, TrackLine } from '../source/source';
import { type Lap, lapsOf } from './laps_data';
import { type MotionStore, motionOf, type RunMotion } from './motion_store';

interface GapGrid {
    distance: Float64Array; // m of progress
    gaps: Map<number, Float32Array>; // s behind the first lap there, by slot; NaN = was not there
    highest: number; // s, for the axis
    timeOfLeader(distance: number): number;
}

// Metres since the first crossing of the line; NaN where not known.
function progressOf(track: TrackLine, motion: RunMotion, laps: Lap[]): Float32Array {
    const along = motion.data.distance,
        count = along.length,
        times = motion.data.time,
        length = track.length;
    const total = new Float64Array(count);
    let sum = NaN,
        before = NaN;
    for (let i = 0; i < count; i++) {
        const here = along[i];
        if (Number.isNaN(here)) {
            total[i] = NaN;
            continue;
        }
        if (Number.isNaN(sum)) sum = here;
        else {
            let step = here - before;
            if (track.closed) step -= Math.round(step / length) * length;
            sum += step;
        }
        before = here;
        total[i] = sum;
    }
    if (!track.closed) return Float32Array.from(total);
    // laps say how often the line was crossed: at the end of lap n, n lengths are done
    const out = new Float32Array(count).fill(NaN);
    const offsetAt = (time: number, done: number): number | null => {
        const i = motion.indexAt(time);
        return i < 0 || Number.isNaN(total[i]) ? null : Math.round((done * length - total[i]) / length) * length;
    };
    let from = 0,
        offset: number | null = null;
    for (const lap of laps) {
        const next: number | null =
            (lap.end !== null ? offsetAt(lap.end, lap.lap) : null) ?? (lap.lap > 1 ? offsetAt(lap.start, lap.lap - 1) : null) ?? offset;
        const end = lap.end ?? Infinity;
        for (; from < count && times[from] <= end; from++) if (next !== null) out[from] = total[from] + next;
        offset = next;
    }
    for (; from < count && offset !== null; from++) out[from] = total[from] + offset;
    return out;
}

export class RaceProgress {
    private kept: Promise<GapGrid> | null = null;
    constructor(
        readonly length: number,
        private readonly store: MotionStore,
        readonly bySlot: Map<number, Float32Array>,
        private readonly finish: Map<number, number>,
        private readonly laps: number, // of the race
    ) {}

    // Metres at a time; null where not known.
    at(slot: number, time: number): number | null {
        const motion = this.store.runs.get(slot),
            progress = this.bySlot.get(slot);
        if (!motion || !progress) return null;
        const i = motion.indexAt(time);
        if (i < 0) return null;
        const next = Math.min(i + 1, progress.length - 1),
            a = progress[i],
            b = progress[next];
        if (Number.isNaN(a)) return null;
        const span = motion.data.time[next] - motion.data.time[i];
        return Number.isNaN(b) || span <= 0 ? a : a + (b - a) * Math.min(1, (time - motion.data.time[i]) / span);
    }

    grid(): Promise<GapGrid> {
        return (this.kept ??= this.makeGrid());
    }
    private async makeGrid(): Promise<GapGrid> {
        const pieces = new Pieces();
        let most = 0;
        for (const progress of this.bySlot.values()) for (const value of progress) if (value > most) most = value;
        // after the last line there is no race: a car that continued there would be the leader
        most = Math.min(most, this.laps * this.length);
        const step = Math.max(5, most / 6000),
            count = Math.max(2, Math.floor(most / step) + 1);
        const distance = Float64Array.from({ length: count }, (_, i) => i * step),
            first = new Float64Array(count).fill(Infinity);
        const times = new Map<number, Float64Array>();
        for (const [slot, progress] of this.bySlot) {
            const own = new Float64Array(count).fill(NaN),
                clock = this.store.runs.get(slot)!.data.time,
                end = this.finish.get(slot) ?? Infinity;
            let place = 0;
            for (let i = 1; i < progress.length && clock[i - 1] < end; i++) {
                const a = progress[i - 1],
                    b = progress[i];
                if (!(b > a) || b - a > 300) continue;
                for (; place < count && distance[place] <= b; place++)
                    if (distance[place] >= a) own[place] = clock[i - 1] + ((clock[i] - clock[i - 1]) * (distance[place] - a)) / (b - a);
            }
            for (let i = 0; i < count; i++) if (own[i] < first[i]) first[i] = own[i];
            times.set(slot, own);
            await pieces.rest();
        }
        const gaps = new Map<number, Float32Array>(),
            largest: number[] = [];
        for (const [slot, own] of times) {
            const gap = Float32Array.from(own, (time, i) => time - first[i]);
            gaps.set(slot, gap);
            largest.push(gap.reduce((high, value) => Math.max(high, value || 0), 0)); // NaN: was not there
            await pieces.rest();
        }
        largest.sort((a, b) => a - b);
        // drivers who are laps behind do not squeeze the others together
        const typical = largest[Math.floor(largest.length / 2)] ?? 10;
        const highest = Math.max(5, Math.min(largest[largest.length - 1] ?? 10, typical * 2.5)) * 1.05;
        return { distance, gaps, highest, timeOfLeader: metres => first[Math.min(count - 1, Math.max(0, Math.round(metres / step)))] };
    }
}

const kept = new WeakMap<DocumentSource, Promise<RaceProgress | null>>();

// null where no track is known.
export function progressFor(document: DocumentSource): Promise<RaceProgress | null> {
    let progress = kept.get(document);
    if (!progress) kept.set(document, (progress = make(document)));
    return progress;
}

async function make(document: DocumentSource): Promise<RaceProgress | null> {
    const [store, laps] = await Promise.all([motionOf(document), lapsOf(document)]);
    if (!store?.track || !laps.length || store.track.x.length < 3) return null;
    const bySlot = new Map<number, Float32Array>(),
        finish = new Map<number, number>(),
        pieces = new Pieces();
    for (const [slot, motion] of store.runs) {
        const own = laps.filter(lap => lap.slot === slot).sort((a, b) => a.lap - b.lap);
        if (!own.length) continue;
        bySlot.set(slot, progressOf(store.track, motion, own));
        const last = own[own.length - 1];
        if (last.end !== null) finish.set(slot, last.end);
        await pieces.rest();
    }
    const done = Math.max(0, ...laps.map(lap => (lap.end === null ? 0 : lap.lap)));
    return new RaceProgress(store.track.length, store, bySlot, finish, done > 0 ? done : Infinity);
}
