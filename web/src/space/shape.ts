// Meshes as they are drawn: one middle for all parts, z up, so that 32-bit floats are fine far from 0.
import type { Mesh, Vec3 } from '../source/source';

interface Shape {
    mesh: Mesh;
    positions: Float32Array; // x, y, z of each point, z up, less the middle of all parts
}

export interface Shapes {
    parts: Shape[];
    middle: Vec3; // in the file's axes turned z up, with the origins
    radius: number; // of a ball around most of it
    arePoints: boolean; // there is no triangle
    lowest: number; // z less the middle; the lowest and highest of all but a few
    highest: number;
}

// The same in a frame whose origin is there.
export function movedBy(shapes: Shapes, origin: Vec3): Shapes {
    const { middle } = shapes;
    return { ...shapes, middle: { x: middle.x - origin.x, y: middle.y - origin.y, z: middle.z - origin.z } };
}

// The file's axes from those with z up.
export function fileAxes(mesh: Mesh, place: Vec3): Vec3 {
    return mesh.up === 'z' ? place : { x: place.x, y: place.z, z: -place.y };
}
function upright(mesh: Mesh, x: number, y: number, z: number): [number, number, number] {
    return mesh.up === 'z' ? [x, y, z] : [x, -z, y];
}

// Places of some points of all parts, sorted by each axis: outliers do not make the picture small.
function spread(meshes: Mesh[]): { low: number[]; high: number[] } {
    const total = meshes.reduce((sum, mesh) => sum + mesh.positions.length / 3, 0),
        stride = Math.max(1, Math.floor(total / 50_000));
    const axes: number[][] = [[], [], []];
    for (const mesh of meshes) {
        for (let i = 0; i < mesh.positions.length / 3; i += stride) {
            const place = upright(
                mesh,
                mesh.positions[3 * i] + mesh.origin.x,
                mesh.positions[3 * i + 1] + mesh.origin.y,
                mesh.positions[3 * i + 2] + mesh.origin.z,
            );
            place.forEach((value, k) => Number.isFinite(value) && axes[k].push(value));
        }
    }
    const low: number[] = [],
        high: number[] = [];
    for (const values of axes) {
        const sorted = Float64Array.from(values).sort(),
            last = Math.max(0, sorted.length - 1),
            few = sorted.length > 1000 ? 0.005 : 0;
        low.push(sorted[Math.floor(last * few)] ?? 0);
        high.push(sorted[Math.ceil(last * (1 - few))] ?? 0);
    }
    return { low, high };
}

// `around`: those that the picture is about, where they are not all.
export function shapesOf(meshes: Mesh[], around = meshes): Shapes {
    const { low, high } = spread(around);
    const middle = { x: (low[0] + high[0]) / 2, y: (low[1] + high[1]) / 2, z: (low[2] + high[2]) / 2 };
    const parts = meshes.map(mesh => {
        const positions = new Float32Array(mesh.positions.length),
            { x: ox, y: oy, z: oz } = mesh.origin;
        for (let i = 0; i < positions.length; i += 3) {
            const [x, y, z] = upright(mesh, mesh.positions[i] + ox, mesh.positions[i + 1] + oy, mesh.positions[i + 2] + oz);
            positions[i] = x - middle.x;
            positions[i + 1] = y - middle.y;
            positions[i + 2] = z - middle.z;
        }
        return { mesh, positions };
    });
    const radius = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2;
    return {
        parts,
        middle,
        arePoints: meshes.every(mesh => mesh.indices.length === 0),
        radius: radius || 1,
        lowest: low[2] - middle.z,
        highest: high[2] - middle.z,
    };
}

// The nearest triangle that a ray meets: how far, which part and which of its triangles; null = none. Hidden parts are passed over.
export function meet(
    shapes: Shapes,
    seen: boolean[],
    from: [number, number, number],
    along: [number, number, number],
): { distance: number; part: number; triangle: number } | null {
    let nearest = Infinity,
        found = -1,
        triangle = -1;
    shapes.parts.forEach(({ mesh, positions }, part) => {
        if (!seen[part]) return;
        const { indices } = mesh;
        for (let i = 0; i + 2 < indices.length; i += 3) {
            const a = 3 * indices[i],
                b = 3 * indices[i + 1],
                c = 3 * indices[i + 2];
            const e1x = positions[b] - positions[a],
                e1y = positions[b + 1] - positions[a + 1],
                e1z = positions[b + 2] - positions[a + 2];
            const e2x = positions[c] - positions[a],
                e2y = positions[c + 1] - positions[a + 1],
                e2z = positions[c + 2] - positions[a + 2];
            const px = along[1] * e2z - along[2] * e2y,
                py = along[2] * e2x - along[0] * e2z,
                pz = along[0] * e2y - along[1] * e2x;
            const det = e1x * px + e1y * py + e1z * pz;
            if (Math.abs(det) < 1e-12) continue;
            const tx = from[0] - positions[a],
                ty = from[1] - positions[a + 1],
                tz = from[2] - positions[a + 2];
            const u = (tx * px + ty * py + tz * pz) / det;
            if (u < 0 || u > 1) continue;
            const qx = ty * e1z - tz * e1y,
                qy = tz * e1x - tx * e1z,
                qz = tx * e1y - ty * e1x;
            const v = (along[0] * qx + along[1] * qy + along[2] * qz) / det;
            if (v < 0 || u + v > 1) continue;
            const t = (e2x * qx + e2y * qy + e2z * qz) / det;
            if (t > 0 && t < nearest) {
                nearest = t;
                found = part;
                triangle = i / 3;
            }
        }
    });
    return found < 0 ? null : { distance: nearest, part: found, triangle };
}
