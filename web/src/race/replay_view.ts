// The race on the map.
import { type Rows, rowsOf, tableOf } from '../base/columns';
import { checkbox, h, iconButton, icons, select } from '../base/dom';
import { clock } from '../base/format';
import { isolated } from '../base/isolated';
import { reasonOf } from '../base/reason';
import type { Key, View, ViewContext, ViewDefinition } from '../shell/view';
import type { TrackLine } from '../source/source';
import { groundOf } from '../space/ground';
import { RaceSpace } from '../space/race_space';
import { type Drivers, driversOf } from './drivers';
import { type Lap, lapsOf } from './laps_data';
import { Leaderboard } from './leaderboard';
import { type MotionStore, motionOf } from './motion_store';
import { Pedals } from './pedals';
import { PlayButton } from './play_button';
import { Player, rates, rateText } from './player';
import { progressFor } from './progress';
import { eventsOf, type RaceEvent } from './race_events';
import { RaceOrder } from './race_order';
import { RaceResult } from './race_result';
import { Scene } from './scene';
import { Timeline } from './timeline';

const keys: Key[] = [
    { keys: 'Space', does: 'play or pause' },
    { keys: '← / →', does: '1 second back or on; with Shift 10 seconds' },
    { keys: ', / .', does: 'one step of 0.1 s back or on' },
    { keys: '↑ / ↓', does: 'faster or slower' },
    { keys: '[ / ]', does: 'previous or next incident' },
    { keys: 'F', does: 'follow the next driver; with Shift none' },
    { keys: 'L', does: 'names on or off' },
    { keys: 'T', does: 'trails on or off' },
    { keys: '+ / − / 0', does: 'zoom the map, or fit it' },
    { keys: 'M', does: 'map or 3D; in 3D, drag to look around' },
];
const betweenOrders = 120; // ms, while it plays
const tell = 6; // s for which an event is shown
const betweenAddresses = 1000; // ms, while it plays

// What the replay is made of.
interface Race {
    store: MotionStore;
    drivers: Drivers;
    laps: Lap[];
    stops: Rows;
    result: RaceResult;
    events: RaceEvent[];
}

// The drivers in the pit lane at a time.
function pitsOf(stops: Rows): (slot: number, time: number) => boolean {
    const visits = stops.map(row => ({
        slot: stops.number('slot', row),
        from: stops.number('enter_time', row) ?? Infinity,
        to: stops.number('exit_time', row) ?? Infinity,
    }));
    return (slot, time) => visits.some(visit => visit.slot === slot && time >= visit.from && time <= visit.to);
}

// What positions are of the file's, and where the track is from.
function remarks({ info, runs, track, marks }: MotionStore): string {
    const told: string[] = [];
    if (info.rate !== null && (info.file_rate === null || info.rate < info.file_rate * 0.95)) {
        const all = info.file_rate ? ` (the file has ${Number(info.file_rate.toFixed(1))})` : '';
        told.push(`Positions are given ${info.rate} times a second${all}, with straight lines between.`);
        const steersInPart = info.channels.includes('steer') && [...runs.values()].some(run => run.data.steer.some(Number.isNaN));
        if (steersInPart) told.push('The steering is given around incidents only.');
    }
    if (!track) told.push('There is no complete lap, so the track is unknown.');
    else
        told.push(
            track.given
                ? 'The track is that of the file given.'
                : 'The track is the band that the faster laps used, with half a car on each side.',
        );
    if (marks?.note) told.push(marks.note);
    return told.join(' ');
}

class Replay implements View {
    readonly element = h('div', { class: 'view replay' });
    readonly keys = keys;
    private readonly incidents: RaceEvent[];
    private readonly inPits: (slot: number, time: number) => boolean;
    private readonly player: Player;
    private readonly scene: Scene;
    private readonly board: Leaderboard;
    private readonly pedals = new Pedals();
    private readonly timeline: Timeline;
    private readonly clockText = h('output', { class: 'clock' });
    private readonly happening = h('p', { class: 'happening', 'aria-live': 'off' });
    private readonly problem = h('p', { class: 'problem', hidden: true });
    private readonly playButton = new PlayButton(() => this.player.toggle());
    private readonly spaceButton = h('button', {
        type: 'button',
        class: 'small',
        'data-action': 'space',
        'aria-pressed': 'false',
        title: 'Map or 3D (M)',
    });
    private readonly follower: HTMLSelectElement;
    private readonly speed: HTMLSelectElement;
    private readonly switches: { [key: string]: HTMLElement }; // by the key that clicks it
    private order: RaceOrder;
    private lastOrder = -Infinity;
    private lastAddress = -Infinity;
    private visible = false;
    private space: RaceSpace | null = null;
    private in3d = false;

