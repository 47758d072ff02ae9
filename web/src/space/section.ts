// A cut through meshes along a line seen from above: where the surface is, and how rough it is there.
import type { Shapes } from './shape';

interface CutPiece {
    from: number;
    to: number;
    low: number;
    high: number;
} // m along the line, and z at both ends

export interface Cut {
    length: number; // m
    pieces: CutPiece[]; // sorted by where they begin
}

export function cutThrough(shapes: Shapes, seen: boolean[], ax: number, ay: number, bx: number, by: number): Cut {
    const length = Math.hypot(bx - ax, by - ay),
        cx = (bx - ax) / length,
        cy = (by - ay) / length;
    const pieces: CutPiece[] = [];
    const along = new Float64Array(3),
        across = new Float64Array(3),
        height = new Float64Array(3);
    shapes.parts.forEach(({ mesh, positions }, part) => {
        if (!seen[part]) return;
        for (let i = 0; i + 2 < mesh.indices.length; i += 3) {
            for (let k = 0; k < 3; k++) {
                const p = 3 * mesh.indices[i + k],
                    x = positions[p] - ax,
                    y = positions[p + 1] - ay;
                along[k] = x * cx + y * cy;
                across[k] = y * cx - x * cy;
                height[k] = positions[p + 2];
            }
            if (across[0] > 0 === across[1] > 0 && across[1] > 0 === across[2] > 0) continue;
            const ends: [number, number][] = [];
            for (let k = 0; k < 3; k++) {
                const next = (k + 1) % 3,
                    from = across[k],
                    to = across[next];
                if (from > 0 === to > 0) continue;
                const share = from / (from - to);
                ends.push([along[k] + share * (along[next] - along[k]), height[k] + share * (height[next] - height[k])]);
            }
            let [one, other] = [ends[0], ends[1]];
            if (one[0] > other[0]) [one, other] = [other, one];
            if (other[0] < 0 || one[0] > length) continue;
            const slope = other[0] > one[0] ? (other[1] - one[1]) / (other[0] - one[0]) : 0;
            const from = Math.max(0, one[0]),
                to = Math.min(length, other[0]);
            pieces.push({ from, to, low: one[1] + slope * (from - one[0]), high: slope === 0 ? other[1] : one[1] + slope * (to - one[0]) });
        }
    });
    return { length, pieces: pieces.sort((a, b) => a.from - b.from) };
}

// The top of the cut at even steps; NaN where there is no surface.
export function topOf(cut: Cut, count: number): Float64Array {
    const top = new Float64Array(count).fill(NaN),
        step = cut.length / Math.max(1, count - 1);
    for (const piece of cut.pieces) {
        const slope = piece.to > piece.from ? (piece.high - piece.low) / (piece.to - piece.from) : 0;
        for (let i = Math.ceil(piece.from / step - 1e-9); i <= Math.floor(piece.to / step + 1e-9); i++) {
            const z = piece.low + slope * (i * step - piece.from);
            if (i >= 0 && i < count && !(top[i] >= z)) top[i] = z;
        }
    }
    return top;
}

// How far heights are from the mean of those within 1.5 m, as a root mean square, m; null where the cut is too short.
export function roughnessOf(top: Float64Array, step: number): number | null {
    const reach = Math.round(1.5 / step);
    let sum = 0,
        count = 0;
    if (reach < 2) return null;
    for (let i = reach; i + reach < top.length; i++) {
        let mean = 0;
        for (let k = i - reach; k <= i + reach; k++) mean += top[k];
        const off = top[i] - mean / (2 * reach + 1);
        if (!Number.isFinite(off)) continue;
        sum += off * off;
        count++;
    }
    return count > 10 ? Math.sqrt(sum / count) : null;
}
