// Colours of points by what was measured at them: their own, their intensity, their class.
import type { OGLRenderingContext } from 'ogl';
import { rampColour } from '../base/colours';
import type { Mesh } from '../source/source';
import { rgb } from './vectors';

export type Tinting = 'own' | 'intensity' | 'class';
export const isTinting = (colouring: string): colouring is Tinting => ['own', 'intensity', 'class'].includes(colouring);
export function hasTint({ points }: Mesh, tinting: Tinting): boolean {
    return (tinting === 'own' ? points.colours : tinting === 'intensity' ? points.intensity : points.classes) !== null;
}

// Of the ASPRS, by their numbers.
const classNames = [
    'never classified',
    'unclassified',
    'ground',
    'low vegetation',
    'medium vegetation',
    'high vegetation',
    'building',
    'low noise',
    'model key point',
    'water',
    'rail',
    'road',
    'overlap',
    'wire guard',
    'wire conductor',
    'transmission tower',
    'wire connector',
    'bridge deck',
    'high noise',
];
export const className = (number: number): string => classNames[number] ?? `class ${number}`;
// biome-ignore format: a table
const classColours = [
    '#9a9a9a', '#bdbdbd', '#8c5a2b', '#a6d96a', '#66bd63', '#1a7837', '#d73027', '#f781bf', '#756bb1', '#3182bd',
    '#636363', '#4d4d4d', '#c7b9e2', '#fdae61', '#fee08b', '#e08214', '#b2abd2', '#80cdc1', '#e7298a',
];
export const classColour = (number: number): string => classColours[number] ?? classColours[number % classColours.length];

// The values that all but one in two hundred at each end are between.
export function usualRange(meshes: Mesh[]): [number, number] {
    const some: number[] = [];
    for (const { points } of meshes) {
        const step = Math.max(1, Math.floor((points.intensity?.length ?? 0) / 20_000));
        for (let i = 0; i < (points.intensity?.length ?? 0); i += step)
            if (Number.isFinite(points.intensity![i])) some.push(points.intensity![i]);
    }
    some.sort((a, b) => a - b);
    const at = (share: number) => some[Math.round(share * (some.length - 1))] ?? 0;
    return [at(0.005), at(0.995)];
}

interface Tint {
    size: number;
    data: Uint8Array;
    type: number;
    normalized: boolean;
    needsUpdate?: boolean;
}

export class Tints {
    readonly any: boolean;
    private readonly all: Tint[] = [];
    private readonly meshes: Mesh[];
    private shown: Tinting | null = null;

    constructor(gl: OGLRenderingContext, meshes: Mesh[]) {
        this.meshes = meshes;
        this.any = meshes.some(mesh => (['own', 'intensity', 'class'] as const).some(tinting => hasTint(mesh, tinting)));
        if (!this.any) return;
        this.all = meshes.map(mesh => ({
            size: 4,
            data: new Uint8Array(4 * (mesh.positions.length / 3)).fill(160),
            type: gl.UNSIGNED_BYTE,
            normalized: true,
        }));
    }
    // Attributes of a part's geometries.
    of(part: number): { tint?: Tint } {
        return this.any ? { tint: this.all[part] } : {};
    }
    show(tinting: Tinting): void {
        if (this.shown === tinting) return;
        this.shown = tinting;
        const [low, high] = usualRange(this.meshes);
        const ofClass = Array.from({ length: 256 }, (_, i) => rgb(classColour(i)).map(share => Math.round(255 * share)));
        const ramp = Array.from({ length: 256 }, (_, i) => rgb(rampColour(i / 255)).map(share => Math.round(255 * share)));
        for (const [part, { points }] of this.meshes.entries()) {
            const { data } = this.all[part],
                put = (i: number, colour: ArrayLike<number>, from = 0) => {
                    for (let k = 0; k < 3; k++) data[4 * i + k] = colour[from + k];
                };
            for (let i = 0; i < data.length / 4; i++) {
                if (tinting === 'own' && points.colours) put(i, points.colours, 3 * i);
                else if (tinting === 'intensity' && points.intensity) {
                    const share = (points.intensity[i] - low) / (high - low || 1);
                    put(i, ramp[Math.round(255 * Math.min(Math.max(share, 0), 1))] ?? ramp[0]);
                } else if (tinting === 'class' && points.classes) put(i, ofClass[points.classes[i]]);
            }
            this.all[part].needsUpdate = true;
        }
    }
}
