// What one lap's telemetry shows about car and driver: g-g, suspension, wheel loads.
import { colourOf, css, rampColour } from '../base/colours';
import { fixed } from '../base/format';
import { suspensionBin, suspensionReach, suspensionSlow } from '../base/shown';
import { CanvasFigure } from '../chart/canvas_figure';
import { multiples, niceStep } from '../chart/ticks';
import { roleValues, type Telemetry, wheelNames, wheels } from './telemetry';
import type { CursorFigure } from './wheel_figures';

// Accelerations: right and left across, forward up. The colour is the speed.
export function ggFigure(telemetry: Telemetry): CursorFigure | null {
    const across = roleValues(telemetry, 'acceleration_lateral'),
        along = roleValues(telemetry, 'acceleration_longitudinal'),
        speed = roleValues(telemetry, 'speed');
    if (!across.length || !along.length) return null;
    let most = 0.5,
        fastest = 1;
    for (let i = 0; i < across.length; i++) {
        most = Math.max(most, Math.min(Math.abs(across[i]) || 0, 6), Math.min(Math.abs(along[i]) || 0, 6));
        fastest = Math.max(fastest, speed[i] || 0);
    }
    const step = niceStep(most, 3),
        edge = most * 1.06;
    let cursor: number | null = null;
    const scaleOf = (width: number, height: number) => (Math.min(width, height) - 46) / 2 / edge;
    const figure = new CanvasFigure(
        'g-g',
        'Acceleration along the car against acceleration across it, coloured by speed',
        300,
        (context, width, height) => {
            const scale = scaleOf(width, height),
                cx = width / 2,
                cy = height / 2;
            context.strokeStyle = css('--grid');
            context.fillStyle = css('--muted');
            context.textAlign = 'left';
            context.textBaseline = 'bottom';
            for (const g of multiples(step, edge, step)) {
                context.beginPath();
                context.arc(cx, cy, g * scale, 0, 2 * Math.PI);
                context.stroke();
                context.fillText(`${Number(g.toFixed(2))} g`, cx + 3, cy - g * scale - 1);
            }
            context.beginPath();
            context.moveTo(cx - edge * scale, cy);
            context.lineTo(cx + edge * scale, cy);
            context.moveTo(cx, cy - edge * scale);
            context.lineTo(cx, cy + edge * scale);
            context.stroke();
            for (let i = 0; i < across.length; i++) {
                context.fillStyle = rampColour((speed[i] || 0) / fastest);
                context.fillRect(cx + across[i] * scale - 1, cy - along[i] * scale - 1, 2.2, 2.2);
            }
            context.fillStyle = css('--muted');
            context.textAlign = 'center';
            context.fillText('accelerates', cx, 14);
            context.fillText('brakes', cx, height - 1);
        },
        (context, width, height) => {
            if (cursor === null) return;
            const scale = scaleOf(width, height);
            context.beginPath();
            context.arc(width / 2 + across[cursor] * scale, height / 2 - along[cursor] * scale, 7, 0, 2 * Math.PI);
            context.fillStyle = colourOf(0);
            context.fill();
            context.lineWidth = 2;
            context.strokeStyle = css('--ground');
            context.stroke();
        },
    );
    return {
        figure,
        at(index) {
            cursor = index;
            figure.invalidate();
        },
    };
}

// Share of time at each speed of the damper, by wheel.
export function suspensionFigure(telemetry: Telemetry): CanvasFigure | null {
    const present = wheels.filter(wheel => telemetry.columns.has(`${wheel}_suspension_velocity`));
    if (!present.length) return null;
    const bins = Math.round((2 * suspensionReach) / suspensionBin);
    const shares = present.map(wheel => {
        const values = telemetry.columns.get(`${wheel}_suspension_velocity`)!,
            counts = new Float64Array(bins);
        let total = 0;
        for (const value of values) {
            if (Number.isNaN(value)) continue;
            counts[Math.min(bins - 1, Math.max(0, Math.floor((value + suspensionReach) / suspensionBin)))]++;
            total++;
        }
        return counts.map(count => count / Math.max(total, 1));
    });
    const most = Math.max(...shares.map(share => Math.max(...share)));
    return new CanvasFigure(
        'Suspension velocity (mm/s)',
        'Share of time at each velocity, for each wheel; bump is to the right',
        300,
        (context, width, height) => {
            const wide = width / 2,
                high = (height - 8) / 2;
            for (const [index, wheel] of present.entries()) {
                const left = (index % 2) * wide + 6,
                    top = Math.floor(index / 2) * high + 4,
                    w = wide - 14,
                    hh = high - 36,
                    bar = w / bins;
                context.textBaseline = 'alphabetic';
                context.textAlign = 'left';
                context.fillStyle = css('--text');
                context.fillText(wheelNames[wheel], left, top + 11);
                for (let bin = 0; bin < bins; bin++) {
                    const middle = Math.abs(-suspensionReach + (bin + 0.5) * suspensionBin),
                        size = (shares[index][bin] / most) * (hh - 10);
                    context.fillStyle = middle < suspensionSlow ? colourOf(0) : colourOf(1);
                    context.fillRect(left + bin * bar, top + 14 + hh - size, Math.max(bar - 1, 1), size);
                }
                context.fillStyle = css('--muted');
                context.textAlign = 'center';
                for (const at of [-0.1, 0, 0.1])
                    context.fillText(
                        String(Math.round(at * 1000)).replace('-', '−'),
                        left + ((at + suspensionReach) / (2 * suspensionReach)) * w,
                        top + hh + 27,
                    );
            }
        },
    );
}

// Share of the lap at each value: how long full throttle, how long which speed.
export function histogramFigure(title: string, unit: string, values: Float32Array, factor: number): CanvasFigure | null {
    const finite = values.filter(value => !Number.isNaN(value));
    if (finite.length < 10) return null;
    let low = Infinity,
        high = -Infinity;
    for (const value of finite) {
        low = Math.min(low, value * factor);
        high = Math.max(high, value * factor);
    }
    if (!(high > low)) return null;
    const step = niceStep(high - low, 20),
        first = Math.floor(low / step),
        bins = Math.max(1, Math.ceil(high / step - 1e-6) - first); // the last one has its upper end, too
    const counts = new Float64Array(bins);
    for (const value of finite) counts[Math.min(bins - 1, Math.floor((value * factor) / step) - first)]++;
    const most = Math.max(...counts);
    return new CanvasFigure(`${title} (${unit})`, `Share of the lap at each ${title.toLowerCase()}`, 180, (context, width, height) => {
        const bar = (width - 20) / bins,
            bottom = height - 20;
        context.textBaseline = 'alphabetic';
        context.textAlign = 'center';
        for (let bin = 0; bin < bins; bin++) {
            const size = (counts[bin] / most) * (bottom - 22);
            context.fillStyle = colourOf(0);
            context.fillRect(10 + bin * bar, bottom - size, Math.max(bar - 1, 1), size);
            context.fillStyle = css('--muted');
            const share = (100 * counts[bin]) / finite.length;
            if (share >= 4 && bar > 24) context.fillText(`${fixed(share, 0)} %`, 10 + (bin + 0.5) * bar, bottom - size - 4);
        }
        const every = Math.max(1, Math.ceil(46 / bar));
        context.fillStyle = css('--muted');
        for (let bin = 0; bin <= bins; bin += every)
            context.fillText(Number(((first + bin) * step).toFixed(3)).toString(), 10 + bin * bar, height - 5);
    });
}
