/// <reference lib="esnext.disposable" />
/** The binary files of racing simulators, opened in a page, a worker or Node. docs/wasm.md explains it with examples. */

import type { ColumnValues } from './block.js';
import type {
  AnswerInfo, Certainty, ColumnInfo, ColumnType, CompareMethod, DocumentInfo, FieldPlace, Finding, FormatInfo, ImageInfo, LineInfo, PropertyFacts, SurfaceInfo, TargetInfo,
} from './contract.js';

export type {
  AnswerInfo, Certainty, ColumnInfo, ColumnType, ColumnValues, CompareMethod, DocumentInfo, FieldPlace, Finding, FormatInfo, ImageInfo, LineInfo, PropertyFacts, SurfaceInfo, TargetInfo,
};

// What pages and Node have, described by what is used of it: so these types need neither the DOM library nor those of Node.

/** Bytes: an ArrayBuffer, any typed array, a Buffer of Node. */
export type Bytes = ArrayBufferLike | ArrayBufferView;

/** A Blob or File. */
export interface BlobLike {
  readonly size: number;
  slice(start?: number, end?: number): BlobLike;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A Response of fetch. */
export interface ResponseLike {
  readonly ok: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A URL. */
export interface UrlLike {
  readonly href: string;
  readonly protocol: string;
}

/** An AbortSignal. */
export interface SignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
}

/** A WebAssembly.Module, where the library of types has one. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } } ? Module : never;

export interface LoadOptions {
  /**
   * The bytes of paddock.wasm, a compiled module, a Response (it is compiled while it arrives), or where it is. Usually
   * it is beside index.js, and is found there.
   */
  wasm?: Bytes | CompiledModule | ResponseLike | string | UrlLike | Promise<Bytes | CompiledModule | ResponseLike>;
}

/** Loads the library: once in a page, worker or program. Unknown options are refused here and everywhere: "argument.option". */
export function load(options?: LoadOptions): Promise<Paddock>;

/** Is there a value in row `row` of a read? */
export function isValid(validity: Uint8Array | null, row: number): boolean;

/**
 * Called now and then during long work; `total` is 0 while it is not known. Return false to cancel. Inside it every call works, or throws "callback.reentered":
 * answers, tracks and `info` of a document whose answers are being computed. A document may be closed inside; what belongs to it then throws "callback.closed".
 */
export type Progress = (done: number, total: number) => boolean | void;

/** How long work is watched and stopped. */
export interface Watched {
  progress?: Progress;
  /**
   * An AbortSignal that stops the work: the call throws its `reason`. Calls block their thread, so what aborts has to run in `progress`, between
   * slices of a Blob, between batches, or outside of the worker (`paddock/worker`).
   */
  signal?: SignalLike;
}

/** What every call throws when it fails, except what a callback or an AbortSignal threw: that is passed on. */
export class PaddockError extends Error {
  /** As the library calls it: "truncated", "corrupt", "unknown format", "unsupported", "bad argument", "out of memory", "limit reached", "cancelled"; or "trap". */
  status: string;
  /** Stable, for programs: "rld.tris.tag"; "trap" after a fault, "closed" of what was closed. */
  code: string;
  /** The byte in the (unpacked) file; null where none applies. */
  offset: number | null;
  /** By names of layouts: "raf.block[17].gear"; may be empty. */
  where: string;
  /** postMessage copies the message and the cause of an error alone: the same four, so that they are there after it. */
  cause: { status: string; code: string; offset: number | null; where: string };
  /** All of it as plain data. */
  toJSON(): { name: 'PaddockError'; status: string; code: string; offset: number | null; where: string; message: string };
  /** The PaddockError again, of what came by postMessage or from JSON; anything else is returned as it is. */
  static from(error: unknown): unknown;
}

export interface OpenOptions extends Watched {
  /** Of the file; its extension is weak evidence of the format. A File has its own. */
  name?: string;
  /** Read it as this format. */
  format?: string | null;
  /** Open what is intact of a damaged file; findings say what is missing. */
  partial?: boolean;
  /** Bytes that have been read, of a Blob. */
  progress?: Progress;
}

/** A lap to compare. */
export interface LapReference {
  document: PaddockDocument;
  /** A name, the beginning of one name only, or a slot number; none = anyone. */
  driver?: string | null;
  /** Its number, "best" (usual) or "last". */
  lap?: string | number | null;
  /** Of the file, for tables and messages. */
  name?: string;
}

export interface CompareOptions extends Watched {
  /** How points on two laps are matched; null = by ruler if all laps share one, otherwise by projection. */
  method?: CompareMethod | null;
  /** m between rows of `steps` [1] */
  step?: number;
  /** Laps are projected on its line; null = on a line made from the laps. */
  track?: PaddockDocument | null;
  /** The start line, x1, y1, x2, y2, where a file has none. */
  line?: [number, number, number, number] | null;
}

