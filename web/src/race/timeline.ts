// The timeline of the race with what happened on it. A range input above it serves pointers, keyboards and screen readers.
import { css, onTheme } from '../base/colours';
import { h } from '../base/dom';
import { clock } from '../base/format';
import { multiples, timeStep } from '../chart/ticks';
import type { RaceEvent } from './race_events';

export class Timeline {
    readonly element: HTMLElement;
    readonly input: HTMLInputElement;
    private readonly canvas = h('canvas', { 'aria-hidden': 'true' });
    private readonly ends: (() => void)[] = [];

    constructor(
        private readonly start: number,
        private readonly end: number,
        private readonly events: RaceEvent[],
        private readonly laps: number[],
        seek: (time: number) => void,
    ) {
        this.input = h('input', {
            type: 'range',
            min: start,
            max: end,
            step: 'any',
            value: start,
            'aria-label': 'Time of the race',
            'data-action': 'seek',
        });
        this.input.addEventListener('input', () => seek(Number(this.input.value)));
        this.element = h('div', { class: 'timeline' }, this.canvas, this.input);
        const observer = new ResizeObserver(() => this.draw());
        observer.observe(this.element);
        this.ends.push(
            () => observer.disconnect(),
            onTheme(() => this.draw()),
        );
    }
    show(time: number): void {
        this.input.value = String(time);
        this.input.setAttribute('aria-valuetext', clock(time, 1));
    }
    close(): void {
        for (const end of this.ends) end();
    }

    private draw(): void {
        const width = this.element.clientWidth,
            height = 34,
            ratio = Math.min(devicePixelRatio, 3),
            context = this.canvas.getContext('2d')!;
        if (width < 20) return;
        this.canvas.width = Math.round(width * ratio);
        this.canvas.height = height * ratio;
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        const span = this.end - this.start,
            x = (time: number) => 8 + ((width - 16) * (time - this.start)) / span;
        context.font = '10.5px system-ui, "DejaVu Sans", sans-serif';
        context.textBaseline = 'alphabetic';
        context.textAlign = 'center';
        context.fillStyle = css('--muted');
        for (const tick of multiples(this.start, this.end, timeStep(span, width / 90))) {
            const at = x(tick);
            if (at > 18 && at < width - 18) context.fillText(clock(tick), at, 33);
        }
        context.fillStyle = css('--line');
        for (const lap of this.laps) context.fillRect(x(lap), 2, 1, 17);
        for (const event of this.events) {
            if (event.kind === 'incident') {
                context.fillStyle = css('--event');
                context.beginPath();
                context.moveTo(x(event.time), 8);
                context.lineTo(x(event.time) - 4, 1);
                context.lineTo(x(event.time) + 4, 1);
                context.fill();
            } else if (event.kind === 'start' || event.kind === 'finish') {
                context.fillStyle = css('--text');
                context.fillRect(x(event.time) - 1, 1, 2, 18);
            } else if (event.kind === 'penalty') {
                context.fillStyle = css('--doubtful');
                context.fillRect(x(event.time) - 1, 1, 2, 5);
            }
        }
    }
}
