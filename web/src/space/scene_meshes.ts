// A scene as meshes to be drawn: a mesh that has many places is put into each of them.
import { type Mesh, noPointValues, type Scene, type ScenePlace } from '../source/source';

// A part that can be shown or not: one mesh, with all its places.
export interface ScenePart {
    mesh: Mesh;
    kind: string | null;
    group: string;
    aside: string;
    backdrop: boolean;
    places: number; // 1 if its points are where it is
}

const mostTriangles = 4_000_000; // in all places together

function fromRun(run: Scene['meshes'][number]['runs'][number], scene: Scene, size: number, places: number) {
    // the triangles of a run in each place
    return Array.from({ length: places }, (_, i) => {
        const material = scene.materials[run.material];
        return { first: i * size + run.first, count: run.count, image: material.image, name: material.name, material };
    });
}

function partOf(scene: Scene, number: number, places: ScenePlace[], left: number): ScenePart {
    const { name, kind, positions, uvs, indices, runs, shared } = scene.meshes[number],
        triangles = indices.length / 3,
        points = positions.length / 3;
    const shown = places.slice(0, Math.max(1, Math.floor(left / Math.max(1, triangles)))),
        count = shown.length;
    const all = new Float32Array(positions.length * count),
        across = uvs ? new Float32Array(uvs.length * count) : null,
        corners = new Uint32Array(indices.length * count);
    shown.forEach((place, i) => {
        const c = Math.cos(place.heading),
            s = Math.sin(place.heading),
            from = i * positions.length;
        const [x, y, z] = shared ? [place.x, place.y, place.z] : [0, 0, 0];
        for (let p = 0; p < positions.length; p += 3) {
            all[from + p] = x + c * positions[p] - s * positions[p + 1];
            all[from + p + 1] = y + s * positions[p] + c * positions[p + 1];
            all[from + p + 2] = z + positions[p + 2];
        }
        across?.set(uvs!, i * uvs!.length);
        for (let k = 0; k < indices.length; k++) corners[i * indices.length + k] = indices[k] + i * points;
    });
    // a material once for all places that follow each other: runs by material, then by place
    const groups = runs.flatMap(run => fromRun(run, scene, indices.length, count));
    const mesh: Mesh = {
        name,
        positions: all,
        origin: scene.origin,
        indices: corners,
        normals: null,
        uvs: across,
        groups,
        unit: 'm',
        up: scene.up,
        shown: triangles * count,
        total: triangles * places.length,
        certainty: 'confirmed',
        blocks: null,
        points: noPointValues,
    };
    const { group, aside, backdrop } = places[0];
    return { mesh, kind, group, aside, backdrop, places: places.length };
}

// In the order of their first places.
export function partsOf(scene: Scene): ScenePart[] {
    const byMesh = new Map<number, ScenePlace[]>();
    for (const place of scene.places) {
        const known = byMesh.get(place.mesh);
        if (known) known.push(place);
        else byMesh.set(place.mesh, [place]);
    }
    let left = mostTriangles;
    return [...byMesh].map(([number, places]) => {
        const part = partOf(scene, number, places, left);
        left -= part.mesh.shown;
        return part;
    });
}