/** The library, loaded. */
export interface Paddock {
  /** "0.2.0" */
  readonly version: string;
  /** What can be read, and how sure we are. */
  readonly formats: FormatInfo[];
  /** What `convert` can write. */
  readonly targets: TargetInfo[];
  /** null where a file of this size can be opened; otherwise an error that says why not, and what can. */
  refusal(size: number, name?: string): PaddockError | null;
  /** Opens a file. Blobs and Files are read in slices of 16 MiB. */
  open(source: Bytes | BlobLike, options?: OpenOptions): Promise<PaddockDocument>;
  /** The first lap is the reference. Tables: laps, steps, sectors, corners, residuals. The lap's documents may be closed before the comparison. */
  compare(laps: LapReference[], options?: CompareOptions): PaddockDocument;
  /**
   * Gives documents of one track the same corners, before you request the tables `corners` and `corner_times`. A
   * document that has computed them already keeps its corners, and the others of its track get them.
   */
  numberCorners(documents: PaddockDocument[]): void;
  /**
   * Those of the documents that have computed other corners than those of their track, which are those of the document with the most laps. Close and
   * open them again, then number the corners of all.
   */
  staleCorners(documents: PaddockDocument[]): PaddockDocument[];
}


/** Triangles, as typed arrays for a graphics library. Copies. */
export interface Surface extends Omit<SurfaceInfo, 'triangles'> {
  /** x, y, z of each vertex */
  positions: Float32Array;
  /** x, y, z of each vertex; null where the file has none */
  normals: Float32Array | null;
  /** texture u, v of each vertex */
  coordinates: Float32Array | null;
  /** Three vertex numbers each. They may be out of range in a damaged file. */
  triangles: Uint32Array;
  /** Runs of triangles that have one material. */
  groups: { name: string; image: string | null; firstTriangle: number; triangleCount: number }[];
}

/** Each target takes some of these; docs/convert-*.md of the project has them. */
export interface ConvertOptions extends Watched {
  /** tri: its FAM, for textures and models */
  art?: PaddockDocument | null;
  /** What becomes x, y and z: "+y-x+z" */
  axes?: string | null;
  /** m per unit of the source [1] */
  scale?: number;
  /** Coordinates are moved: not at all, by a round point near the middle, or by this point; null = where floats would be off otherwise */
  origin?: 'none' | 'auto' | [number, number, number] | null;
  /** PLY, CRG: numbers as text. */
  ascii?: boolean;
  /** PLY: coordinates as doubles. */
  doubles?: boolean;
  /** Delaunay triangles seen from above, instead of the source's. */
  triangulate?: boolean;
  /** GLB: points in steps of a 65535th of their mesh's size. */
  quantize?: boolean;
  /** With `triangulate`: no triangle with an edge longer than this, m; 0 = all */
  maxEdge?: number;
  /** RLD: a block for each square of this size, m; 0 = the source's */
  blocks?: number;
  /** CRG: m between two heights; 0 = as dense as the points */
  step?: number;
  /** CRG: points of the reference line, x and y */
  line?: [number, number][] | null;
}

export interface AnalyseOptions extends Watched {
  /** The answers wanted; null = all the document can have. */
  names?: string[] | null;
  /** A track or surface of the same place. */
  track?: PaddockDocument | null;
  /** The results file that the game wrote of the same session: what it says is official. */
  results?: PaddockDocument | null;
  /** A file about the car (CAR_info.bin): its centre of gravity, for `dynamics` and `handling`. */
  carInfo?: PaddockDocument | null;
  /** The start line, x1, y1, x2, y2, in the file's own axes. */
  line?: [number, number, number, number] | null;
  /** s between contacts of one incident [2] */
  incidentGap?: number;
  /** Also near misses, unsafe returns and lock-ups. */
  allIncidents?: boolean;
  /** Results as they were then, s of the session's clock. */
  until?: number;
  /** Results after this lap. */
  untilLap?: number;
}

