// A line chart: uPlot with our ticks, colours by theme, names at the ends of lines, markers, and keys. A chart belongs to a
// group, with which it shares its cursor and range.
import uPlot from 'uplot';
import { css, onTheme } from '../base/colours';
import { h } from '../base/dom';
import { fixed } from '../base/format';
import { inTurn } from '../base/turns';
import { ChartGroup, type GroupMember } from './group';
import { labelEnds, markPlaces } from './marks';
import { decimalsOf, multiples, niceStep, timeStep } from './ticks';
import { listenToTouch } from './touch';

export interface ChartLine {
    label: string;
    values: ArrayLike<number | null>; // NaN and null: no value there, the line has a gap
    colour: () => string;
    dash?: number[];
    width?: number;
    stepped?: boolean;
    points?: boolean; // a dot at each value
    quiet?: boolean; // drawn behind the others
}

export interface ChartMark {
    at: number;
    label: string;
    kind: 'line' | 'event';
}

type AxisText = (value: number, digits: number) => string; // digits: what the step between two values needs

interface ChartOptions {
    title: string;
    description: string; // for people who cannot see it
    height: number;
    x: { label: string; unit: string; isTime?: boolean; text?: AxisText; whole?: boolean };
    y: {
        label: string;
        unit: string;
        isTime?: boolean;
        text?: AxisText;
        range?: [number, number];
        reverse?: boolean;
        zero?: boolean;
        whole?: boolean;
    };
    group?: ChartGroup;
    axisWidth?: number; // css pixels; the same for charts above each other
    labelWidth?: number; // css pixels for names at the ends; the same for charts above each other
    endLabels?: boolean; // names of lines at their right ends [true]
    hideX?: boolean; // another chart below has the axis
    pick?: (x: number) => void; // a click
    pickLine?: (line: number) => void; // a click near a line
}

const font = () => '12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

// Room for names of this many characters.
export function labelSpace(letters: number): number {
    return 14 + Math.min(letters, 16) * 7.8;
}

// Only plain arrays can have gaps, and uPlot draws a line over NaN.
function gapped(values: ArrayLike<number | null>): (number | null)[] | Float32Array | Float64Array {
    if (values instanceof Float32Array || values instanceof Float64Array) {
        let whole = 0;
        while (whole < values.length && !Number.isNaN(values[whole])) whole++;
        if (whole === values.length) return values;
    }
    const made = new Array<number | null>(values.length);
    for (let i = 0; i < made.length; i++) {
        const value = values[i];
        made[i] = value === null || Number.isNaN(value) ? null : value;
    }
    return made;
}

const closedOptions: ChartOptions = { title: '', description: '', height: 0, x: { label: '', unit: '' }, y: { label: '', unit: '' } };

// What uPlot is given reaches options and lines through `this` only: see close().
export class Chart implements GroupMember {
    readonly element: HTMLElement;
    private readonly plotBox: HTMLElement;
    private plot: uPlot | null = null;
    private group: ChartGroup;
    private x: Float64Array = new Float64Array(0);
    private lines: ChartLine[] = [];
    private marks: ChartMark[] = [];
    private quiet = false; // what changes now comes from the group
    private readonly ends: (() => void)[] = [];
    private readonly observer: ResizeObserver;
    private width = 0;
    private waits = false; // for its turn to be made

    constructor(private options: ChartOptions) {
        this.group = options.group ?? new ChartGroup();
        const unit = options.y.unit ? ` (${options.y.unit})` : '';
        this.plotBox = h('div', { class: 'plot', tabindex: '0', role: 'img', 'aria-label': `${options.title}. ${options.description}` });
        this.element = h('figure', { class: 'chart' }, h('figcaption', null, options.title, h('small', null, unit)), this.plotBox);
        this.plotBox.style.minHeight = `${options.height}px`; // the page does not move when the plot appears
        this.ends.push(
            this.group.add(this),
            onTheme(() => (this.plot ? this.plot.redraw(false) : this.fit(job => job()))),
        );
        // a view has several charts, and making one takes long
        this.observer = new ResizeObserver(() => this.fitSoon());
        this.observer.observe(this.plotBox);
        this.ends.push(() => this.observer.disconnect());
        this.element.addEventListener('keydown', event => this.key(event));
    }
    close(): void {
        for (const end of this.ends.splice(0)) end();
        this.plot?.destroy();
        // engines keep functions that uPlot was given last, with this chart: it lets go of its view, which holds the document
        this.element.remove();
        this.group = new ChartGroup();
        this.plot = null;
        this.x = new Float64Array(0);
        this.lines = [];
        this.options = closedOptions;
    }

    setData(x: Float64Array, lines: ChartLine[], marks: ChartMark[] = []): void {
        this.x = x;
        this.lines = lines;
        this.marks = marks;
        this.plot?.destroy();
        this.plot = null;
        this.fitSoon();
    }

