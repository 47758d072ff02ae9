// Skid marks and smoke in the race in 3D.
import { Mesh as Drawn, Geometry, type OGLRenderingContext, Program, type Transform } from 'ogl';
import { css } from '../base/colours';
import { puffsAt } from '../map/marks_layer';
import type { Marks, TrackLine } from '../source/source';
import { rgb } from './vectors';

const half = 0.12,
    above = 0.03; // m
const most = 200; // puffs at once

const vertex = `#version 300 es
in vec3 position; in vec2 laid;
uniform mat4 modelViewMatrix, projectionMatrix;
out vec2 state;
void main() {
    state = laid;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
const fragment = `#version 300 es
precision highp float;
in vec2 state;
uniform float now;
uniform vec3 paint;
uniform float alpha;
out vec4 colour;
void main() {
    if (state.x > now) discard;
    colour = vec4(paint, state.y * alpha);
}`;

const stride = 8;
// The point of the line that is nearest, around `hint` or everywhere.
function nearestPoint(track: TrackLine, x: number, y: number, hint: number): number {
    let best = 0,
        first = 0,
        end = track.x.length,
        step = stride;
    for (let round = 0; round < 2; round++) {
        if (hint >= 0 || round > 0) {
            const middle = round > 0 ? best : hint;
            [first, end, step] = [Math.max(0, middle - 2 * stride), Math.min(track.x.length, middle + 2 * stride), 1];
        }
        let nearest = Infinity;
        for (let k = first; k < end; k += step) {
            const away = (track.x[k] - x) ** 2 + (track.y[k] - y) ** 2;
            if (away < nearest) [best, nearest] = [k, away];
        }
    }
    return best;
}

// The track is level across and as high as the middles of the cars, where recordings have them; marks are on the road below.
function heightsOn(marks: Marks, track: TrackLine): Float32Array {
    const heights = new Float32Array(marks.time.length);
    for (let m = 0; m + 1 < marks.starts.length; m++) {
        let at = -1;
        for (let i = marks.starts[m]; i < marks.starts[m + 1]; i++) {
            at = nearestPoint(track, marks.points[3 * i], marks.points[3 * i + 1], at);
            heights[i] = (Number.isNaN(track.z[at]) ? marks.points[3 * i + 2] : track.z[at]) + above;
        }
    }
    return heights;
}

// A band along each mark; times and opacities of its points at both edges.
function bands(marks: Marks, heights: Float32Array): { positions: Float32Array; laid: Float32Array; indices: Uint32Array } {
    const count = marks.time.length,
        positions = new Float32Array(6 * count),
        laid = new Float32Array(4 * count),
        indices: number[] = [];
    const start = marks.time.length ? marks.time.reduce((a, b) => Math.min(a, b)) : 0;
    for (let m = 0; m + 1 < marks.starts.length; m++) {
        const first = marks.starts[m],
            end = marks.starts[m + 1];
        for (let i = first; i < end; i++) {
            const a = 3 * Math.max(first, i - 1),
                b = 3 * Math.min(end - 1, i + 1),
                dx = marks.points[b] - marks.points[a],
                dy = marks.points[b + 1] - marks.points[a + 1],
                length = Math.hypot(dx, dy) || 1;
            const [x, y, z] = [marks.points[3 * i], marks.points[3 * i + 1], heights[i]],
                ax = (-dy / length) * half,
                ay = (dx / length) * half;
            positions.set([x + ax, y + ay, z, x - ax, y - ay, z], 6 * i);
            laid.set([marks.time[i] - start, marks.opacity[i], marks.time[i] - start, marks.opacity[i]], 4 * i);
            if (i + 1 < end) indices.push(2 * i, 2 * i + 1, 2 * i + 3, 2 * i, 2 * i + 3, 2 * i + 2);
        }
    }
    return { positions, laid, indices: Uint32Array.from(indices) };
}

// Eight triangles around a point.
const ball = {
    positions: new Float32Array([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]),
    indices: new Uint16Array([0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5]),
};

export class SpaceMarks {
    visible = true;
    private readonly start: number;
    private readonly marksDrawn: Drawn;
    private readonly puffs: Drawn[] = [];
    private readonly geometry: Geometry;
    private readonly program: Program;
    private now = 0;

    constructor(
        private readonly gl: OGLRenderingContext,
        private readonly scene: Transform,
        private readonly marks: Marks,
        private readonly track: TrackLine,
    ) {
        this.start = marks.time.length ? marks.time.reduce((a, b) => Math.min(a, b)) : 0;
        this.program = new Program(gl, {
            vertex,
            fragment,
            cullFace: false,
            transparent: true,
            depthWrite: false,
            uniforms: { now: { value: 0 }, paint: { value: [0, 0, 0] }, alpha: { value: 1 } },
        });
        const { positions, laid, indices } = bands(marks, heightsOn(marks, track));
        this.marksDrawn = new Drawn(gl, {
            geometry: new Geometry(gl, { position: { size: 3, data: positions }, laid: { size: 2, data: laid }, index: { data: indices } }),
            program: this.program,
            frustumCulled: false,
        });
        this.marksDrawn.onBeforeRender(() => this.set(this.now, css('--skid'), 1));
        this.marksDrawn.setParent(scene);
        this.geometry = new Geometry(gl, {
            position: { size: 3, data: ball.positions },
            laid: { size: 2, data: new Float32Array(12).map((_, i) => i % 2) },
            index: { data: ball.indices },
        });
    }
    private set(now: number, paint: string, alpha: number): void {
        const { uniforms } = this.program;
        uniforms.now!.value = now;
        uniforms.paint!.value = rgb(paint);
        uniforms.alpha!.value = alpha;
    }
    private heightAt(x: number, y: number): number | null {
        const z = this.track.z[nearestPoint(this.track, x, y, -1)];
        return Number.isNaN(z) ? null : z;
    }
    show(time: number): void {
        this.now = time - this.start;
        this.marksDrawn.visible = this.visible && this.marks.starts.length > 1;
        const seen = this.visible ? puffsAt(this.marks.puffs, time).slice(-most) : [];
        while (this.puffs.length < seen.length) {
            const drawn = new Drawn(this.gl, { geometry: this.geometry, program: this.program, frustumCulled: false }),
                index = this.puffs.length;
            drawn.onBeforeRender(() => this.set(1, css('--smoke'), this.left[index] ?? 0));
            drawn.renderOrder = 1;
            drawn.setParent(this.scene);
            this.puffs.push(drawn);
        }
        this.left = seen.map(puff => 0.5 * puff.left);
        this.puffs.forEach((drawn, i) => {
            const puff = seen[i];
            drawn.visible = puff !== undefined;
            if (!puff) return;
            drawn.position.set(puff.x, puff.y, (this.heightAt(puff.x, puff.y) ?? puff.z) + puff.size / 2);
            drawn.scale.set(puff.size, puff.size, puff.size);
        });
    }
    private left: number[] = [];
}
