// A lap that is driven again: how far it was at a time since its start line, and where that is.
import type { TraceLap } from '../source/source';
import type { TraceSet } from './trace_set';

// y at x along straight lines; xs rise. Beyond the ends it is the nearest value.
function between(xs: Float64Array, ys: Float64Array, x: number): number {
    let low = 0,
        high = xs.length - 1;
    if (x <= xs[0]) return ys[0];
    if (x >= xs[high]) return ys[high];
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (xs[middle] <= x) low = middle;
        else high = middle;
    }
    const span = xs[high] - xs[low];
    return span > 0 ? ys[low] + ((ys[high] - ys[low]) * (x - xs[low])) / span : ys[low];
}

export class GhostLap {
    readonly trace: TraceLap;
    private readonly times: Float64Array; // at the stations where there is one
    private readonly distances: Float64Array;

    constructor(
        private readonly set: TraceSet,
        readonly index: number,
    ) {
        this.trace = set.traces.laps[index];
        const { time } = this.trace,
            known = Array.from(time.keys()).filter(i => !Number.isNaN(time[i]));
        this.times = Float64Array.from(known, i => time[i]);
        this.distances = Float64Array.from(known, i => set.traces.distance[i]);
    }
    get duration(): number {
        return this.times.length ? this.times[this.times.length - 1] : 0;
    }
    distanceAt(time: number): number {
        return between(this.times, this.distances, time);
    }
    timeAt(distance: number): number {
        return between(this.distances, this.times, distance);
    }
    // In the frame of the line. Where it looked is not known: it is where it went.
    poseAt(distance: number): { x: number; y: number; heading: number } {
        const { set, trace } = this,
            stations = set.traces.distance,
            near = set.index(distance),
            i = Math.min(stations[near] > distance ? near - 1 : near, set.count - 2),
            part = Math.min(1, (distance - stations[i]) / (stations[i + 1] - stations[i]));
        const [ax, ay] = set.place(trace, i),
            [bx, by] = set.place(trace, i + 1),
            [cx, cy] = set.place(trace, Math.max(0, i - 1)),
            [dx, dy] = set.place(trace, Math.min(set.count - 1, i + 2));
        // stations are close to each other: over two of them more, it does not tremble
        return { x: ax + (bx - ax) * part, y: ay + (by - ay) * part, heading: Math.atan2(dy - cy, dx - cx) };
    }
    // NaN where the channel is not known.
    value(values: ArrayLike<number>, distance: number): number {
        return values.length ? this.set.at(values, distance) : NaN;
    }
}
