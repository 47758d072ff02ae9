// Meshes drawn in 3D: coloured by height or slope, or with their textures. Draws only when something changed.
import { Mesh as Drawn, Geometry, Program, Texture } from 'ogl';
import { css, rampColour } from '../base/colours';
import { h } from '../base/dom';
import type { Material, Mesh, Picture, SceneLine } from '../source/source';
import { Frames } from './frames';
import type { Orbit } from './orbit';
import { type LineKind, SceneLines } from './scene_lines';
import { meet, type Shapes } from './shape';
import { Stage3d } from './stage3d';
import { isTinting, type Tinting, Tints } from './tints';
import { cross, rgb, type Triple, unit } from './vectors';

const pointPixels = 3,
    nearPoint = 12; // css pixels

export type Colouring = 'height' | 'slope' | 'texture' | 'plain' | 'block' | Tinting;
const colourings: readonly Colouring[] = ['height', 'slope', 'texture', 'plain', 'block', 'own', 'intensity', 'class'];

// Tints are an attribute only where points have one.
const vertexOf = (tinted: boolean) => `#version 300 es
in vec3 position; in vec2 uv;
${tinted ? 'in vec4 tint;' : 'const vec4 tint = vec4(0.7);'}
uniform mat4 modelViewMatrix, projectionMatrix;
uniform float pointSize;
out vec3 place; out vec3 seen; out vec2 across; out vec3 own;
void main() {
    own = tint.rgb;
    place = position;
    across = uv;
    vec4 view = modelViewMatrix * vec4(position, 1.0);
    seen = view.xyz;
    gl_Position = projectionMatrix * view;
    gl_PointSize = pointSize;
}`;
const fragment = `#version 300 es
precision highp float;
in vec3 place; in vec3 seen; in vec2 across; in vec3 own;
uniform int colouring;
uniform bool points; // without triangles: nothing has a slope or a lit side
uniform vec2 heights;
uniform float steepest;
uniform vec3 ramp[10];
uniform vec3 plain;
uniform vec4 dye; // the colour instead of a picture; alpha 0 = there is a picture
uniform float prelit;
uniform sampler2D picture;
out vec4 colour;
vec3 rampAt(float share) {
    float at = clamp(share, 0.0, 1.0) * 9.0;
    int low = int(min(floor(at), 8.0));
    return mix(ramp[low], ramp[low + 1], at - float(low));
}
void main() {
    if (points) {
        vec3 byHeight = rampAt((place.z - heights.x) / max(1e-6, heights.y - heights.x));
        colour = vec4(colouring >= 5 ? own : colouring == 0 ? byHeight : plain, 1.0);
        return;
    }
    vec3 flatNormal = normalize(cross(dFdx(place), dFdy(place)));
    // walls: up or down is a matter of rounding there
    if (abs(flatNormal.z) < 0.01 ? flatNormal.y - 0.8 * flatNormal.x < 0.0 : flatNormal.z < 0.0) flatNormal = -flatNormal;
    vec3 base = plain;
    if (colouring == 0) base = rampAt((place.z - heights.x) / max(1e-6, heights.y - heights.x));
    else if (colouring == 1) base = rampAt(length(flatNormal.xy) / max(1e-4, flatNormal.z) / steepest);
    else if (colouring == 2) {
        vec4 texel = texture(picture, across); // times alpha, so that what cannot be seen mixes with nothing
        if (texel.a < 0.4) discard;
        base = dye.a > 0.0 ? dye.rgb : texel.rgb / texel.a;
        if (prelit > 0.5) {
            colour = vec4(base, 1.0);
            return;
        }
    }
    else if (colouring == 4 && dye.a > 0.0) base = dye.rgb;
    else if (colouring >= 5) base = own;
    float light = 0.62 + 0.38 * clamp(dot(flatNormal, normalize(vec3(-0.5, 0.6, 0.75))), 0.0, 1.0);
    float facing = abs(dot(normalize(cross(dFdx(seen), dFdy(seen))), normalize(seen)));
    colour = vec4(base * light * (0.85 + 0.15 * facing), 1.0);
}`;

