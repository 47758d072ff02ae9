// One incident: on the map in slow motion, speeds and distance around it, what was measured of each driver, and the words.

import { colourOf, css, seriesColours } from '../base/colours';
import { steerUnit } from '../base/columns';
import { h, icon, icons, replace, section } from '../base/dom';
import { clock, distance, fixed, gap, kmhOfSpeed, noValue, speed } from '../base/format';
import { reasonOf } from '../base/reason';
import { copyText } from '../base/save';
import { leastTimeLost } from '../base/shown';
import { Chart, labelSpace } from '../chart/chart';
import { ChartGroup } from '../chart/group';
import type { ViewContext } from '../shell/view';
import { driverLink } from './driver_link';
import type { Drivers } from './drivers';
import { type Incident, incidentPost, incidentReason, incidentSentence } from './incident_text';
import type { MotionStore } from './motion_store';
import { PlayBar } from './play_bar';
import { incidentNames } from './race_events';
import { Scene } from './scene';

const before = 5,
    after = 6; // s around an incident

function lost(seconds: number | null): string {
    if (seconds === null) return noValue;
    return seconds < leastTimeLost ? 'none' : `${fixed(seconds, 1)} s`;
}

function evidence(incident: Incident, drivers: Drivers): HTMLElement {
    const rows: [string, (party: Incident['parties'][number]) => string][] = [
        ['Speed before', party => speed(party.before)],
        ['Speed after', party => speed(party.after)],
        ['Was behind before', party => (party.behind === null ? noValue : party.behind ? 'yes' : 'no')],
        ['Overlap', party => distance(party.overlap || null, 1)],
        ['Closing speed', party => speed(party.closing, 1)],
        ['Spun', party => (party.spun === null ? noValue : party.spun ? 'yes' : 'no')],
        ['Excursion', party => (party.leftTrack === null ? noValue : party.leftTrack ? 'yes' : 'no')],
        ['Stood still', party => (party.stopped ? `${fixed(party.stopped, 1)} s` : noValue)],
        ['Position', party => (party.positionBefore === null ? noValue : `${party.positionBefore} → ${party.positionAfter ?? noValue}`)],
        ['Time lost in the lap', party => lost(party.timeLost)],
        ['Retired', party => (party.retired ? 'yes' : 'no')],
    ];
    const shown = rows.filter(([, text]) => incident.parties.some(party => text(party) !== noValue && text(party) !== 'no'));
    return h(
        'div',
        { class: 'table-scroll whole', tabindex: '0', role: 'region', 'aria-label': 'What was measured' },
        h(
            'table',
            { class: 'evidence' },
            h('caption', { class: 'unseen' }, 'What was measured of each driver'),
            h(
                'thead',
                null,
                h(
                    'tr',
                    null,
                    h('td'),
                    ...incident.parties.map(party => h('th', { scope: 'col' }, driverLink(drivers, party.slot, party.driver))),
                ),
            ),
            h(
                'tbody',
                null,
                ...shown.map(([title, text]) =>
                    h('tr', null, h('th', { scope: 'row' }, title), ...incident.parties.map(party => h('td', null, text(party)))),
                ),
            ),
        ),
    );
}

// What to do with it. It is at the top because people do not look for it below.
function sending(incident: Incident, title: string, context: ViewContext): HTMLElement {
    const told = h('span', { class: 'note', role: 'status' }),
        { savePage } = context;
    const copy = h('button', { type: 'button', class: 'small', 'data-action': 'copy-incident' }, icon(icons.copy), 'Copy text');
    copy.addEventListener(
        'click',
        () =>
            void copyText(incidentPost(incident, context.document.file)).then(
                done => (told.textContent = done ? 'Copied' : 'The browser blocked copying: select the text below'),
            ),
    );
    // a link is useful only where the page itself has the file
    const send = savePage
        ? h('button', { type: 'button', class: 'small', 'data-action': 'save-incident' }, icon(icons.save), 'Save as one file to send')
        : h('button', { type: 'button', class: 'small' }, icon(icons.link), 'Copy link');
    send.addEventListener('click', () => {
        context.state.set('incident', incident.id);
        context.state.write();
        if (!savePage) {
            void copyText(location.href).then(
                done =>
                    (told.textContent = done
                        ? 'Link copied. It only works for people who have this page at the same address'
                        : 'The browser blocked copying'),
            );
            return;
        }
        send.disabled = true;
        told.textContent = 'Making the file …';
        void savePage(title.toLowerCase())
            .then(
                file => (told.textContent = `Saved: ${file}. Send it to anyone: it opens in any browser and begins with this incident.`),
                error => (told.textContent = reasonOf(error)),
            )
            .finally(() => (send.disabled = false));
    });
    return h('div', { class: 'row-of-tools no-print' }, send, copy, told);
}

