// A figure drawn on a canvas; it is drawn again when its size, the theme or its content changes.
import { onTheme } from '../base/colours';
import { h } from '../base/dom';
import { inTurn } from '../base/turns';

type Paint = (context: CanvasRenderingContext2D, width: number, height: number) => void;

export class CanvasFigure {
    readonly element: HTMLElement;
    private readonly canvas: HTMLCanvasElement;
    private readonly still = h('canvas'); // what was painted, where a mark moves over it
    private readonly ends: (() => void)[] = [];
    private frame = 0;

    constructor(
        title: string,
        description: string,
        readonly height: number,
        private readonly paint: Paint,
        private readonly mark: Paint | null = null,
    ) {
        this.canvas = h('canvas', { role: 'img', 'aria-label': `${title}. ${description}` });
        this.element = h('figure', { class: 'chart' }, h('figcaption', null, title), this.canvas);
        // a view has several figures
        const observer = new ResizeObserver(() => inTurn(() => this.draw(true)));
        observer.observe(this.element);
        this.ends.push(
            () => observer.disconnect(),
            onTheme(() => this.draw(true)),
        );
    }
    invalidate(): void {
        if (!this.frame) {
            this.frame = requestAnimationFrame(() => {
                this.frame = 0;
                this.draw(false);
            });
        }
    }
    private empty(canvas: HTMLCanvasElement, width: number): CanvasRenderingContext2D {
        const ratio = Math.min(devicePixelRatio, 3),
            context = canvas.getContext('2d')!;
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(this.height * ratio);
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.font = '12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
        return context;
    }
    private draw(anew: boolean): void {
        const width = this.element.clientWidth,
            { canvas, still, height, mark } = this;
        if (width < 20) return;
        if (mark && anew) this.paint(this.empty(still, width), width, height);
        const context = this.empty(canvas, width);
        canvas.style.height = `${height}px`;
        if (mark) context.drawImage(still, 0, 0, width, height);
        (mark ?? this.paint)(context, width, height);
    }
    close(): void {
        cancelAnimationFrame(this.frame);
        for (const end of this.ends) end();
    }
}
