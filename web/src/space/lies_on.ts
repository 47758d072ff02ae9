// Whether what was driven is on a surface: then both are of the same place, in the same coordinates.
import type { TrackLine } from '../source/source';
import type { Shapes } from './shape';

const places = 60, // of the line that are looked at
    share = 0.9, // that must be on the surface, for it to be the same place
    apart = 2, // m between a place and the surface under or over it
    apartGiven = 4; // the same of a track from a file: nodes of Live for Speed's paths are up to 2.6 m over the road

// The nearest height of the surface to z at x, y; NaN where there is none.
function heightNear({ parts }: Shapes, x: number, y: number, z: number): number {
    let best = NaN;
    for (const { mesh, positions } of parts) {
        const { indices } = mesh;
        for (let i = 0; i + 2 < indices.length; i += 3) {
            const a = 3 * indices[i],
                b = 3 * indices[i + 1],
                c = 3 * indices[i + 2];
            const ax = positions[a] - x,
                ay = positions[a + 1] - y,
                bx = positions[b] - x,
                by = positions[b + 1] - y,
                cx = positions[c] - x,
                cy = positions[c + 1] - y;
            const u = bx * cy - by * cx,
                v = cx * ay - cy * ax,
                w = ax * by - ay * bx,
                area = u + v + w;
            if (area === 0 || u * area < 0 || v * area < 0 || w * area < 0) continue;
            const height = (u * positions[a + 2] + v * positions[b + 2] + w * positions[c + 2]) / area;
            if (Number.isNaN(best) || Math.abs(height - z) < Math.abs(best - z)) best = height;
        }
    }
    return best;
}

export function liesOn(shapes: Shapes, track: Pick<TrackLine, 'x' | 'y' | 'z' | 'given'>): boolean {
    const { middle } = shapes,
        count = track.x.length,
        step = Math.max(1, Math.floor(count / places));
    let seen = 0,
        on = 0;
    for (let i = 0; i < count; i += step, seen++) {
        const z = (track.z[i] || 0) - middle.z;
        if (Math.abs(heightNear(shapes, track.x[i] - middle.x, track.y[i] - middle.y, z) - z) <= (track.given ? apartGiven : apart)) on++;
    }
    return seen > 0 && on >= share * seen;
}
