// Laps on one line of stations, made from the positions in a report: for laps that the report has no exact comparison of.
// Places along the track come with the positions; the time at a station is taken between two of them.
import { tableOf } from '../base/columns';
import { isolated } from '../base/isolated';
import { type DocumentSource, type LapRef, type MotionData, SourceError, type TraceLap, type Traces, type TrackLine } from './source';

interface LapRow {
    driver: string;
    start: number;
    end: number;
    lapTime: number | null;
}

async function findLap(document: DocumentSource, ref: LapRef): Promise<LapRow> {
    const table = tableOf(document, 'laps');
    if (!table) throw new SourceError(`${isolated(document.file)} has no laps`, 'page.lap');
    const columns = await document.readTable(
        'laps',
        ['slot', 'lap', 'driver', 'start_time', 'end_time', 'lap_time'],
        0,
        table.embedded_rows,
    );
    const [slot, lap, driver, start, end, lapTime] = columns.map(column => column.values as ArrayLike<number | string>);
    for (let i = 0; i < table.embedded_rows; i++) {
        if (Number(slot![i]) !== ref.slot || Number(lap![i]) !== ref.lap) continue;
        const time = Number(lapTime![i]);
        return { driver: String(driver![i]), start: Number(start![i]), end: Number(end![i]), lapTime: Number.isFinite(time) ? time : null };
    }
    throw new SourceError(`${isolated(document.file)} has no lap ${ref.lap} of driver ${ref.slot}`, 'page.lap');
}

// The first sample that is not before `time`.
function firstFrom(times: Float64Array, time: number): number {
    let low = 0,
        high = times.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (times[middle] < time) low = middle + 1;
        else high = middle;
    }
    return low;
}

// Distance since the start line at each sample of the lap. It never falls: a car that turns round does not move.
function reached(motion: MotionData, first: number, last: number, track: TrackLine): Float64Array {
    const made = new Float64Array(last - first + 1);
    let counted = 0,
        before = NaN,
        most = -Infinity;
    for (let i = first; i <= last; i++) {
        const place = motion.distance[i];
        if (Number.isNaN(before)) {
            // the sample before the line is at the end of the line of the track
            counted = track.closed && place > track.length / 2 ? place - track.length : place;
        } else if (!Number.isNaN(place)) {
            let way = place - before;
            if (track.closed && way > track.length / 2) way -= track.length;
            if (track.closed && way < -track.length / 2) way += track.length;
            counted += way;
        }
        if (!Number.isNaN(place)) before = place;
        if (!Number.isNaN(counted)) most = Math.max(most, counted);
        made[i - first] = most;
    }
    return made;
}

function makeLap(ref: LapRef, row: LapRow, motion: MotionData, track: TrackLine, stations: Float64Array): TraceLap {
    const count = stations.length;
    const first = Math.max(0, firstFrom(motion.time, row.start) - 1),
        last = Math.min(motion.time.length - 1, firstFrom(motion.time, row.end));
    if (last - first < 2) throw new SourceError(`lap ${ref.lap} of ${isolated(row.driver)} has no positions`, 'page.lap');
    const along = reached(motion, first, last, track);
    const time = new Float64Array(count).fill(NaN);
    const channels = (['speed', 'throttle', 'brake', 'steer', 'lateral'] as const).map(name => ({
        from: motion[name],
        to: motion[name].length > 0 ? new Float32Array(count).fill(NaN) : motion[name],
    }));
    const gear = motion.gear.length > 0 ? new Int8Array(count) : motion.gear;
    let i = 0,
        line = NaN;
    for (let k = 0; k < count; k++) {
        while (i + 1 < along.length && along[i + 1] < stations[k]) i++;
        if (i + 1 >= along.length || along[i] > stations[k]) continue;
        const way = along[i + 1] - along[i],
            share = way > 0 ? (stations[k] - along[i]) / way : 0,
            at = first + i;
        const moment = motion.time[at] + share * (motion.time[at + 1] - motion.time[at]);
        if (k === 0) line = moment;
        time[k] = moment - (Number.isNaN(line) ? row.start : line);
        for (const { from, to } of channels) if (to !== from) to[k] = from[at] + share * (from[at + 1] - from[at]);
        if (gear !== motion.gear) gear[k] = motion.gear[at];
    }
    const [speed, throttle, brake, steer, lateral] = channels.map(channel => channel.to) as [
        Float32Array,
        Float32Array,
        Float32Array,
        Float32Array,
        Float32Array,
    ];
    return { ref, driver: row.driver, lapTime: row.lapTime, time, speed, throttle, brake, gear, steer, lateral };
}

function pointsAt(track: TrackLine, stations: Float64Array): { x: Float32Array; y: Float32Array; heading: Float32Array } {
    const count = track.x.length;
    const take = (from: Float32Array) =>
        Float32Array.from(stations, station => {
            const at = station / track.step,
                i = Math.min(Math.floor(at), count - 1),
                next = i + 1 < count ? i + 1 : track.closed ? 0 : i;
            return from[i] + (at - i) * (from[next] - from[i]);
        });
    const heading = Float32Array.from(stations, station => track.heading[Math.min(Math.floor(station / track.step), count - 1)]);
    return { x: take(track.x), y: take(track.y), heading };
}

// All laps are of this document.
export async function tracesFromMotion(document: DocumentSource, refs: LapRef[], step: number): Promise<Traces> {
    const track = await document.track(),
        motion = await document.motion();
    if (!track || !motion) throw new SourceError(`${isolated(document.file)} has no track that laps could be compared on`, 'page.track');
    const count = Math.floor(track.length / step) + 1;
    const stations = Float64Array.from({ length: count + 1 }, (_, i) => Math.min(i * step, track.length));
    const laps: TraceLap[] = [];
    for (const ref of refs) {
        const run = motion.runs.findIndex(each => each.slot === ref.slot);
        if (run < 0) throw new SourceError(`${isolated(document.file)} has no positions of driver ${ref.slot}`, 'page.lap');
        laps.push(makeLap(ref, await findLap(document, ref), await document.readMotion(run), track, stations));
    }
    const lines = track.timing_lines
        .map(line => line.distance)
        .filter((at): at is number => at !== null)
        .sort((a, b) => a - b);
    // Between two stations by the nearest ones: these laps are a few milliseconds rough.
    const near = (distance: number) => Math.min(Math.round(distance / step), count);
    const part = (start: number, end: number) => {
        const times = laps.map(lap => lap.time[near(end)] - lap.time[near(start)]);
        return { start, end, times, deltas: times.map(time => time - times[0]) };
    };
    const slowest = (lap: TraceLap, start: number, end: number) => {
        let least = Infinity;
        for (let i = near(start); i <= near(end) && i < lap.speed.length; i++) least = Math.min(least, lap.speed[i]);
        return Number.isFinite(least) ? least : null;
    };
    const nothing = laps.map(() => null);
    return {
        method: 'projection',
        length: track.length,
        step,
        distance: stations,
        ...pointsAt(track, stations),
        sectors: lines.map((start, i) => ({ sector: i + 1, ...part(start, lines[i + 1] ?? track.length) })),
        corners: track.corners.map((corner, i) => {
            const start = i === 0 ? 0 : corner.start,
                end = track.corners[i + 1]?.start ?? track.length;
            return {
                corner: corner.corner,
                last: corner.corner,
                name: `turn ${corner.corner}`,
                apex: corner.apex,
                ...part(start, end),
                minimum: laps.map(lap => slowest(lap, start, end)),
                sentence: nothing,
                reason: nothing,
            };
        }),
        laps,
        residual: null,
    };
}
