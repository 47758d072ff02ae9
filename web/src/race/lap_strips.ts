// A row for each driver with a dot for each lap. All dots of a driver are one small picture, since a long race has thousands.
import { css, onTheme } from '../base/colours';
import { h } from '../base/dom';
import { lapTime } from '../base/format';
import { lapFence } from '../base/shown';
import { inTurn, Pieces } from '../base/turns';
import { driverLink } from './driver_link';
import type { Drivers } from './drivers';
import { type Lap, reasonsText } from './laps_data';

const height = 22,
    radius = 4.6;

// Of sorted values, linear between them.
function quantile(sorted: number[], share: number): number {
    const place = share * (sorted.length - 1),
        below = Math.floor(place),
        above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

interface Strip {
    canvas: HTMLCanvasElement;
    laps: Lap[];
}

export class LapStrips {
    readonly element = h('div', {
        class: 'strips',
        role: 'group',
        'aria-label': 'Lap times of each driver as dots; the table of laps has the same',
    });
    private readonly strips: Strip[] = [];
    private readonly low: number;
    private readonly high: number;
    private readonly ends: (() => void)[] = [];
    private width = 0;

    // `laps`: those that count.
    constructor(laps: Lap[], drivers: Drivers) {
        const times = laps.map(lap => lap.time!).sort((a, b) => a - b);
        this.low = times[0];
        // slower laps are at the end, so that the others are apart
        const fence = quantile(times, 0.75) + lapFence * (quantile(times, 0.75) - quantile(times, 0.25));
        this.high = Math.max(this.low, ...times.filter(time => time <= fence).slice(-1));
        for (const driver of drivers.list) this.element.append(this.row(driverLink(drivers, driver.slot, driver.short), laps, driver.slot));
        this.element.append(
            h(
                'div',
                { class: 'strip-row axis' },
                h('span', { class: 'strip-name' }, 'timed laps'),
                h(
                    'div',
                    { class: 'strip ends' },
                    h('span', null, lapTime(this.low, 1)),
                    h('span', null, `${lapTime(this.high, 1)} and slower`),
                ),
                h('span'),
            ),
        );
        const observer = new ResizeObserver(() => inTurn(() => void this.draw()));
        observer.observe(this.element);
        this.ends.push(
            () => observer.disconnect(),
            onTheme(() => void this.draw(true)),
        );
    }
    private row(name: HTMLElement, laps: Lap[], slot: number): HTMLElement {
        const own = laps.filter(lap => lap.slot === slot),
            canvas = h('canvas', { 'aria-hidden': 'true' }),
            strip = { canvas, laps: own };
        this.strips.push(strip);
        canvas.addEventListener('pointermove', event => (canvas.title = this.told(strip, event.offsetX)));
        return h(
            'div',
            { class: 'strip-row', 'data-laps': own.length },
            h('span', { class: 'strip-name' }, name),
            h('div', { class: 'strip' }, canvas),
            h('span', { class: 'strip-best' }, own.length ? lapTime(Math.min(...own.map(lap => lap.time!))) : '–'),
        );
    }
    private left(lap: Lap): number {
        const share = Math.min(1, (lap.time! - this.low) / Math.max(this.high - this.low, 0.1));
        return radius + 1 + share * (this.width - 2 * radius - 2);
    }
    private told({ laps }: Strip, left: number): string {
        const near = laps.filter(lap => Math.abs(this.left(lap) - left) < radius + 2);
        return near.map(lap => `Lap ${lap.lap}: ${lapTime(lap.time)}${lap.reasons ? ` (${reasonsText(lap.reasons)})` : ''}`).join('\n');
    }

    // Driver by driver; before the page is printed, at once.
    private async draw(always = false): Promise<void> {
        const width = this.strips[0]?.canvas.clientWidth ?? 0;
        if (width < 20 || (width === this.width && !always)) return;
        this.width = width;
        const pieces = new Pieces();
        for (const strip of this.strips) {
            if (!always) await pieces.rest();
            if (this.width !== width) return; // meanwhile it was drawn again
            this.paint(strip);
        }
    }
    private paint({ canvas, laps }: Strip): void {
        const ratio = Math.min(devicePixelRatio, 3),
            context = canvas.getContext('2d')!;
        canvas.width = Math.round(this.width * ratio);
        canvas.height = height * ratio;
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.lineWidth = 1.6;
        const [accent, ground] = [css('--accent'), css('--ground')];
        for (const lap of laps) {
            context.beginPath();
            context.arc(this.left(lap), height / 2, radius, 0, 2 * Math.PI);
            context.fillStyle = lap.clean ? accent : ground;
            context.strokeStyle = lap.clean ? ground : accent;
            context.fill();
            context.stroke();
        }
    }
    close(): void {
        for (const end of this.ends) end();
    }
}
