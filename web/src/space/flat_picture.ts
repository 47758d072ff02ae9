// Surfaces from above on a plain canvas, coloured by height: where there is no WebGL.
import { rampColour } from '../base/colours';
import type { Shapes } from './shape';

export function paintFlat(paint: CanvasRenderingContext2D, width: number, height: number, shapes: Shapes): void {
    let left = Infinity,
        right = -Infinity,
        low = Infinity,
        high = -Infinity;
    for (const { positions } of shapes.parts) {
        for (let i = 0; i < positions.length; i += 3) {
            left = Math.min(left, positions[i]);
            right = Math.max(right, positions[i]);
            low = Math.min(low, positions[i + 1]);
            high = Math.max(high, positions[i + 1]);
        }
    }
    const scale = Math.min(width / Math.max(1e-6, right - left), height / Math.max(1e-6, high - low)) * 0.96;
    const x = (value: number) => width / 2 + (value - (left + right) / 2) * scale,
        y = (value: number) => height / 2 - (value - (low + high) / 2) * scale;
    const span = Math.max(1e-6, shapes.highest - shapes.lowest);
    for (const { mesh, positions } of shapes.parts) {
        for (let i = 0; i + 2 < mesh.indices.length; i += 3) {
            const [a, b, c] = [3 * mesh.indices[i], 3 * mesh.indices[i + 1], 3 * mesh.indices[i + 2]];
            paint.fillStyle = paint.strokeStyle = rampColour(
                ((positions[a + 2] + positions[b + 2] + positions[c + 2]) / 3 - shapes.lowest) / span,
            );
            paint.lineWidth = 0.5;
            paint.beginPath();
            paint.moveTo(x(positions[a]), y(positions[a + 1]));
            paint.lineTo(x(positions[b]), y(positions[b + 1]));
            paint.lineTo(x(positions[c]), y(positions[c + 1]));
            paint.closePath();
            paint.fill();
            paint.stroke();
        }
    }
}
