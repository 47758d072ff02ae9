import type {
  AnalyseOptions, Batch, BatchOptions, BlobLike, Bytes, Column, CompareOptions, ConvertOptions, DrivenTrack, LoadOptions, Motion, NumberType, OpenOptions,
  Paddock, PaddockDocument, PaddockError, RowRecord, RecordOptions, ReadOptions, Table, ValuesByType, Watched, WriteOptions,
} from './index.js';

/** The same object in a worker: its facts are here, its calls give promises. */
type Asked<Type, Calls extends keyof Type> = {
  [Name in Calls]: Type[Name] extends (...given: infer Given) => infer Result ? (...given: Given) => Promise<Result> : Type[Name];
};
type Facts<Type> = { readonly [Name in keyof Type as Type[Name] extends (...given: never[]) => unknown ? never : Name extends symbol ? never : Name]: Type[Name] };

export interface WorkerOptions extends LoadOptions {
  /** A Worker of yours that runs worker_main.js, where a bundler makes it another way. */
  worker?: object;
}

/** Starts a worker and loads the library there. In pages and in Node. */
export function startWorker(options?: WorkerOptions): Promise<WorkerPaddock>;

/** The library in a worker. Documents come as arguments and results as they are; an AbortSignal gives a call up at once, and stops its work. */
export interface WorkerPaddock extends Facts<Paddock> {
  open(source: Bytes | BlobLike, options?: OpenOptions): Promise<WorkerDocument>;
  refusal(size: number, name?: string): Promise<PaddockError | null>;
  compare(
    laps: { document: WorkerDocument; driver?: string | null; lap?: string | number | null; name?: string }[],
    options?: Omit<CompareOptions, 'track'> & { track?: WorkerDocument | null },
  ): Promise<WorkerDocument>;
  numberCorners(documents: WorkerDocument[]): Promise<void>;
  staleCorners(documents: WorkerDocument[]): Promise<WorkerDocument[]>;
  /** Ends the worker; calls that have not been answered fail with "closed". */
  end(): void;
}

export interface WorkerDocument
  extends Omit<Facts<PaddockDocument>, 'tables' | 'memory' | 'isOpen'>,
    Asked<PaddockDocument, 'info' | 'infoText' | 'check' | 'surface' | 'line' | 'image' | 'bytes' | 'layout' | 'dump' | 'close'> {
  /** What the tables of the file are; `table(name)` reads them. */
  readonly tables: Facts<Table>[];
  table(name: string): Promise<WorkerTable>;
  motion(options?: { wheel?: string | null } & Watched): Promise<WorkerMotion>;
  drivenTrack(): Promise<WorkerTrack>;
  convert(target: string, options?: Omit<ConvertOptions, 'art'> & { art?: WorkerDocument | null }): Promise<ReturnType<PaddockDocument['convert']>>;
  analyse(options?: Omit<AnalyseOptions, 'track'> & { track?: WorkerDocument | null }): Promise<WorkerDocument>;
}

export interface WorkerTable extends Facts<Table> {
  read<Type extends NumberType>(column: string | number, options: ReadOptions<Type> & { type: Type }): Promise<Column<ValuesByType[Type]>>;
  read(column: string | number, options?: ReadOptions): Promise<Column>;
  readColumns<Type extends NumberType>(columns: (string | number)[], options: ReadOptions<Type> & { type: Type }): Promise<Column<ValuesByType[Type]>[]>;
  readColumns(columns: (string | number)[], options?: ReadOptions): Promise<Column[]>;
  records(options?: RecordOptions): Promise<RowRecord[]>;
  batches<Type extends NumberType>(size: number | undefined, options: BatchOptions<Type> & { type: Type }): AsyncGenerator<Omit<Batch<ValuesByType[Type]>, 'records'>, void, void>;
  batches(size?: number, options?: BatchOptions): AsyncGenerator<Omit<Batch, 'records'>, void, void>;
  csv(options?: WriteOptions): Promise<Uint8Array>;
  jsonLines(options?: WriteOptions): Promise<Uint8Array>;
}

export interface WorkerMotion extends Facts<Motion>, Asked<Motion, 'read' | 'readAt' | 'segments' | 'close'> {}
export interface WorkerTrack extends Facts<DrivenTrack>, Asked<DrivenTrack, 'points' | 'places' | 'locate'> {}
