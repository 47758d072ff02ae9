// A canvas that shows places from above: fits, zooms and moves; draws only when something changed.
import { css, onTheme } from '../base/colours';
import { h } from '../base/dom';

export interface Bounds {
    left: number;
    right: number;
    bottom: number;
    top: number;
} // m

// From metres to pixels: pixel = centre + turn * (metre - middle) * scale, with y up in metres.
export class MapTransform {
    middleX = 0;
    middleY = 0;
    scale = 1; // css pixels a metre
    turned = false; // by a quarter, where that fits the window better
    width = 1;
    height = 1;

    x(x: number, y: number): number {
        return this.width / 2 + (this.turned ? y - this.middleY : x - this.middleX) * this.scale;
    }
    y(x: number, y: number): number {
        return this.height / 2 + (this.turned ? x - this.middleX : -(y - this.middleY)) * this.scale;
    }
    // Of an angle of the ground, for drawing: canvas angles turn the other way.
    angle(heading: number): number {
        return this.turned ? Math.PI / 2 - heading : -heading;
    }
    metreX(left: number, top: number): number {
        return this.turned ? this.middleX + (top - this.height / 2) / this.scale : this.middleX + (left - this.width / 2) / this.scale;
    }
    metreY(left: number, top: number): number {
        return this.turned ? this.middleY + (left - this.width / 2) / this.scale : this.middleY - (top - this.height / 2) / this.scale;
    }
    // Makes a context draw in metres.
    apply(context: CanvasRenderingContext2D, ratio: number): void {
        const s = this.scale * ratio,
            cx = (this.width / 2) * ratio,
            cy = (this.height / 2) * ratio;
        if (this.turned) context.setTransform(0, s, s, 0, cx - this.middleY * s, cy - this.middleX * s);
        else context.setTransform(s, 0, 0, -s, cx - this.middleX * s, cy + this.middleY * s);
    }
}

export interface MapLayer {
    draw(context: CanvasRenderingContext2D, transform: MapTransform, ratio: number): void;
}

interface MapOptions {
    label: string; // for people who cannot see it
    layers: MapLayer[];
    bounds: Bounds;
    mayTurn?: boolean;
    margin?: number; // css pixels around what is fitted
    pick?: (x: number, y: number, metresAPixel: number) => void; // a click
    point?: (x: number | null, y: number, metresAPixel: number) => void; // the pointer moves; null = it left
    moved?: () => void; // somebody zoomed or moved the map
    resized?: () => void;
}

export class MapCanvas {
    readonly element: HTMLElement;
    readonly canvas: HTMLCanvasElement;
    readonly transform = new MapTransform();
    private readonly context: CanvasRenderingContext2D;
    private bounds: Bounds;
    private fitted = true;
    private frame = 0;
    private readonly ends: (() => void)[] = [];

    constructor(private readonly options: MapOptions) {
        this.bounds = options.bounds;
        this.canvas = h('canvas', { role: 'img', 'aria-label': options.label, tabindex: '0' });
        this.element = h('div', { class: 'map' }, this.canvas);
        // drawn by the processor: what changes here is small, and where there is no graphics card it is far faster
        this.context = this.canvas.getContext('2d', { willReadFrequently: true, alpha: false })!;
        const observer = new ResizeObserver(() => this.resize());
        observer.observe(this.element);
        this.ends.push(
            () => observer.disconnect(),
            onTheme(() => this.draw()),
        );
        this.listen();
    }
    close(): void {
        cancelAnimationFrame(this.frame);
        for (const end of this.ends) end();
    }

    invalidate(): void {
        if (!this.frame) {
            this.frame = requestAnimationFrame(() => {
                this.frame = 0;
                this.draw();
            });
        }
    }
    draw(): void {
        const ratio = Math.min(devicePixelRatio, 3),
            { context, canvas } = this;
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.fillStyle = css('--map');
        context.fillRect(0, 0, canvas.width, canvas.height);
        for (const layer of this.options.layers) {
            context.save();
            context.setTransform(ratio, 0, 0, ratio, 0, 0);
            layer.draw(context, this.transform, ratio);
            context.restore();
        }
    }

    setBounds(bounds: Bounds): void {
        this.bounds = bounds;
        this.fit();
    }
    fit(): void {
        const { transform, bounds } = this,
            margin = this.options.margin ?? 28;
        const across = Math.max(bounds.right - bounds.left, 1),
            along = Math.max(bounds.top - bounds.bottom, 1);
        const width = Math.max(transform.width - 2 * margin, 40),
            height = Math.max(transform.height - 2 * margin, 40);
        const straight = Math.min(width / across, height / along),
            turned = Math.min(width / along, height / across);
        transform.turned = this.options.mayTurn !== false && turned > straight * 1.15;
        transform.scale = transform.turned ? turned : straight;
        transform.middleX = (bounds.left + bounds.right) / 2;
        transform.middleY = (bounds.bottom + bounds.top) / 2;
        this.fitted = true;
        this.invalidate();
    }
    get isFitted(): boolean {
        return this.fitted;
    }
    // Puts a place in the middle; with a scale, at that scale.
    centreOn(x: number, y: number, scale?: number): void {
        this.transform.middleX = x;
        this.transform.middleY = y;
        if (scale !== undefined) this.transform.scale = scale;
        this.fitted = false;
        this.invalidate();
    }
    zoomAt(left: number, top: number, factor: number): void {
        const { transform } = this,
            x = transform.metreX(left, top),
            y = transform.metreY(left, top);
        transform.scale = Math.min(Math.max(transform.scale * factor, 0.01), 400);
        transform.middleX += x - transform.metreX(left, top);
        transform.middleY += y - transform.metreY(left, top);
        this.fitted = false;
        this.invalidate();
    }