// Some thousand of all points, for the first look.
function samplesOf(shapes: Shapes, backdrops: boolean[]): Float32Array {
    const parts = shapes.parts.filter((_, part) => !backdrops[part]),
        total = parts.reduce((sum, { positions }) => sum + positions.length / 3, 0);
    const every = Math.max(1, Math.ceil(total / 4000)),
        samples: number[] = [];
    for (const { positions } of parts) {
        for (let i = 0; i < positions.length; i += 3 * every) {
            const place = [positions[i], positions[i + 1], positions[i + 2]];
            if (Math.hypot(...place) <= shapes.radius * 1.01) samples.push(...place); // without what is far away
        }
    }
    return Float32Array.from(samples);
}

interface Piece {
    part: number;
    drawn: Drawn;
    blocks?: boolean;
} // blocks: it is there while these have colours
interface Animated {
    part: number;
    positions: Float32Array;
    corners: Uint32Array;
} // a bitmap in all its places

const textureKey = (image: number | null, material: Material | undefined) => `${image} ${material ? material.repeats : ''}`;

// As screens have it, from linear.
function shown(colour: [number, number, number]): Triple {
    return colour.map(share => (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055)) as Triple;
}
function isAlike(a: Mesh['groups'][number], b: Mesh['groups'][number]): boolean {
    return a.material === b.material && a.image === b.image;
}

export class Scene3d {
    readonly element = h('div', { class: 'space' });
    readonly seen: boolean[];
    private readonly stage: Stage3d;
    private readonly program: Program;
    private readonly tints: Tints;
    private readonly pieces: Piece[] = [];
    private readonly textures = new Map<string, Texture>(); // by picture and whether it repeats
    private readonly marks: Drawn[] = [];
    private readonly blank: Texture;
    private readonly frames: Frames;
    private readonly animated: Animated[] = [];
    private colouring: Colouring = 'height';
    private fetching: Promise<void> | null = null; // of textures, while some are on their way

    // Throws where the browser has no WebGL.
    // `backdrops`: which parts are around everything; they are seen with their pictures, from within.
    constructor(
        label: string,
        private readonly shapes: Shapes,
        private readonly backdrops: boolean[],
        private readonly pictures: (image: number) => Promise<Picture>,
        private readonly pick: (x: number, y: number, z: number, part: number, triangle: number) => void,
    ) {
        this.stage = new Stage3d(this.element, { label, keeps: true, draw: () => this.draw(), click: (x, y) => this.clicked(x, y) });
        const gl = this.stage.gl;
        this.seen = shapes.parts.map(() => true);
        this.frames = new Frames(
            this.element,
            shapes.parts.flatMap(({ mesh }) => mesh.groups.flatMap(group => group.material ?? [])),
            () => this.animated.some(each => this.isInSight(each)) && this.invalidate(),
        );
        this.blank = new Texture(gl, {
            image: new Uint8Array([190, 190, 190, 255]),
            width: 1,
            height: 1,
            generateMipmaps: false,
            minFilter: gl.NEAREST,
            magFilter: gl.NEAREST,
        });
        this.tints = new Tints(
            gl,
            shapes.parts.map(({ mesh }) => mesh),
        );
        this.program = new Program(gl, {
            vertex: vertexOf(this.tints.any),
            fragment,
            cullFace: false,
            uniforms: {
                colouring: { value: 0 },
                heights: { value: [shapes.lowest, shapes.highest] },
                steepest: { value: 0.25 },
                ramp: { value: [] },
                plain: { value: [0.7, 0.7, 0.7] },
                dye: { value: [0, 0, 0, 0] },
                prelit: { value: 0 },
                picture: { value: this.blank },
                points: { value: shapes.arePoints },
                pointSize: { value: pointPixels * Math.min(devicePixelRatio, 2) },
            },
        });
        shapes.parts.forEach((_, part) => this.addPart(part));
        this.orbit.frame({ x: 0, y: 0, z: 0 }, shapes.radius, samplesOf(shapes, backdrops));
    }

    get orbit(): Orbit {
        return this.stage.orbit;
    }

