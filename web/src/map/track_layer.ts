// The track as a ribbon: the band that laps use, start line, sector lines, numbers of corners.
import { css } from '../base/colours';
import type { TrackLine } from '../source/source';
import type { MapLayer, MapTransform } from './map_canvas';
import { bandAt } from './track_band';

// Where a place of the line is: distance along it, offset to its left.
function placeOnTrack(track: TrackLine, distance: number, lateral: number): [number, number] {
    const points = track.x.length;
    let at = distance / track.step;
    if (track.closed) at = ((at % points) + points) % points;
    at = Math.min(Math.max(at, 0), points - (track.closed ? 1e-6 : 1));
    const i = Math.floor(at),
        next = track.closed ? (i + 1) % points : Math.min(i + 1, points - 1),
        part = at - i;
    const heading = track.heading[i];
    return [
        track.x[i] * (1 - part) + track.x[next] * part - Math.sin(heading) * lateral,
        track.y[i] * (1 - part) + track.y[next] * part + Math.cos(heading) * lateral,
    ];
}

// Files give the way through a pit lane; how wide it is drawn is our choice.
const pitLaneWidth = 8; // m

export class TrackLayer implements MapLayer {
    private readonly ribbon = new Path2D();
    private readonly middle = new Path2D();
    private readonly pitLanes = new Path2D();
    showCorners = true;

    constructor(readonly track: TrackLine) {
        const { x, y, heading } = track,
            points = x.length;
        const edge = (side: 0 | 1, i: number) => {
            const offset = bandAt(track, i)[side];
            return [x[i] - Math.sin(heading[i]) * offset, y[i] + Math.cos(heading[i]) * offset] as const;
        };
        for (let i = 0; i < points; i++) {
            this.ribbon[i ? 'lineTo' : 'moveTo'](...edge(0, i));
            this.middle[i ? 'lineTo' : 'moveTo'](x[i], y[i]);
        }
        if (track.closed) {
            this.ribbon.closePath();
            this.middle.closePath();
            for (let i = 0; i < points; i++) this.ribbon[i ? 'lineTo' : 'moveTo'](...edge(1, i));
        } else for (let i = points - 1; i >= 0; i--) this.ribbon.lineTo(...edge(1, i));
        this.ribbon.closePath();
        this.layPitLanes(track);
    }
    private layPitLanes({ pitLaneX, pitLaneY }: TrackLine): void {
        let goesOn = false;
        for (let i = 0; i < pitLaneX.length; i++) {
            const known = !Number.isNaN(pitLaneX[i]);
            if (known) this.pitLanes[goesOn ? 'lineTo' : 'moveTo'](pitLaneX[i]!, pitLaneY[i]!);
            goesOn = known;
        }
    }

    draw(context: CanvasRenderingContext2D, transform: MapTransform, ratio: number): void {
        context.save();
        transform.apply(context, ratio);
        context.lineJoin = 'round';
        // far away, a line of some pixels is drawn so that the track is seen
        context.strokeStyle = css('--track');
        context.lineWidth = Math.max(3 / transform.scale, 0.5);
        context.stroke(this.middle);
        context.lineWidth = Math.max(2 / transform.scale, pitLaneWidth);
        context.stroke(this.pitLanes);
        context.fillStyle = css('--track');
        context.fill(this.ribbon, 'evenodd');
        context.strokeStyle = css('--track-edge');
        context.lineWidth = 1 / transform.scale;
        if (transform.scale > 0.8) context.stroke(this.ribbon);
        context.restore();
        this.drawLines(context, transform);
        if (this.showCorners) this.drawCorners(context, transform);
    }

    private drawLines(context: CanvasRenderingContext2D, transform: MapTransform): void {
        for (const [index, line] of this.track.timing_lines.entries()) {
            let ends = [
                transform.x(line.x1, line.y1),
                transform.y(line.x1, line.y1),
                transform.x(line.x2, line.y2),
                transform.y(line.x2, line.y2),
            ] as [number, number, number, number];
            const length = Math.hypot(ends[2] - ends[0], ends[3] - ends[1]);
            if (!Number.isFinite(length) || length === 0) continue;
            const wanted = index === 0 ? 18 : 13;
            if (length !== wanted) {
                // as long on the screen, however far away; longer when near
                const share = Math.max(wanted / length, Math.min(1, 16 / (length / transform.scale)));
                const mx = (ends[0] + ends[2]) / 2,
                    my = (ends[1] + ends[3]) / 2;
                ends = [mx + (ends[0] - mx) * share, my + (ends[1] - my) * share, mx + (ends[2] - mx) * share, my + (ends[3] - my) * share];
            }
            context.strokeStyle = index === 0 ? css('--text') : css('--muted');
            context.lineWidth = index === 0 ? 3 : 1.5;
            context.beginPath();
            context.moveTo(ends[0], ends[1]);
            context.lineTo(ends[2], ends[3]);
            context.stroke();
        }
    }
    private drawCorners(context: CanvasRenderingContext2D, transform: MapTransform): void {
        context.font = '600 11px system-ui, "DejaVu Sans", sans-serif';
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        context.fillStyle = css('--muted');
        for (const corner of this.track.corners) {
            const outside = corner.direction === 'left' ? -1 : 1; // numbers are outside the bend
            const away = Math.max(16 / transform.scale, 12);
            const [x, y] = placeOnTrack(this.track, corner.apex, outside * away);
            context.fillText(String(corner.corner), transform.x(x, y), transform.y(x, y));
        }
    }
}

// The nearest point of a line of points: for pointing at maps. null where nothing is near.
export function nearestIndex(xs: ArrayLike<number>, ys: ArrayLike<number>, x: number, y: number, within: number): number | null {
    let best = -1,
        distance = within * within;
    for (let i = 0; i < xs.length; i++) {
        const away = (xs[i] - x) ** 2 + (ys[i] - y) ** 2;
        if (away < distance) [best, distance] = [i, away];
    }
    return best < 0 ? null : best;
}
