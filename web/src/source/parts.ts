// What blocks hold, in the form views take it. The same for embedded data and for the library.
import { Pieces } from '../base/turns';
import type { Block } from './block';
import {
    type ColumnData,
    type LapRef,
    type Marks,
    type Mesh,
    type MotionData,
    type Picture,
    type Scene,
    type SceneLine,
    type SceneMesh,
    type ScenePlace,
    SourceError,
    type Span,
    type TraceLap,
    type Traces,
    type TrackCorner,
    type TrackLine,
    type Vec3,
} from './source';

function exact(block: Block, name: string): Float64Array {
    const column = block.column(name);
    if (!column) return new Float64Array(0);
    return column.values instanceof Float64Array ? column.values : Float64Array.from(column.values as ArrayLike<number | bigint>, Number);
}

function whole(block: Block, name: string): Int8Array {
    const column = block.column(name);
    return column ? (column.values as Int8Array) : new Int8Array(0);
}

// Column by column: an hour of many cars is long, and the page must draw and listen in between.
export async function readMotion(block: Block): Promise<MotionData> {
    const pieces = new Pieces();
    const numbers = async (name: string): Promise<Float32Array> => {
        await pieces.rest();
        return block.numbers(name);
    };
    return {
        time: exact(block, 'time'),
        x: await numbers('x'),
        y: await numbers('y'),
        z: await numbers('z'),
        heading: await numbers('heading'),
        speed: await numbers('speed'),
        throttle: await numbers('throttle'),
        brake: await numbers('brake'),
        gear: whole(block, 'gear'),
        steer: await numbers('steer'),
        distance: await numbers('distance'),
        lateral: await numbers('lateral'),
    };
}

export function readCorners(columns: ColumnData[], origin: Vec3): TrackCorner[] {
    const [corner, start, apex, end, direction, radius, x, y] = columns.map(column => column.values as ArrayLike<number | string>);
    return Array.from({ length: corner?.length ?? 0 }, (_, i) => ({
        corner: Number(corner![i]),
        start: Number(start![i]),
        apex: Number(apex![i]),
        end: Number(end![i]),
        direction: String(direction![i]),
        radius: Number(radius![i]),
        x: Number(x![i]) - origin.x,
        y: Number(y![i]) - origin.y,
    }));
}
export const cornerColumns = ['corner', 'start_distance', 'apex_distance', 'end_distance', 'direction', 'radius', 'x', 'y'];

export function readTrack(block: Block, corners: TrackCorner[]): TrackLine {
    const head = block.head as unknown as TrackLine;
    return {
        closed: head.closed,
        given: head.given,
        length: head.length,
        step: head.step,
        timingLines: head.timingLines,
        corners,
        x: block.numbers('x'),
        y: block.numbers('y'),
        z: block.numbers('z'),
        heading: block.numbers('heading'),
        left: block.numbers('left'),
        right: block.numbers('right'),
    };
}

export function readMarks(block: Block): Marks {
    const numbers = (...names: string[]) => names.map(name => block.numbers(name)),
        counts = (block.column('count')?.values as Uint32Array | undefined) ?? new Uint32Array(0);
    const starts = new Uint32Array(counts.length + 1);
    counts.forEach((count, i) => (starts[i + 1] = starts[i] + count));
    const [x, y, z, dx, dy, dz, lifetime] = numbers('puff_x', 'puff_y', 'puff_z', 'drift_x', 'drift_y', 'drift_z', 'lifetime'),
        when = exact(block, 'puff_time');
    const puffs = Array.from(when, (time, i) => ({
        time,
        lifetime: lifetime![i],
        x: x![i],
        y: y![i],
        z: z![i],
        dx: dx![i],
        dy: dy![i],
        dz: dz![i],
    }));
    const places = numbers('x', 'y', 'z');
    return {
        note: (block.head as unknown as Marks).note,
        starts,
        time: exact(block, 'time'),
        points: interleaved(places, 0, places[0].length),
        opacity: block.numbers('opacity'),
        puffs,
    };
}