    private fitSoon(): void {
        if (this.waits || !this.x.length) return;
        this.waits = true;
        inTurn(() => {
            this.waits = false;
            this.fit(inTurn);
        });
    }
    private fit(take: typeof inTurn): void {
        if (!this.x.length) return; // or closed
        const width = Math.floor(this.plotBox.clientWidth);
        if (width === 0) this.observeAnew();
        if (width < 50) return;
        if (this.plot && width === this.width) return;
        this.width = width;
        if (this.plot) this.plot.setSize({ width, height: this.options.height });
        else this.make(width, take);
    }

    // Its view is hidden. If it is shown again before the next frame, the observer that has reported its size once stays silent.
    private observeAnew(): void {
        this.observer.unobserve(this.plotBox);
        this.observer.observe(this.plotBox);
    }

    private axis(side: 'x' | 'y'): uPlot.Axis {
        const about = () => this.options[side], // which may change
            asWide = (_plot: uPlot, values: string[] | null) =>
                14 + 6.8 * Math.max(2, ...(values ?? []).map(value => String(value).length));
        return {
            scale: side,
            show: side === 'y' || !this.options.hideX,
            side: side === 'x' ? 2 : 3,
            stroke: () => css('--muted'),
            font: font(),
            size: side === 'x' ? 34 : this.options.axisWidth || asWide,
            gap: 4,
            grid: { stroke: () => css('--grid'), width: 1 },
            ticks: { show: false },
            border: { show: false },
            splits: (plot, _index, low, high) => {
                const pixels = side === 'x' ? plot.bbox.width : plot.bbox.height;
                const most = pixels / devicePixelRatio / (side === 'x' ? 80 : 38);
                let step = about().isTime ? timeStep(high - low, most) : niceStep(high - low, most);
                if (about().whole) step = Math.max(1, Math.round(step));
                return multiples(low, high, step);
            },
            values: (_plot, splits) => {
                const { text } = about(),
                    step = splits.length > 1 ? Math.abs(splits[1] - splits[0]) : 1,
                    digits = decimalsOf(step);
                return splits.map(value => (text ? text(value, digits) : fixed(value, digits)));
            },
        };
    }
    private yRange(low: number | null, high: number | null): [number, number] {
        const { y } = this.options;
        if (y.range) return y.range;
        if (low === null || high === null) return [0, 1];
        const room = (high - low || Math.abs(high) || 1) * 0.06;
        return [y.zero ? Math.min(0, low - (low < 0 ? room : 0)) : low - room, high + room];
    }
    private cursor(): uPlot.Cursor {
        const fill = (_plot: uPlot, index: number) => this.lines[index - 1]?.colour() ?? '';
        return {
            x: true,
            y: false,
            drag: { x: true, y: false, setScale: false, dist: 6 },
            points: { size: 7, width: 1.5, stroke: () => css('--ground'), fill },
            focus: { prox: 12 },
            bind: { dblclick: () => () => (this.setRange(null), null) },
        };
    }
    // Colours are read again when the theme changes.
    private series(line: ChartLine, i: number): uPlot.Series {
        const colour = () => this.lines[i]?.colour() ?? '';
        return {
            label: line.label,
            stroke: colour,
            width: line.width ?? (line.quiet ? 1.2 : 1.8),
            scale: 'y',
            dash: line.dash ?? [],
            points: { show: line.points === true, size: 6, fill: colour },
            spanGaps: false,
            ...(line.stepped ? { paths: uPlot.paths.stepped!({ align: 1 }) } : {}),
        };
    }
    private cursorSet(plot: uPlot): void {
        if (this.quiet) return;
        const { idx, left } = plot.cursor,
            isThere = idx !== null && idx !== undefined && left !== undefined && left >= 0;
        this.group.moveCursor(isThere ? plot.posToVal(left, 'x') : null, this);
    }
    private selected(plot: uPlot): void {
        const { left, width } = plot.select;
        if (width < 6) return;
        this.setRange([plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')]);
        plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
    }
    private configuration(width: number): uPlot.Options {
        const { height, hideX, labelWidth, endLabels, y } = this.options;
        const labels = endLabels !== false && width > 360,
            longest = Math.max(0, ...this.lines.map(line => line.label.length)),
            right = labels ? (labelWidth ?? labelSpace(longest)) : (width > 360 && labelWidth) || 16;
        return {
            width,
            height,
            padding: [8, right, hideX ? 6 : 0, 0],
            legend: { show: false },
            scales: {
                x: { time: false, range: (_plot, low, high) => this.group.range ?? [low, high] },
                y: { dir: y.reverse ? -1 : 1, range: (_plot, low, high) => this.yRange(low, high) },
            },
            axes: [this.axis('x'), this.axis('y')],
            cursor: this.cursor(),
            series: [{}, ...this.lines.map((line, i) => this.series(line, i))],
            hooks: {
                setCursor: [plot => this.cursorSet(plot)],
                setSelect: [plot => this.selected(plot)],
                drawAxes: [plot => markPlaces(plot, this.marks)],
                draw: labels ? [plot => labelEnds(plot, this.lines)] : [],
            },
        };
    }
    // Drawing it is a separate job.
    private make(width: number, take: typeof inTurn): void {
        const { lines } = this,
            data = [this.x, ...lines.map(line => gapped(line.values))] as uPlot.AlignedData;
        new uPlot(this.configuration(width), data, (plot, draw) =>
            take(() => {
                if (this.plot || this.lines !== lines) return plot.destroy(); // printed, changed or closed meanwhile
                this.quiet = true;
                this.plot = plot;
                this.plotBox.append(plot.root);
                draw();
                this.listen(plot);
                // places are known when uPlot has drawn, in a microtask that it asked for
                queueMicrotask(() => {
                    this.quiet = false;
                    if (this.group.cursor !== null) this.cursorMoved(this.group.cursor);
                });
            }),
        );
    }
    private listen(plot: uPlot): void {
        let pressed = 0;
        plot.over.addEventListener('pointerdown', event => (pressed = event.clientX));
        plot.over.addEventListener('click', event => {
            if (Math.abs(event.clientX - pressed) > 4) return;
            const x = plot.posToVal(plot.cursor.left ?? event.offsetX, 'x');
            this.options.pick?.(x);
            if (this.options.pickLine) {
                const nearest = this.nearestLine(plot, event.offsetX, event.offsetY);
                if (nearest >= 0) this.options.pickLine(nearest);
            }
        });
        listenToTouch(plot.over, {
            move: left => this.moveTo(plot.posToVal(left, 'x')),
            zoom: (centre, factor) => this.zoom(plot.posToVal(centre, 'x'), factor),
            pan: pixels => this.pan(-pixels / plot.over.clientWidth),
        });
        plot.over.addEventListener(
            'wheel',
            event => {
                if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
                event.preventDefault();
                this.zoom(plot.posToVal(event.offsetX, 'x'), Math.exp(event.deltaY / 300));
            },
            { passive: false },
        );
    }
    private nearestLine(plot: uPlot, left: number, top: number): number {
        const index = plot.posToIdx(left);
        let best = -1,
            distance = 18;
        for (let line = 0; line < this.lines.length; line++) {
            const value = plot.data[line + 1][index];
            if (value === null || value === undefined) continue;
            const away = Math.abs(plot.valToPos(value, 'y') - top);
            if (away < distance) [best, distance] = [line, away];
        }
        return best;
    }

    private get whole(): [number, number] {
        return [this.x[0], this.x[this.x.length - 1]];
    }
    private setRange(range: [number, number] | null): void {
        const [low, high] = this.whole;
        const clipped: [number, number] | null = range && [Math.max(low, Math.min(...range)), Math.min(high, Math.max(...range))];
        const usable = clipped && clipped[1] - clipped[0] > (high - low) / 5000 && (clipped[0] > low || clipped[1] < high) ? clipped : null;
        this.group.setRange(usable);
    }
    private zoom(centre: number, factor: number): void {
        const [low, high] = this.group.range ?? this.whole;
        this.setRange([centre - (centre - low) * factor, centre + (high - centre) * factor]);
    }
    private pan(share: number): void {
        const range = this.group.range;
        if (!range) return;
        const [low, high] = this.whole,
            span = range[1] - range[0];
        const start = Math.min(Math.max(range[0] + share * span, low), high - span);
        this.setRange([start, start + span]);
    }
    private moveTo(x: number): void {
        this.cursorMoved(x);
        this.group.moveCursor(x, this);
    }

    cursorMoved(x: number | null): void {
        if (!this.plot) return;
        this.quiet = true;
        const left = x === null ? -10 : this.plot.valToPos(x, 'x');
        this.plot.setCursor({ left, top: -10 }, false); // the pointer is not at one of the lines
        this.quiet = false;
    }
    rangeChanged(range: [number, number] | null): void {
        const [low, high] = range ?? this.whole;
        this.plot?.setScale('x', { min: low, max: high });
    }

    private key(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const [low, high] = this.group.range ?? this.whole,
            at = this.group.cursor ?? (low + high) / 2;
        const step = ((high - low) / 100) * (event.shiftKey ? 10 : 1);
        switch (event.key) {
            case 'ArrowLeft':
                this.moveTo(Math.max(low, at - step));
                break;
            case 'ArrowRight':
                this.moveTo(Math.min(high, at + step));
                break;
            case '+':
            case '=':
                this.zoom(at, 0.5);
                break;
            case '-':
                this.zoom(at, 2);
                break;
            case '0':
            case 'Escape':
                this.setRange(null);
                break;
            case 'Enter':
                this.options.pick?.(at);
                break;
            default:
                return;
        }
        event.preventDefault();
        event.stopPropagation();
    }
}