function words(incident: Incident, context: ViewContext): HTMLElement {
    const text = incidentPost(incident, context.document.file);
    const area = h('textarea', {
        readonly: true,
        rows: text.split('\n').length + 1,
        'aria-label': 'Text to be posted',
        'data-incident-text': true,
    });
    area.value = text;
    return section('In words, to post', area);
}

export class IncidentDetail {
    readonly element: HTMLElement;
    private readonly scene: Scene | null;
    private readonly bar: PlayBar | null;
    private readonly charts: Chart[] = [];

    constructor(
        private readonly context: ViewContext,
        private readonly incident: Incident,
        private readonly drivers: Drivers,
        store: MotionStore | null,
    ) {
        const title = `${incidentNames[incident.kind] ?? incident.kind}${incident.lap !== null ? ` on lap ${incident.lap}` : ''}`;
        this.element = this.head(title);
        const slots = incident.parties.map(party => party.slot).filter(slot => store?.runs.has(slot));
        if (!store || !slots.length) {
            this.scene = this.bar = null;
            this.element.append(evidence(incident, drivers), words(incident, context));
            return;
        }
        const group = new ChartGroup(),
            start = Math.max(store.info.start, incident.time - before),
            end = Math.min(store.info.end, Math.max(incident.end, incident.time) + after);
        const scene = (this.scene = this.makeScene(title, slots, store)),
            rest = h('output', { class: 'clock' }),
            place = { t: (incident.time - 3).toFixed(2), driver: drivers.key(slots[0]) },
            toReplay = { click: () => context.go('replay', place) };
        const update = (time: number) => {
            scene.show(time);
            this.frameCars(time, slots, store);
            const relative = time - incident.time;
            rest.textContent = `${gap(relative, 2)} s`;
            this.element.dataset.time = time.toFixed(3);
            group.moveCursor(relative);
        };
        this.bar = new PlayBar(start, end, 0.25, update, h('button', { type: 'button', class: 'small', on: toReplay }, 'In the replay'));
        const { player } = this.bar;
        group.add({
            cursorMoved: relative => {
                if (relative !== null && !player.isPlaying && Math.abs(player.time - incident.time - relative) > 0.001)
                    player.seek(incident.time + relative);
            },
        });
        this.element.append(
            h('div', { class: 'incident-map' }, scene.map.element, h('div', { class: 'over-map' }, rest)),
            this.bar.element,
            evidence(incident, drivers),
            this.speedCharts(store, slots, group, start, end),
            words(incident, context),
        );
        player.time = incident.time;
    }

    private head(title: string): HTMLElement {
        const { incident } = this,
            reason = incidentReason(incident),
            touches = incident.contacts && incident.contacts > 1 ? `${incident.contacts} touches` : null;
        return h(
            'article',
            { class: 'incident-detail', 'aria-label': title, 'data-incident': incident.id },
            h('h3', null, title),
            h('p', { class: 'facts' }, [clock(incident.time, 1), incident.place, touches].filter(part => part).join(' · ')),
            h('p', { class: 'answer what-happened' }, incidentSentence(incident)),
            reason ? h('p', { class: 'reason' }, h('strong', null, 'Why: '), reason) : '',
            sending(incident, title, this.context),
        );
    }
    private makeScene(title: string, slots: number[], store: MotionStore): Scene {
        const { incident } = this;
        const scene = new Scene(store, this.drivers, {
            label: `Map of the ${title.toLowerCase()}; the table below has what was measured`,
            only: slots.map(slot => ({ slot, colour: this.colourOf(slots, slot) })),
            resized: () => this.frameCars(this.bar!.player.time, slots, store),
        });
        scene.trailSeconds = 2;
        if (incident.x !== null && incident.y !== null) {
            scene.mark.x = incident.x - store.info.origin.x;
            scene.mark.y = incident.y - store.info.origin.y;
        }
        return scene;
    }
    // Each car has its own colour: the one it has in other views, or one that no other car here has.
    private colourOf(slots: number[], slot: number): () => string {
        const picked = slots.filter(each => this.drivers.isPicked(each)),
            place = slots.filter(each => !this.drivers.isPicked(each)).indexOf(slot);
        return () => {
            if (place < 0) return this.drivers.colour(slot);
            const taken = picked.map(each => this.drivers.colour(each));
            return (
                Array.from({ length: seriesColours }, (_, index) => colourOf(index)).filter(colour => !taken.includes(colour))[place] ??
                colourOf(place)
            );
        };
    }
    // Keeps those concerned in sight, as near as they are to each other.
    private frameCars(time: number, slots: number[], store: MotionStore): void {
        const poses = slots.map(slot => store.runs.get(slot)!.poseAt(time)).filter(pose => pose !== null),
            map = this.scene!.map;
        if (!poses.length) return;
        const mark = this.scene!.mark,
            near = Number.isNaN(mark.x) ? poses : poses.filter(pose => Math.hypot(pose.x - mark.x, pose.y - mark.y) < 120);
        const used = near.length ? near : poses;
        const left = Math.min(...used.map(pose => pose.x)),
            right = Math.max(...used.map(pose => pose.x)),
            bottom = Math.min(...used.map(pose => pose.y)),
            top = Math.max(...used.map(pose => pose.y));
        const size = Math.max(right - left, top - bottom, 14) + 16;
        map.centreOn((left + right) / 2, (bottom + top) / 2, Math.min(Math.min(map.transform.width, map.transform.height) / size, 22));
    }

