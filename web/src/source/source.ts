// What views read from. Two sides implement it: the data embedded in a report, and the library itself in a worker
// (WebAssembly). A view never knows which. Everything that may take time is asynchronous.
//
// Units are SI, times are seconds of the session's clock, angles are radians, anticlockwise seen from above.
// Positions are in a right-handed frame with z up, in metres, less MotionInfo.origin of their document.
import type { ColumnData } from '../../../bindings/wasm/block.js';
import type {
    Certainty,
    CompareMethod,
    DocumentHead,
    FieldPlace,
    LineKinds,
    Material,
    MaterialRun,
    MeshGroup,
    MotionInfo,
    Ruling,
    TrackHead,
    UpAxis,
    Vec3,
} from '../../../bindings/wasm/contract.js';
import type { Recorded } from '../ruling/recorded';

// What C says as JSON has its types in one place: src/base/json/contract.def.
export type { ColumnData, ColumnValues } from '../../../bindings/wasm/block.js';
export type {
    Certainty,
    ColumnInfo,
    DocumentKind,
    FieldPlace,
    Finding,
    ImageInfo,
    Material,
    MotionInfo,
    MotionRun,
    PropertyFacts,
    Ruling,
    TableInfo,
    Vec3,
} from '../../../bindings/wasm/contract.js';

// Samples of one run. Float32 arrays are empty where a channel is not known. NaN = no value there. Times rise, but not
// evenly: a report has more samples around incidents. Headings go on beyond a full turn.
export interface MotionData {
    time: Float64Array;
    x: Float32Array;
    y: Float32Array;
    z: Float32Array;
    heading: Float32Array; // of the nose, 0 along x
    speed: Float32Array;
    throttle: Float32Array; // 0 to 1
    brake: Float32Array; // 0 to 1
    gear: Int8Array;
    steer: Float32Array; // positive to the left: rad, or -1 to 1; of long recordings in a report around incidents only
    distance: Float32Array; // m along the track from its start line
    lateral: Float32Array; // m to the left of the track's line
}

// Skid marks and smoke, in the coordinates of MotionData.
export interface Marks {
    note: string | null; // what is left out
    starts: Uint32Array; // the first point of each mark; one more than there are
    time: Float64Array; // when each point was laid
    points: Float32Array; // x, y, z
    opacity: Float32Array; // 0 to 1
    puffs: Puff[];
}
export interface Puff {
    time: number;
    lifetime: number;
    x: number;
    y: number;
    z: number;
    dx: number;
    dy: number;
    dz: number;
} // d: m/s

export interface TrackCorner {
    corner: number;
    start: number;
    apex: number;
    end: number;
    direction: string;
    radius: number;
    x: number;
    y: number;
}

// The line of the track as driven or given: point i is at distance i * step.
export interface TrackLine extends TrackHead {
    origin: Vec3; // that of its document
    x: Float32Array;
    y: Float32Array;
    z: Float32Array;
    heading: Float32Array;
    left: Float32Array; // lateral offset of the left edge, or of the band of laps; NaN = not known
    right: Float32Array; // negative if the line is between the edges
    corners: TrackCorner[];
    pitLaneX: Float32Array; // of a given track: its pit lanes, NaN between two of them
    pitLaneY: Float32Array;
}

export interface LapRef {
    document: string;
    slot: number;
    lap: number;
} // document: DocumentSource.id

export interface TraceLap {
    ref: LapRef;
    driver: string;
    lapTime: number | null; // official, or as found
    time: Float64Array; // s since the start line at each station; NaN where not known
    speed: Float32Array; // channels are empty where not known
    throttle: Float32Array;
    brake: Float32Array;
    gear: Int8Array;
    steer: Float32Array;
    lateral: Float32Array; // m to the left of the line
}

// Lists are by lap, in the order asked for; the first lap is the reference.
interface TraceSector {
    sector: number;
    start: number;
    end: number;
    times: number[];
    deltas: number[];
}

// From one braking zone of the reference to the next, so that some hold several corners, `corner` to `last`, and some none: 0.
export interface TraceCorner {
    corner: number;
    last: number;
    start: number;
    end: number;
    name: string; // "turn 3"
    apex: number | null; // where the reference is slowest in the corner
    times: number[];
    deltas: number[];
    minimum: (number | null)[]; // m/s, in the corner
    sentence: (string | null)[]; // what a lap lost or gained and why, as the library says it; null where it was not asked
    reason: (string | null)[];
}

// Laps on one line of stations: the delta of two is the difference of their times at the same station.
export interface Traces {
    method: CompareMethod;
    length: number; // m, from line to line
    step: number;
    distance: Float64Array; // m, of each station
    x: Float32Array; // of the line, in local coordinates of the first lap's document
    y: Float32Array;
    heading: Float32Array;
    sectors: TraceSector[];
    corners: TraceCorner[];
    laps: TraceLap[]; // in the order asked for
    residual: number | null; // s, how far deltas by positions are from those in files, at most; null = nothing to compare
}

