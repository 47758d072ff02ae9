// Skid marks as far as they are laid, and the smoke there is at a moment.
import { css } from '../base/colours';
import type { Marks, Puff } from '../source/source';
import type { MapLayer, MapTransform } from './map_canvas';

const markWidth = 0.24,
    levels = 4; // m; steps of opacity
const thinnest = 1.2; // css pixels: far away a mark is still seen

// A puff at a moment: where it has drifted to, how large it has become, and how much is left of it; null = it has disappeared.
function puffAt(puff: Puff, time: number): { x: number; y: number; z: number; size: number; left: number } | null {
    const age = time - puff.time;
    if (age < 0 || age >= puff.lifetime) return null;
    const share = age / puff.lifetime;
    return { x: puff.x + puff.dx * age, y: puff.y + puff.dy * age, z: puff.z + puff.dz * age, size: 0.5 + 1.5 * share, left: 1 - share };
}

// Those that are there at a moment.
export function puffsAt(puffs: Puff[], time: number): NonNullable<ReturnType<typeof puffAt>>[] {
    return puffs.flatMap(puff => puffAt(puff, time) ?? []);
}

export class MarksLayer implements MapLayer {
    time = 0;
    visible = true;
    private readonly order: Uint32Array; // second points of pieces of marks, by the time when they are laid
    private drawn = 0;
    private until = -Infinity;
    private paths: Path2D[] = [];

    constructor(readonly marks: Marks) {
        const pieces: number[] = [];
        for (let m = 0; m + 1 < marks.starts.length; m++) for (let i = marks.starts[m] + 1; i < marks.starts[m + 1]; i++) pieces.push(i);
        this.order = Uint32Array.from(pieces).sort((a, b) => marks.time[a] - marks.time[b]);
    }

    // Only new ones are added; after a jump back in time all are built again.
    private layUntil(time: number): void {
        const { marks, order } = this;
        if (time < this.until || !this.paths.length) {
            this.paths = Array.from({ length: levels }, () => new Path2D());
            this.drawn = 0;
        }
        this.until = time;
        for (; this.drawn < order.length && marks.time[order[this.drawn]] <= time; this.drawn++) {
            const i = order[this.drawn],
                path = this.paths[Math.min(levels - 1, Math.floor(marks.opacity[i] * levels))];
            path.moveTo(marks.points[3 * i - 3], marks.points[3 * i - 2]);
            path.lineTo(marks.points[3 * i], marks.points[3 * i + 1]);
        }
    }
    draw(context: CanvasRenderingContext2D, transform: MapTransform, ratio: number): void {
        if (!this.visible) return;
        this.layUntil(this.time);
        context.save();
        transform.apply(context, ratio);
        context.strokeStyle = css('--skid');
        context.lineWidth = Math.max(markWidth, thinnest / transform.scale);
        this.paths.forEach((path, level) => {
            context.globalAlpha = (level + 1) / levels;
            context.stroke(path);
        });
        context.fillStyle = css('--smoke');
        for (const puff of puffsAt(this.marks.puffs, this.time)) {
            context.globalAlpha = 0.5 * puff.left;
            context.beginPath();
            context.arc(puff.x, puff.y, Math.max(puff.size, 2.5 / transform.scale), 0, 2 * Math.PI);
            context.fill();
        }
        context.restore();
    }
}
