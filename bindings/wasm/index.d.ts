/** The binary files of racing simulators, opened in a page, a worker or Node. docs/wasm.md explains it with examples. */

import type { ColumnValues } from './block.js';
import type {
  AnswerInfo, Certainty, ColumnInfo, ColumnType, CompareMethod, DocumentInfo, FieldPlace, Finding, FormatInfo, ImageInfo, LineInfo, PropertyFacts, SurfaceInfo, TargetInfo,
} from './contract.js';

export type {
  AnswerInfo, Certainty, ColumnInfo, ColumnType, ColumnValues, CompareMethod, DocumentInfo, FieldPlace, Finding, FormatInfo, ImageInfo, LineInfo, PropertyFacts, SurfaceInfo, TargetInfo,
};

export interface LoadOptions {
  /** The bytes of paddock.wasm, a compiled module, a Response, or where it is; usually it lies beside index.js. */
  wasm?: BufferSource | WebAssembly.Module | Response | string | URL | Promise<BufferSource | WebAssembly.Module | Response>;
}
export function load(options?: LoadOptions): Promise<Paddock>;

/** Is there a value in row `row` of a read? */
export function isValid(validity: Uint8Array | null, row: number): boolean;

/**
 * Called now and then during long work; `total` is 0 while it is not known. Return false to cancel. Inside it every call works, or throws "callback.reentered":
 * answers, tracks and `info` of a document whose answers are being computed. A document may be closed inside; what belongs to it then throws "callback.closed".
 */
export type Progress = (done: number, total: number) => boolean | void;

export class PaddockError extends Error {
  /** As the library calls it: "truncated", "corrupt", "unknown format", "unsupported", "bad argument", "out of memory", "limit reached", "cancelled"; or "trap". */
  status: string;
  /** Stable, for programs: "rld.tris.tag"; "trap" after a fault, "closed" of what was closed. */
  code: string;
  /** The byte in the (unpacked) file; null where none applies. */
  offset: number | null;
  /** By names of layouts: "raf.block[17].gear"; may be empty. */
  where: string;
}


export interface OpenOptions {
  /** Of the file; its extension is weak evidence of the format. A File has its own. */
  name?: string;
  /** Read it as this format. */
  format?: string | null;
  /** Open what is intact of a damaged file; findings say what is missing. */
  partial?: boolean;
  /** Bytes that have been read. */
  progress?: Progress;
}

export interface LapReference {
  document: PaddockDocument;
  /** A name, the beginning of one name only, or a slot number; none = anyone. */
  driver?: string | null;
  /** Its number, "best" (usual) or "last". */
  lap?: string | number | null;
  name?: string;
}

export interface CompareOptions {
  method?: CompareMethod | null;
  /** m between rows of `steps` [1] */
  step?: number;
  track?: PaddockDocument | null;
  /** The start line, x1, y1, x2, y2, where a file tells of none. */
  line?: [number, number, number, number] | null;
  progress?: Progress;
}

export interface Paddock {
  readonly version: string;
  readonly formats: FormatInfo[];
  readonly targets: TargetInfo[];
  /** null where a file of this size can be opened; else an error that says why not, and what can. */
  refusal(size: number, name?: string): PaddockError | null;
  /** Blobs and Files are read in slices. */
  open(source: ArrayBuffer | ArrayBufferView | Blob, options?: OpenOptions): Promise<PaddockDocument>;
  /** The first lap is the reference. Tables: laps, steps, sectors, corners, residuals. The lap's documents may be closed before the comparison. */
  compare(laps: LapReference[], options?: CompareOptions): PaddockDocument;
  /**
   * Gives documents of one track the same corners, before they are asked for the tables `corners` and `corner_times`. A document that was asked
   * before keeps its corners, and the others of its track get them.
   */
  numberCorners(documents: PaddockDocument[]): void;
  /**
   * Those of the documents that have computed other corners than those of their track, which are those of the document with the most laps. Close and
   * open them again, then number the corners of all.
   */
  staleCorners(documents: PaddockDocument[]): PaddockDocument[];
}


export interface Surface extends Omit<SurfaceInfo, 'triangles'> {
  /** x, y, z of each vertex */
  positions: Float32Array;
  normals: Float32Array | null;
  /** texture u, v of each vertex */
  coordinates: Float32Array | null;
  /** Three vertex numbers each. They may be out of range in a damaged file. */
  triangles: Uint32Array;
  groups: { name: string; image: string | null; firstTriangle: number; triangleCount: number }[];
}

export interface ConvertOptions {
  /** tri: its FAM, for textures and models */
  art?: PaddockDocument | null;
  /** "+y-x+z" */
  axes?: string | null;
  scale?: number;
  origin?: 'none' | 'auto' | [number, number, number] | null;
  ascii?: boolean;
  doubles?: boolean;
  triangulate?: boolean;
  quantize?: boolean;
  maxEdge?: number;
  blocks?: number;
  step?: number;
  line?: [number, number][] | null;
  progress?: Progress;
}

export interface AnalyseOptions {
  /** The answers wanted; null = all the document can have. */
  names?: string[] | null;
  /** A track or surface of the same place. */
  track?: PaddockDocument | null;
  line?: [number, number, number, number] | null;
  /** s between contacts of one incident [2] */
  incidentGap?: number;
  allIncidents?: boolean;
  /** Results as they were then, s of the session's clock. */
  until?: number;
  untilLap?: number;
  progress?: Progress;
}

