// Made by tools/contract.mjs from src/base/json/contract.def: edit that.
export const version: number;
export const records: { [name: string]: { base: string | null; keys: { [key: string]: string } } };
export const unions: { [name: string]: string };

// How well something is known.
export type Certainty = 'unknown' | 'guessed' | 'likely' | 'confirmed';

// The type of a column's values.
export type ColumnType = 'bool' | 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'int64' | 'uint64' | 'float32' | 'float64' | 'text' | 'bytes';

// Of a finding.
export type Severity = 'note' | 'warning' | 'error';

// The first things to do with a document.
export type DocumentKind = 'race' | 'lap' | 'surface' | 'track' | 'car' | 'picture' | 'other';

// What a ruling does.
export type RulingKind = 'time' | 'laps' | 'positions' | 'points' | 'disqualify' | 'lap_invalid' | 'lap_valid' | 'note';

// How numbers encode values.
export type BlockCoding = 'steps' | 'exact' | 'words' | 'raw';

// Which axis points up.
export type UpAxis = 'y' | 'z';

// How laps are aligned.
export type CompareMethod = 'ruler' | 'projection' | 'distance';

// A document, for `info --json` and the page.
export interface DocumentFacts {
  format: string; // id
  dialect: string; // of the format
  title: string; // of the format
  certainty: Certainty; // of the format
  basis: string | null; // of that certainty
  evidence: string[]; // why it is that format and dialect
  packed: string | null; // the codec of a file that was packed
  size: number; // bytes of the file
  properties: { [name: string]: string | number | boolean | null }; // properties of the file
  property_facts: { [name: string]: PropertyFacts }; // about each property
  tables: TableFacts[]; // of the file, and computed ones
  surfaces: SurfaceInfo[];
  images: ImageInfo[]; // of the page: its own, then those of its art
}

// What `info --json` prints; without meanings, certainties and what need not be there.
export interface DocumentInfo extends DocumentFacts {
  path?: string; // of the file, as it was given
  answers?: AnswerInfo[]; // tables that can be computed, where they are not among the tables
  lines: LineInfo[];
  findings: number; // of a check of the structure
}

// A table that can be computed.
export interface AnswerInfo {
  name: string;
  meaning: string;
}

// About a property.
export interface PropertyFacts {
  unit: string | null; // of the value
  meaning: string | null;
  certainty: Certainty;
  label: string | null; // the label of a value
  text: string; // the value as people read it
}

// A column of a table.
export interface ColumnInfo {
  name: string;
  type: ColumnType;
  unit: string | null;
  meaning: string | null;
  certainty: Certainty;
  nullable: boolean; // values can be missing
  hidden: boolean; // bulky and for few readers: not shown unless asked for
  role: string | null; // `time`, `driver`, `speed` ...
  frame: string | null; // of coordinates and angles
  labels: { [value: string]: string } | null; // names of values
  flags: { [value: string]: string } | null; // names of bits
}

// A table.
export interface TableFacts {
  name: string;
  computed: boolean; // made by analysis, not stored in the file
  meaning: string | null;
  rows: number;
  sorted_by: string | null; // the column whose values never fall
  columns: ColumnInfo[];
}

// A line of points.
export interface LineInfo {
  name: string;
  points: number;
  closed: boolean; // its last point is the first again
  frame: string; // of its coordinates
  certainty: Certainty;
}

// A surface.
export interface SurfaceInfo {
  name: string;
  vertices: number;
  triangles: number;
  frame: string; // of its coordinates
  unit?: string; // where it is not metres
  origin: [number, number, number]; // what its floats leave out: position + origin = coordinate
  certainty: Certainty;
}

// A picture.
export interface ImageInfo {
  name: string;
  width: number;
  height: number;
  storage: string; // of its pixels in the file
  certainty: Certainty;
}

// What a check found.
export interface Finding {
  severity: Severity;
  code: string; // stable, for programs
  offset: number | null; // bytes from the start of the (unpacked) file
  where: string; // by names of layouts: `raf.block[17].gear`; may be empty
  message: string;
}

// A format that can be read.
export interface FormatInfo {
  id: string;
  title: string;
  extensions: string;
  certainty: Certainty;
  basis: string; // of that certainty
}

// A format that can be written.
export interface TargetInfo {
  id: string;
  title: string;
  extensions: string;
  frame: string; // of its coordinates
  pictures: boolean; // it shows textures and placed parts
}

