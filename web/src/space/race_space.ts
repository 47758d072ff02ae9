// A race in 3D: the track as a ribbon, or the ground that another file has of it; cars on it, names over them. The
// camera is behind the car that it follows; otherwise it shows the whole track. Drag turns, the wheel zooms, as
// everywhere in 3D.

import { Mesh as Drawn, Geometry, Program } from 'ogl';
import { css } from '../base/colours';
import { h } from '../base/dom';
import { isolated } from '../base/isolated';
import type { ShownCar } from '../map/cars_layer';
import { bandAt } from '../map/track_band';
import type { Marks, TrackLine } from '../source/source';
import type { Ground } from './ground';
import type { Orbit } from './orbit';
import { SpaceMarks } from './space_marks';
import { Stage3d } from './stage3d';
import { rgb, type Triple } from './vectors';

// Points of a ground may have their own colours; otherwise `paint` is the colour.
const vertexOf = (tinted: boolean) => `#version 300 es
in vec3 position;
${tinted ? 'in vec3 tint;' : 'const vec3 tint = vec3(1.0);'}
uniform mat4 modelMatrix, modelViewMatrix, projectionMatrix;
out vec3 place, own;
void main() {
    own = tint;
    place = (modelMatrix * vec4(position, 1.0)).xyz;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
const fragment = `#version 300 es
precision highp float;
in vec3 place, own;
uniform vec3 paint;
uniform float level;
out vec4 colour;
void main() {
    vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
    // walls: up or down is a matter of rounding there
    if (abs(normal.z) < 0.01 ? normal.y - 0.8 * normal.x < 0.0 : normal.z < 0.0) normal = -normal;
    float light = 0.6 + 0.4 * clamp(dot(normal, normalize(vec3(-0.5, 0.6, 0.9))), 0.0, 1.0);
    colour = vec4(paint * own * mix(light, 1.0, level), 1.0);
}`;

const carLength = 4.6,
    carWidth = 1.9,
    carHeight = 1.15;

// A wedge with a cabin: enough to see where the nose is. x forward, z up from the road.
function carShape(): { positions: Float32Array; indices: Uint16Array } {
    const l = carLength / 2,
        w = carWidth / 2,
        low = 0.18;
    const outline: [number, number, number][] = []; // x, half width, z: rings from the tail to the nose
    for (const [x, wide, top] of [
        [-l, 0.92, 0.62],
        [-l * 0.9, 1, 0.78],
        [l * 0.35, 1, 0.7],
        [l * 0.92, 0.9, 0.45],
        [l, 0.78, 0.36],
    ] as const)
        outline.push([x, wide * w, top]);
    const positions: number[] = [],
        indices: number[] = [];
    for (const [x, wide, top] of outline) positions.push(x, -wide, low, x, wide, low, x, wide, top, x, -wide, top);
    const quad = (a: number, b: number, c: number, d: number) => indices.push(a, b, c, a, c, d);
    for (let ring = 0; ring + 1 < outline.length; ring++)
        for (let k = 0; k < 4; k++) quad(4 * ring + k, 4 * ring + ((k + 1) % 4), 4 * ring + 4 + ((k + 1) % 4), 4 * ring + 4 + k);
    quad(0, 1, 2, 3);
    const last = 4 * (outline.length - 1);
    quad(last, last + 1, last + 2, last + 3);
    const cabin = positions.length / 3;
    for (const [x, wide, z] of [
        [-l * 0.55, 0.8, 0.72],
        [l * 0.3, 0.8, 0.7],
        [l * 0.05, 0.58, carHeight],
        [-l * 0.4, 0.58, carHeight],
    ] as const)
        positions.push(x, -wide * w, z, x, wide * w, z);
    const c = (i: number) => cabin + i; // pairs: rear low, front low, front high, rear high
    quad(c(0), c(1), c(7), c(6));
    quad(c(2), c(3), c(5), c(4));
    quad(c(4), c(5), c(7), c(6));
    quad(c(0), c(2), c(4), c(6));
    quad(c(1), c(3), c(5), c(7));
    return { positions: new Float32Array(positions), indices: new Uint16Array(indices) };
}

// The ribbon from edge to edge, and bands across it where times are taken.
function ribbon(track: TrackLine, inner: number, outer: number, raised: number): { positions: Float32Array; indices: Uint32Array } {
    const { x, y, z, heading } = track,
        points = x.length,
        positions = new Float32Array(6 * points);
    for (let i = 0; i < points; i++) {
        const [l, r] = bandAt(track, i);
        const middle = (l + r) / 2,
            half = (l - r) / 2,
            s = Math.sin(heading[i]),
            c = Math.cos(heading[i]),
            up = (Number.isNaN(z[i]) ? 0 : z[i]) + raised;
        [middle + half * outer, middle + half * inner].forEach((offset, k) =>
            positions.set([x[i] - s * offset, y[i] + c * offset, up], 6 * i + 3 * k),
        );
    }
    const count = track.closed ? points : points - 1,
        indices = new Uint32Array(6 * count);
    for (let i = 0; i < count; i++) {
        const a = 2 * i,
            b = 2 * ((i + 1) % points);
        indices.set([a, a + 1, b + 1, a, b + 1, b], 6 * i);
    }
    return { positions, indices };
}

const near = 24; // m from the eye to who is followed

export class RaceSpace {
    private readonly element = h('div', { class: 'race-space', hidden: true });
    private readonly labels = h('canvas', { class: 'space-labels', 'aria-hidden': 'true' });
    private readonly stage: Stage3d;
    private readonly program: Program;
    private readonly ribbons: Drawn[] = [];
    private readonly cars: Drawn[] = [];
    private readonly carGeometry: Geometry;
    private readonly radius: number;
    private shown: ShownCar[] = [];
    private withNames = true;
    private readonly marks: SpaceMarks | null = null;
    private followed: { name: string | null; heading: number; distance: number } | null = null; // name null = all cars

    // Stands over `map`, which it hides while it is visible. Throws where the browser has no WebGL.
    constructor(
        track: TrackLine,
        marks: Marks | null,
        label: string,
        private readonly map: HTMLElement,
    ) {
        this.stage = new Stage3d(this.element, {
            label,
            draw: () => this.draw(),
            sized: (width, height) => {
                this.labels.width = width;
                this.labels.height = height;
            },
        });
        const gl = this.stage.gl;
        this.element.append(this.labels);
        map.parentElement!.insertBefore(this.element, map.nextSibling);
        this.program = this.makeProgram(false);
        this.ribbons.push(this.add(ribbon(track, -1, 1, 0), () => rgb(css('--track')), 0.5));
        for (const side of [1, -1])
            this.ribbons.push(this.add(ribbon(track, side * 0.97, side * 1.03, 0.03), () => rgb(css('--track-edge')), 1));
        track.timing_lines.forEach((line, i) => this.addLine(track, line, i === 0 ? 1.2 : 0.5));
        if (marks) this.marks = new SpaceMarks(gl, this.stage.scene, marks, track);
        const car = carShape();
        this.carGeometry = new Geometry(gl, { position: { size: 3, data: car.positions }, index: { data: car.indices } });
        let left = Infinity,
            right = -Infinity,
            low = Infinity,
            high = -Infinity,
            height = 0;
        track.x.forEach((x, i) => {
            left = Math.min(left, x);
            right = Math.max(right, x);
            low = Math.min(low, track.y[i]);
            high = Math.max(high, track.y[i]);
            height += (track.z[i] || 0) / track.x.length;
        });
        this.radius = Math.hypot(right - left, high - low) / 2;
        this.orbit.frame({ x: (left + right) / 2, y: (low + high) / 2, z: height }, this.radius * 0.92);
    }

    get orbit(): Orbit {
        return this.stage.orbit;
    }

    private makeProgram(tinted: boolean): Program {
        return new Program(this.stage.gl, {
            vertex: vertexOf(tinted),
            fragment,
            cullFace: false,
            uniforms: { paint: { value: [0.5, 0.5, 0.5] }, level: { value: 0 } },
        });
    }
    private add(shape: { positions: Float32Array; indices: Uint32Array }, colour: () => Triple, level: number): Drawn {
        const gl = this.stage.gl,
            geometry = new Geometry(gl, { position: { size: 3, data: shape.positions }, index: { data: shape.indices } });
        return this.place(new Drawn(gl, { geometry, program: this.program, frustumCulled: false }), colour, level);
    }
    private place(drawn: Drawn, colour: () => Triple, level: number): Drawn {
        drawn.onBeforeRender(() => {
            drawn.program.uniforms.paint!.value = colour();
            drawn.program.uniforms.level!.value = level;
        });
        drawn.setParent(this.stage.scene);
        return drawn;
    }
    // Drawn instead of the ribbon, in its own colours where it has some.
    setGround({ file, shapes }: Ground): void {
        const gl = this.stage.gl,
            { middle } = shapes;
        for (const drawn of this.ribbons) drawn.visible = false;
        for (const { mesh, positions } of shapes.parts) {
            const { colours } = mesh.points,
                tint = colours ? { tint: { size: 3, data: colours, type: gl.UNSIGNED_BYTE, normalized: true } } : {};
            const geometry = new Geometry(gl, { position: { size: 3, data: positions }, ...tint, index: { data: mesh.indices } });
            const drawn = new Drawn(gl, { geometry, program: this.makeProgram(colours !== null), frustumCulled: false });
            drawn.position.set(middle.x, middle.y, middle.z);
            this.place(drawn, () => (colours ? [1, 1, 1] : rgb(css('--track'))), 0);
        }
        this.element.dataset.ground = file;
        this.stage.invalidate();
    }
    private addLine(track: TrackLine, line: TrackLine['timing_lines'][number], width: number): void {
        if (line.distance === null) return;
        const points = track.x.length,
            i = Math.min(points - 1, Math.max(0, Math.round(line.distance / track.step) % points)),
            z = (track.z[i] || 0) + 0.05;
        const along: [number, number] = [(Math.cos(track.heading[i]) * width) / 2, (Math.sin(track.heading[i]) * width) / 2];
        const positions = new Float32Array([
            line.x1 - along[0],
            line.y1 - along[1],
            z,
            line.x2 - along[0],
            line.y2 - along[1],
            z,
            line.x2 + along[0],
            line.y2 + along[1],
            z,
            line.x1 + along[0],
            line.y1 + along[1],
            z,
        ]);
        this.add({ positions, indices: new Uint32Array([0, 1, 2, 0, 2, 3]) }, () => rgb(css('--text')), 1);
    }

    visible(on: boolean): void {
        this.element.hidden = !on;
        this.map.hidden = on;
        if (on) this.stage.resize();
    }
    all(): void {
        this.followed = null;
        this.orbit.reset();
    }
    showMarks(on: boolean): void {
        if (this.marks) this.marks.visible = on;
    }
    // `together`: all cars are kept in sight where none is followed.
    show(cars: ShownCar[], names: boolean, time: number, together = false): void {
        this.marks?.show(time);
        this.shown = cars;
        this.withNames = names;
        const gl = this.stage.gl;
        while (this.cars.length < cars.length) {
            const index = this.cars.length,
                drawn = new Drawn(gl, { geometry: this.carGeometry, program: this.program, frustumCulled: false });
            this.place(drawn, () => rgb(this.shown[index]?.colour() ?? '#888888'), 0);
            this.cars.push(drawn);
        }
        const follow = cars.find(car => car.followed);
        if (follow) this.stayBehind(follow.name, [follow]);
        else if (together && cars.length) this.stayBehind(null, cars);
        else this.followed = null;
        // Far away a car would be a pixel: it grows with the distance of the eye.
        const scale = Math.max(1, this.orbit.distance / 260);
        this.cars.forEach((drawn, i) => {
            const car = cars[i];
            drawn.visible = car !== undefined;
            if (!car) return;
            drawn.position.set(car.x, car.y, car.z + 0.05);
            drawn.rotation.set(0, 0, car.heading);
            drawn.scale.set(scale, scale, scale);
        });
        this.stage.invalidate();
    }

    private stayBehind(name: string | null, cars: ShownCar[]): void {
        const mean = (of: (car: ShownCar) => number) => cars.reduce((sum, car) => sum + of(car), 0) / cars.length,
            target = { x: mean(car => car.x), y: mean(car => car.y), z: mean(car => car.z) + 1 },
            heading = Math.atan2(
                mean(car => Math.sin(car.heading)),
                mean(car => Math.cos(car.heading)),
            ),
            radius = Math.max(...cars.map(car => Math.hypot(car.x - target.x, car.y - target.y))),
            distance = near + this.orbit.distanceTo(radius);
        if (!this.followed || this.followed.name !== name) this.orbit.behind(target, heading, distance);
        else {
            const turn = heading - this.followed.heading;
            this.orbit.stayWith(target, Math.atan2(Math.sin(turn), Math.cos(turn)), distance / this.followed.distance);
        }
        this.followed = { name, heading, distance };
    }

    private draw(): void {
        const { target, distance } = this.orbit;
        this.stage.look(Math.max(0.5, distance / 200), distance + 5 * this.radius, target.z + 0.5);
        this.stage.render();
        this.drawNames();
    }
    private drawNames(): void {
        const paint = this.labels.getContext('2d')!,
            { width, height } = this.labels,
            ratio = this.stage.renderer.dpr;
        paint.clearRect(0, 0, width, height);
        if (!this.withNames) return;
        paint.textAlign = 'center';
        paint.lineJoin = 'round';
        const m = this.stage.camera.projectionViewMatrix,
            together = this.followed?.name === null,
            taken: [number, number, number][] = [];
        let inSight = 0;
        for (const car of [...this.shown].reverse()) {
            const z = car.z + 2 * Math.max(1, this.orbit.distance / 260);
            const w = m[3] * car.x + m[7] * car.y + m[11] * z + m[15];
            if (w <= 0) continue;
            let top = ((1 - (m[1] * car.x + m[5] * car.y + m[9] * z + m[13]) / w) * height) / 2;
            const left = (((m[0] * car.x + m[4] * car.y + m[8] * z + m[12]) / w + 1) * width) / 2;
            if (left >= 0 && left <= width && top >= 0 && top <= height) inSight++;
            const text = `${car.number} ${isolated(car.name)}`;
            paint.font = `${car.followed ? 700 : 500} ${12 * ratio}px system-ui, "DejaVu Sans", sans-serif`;
            const half = paint.measureText(text).width / 2;
            const isTaken = () => taken.some(other => Math.abs(other[0] - left) < other[2] + half && Math.abs(other[1] - top) < 14 * ratio);
            // of a few cars each has its name, one above the other where they are close
            for (let tries = 0; together && tries < taken.length && isTaken(); tries++) top -= 15 * ratio;
            if (!car.followed && isTaken()) continue;
            taken.push([left, top, half]);
            paint.strokeStyle = css('--map');
            paint.lineWidth = 3.5 * ratio;
            paint.strokeText(text, left, top - 4 * ratio);
            paint.fillStyle = car.quiet ? css('--muted') : css('--text');
            paint.fillText(text, left, top - 4 * ratio);
        }
        this.element.dataset.names = String(taken.length);
        this.element.dataset.inSight = String(inSight);
    }
    close(): void {
        this.stage.close();
    }
}