    private addPart(part: number): void {
        const gl = this.stage.gl,
            { mesh, positions } = this.shapes.parts[part];
        const attributes = {
            position: { size: 3, data: positions },
            uv: { size: 2, data: mesh.uvs ?? new Float32Array((positions.length / 3) * 2) },
            ...this.tints.of(part),
        };
        if (this.shapes.arePoints) {
            const drawn = new Drawn(gl, {
                mode: gl.POINTS,
                geometry: new Geometry(gl, attributes),
                program: this.program,
                frustumCulled: false,
            });
            drawn.setParent(this.stage.scene);
            this.pieces.push({ part, drawn });
            return;
        }
        const isGrouped = mesh.groups.length > 0 && (mesh.uvs !== null || mesh.groups[0].material !== undefined);
        const groups = isGrouped ? mesh.groups : [{ first: 0, count: mesh.indices.length, image: null, name: '' }];
        // Runs that follow each other with one material are drawn at once.
        for (let i = 0; i < groups.length; ) {
            let end = i + 1;
            while (end < groups.length && isAlike(groups[end], groups[i])) end++;
            const runs = groups.slice(i, end),
                size = runs.reduce((sum, run) => sum + run.count, 0),
                data = new Uint32Array(size);
            let at = 0;
            for (const run of runs) {
                data.set(mesh.indices.subarray(run.first, run.first + run.count), at);
                at += run.count;
            }
            if (groups[i].material?.frames) this.animated.push({ part, positions, corners: data });
            if (size > 0) this.addPiece(part, groups[i], new Geometry(gl, { ...attributes, index: { data } }));
            i = end;
        }
    }
    private addPiece(part: number, { image, material }: Mesh['groups'][number], geometry: Geometry): void {
        const gl = this.stage.gl,
            drawn = new Drawn(gl, { geometry, program: this.program, frustumCulled: false });
        const dye = material && image === null ? [...shown(material.colour), 1] : [0, 0, 0, 0];
        drawn.onBeforeRender(() => {
            const uniforms = this.program.uniforms as { [name: string]: { value: unknown } };
            const shownImage = material?.frames ? this.frames.imageOf(material.frames) : image;
            uniforms.picture!.value = this.textures.get(textureKey(shownImage, material)) ?? this.blank;
            uniforms.dye!.value = dye;
            uniforms.prelit!.value = material?.prelit ? 1 : 0;
            this.program.cullFace = material && !material.two_sided && this.colouring === 'texture' ? gl.BACK : false;
        });
        drawn.setParent(this.stage.scene);
        this.pieces.push({ part, drawn });
    }
    // From far away a backdrop would be a wall around a small thing.
    private showPieces(): void {
        const blocks = this.colouring === 'block';
        const within = this.colouring === 'texture' && this.orbit.distance < this.shapes.radius / 4;
        for (const { part, drawn, blocks: ofBlocks } of this.pieces) {
            drawn.visible =
                this.seen[part] &&
                (!this.backdrops[part] || within) &&
                (!this.shapes.parts[part].mesh.blocks || (ofBlocks ?? false) === blocks);
        }
    }
    // A piece for each colour of the palette, made when they are first seen; what is in no block is grey.
    private addBlocks(part: number): void {
        const { mesh, positions } = this.shapes.parts[part],
            { blocks } = mesh,
            gl = this.stage.gl;
        if (!blocks || this.pieces.some(piece => piece.part === part && piece.blocks)) return;
        const colourOf = (triangle: number) => (blocks.of[triangle] < 0 ? blocks.palette.length : blocks.colours[blocks.of[triangle]]);
        const sizes = new Uint32Array(blocks.palette.length + 1);
        for (let i = 0; i < blocks.of.length; i++) sizes[colourOf(i)] += 3;
        const indices = Array.from(sizes, size => new Uint32Array(size)),
            at = new Uint32Array(sizes.length);
        for (let i = 0; i < blocks.of.length; i++) {
            const colour = colourOf(i);
            for (let k = 0; k < 3; k++) indices[colour][at[colour]++] = mesh.indices[3 * i + k];
        }
        const attributes = {
            position: { size: 3, data: positions },
            uv: { size: 2, data: new Float32Array((positions.length / 3) * 2) },
            ...this.tints.of(part),
        };
        indices.forEach((data, colour) => {
            if (!data.length) return;
            const dye = colour < blocks.palette.length ? [...rgb(blocks.palette[colour]), 1] : [0, 0, 0, 0];
            this.addDyed(part, dye, new Geometry(gl, { ...attributes, index: { data } }));
        });
    }
    private addDyed(part: number, dye: number[], geometry: Geometry): void {
        const drawn = new Drawn(this.stage.gl, { geometry, program: this.program, frustumCulled: false });
        drawn.onBeforeRender(() => {
            const uniforms = this.program.uniforms as { [name: string]: { value: unknown } };
            uniforms.dye!.value = dye;
            this.program.cullFace = false;
        });
        drawn.setParent(this.stage.scene);
        this.pieces.push({ part, drawn, blocks: true });
    }

