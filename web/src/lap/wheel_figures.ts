// The four wheels at one moment: forces from above with the friction circle of each, how they lean, and how much of the grip
// each has used over the lap.
import { colourOf, css, divergingColour } from '../base/colours';
import { fixed } from '../base/format';
import { CanvasFigure } from '../chart/canvas_figure';
import { multiples, niceStep } from '../chart/ticks';
import { type Telemetry, type Wheel, wheelNames, wheels, wheelValues } from './telemetry';

export interface CursorFigure {
    figure: CanvasFigure;
    at(index: number | null): void;
}

const degrees = 180 / Math.PI;
const isLeft = (wheel: Wheel) => wheel.endsWith('left');
const isFront = (wheel: Wheel) => wheel.startsWith('front');

interface Forces {
    across: Float32Array; // N, of the tyre on the car, to the right
    along: Float32Array; // N, forward
    load: Float32Array;
    steer: Float32Array;
    lean: Float32Array;
    slip: Float32Array; // 0 to 1: how near to the best slip; NaN or empty where not recorded
}

// null where a file does not have the forces of all wheels.
function forcesOf(telemetry: Telemetry): Map<Wheel, Forces> | null {
    const made = new Map<Wheel, Forces>();
    for (const wheel of wheels) {
        const of = (what: string) => wheelValues(telemetry, wheel, what);
        const forces = { across: of('x_force'), along: of('y_force'), load: of('load'), steer: of('steer'), lean: of('lean') };
        if (!forces.across.length || !forces.along.length || !forces.load.length) return null;
        made.set(wheel, { ...forces, slip: of('slip_fraction').map(value => value / 255) });
    }
    return made;
}

// The value that a share of them does not exceed: single spikes do not count.
function most(values: number[], share: number): number {
    const sorted = Float64Array.from(values).filter(Number.isFinite).sort();
    return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
// Horizontal force in relation to load; if the wheel is nearly in the air, that means nothing.
function gripOf({ across, along, load }: Forces, lightest: number): Float64Array {
    return Float64Array.from(load, (value, i) => (value > lightest ? Math.hypot(across[i], along[i]) / value : NaN));
}

interface Known {
    forces: Map<Wheel, Forces>;
    heaviest: number; // N
    lightest: number;
    grip: Map<Wheel, Float64Array>;
    best: (wheel: Wheel) => number; // largest grip of the axle
}

const kept = new WeakMap<Telemetry, Known>();

function knownOf(telemetry: Telemetry): Known | null {
    const known = kept.get(telemetry),
        forces = forcesOf(telemetry);
    if (known || !forces) return known ?? null;
    const heaviest = most(
            [...forces.values()].flatMap(each => [...each.load]),
            0.998,
        ),
        lightest = heaviest * 0.08,
        grip = new Map([...forces].map(([wheel, each]) => [wheel, gripOf(each, lightest)]));
    const ofAxle = (front: boolean) =>
        most(
            wheels.filter(wheel => isFront(wheel) === front).flatMap(wheel => [...grip.get(wheel)!]),
            0.995,
        );
    const [front, rear] = [ofAxle(true), ofAxle(false)];
    kept.set(telemetry, { forces, heaviest, lightest, grip, best: wheel => (isFront(wheel) ? front : rear) });
    return kept.get(telemetry)!;
}

function arrow(context: CanvasRenderingContext2D, x: number, y: number, dx: number, dy: number): void {
    const length = Math.hypot(dx, dy);
    if (length < 2) return;
    const head = Math.min(9, length),
        [ux, uy] = [dx / length, dy / length];
    context.lineWidth = 3;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + dx - ux * head * 0.7, y + dy - uy * head * 0.7);
    context.stroke();
    context.beginPath();
    context.moveTo(x + dx, y + dy);
    context.lineTo(x + dx - ux * head - uy * head * 0.5, y + dy - uy * head + ux * head * 0.5);
    context.lineTo(x + dx - ux * head + uy * head * 0.5, y + dy - uy * head - ux * head * 0.5);
    context.fill();
}