    constructor(
        private readonly context: ViewContext,
        private readonly race: Race,
    ) {
        const { store, drivers, laps, events } = race,
            { info } = store;
        this.incidents = events.filter(event => event.kind === 'incident');
        this.inPits = pitsOf(race.stops);
        this.order = new RaceOrder(drivers, laps, null, race.result, info.end);
        this.scene = new Scene(store, drivers, {
            label: 'Map of the track with all cars; the table beside it has their order',
            pick: slot => this.follow(slot),
        });
        this.scene.inPits = slot => this.inPits(slot, this.player.time);
        this.board = new Leaderboard(drivers, race.result.changes, slot => this.follow(slot === this.scene.followed ? null : slot));
        const leaderLaps = laps.filter(lap => lap.position === 1 && lap.end !== null).map(lap => lap.end!);
        this.timeline = new Timeline(info.start, info.end, events, leaderLaps, time => this.player.seek(time));
        this.player = new Player(info.start, info.end, (time, playing) => this.update(time, playing));
        this.follower = this.makeFollower();
        this.speed = this.makeSpeed();
        this.switches = this.makeSwitches();
        this.spaceButton.textContent = '3D';
        this.spaceButton.addEventListener('click', () => this.turnTo3d(!this.in3d));
        this.layOut();
        const startTime = events.find(event => event.kind === 'start')?.time ?? info.start;
        this.player.time = Math.max(info.start, startTime - 2);
        drivers.watch(() => this.refresh());
        context.state.watch('t', () => this.takeTime());
        context.state.watch('driver', () => this.takeDriver());
    }

    // Positions by metres driven need the motion of all drivers, which is read later.
    refineOrder(): void {
        void progressFor(this.context.document).then(progress => {
            const { drivers, laps, result, store } = this.race;
            this.order = new RaceOrder(drivers, laps, progress, result, store.info.end);
            this.lastOrder = -Infinity;
            this.refresh();
        });
    }

    private makeFollower(): HTMLSelectElement {
        const all = this.race.drivers.list.map(driver => ({ value: String(driver.slot), text: isolated(driver.name) }));
        const choose = (value: string) => this.follow(value === '' ? null : Number(value));
        return select('Follow', [{ value: '', text: 'Whole track' }, ...all], '', choose, { 'data-action': 'follow' });
    }
    private makeSpeed(): HTMLSelectElement {
        const options = rates.map(rate => ({ value: String(rate), text: rateText(rate) }));
        return select('Speed', options, '1', value => (this.player.rate = Number(value)), { 'data-action': 'speed' });
    }
    private makeJumper(): HTMLSelectElement {
        const options = this.race.events.map((event, i) => ({ value: String(i), text: `${clock(event.time)}  ${event.text}` }));
        const jumper: HTMLSelectElement = select(
            'Jump to',
            [{ value: '', text: 'Jump to …' }, ...options],
            '',
            value => {
                this.jump(this.race.events[Number(value)]);
                jumper.value = '';
            },
            { 'data-action': 'jump', class: 'jump' },
        );
        return jumper;
    }
    private makeSwitches(): { [key: string]: HTMLElement } {
        const { scene } = this,
            names = (on: boolean) => {
                scene.cars.names = on;
                scene.map.invalidate();
            },
            trails = (on: boolean) => {
                scene.trailSeconds = on ? 4 : 0;
                this.refresh();
            },
            skids = (on: boolean) => {
                scene.marks!.visible = on;
                this.space?.showMarks(on);
                this.refresh();
            };
        return {
            l: checkbox('Names', true, names, { 'data-action': 'names' }),
            t: checkbox('Trails', true, trails, { 'data-action': 'trails' }),
            ...(scene.marks ? { skids: checkbox('Skid marks', true, skids, { 'data-action': 'skids' }) } : {}),
        };
    }
    private makeControls(): HTMLElement {
        const button = (path: string, label: string, action: string, click: () => void) =>
            iconButton(path, label, click, { 'data-action': action });
        return h(
            'div',
            { class: 'controls' },
            this.timeline.element,
            h(
                'div',
                { class: 'control-row' },
                button(icons.previous, 'Previous incident ([)', 'previous-incident', () => this.jumpBack()),
                button(icons.stepBack, 'A step back (,)', 'step-back', () => this.player.seek(this.player.time - 0.1)),
                this.playButton.element,
                button(icons.stepForward, 'A step on (.)', 'step-forward', () => this.player.seek(this.player.time + 0.1)),
                button(icons.next, 'Next incident (])', 'next-incident', () => this.jumpOn()),
                this.speed,
                this.follower,
                this.makeJumper(),
                ...Object.values(this.switches),
            ),
        );
    }
    private layOut(): void {
        const fit = iconButton(icons.fit, 'Whole track', () => this.follow(null), { 'data-action': 'fit' });
        const map = h(
            'div',
            { class: 'stage-map' },
            this.scene.map.element,
            h('div', { class: 'over-map' }, this.clockText, this.happening),
            this.pedals.element,
            this.problem,
            h('div', { class: 'map-tools' }, this.race.store.track ? this.spaceButton : null, fit),
        );
        this.element.append(
            h('h2', null, 'Replay'),
            h('div', { class: 'stage' }, map, this.board.element),
            this.makeControls(),
            h('p', { class: 'note' }, remarks(this.race.store)),
        );
    }

