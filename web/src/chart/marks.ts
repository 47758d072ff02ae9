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
    const ends: End[] = [];
    for (let index = 0; index < lines.length; index++) {
        const values = plot.data[index + 1] as ArrayLike<number | null>;
        let last = values.length - 1;
        while (last >= 0 && (x[last] > high || values[last] === null || values[last] === undefined)) last--;
        if (last < 0 || x[last] < low) continue;
        ends.push({ y: plot.valToPos(values[last]!, 'y', true), x: plot.valToPos(x[last], 'x', true), line: lines[index] });
    }
    const { left, top, width, height } = plot.bbox,
        distance = 13.5 * ratio,
        room = 1 + Math.floor(height / distance),
        edge = Math.max(...ends.map(end => end.x)) - 12 * ratio; // some axes go on a little
    const there = ends.filter(end => end.x >= edge),
        placed = spread(roomFor(there, room, distance), top, top + height, distance);
    context.save();
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    for (const end of placed) drawEnd(context, end, left + width + 7 * ratio, ratio);
    // a driver who ended before is named there, as far as names do not cover each other; where there are many, only
    // those in colour
    context.strokeStyle = css('--ground');
    context.lineWidth = 3 * ratio;
    const taken: End[] = [];
    for (const end of ends.filter(each => each.x < edge).sort(byColour)) {
        if (ends.length > room && end.line.quiet) continue;
        if (taken.some(other => Math.abs(other.y - end.y) < distance && Math.abs(other.x - end.x) < 90 * ratio)) continue;
        taken.push(end);
        drawEnd(context, end, Math.min(end.x + 7 * ratio, left + width), ratio, true);
    }
    context.restore();
}

interface End {
    y: number;
    x: number;
    line: ChartLine;
}
const byColour = (a: End, b: End) => Number(a.line.quiet ?? false) - Number(b.line.quiet ?? false);

function drawEnd(context: CanvasRenderingContext2D, { line, y }: End, x: number, ratio: number, overLines = false): void {
    context.font = fontOf(ratio, line.quiet ? 400 : 600);
    context.fillStyle = line.quiet ? css('--muted') : line.colour();
    const name = line.label.length > 16 ? `${line.label.slice(0, 15)}…` : line.label;
    if (overLines) context.strokeText(name, x, y);
    context.fillText(name, x, y);
}
// Where there are more than can stand one above the other: those in colour, and of the others those that have a place.
function roomFor(ends: End[], room: number, distance: number): End[] {
    if (ends.length <= room) return ends;
    const kept: End[] = [];
    for (const end of [...ends].sort(byColour))
        if (!end.line.quiet || (kept.length < room && kept.every(other => Math.abs(other.y - end.y) >= distance))) kept.push(end);
    return kept;
}
// Pushed apart until none covers another.
function spread(ends: End[], top: number, bottom: number, distance: number): End[] {
    ends.sort((a, b) => a.y - b.y);
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
        if (ends.length && ends[0].y < top) ends[0].y = top;
        if (ends.length && ends[ends.length - 1].y > bottom) ends[ends.length - 1].y = bottom;
        if (!moved) break;
    }
    return ends;
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