class ForcesPainter {
    index = 0;
    constructor(private readonly known: Known) {}

    paint(context: CanvasRenderingContext2D, width: number, height: number): void {
        const cx = width / 2,
            reach = Math.min(width / 5.2, height / 5.2), // of the largest circle
            cy = height / 2 + 4;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        context.fillStyle = css('--muted');
        context.fillText('front', cx, 10);
        context.strokeStyle = css('--line');
        context.lineWidth = 2;
        context.beginPath();
        context.roundRect(cx - reach * 0.55, 22, reach * 1.1, height - 36, 22);
        context.stroke();
        for (const wheel of wheels)
            this.paintWheel(
                context,
                wheel,
                cx + (isLeft(wheel) ? -1 : 1) * reach * 1.66,
                cy + (isFront(wheel) ? -1 : 1) * reach * 1.28,
                reach,
            );
    }
    private paintWheel(context: CanvasRenderingContext2D, wheel: Wheel, x: number, y: number, reach: number): void {
        const { forces, heaviest, best } = this.known,
            { across, along, load, steer, slip } = forces.get(wheel)!,
            i = this.index,
            scale = reach / (heaviest * best(wheel)); // pixels a newton
        context.beginPath();
        context.arc(x, y, Math.max(0, load[i]) * best(wheel) * scale, 0, 2 * Math.PI);
        context.fillStyle = css('--panel');
        context.fill();
        context.strokeStyle = css('--quiet');
        context.lineWidth = 1.5;
        context.stroke();
        context.save();
        context.translate(x, y);
        context.rotate(-(steer.length ? steer[i] : 0)); // positive steers to the left
        context.fillStyle = slip.length ? divergingColour(Math.max(-1, Math.min(1, 2 * slip[i] - 1))) : css('--muted');
        context.strokeStyle = css('--text');
        context.lineWidth = 1.2;
        context.beginPath();
        context.roundRect(-9, -20, 18, 40, 5);
        context.fill();
        context.stroke();
        context.restore();
        context.fillStyle = context.strokeStyle = css('--text');
        arrow(context, x, y, across[i] * scale, -along[i] * scale);
        context.fillStyle = css('--text');
        context.fillText(`${fixed(load[i] / 1000, 1)} kN`, x, y + (isFront(wheel) ? -1 : 1) * (reach + 11));
    }
}

// Forces from above. The circle is what the tyre can give under its load, the arrow what it gives.
export function forcesFigure(telemetry: Telemetry): CursorFigure | null {
    const known = knownOf(telemetry);
    if (!known) return null;
    const painter = new ForcesPainter(known),
        grips = `${fixed(known.best('front_left'), 2)} in front, ${fixed(known.best('rear_left'), 2)} at the rear`;
    const figure = new CanvasFigure(
        'Forces of the tyres on the car',
        `From above. The circle is the load times the largest grip of the axle in this lap: ${grips}; the arrow is the force`,
        400,
        (context, width, height) => painter.paint(context, width, height),
    );
    return {
        figure,
        at(index) {
            painter.index = index ?? 0;
            figure.invalidate();
        },
    };
}

// How the wheels lean against the road, seen from behind.
const drawnLean = 4; // times as much as it is, since a degree is hardly seen

