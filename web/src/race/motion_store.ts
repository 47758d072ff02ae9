// Everybody's motion in memory, and where they are at any time.
import type { DocumentSource, Marks, MotionData, MotionInfo, MotionRun, TrackLine } from '../source/source';

export interface Pose {
    x: number;
    y: number;
    z: number; // 0 if the file does not record it
    heading: number;
    speed: number;
    throttle: number;
    brake: number;
    gear: number | null;
    steer: number;
}

const longestGap = 1.5; // s between samples: beyond it, nothing is made up

export class RunMotion {
    private last = 0;
    constructor(
        readonly run: MotionRun,
        readonly data: MotionData,
    ) {}

    // The last sample at or before a time; -1 before the first. Quick where times follow each other.
    indexAt(time: number): number {
        const times = this.data.time,
            count = times.length;
        if (!count || time < times[0]) return -1;
        let i = this.last < count && times[this.last] <= time ? this.last : 0;
        if (i + 1 < count && times[i + 1] <= time) {
            if (i + 2 >= count || times[i + 2] > time) i++;
            else {
                let low = i,
                    high = count - 1;
                while (low < high) {
                    const middle = (low + high + 1) >> 1;
                    if (times[middle] <= time) low = middle;
                    else high = middle - 1;
                }
                i = low;
            }
        }
        return (this.last = i);
    }
    // Positions along the straight line between samples, headings the shorter way round, gears as they were.
    poseAt(time: number): Pose | null {
        const i = this.indexAt(time),
            { data } = this,
            count = data.time.length;
        if (i < 0) return null;
        const next = Math.min(i + 1, count - 1),
            span = data.time[next] - data.time[i];
        if (span > longestGap || (i === count - 1 && time > data.time[i] + 0.5)) return null;
        const part = span > 0 ? (time - data.time[i]) / span : 0;
        const mix = (values: Float32Array) => (values.length ? values[i] + (values[next] - values[i]) * part : NaN);
        const x = mix(data.x),
            y = mix(data.y);
        if (
            Number.isNaN(x) ||
            Number.isNaN(y) ||
            Math.hypot(data.x[next] - data.x[i], data.y[next] - data.y[i]) > 150 * Math.max(span, 0.05)
        )
            return null;
        const turn = data.heading.length ? data.heading[next] - data.heading[i] : 0;
        return {
            x,
            y,
            z: data.z.length ? mix(data.z) : 0,
            heading: data.heading.length ? data.heading[i] + Math.atan2(Math.sin(turn), Math.cos(turn)) * part : 0,
            speed: mix(data.speed),
            throttle: mix(data.throttle),
            brake: mix(data.brake),
            gear: data.gear.length ? data.gear[i] : null,
            steer: mix(data.steer),
        };
    }
}

export interface MotionStore {
    info: MotionInfo;
    runs: Map<number, RunMotion>; // by slot
    track: TrackLine | null;
    marks: Marks | null;
}

const kept = new WeakMap<DocumentSource, Promise<MotionStore | null>>();

// null where nothing moves in the document. Read once.
export function motionOf(document: DocumentSource): Promise<MotionStore | null> {
    let store = kept.get(document);
    if (!store) kept.set(document, (store = read(document)));
    return store;
}

async function read(document: DocumentSource): Promise<MotionStore | null> {
    const info = await document.motion();
    if (!info) return null;
    const track = await document.track();
    const runs = new Map<number, RunMotion>();
    for (const [index, run] of info.runs.entries()) runs.set(run.slot, new RunMotion(run, await document.readMotion(index)));
    return { info, runs, track, marks: await document.marks() };
}
