// Laps on one line of stations, and what is compared between them. The first lap is the reference.
import { steerUnit } from '../base/columns';
import { fixed, kmhOfSpeed } from '../base/format';
import type { DocumentSource, TraceCorner, TraceLap, Traces } from '../source/source';

interface Channel {
    name: string;
    title: string;
    unit: string; // completed by TraceSet for the steering
    height: number;
    range?: [number, number];
    stepped?: boolean;
    zero?: boolean;
    values(lap: TraceLap): ArrayLike<number>;
    text(value: number): string;
}

const scaled = (values: Float32Array, factor: number): Float32Array => values.map(value => value * factor);
const whole = (value: number) => fixed(value, 0);

const allChannels: Channel[] = [
    {
        name: 'speed',
        title: 'Speed',
        unit: 'km/h',
        height: 210,
        values: lap => scaled(lap.speed, kmhOfSpeed),
        text: value => fixed(value, 1),
    },
    { name: 'throttle', title: 'Throttle', unit: '%', height: 95, range: [-3, 103], values: lap => scaled(lap.throttle, 100), text: whole },
    { name: 'brake', title: 'Brake', unit: '%', height: 95, range: [-3, 103], values: lap => scaled(lap.brake, 100), text: whole },
    { name: 'gear', title: 'Gear', unit: '', height: 95, stepped: true, values: lap => Float32Array.from(lap.gear), text: whole },
    {
        name: 'steer',
        title: 'Steering',
        unit: 'left is up',
        height: 105,
        values: lap => lap.steer,
        text: value => fixed(value, 3),
    },
    {
        name: 'lateral',
        title: 'Lateral position',
        unit: 'm, left is up',
        height: 105,
        values: lap => lap.lateral,
        text: value => fixed(value, 2),
    },
];

export function hasValues(values: ArrayLike<number>): boolean {
    for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) return true;
    return false;
}

export class TraceSet {
    readonly deltas: Float64Array[]; // of lap i behind lap 0, s; all 0 for lap 0
    readonly channels: Channel[];
    // `documents`: those that the laps are of, among others.
    constructor(
        readonly traces: Traces,
        documents: DocumentSource[],
    ) {
        const own = documents.filter(document => traces.laps.some(lap => lap.ref.document === document.id));
        this.channels = allChannels.map(channel =>
            channel.name === 'steer' ? { ...channel, unit: `${steerUnit(own)}, ${channel.unit}` } : channel,
        );
        const first = traces.laps[0].time;
        this.deltas = traces.laps.map(lap => Float64Array.from(lap.time, (time, i) => time - first[i]));
    }
    get count(): number {
        return this.traces.distance.length;
    }
    // The station nearest to a distance.
    index(distance: number): number {
        const stations = this.traces.distance;
        let low = 0,
            high = stations.length - 1;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (stations[middle] < distance) low = middle + 1;
            else high = middle;
        }
        return low > 0 && distance - stations[low - 1] < stations[low] - distance ? low - 1 : low;
    }
    // Between stations along the straight line.
    at(values: ArrayLike<number>, distance: number): number {
        const stations = this.traces.distance,
            near = this.index(distance);
        const i = stations[near] > distance ? near - 1 : near;
        if (i < 0) return values[0];
        if (i + 1 >= stations.length) return values[stations.length - 1];
        const part = (distance - stations[i]) / (stations[i + 1] - stations[i]);
        return part === 0 ? values[i] : values[i] + (values[i + 1] - values[i]) * part;
    }
    // Where a lap was, in the frame of the line.
    place(lap: TraceLap, i: number): [number, number] {
        const { x, y, heading } = this.traces,
            lateral = lap.lateral.length ? lap.lateral[i] : 0,
            offset = Number.isNaN(lateral) ? 0 : lateral;
        return [x[i] - Math.sin(heading[i]) * offset, y[i] + Math.cos(heading[i]) * offset];
    }
    // How far lap i is behind lap 0 at the end, measured at the same place: what its corners cost together.
    total(i: number): number {
        return this.traces.corners.reduce((sum, corner) => sum + corner.deltas[i], 0);
    }
    // The difference of the lap times, which a game may have rounded.
    byLapTimes(i: number): number | null {
        const reference = this.traces.laps[0].lapTime,
            time = this.traces.laps[i].lapTime;
        return reference !== null && time !== null ? time - reference : null;
    }
}

// "T3", "T1–2", for where there is little room
export function cornerMark({ corner, last, start }: TraceCorner): string {
    if (corner === 0) return start > 0 ? 'brake' : 'line';
    return last > corner ? `T${corner}–${last}` : `T${corner}`;
}