export function leanFigure(telemetry: Telemetry): CursorFigure | null {
    const forces = forcesOf(telemetry);
    if (!forces || [...forces.values()].some(each => !each.lean.length)) return null;
    let now = 0;
    const figure = new CanvasFigure(
        `Lean, seen from behind (drawn ${drawnLean} times)`,
        'The angle of each wheel to the road, positive to the left',
        170,
        (context, width, height) => {
            context.textAlign = 'center';
            context.textBaseline = 'middle';
            for (const wheel of wheels) {
                const ground = isFront(wheel) ? height / 2 - 14 : height - 14,
                    x = width / 2 + (isLeft(wheel) ? -1 : 1) * Math.min(width / 4, 90),
                    lean = forces.get(wheel)!.lean[now];
                context.strokeStyle = css('--line');
                context.lineWidth = 1.5;
                context.beginPath();
                context.moveTo(x - 40, ground);
                context.lineTo(x + 40, ground);
                context.stroke();
                context.save();
                context.translate(x, ground);
                context.rotate(-lean * drawnLean); // anticlockwise seen from the rear
                context.fillStyle = css('--quiet');
                context.beginPath();
                context.roundRect(-11, -50, 22, 50, 5);
                context.fill();
                context.restore();
                context.fillStyle = css('--text');
                context.fillText(`${fixed(lean * degrees, 1)}°`, x + (isLeft(wheel) ? -1 : 1) * 62, ground - 22);
            }
            context.fillStyle = css('--muted');
            context.fillText('front', width / 2, height / 2 - 36);
            context.fillText('rear', width / 2, height - 36);
        },
    );
    return {
        figure,
        at(index) {
            now = index ?? 0;
            figure.invalidate();
        },
    };
}

// Force in relation to load at every moment, all wheels with one scale: which wheels reach the circle, and in which direction.
export function frictionFigure(telemetry: Telemetry): CursorFigure | null {
    const known = knownOf(telemetry);
    if (!known) return null;
    const { forces, grip, lightest } = known,
        edge = Math.max(known.best('front_left'), known.best('rear_left'), 0.1) * 1.12,
        step = niceStep(edge, 2);
    let now: number | null = null;
    const places = (width: number, height: number) => {
        const scale = Math.min(width / 4.4, height / 4.7) / edge;
        return wheels.map(wheel => ({
            wheel,
            scale,
            x: width / 2 + (isLeft(wheel) ? -1 : 1) * edge * scale * 1.06,
            y: height / 2 + 8 + (isFront(wheel) ? -1 : 1) * edge * scale * 1.1,
        }));
    };
    const figure = new CanvasFigure(
        'Grip used: force / load',
        'Of every moment of the lap, across to the right and along upwards; the ring is the cursor',
        400,
        (context, width, height) => {
            context.textBaseline = 'middle';
            for (const { wheel, scale, x, y } of places(width, height)) {
                const { across, along, load } = forces.get(wheel)!;
                context.strokeStyle = css('--grid');
                context.lineWidth = 1;
                context.fillStyle = css('--muted');
                context.textAlign = 'left';
                for (const ring of multiples(step, edge, step)) {
                    context.beginPath();
                    context.arc(x, y, ring * scale, 0, 2 * Math.PI);
                    context.stroke();
                    context.fillText(Number(ring.toFixed(2)).toString(), x + 3, y - ring * scale);
                }
                context.fillStyle = colourOf(wheels.indexOf(wheel));
                context.globalAlpha = 0.35;
                for (let i = 0; i < load.length; i++)
                    if (load[i] > lightest)
                        context.fillRect(x + (across[i] / load[i]) * scale - 0.8, y - (along[i] / load[i]) * scale - 0.8, 1.7, 1.7);
                context.globalAlpha = 1;
                context.fillStyle = css('--text');
                context.textAlign = 'center';
                context.fillText(wheelNames[wheel], x, y + (isFront(wheel) ? -1 : 1) * (edge * scale + 2));
            }
        },
        (context, width, height) => {
            context.strokeStyle = css('--text');
            context.lineWidth = 2.5;
            for (const { wheel, scale, x, y } of places(width, height)) {
                const { across, along, load } = forces.get(wheel)!;
                if (now === null || Number.isNaN(grip.get(wheel)![now])) continue;
                context.beginPath();
                context.arc(x + (across[now] / load[now]) * scale, y - (along[now] / load[now]) * scale, 6, 0, 2 * Math.PI);
                context.stroke();
            }
        },
    );
    return {
        figure,
        at(index) {
            now = index;
            figure.invalidate();
        },
    };
}
