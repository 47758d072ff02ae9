// The track that a recording was driven on. It lives as long as its document.
import { numberOf, numbersOf, rangeOf } from './arguments.js';

const POINT = ['x', 'y', 'z', 'heading', 'curvature', 'left', 'right']; // pdk_driven_track_point
const STRIDE = POINT.length + 1; // and which of them are there: the others are NaN

export class DrivenTrack {
  #document;
  #address;

  constructor(document, address) {
    this.#document = document;
    this.#address = address;
    const { points, ...facts } = document.instance().resultJson('driven_track_describe', address);
    Object.assign(this, facts);
    this.pointCount = points;
  }

  /** The line and how far laps use the track beside it: { x, y, z, heading, curvature, left, right }, each a Float64Array. */
  points() {
    const instance = this.#document.instance();
    const count = this.pointCount;
    return instance.scope(({ room }) => {
      const at = room(8 * STRIDE * count);
      instance.check('driven_track_points', this.#address, 0, count, at);
      const rows = instance.array(Float64Array, at, STRIDE * count);
      return Object.fromEntries(POINT.map((name, k) => [name, Float64Array.from({ length: count }, (_, i) => rows[STRIDE * i + k])]));
    });
  }

  /** Where a driver (`driver` of a run) was at these times: { distance, lateral }, Float64Array with NaN where that is not known. */
  places(driver, times) {
    const instance = this.#document.instance();
    rangeOf(driver, 0, 2 ** 32 - 1, 'driver is the number of one');
    const count = Float64Array.from(times).length;
    return instance.scope(({ room, doubles }) => {
      const asked = doubles(times), distances = room(8 * count), laterals = room(8 * count);
      instance.call('driven_track_places', this.#address, driver, asked, count, distances, laterals);
      return { distance: instance.array(Float64Array, distances, count), lateral: instance.array(Float64Array, laterals, count) };
    });
  }

  /** The place of the line nearest to [x, y, z]: { distance, lateral }; null over 60 m away. */
  locate(position, heading = NaN) {
    const instance = this.#document.instance();
    const [x, y, z] = numbersOf(position, 3, 'a position') ?? numbersOf([], 3, 'a position');
    numberOf(heading, 'heading', { missing: true });
    return instance.scope(({ doubles }) => {
      const place = doubles([x, y, z, heading]);
      if (!instance.call('driven_track_locate', this.#address, place)) return null;
      const [distance, lateral] = instance.array(Float64Array, place, 2);
      return { distance, lateral };
    });
  }
}
