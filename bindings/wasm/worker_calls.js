// What of the library can be asked for in a worker: of each kind of object its facts, which go to the asking side at once, and its calls.
export const KINDS = {
  library: { facts: ['version', 'formats', 'targets'], calls: ['open', 'refusal', 'compare', 'numberCorners', 'staleCorners'] },
  document: {
    facts: ['name', 'format', 'title', 'dialect', 'certainty', 'basis', 'evidence', 'packed', 'size', 'contentSize', 'properties', 'propertyFacts', 'answers',
      'lines', 'surfaces', 'images', 'findingCount', 'tables'],
    calls: ['table', 'info', 'infoText', 'check', 'motion', 'drivenTrack', 'surface', 'line', 'image', 'bytes', 'layout', 'dump', 'convert', 'analyse', 'close'],
  },
  table: { facts: ['name', 'meaning', 'rows', 'sortedBy', 'columns'], calls: ['read', 'readColumns', 'records', 'csv', 'jsonLines'] },
  motion: { facts: ['evidence', 'channels', 'runs'], calls: ['read', 'readAt', 'segments', 'close'] },
  track: { facts: ['closed', 'given', 'length', 'step', 'pointCount', 'laps', 'timingLines', 'pitLanes'], calls: ['points', 'places', 'locate'] },
};

/** The facts of an object of this kind, as plain data. Tables of a document: what they are, without their calls. */
export function factsOf(object, kind) {
  return Object.fromEntries(KINDS[kind].facts.map((name) => [name, name === 'tables' ? object.tables.map((table) => factsOf(table, 'table')) : object[name]]));
}

/** A copy of arguments in which `change` has replaced what is an object of the library: one of them, in an array, in options, in a lap. */
export function replaced(value, change, depth = 0) {
  const other = change(value);
  if (other !== value) return other;
  if (Array.isArray(value)) return depth < 3 ? value.map((each) => replaced(each, change, depth + 1)) : value;
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return depth < 3 ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, change, depth + 1)])) : value;
}