/** Lives until close(), the end of its `using`, or until nothing refers to it any more. The lists are read when it is opened. */
export interface PaddockDocument extends Disposable {
  /** As it was given to `open`. */
  readonly name: string;
  /** "raf" */
  readonly format: string;
  /** "Live for Speed RAF telemetry" */
  readonly title: string;
  /** The variant of the format; "" where there is one. */
  readonly dialect: string;
  /** How sure we are of the format as a whole, ... */
  readonly certainty: Certainty;
  /** ... and why. */
  readonly basis: string | null;
  /** What in this file shows that it is one. */
  readonly evidence: string[];
  /** How it was packed: "gzip"; null = it was not. */
  readonly packed: string | null;
  /** Bytes of the file as it came; `contentSize` unpacked. */
  readonly size: number;
  readonly contentSize: number;
  /** Facts that are there once: track, driver, car ... */
  readonly properties: DocumentInfo['properties'];
  /** Their units, meanings and certainty. */
  readonly propertyFacts: Record<string, PropertyFacts>;
  /** Tables of the file; the first is its main one. */
  readonly tables: Table[];
  /** Tables that can be computed: `table(name)`. */
  readonly answers: AnswerInfo[];
  /** Lines of points: `line(index)`. */
  readonly lines: LineInfo[];
  /** `surface(index)` */
  readonly surfaces: SurfaceInfo[];
  /** `image(index)` */
  readonly images: ImageInfo[];
  /** Of a check of the structure. */
  readonly findingCount: number;
  /** Bytes the library takes for all that the same load() has opened. It never shrinks; when all is closed a large one is let go. */
  readonly memory: number;
  /** False once it is closed, or the library stopped at a fault. */
  readonly isOpen: boolean;

  /** What `paddock info --json` prints; `evidence`: with what shows it. Computes all answers. */
  info(options?: { path?: string; evidence?: boolean }): DocumentInfo;
  /** The same as text, in which whole numbers beyond 2^53 are exact. */
  infoText(options?: { path?: string; evidence?: boolean }): string;
  /** A table of the file, or an answer, which is computed when it is first asked for. */
  table(name: string): Table;
  /** What is wrong with the file. "structure": what opening looks at; "full" [usual]: every record too. */
  check(options?: { level?: 'full' | 'structure' }): { findings: Finding[]; total: number };
  /** Who moved how. `wheel`: x, y and z are those of this wheel. Throws where nothing moves. */
  motion(options?: { wheel?: string | null } & Watched): Motion;
  /** The track as it was driven. */
  drivenTrack(): DrivenTrack;
  surface(index?: number): Surface;
  /** x, y, z of each point, one after the other. */
  line(index: number, range?: Range): Float64Array;
  /** R, G, B, A of each pixel, rows from the top: `new ImageData(data, width)`. */
  image(index?: number): { name: string; width: number; height: number; data: Uint8ClampedArray };
  /** A copy, up to the end at most. Throws "argument.range" where `first` is not in the file. */
  bytes(first?: number, count?: number): Uint8Array;
  /** The fields in which these bytes lie, by offset; of one table 8192 at most. Default: the first 256 bytes. */
  layout(first?: number, count?: number): FieldPlace[];
  /** The file as JSON text, every field under its name: what `paddock dump` writes. */
  dump(options?: Watched): Uint8Array;
  /** The file in another format. `target`: an id of `targets`. Of targets with several files the first. */
  convert(target: string, options?: ConvertOptions): {
    bytes: Uint8Array;
    report: { points: number; triangles: number; dropped: number; origin: [number, number, number] | null };
    notes: Finding[];
  };
  /** The answers with options, as a document whose tables they are. Close it, too. */
  analyse(options?: AnalyseOptions): PaddockDocument;
  /** Gives its memory back. What was read from it stays; tables and tracks of it can be read no more. */
  close(): void;
}

/** Rows, points, samples: `first` [0] and how many [to the end]. They have to be there. */
export interface Range { first?: number; count?: number }

/** What `values` are, by the type of the column or of the read. */
export interface ValuesByType {
  bool: Uint8Array;
  int8: Int8Array;
  uint8: Uint8Array;
  int16: Int16Array;
  uint16: Uint16Array;
  int32: Int32Array;
  uint32: Uint32Array;
  int64: BigInt64Array;
  uint64: BigUint64Array;
  float32: Float32Array;
  float64: Float64Array;
  text: string[];
  bytes: Uint8Array[];
}

/** Types that a read can ask for. */
export type NumberType = Exclude<ColumnType, 'text' | 'bytes'>;

/** `validity`: null where nothing is missing, otherwise a bit for each row (`isValid`). What is missing is 0, NaN or
 * "". */
export interface Column<Values = ColumnValues> { name: string; values: Values; validity: Uint8Array | null }

/** `type`: numbers of another type than the column's; "float64" is possible for all. */
export interface ReadOptions<Type extends NumberType = NumberType> extends Range {
  type?: Type;
}

/** A row as an object; null where there is no value. */
export type RowRecord = Record<string, number | bigint | boolean | string | Uint8Array | null>;

export interface RecordOptions extends Range {
  /** Usually all but the hidden ones. */
  columns?: (string | number)[] | null;
}

