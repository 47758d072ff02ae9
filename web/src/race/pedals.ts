// What the followed driver does: speed, gear, throttle, brake, steering wheel.
import { css } from '../base/colours';
import { h, replace } from '../base/dom';
import { noValue, speed } from '../base/format';
import type { Pose } from './motion_store';

export class Pedals {
    readonly element: HTMLElement;
    private readonly name = h('span', { class: 'pedal-name' });
    private key = '';
    private readonly facts = h('span', { class: 'pedal-facts' });
    private readonly speed = h('strong');
    private readonly gear = h('strong');
    private readonly canvas = h('canvas', { class: 'pedal-canvas', 'aria-hidden': 'true' });
    private readonly context = this.canvas.getContext('2d')!;

    constructor() {
        this.element = h(
            'div',
            { class: 'pedals', hidden: true },
            h('div', { class: 'pedal-head' }, this.name, this.facts),
            h('div', { class: 'pedal-numbers' }, this.speed, h('span', null, 'gear ', this.gear)),
            this.canvas,
        );
    }
    // `key`: what leads to the driver's page.
    show(name: string, key: string, facts: string, pose: Pose | null, channels: string[]): void {
        this.element.hidden = false;
        if (this.key !== key)
            replace(this.name, h('button', { type: 'button', class: 'name-link', 'data-driver': key }, h('bdi', null, name)));
        this.key = key;
        this.facts.textContent = facts;
        this.speed.textContent = pose && channels.includes('speed') ? speed(pose.speed) : noValue;
        this.gear.textContent =
            pose && pose.gear !== null && channels.includes('gear')
                ? pose.gear < 0
                    ? 'R'
                    : pose.gear === 0
                      ? 'N'
                      : String(pose.gear)
                : '–';
        this.draw(pose, channels);
    }
    hide(): void {
        this.element.hidden = true;
    }

    private draw(pose: Pose | null, channels: string[]): void {
        const { canvas, context } = this,
            ratio = Math.min(devicePixelRatio, 3),
            width = 190,
            height = 58;
        if (canvas.width !== width * ratio) {
            canvas.width = width * ratio;
            canvas.height = height * ratio;
        }
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, width, height);
        context.font = '11px system-ui, "DejaVu Sans", sans-serif';
        context.textBaseline = 'middle';
        const bar = (label: string, share: number, colour: string, y: number) => {
            context.fillStyle = css('--muted');
            context.fillText(label, 0, y + 6);
            context.fillStyle = css('--line');
            context.fillRect(52, y, 74, 12);
            if (!(share > 0)) return;
            context.fillStyle = colour;
            context.fillRect(52, y, 74 * Math.min(share, 1), 12);
        };
        if (channels.includes('throttle')) bar('throttle', pose?.throttle ?? 0, css('--throttle'), 10);
        if (channels.includes('brake')) bar('brake', pose?.brake ?? 0, css('--brake'), 32);
        if (!channels.includes('steer') || (pose && Number.isNaN(pose.steer))) return; // not known here: no wheel that seems to be straight
        context.save();
        context.translate(160, 29);
        context.rotate(-Math.min(Math.max(pose ? pose.steer * 5 : 0, -2.6), 2.6)); // positive steers to the left
        context.strokeStyle = css('--text');
        context.lineWidth = 3;
        context.beginPath();
        context.arc(0, 0, 22, 0, 2 * Math.PI);
        context.moveTo(-22, 0);
        context.lineTo(22, 0);
        context.moveTo(0, 0);
        context.lineTo(0, 22);
        context.stroke();
        context.restore();
    }
}
