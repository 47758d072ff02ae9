// A line that people move along: places by the distance from its beginning.
import type { SceneLine, Vec3 } from '../source/source';
import type { Shapes } from './shape';

interface Road {
    length: number; // m
    at(distance: number): { place: [number, number, number]; heading: number; point: number };
    nearest(place: [number, number, number]): { point: number; distance: number };
}

// In the coordinates of what is drawn.
export function roadOf(line: SceneLine, shapes: Shapes, origin: Vec3): Road {
    const count = line.positions.length / 3,
        points = new Float64Array(3 * count),
        along = new Float64Array(count);
    const shift = [origin.x - shapes.middle.x, origin.y - shapes.middle.y, origin.z - shapes.middle.z];
    for (let i = 0; i < 3 * count; i++) points[i] = line.positions[i] + shift[i % 3];
    for (let i = 1; i < count; i++) along[i] = along[i - 1] + Math.hypot(...[0, 1, 2].map(k => points[3 * i + k] - points[3 * i - 3 + k]));
    return {
        length: along[count - 1] ?? 0,
        at(distance) {
            let point = 0;
            while (point + 2 < count && along[point + 1] <= distance) point++;
            const next = Math.min(point + 1, count - 1),
                gap = along[next] - along[point],
                share = gap > 0 ? Math.min(1, (distance - along[point]) / gap) : 0;
            const place = [0, 1, 2].map(k => points[3 * point + k] + share * (points[3 * next + k] - points[3 * point + k])) as [
                number,
                number,
                number,
            ];
            return {
                place,
                heading: Math.atan2(points[3 * next + 1] - points[3 * point + 1], points[3 * next] - points[3 * point]),
                point,
            };
        },
        nearest([x, y, z]) {
            let point = 0,
                best = Infinity;
            for (let i = 0; i < count; i++) {
                const far = Math.hypot(points[3 * i] - x, points[3 * i + 1] - y, points[3 * i + 2] - z);
                if (far < best) [best, point] = [far, i];
            }
            return { point, distance: along[point] };
        },
    };
}