    private resize(): void {
        const { width, height } = this.element.getBoundingClientRect(),
            ratio = Math.min(devicePixelRatio, 3);
        if (width < 2 || height < 2) return;
        this.canvas.width = Math.round(width * ratio);
        this.canvas.height = Math.round(height * ratio);
        this.transform.width = width;
        this.transform.height = height;
        if (this.fitted) this.fit();
        this.options.resized?.();
        this.draw(); // at once: a new size has cleared the canvas
    }
    private place(event: { clientX: number; clientY: number }): [number, number] {
        const box = this.canvas.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    }
    private listen(): void {
        const { canvas, transform, options } = this;
        const fingers = new Map<number, [number, number]>();
        let travelled = 0;
        const byHand = () => options.moved?.();
        canvas.addEventListener('pointerdown', event => {
            if (event.pointerType !== 'touch') canvas.setPointerCapture(event.pointerId);
            fingers.set(event.pointerId, this.place(event));
            if (fingers.size === 1) travelled = 0;
        });
        canvas.addEventListener('pointermove', event => {
            const [left, top] = this.place(event),
                before = fingers.get(event.pointerId);
            if (!before) {
                options.point?.(transform.metreX(left, top), transform.metreY(left, top), 1 / transform.scale);
                return;
            }
            travelled += Math.abs(left - before[0]) + Math.abs(top - before[1]);
            if (fingers.size === 2) {
                const other = [...fingers.entries()].find(([id]) => id !== event.pointerId)![1];
                const was = Math.hypot(before[0] - other[0], before[1] - other[1]),
                    is = Math.hypot(left - other[0], top - other[1]);
                if (was > 5) this.zoomAt((left + other[0]) / 2, (top + other[1]) / 2, is / was);
                byHand();
            } else if (event.pointerType !== 'touch' || !this.fitted) {
                const x = transform.metreX(left, top),
                    y = transform.metreY(left, top);
                transform.middleX += transform.metreX(before[0], before[1]) - x;
                transform.middleY += transform.metreY(before[0], before[1]) - y;
                if (travelled > 4) {
                    this.fitted = false;
                    byHand();
                    this.invalidate();
                }
            }
            fingers.set(event.pointerId, [left, top]);
        });
        const release = (event: PointerEvent) => {
            if (!fingers.delete(event.pointerId) || event.type !== 'pointerup' || travelled > 6) return;
            const [left, top] = this.place(event);
            options.pick?.(transform.metreX(left, top), transform.metreY(left, top), 1 / transform.scale);
        };
        canvas.addEventListener('pointerup', release);
        canvas.addEventListener('pointercancel', release);
        canvas.addEventListener('pointerleave', () => options.point?.(null, 0, 0));
        canvas.addEventListener(
            'wheel',
            event => {
                event.preventDefault();
                const [left, top] = this.place(event);
                this.zoomAt(left, top, Math.exp(-event.deltaY / 400));
                byHand();
            },
            { passive: false },
        );
        canvas.addEventListener('dblclick', () => this.fit());
        canvas.addEventListener('keydown', event => {
            const step = 60 / transform.scale;
            if (event.key === '+' || event.key === '=') this.zoomAt(transform.width / 2, transform.height / 2, 1.3);
            else if (event.key === '-') this.zoomAt(transform.width / 2, transform.height / 2, 1 / 1.3);
            else if (event.key === '0') this.fit();
            else if (event.altKey && event.key.startsWith('Arrow')) {
                const [dx, dy] = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key] as [
                    number,
                    number,
                ];
                this.centreOn(transform.middleX + (transform.turned ? -dy : dx), transform.middleY + (transform.turned ? dx : dy));
            } else return;
            byHand();
            event.preventDefault();
            event.stopPropagation();
        });
    }
}

export function boundsOf(xs: ArrayLike<number>, ys: ArrayLike<number>): Bounds {
    const bounds = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
    for (let i = 0; i < xs.length; i++) {
        const x = xs[i],
            y = ys[i];
        if (Number.isNaN(x) || Number.isNaN(y)) continue;
        bounds.left = Math.min(bounds.left, x);
        bounds.right = Math.max(bounds.right, x);
        bounds.bottom = Math.min(bounds.bottom, y);
        bounds.top = Math.max(bounds.top, y);
    }
    return bounds.left <= bounds.right ? bounds : { left: -50, right: 50, bottom: -50, top: 50 };
}
