// Who moved how: runs by driver, channels by role, in a right-handed frame with z up, metres.
import { numberOf, optionsOf, rangeOf } from './arguments.js';
import { argumentError } from './error.js';
import { Held } from './held.js';

const READ_SIZE = 8; // pdk_channel_read: channel, values
const BATCH = 65536;

export class Motion {
  #instance;
  #address;
  #held;

  constructor(instance, address, files) {
    this.#instance = instance;
    this.#address = address;
    this.#held = new Held(instance, files, this, 'motion_close', address);
    const { evidence, channels, runs } = instance.resultJson('motion_describe', address);
    this.evidence = evidence;
    this.channels = channels;
    this.runs = runs;
  }

  #open() {
    if (this.#address === 0) throw argumentError('closed', 'this motion is closed');
    return this.#instance;
  }

  #channels(roles) {
    return roles.map((role) => {
      const index = this.channels.findIndex((channel) => channel.role === role);
      if (index >= 0) return index;
      throw argumentError('argument.channel', `this motion has no channel "${role}"; it has ${this.channels.map((channel) => channel.role).join(', ')}`);
    });
  }

  #run(run) {
    if (!Number.isInteger(run) || !(run in this.runs)) throw argumentError('argument.run', `there is no run ${run}; there are ${this.runs.length}`);
    return this.runs[run];
  }

  /** { role: Float64Array } of samples first .. first + count - 1; NaN where there is no value. */
  read(run, roles = this.channels.map((channel) => channel.role), options = undefined) {
    const { first = 0, count = this.#run(run).samples - first } = optionsOf(options, ['first', 'count'], 'read');
    const { samples } = this.#run(run);
    rangeOf(first, count, samples, `run ${run} has ${samples} samples`);
    return this.#batches(roles, count, null, (request, done, now) => this.#instance.check('motion_read', this.#address, run, first + done, now, request, roles.length));
  }

  /** The same at any times (s), between samples too; NaN where the run has a gap. */
  readAt(run, times, roles = this.channels.map((channel) => channel.role)) {
    this.#run(run);
    const wanted = Float64Array.from(times);
    return this.#batches(roles, wanted.length, wanted, (request, done, now, at) =>
      this.#instance.check('motion_read_at', this.#address, run, at, now, request, roles.length));
  }

  #batches(roles, count, times, read) {
    const instance = this.#open();
    const channels = this.#channels(roles);
    const arrays = roles.map(() => new Float64Array(count));
    instance.scope(({ room }) => {
      const rows = Math.min(BATCH, count);
      const request = room(READ_SIZE * channels.length);
      const at = times === null ? 0 : room(8 * rows);
      const places = channels.map(() => room(8 * rows));
      for (let done = 0; done < count; done += rows) {
        const now = Math.min(rows, count - done);
        const pairs = new Uint32Array(instance.bytes.buffer, request, 2 * channels.length);
        channels.forEach((channel, i) => {
          pairs[2 * i] = channel;
          pairs[2 * i + 1] = places[i];
        });
        if (times !== null) new Float64Array(instance.bytes.buffer, at, now).set(times.subarray(done, done + now));
        read(request, done, now, at);
        places.forEach((place, i) => arrays[i].set(new Float64Array(instance.bytes.buffer, place, now), done));
      }
    });
    return Object.fromEntries(roles.map((role, i) => [role, arrays[i]]));
  }

  /** Stretches without a break: { first, count, startTime, endTime, begin }, `begin` being run, gap, jump, clock or place. */
  segments(run) {
    this.#run(run);
    return this.#open().resultJson('motion_segments', this.#address, run);
  }

  close() {
    if (this.#address === 0) return;
    this.#address = 0;
    this.#held.close();
  }
}
if (Symbol.dispose) Motion.prototype[Symbol.dispose] = Motion.prototype.close;
