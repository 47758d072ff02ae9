// Laps on the map: one coloured by a channel, several as lines, or where one gains and loses; dots at the cursor.
import { colourOf, css, divergingColour, rampColour } from '../base/colours';
import { h, replace, select } from '../base/dom';
import type { ChartGroup } from '../chart/group';
import { boundsOf, MapCanvas, type MapLayer, type MapTransform } from '../map/map_canvas';
import { nearestIndex, TrackLayer } from '../map/track_layer';
import type { TrackLine } from '../source/source';
import { hasValues, type TraceSet } from './trace_set';

interface Colouring {
    name: string;
    title: string;
    ends: [string, string];
    colour(i: number): string;
}

function colourings(set: TraceSet, names: string[]): Colouring[] {
    const list: Colouring[] = [],
        laps = set.traces.laps;
    for (let lap = 1; lap < laps.length; lap++) {
        // what is lost within 40 m around: seconds a metre
        const reach = Math.max(1, Math.round(20 / set.traces.step)),
            delta = set.deltas[lap];
        const rate = Float64Array.from(delta, (_, i) => delta[Math.min(i + reach, delta.length - 1)] - delta[Math.max(i - reach, 0)]);
        const most =
            [...rate]
                .map(Math.abs)
                .filter(value => !Number.isNaN(value))
                .sort((a, b) => a - b)[Math.floor(rate.length * 0.95)] || 0.01;
        list.push({
            name: `delta_${lap}`,
            title: `Where ${names[lap]} gains and loses`,
            ends: ['gains', 'loses'],
            colour: i => divergingColour(rate[i] / most),
        });
    }
    for (const channel of set.channels.filter(each => ['speed', 'throttle', 'brake', 'gear'].includes(each.name))) {
        const values = channel.values(laps[0]);
        if (!hasValues(values)) continue;
        let low = Infinity,
            high = -Infinity;
        for (let i = 0; i < values.length; i++) {
            low = Math.min(low, Number.isNaN(values[i]) ? low : values[i]);
            high = Math.max(high, Number.isNaN(values[i]) ? high : values[i]);
        }
        list.push({
            name: channel.name,
            title: laps.length > 1 ? `${channel.title} of ${names[0]}` : channel.title,
            ends: [`${channel.text(low).replace(/\.0$/, '')} ${channel.unit}`, `${channel.text(high).replace(/\.0$/, '')} ${channel.unit}`],
            colour: i => rampColour(high > low ? (values[i] - low) / (high - low) : 0.5),
        });
    }
    return list;
}

export class LapsLayer implements MapLayer {
    coloured: Colouring | null = null;
    range: [number, number] | null = null;
    cursor: number | null = null;
    constructor(private readonly set: TraceSet) {}

