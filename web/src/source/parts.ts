// What blocks hold, in the form views take it. The same for embedded data and for the library.

import type { Block } from '../../../bindings/wasm/block.js';
import type {
    CornerPart,
    MarksHead,
    MeshHead,
    PictureHead,
    SceneHead,
    SectorPart,
    TraceHead,
    TraceReference,
    TrackHead,
} from '../../../bindings/wasm/contract.js';
import { tableOf } from '../base/columns';
import { Pieces } from '../base/turns';
import {
    type ColumnData,
    type DocumentSource,
    type LapRef,
    type Marks,
    type Mesh,
    type MotionData,
    type Picture,
    type PointValues,
    type Scene,
    type SceneLine,
    type SceneMesh,
    type ScenePlace,
    SourceError,
    type TraceLap,
    type Traces,
    type TrackCorner,
    type TrackLine,
    type Vec3,
} from './source';

// Column by column: an hour of many cars is long, and the page must draw and listen in between.
export async function readMotion(block: Block): Promise<MotionData> {
    const pieces = new Pieces();
    const numbers = async (name: string): Promise<Float32Array> => {
        await pieces.rest();
        return block.numbers(name);
    };
    return {
        time: block.numbers('time', Float64Array),
        x: await numbers('x'),
        y: await numbers('y'),
        z: await numbers('z'),
        heading: await numbers('heading'),
        speed: await numbers('speed'),
        throttle: await numbers('throttle'),
        brake: await numbers('brake'),
        gear: block.numbers('gear', Int8Array),
        steer: await numbers('steer'),
        distance: await numbers('distance'),
        lateral: await numbers('lateral'),
    };
}

function readCorners(columns: ColumnData[], origin: Vec3): TrackCorner[] {
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
const cornerColumns = ['corner', 'start_distance', 'apex_distance', 'end_distance', 'direction', 'radius', 'x', 'y'];

// Those of the table of corners; none where the document has no such table.
export async function cornersOf(document: DocumentSource, origin: Vec3): Promise<TrackCorner[]> {
    const table = tableOf(document, 'corners');
    return table ? readCorners(await document.readTable(table.name, cornerColumns, 0, table.embedded_rows), origin) : [];
}

export function readTrack(block: Block<TrackHead>, origin: Vec3, corners: TrackCorner[]): TrackLine {
    const head = block.head;
    return {
        closed: head.closed,
        given: head.given,
        length: head.length,
        step: head.step,
        timing_lines: head.timing_lines,
        origin,
        corners,
        x: block.numbers('x'),
        y: block.numbers('y'),
        z: block.numbers('z'),
        heading: block.numbers('heading'),
        left: block.numbers('left'),
        right: block.numbers('right'),
        pitLaneX: block.numbers('pit_lane_x'),
        pitLaneY: block.numbers('pit_lane_y'),
    };
}

export function readMarks(block: Block<MarksHead>): Marks {
    const numbers = (...names: string[]) => names.map(name => block.numbers(name)),
        counts = block.numbers('count', Uint32Array);
    const starts = new Uint32Array(counts.length + 1);
    counts.forEach((count, i) => (starts[i + 1] = starts[i] + count));
    const [x, y, z, dx, dy, dz, lifetime] = numbers('puff_x', 'puff_y', 'puff_z', 'drift_x', 'drift_y', 'drift_z', 'lifetime'),
        when = block.numbers('puff_time', Float64Array);
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
        note: block.head.note,
        starts,
        time: block.numbers('time', Float64Array),
        points: interleaved(places, 0, places[0].length),
        opacity: block.numbers('opacity'),
        puffs,
    };
}

export function readMesh(block: Block<MeshHead>): Mesh {
    const head = block.head;
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
        of = head.palette && block.numbers('block', Int32Array);
    const blocks = of && head.palette ? { of, colours: block.numbers('block_color', Uint32Array), palette: head.palette } : null;
    return {
        blocks,
        points: pointValues(block),
        name: head.name,
        positions,
        origin: { x, y, z },
        indices: block.numbers('corner', Uint32Array),
        normals: null,
        uvs,
        groups: head.groups,
        up: head.up,
        unit: head.unit ?? 'm',
        shown: head.shown,
        total: head.total,
        certainty: head.certainty,
    };
}