// What a page holds: the element `paddock-bundle`.
export interface Manifest {
  version: number; // of this contract
  producer: string; // `paddock 0.4.0`
  title: string | null; // as it was given
  driver: string | null; // whose positions and laps are here alone
  documents: EmbeddedDocument[];
  rulings?: Ruling[]; // where there are rulings: the answers follow them
  traces: TraceGroup[]; // laps compared
}

// What stewards decided, as in their table.
export interface Ruling {
  driver: string; // as written: a name, its beginning, or a slot number
  kind: RulingKind;
  value: number | null;
  lap: number | null; // from 1
  incident: string | null; // its id
  file: string | null; // the recording's name
  reason: string | null;
}

// And these: what `pdk_page_describe` writes.
export interface DocumentHead extends DocumentFacts {
  version: number; // of this contract
  file: string; // its name, without folders
  content_size: number; // bytes that offsets count in: of the unpacked file
  kind: DocumentKind;
  moves: boolean; // says where cars were: there is motion to show
  track_name: string | null; // as the game calls it: laps are ranked with those of the same track
  findings: Finding[]; // the first 1000 of the check
  finding_count: number; // also those that are not listed
  verdict: string; // of the check: `sound`, `2 errors, 1 warning`
  tables: TableInfo[]; // computed ones first
  notes: string[]; // what could not be computed and why; what a report leaves out
}

// A table of the page.
export interface TableInfo extends TableFacts {
  certainty: Certainty; // the least of its columns'
  embedded_rows: number; // rows that can be read: a report may leave some out
}

// A document in a report, with the numbers of its blocks: elements `b1`, `b2` ....
export interface EmbeddedDocument extends DocumentHead {
  parts: DocumentParts;
}

// Blocks of a document.
export interface DocumentParts {
  tables: number[]; // as in `tables` of the document
  motion: MotionInfo | null;
  runs?: number[]; // as in `runs` of the motion
  recorded?: number; // of results: what they are made of before rulings
  marks?: number; // where there are skid marks or smoke
  track: number | null;
  scene: number | null; // then it has the surfaces
  surfaces: (number | null)[];
  images: number[];
  bytes: ByteStretch[];
}

// Bytes of a file that are in the page.
export interface ByteStretch {
  first: number;
  count: number;
  block: number; // the bytes
  layout: number; // their layout
}

// Laps that one block compares.
export interface TraceGroup {
  block: number;
  laps: TraceGroupLap[];
}

// One of them.
export interface TraceGroupLap {
  document: number; // which of `documents`
  slot: number;
  lap: number;
}

// A place.
export interface Vec3 {
  x: number; // m
  y: number; // m
  z: number; // m
}

// Which cars moved, and when.
export interface MotionInfo {
  runs: MotionRun[];
  origin: Vec3; // added to local coordinates gives true ones
  start: number; // s of the session's clock
  end: number; // s
  rate: number | null; // samples a second given here; null = all that the file has
  file_rate: number | null; // of the file, where it has one
  channels: string[]; // which of speed, throttle, brake, gear, steer are known
  evidence: string[];
}

// One car's way.
export interface MotionRun {
  slot: number;
  driver: string;
  vehicle: string;
  samples: number; // in the file
  ranges: TimeRange[]; // when the car is there and moves without a break
  drivers: RunDriver[]; // more than one where drivers change
}

// From when to when.
export interface TimeRange {
  start: number; // s of the session's clock
  end: number; // s
}

// Who drove a run, and when.
export interface RunDriver {
  from: number | null; // s; null where the file does not say
  to: number | null; // s
  name: string;
}

// A block: what follows, and.
export interface BlockHead {
  columns?: BlockColumn[];
}

// A column of a block.
export interface BlockColumn {
  name: string;
  type: ColumnType; // of the array it decodes to
  count: number; // of values
  coding: BlockCoding;
  step?: number; // `steps`: value = origin + step * number
  origin?: number;
  divisor?: number; // `exact`: value = number / divisor
  words?: string[]; // `words`: text = words[number]
  missing: boolean; // a bit for each row comes first
  order?: number; // how often differences were taken
  bytes: number; // planes of bytes
}

// A field of a file: a row of the layout block.
export interface FieldPlace {
  offset: number; // in the (unpacked) content
  size: number; // bytes
  record: string; // `raf.header`, or empty for a row of a table
  index: number; // which of these it is
  field: string;
  value: string; // as people read it: scaled, with the name it has
  unit: string | null;
  meaning: string | null;
  certainty: Certainty;
}

