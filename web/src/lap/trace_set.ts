// Laps on one line of stations, and what is compared between them. The first lap is the reference.
import type { TraceLap, Traces } from '../source/source';

export interface Channel { name: string; title: string; unit: string; height: number; range?: [number, number]; stepped?: boolean; zero?: boolean; values(lap: TraceLap): ArrayLike<number>; text(value: number): string }

const scaled = (values: Float32Array, factor: number): Float32Array => values.map(value => value * factor);
const whole = (value: number) => value.toFixed(0);

export const channels: Channel[] = [
    { name: 'speed', title: 'Speed', unit: 'km/h', height: 210, values: lap => scaled(lap.speed, 3.6), text: value => value.toFixed(1) },
    { name: 'throttle', title: 'Throttle', unit: '%', height: 95, range: [-3, 103], values: lap => scaled(lap.throttle, 100), text: whole },
    { name: 'brake', title: 'Brake', unit: '%', height: 95, range: [-3, 103], values: lap => scaled(lap.brake, 100), text: whole },
    { name: 'gear', title: 'Gear', unit: '', height: 95, stepped: true, values: lap => Float32Array.from(lap.gear), text: whole },
    { name: 'steer', title: 'Steering', unit: 'left is up', height: 105, values: lap => lap.steer, text: value => value.toFixed(3) },
    { name: 'lateral', title: 'Place across the track', unit: 'm, left is up', height: 105, values: lap => lap.lateral, text: value => value.toFixed(2) },
];

export function hasValues(values: ArrayLike<number>): boolean {
    for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) return true;
    return false;
}

export class TraceSet {
    readonly deltas: Float64Array[]; // of lap i behind lap 0, s; all 0 for lap 0
    constructor(readonly traces: Traces) {
        const first = traces.laps[0]!.time;
        this.deltas = traces.laps.map(lap => Float64Array.from(lap.time, (time, i) => time - first[i]!));
    }
    get count(): number {
        return this.traces.distance.length;
    }
    // The station nearest to a distance.
    index(distance: number): number {
        const stations = this.traces.distance;
        let low = 0, high = stations.length - 1;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (stations[middle]! < distance) low = middle + 1;
            else high = middle;
        }
        return low > 0 && distance - stations[low - 1]! < stations[low]! - distance ? low - 1 : low;
    }
    // Between stations along the straight line.
    at(values: ArrayLike<number>, distance: number): number {
        const stations = this.traces.distance, near = this.index(distance);
        const i = stations[near]! > distance ? near - 1 : near;
        if (i < 0) return values[0]!;
        if (i + 1 >= stations.length) return values[stations.length - 1]!;
        const part = (distance - stations[i]!) / (stations[i + 1]! - stations[i]!);
        return part === 0 ? values[i]! : values[i]! + (values[i + 1]! - values[i]!) * part;
    }
    // Where a lap was, in the frame of the line.
    place(lap: TraceLap, i: number): [number, number] {
        const { x, y, heading } = this.traces, lateral = lap.lateral.length ? lap.lateral[i]! : 0, offset = Number.isNaN(lateral) ? 0 : lateral;
        return [x[i]! - Math.sin(heading[i]!) * offset, y[i]! + Math.cos(heading[i]!) * offset];
    }
    // How far lap i is behind lap 0 at the end, measured at the same place: what its corners cost together.
    total(i: number): number {
        return this.deltas[i]![this.count - 1]!;
    }
    // The difference of the lap times, which a game may have rounded.
    byLapTimes(i: number): number | null {
        const reference = this.traces.laps[0]!.lapTime, time = this.traces.laps[i]!.lapTime;
        return reference !== null && time !== null ? time - reference : null;
    }
    // Time from one place to another.
    between(lap: TraceLap, from: number, to: number): number {
        return this.at(lap.time, to) - this.at(lap.time, from);
    }
}

export interface CornerCost { corner: number; last: number; start: number; end: number; apex: number; deltas: number[]; minimum: number[]; brakeAt: (number | null)[]; throttleAt: (number | null)[] }

// What each run from one braking zone to the next cost each lap: together they are the whole delta.
export function cornerCosts(set: TraceSet): CornerCost[] {
    return set.traces.corners.map(corner => {
        const first = set.index(corner.start), last = set.index(corner.end);
        const laps = set.traces.laps;
        const minimum = laps.map(lap => {
            let low = NaN;
            for (let i = first; i <= last && lap.speed.length; i++) if (!(lap.speed[i]! >= low)) low = lap.speed[i]!;
            return low;
        });
        // braking may begin before the run does, in one of the laps: 60 m before it are looked at
        const brakeAt = laps.map(lap => {
            if (!lap.brake.length) return null;
            const from = set.index(Math.max(corner.start - 60, 0));
            for (let i = from; i < last; i++) if (lap.brake[i]! > 0.1 && (i === from || lap.brake[i - 1]! <= 0.1)) return set.traces.distance[i]!;
            return null;
        });
        const throttleAt = laps.map(lap => {
            if (!lap.throttle.length) return null;
            const apex = set.index(corner.apex);
            for (let i = apex; i < last; i++) if (lap.throttle[i]! > 0.95) return set.traces.distance[i]!;
            return null;
        });
        return { corner: corner.corner, last: corner.last, start: corner.start, end: corner.end, apex: corner.apex, minimum, brakeAt, throttleAt, deltas: laps.map((_lap, i) => set.at(set.deltas[i]!, corner.end) - set.at(set.deltas[i]!, corner.start)) };
    });
}

interface CornerRun { corner: number; last: number }
// "turn 3", "turns 1 and 2", as `paddock compare` says it.
export function cornerTitle({ corner, last }: CornerRun): string {
    if (corner === 0) return 'from the line';
    return last > corner ? `turns ${corner} ${last > corner + 1 ? 'to' : 'and'} ${last}` : `turn ${corner}`;
}
// "T3", "T1–2"
export function cornerMark({ corner, last }: CornerRun): string {
    if (corner === 0) return 'line';
    return last > corner ? `T${corner}–${last}` : `T${corner}`;
}

// What a lap did otherwise than the reference there.
export function costText(cost: CornerCost, lap: number): string {
    const parts: string[] = [];
    const brakes = [cost.brakeAt[0], cost.brakeAt[lap]], opens = [cost.throttleAt[0], cost.throttleAt[lap]];
    const slower = (cost.minimum[0]! - cost.minimum[lap]!) * 3.6;
    if (cost.corner > 0 && brakes[0] !== null && brakes[1] !== null && Math.abs(brakes[0]! - brakes[1]!) >= 4.9) parts.push(`brakes ${Math.abs(brakes[0]! - brakes[1]!).toFixed(0)} m ${brakes[1]! < brakes[0]! ? 'earlier' : 'later'}`);
    if (cost.corner > 0 && Math.abs(slower) >= 1) parts.push(`${Math.abs(slower).toFixed(0)} km/h ${slower > 0 ? 'slower' : 'faster'} at the slowest`);
    if (cost.corner > 0 && opens[0] !== null && opens[1] !== null && Math.abs(opens[0]! - opens[1]!) >= 9.9) parts.push(`full throttle ${Math.abs(opens[0]! - opens[1]!).toFixed(0)} m ${opens[1]! < opens[0]! ? 'earlier' : 'later'}`);
    return parts.join(', ');
}
