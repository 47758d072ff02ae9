// A figure drawn on a canvas; it is drawn again when its size, the theme or its content changes.
import { onTheme } from '../base/colours';
import { h } from '../base/dom';

export class CanvasFigure {
    readonly element: HTMLElement;
    private readonly canvas: HTMLCanvasElement;
    private readonly ends: (() => void)[] = [];
    private frame = 0;

    constructor(
        title: string,
        description: string,
        readonly height: number,
        private readonly paint: (context: CanvasRenderingContext2D, width: number, height: number) => void,
    ) {
        this.canvas = h('canvas', { role: 'img', 'aria-label': `${title}. ${description}` });
        this.element = h('figure', { class: 'chart' }, h('figcaption', null, title), this.canvas);
        const observer = new ResizeObserver(() => this.draw());
        observer.observe(this.element);
        this.ends.push(
            () => observer.disconnect(),
            onTheme(() => this.draw()),
        );
    }
    invalidate(): void {
        if (!this.frame) {
            this.frame = requestAnimationFrame(() => {
                this.frame = 0;
                this.draw();
            });
        }
    }
    private draw(): void {
        const width = this.element.clientWidth,
            ratio = Math.min(devicePixelRatio, 3),
            context = this.canvas.getContext('2d')!;
        if (width < 20) return;
        this.canvas.width = Math.round(width * ratio);
        this.canvas.height = Math.round(this.height * ratio);
        this.canvas.style.height = `${this.height}px`;
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, width, this.height);
        context.font = '12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
        this.paint(context, width, this.height);
    }
    close(): void {
        cancelAnimationFrame(this.frame);
        for (const end of this.ends) end();
    }
}