    private refresh(): void {
        this.update(this.player.time, this.player.isPlaying);
    }
    private update(time: number, playing: boolean): void {
        const now = performance.now();
        if (!playing || now - this.lastOrder > betweenOrders) {
            this.lastOrder = now;
            this.showOrder(time);
        }
        this.scene.show(time);
        if (this.in3d) this.space?.show(this.scene.cars.cars, this.scene.cars.names, time);
        this.showPedals(time);
        this.element.dataset.time = time.toFixed(3);
        this.element.dataset.playing = String(playing);
        this.playButton.show(playing);
        if (!playing || now - this.lastAddress > betweenAddresses) {
            this.lastAddress = now;
            this.context.state.set('t', time.toFixed(2));
        }
    }
    private showOrder(time: number): void {
        const standings = this.order.at(time);
        for (const [index, standing] of standings.entries()) this.scene.numbers.set(standing.slot, String(index + 1));
        this.board.show(standings, this.scene.followed, slot => this.inPits(slot, time));
        const recent = [...this.race.events].reverse().find(event => event.time <= time + 0.5 && event.time > time - tell);
        this.happening.textContent = recent ? `${clock(recent.time, 1)}  ${recent.text}` : '';
        this.clockText.textContent = clock(time, 1);
        this.timeline.show(time);
    }
    private showPedals(time: number): void {
        const slot = this.scene.followed;
        if (slot === null) return;
        const lap = this.order.lapAt(slot, time),
            pose = this.race.store.runs.get(slot)?.poseAt(time) ?? null;
        const { drivers, store } = this.race;
        this.pedals.show(drivers.name(slot), drivers.key(slot), lap ? `lap ${lap.lap}` : '', pose, store.info.channels);
    }

    private step(by: number): void {
        this.player.pause();
        this.player.seek(this.player.time + by);
    }
    private follow(slot: number | null): void {
        this.scene.follow(slot);
        if (slot === null) {
            this.space?.all();
            this.pedals.hide();
        }
        this.follower.value = slot === null ? '' : String(slot);
        this.context.state.set('t', this.player.time.toFixed(2));
        this.context.state.set('driver', slot === null ? '' : this.race.drivers.key(slot));
        this.refresh();
        if (slot !== null) this.context.announce(`following ${isolated(this.race.drivers.name(slot))}`);
    }
    private followNext(): void {
        const { list } = this.race.drivers,
            now = list.findIndex(driver => driver.slot === this.scene.followed);
        this.follow(list[(now + 1) % list.length].slot);
    }
    private faster(by: number): void {
        const index = Math.min(Math.max(rates.indexOf(this.player.rate) + by, 0), rates.length - 1);
        this.player.rate = rates[index];
        this.speed.value = String(this.player.rate);
    }
    private jump(event: RaceEvent | undefined): void {
        if (!event) return;
        this.player.seek(event.time - (event.kind === 'incident' ? 3 : 1));
        const [first] = event.slots;
        if (first !== undefined && first >= 0 && !event.slots.includes(this.scene.followed ?? -1)) this.follow(first);
        this.context.announce(event.text);
    }
    private jumpBack(): void {
        this.jump([...this.incidents].reverse().find(event => event.time - 3 < this.player.time - 0.5));
    }
    private jumpOn(): void {
        this.jump(this.incidents.find(event => event.time - 3 > this.player.time + 0.05));
    }
    private turnTo3d(on: boolean): void {
        if (on && !this.space && this.race.store.track) {
            try {
                const label = 'The race in 3D; the table beside it has the order';
                this.space = new RaceSpace(this.race.store.track, this.race.store.marks, label, this.scene.map.element);
                void this.findGround(this.space, this.race.store.track);
            } catch (error) {
                this.tellProblem(`There is no 3D here: ${reasonOf(error)}.`);
            }
        }
        this.in3d = on && this.space !== null;
        this.space?.visible(this.in3d);
        this.spaceButton.setAttribute('aria-pressed', String(this.in3d));
        this.refresh();
    }
    private async findGround(space: RaceSpace, track: TrackLine): Promise<void> {
        try {
            const ground = await groundOf(this.context.source, this.context.document, track);
            if (ground && this.space === space) space.setGround(ground);
        } catch (error) {
            this.tellProblem(`The ground cannot be shown: ${reasonOf(error)}.`);
        }
    }
    private zoom(closer: boolean): void {
        const { map } = this.scene,
            { width, height } = map.transform;
        if (this.in3d) this.space!.orbit.zoom(closer ? 0.8 : 1.25);
        else map.zoomAt(width / 2, height / 2, closer ? 1.3 : 1 / 1.3);
    }