export function readMesh(block: Block): Mesh {
    const head = block.head as unknown as Omit<Mesh, 'origin'> & { origin: [number, number, number]; palette?: string[] };
    const axes = ['x', 'y', 'z'].map(name => block.numbers(name)),
        across = ['u', 'v'].map(name => block.numbers(name));
    const positions = new Float32Array(3 * axes[0].length);
    for (let k = 0; k < 3; k++) for (let i = 0; i < axes[k].length; i++) positions[3 * i + k] = axes[k][i];
    let uvs: Float32Array | null = null;
    if (across[0].length > 0) {
        uvs = new Float32Array(2 * across[0].length);
        for (let k = 0; k < 2; k++) for (let i = 0; i < across[k].length; i++) uvs[2 * i + k] = across[k][i];
    }
    const [x, y, z] = head.origin,
        of = block.column('block')?.values as Int32Array | undefined;
    const blocks = of && head.palette ? { of, colours: block.column('block_color')!.values as Uint32Array, palette: head.palette } : null;
    return {
        blocks,
        name: head.name,
        positions,
        origin: { x, y, z },
        indices: (block.column('corner')?.values as Uint32Array | undefined) ?? new Uint32Array(0),
        normals: null,
        uvs,
        groups: head.groups,
        up: head.up,
        shown: head.shown,
        total: head.total,
        certainty: head.certainty,
    };
}

interface SceneHead {
    up: Scene['up'];
    origin: [number, number, number];
    missing: string | null;
    notes: string[];
    materials: Scene['materials'];
    meshes: {
        name: string;
        kind: string | null;
        shared: boolean;
        hasCoordinates: boolean;
        points: number;
        corners: number;
        runs: SceneMesh['runs'];
    }[];
    lines: (Pick<SceneLine, 'name' | 'closed' | 'upright' | 'kinds'> & { points: number })[];
}

// Some columns as points that follow each other.
function interleaved(columns: Float32Array[], first: number, count: number): Float32Array {
    const size = columns.length,
        points = new Float32Array(size * count);
    for (let k = 0; k < size; k++) for (let i = 0; i < count; i++) points[size * i + k] = columns[k][first + i];
    return points;
}

export function readScene(block: Block): Scene {
    const head = block.head as unknown as SceneHead,
        columns = (...names: string[]) => names.map(name => block.numbers(name));
    const points = columns('x', 'y', 'z'),
        across = columns('u', 'v'),
        corners = block.column('corner')!.values as Uint32Array;
    let point = 0,
        corner = 0,
        linePoint = 0;
    const meshes = head.meshes.map((mesh): SceneMesh => {
        const made = {
            name: mesh.name,
            kind: mesh.kind,
            shared: mesh.shared,
            runs: mesh.runs,
            positions: interleaved(points, point, mesh.points),
            uvs: mesh.hasCoordinates ? interleaved(across, point, mesh.points) : null,
            indices: corners.subarray(corner, corner + mesh.corners),
        };
        point += mesh.points;
        corner += mesh.corners;
        return made;
    });
    const along = columns('line_x', 'line_y', 'line_z'),
        kinds = block.numbers('line_kind');
    const lines = head.lines.map((line): SceneLine => {
        const first = linePoint;
        linePoint += line.points;
        return {
            name: line.name,
            closed: line.closed,
            upright: line.upright,
            kinds: line.kinds,
            positions: interleaved(along, first, line.points),
            kind: kinds.subarray(first, linePoint),
        };
    });
    const [x, y, z, heading] = columns('place_x', 'place_y', 'place_z', 'heading'),
        mesh = exact(block, 'mesh'),
        backdrop = exact(block, 'backdrop');
    const [name, group, aside] = ['name', 'group', 'aside'].map(each => block.column(each)!.values as string[]);
    const places = Array.from(
        mesh,
        (number, i): ScenePlace => ({
            name: name![i],
            group: group![i],
            aside: aside![i],
            mesh: number,
            x: x![i],
            y: y![i],
            z: z![i],
            heading: heading![i],
            backdrop: backdrop[i] !== 0,
        }),
    );
    const [ox, oy, oz] = head.origin;
    return {
        up: head.up,
        origin: { x: ox, y: oy, z: oz },
        missing: head.missing,
        notes: head.notes,
        materials: head.materials,
        meshes,
        places,
        lines,
    };
}

export function readPicture(block: Block, name: string): Picture {
    const { width, height } = block.head as { width: number; height: number };
    const rgba = new Uint8ClampedArray(4 * width * height);
    ['red', 'green', 'blue', 'alpha'].forEach((colour, k) => {
        const plane = block.column(colour)!.values as Uint8Array;
        for (let i = 0; i < plane.length; i++) rgba[4 * i + k] = plane[i];
    });
    return { name, width, height, rgba };
}

