// A file opened, or what was computed from files.
import { addressIn, clippedRange, indexOf, numberOf, numbersOf, optionsOf, rangeOf, watched } from './arguments.js';
import { argumentError, PaddockError } from './error.js';
import { Held } from './held.js';
import { readLayout } from './layout.js';
import { Motion } from './motion.js';
import { Table } from './table.js';
import { DrivenTrack } from './track.js';

const CONVERT_OPTIONS = ['art', 'axes', 'scale', 'origin', 'ascii', 'doubles', 'triangulate', 'quantize', 'maxEdge', 'blocks', 'step', 'line', 'progress', 'signal'];

export class PaddockDocument {
  #instance;
  #address;
  #held;
  #answers = new Map();

  constructor(instance, address, files, name) {
    this.#instance = instance;
    this.#address = address;
    this.#held = new Held(instance, files, this, 'document_close', address);
    const about = instance.resultJson('document_describe', address);
    this.name = name;
    this.format = about.format;
    this.title = about.title;
    this.dialect = about.dialect;
    this.certainty = about.certainty;
    this.basis = about.basis;
    this.evidence = about.evidence;
    this.packed = about.packed;
    this.size = about.size;
    this.properties = about.properties;
    this.propertyFacts = about.property_facts;
    this.tables = about.tables.map((table, i) => new Table(this, instance.call('document_table', address, i) >>> 0, table));
    this.answers = about.answers;
    this.lines = about.lines;
    this.surfaces = about.surfaces;
    this.images = about.images;
    this.findingCount = about.findings;
  }