export interface Mesh {
    name: string;
    positions: Float32Array; // x, y, z of each point, less origin
    origin: Vec3;
    indices: Uint32Array; // three for each triangle
    normals: Float32Array | null;
    uvs: Float32Array | null;
    groups: (MeshGroup & { material?: Material })[]; // runs of indices
    up: UpAxis;
    unit: string; // of its coordinates
    shown: number; // triangles here
    total: number; // triangles in the file
    certainty: Certainty;
    blocks: Blocks | null; // null = the surface has none, or a single one
    points: PointValues;
}

// What points have besides their places; null = not this.
export interface PointValues {
    colours: Uint8Array | null; // red, green, blue of each point
    intensity: Float32Array | null;
    classes: Uint8Array | null;
}
export const noPointValues: PointValues = { colours: null, intensity: null, classes: null };

// Runs of points that belong together; blocks that meet in a triangle have different colours.
export interface Blocks {
    of: Int32Array; // of each triangle; -1 = none
    colours: Uint32Array; // of each block: which of the palette
    palette: string[];
}

export interface SceneMesh {
    name: string;
    kind: string | null; // its kind, such as 'bitmap' or 'model'; null = not known
    shared: boolean; // its points are relative to each place; otherwise relative to the scene's origin
    positions: Float32Array;
    uvs: Float32Array | null; // v 0 is the top row
    indices: Uint32Array;
    runs: MaterialRun[]; // of indices
}

// A mesh in a place; headings are anticlockwise about z.
export interface ScenePlace {
    name: string;
    group: string; // of what belongs together; '' = none
    aside: string; // '' = shown with the rest; otherwise another form of it, shown alone
    mesh: number;
    x: number;
    y: number;
    z: number;
    heading: number;
    backdrop: boolean; // around everything, to be seen from within
}

export interface SceneLine {
    name: string;
    closed: boolean; // then its last point is the first again
    upright: boolean; // there is an obstacle
    positions: Float32Array;
    kind: Float32Array; // from each point to the next; meaningless where `kinds` is null
    kinds: LineKinds | null;
}

// A document as it is placed in the world: a mesh that is in many places is stored once. All relative to the origin.
export interface Scene {
    up: UpAxis;
    origin: Vec3;
    missing: string | null; // what belongs to it but was not given, and where that is
    notes: string[]; // what is not in it and why
    materials: Material[];
    meshes: SceneMesh[];
    places: ScenePlace[];
    lines: SceneLine[];
}

export interface Picture {
    name: string;
    width: number;
    height: number;
    rgba: Uint8ClampedArray;
}

export interface DocumentSource extends DocumentHead {
    id: string; // not shown; different for each document of a source
    edition: number; // counts up when other rulings apply: then results and laps are others

    readTable(name: string, columns: string[], first: number, count: number): Promise<ColumnData[]>;
    recorded(): Promise<Recorded | null>; // what results are made of; null = there are none
    motion(): Promise<MotionInfo | null>;
    readMotion(run: number): Promise<MotionData>;
    track(): Promise<TrackLine | null>;
    marks(): Promise<Marks | null>; // null = the file has none
    surface(index: number): Promise<Mesh>;
    scene(): Promise<Scene | null>; // null = there are surfaces at most
    image(index: number): Promise<Picture>;
    bytes(first: number, count: number): Promise<Uint8Array | null>; // null = not here (a report)
    layout(first: number, count: number): Promise<FieldPlace[]>;
    stretches(): Promise<{ first: number; count: number }[]>; // which bytes are here: all of a file that is open
}

export interface Source {
    live: boolean; // files can be opened
    documents: DocumentSource[];
    producer: string; // "paddock 0.2.0"
    open?(file: File, progress: (share: number) => void): Promise<DocumentSource>; // the new document is in `documents`
    close?(id: string): void;
    // The files that can be saved as one page to share. `start`: what it shows first, as after the # of an address.
    savePage(start: string): Promise<BlobPart[]>;
    canSave(document: DocumentSource): boolean; // all of a report; where a page opens files, those that are opened
    // Fails where laps are not of one track. Laps of several documents may be asked for together.
    traces(refs: LapRef[]): Promise<Traces>;
    // What stewards decided, of all files. Each ruling is one that its document can have, and names its file.
    rulings: readonly Ruling[];
    setRulings(rulings: Ruling[]): void;
    // Called when documents were opened or closed, or ruled otherwise. One whose answers have changed is a new object with the same id.
    onChange(listener: () => void): void;
}

// What a source throws if a file cannot be read or a question cannot be answered.
export class SourceError extends Error {
    code: string;
    offset: number | null;
    where: string;
    constructor(message: string, code: string, offset: number | null = null, where = '') {
        super(message);
        this.name = 'SourceError';
        this.code = code;
        this.offset = offset;
        this.where = where;
    }
}

// A class whose objects have the facts about a document.
export const Described = class {
    constructor(head: DocumentHead) {
        Object.assign(this, head);
    }
} as new (
    head: DocumentHead,
) => DocumentHead;
