// What a chart draws besides its lines: names at their ends, places on the x axis.
import type uPlot from 'uplot';
import { css } from '../base/colours';
import type { ChartLine, ChartMark } from './chart';

const fontOf = (ratio: number, weight = 400, size = 12) =>
    `${weight} ${size * ratio}px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`;

// The name of each line where it ends, pushed apart where ends are close.
export function labelEnds(plot: uPlot, lines: ChartLine[]): void {
    const ratio = devicePixelRatio,
        context = plot.ctx;
    const high = plot.scales.x!.max ?? Infinity,
        low = plot.scales.x!.min ?? -Infinity;
    const x = plot.data[0] as ArrayLike<number>;
    const ends: { y: number; line: ChartLine; x: number }[] = [];
    for (let index = 0; index < lines.length; index++) {
        const values = plot.data[index + 1] as ArrayLike<number | null>;
        let last = values.length - 1;
        while (last >= 0 && (x[last] > high || values[last] === null || values[last] === undefined)) last--;
        if (last < 0 || x[last] < low) continue;
        ends.push({ y: plot.valToPos(values[last]!, 'y', true), x: plot.valToPos(x[last], 'x', true), line: lines[index] });
    }
    ends.sort((a, b) => a.y - b.y);
    const distance = 13.5 * ratio,
        bottom = plot.bbox.top + plot.bbox.height;
    for (let pass = 0; pass < 30; pass++) {
        let moved = false;
        for (let i = 1; i < ends.length; i++) {
            const overlap = distance - (ends[i].y - ends[i - 1].y);
            if (overlap > 0.5) {
                ends[i].y += overlap / 2;
                ends[i - 1].y -= overlap / 2;
                moved = true;
            }
        }
        if (ends.length && ends[0].y < plot.bbox.top) ends[0].y = plot.bbox.top;
        if (ends.length && ends[ends.length - 1].y > bottom) ends[ends.length - 1].y = bottom;
        if (!moved) break;
    }
    context.save();
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    for (const end of ends) {
        context.font = fontOf(ratio, end.line.quiet ? 400 : 600);
        context.fillStyle = end.line.quiet ? css('--muted') : end.line.colour();
        const name = end.line.label.length > 16 ? `${end.line.label.slice(0, 15)}…` : end.line.label;
        context.fillText(name, plot.bbox.left + plot.bbox.width + 7 * ratio, end.y);
    }
    context.restore();
}

// Sectors and corners as faint lines, events as ticks with a name where there is room.
export function markPlaces(plot: uPlot, marks: ChartMark[]): void {
    const ratio = devicePixelRatio,
        context = plot.ctx;
    const { left, top, width, height } = plot.bbox;
    context.save();
    context.font = fontOf(ratio, 400, 10.5);
    context.textBaseline = 'top';
    context.textAlign = 'left';
    let free = -Infinity;
    for (const mark of marks) {
        const at = plot.valToPos(mark.at, 'x', true);
        if (at < left - 1 || at > left + width + 1) continue;
        context.strokeStyle = css(mark.kind === 'event' ? '--event' : '--mark');
        context.lineWidth = ratio;
        context.setLineDash(mark.kind === 'event' ? [2 * ratio, 3 * ratio] : []);
        context.beginPath();
        context.moveTo(at, top);
        context.lineTo(at, top + height);
        context.stroke();
        if (!mark.label) continue;
        const size = context.measureText(mark.label).width;
        if (at + 3 * ratio < free || at + size > left + width + 4 * ratio) continue;
        context.fillStyle = css('--muted');
        context.fillText(mark.label, at + 3 * ratio, top - 2 * ratio);
        free = at + size + 9 * ratio;
    }
    context.restore();
}