    // What the address has: when this is shown, and when somebody changes it.
    private takeTime(): void {
        const given = this.context.state.get('t');
        if (this.visible && given !== '' && Math.abs(Number(given) - this.player.time) > 0.02) this.player.seek(Number(given));
    }
    private takeDriver(): void {
        if (!this.visible) return;
        this.takeTime(); // both may have changed, and following writes the time
        const asked = this.context.state.get('driver'),
            wanted = this.race.drivers.find(asked)?.slot ?? null,
            problem = this.race.drivers.notFound(asked);
        this.tellProblem(problem);
        if (!problem && wanted !== this.scene.followed) this.follow(wanted);
    }
    private tellProblem(text: string | null): void {
        this.problem.hidden = text === null;
        this.problem.textContent = text;
    }

    shown(): void {
        this.visible = true;
        this.takeDriver();
        this.refresh();
    }
    hidden(): void {
        this.visible = false;
        this.player.pause();
    }
    closed(): void {
        this.scene.close();
        this.space?.close();
        this.timeline.close();
    }
    key(event: KeyboardEvent): boolean {
        const second = event.shiftKey ? 10 : 1,
            onButton = (event.target as Element).closest('button, summary') !== null;
        const does: { [key: string]: () => void } = {
            ...(onButton ? {} : { ' ': () => this.player.toggle() }),
            ArrowLeft: () => this.player.seek(this.player.time - second),
            ArrowRight: () => this.player.seek(this.player.time + second),
            ',': () => this.step(-0.1),
            '.': () => this.step(0.1),
            ArrowUp: () => this.faster(1),
            ArrowDown: () => this.faster(-1),
            '[': () => this.jumpBack(),
            ']': () => this.jumpOn(),
            f: () => this.followNext(),
            F: () => this.follow(null),
            l: () => this.switches.l.click(),
            t: () => this.switches.t.click(),
            m: () => this.spaceButton.click(),
            '+': () => this.zoom(true),
            '-': () => this.zoom(false),
            '0': () => this.follow(null),
        };
        if (!Object.hasOwn(does, event.key)) return false;
        does[event.key]();
        return true;
    }
}

export const replayView: ViewDefinition = {
    name: 'replay',
    isFor: document => document.kind === 'race' && document.moves,
    isFirstFor: document => document.kind === 'race' && !tableOf(document, 'laps')?.rows && document.moves,
    async make(context) {
        const { document } = context;
        const [store, drivers, laps, stops, results] = await Promise.all([
            motionOf(document),
            driversOf(document),
            lapsOf(document),
            rowsOf(document, 'pit_stops'),
            rowsOf(document, 'results'),
        ]);
        if (!store)
            return {
                element: h('div', { class: 'view' }, h('h2', null, 'Replay'), h('p', null, 'This file does not say where cars were.')),
            };
        const replay = new Replay(context, {
            store,
            drivers,
            laps,
            stops,
            result: new RaceResult(results),
            events: await eventsOf(document, drivers),
        });
        replay.refineOrder();
        return replay;
    },
};