    draw(context: CanvasRenderingContext2D, transform: MapTransform): void {
        const { set } = this,
            { laps, distance } = set.traces;
        context.lineCap = 'round';
        context.lineJoin = 'round';
        const point = (lap: number, i: number) => {
            const [x, y] = set.place(laps[lap], i);
            return [transform.x(x, y), transform.y(x, y)] as const;
        };
        const outside = (i: number) => this.range !== null && (distance[i] < this.range[0] || distance[i] > this.range[1]);
        if (this.coloured) {
            context.lineWidth = 5;
            const main = this.coloured.name.startsWith('delta_') ? Number(this.coloured.name.slice(6)) : 0;
            // what follows with the same colour is drawn at once: strokes are what takes long
            for (let i = 1; i < set.count; ) {
                const colour = this.coloured.colour(i),
                    faint = outside(i);
                context.strokeStyle = colour;
                context.globalAlpha = faint ? 0.2 : 1;
                context.beginPath();
                context.moveTo(...point(main, i - 1));
                do context.lineTo(...point(main, i));
                while (++i < set.count && outside(i) === faint && this.coloured.colour(i) === colour);
                context.stroke();
            }
        }
        // near by, the lines that were driven are worth seeing
        if (laps.length > 1 && (!this.coloured || transform.scale > 1.2)) {
            for (let lap = laps.length - 1; lap >= 0; lap--) {
                context.strokeStyle = colourOf(lap);
                context.lineWidth = 1.6;
                context.globalAlpha = 1;
                context.beginPath();
                for (let i = 0; i < set.count; i++) context[i ? 'lineTo' : 'moveTo'](...point(lap, i));
                context.stroke();
            }
        }
        context.globalAlpha = 1;
        if (this.cursor === null) return;
        const i = set.index(this.cursor);
        // where the others were when the reference was here: ahead or behind by their delta
        for (let lap = laps.length - 1; lap >= 0; lap--) {
            const time = laps[0].time[i];
            let at = i;
            while (lap && at > 0 && laps[lap].time[at] > time) at--;
            while (lap && at + 1 < set.count && laps[lap].time[at + 1] <= time) at++;
            const [left, top] = point(lap, at);
            context.beginPath();
            context.arc(left, top, lap ? 6 : 7, 0, 2 * Math.PI);
            context.fillStyle = colourOf(lap);
            context.fill();
            context.lineWidth = 2;
            context.strokeStyle = css('--ground');
            context.stroke();
        }
    }
}

export function makeTraceMap(
    set: TraceSet,
    names: string[],
    track: TrackLine | null,
    group: ChartGroup,
): { element: HTMLElement; close(): void } {
    const layer = new LapsLayer(set),
        { x, y, distance } = set.traces,
        list = colourings(set, names);
    layer.coloured = list[0] ?? null;
    const layers: MapLayer[] = track ? [new TrackLayer(track), layer] : [layer];
    const cursorAt = (px: number, py: number, metres: number) => {
        const i = nearestIndex(x, y, px, py, Math.max(30, 40 * metres));
        group.moveCursor(i === null ? null : distance[i]);
    };
    const map = new MapCanvas({
        label: 'Map of the laps; charts and tables beside it have the same',
        layers,
        bounds: boundsOf(x, y),
        mayTurn: true,
        point: (px, py, metres) => {
            if (px !== null) cursorAt(px, py, metres);
        },
        pick: cursorAt,
    });
    const leave = group.add({
        cursorMoved(at) {
            layer.cursor = at;
            map.invalidate();
        },
        rangeChanged(range) {
            layer.range = range;
            if (range) {
                const first = set.index(range[0]),
                    last = set.index(range[1]) + 1;
                map.setBounds(boundsOf(x.subarray(first, last), y.subarray(first, last)));
            } else map.setBounds(boundsOf(x, y));
        },
    });
    const key = h('div', { class: 'ramp-key', 'aria-hidden': 'true' });
    const showKey = () => {
        const delta = layer.coloured?.name.startsWith('delta_');
        const swatches = Array.from({ length: 24 }, (_, i) => {
            const swatch = h('span', { class: 'swatch' });
            swatch.style.background = delta ? divergingColour((i / 23) * 2 - 1) : rampColour(i / 23);
            return swatch;
        });
        replace(key, layer.coloured?.ends[0] ?? '', h('span', { class: 'ramp' }, ...swatches), layer.coloured?.ends[1] ?? '');
    };
    showKey();
    const picker = select(
        'Colour of the line',
        [
            ...list.map(each => ({ value: each.name, text: each.title })),
            ...(names.length > 1 ? [{ value: '', text: 'Lines of all laps' }] : []),
        ],
        list[0]?.name ?? '',
        value => {
            layer.coloured = list.find(each => each.name === value) ?? null;
            showKey();
            map.invalidate();
        },
        { 'data-action': 'colour' },
    );
    return {
        element: h('div', { class: 'trace-map' }, h('div', { class: 'row-of-tools' }, picker, key), map.element),
        close() {
            leave();
            map.close();
        },
    };
}