// Spans that touch bytes first .. first+count-1, by offset.
export function readSpans(block: Block, first: number, count: number): Span[] {
    const text = (name: string) => block.column(name)!.values as string[];
    const offset = exact(block, 'offset'),
        size = exact(block, 'size'),
        index = exact(block, 'index');
    const record = text('record'),
        field = text('field'),
        value = text('value'),
        unit = text('unit'),
        meaning = text('meaning'),
        certainty = text('certainty');
    const spans: Span[] = [];
    for (let i = 0; i < offset.length; i++) {
        if (offset[i] >= first + count || offset[i] + size[i] <= first) continue;
        spans.push({
            offset: offset[i],
            size: size[i],
            record: record[i],
            index: index[i],
            field: field[i],
            value: value[i],
            unit: unit[i] || null,
            meaning: meaning[i] || null,
            certainty: certainty[i] as Span['certainty'],
        });
    }
    return spans.sort((a, b) => a.offset - b.offset);
}

// The direction of a line of points at each of them, anticlockwise from x.
export function headings(x: Float32Array, y: Float32Array): Float32Array {
    const made = new Float32Array(x.length);
    for (let i = 0; i < x.length; i++) {
        const before = Math.max(0, i - 1),
            after = Math.min(x.length - 1, i + 1);
        made[i] = Math.atan2(y[after] - y[before], x[after] - x[before]);
    }
    return made;
}

interface PartHead {
    start_distance: number;
    end_distance: number;
    time: number[];
    delta: number[];
}
// `laps` says which lap is which in the lists, the reference first.
interface ReferenceHead {
    laps: number[];
    sectors: (PartHead & { sector: number })[];
    corners: (PartHead & {
        corner: number;
        last_corner: number;
        name: string;
        apex_distance: number | null;
        minimum_speed: (number | null)[];
        sentence: (string | null)[];
        reason: (string | null)[];
    })[];
}
interface TraceHead {
    method: Traces['method'];
    length: number;
    step: number;
    laps: { driver: string; slot: number; lap: number; lap_time: number | null }[];
    references: ReferenceHead[]; // against the first lap, and against others where they are few
    residual: number | null;
}

// Parts for the laps at `places`, the first of which is the reference. Where nothing was compared with it, parts are those of the
// first lap of all, and there are no words.
function readParts(references: ReferenceHead[], places: number[]): Pick<Traces, 'sectors' | 'corners'> {
    const own = references.find(each => each.laps[0] === places[0]),
        from = own ?? references[0];
    const order = places.map(place => from.laps.indexOf(place));
    const take = <T>(list: T[]): T[] => order.map(at => list[at]);
    const part = (head: PartHead) => {
        const times = take(head.time);
        return {
            start: head.start_distance,
            end: head.end_distance,
            times,
            deltas: own ? take(head.delta) : times.map(time => time - times[0]),
        };
    };
    const words = (list: (string | null)[]) => (own ? take(list) : order.map(() => null));
    return {
        sectors: from.sectors.map(each => ({ sector: each.sector, ...part(each) })),
        corners: from.corners.map(each => ({
            corner: each.corner,
            last: each.last_corner,
            name: each.name,
            apex: each.apex_distance,
            ...part(each),
            minimum: take(each.minimum_speed),
            sentence: words(each.sentence),
            reason: words(each.reason),
        })),
    };
}

// Of the laps in a block those wanted: places[i] is where the i-th one is in it. `origin` is that of the first one's document.
export function readTraces(block: Block, refs: LapRef[], places: number[], origin: Vec3): Traces {
    const head = block.head as unknown as TraceHead;
    const distance = exact(block, 'distance');
    const x = Float32Array.from(exact(block, 'x'), value => value - origin.x),
        y = Float32Array.from(exact(block, 'y'), value => value - origin.y);
    const laps = refs.map((ref, i): TraceLap => {
        const n = places[i],
            about = head.laps[n];
        if (!about) throw new SourceError('this lap is not in the page', 'page.lap');
        return {
            ref,
            driver: about.driver,
            lapTime: about.lap_time,
            time: exact(block, `time_${n}`),
            speed: block.numbers(`speed_${n}`),
            throttle: block.numbers(`throttle_${n}`),
            brake: block.numbers(`brake_${n}`),
            gear: whole(block, `gear_${n}`),
            steer: block.numbers(`steer_${n}`),
            lateral: block.numbers(`lateral_offset_${n}`),
        };
    });
    return {
        method: head.method,
        length: head.length,
        step: head.step,
        distance,
        x,
        y,
        heading: headings(x, y),
        laps,
        residual: head.residual,
        ...readParts(head.references, places),
    };
}