    private speedCharts(store: MotionStore, slots: number[], group: ChartGroup, start: number, end: number): HTMLElement {
        const { incident, drivers } = this,
            step = 0.1,
            count = Math.floor((end - start) / step) + 1;
        const x = Float64Array.from({ length: count }, (_, i) => start + i * step - incident.time);
        const poses = slots.map(slot => Array.from(x, relative => store.runs.get(slot)!.poseAt(incident.time + relative)));
        const marks = [{ at: 0, label: incidentNames[incident.kind]?.toLowerCase() ?? incident.kind, kind: 'event' as const }];
        const xAxis = {
            label: 'time',
            unit: 's',
            text: (value: number) => (value === 0 ? '0 s' : `${value > 0 ? '+' : '−'}${Math.abs(value)} s`),
        };
        const lines = (read: (pose: NonNullable<(typeof poses)[0][0]>) => number) =>
            slots.map((slot, i) => ({
                label: drivers.get(slot)?.short ?? String(slot),
                values: poses[i].map(pose => (pose ? read(pose) : null)),
                colour: this.colourOf(slots, slot),
            }));
        const labelWidth = labelSpace(Math.max(0, ...slots.map(slot => (drivers.get(slot)?.short ?? String(slot)).length)));
        const make = (
            title: string,
            unit: string,
            height: number,
            read: (pose: NonNullable<(typeof poses)[0][0]>) => number,
            fixedRange?: [number, number],
        ) => {
            const chart = new Chart({
                title,
                description: 'The table above has the values before and after.',
                height,
                group,
                axisWidth: 50,
                labelWidth,
                x: xAxis,
                y: { label: title, unit, ...(fixedRange ? { range: fixedRange } : {}) },
            });
            chart.setData(x, lines(read), marks);
            this.charts.push(chart);
            return chart.element;
        };
        const part = section(
            'Around it',
            make('Speed', 'km/h', 190, pose => pose.speed * kmhOfSpeed),
        );
        if (store.info.channels.includes('brake')) part.append(make('Brake', '%', 110, pose => pose.brake * 100, [0, 100]));
        if (store.info.channels.includes('steer'))
            part.append(make('Steering', `${steerUnit([this.context.document])}, left is up`, 110, pose => pose.steer));
        if (slots.length === 2) {
            const chart = new Chart({
                title: 'Distance',
                description: 'Between the reference points of both cars',
                height: 130,
                group,
                axisWidth: 50,
                labelWidth,
                endLabels: false,
                x: xAxis,
                y: { label: 'distance', unit: 'm between both', zero: true },
            });
            chart.setData(
                x,
                [
                    {
                        label: 'distance',
                        colour: () => css('--text'),
                        values: Array.from(x, (_, i) => {
                            const a = poses[0][i],
                                b = poses[1][i];
                            return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : null;
                        }),
                    },
                ],
                marks,
            );
            this.charts.push(chart);
            part.append(chart.element);
        }
        return part;
    }

    shown(): void {
        this.bar?.player.seek(this.bar.player.time);
    }
    pause(): void {
        this.bar?.player.pause();
    }
    key(event: KeyboardEvent): boolean {
        return this.bar?.key(event) ?? false;
    }
    close(): void {
        this.pause();
        this.scene?.close();
        for (const chart of this.charts) chart.close();
    }
}
export function noDetail(): HTMLElement {
    const element = h('article', { class: 'incident-detail' });
    replace(element, h('p', { class: 'note' }, 'Choose an incident.'));
    return element;
}
