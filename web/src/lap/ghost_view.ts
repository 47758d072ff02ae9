// Laps driven at once, on the map and in 3D: each as far as it was at the same time since its start line, or all held at the
// same place. They may be of several files.
import { colourOf } from '../base/colours';
import { h, section, select } from '../base/dom';
import { lapTime } from '../base/format';
import { reasonOf } from '../base/reason';
import { ChartGroup } from '../chart/group';
import { CarsLayer, type ShownCar } from '../map/cars_layer';
import { boundsOf, MapCanvas } from '../map/map_canvas';
import { TrackLayer } from '../map/track_layer';
import { PlayBar, playKeys } from '../race/play_bar';
import type { ViewContext, ViewDefinition } from '../shell/view';
import type { TrackLine } from '../source/source';
import { groundOf, hasGround } from '../space/ground';
import { RaceSpace } from '../space/race_space';
import { GhostBoard } from './ghost_board';
import { GhostLap } from './ghost_lap';
import { hasLap, hasLapsTogether, LapsTogether, type Make } from './laps_together';
import { makeTraceCharts } from './trace_charts';
import { LapsLayer } from './trace_map';
import type { TraceSet } from './trace_set';

const trailSeconds = 2;
const around = 40; // m, about the cars that are in sight
const betweenAddresses = 1000; // ms, while it plays

// Height of the track at each station.
function heightsOf(set: TraceSet, track: TrackLine | null): Float64Array {
    const heights = new Float64Array(set.count);
    if (!track?.z.length) return heights;
    const { x, y } = set.traces,
        points = track.x.length,
        away = (i: number, point: number) => (track.x[point] - x[i]) ** 2 + (track.y[point] - y[i]) ** 2;
    let at = 0;
    for (let point = 1; point < points; point++) if (away(0, point) < away(0, at)) at = point;
    for (let i = 0; i < set.count; i++) {
        // both lines go the same way round
        for (let step = 0; step < points && away(i, (at + 1) % points) <= away(i, at); step++) at = (at + 1) % points;
        heights[i] = track.z[at] || 0;
    }
    return heights;
}

class Ghost {
    readonly parts: (HTMLElement | null)[];
    private readonly laps: GhostLap[];
    private readonly heights: Float64Array;
    private readonly cars = new CarsLayer();
    private readonly map: MapCanvas;
    private readonly stage: HTMLElement;
    private readonly clock = h('output', { class: 'clock' });
    private readonly problem = h('p', { class: 'problem', hidden: true });
    private readonly board: GhostBoard;
    private readonly bar: PlayBar;
    private readonly group = new ChartGroup();
    private readonly charts: { element: HTMLElement; close(): void };
    private readonly member = { cursorMoved: (at: number | null) => this.pointed(at) };
    private readonly space3d = h(
        'button',
        { type: 'button', class: 'small', 'data-action': 'space', 'aria-pressed': 'false', title: 'Map or 3D (M)' },
        '3D',
    );
    private readonly holder: HTMLSelectElement;
    private readonly ends: (() => void)[] = [];
    private space: RaceSpace | null = null;
    private in3d = false;
    private follows: 'cars' | 'track' | number = 'cars';
    private byHand = false; // somebody chose how near it is
    private visible = false;
    private lastAddress = -Infinity;

    constructor(
        private readonly context: ViewContext,
        private readonly set: TraceSet,
        private readonly names: string[],
        private readonly track: TrackLine | null,
    ) {
        const { x, y } = set.traces;
        this.laps = names.map((_, i) => new GhostLap(set, i));
        this.heights = heightsOf(set, track);
        this.board = new GhostBoard(this.laps, names);
        this.map = new MapCanvas({
            label: 'Map of the laps; the table beside it has how far each is',
            layers: [...(track ? [new TrackLayer(track)] : []), new LapsLayer(set), this.cars],
            bounds: boundsOf(x, y),
            mayTurn: true,
            moved: () => (this.byHand = true),
            resized: () => this.refresh(),
        });
        const end = Math.max(...this.laps.map(lap => lap.duration));
        this.holder = this.makeHolder();
        this.bar = new PlayBar(0, end, 1, (time, playing) => this.update(time, playing), this.holder, this.makeFollower());
        this.charts = makeTraceCharts(set, names, this.group, ['speed', 'throttle', 'brake']);
        this.group.add(this.member);
        this.space3d.addEventListener('click', () => this.turnTo3d(!this.in3d));
        this.stage = h(
            'div',
            { class: 'stage-map' },
            this.map.element,
            h('div', { class: 'over-map' }, this.clock),
            this.problem,
            h('div', { class: 'map-tools' }, track ? this.space3d : null),
        );
        this.parts = [
            h('div', { class: 'ghost' }, this.stage, this.board.element),
            this.bar.element,
            section(names.length > 1 ? 'Behind the reference' : 'Along the lap', this.charts.element),
            h('p', { class: 'note' }, 'Point at a chart to go to that place. Each car looks where it went; how it slid is not shown.'),
        ];
        this.ends.push(
            context.state.watch('since', () => this.takeTime()),
            context.state.watch('by', () => {
                this.holder.value = this.heldAtPlace ? 'place' : '';
                this.refresh();
            }),
        );
    }

