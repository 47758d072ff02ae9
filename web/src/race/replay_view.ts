// The race on the map.

import { rowsOf } from '../base/columns';
import { checkbox, h, icon, iconButton, icons, select } from '../base/dom';
import { clock } from '../base/format';
import { isolated } from '../base/isolated';
import type { Key, ViewDefinition } from '../shell/view';
import { RaceSpace } from '../space/race_space';
import { driversOf } from './drivers';
import { lapsOf } from './laps_data';
import { Leaderboard } from './leaderboard';
import { motionOf } from './motion_store';
import { Pedals } from './pedals';
import { Player, rates, rateText } from './player';
import { progressFor } from './progress';
import { eventsOf, type RaceEvent } from './race_events';
import { RaceOrder } from './race_order';
import { Scene } from './scene';
import { Timeline } from './timeline';

const keys: Key[] = [
    { keys: 'Space', does: 'play or pause' },
    { keys: '← / →', does: '1 second back or on; with Shift 10 seconds' },
    { keys: ', / .', does: 'one step of 0.1 s back or on' },
    { keys: '↑ / ↓', does: 'faster or slower' },
    { keys: '[ / ]', does: 'previous or next incident' },
    { keys: 'F', does: 'follow the next driver; with Shift nobody' },
    { keys: 'L', does: 'names on or off' },
    { keys: 'T', does: 'trails on or off' },
    { keys: '+ / − / 0', does: 'zoom the map, or fit it' },
    { keys: 'M', does: 'map or 3D; in 3D, drag to look around' },
];