function pointValues(block: Block<MeshHead>): PointValues {
    const [red, green, blue, classes] = ['red', 'green', 'blue', 'class'].map(name => block.numbers(name, Uint8Array)),
        intensity = block.numbers('intensity');
    let colours: Uint8Array | null = null;
    if (red.length > 0) {
        colours = new Uint8Array(3 * red.length);
        for (const [k, channel] of [red, green, blue].entries()) for (let i = 0; i < red.length; i++) colours[3 * i + k] = channel[i];
    }
    return { colours, intensity: intensity.length > 0 ? intensity : null, classes: classes.length > 0 ? classes : null };
}

// Some columns as points that follow each other.
function interleaved(columns: Float32Array[], first: number, count: number): Float32Array {
    const size = columns.length,
        points = new Float32Array(size * count);
    for (let k = 0; k < size; k++) for (let i = 0; i < count; i++) points[size * i + k] = columns[k][first + i];
    return points;
}

export function readScene(block: Block<SceneHead>): Scene {
    const head = block.head,
        columns = (...names: string[]) => names.map(name => block.numbers(name));
    const points = columns('x', 'y', 'z'),
        across = columns('u', 'v'),
        corners = block.numbers('corner', Uint32Array);
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
            uvs: mesh.has_coordinates ? interleaved(across, point, mesh.points) : null,
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
        mesh = block.numbers('mesh', Float64Array),
        backdrop = block.numbers('backdrop', Float64Array);
    const [name, group, aside] = ['name', 'group', 'aside'].map(each => block.texts(each));
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

export function readPicture(block: Block<PictureHead>, name: string): Picture {
    const { width, height } = block.head;
    const rgba = new Uint8ClampedArray(4 * width * height);
    ['red', 'green', 'blue', 'alpha'].forEach((colour, k) => {
        const plane = block.numbers(colour, Uint8Array);
        for (let i = 0; i < plane.length; i++) rgba[4 * i + k] = plane[i];
    });
    return { name, width, height, rgba };
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

// Parts for the laps at `places`, the first of which is the reference. Where nothing was compared with it, parts are those of the
// first lap of all, and there are no words.
function readParts(references: TraceReference[], places: number[]): Pick<Traces, 'sectors' | 'corners'> {
    const own = references.find(each => each.laps[0] === places[0]),
        from = own ?? references[0];
    const order = places.map(place => from.laps.indexOf(place));
    const take = <T>(list: T[]): T[] => order.map(at => list[at]);
    const numbers = (list: (number | null)[]) => take(list).map(number => number ?? NaN);
    const part = (head: SectorPart | CornerPart) => {
        const times = numbers(head.time);
        return {
            start: head.start_distance,
            end: head.end_distance,
            times,
            deltas: own ? numbers(head.delta) : times.map(time => time - times[0]),
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

// The wanted laps of a block: places[i] is where the i-th one is in it. `origin` is that of the first one's document.
export function readTraces(block: Block<TraceHead>, refs: LapRef[], places: number[], origin: Vec3): Traces {
    const head = block.head;
    const distance = block.numbers('distance', Float64Array);
    const x = Float32Array.from(block.numbers('x', Float64Array), value => value - origin.x),
        y = Float32Array.from(block.numbers('y', Float64Array), value => value - origin.y);
    const laps = refs.map((ref, i): TraceLap => {
        const n = places[i],
            about = head.laps[n];
        if (!about) throw new SourceError('this lap is not in the page', 'page.lap');
        return {
            ref,
            driver: about.driver ?? '',
            lapTime: about.lap_time,
            time: block.numbers(`time_${n}`, Float64Array),
            speed: block.numbers(`speed_${n}`),
            throttle: block.numbers(`throttle_${n}`),
            brake: block.numbers(`brake_${n}`),
            gear: block.numbers(`gear_${n}`, Int8Array),
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
