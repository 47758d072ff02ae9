// What the page of the project shows (paddock/page.h): JSON, and blocks of columns that the page decodes itself.

import { addressIn, indexOf } from './arguments.js';

const artOf = (document, art) => addressIn(document.instance(), art, 'art');

const resultsOf = (document, results) => addressIn(document.instance(), results, 'results');

const trackOf = (document, track) => addressIn(document.instance(), track, 'track');

const carOf = (document, carInfo) => addressIn(document.instance(), carInfo, 'carInfo');

/** { file, format, kind, tables, surfaces, images, findings ... }. `art`: the pictures of a track, `results`: the results file of a replay, `track`: the track of a recording, `carInfo`: the file about a lap's car; open documents. */
export const describePage = (document, { name = document.name, art = null, results = null, track = null, carInfo = null } = {}) =>
  document.instance().scope(({ text }) =>
    document.instance().resultJson('page_describe', document.address, text(name), artOf(document, art), resultsOf(document, results), trackOf(document, track), carOf(document, carInfo)));

/** { runs, origin, start, end, rate ... }; fails where nothing moves. */
export const describeMotion = (document) => document.instance().resultJson('page_motion', document.address);

export const runBlock = (document, run) => document.instance().result('page_run', document.address, indexOf(run, Infinity, 'run'));
export const trackBlock = (document) => document.instance().result('page_track', document.address);
export const recordedBlock = (document) => document.instance().result('page_recorded', document.address);
export const marksBlock = (document) => document.instance().result('page_marks', document.address);
export const surfaceBlock = (document, index, art = null) => document.instance().result('page_surface', document.address, artOf(document, art), indexOf(index, Infinity, 'number'));
export const sceneBlock = (document, art = null) => document.instance().result('page_scene', document.address, artOf(document, art));
export const imageBlock = (document, index, art = null) => document.instance().result('page_image', document.address, artOf(document, art), indexOf(index, Infinity, 'number'));
export const layoutBlock = (document, first, count) => document.instance().result('page_layout', document.address, first, count);

/** Laps on one line of stations: { document, driver, lap } each, as texts; of documents opened by one load(). */
export function tracesBlock(laps, step = 0) {
  const instance = laps[0].document.instance();
  return instance.scope(({ text, put }) => {
    const references = put(Uint32Array.from(laps.flatMap((lap) => [lap.document.address, text(lap.document.name), text(lap.driver), text(lap.lap)])));
    return instance.result('page_traces', references, laps.length, step);
  });
}

/** One page with the data of files in it, which shows them without the library: { document, name, art, results, track, carInfo } each, open documents as for describePage; the page's script and style as texts. `rulings`: their table, as CSV. */
export function writePage(files, { script, style, rulings = null, progress } = {}) {
  const instance = files[0].document.instance();
  return instance.scope(({ text, put }) => {
    const list = put(Uint32Array.from(files.flatMap(({ document, name = document.name, art = null, results = null, track = null, carInfo = null }) =>
      [document.address, text(name), artOf(document, art), addressIn(instance, results, 'results'), addressIn(instance, track, 'track'), addressIn(instance, carInfo, 'carInfo')])));
    const parts = [script, style, rulings].map((each) => (each === null ? null : new TextEncoder().encode(each)));
    const places = parts.flatMap((each) => (each === null ? [0, 0] : [put(each), each.length]));
    return instance.reporting(progress, () => instance.result('page_write', list, files.length, ...places));
  });
}