export const replayView: ViewDefinition = {
    name: 'replay',
    title: 'Replay',
    isFor: document => document.kind === 'race' && document.tables.length > 0,
    async make(context) {
        const { document, state } = context;
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
        const events = await eventsOf(document, drivers);
        const { info } = store;

        const visits = stops.map(row => ({
            slot: stops.number('slot', row),
            from: stops.number('enter_time', row) ?? Infinity,
            to: stops.number('exit_time', row) ?? Infinity,
        }));
        const inPits = (slot: number) => visits.some(visit => visit.slot === slot && player.time >= visit.from && player.time <= visit.to);
        const retired = new Set(
            results
                .map(row => row)
                .filter(row => /retired|disqualified/.test(results.text('status', row)))
                .map(row => results.number('slot', row) ?? -1),
        );
        let order = new RaceOrder(drivers, laps, null, retired),
            lastOrder = -Infinity;
        const scene = new Scene(store, drivers, {
            label: 'Map of the track with all cars; the table beside it has their order',
            pick: slot => follow(slot),
        });
        scene.inPits = inPits;
        let space: RaceSpace | null = null,
            in3d = false;
        const board = new Leaderboard(drivers, slot => follow(slot === scene.followed ? null : slot)),
            pedals = new Pedals();
        const leaderLaps = laps.filter(lap => lap.position === 1 && lap.end !== null).map(lap => lap.end!);
        const timeline = new Timeline(info.start, info.end, events, leaderLaps, time => seek(time));
        const clockText = h('output', { class: 'clock' }),
            happening = h('p', { class: 'happening', 'aria-live': 'off' });
        const playIcon = icon(icons.play, true),
            playPath = playIcon.firstElementChild!;
        const playButton = h('button', {
            type: 'button',
            class: 'play',
            'data-action': 'play',
            'aria-label': 'Play',
            title: 'Play (Space)',
        });
        playButton.append(playIcon);

        const element = h('div', { class: 'view replay' });
        let wasPlaying = false;
        const update = (time: number, playing: boolean) => {
            const now = performance.now();
            if (!playing || now - lastOrder > 120) {
                lastOrder = now;
                const standings = order.at(time);
                standings.forEach((standing, index) => scene.numbers.set(standing.slot, String(index + 1)));
                board.show(standings, scene.followed, inPits);
                const recent = [...events].reverse().find(event => event.time <= time + 0.5 && event.time > time - 6);
                happening.textContent = recent ? `${clock(recent.time, 1)}  ${recent.text}` : '';
                clockText.textContent = clock(time, 1);
                timeline.show(time);
            }
            scene.show(time);
            if (in3d) space?.show(scene.cars.cars, scene.cars.names, time);
            if (scene.followed !== null) {
                const lap = order.lapAt(scene.followed, time);
                pedals.show(
                    drivers.name(scene.followed),
                    lap ? `lap ${lap.lap}` : '',
                    store.runs.get(scene.followed)?.poseAt(time) ?? null,
                    info.channels,
                );
            }
            element.dataset.time = time.toFixed(3);
            element.dataset.playing = String(playing);
            if (playing !== wasPlaying) {
                wasPlaying = playing;
                playPath.setAttribute('d', playing ? icons.pause : icons.play);
                playButton.setAttribute('aria-label', playing ? 'Pause' : 'Play');
            }
            if (!playing) state.set('t', time.toFixed(2));
        };
        const player = new Player(info.start, info.end, update);
        const seek = (time: number) => player.seek(time);
        playButton.addEventListener('click', () => player.toggle());

        const follower = select(
            'Follow',
            [
                { value: '', text: 'Whole track' },
                ...drivers.list.map(driver => ({ value: String(driver.slot), text: isolated(driver.name) })),
            ],
            '',
            value => follow(value === '' ? null : Number(value)),
            { 'data-action': 'follow' },
        );
        const follow = (slot: number | null) => {
            scene.follow(slot);
            if (slot === null) space?.all();
            follower.value = slot === null ? '' : String(slot);
            if (slot === null) pedals.hide();
            state.set('driver', slot === null ? '' : drivers.key(slot));
            update(player.time, player.isPlaying);
            if (slot !== null) context.announce(`following ${isolated(drivers.name(slot))}`);
        };
        const speed = select(
            'Speed',
            rates.map(rate => ({ value: String(rate), text: rateText(rate) })),
            '1',
            value => (player.rate = Number(value)),
            { 'data-action': 'speed' },
        );
        const faster = (by: number) => {
            const index = Math.min(Math.max(rates.indexOf(player.rate) + by, 0), rates.length - 1);
            player.rate = rates[index];
            speed.value = String(player.rate);
        };
        const jump = (event: RaceEvent | undefined) => {
            if (!event) return;
            seek(event.kind === 'incident' ? event.time - 3 : event.time - 1);
            if (event.slots.length && !event.slots.includes(scene.followed ?? -1) && event.slots[0] >= 0) follow(event.slots[0]);
            context.announce(event.text);
        };
        const incidents = events.filter(event => event.kind === 'incident');
        const previous = () => jump([...incidents].reverse().find(event => event.time - 3 < player.time - 0.5)),
            next = () => jump(incidents.find(event => event.time - 3 > player.time + 0.05));
        const jumper = select(
            'Jump to',
            [
                { value: '', text: 'Jump to …' },
                ...events.map((event, i) => ({ value: String(i), text: `${clock(event.time)}  ${event.text}` })),
            ],
            '',
            value => {
                jump(events[Number(value)]);
                jumper.value = '';
            },
            { 'data-action': 'jump', class: 'jump' },
        );
        const names = checkbox(
            'Names',
            true,
            on => {
                scene.cars.names = on;
                scene.map.invalidate();
            },
            { 'data-action': 'names' },
        );
        const trails = checkbox(
            'Trails',
            true,
            on => {
                scene.trailSeconds = on ? 4 : 0;
                update(player.time, player.isPlaying);
            },
            { 'data-action': 'trails' },
        );

        const skids =
            scene.marks &&
            checkbox(
                'Skid marks',
                true,
                on => {
                    scene.marks!.visible = on;
                    space?.showMarks(on);
                    update(player.time, player.isPlaying);
                },
                { 'data-action': 'skids' },
            );
        const spaceButton = h(
            'button',
            { type: 'button', class: 'small', 'data-action': 'space', 'aria-pressed': 'false', title: 'Map or 3D (M)' },
            '3D',
        );
        const problem = h('p', { class: 'problem', hidden: true });
        const turnTo3d = (on: boolean) => {
            if (on && !space && store.track) {
                try {
                    space = new RaceSpace(store.track, store.marks, 'The race in 3D; the table beside it has the order', scene.map.element);
                } catch (error) {
                    problem.hidden = false;
                    problem.textContent = `There is no 3D here: ${error instanceof Error ? error.message : String(error)}.`;
                }
            }
            in3d = on && space !== null;
            space?.visible(in3d);
            spaceButton.setAttribute('aria-pressed', String(in3d));
            update(player.time, player.isPlaying);
        };
        spaceButton.addEventListener('click', () => turnTo3d(!in3d));
        const steersInPart = info.channels.includes('steer') && [...store.runs.values()].some(run => run.data.steer.some(Number.isNaN));
        const rate =
            info.rate !== null && (info.file_rate === null || info.rate < info.file_rate * 0.95)
                ? [
                      `Positions are given ${info.rate} times a second`,
                      info.file_rate ? ` (the file has ${Number(info.file_rate.toFixed(1))})` : '',
                      `, with straight lines between.${steersInPart ? ' The steering is given around incidents only.' : ''} `,
                  ].join('')
                : '';
        element.append(
            h('h2', null, 'Replay'),
            h(
                'div',
                { class: 'stage' },
                h(
                    'div',
                    { class: 'stage-map' },
                    scene.map.element,
                    h('div', { class: 'over-map' }, clockText, happening),
                    pedals.element,
                    problem,
                    h(
                        'div',
                        { class: 'map-tools' },
                        store.track ? spaceButton : null,
                        iconButton(icons.fit, 'Whole track', () => follow(null), { 'data-action': 'fit' }),
                    ),
                ),
                board.element,
            ),
            h(
                'div',
                { class: 'controls' },
                timeline.element,
                h(
                    'div',
                    { class: 'control-row' },
                    iconButton(icons.previous, 'Previous incident ([)', previous, { 'data-action': 'previous-incident' }),
                    iconButton(icons.stepBack, 'A step back (,)', () => seek(player.time - 0.1), { 'data-action': 'step-back' }),
                    playButton,
                    iconButton(icons.stepForward, 'A step on (.)', () => seek(player.time + 0.1), { 'data-action': 'step-forward' }),
                    iconButton(icons.next, 'Next incident (])', next, { 'data-action': 'next-incident' }),
                    speed,
                    follower,
                    jumper,
                    names,
                    trails,
                    skids,
                ),
            ),
            h(
                'p',
                { class: 'note' },
                rate,
                store.track
                    ? store.track.given
                        ? 'The track is that of the file given.'
                        : 'The track is the band that the faster laps used.'
                    : 'Nobody drove a whole lap, so the track is not known.',
                store.marks?.note ? ` ${store.marks.note}` : '',
            ),
        );

        void progressFor(document).then(progress => {
            order = new RaceOrder(drivers, laps, progress, retired);
            lastOrder = -Infinity;
            update(player.time, player.isPlaying);
        });
        drivers.watch(() => update(player.time, player.isPlaying));
        const fromState = () => {
            const wanted = drivers.find(state.get('driver')),
                given = state.get('t'),
                t = Number(given); // following writes the time
            if (given !== '' && Math.abs(t - player.time) > 0.02) seek(t);
            if (wanted && wanted.slot !== scene.followed) follow(wanted.slot);
        };
        const startTime = events.find(event => event.kind === 'start')?.time ?? info.start;
        player.time = Math.max(info.start, startTime - 2);
        return {
            element,
            keys,
            shown() {
                fromState();
                update(player.time, false);
            },
            hidden: () => player.pause(),
            closed() {
                scene.close();
                space?.close();
                timeline.close();
            },
            key(event) {
                const step = event.shiftKey ? 10 : 1;
                switch (event.key) {
                    case ' ':
                        if ((event.target as Element).closest('button, summary')) return false;
                        player.toggle();
                        return true;
                    case 'ArrowLeft':
                        seek(player.time - step);
                        return true;
                    case 'ArrowRight':
                        seek(player.time + step);
                        return true;
                    case ',':
                        player.pause();
                        seek(player.time - 0.1);
                        return true;
                    case '.':
                        player.pause();
                        seek(player.time + 0.1);
                        return true;
                    case 'ArrowUp':
                        faster(1);
                        return true;
                    case 'ArrowDown':
                        faster(-1);
                        return true;
                    case '[':
                        previous();
                        return true;
                    case ']':
                        next();
                        return true;
                    case 'f':
                        follow(
                            drivers.list[(drivers.list.findIndex(driver => driver.slot === scene.followed) + 1) % drivers.list.length].slot,
                        );
                        return true;
                    case 'F':
                        follow(null);
                        return true;
                    case 'l':
                        names.click();
                        return true;
                    case 't':
                        trails.click();
                        return true;
                    case 'm':
                        spaceButton.click();
                        return true;
                    case '+':
                        if (in3d) {
                            space!.orbit.zoom(0.8);
                            return true;
                        }
                        scene.map.zoomAt(scene.map.transform.width / 2, scene.map.transform.height / 2, 1.3);
                        return true;
                    case '-':
                        if (in3d) {
                            space!.orbit.zoom(1.25);
                            return true;
                        }
                        scene.map.zoomAt(scene.map.transform.width / 2, scene.map.transform.height / 2, 1 / 1.3);
                        return true;
                    case '0':
                        follow(null);
                        return true;
                    default:
                        return false;
                }
            },
        };
    },
};