  /** For the parts of this package: the running library, as long as the document is open. */
  instance() {
    if (this.#address === 0) throw argumentError('closed', `${this.name || 'this document'} is closed`);
    return this.#instance;
  }

  /** For the parts of this package. */
  get address() {
    this.instance();
    return this.#address;
  }

  get files() {
    return this.#held.files;
  }

  /** Bytes of memory that the library takes, of all documents opened by the same load(). */
  get memory() {
    return this.#instance.size;
  }

  get isOpen() {
    return this.#address !== 0 && this.#instance.trapped === null;
  }

  /** What `paddock info --json` prints, as text: whole numbers beyond 2^53 are exact in it. Computes all answers. */
  infoText(options) {
    const { path = this.name, evidence = false } = optionsOf(options, ['path', 'evidence'], 'info');
    return this.instance().scope(({ text }) => this.#instance.resultText('document_info', this.#address, text(path), evidence ? 1 : 0));
  }

  info(options) {
    return JSON.parse(this.infoText(options));
  }

  /** A table of the file, otherwise the answer of this name, which is computed when it is first requested. */
  table(name) {
    const instance = this.instance();
    const stored = this.tables.find((table) => table.name === name) ?? this.#answers.get(name);
    if (stored !== undefined) return stored;
    const address = instance.scope(({ text }) => instance.pointer('document_answer', this.#address, text(name)));
    const answer = new Table(this, address, instance.resultJson('table_describe', address));
    this.#answers.set(name, answer);
    return answer;
  }

  /** { findings, total }: what is wrong, each with severity, code, offset (or null), where, message. `level` is "full" or "structure". */
  check(options) {
    const { level = 'full' } = optionsOf(options, ['level'], 'check');
    if (level !== 'full' && level !== 'structure') throw argumentError('argument.level', `there is no level "${level}"; there are structure, full`);
    const findings = this.instance().resultJson('document_check', this.#address, level === 'full' ? 1 : 0);
    return { findings, total: this.#instance.call('check_total') };
  }

  /** Who moved how; to be closed. `wheel`: x, y and z are those of this wheel. Throws where nothing moves. */
  motion(options) {
    const { wheel = null, progress, signal } = optionsOf(options, ['wheel', 'progress', 'signal'], 'motion');
    const instance = this.instance();
    const address = instance.scope(({ text }) =>
      instance.reporting(watched(progress, signal), () => instance.pointer('motion_open', this.#address, text(wheel))));
    return new Motion(instance, address, this.#held.files);
  }

  /** The track as it was driven, or of the file given to `analyse`. */
  drivenTrack() {
    return new DrivenTrack(this, this.instance().pointer('driven_track', this.#address));
  }

  /** { positions, normals, coordinates, triangles, groups }: copies; normals and coordinates may be null. */
  surface(index = 0) {
    const instance = this.instance();
    instance.check('document_surface', this.#address, indexOf(index, this.surfaces.length, 'surface'));
    const vertices = instance.call('surface_vertex_count'), triangles = instance.call('surface_triangle_count');
    return {
      ...this.surfaces[index],
      positions: instance.array(Float32Array, instance.call('surface_positions'), 3 * vertices) ?? new Float32Array(0),
      normals: instance.array(Float32Array, instance.call('surface_normals'), 3 * vertices),
      coordinates: instance.array(Float32Array, instance.call('surface_coordinates'), 2 * vertices),
      triangles: instance.array(Uint32Array, instance.call('surface_triangles'), 3 * triangles) ?? new Uint32Array(0),
      groups: instance.resultJson('surface_groups'),
    };
  }

  /** Points first .. first + count - 1 of a line: x, y, z of each, one after the other. */
  line(index, given) {
    const options = optionsOf(given, ['first', 'count'], 'line');
    const instance = this.instance();
    const { name, points } = this.lines[indexOf(index, this.lines.length, 'line')];
    const { first = 0, count: wanted = points - first } = options;
    const { count } = rangeOf(first, wanted, points, `the line "${name}" has ${points} points`);
    return instance.scope(({ room }) => {
      const at = room(24 * count);
      instance.check('document_line_read', this.#address, index, first, count, at);
      return instance.array(Float64Array, at, 3 * count);
    });
  }

  /** { name, width, height, data }: R G B A, rows from the top, as `new ImageData(data, width)` takes them. */
  image(index = 0) {
    const instance = this.instance();
    const { width, height, name } = this.images[indexOf(index, this.images.length, 'image')];
    return instance.scope(({ room }) => {
      const size = width * height * 4, at = room(size);
      instance.check('document_image', this.#address, index, at, size);
      return { name, width, height, data: instance.array(Uint8ClampedArray, at, size) };
    });
  }

  #bytesAsked(first, count) {
    const size = this.contentSize;
    return clippedRange(first, count, size, `${this.name || 'the document'} has ${size} bytes`);
  }

  /** A copy of the (unpacked) bytes that offsets count in, up to the end at most. `first` is in the file, or its end. */
  bytes(first = 0, count = Infinity) {
    const instance = this.instance();
    const asked = this.#bytesAsked(first, count);
    const at = (instance.call('document_content', this.#address) >>> 0) + asked.first;
    return instance.bytes.slice(at, at + asked.count);
  }

  /** What bytes first .. first + count - 1 of the content are: the fields in which they lie, by offset. */
  layout(first = 0, count = 256) {
    const instance = this.instance();
    const asked = this.#bytesAsked(first, count);
    return readLayout(instance.result('page_layout', this.#address, asked.first, asked.count), asked.first, asked.first + asked.count);
  }

  get contentSize() {
    return this.instance().call('document_content_size', this.#address);
  }

  /** The file as JSON text, every field under its name: the bytes of what `paddock dump` writes. */
  dump(options) {
    const { progress, signal } = optionsOf(options, ['progress', 'signal'], 'dump');
    return this.instance().reporting(watched(progress, signal), () => this.#instance.result('document_dump', this.#address));
  }

  /**
   * Another format's file: { bytes, report, notes }. `target` is an id of `targets`. Of targets with several files (OBJ with materials) the first.
   */
  convert(target, given) {
    const options = optionsOf(given, CONVERT_OPTIONS, 'convert');
    const { art = null, axes = null, scale = 0, origin = null, ascii = false, doubles = false, triangulate = false, quantize = false } = options;
    const { maxEdge = 0, blocks = 0, step = 0, line = null, progress, signal } = options;
    const flags = (ascii ? 1 : 0) | (doubles ? 2 : 0) | (triangulate ? 4 : 0) | (quantize ? 8 : 0);
    const instance = this.instance();
    const corners = line === null ? null : Array.from(line, (point) => numbersOf(point, 2, 'a point of the line')).flat();
    for (const [what, number] of Object.entries({ scale, maxEdge, blocks, step })) numberOf(number, what, { least: 0 });
    const artAddress = addressIn(instance, art, 'art');
    return instance.scope((memory) => {
      const isPlace = origin !== null && typeof origin !== 'string';
      const moveBy = isPlace ? numbersOf(origin, 3, 'the origin') : null;
      const bytes = instance.reporting(watched(progress, signal), () =>
        instance.result('document_convert', this.#address, memory.text(target), artAddress, memory.text(axes), scale,
          memory.text(isPlace ? null : origin), memory.doubles(moveBy), flags, maxEdge, blocks, step,
          memory.doubles(corners), corners === null ? 0 : corners.length / 2));
      const notes = instance.notes();
      const numbers = memory.room(56);
      instance.call('convert_report', numbers);
      const [points, triangles, dropped, moved, ...place] = instance.array(Float64Array, numbers, 7);
      return { bytes, notes, report: { points, triangles, dropped, origin: moved !== 0 ? place : null } };
    });
  }

  /** The answers with options of one's own, as a document whose tables they are. */
  analyse(options) {
    const { names = null, track = null, results = null, carInfo = null, line = null, incidentGap = 0, allIncidents = false, until = NaN, untilLap = 0, progress, signal } =
      optionsOf(options, ['names', 'track', 'results', 'carInfo', 'line', 'incidentGap', 'allIncidents', 'until', 'untilLap', 'progress', 'signal'], 'analyse');
    const instance = this.instance();
    const others = [addressIn(instance, track, 'track'), addressIn(instance, results, 'results'), addressIn(instance, carInfo, 'carInfo')];
    const start = numbersOf(line, 4, 'the start line');
    numberOf(incidentGap, 'incidentGap', { least: 0 });
    numberOf(until, 'until', { missing: true });
    rangeOf(untilLap, 0, 2 ** 32 - 1, 'untilLap is the number of a lap');
    return instance.scope(({ text, doubles, put }) => {
      const list = names === null ? 0 : put(Uint32Array.from([...names.map((name) => text(name)), 0]));
      const address = instance.reporting(watched(progress, signal), () =>
        instance.pointer('analyse', this.#address, list, put(Uint32Array.from(others)), doubles(start), incidentGap, allIncidents ? 1 : 0, until, untilLap));
      return new PaddockDocument(instance, address, [...this.#held.files, ...[track, results, carInfo].flatMap((other) => other?.files ?? [])], this.name);
    });
  }

  /** Gives its memory back. Everything read from it stays; tables and tracks of it can be read no more. */
  close() {
    if (this.#address === 0) return;
    this.#address = 0;
    this.#held.close();
  }
}
if (Symbol.dispose) PaddockDocument.prototype[Symbol.dispose] = PaddockDocument.prototype.close;

/** The work with an instance, the addresses of these documents and their number. */
function withDocuments(documents, work) {
  if (!Array.isArray(documents) || documents.length === 0) throw argumentError('argument.document', 'corners are numbered in an array of open documents');
  if (documents.some((document) => typeof document?.instance !== 'function')) throw argumentError('argument.document', 'each of them has to be an open document');
  const instance = documents[0].instance();
  const addresses = Uint32Array.from(documents, (document) => addressIn(instance, document, 'a document'));
  return instance.scope(({ put, room }) => work(instance, put(addresses), room));
}

/** One numbering of corners for each track that the documents show. */
export function numberCorners(documents) {
  withDocuments(documents, (instance, addresses) => instance.check('number_corners', addresses, documents.length));
}

/** Those that have computed other corners than those of their track. */
export function staleCorners(documents) {
  return withDocuments(documents, (instance, addresses, room) => {
    const stale = room(documents.length);
    instance.check('stale_corners', addresses, documents.length, stale);
    return documents.filter((_, i) => instance.bytes[stale + i] !== 0);
  });
}

/** Laps of several documents compared: a document. */
export function compare(laps, options) {
  const { method = null, step = 0, track = null, line = null, progress, signal } =
    optionsOf(options, ['method', 'step', 'track', 'line', 'progress', 'signal'], 'compare');
  if (!Array.isArray(laps) || laps.length === 0) throw argumentError('compare.count', 'two laps or more can be compared');
  if (laps.some((lap) => typeof lap?.document?.instance !== 'function')) throw argumentError('argument.document', 'each lap has an open document');
  const instance = laps[0].document.instance();
  numberOf(step, 'step', { least: 0 });
  const start = numbersOf(line, 4, 'the start line');
  if ([...laps.map((lap) => lap.document), ...(track ? [track] : [])].some((document) => document.instance() !== instance))
    throw new PaddockError({ status: 'bad argument', code: 'compare.instance', message: 'documents to compare have to be opened by the same load()' });
  const methods = ['ruler', 'projection', 'distance'];
  if (method !== null && !methods.includes(method)) throw argumentError('argument.method', `there is no method "${method}"; there are ${methods.join(', ')}`);
  return instance.scope(({ text, doubles, put }) => {
    const references = put(
      Uint32Array.from(laps.flatMap((lap) => [lap.document.address, text(lap.name ?? lap.document.name), text(lap.driver), text(lap.lap)])),
    );
    const address = instance.reporting(watched(progress, signal), () =>
      instance.pointer('compare_laps', references, laps.length, text(method), step, addressIn(instance, track, 'track'), doubles(start)));
    const files = [...new Set([...laps.flatMap((lap) => lap.document.files), ...(track?.files ?? [])])];
    return new PaddockDocument(instance, address, files, 'comparison');
  });
}