// The track as it was driven or given.
export interface TrackHead {
  closed: boolean;
  given: boolean; // from a document, not from what was driven
  length: number; // m
  step: number; // m between points
  timing_lines: TimingLine[]; // the start line, then those that end sectors
}

// A line across the track, from its left end to its right end.
export interface TimingLine {
  distance: number | null; // m along the track
  x1: number; // m
  y1: number; // m
  x2: number; // m
  y2: number; // m
}

// Skid marks and smoke.
export interface MarksHead {
  note: string | null; // what is left out
}

// What results and laps are made of before rulings.
export interface RecordedHead {
  is_race: boolean;
  flag: number | null; // s: when the leader finished
  sectors: number; // of a lap
  is_official: boolean; // the file has official results, or a results file beside it
  is_beside: boolean; // the latter: what the recording alone says is there, too
}

// A surface.
export interface MeshHead {
  name: string;
  up: UpAxis;
  unit?: string; // of its coordinates, where that is not metres
  origin: [number, number, number]; // added to its coordinates
  shown: number; // triangles here
  total: number; // triangles in the file
  certainty: Certainty;
  groups: MeshGroup[];
  palette?: string[]; // colours of its blocks
}

// A run of triangle corners with one picture.
export interface MeshGroup {
  first: number;
  count: number;
  image: number | null; // of the document's images
  name: string;
}

// A track with its objects, or a car.
export interface SceneHead {
  up: UpAxis;
  origin: [number, number, number];
  missing: string | null; // what belongs to it but was not given, and where that is
  notes: string[]; // what is not in it and why
  materials: Material[];
  meshes: SceneMeshHead[];
  lines: SceneLineHead[];
}

// How triangles look; without a picture: in their colour, which is linear.
export interface Material {
  name: string;
  image: number | null; // of the document's images
  frames: MaterialFrames | null; // shown one after the other; `image` is the first
  colour: [number, number, number];
  repeats: boolean; // along u; otherwise, and along v, the picture ends at its edges
  two_sided: boolean;
  prelit: boolean; // light and shadow are painted
}

// A bitmap that animates.
export interface MaterialFrames {
  images: number[];
  interval: number; // s that each is shown for
}

// A mesh of a scene.
export interface SceneMeshHead {
  name: string;
  kind: string | null; // its kind, such as 'bitmap' or 'model'; null = not known
  shared: boolean; // its points are relative to its placements; otherwise to the scene's origin
  has_coordinates: boolean; // of textures
  points: number;
  corners: number;
  runs: MaterialRun[];
}

// A run of triangle corners with one material.
export interface MaterialRun {
  first: number;
  count: number;
  material: number;
}

// A line of a scene.
export interface SceneLineHead {
  name: string;
  points: number;
  closed: boolean; // then its last point is the first again
  upright: boolean; // there is an obstacle
  kinds: LineKinds | null; // what it is from each point to the next
}

// Kinds of things along a line.
export interface LineKinds {
  name: string;
  meaning: string | null;
  labels: { [value: string]: string };
}

// A picture.
export interface PictureHead {
  width: number;
  height: number;
}

// Laps on one line of stations.
export interface TraceHead {
  method: CompareMethod;
  length: number; // m, from line to line
  step: number; // m between stations
  laps: TraceLapHead[];
  residual: number | null; // s, how far deltas by positions are from those in files, at most
  references: TraceReference[]; // against the first lap, and against others where they are few
}

// One of the laps.
export interface TraceLapHead {
  driver: string | null;
  slot: number;
  lap: number;
  lap_time: number | null; // s, official, or as found
  delta: number | null; // s behind the first lap
}

// The laps against one of them.
export interface TraceReference {
  laps: number[]; // which lap is which in the lists, the reference first
  sectors: SectorPart[];
  corners: CornerPart[];
}

// A sector.
export interface SectorPart {
  sector: number;
  start_distance: number; // m
  end_distance: number; // m
  time: (number | null)[]; // s
  delta: (number | null)[]; // s
}

// From one braking zone of the reference to the next.
export interface CornerPart {
  corner: number; // the first in it, to `last_corner`; 0 = none
  last_corner: number;
  name: string; // `turn 3`
  start_distance: number; // m
  apex_distance: number | null; // where the reference is slowest
  end_distance: number; // m
  time: (number | null)[]; // s
  delta: (number | null)[]; // s
  minimum_speed: (number | null)[]; // m/s
  sentence: (string | null)[]; // what a lap lost or gained, in the library's words
  reason: (string | null)[]; // why
}
