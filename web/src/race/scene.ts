// Everybody on the map at a moment: what the replay and the incidents draw.
import { css } from '../base/colours';
import { CarsLayer, type ShownCar } from '../map/cars_layer';
import { type Bounds, boundsOf, MapCanvas, type MapLayer, type MapTransform } from '../map/map_canvas';
import { MarksLayer } from '../map/marks_layer';
import { TrackLayer } from '../map/track_layer';
import type { Drivers } from './drivers';
import type { MotionStore } from './motion_store';

interface SceneOptions {
    label: string;
    pick?: (slot: number | null) => void;
    moved?: () => void;
    resized?: () => void;
    only?: { slot: number; colour: () => string }[]; // in colour; otherwise those that are picked
}

class PlaceMark implements MapLayer {
    x = NaN;
    y = NaN;
    draw(context: CanvasRenderingContext2D, transform: MapTransform): void {
        if (Number.isNaN(this.x)) return;
        const left = transform.x(this.x, this.y),
            top = transform.y(this.x, this.y);
        context.strokeStyle = css('--event');
        context.lineWidth = 2;
        context.setLineDash([4, 3]);
        context.beginPath();
        context.arc(left, top, 22, 0, 2 * Math.PI);
        context.stroke();
    }
}

// Where cars drove: all there is to see where no track is known.
class DrivenLayer implements MapLayer {
    private readonly lines = new Path2D();
    constructor(store: MotionStore) {
        for (const { data } of store.runs.values()) {
            let before = -Infinity;
            for (let i = 0; i < data.time.length; i++) {
                const isJump =
                    data.time[i] - before > 1.5 || (i > 0 && Math.hypot(data.x[i] - data.x[i - 1], data.y[i] - data.y[i - 1]) > 60);
                if (!Number.isNaN(data.x[i])) this.lines[isJump ? 'moveTo' : 'lineTo'](data.x[i], data.y[i]);
                before = Number.isNaN(data.x[i]) ? -Infinity : data.time[i];
            }
        }
    }
    draw(context: CanvasRenderingContext2D, transform: MapTransform, ratio: number): void {
        context.save();
        transform.apply(context, ratio);
        context.strokeStyle = css('--track');
        context.lineWidth = 3 / transform.scale;
        context.lineJoin = 'round';
        context.stroke(this.lines);
        context.restore();
    }
}

export class Scene {
    readonly map: MapCanvas;
    readonly cars = new CarsLayer();
    readonly mark = new PlaceMark();
    readonly marks: MarksLayer | null; // of tyres
    trailSeconds = 4;
    followed: number | null = null;
    numbers = new Map<number, string>();
    inPits: (slot: number) => boolean = () => false;
    private time = 0;

    constructor(
        readonly store: MotionStore,
        private readonly drivers: Drivers,
        private readonly options: SceneOptions,
    ) {
        const layers: MapLayer[] = [];
        layers.push(store.track ? new TrackLayer(store.track) : new DrivenLayer(store));
        this.marks = store.marks ? new MarksLayer(store.marks) : null;
        if (this.marks) layers.push(this.marks);
        layers.push(this.mark, this.cars);
        this.map = new MapCanvas({
            label: options.label,
            layers,
            bounds: this.bounds(),
            mayTurn: true,
            pick: (x, y, metres) => options.pick?.(this.slotAt(x, y, 18 * metres)),
            ...(options.moved ? { moved: options.moved } : {}),
            ...(options.resized ? { resized: options.resized } : {}),
        });
    }
    private bounds(): Bounds {
        const { track, runs } = this.store;
        if (track) return boundsOf(track.x, track.y);
        const all = [...runs.values()].map(run => boundsOf(run.data.x, run.data.y));
        return all.reduce(
            (a, b) => ({
                left: Math.min(a.left, b.left),
                right: Math.max(a.right, b.right),
                bottom: Math.min(a.bottom, b.bottom),
                top: Math.max(a.top, b.top),
            }),
            all[0] ?? boundsOf([], []),
        );
    }
    private slotAt(x: number, y: number, within: number): number | null {
        let best: number | null = null,
            distance = within;
        for (const [slot, run] of this.store.runs) {
            const pose = run.poseAt(this.time),
                away = pose ? Math.hypot(pose.x - x, pose.y - y) : Infinity;
            if (away < distance) [best, distance] = [slot, away];
        }
        return best;
    }

    show(time: number): void {
        this.time = time;
        if (this.marks) this.marks.time = time;
        const cars: (ShownCar & { rank: number })[] = [];
        for (const [slot, run] of this.store.runs) {
            const pose = run.poseAt(time);
            if (!pose) continue;
            const only = this.options.only?.find(each => each.slot === slot),
                isMain = this.options.only ? only !== undefined : this.drivers.isPicked(slot),
                isFollowed = slot === this.followed;
            const colour = only
                ? only.colour
                : this.options.only
                  ? () => css('--quiet')
                  : isMain || !isFollowed
                    ? () => this.drivers.colour(slot)
                    : () => css('--accent');
            cars.push({
                x: pose.x,
                y: pose.y,
                z: pose.z,
                heading: pose.heading,
                number: this.numbers.get(slot) ?? String(this.drivers.get(slot)?.place ?? slot),
                name: this.drivers.get(slot)?.short ?? String(slot),
                colour,
                quiet: !isMain && !isFollowed,
                followed: isFollowed,
                braking: pose.brake > 0.05,
                inPits: this.inPits(slot),
                trail: this.trailSeconds > 0 && (isMain || isFollowed) ? this.trail(slot, time) : [],
                rank: isFollowed ? 2 : isMain ? 1 : 0,
            });
        }
        this.cars.cars = cars.sort((a, b) => a.rank - b.rank);
        const pose = this.followed === null ? null : this.store.runs.get(this.followed)?.poseAt(time);
        if (pose) this.map.centreOn(pose.x, pose.y);
        else this.map.invalidate();
    }
    private trail(slot: number, time: number): [number, number][] {
        const run = this.store.runs.get(slot)!,
            { x, y, time: times } = run.data,
            trail: [number, number][] = [];
        const last = run.indexAt(time);
        let first = last;
        while (first > 0 && times[first - 1] >= time - this.trailSeconds && times[first] - times[first - 1] < 1.5) first--;
        const step = Math.max(1, Math.floor((last - first) / 40));
        for (let i = first; i <= last; i += step) if (!Number.isNaN(x[i])) trail.push([x[i], y[i]]);
        const pose = run.poseAt(time);
        if (pose) trail.push([pose.x, pose.y]);
        return trail;
    }

    follow(slot: number | null): void {
        const before = this.followed;
        this.followed = slot;
        if (slot === null) this.map.fit();
        else if (before === null && this.map.isFitted) this.map.centreOn(0, 0, Math.max(this.map.transform.scale * 4, 1.6));
        this.show(this.time);
    }
    close(): void {
        this.map.close();
    }
}