export interface BatchOptions<Type extends NumberType = NumberType> extends RecordOptions {
  type?: Type;
  signal?: SignalLike;
}

/** Rows first .. first + count - 1. */
export interface Batch<Values = ColumnValues> {
  first: number;
  count: number;
  columns: Column<Values>[];
  records(): RowRecord[];
}

export interface WriteOptions extends Range, Watched {
  /** By name or number; null = all but the hidden ones. */
  columns?: (string | number)[] | null;
  /** Of CSV. "excel" is for spreadsheets in countries with a decimal comma. */
  style?: 'plain' | 'crlf' | 'excel';
  /** Header cells say "speed [m/s]". */
  units?: boolean;
  /** false: CSV without its first line. */
  header?: boolean;
  /** Hidden columns too, where `columns` names none. */
  hidden?: boolean;
}

/** A table. It can be read as long as its document is open. */
export interface Table {
  readonly name: string;
  readonly meaning: string | null;
  readonly rows: number;
  /** The column whose values never decrease. */
  readonly sortedBy: string | null;
  readonly columns: ColumnInfo[];
  /** One column, or some rows of it. */
  read<Type extends NumberType>(column: string | number, options: ReadOptions<Type> & { type: Type }): Column<ValuesByType[Type]>;
  read(column: string | number, options?: ReadOptions): Column;
  /** Several columns in one pass over the file. */
  readColumns<Type extends NumberType>(columns: (string | number)[], options: ReadOptions<Type> & { type: Type }): Column<ValuesByType[Type]>[];
  readColumns(columns: (string | number)[], options?: ReadOptions): Column[];
  /** Rows as objects, for small tables. */
  records(options?: RecordOptions): RowRecord[];
  /** `size` rows [65536] at a time: `for await (const batch of table.batches(4096))`. Others have their turn between batches. */
  batches<Type extends NumberType>(size: number | undefined, options: BatchOptions<Type> & { type: Type }): AsyncGenerator<Batch<ValuesByType[Type]>, void, void>;
  batches(size?: number, options?: BatchOptions): AsyncGenerator<Batch, void, void>;
  /** The bytes of a CSV file. */
  csv(options?: WriteOptions): Uint8Array;
  /** The bytes of a file with an object of JSON a row. */
  jsonLines(options?: WriteOptions): Uint8Array;
}

/** Positions in a right-handed frame with z up, m; headings anticlockwise, 0 along x. */
export interface Motion extends Disposable {
  /** What in the file shows it. */
  readonly evidence: string[];
  /** What is known about each sample, by role: time, x, y, z, speed ... `derived`: calculated from the others. */
  readonly channels: { role: string; unit: string | null; certainty: Certainty; derived: boolean }[];
  /** `driver`: the number the file gives. A driver's `from`, `to` are null where the file does not have them. */
  readonly runs: { driver: number; name: string | null; samples: number; drivers: { name: string | null; from: number | null; to: number | null }[] }[];
  /** Samples of a run; NaN where there is no value. */
  read(run: number, roles?: string[], range?: Range): Record<string, Float64Array>;
  /** The same at any times (s); NaN where the run has a gap. */
  readAt(run: number, times: ArrayLike<number>, roles?: string[]): Record<string, Float64Array>;
  /** Stretches without a break, and what broke before each. */
  segments(run: number): { first: number; count: number; startTime: number; endTime: number; begin: 'run' | 'gap' | 'jump' | 'clock' | 'place' }[];
  close(): void;
}

/** The track that a recording was driven on. It lives as long as its document. */
export interface DrivenTrack {
  /** Its end is its start. */
  readonly closed: boolean;
  /** The line is a document's, not driven. */
  readonly given: boolean;
  /** m */
  readonly length: number;
  /** m between points */
  readonly step: number;
  readonly pointCount: number;
  /** That it was made of. */
  readonly laps: number;
  /** 0 is the start line, i ends sector i. `ends`: x1, y1, x2, y2, the left end first. */
  readonly timingLines: { distance: number | null; ends: [number, number, number, number]; direction: [number, number]; spread: number | null }[];
  /** Of a given track that has some: the points of each, from entry to exit. */
  readonly pitLanes: [number, number, number][][];
  /** The line, and how far laps use the track to its left and right. */
  points(): Record<'x' | 'y' | 'z' | 'heading' | 'curvature' | 'left' | 'right', Float64Array>;
  /** Where a driver (`driver` of a run) was at these times; NaN where that is not known. */
  places(driver: number, times: ArrayLike<number>): { distance: Float64Array; lateral: Float64Array };
  /** The place of the line nearest to a position; null over 60 m away. */
  locate(position: [number, number, number], heading?: number): { distance: number; lateral: number } | null;
}