    private get heldAtPlace(): boolean {
        return this.context.state.get('by') === 'place';
    }
    private makeHolder(): HTMLSelectElement {
        const options = [
            { value: '', text: 'At the same time' },
            { value: 'place', text: 'At the same place' },
        ];
        return select('Laps are', options, this.heldAtPlace ? 'place' : '', value => this.context.state.set('by', value), {
            'data-action': 'hold',
        });
    }
    private makeFollower(): HTMLElement {
        const options = [
            { value: 'cars', text: 'All cars' },
            { value: 'track', text: 'Whole track' },
            ...this.names.map((text, i) => ({ value: String(i), text })),
        ];
        return select('Follow', options, 'cars', value => this.follow(value === 'cars' || value === 'track' ? value : Number(value)), {
            'data-action': 'follow',
        });
    }
    private follow(what: 'cars' | 'track' | number): void {
        this.follows = what;
        this.byHand = false;
        if (what === 'track') {
            this.map.fit();
            this.space?.all();
        }
        this.refresh();
    }

    // How far each lap is at the time of the player.
    private distances(time: number): number[] {
        const place = this.laps[0].distanceAt(time);
        return this.laps.map(lap => (this.heldAtPlace ? place : lap.distanceAt(time)));
    }
    private car(lap: GhostLap, distance: number): ShownCar {
        const pose = lap.poseAt(distance),
            time = lap.timeAt(distance);
        const trail = Array.from({ length: 21 }, (_, i): [number, number] => {
            const past = lap.poseAt(lap.distanceAt(time - (trailSeconds * (20 - i)) / 20));
            return [past.x, past.y];
        });
        return {
            ...pose,
            z: this.set.at(this.heights, distance),
            number: String(lap.index + 1),
            name: this.names[lap.index],
            colour: () => colourOf(lap.index),
            quiet: false,
            followed: lap.index === this.follows,
            braking: lap.value(lap.trace.brake, distance) > 0.05,
            inPits: false,
            trail,
        };
    }
    private update(time: number, playing: boolean): void {
        const distances = this.distances(time);
        this.cars.cars = this.laps.map((lap, i) => this.car(lap, distances[i])).reverse(); // the reference on top
        this.centre();
        if (this.in3d) this.space?.show(this.cars.cars, true, time, this.follows === 'cars');
        this.board.show(distances);
        this.clock.textContent = lapTime(this.heldAtPlace ? Math.min(time, this.laps[0].duration) : time, 2);
        this.stage.dataset.time = time.toFixed(3);
        this.stage.dataset.playing = String(playing);
        this.stage.dataset.distances = distances.map(distance => distance.toFixed(2)).join();
        this.group.moveCursor(distances[0], this.member);
        const now = performance.now();
        if (!this.visible || (playing && now - this.lastAddress < betweenAddresses)) return;
        this.lastAddress = now;
        this.context.state.set('since', time.toFixed(2));
    }
    // Keeps in sight what is followed.
    private centre(): void {
        const { map, follows, byHand } = this,
            { width, height } = map.transform,
            followed = follows === 'cars' ? this.cars.cars : this.cars.cars.filter(car => car.followed);
        if (follows === 'track' || !followed.length) {
            map.invalidate();
            return;
        }
        const { left, right, bottom, top } = boundsOf(
            followed.map(car => car.x),
            followed.map(car => car.y),
        );
        const size = Math.max(right - left, top - bottom) + around;
        map.centreOn((left + right) / 2, (bottom + top) / 2, byHand ? undefined : Math.min(width, height) / size);
    }
    private refresh(): void {
        this.update(this.bar.player.time, this.bar.player.isPlaying);
    }

    // At a chart: the moment when the reference was there.
    private pointed(at: number | null): void {
        if (at === null || this.bar.player.isPlaying) return;
        this.bar.player.seek(this.laps[0].timeAt(at));
    }
    private turnTo3d(on: boolean): void {
        if (on && !this.space && this.track) {
            try {
                this.space = new RaceSpace(this.track, null, 'The laps in 3D; the table beside it has how far each is', this.map.element);
                void this.findGround(this.space, this.track);
            } catch (error) {
                this.tellProblem(`There is no 3D here: ${reasonOf(error)}.`);
            }
        }
        this.in3d = on && this.space !== null;
        this.space?.visible(this.in3d);
        this.space3d.setAttribute('aria-pressed', String(this.in3d));
        this.refresh();
    }
    private tellProblem(text: string): void {
        this.problem.hidden = false;
        this.problem.textContent = text;
    }
    private async findGround(space: RaceSpace, track: TrackLine): Promise<void> {
        try {
            const ground = await groundOf(this.context.source, this.context.document, track);
            if (ground && this.space === space) space.setGround(ground);
        } catch (error) {
            this.tellProblem(`The ground cannot be shown: ${reasonOf(error)}.`);
        }
    }
    private takeTime(): void {
        const given = this.context.state.get('since');
        if (this.visible && given !== '' && Math.abs(Number(given) - this.bar.player.time) > 0.02) this.bar.player.seek(Number(given));
    }

    shown(): void {
        this.visible = true;
        this.takeTime();
        this.refresh();
    }
    hidden(): void {
        this.visible = false;
        this.bar.player.pause();
    }
    key(event: KeyboardEvent): boolean {
        if (event.key !== 'm') return this.bar.key(event);
        this.space3d.click();
        return true;
    }
    close(): void {
        this.hidden();
        for (const end of this.ends) end();
        this.map.close();
        this.space?.close();
        this.charts.close();
    }
}

export const ghostView: ViewDefinition = {
    name: 'ghost',
    isFor: (document, source) => hasLapsTogether(document, source) || (hasLap(document) && hasGround(source, document)),
    async make(context) {
        const keys = [...playKeys, { keys: 'M', does: 'map or 3D; in 3D, drag to look around' }],
            make: Make = (set, names, track) => new Ghost(context, set, names, track);
        const laps = new LapsTogether(context, 'Laps driven together', make, keys, 1);
        await laps.show();
        return laps;
    },
};