/** Lives until close(). The lists are read when it is opened. */
export interface PaddockDocument {
  readonly name: string;
  readonly format: string;
  readonly title: string;
  readonly dialect: string;
  readonly certainty: Certainty;
  readonly basis: string | null;
  readonly evidence: string[];
  readonly packed: string | null;
  /** Bytes of the file as it came; `contentSize` unpacked. */
  readonly size: number;
  readonly contentSize: number;
  readonly properties: DocumentInfo['properties'];
  readonly propertyFacts: Record<string, PropertyFacts>;
  readonly tables: Table[];
  /** Tables that can be computed: `table(name)`. */
  readonly answers: AnswerInfo[];
  readonly lines: LineInfo[];
  readonly surfaces: SurfaceInfo[];
  readonly images: ImageInfo[];
  /** Of a check of the structure. */
  readonly findingCount: number;
  /** Bytes the library takes for all that the same load() has opened. It never shrinks; when all is closed a large one is let go. */
  readonly memory: number;
  /** False once it is closed, or the library stopped at a fault. */
  readonly isOpen: boolean;

  info(options?: { path?: string; evidence?: boolean }): DocumentInfo;
  infoText(options?: { path?: string; evidence?: boolean }): string;
  table(name: string): Table;
  check(options?: { level?: 'full' | 'structure' }): { findings: Finding[]; total: number };
  motion(options?: { wheel?: string | null; progress?: Progress }): Motion;
  drivenTrack(): DrivenTrack;
  surface(index?: number): Surface;
  line(index: number, range?: Range): Float64Array;
  image(index?: number): { name: string; width: number; height: number; data: Uint8ClampedArray };
  /** A copy, up to the end at most. Throws "argument.range" where `first` is not in the file. */
  bytes(first?: number, count?: number): Uint8Array;
  /** The fields in which these bytes lie, by offset; of one table 8192 at most. Default: the first 256 bytes. */
  layout(first?: number, count?: number): FieldPlace[];
  dump(options?: { progress?: Progress }): Uint8Array;
  convert(target: string, options?: ConvertOptions): {
    bytes: Uint8Array;
    report: { points: number; triangles: number; dropped: number; origin: [number, number, number] | null };
    notes: Finding[];
  };
  analyse(options?: AnalyseOptions): PaddockDocument;
  close(): void;
}

export interface Range { first?: number; count?: number }

/** `validity`: null where nothing is missing, else a bit for each row (`isValid`). What is missing is 0, NaN or "". */
export interface Column { name: string; values: ColumnValues; validity: Uint8Array | null }

export interface ReadOptions extends Range {
  /** Numbers of another type: "float64" is possible for all. */
  type?: Exclude<ColumnType, 'text' | 'bytes'>;
}
export interface WriteOptions extends Range {
  columns?: (string | number)[] | null;
  style?: 'plain' | 'crlf' | 'excel';
  /** Header cells say "speed [m/s]". */
  units?: boolean;
  /** Hidden columns too, where `columns` names none. */
  hidden?: boolean;
  progress?: Progress;
}

export interface Table {
  readonly name: string;
  readonly meaning: string | null;
  readonly rows: number;
  readonly sortedBy: string | null;
  readonly columns: ColumnInfo[];
  read(column: string | number, options?: ReadOptions): Column;
  readColumns(columns: (string | number)[], options?: ReadOptions): Column[];
  csv(options?: WriteOptions): Uint8Array;
  jsonLines(options?: WriteOptions): Uint8Array;
}

/** Positions in a right-handed frame with z up, m; headings anticlockwise, 0 along x. */
export interface Motion {
  readonly evidence: string[];
  readonly channels: { role: string; unit: string | null; certainty: Certainty; derived: boolean }[];
  /** `driver`: the number the file gives. A driver's `from`, `to` are null where the file does not tell them. */
  readonly runs: { driver: number; name: string | null; samples: number; drivers: { name: string | null; from: number | null; to: number | null }[] }[];
  read(run: number, roles?: string[], range?: Range): Record<string, Float64Array>;
  readAt(run: number, times: ArrayLike<number>, roles?: string[]): Record<string, Float64Array>;
  segments(run: number): { first: number; count: number; startTime: number; endTime: number; begin: 'run' | 'gap' | 'jump' | 'clock' | 'place' }[];
  close(): void;
}

export interface DrivenTrack {
  readonly closed: boolean;
  /** The line is a document's, not driven. */
  readonly given: boolean;
  readonly length: number;
  readonly step: number;
  readonly pointCount: number;
  readonly laps: number;
  /** 0 is the start line, i ends sector i. `ends`: x1, y1, x2, y2, the left end first. */
  readonly timingLines: { distance: number | null; ends: [number, number, number, number]; direction: [number, number]; spread: number | null }[];
  points(): Record<'x' | 'y' | 'z' | 'heading' | 'curvature' | 'left' | 'right', Float64Array>;
  places(driver: number, times: ArrayLike<number>): { distance: Float64Array; lateral: Float64Array };
  locate(position: [number, number, number], heading?: number): { distance: number; lateral: number } | null;
}