    async colour(colouring: Colouring): Promise<void> {
        this.colouring = colouring;
        if (isTinting(colouring)) this.tints.show(colouring);
        if (colouring === 'block') this.shapes.parts.forEach((_, part) => this.addBlocks(part));
        this.frames.showTextures(colouring === 'texture');
        this.invalidate();
        if (colouring !== 'texture') return;
        this.element.setAttribute('aria-busy', 'true');
        this.fetching ??= this.fetchTextures().finally(() => {
            this.fetching = null;
            this.element.removeAttribute('aria-busy');
        });
        await this.fetching;
    }
    // All pictures are requested at once; each is drawn when it is there.
    private async fetchTextures(): Promise<void> {
        const wanted = new Map<string, { image: number; material: Material | undefined }>();
        for (const { image, material } of this.shapes.parts.flatMap(({ mesh }) => mesh.groups)) {
            for (const each of material?.frames?.images ?? [image]) {
                const key = textureKey(each, material);
                if (each !== null && !this.textures.has(key)) wanted.set(key, { image: each, material });
            }
        }
        await Promise.all(
            Array.from(wanted, async ([key, { image, material }]) => {
                this.textures.set(key, this.textureOf(await this.pictures(image), material));
                this.invalidate();
            }),
        );
    }
    private textureOf({ rgba, width, height }: Picture, material: Material | undefined): Texture {
        const gl = this.stage.gl;
        return new Texture(gl, {
            image: new Uint8Array(rgba.buffer, rgba.byteOffset, rgba.length),
            width,
            height,
            flipY: false,
            premultiplyAlpha: true,
            wrapS: material && !material.repeats ? gl.CLAMP_TO_EDGE : gl.REPEAT,
            wrapT: material ? gl.CLAMP_TO_EDGE : gl.REPEAT,
            generateMipmaps: true,
            minFilter: gl.LINEAR_MIPMAP_LINEAR,
            magFilter: gl.NEAREST,
            anisotropy: 8,
        });
    }
    // Is a corner of it on the picture, or near it?
    private isInSight({ part, positions, corners }: Animated): boolean {
        if (!this.seen[part]) return false;
        const m = this.stage.camera.projectionViewMatrix,
            margin = 1.5;
        return corners.some(corner => {
            const [x, y, z] = positions.subarray(3 * corner, 3 * corner + 3);
            const at = (row: number) => m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row],
                depth = at(3);
            return depth > 0 && Math.abs(at(0)) < margin * depth && Math.abs(at(1)) < margin * depth;
        });
    }
    // Whether there are bitmaps that animate, and whether they do.
    get animates(): boolean {
        return this.frames.any;
    }
    get plays(): boolean {
        return this.frames.plays;
    }
    play(plays: boolean): void {
        this.frames.play(plays);
    }
    show(part: number, visible: boolean): void {
        this.seen[part] = visible;
        this.invalidate();
    }
    // Over the surfaces. What they are called is in `kinds`.
    addLines(lines: SceneLine[], kinds: LineKind[]): SceneLines {
        const { middle } = this.shapes,
            { origin } = this.shapes.parts[0].mesh;
        return new SceneLines(this.stage.gl, this.stage.scene, lines, kinds, {
            x: origin.x - middle.x,
            y: origin.y - middle.y,
            z: origin.z - middle.z,
        });
    }
    // A line over the surface, or none.
    mark(points: [number, number, number][]): void {
        for (const mark of this.marks.splice(0)) mark.setParent(null);
        if (points.length) {
            const gl = this.stage.gl,
                radius = this.shapes.radius / 300,
                data: number[] = [];
            for (const [x, y, z] of points)
                for (const [dx, dy] of [
                    [-1, 0],
                    [1, 0],
                    [0, -1],
                    [0, 1],
                ] as const)
                    data.push(x, y, z, x + dx * radius, y + dy * radius, z + radius * 4);
            if (points.length === 2) data.push(...points[0], ...points[1]);
            const program = new Program(gl, {
                vertex: `#version 300 es
in vec3 position; uniform mat4 modelViewMatrix, projectionMatrix;
void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
                fragment: `#version 300 es
precision highp float; uniform vec3 plain; out vec4 colour; void main() { colour = vec4(plain, 1.0); }`,
                uniforms: { plain: { value: rgb(css('--event')) } },
                depthTest: false,
            });
            const lines = new Drawn(gl, {
                mode: gl.LINES,
                geometry: new Geometry(gl, { position: { size: 3, data: new Float32Array(data) } }),
                program,
                frustumCulled: false,
            });
            lines.renderOrder = 10;
            lines.setParent(this.stage.scene);
            this.marks.push(lines);
        }
        this.invalidate();
    }

    private look(): void {
        const { distance } = this.orbit,
            { radius } = this.shapes;
        this.stage.look(Math.max(distance / 60, radius / 20_000), distance + 6 * radius);
    }
    private clicked(x: number, y: number): void {
        this.look();
        const { eye, target, up } = this.orbit,
            width = this.element.clientWidth,
            height = this.element.clientHeight;
        const forward = unit([target.x - eye.x, target.y - eye.y, target.z - eye.z]);
        const right = unit(cross(forward, [up.x, up.y, up.z])),
            top = cross(right, forward);
        const tall = this.stage.half,
            across = ((2 * x) / width - 1) * tall * (width / height),
            rise = (1 - (2 * y) / height) * tall;
        const along = unit([0, 1, 2].map(k => forward[k] + right[k] * across + top[k] * rise) as Triple);
        const found = meet(this.shapes, this.seen, [eye.x, eye.y, eye.z], along);
        if (found)
            this.pick(
                eye.x + along[0] * found.distance,
                eye.y + along[1] * found.distance,
                eye.z + along[2] * found.distance,
                found.part,
                found.triangle,
            );
        else if (this.shapes.arePoints) this.pickPoint([eye.x, eye.y, eye.z], along, (2 * tall * nearPoint) / height);
    }
    // The point nearest to where one looks; `reach` is how far aside it may be, as a tangent.
    private pickPoint(eye: Triple, along: Triple, reach: number): void {
        let best: { place: Triple; part: number } | null = null,
            least = reach;
        this.shapes.parts.forEach(({ positions }, part) => {
            if (!this.seen[part]) return;
            for (let i = 0; i < positions.length; i += 3) {
                const x = positions[i] - eye[0],
                    y = positions[i + 1] - eye[1],
                    z = positions[i + 2] - eye[2],
                    depth = x * along[0] + y * along[1] + z * along[2];
                const aside = Math.sqrt(Math.max(0, x * x + y * y + z * z - depth * depth)) / depth;
                if (depth > 0 && aside < least) {
                    least = aside;
                    best = { place: [positions[i], positions[i + 1], positions[i + 2]], part };
                }
            }
        });
        const found = best as { place: Triple; part: number } | null;
        if (found) this.pick(...found.place, found.part, -1);
    }
    invalidate(): void {
        this.stage.invalidate();
    }
    private draw(): void {
        const uniforms = this.program.uniforms as { [name: string]: { value: unknown } };
        uniforms.colouring!.value = colourings.indexOf(this.colouring);
        uniforms.ramp!.value = Array.from({ length: 10 }, (_, i) => rgb(rampColour(i / 9))).flat();
        uniforms.plain!.value = rgb(css('--track-edge'));
        this.showPieces();
        this.look();
        this.stage.render();
    }
    private readonly ends: (() => void)[] = [];
    whenClosed(end: () => void): void {
        this.ends.push(end);
    }
    close(): void {
        for (const end of this.ends) end();
        this.frames.close();
        this.stage.close();
    }
}
