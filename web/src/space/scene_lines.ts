// Lines of a scene over its surfaces: as wide on the screen at any distance, in a colour for each kind of what is along
// them. Where something cannot be passed there is a low wall as well.
import { Mesh as Drawn, Geometry, type OGLRenderingContext, Program, type Transform } from 'ogl';
import { colourOf, seriesColours } from '../base/colours';
import type { SceneLine, Vec3 } from '../source/source';
import { rgb } from './vectors';

const raised = 0.08,
    wall = 1; // m

// Slightly nearer to the eye, so that it hides the surface under it.
const nearer = 'view.xyz *= 0.997;';
const lineVertex = `#version 300 es
in vec3 position; in vec3 other; in float side;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform vec2 pixels; uniform float width;
vec4 clipped(vec4 view, vec4 to) { // ends in front of the eye
    float front = -0.2;
    return view.z < front ? view : mix(view, to, clamp((view.z - front) / max(1e-6, view.z - to.z), 0.0, 1.0));
}
void main() {
    vec4 a = modelViewMatrix * vec4(position, 1.0), b = modelViewMatrix * vec4(other, 1.0);
    vec4 view = clipped(a, b), end = clipped(b, a);
    ${nearer}
    vec4 from = projectionMatrix * view, to = projectionMatrix * end;
    vec2 along = (to.xy / to.w - from.xy / from.w) * pixels;
    vec2 across = length(along) > 1e-6 ? normalize(vec2(-along.y, along.x)) : vec2(0.0, 1.0);
    gl_Position = from + vec4(across * side * width / pixels * from.w, 0.0, 0.0);
}`;
const wallVertex = `#version 300 es
in vec3 position;
uniform mat4 modelViewMatrix, projectionMatrix;
void main() {
    vec4 view = modelViewMatrix * vec4(position, 1.0);
    ${nearer}
    gl_Position = projectionMatrix * view;
}`;
const fragment = `#version 300 es
precision highp float;
uniform vec3 paint; uniform float strength;
out vec4 colour;
void main() { colour = vec4(paint * strength, strength); }`;

// What people switch: the stretches of all lines of one name that are of one kind.
export interface LineKind {
    group: string; // the class of the line, or its name
    meaning: string | null;
    value: number | null; // null = the line has no kinds
    text: string;
    length: number; // m
    colour: number; // of colourOf
}

const textOf = (line: SceneLine, value: number) => line.kinds!.labels[value] ?? `kind ${value}`;

export function wordAt(line: SceneLine, point: number): string | null {
    return line.kinds ? textOf(line, line.kind[point]) : null;
}

// Those of one group follow each other; the longest first.
export function kindsOf(lines: SceneLine[]): LineKind[] {
    const all: LineKind[] = [];
    for (const line of lines) {
        const group = line.kinds?.name ?? line.name;
        for (let i = 0; i + 1 < line.positions.length / 3; i++) {
            const value = line.kinds ? line.kind[i] : null;
            let known = all.find(each => each.group === group && each.value === value);
            if (!known)
                all.push(
                    (known = {
                        group,
                        meaning: line.kinds?.meaning ?? null,
                        value,
                        text: value === null ? line.name : textOf(line, value),
                        length: 0,
                        colour: 0,
                    }),
                );
            const p = line.positions,
                at = 3 * i;
            known.length += Math.hypot(p[at + 3] - p[at], p[at + 4] - p[at + 1], p[at + 5] - p[at + 2]) || 0;
        }
    }
    const groups = [...new Set(all.map(each => each.group))];
    return groups.flatMap((group, g) => {
        const own = all.filter(each => each.group === group).sort((a, b) => b.length - a.length);
        own.forEach((each, i) => (each.colour = (g + i * groups.length) % seriesColours));
        return own;
    });
}

export class SceneLines {
    private readonly line: Program;
    private readonly wall: Program;
    private readonly drawn = new Map<LineKind, Drawn[]>();

    constructor(
        private readonly gl: OGLRenderingContext,
        private readonly parent: Transform,
        lines: SceneLine[],
        kinds: LineKind[],
        shift: Vec3,
    ) {
        const uniforms = () => ({ paint: { value: [1, 1, 1] }, strength: { value: 1 }, pixels: { value: [1, 1] }, width: { value: 1.5 } });
        this.line = new Program(gl, { vertex: lineVertex, fragment, cullFace: false, uniforms: uniforms() });
        this.wall = new Program(gl, {
            vertex: wallVertex,
            fragment,
            cullFace: false,
            transparent: true,
            depthWrite: false,
            uniforms: uniforms(),
        });
        this.wall.setBlendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        for (const kind of kinds)
            this.add(
                kind,
                lines.filter(line => (line.kinds?.name ?? line.name) === kind.group),
                shift,
            );
    }

    private add(kind: LineKind, lines: SceneLine[], shift: Vec3): void {
        const ends: number[] = [],
            others: number[] = [],
            sides: number[] = [],
            feet: number[] = [];
        for (const { positions: p, kind: values, upright } of lines) {
            for (let i = 0; i + 1 < p.length / 3; i++) {
                if (kind.value !== null && values[i] !== kind.value) continue;
                const [a, b] = [i, i + 1].map(
                    k => [p[3 * k] + shift.x, p[3 * k + 1] + shift.y, p[3 * k + 2] + shift.z + (upright ? wall : raised)] as const,
                );
                // two triangles; sides are seen from the point toward the other
                for (const [from, to, side] of [
                    [a, b, 1],
                    [a, b, -1],
                    [b, a, 1],
                    [a, b, 1],
                    [b, a, 1],
                    [b, a, -1],
                ] as const) {
                    ends.push(...from!);
                    others.push(...to!);
                    sides.push(side);
                }
                if (!upright) continue;
                for (const [end, foot] of [
                    [a, 1],
                    [b, 1],
                    [b, 0],
                    [a, 1],
                    [b, 0],
                    [a, 0],
                ] as const)
                    feet.push(end![0], end![1], end![2] - foot * wall);
            }
        }
        const drawn = [
            this.place(
                new Geometry(this.gl, {
                    position: { size: 3, data: new Float32Array(ends) },
                    other: { size: 3, data: new Float32Array(others) },
                    side: { size: 1, data: new Float32Array(sides) },
                }),
                this.line,
                kind,
                1,
            ),
        ];
        if (feet.length)
            drawn.push(this.place(new Geometry(this.gl, { position: { size: 3, data: new Float32Array(feet) } }), this.wall, kind, 0.45));
        this.drawn.set(kind, drawn);
    }
    private place(geometry: Geometry, program: Program, kind: LineKind, strength: number): Drawn {
        const drawn = new Drawn(this.gl, { geometry, program, frustumCulled: false });
        drawn.onBeforeRender(() => {
            program.uniforms.paint!.value = rgb(colourOf(kind.colour));
            program.uniforms.strength!.value = strength;
            program.uniforms.pixels!.value = [this.gl.canvas.width, this.gl.canvas.height];
            program.uniforms.width!.value = 1.6 * Math.min(devicePixelRatio, 2);
        });
        drawn.setParent(this.parent);
        return drawn;
    }
    show(kind: LineKind, visible: boolean): void {
        for (const drawn of this.drawn.get(kind) ?? []) drawn.visible = visible;
    }
}
