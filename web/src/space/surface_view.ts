// Surfaces, tracks and cars in 3D: parts, colours, places by a click, and what lies between two places.
import { css } from '../base/colours';
import { checkbox, choice, h, iconButton, icons, name, replace } from '../base/dom';
import { count, fixed, plural } from '../base/format';
import { CanvasFigure } from '../chart/canvas_figure';
import { decimalsOf, multiples, niceStep } from '../chart/ticks';
import type { Mesh } from '../source/source';
import type { View, ViewContext, ViewDefinition } from '../shell/view';
import { paintFlat } from './flat_picture';
import { Scene3d, type Colouring } from './scene3d';
import { cutThrough, roughnessOf, topOf, type Cut } from './section';
import { fileAxes, shapesOf, type Shapes } from './shape';

const cutSteps = 2000;
type Place = [number, number, number];

export const surfaceView: ViewDefinition = {
    name: 'surface',
    title: '3D',
    isFor: document => document.surfaces.length > 0,
    isFirstFor: document => document.kind === 'surface' || document.kind === 'track' || document.kind === 'car',
    async make(context) {
        const meshes: Mesh[] = [];
        for (let i = 0; i < context.document.surfaces.length; i++) meshes.push(await context.document.surface(i));
        return new SurfaceView(context, meshes);
    },
};

class SurfaceView implements View {
    readonly element: HTMLElement;
    readonly keys = [
        { keys: '← → ↑ ↓', does: 'turn; with Shift: move' },
        { keys: '+ − 0', does: 'zoom, all of it' },
        { keys: 'T', does: 'from above' },
        { keys: 'Esc', does: 'take the cut away' },
    ];
    private readonly shapes: Shapes;
    private readonly scene: Scene3d | null;
    private readonly told = h('p', { class: 'place-told', role: 'status' }, 'Click a place for its coordinates; a second one for the cut between them.');
    private readonly below = h('div', { class: 'charts' });
    private picked: Place[] = [];
    private cutFigure: CanvasFigure | null = null;

    constructor(context: ViewContext, private readonly meshes: Mesh[]) {
        const { document } = context;
        this.shapes = shapesOf(meshes);
        const triangles = meshes.reduce((sum, mesh) => sum + mesh.total, 0), shown = meshes.reduce((sum, mesh) => sum + mesh.shown, 0);
        const points = document.surfaces.reduce((sum, surface) => sum + surface.vertices, 0);
        const facts = `${plural(points, 'point')}, ${plural(triangles, 'triangle')}${shown < triangles ? `, ${count(shown)} of them shown here` : ''}`;
        const textured = meshes.some(mesh => mesh.uvs && mesh.groups.some(group => group.image !== null));
        const label = `${document.file} in 3D: ${facts}`;
        let scene: Scene3d | null = null, problem = '';
        try {
            scene = new Scene3d(label, this.shapes, image => document.image(image), (x, y, z) => this.pick([x, y, z]));
        } catch (error) {
            problem = error instanceof Error ? error.message : String(error);
        }
        this.scene = scene;
        const stage = h('div', { class: 'space-stage' });
        if (scene) {
            const first: Colouring = textured ? 'texture' : document.kind === 'car' ? 'plain' : 'height';
            void scene.colour(first);
            const colours = choice<Colouring>('Colours', [
                ...(textured ? [{ value: 'texture' as const, text: 'Textures' }] : []), { value: 'height', text: 'Height' }, { value: 'slope', text: 'Slope' }, { value: 'plain', text: 'Plain' },
            ], first, chosen => {
                void scene.colour(chosen);
                this.tellKey(chosen);
            });
            const tools = h('div', { class: 'row-of-tools' }, colours,
                iconButton(icons.fit, 'All of it (0)', () => scene.orbit.reset()), h('button', { type: 'button', on: { click: () => scene.orbit.fromAbove() } }, 'From above'),
                h('span', { class: 'spring' }), this.ramp);
            stage.append(tools, scene.element);
            this.tellKey(first);
        } else {
            const flat = new CanvasFigure('Seen from above', label, 560, (paint, width, height) => paintFlat(paint, width, height, this.shapes));
            stage.append(h('p', { class: 'problem' }, `There is no 3D here: ${problem}. The surface seen from above:`), flat.element);
        }
        this.element = h('div', { class: 'view' }, h('div', { class: 'row-of-tools' }, h('h2', null, document.kind === 'track' ? 'Track' : document.kind === 'car' ? 'Car' : document.kind === 'surface' ? 'Surface' : '3D parts'), h('span', { class: 'note' }, facts)),
            h('div', { class: meshes.length > 1 ? 'with-parts' : null }, stage, meshes.length > 1 ? this.parts() : null), this.told, this.below);
    }

    private readonly ramp = h('span', { class: 'ramp-key' });
    private tellKey(colouring: Colouring): void {
        const { lowest, highest, middle } = this.shapes;
        const texts: { [name in Colouring]: string } = {
            height: `height ${fixed(lowest + middle.z, 2)} m (dark) to ${fixed(highest + middle.z, 2)} m (bright)`,
            slope: 'level (dark) to 25 % or steeper (bright)', texture: '', plain: '',
        };
        replace(this.ramp, texts[colouring]);
    }
    private parts(): HTMLElement {
        const boxes = this.meshes.map((_, part) => checkbox('', true, visible => this.scene?.show(part, visible)));
        boxes.forEach((box, part) => box.append(name(this.meshes[part]!.name || `part ${part + 1}`), h('small', null, ` ${count(this.meshes[part]!.total)}`,
            this.meshes[part]!.certainty === 'guessed' ? ' (guessed)' : '')));
        const all = (visible: boolean) => boxes.forEach((box, part) => {
            box.querySelector('input')!.checked = visible;
            this.scene?.show(part, visible);
        });
        return h('div', { class: 'parts', role: 'group', 'aria-label': 'Parts' }, h('h3', null, 'Parts'),
            h('div', { class: 'row-of-tools' }, h('button', { type: 'button', class: 'small', on: { click: () => all(true) } }, 'All'), h('button', { type: 'button', class: 'small', on: { click: () => all(false) } }, 'None')),
            h('div', { class: 'part-list' }, ...boxes));
    }

    private trueText([x, y, z]: Place): string {
        const { middle } = this.shapes, place = fileAxes(this.meshes[0]!, { x: x + middle.x, y: y + middle.y, z: z + middle.z });
        return `x ${fixed(place.x, 3)}, y ${fixed(place.y, 3)}, z ${fixed(place.z, 3)}`;
    }
    private pick(place: Place): void {
        if (this.picked.length >= 2) this.clear();
        this.picked.push(place);
        this.scene?.mark(this.picked);
        if (this.picked.length === 1) {
            this.told.textContent = `Here: ${this.trueText(place)}. Click a second place for the cut between.`;
            return;
        }
        const [a, b] = this.picked as [Place, Place];
        const cut = cutThrough(this.shapes, this.scene!.seen, a[0], a[1], b[0], b[1]);
        if (!(cut.length > 0)) return;
        const top = topOf(cut, cutSteps), step = cut.length / (cutSteps - 1), rough = roughnessOf(top, step), rise = b[2] - a[2];
        const text = [
            `From ${this.trueText(a)} to ${this.trueText(b)}: ${fixed(cut.length, 2)} m`, `${rise < 0 ? 'down' : 'up'} ${fixed(Math.abs(rise), 3)} m (${fixed((100 * Math.abs(rise)) / cut.length, 1)} %)`,
            rough === null ? '' : `roughness ${fixed(rough * 1000, 1)} mm (from the mean within 1.5 m)`,
        ].filter(part => part).join('; ');
        this.told.textContent = text + '.';
        this.cutFigure?.close();
        this.cutFigure = new CanvasFigure('Cut through the surface', text, 240, (paint, width, height) => paintCut(paint, width, height, cut, this.shapes.middle.z));
        replace(this.below, this.cutFigure.element);
    }
    private clear(): void {
        this.picked = [];
        this.scene?.mark([]);
        this.cutFigure?.close();
        this.cutFigure = null;
        replace(this.below);
    }

    shown(): void {
        this.scene?.invalidate();
    }
    closed(): void {
        this.cutFigure?.close();
        this.scene?.close();
    }
    key(event: KeyboardEvent): boolean {
        if (event.key === 'Escape' && this.picked.length) {
            this.clear();
            return true;
        }
        return this.scene?.orbit.key(event) ?? false;
    }
}

// Heights over the way, with steps that people count in; heights are stretched to fill the figure.
function paintCut(paint: CanvasRenderingContext2D, width: number, height: number, cut: Cut, datum: number): void {
    const left = 58, right = 12, top = 10, bottom = 26;
    let low = Infinity, high = -Infinity;
    for (const piece of cut.pieces) {
        low = Math.min(low, piece.low, piece.high);
        high = Math.max(high, piece.low, piece.high);
    }
    if (!(high >= low)) return;
    const room = Math.max((high - low) * 0.1, 0.005);
    low -= room;
    high += room;
    const x = (metres: number) => left + (metres / cut.length) * (width - left - right);
    const y = (z: number) => top + ((high - z) / (high - low)) * (height - top - bottom);
    paint.lineWidth = 1;
    paint.strokeStyle = css('--grid');
    paint.fillStyle = css('--muted');
    const label = (from: number, to: number, most: number, draw: (value: number, digits: number) => void) => {
        const step = niceStep(to - from, most);
        for (const value of multiples(from, to, step)) draw(value, decimalsOf(step));
    };
    paint.textAlign = 'right';
    paint.textBaseline = 'middle';
    label(low + datum, high + datum, 5, (value, digits) => {
        const at = Math.round(y(value - datum)) + 0.5;
        paint.beginPath();
        paint.moveTo(left, at);
        paint.lineTo(width - right, at);
        paint.stroke();
        paint.fillText(value.toFixed(digits).replace('-', '−'), left - 6, at);
    });
    paint.textAlign = 'center';
    paint.textBaseline = 'top';
    label(0, cut.length, Math.max(3, (width - left) / 90), (value, digits) => paint.fillText(`${value.toFixed(digits)}${value === 0 ? ' m' : ''}`, x(value), height - bottom + 8));
    paint.strokeStyle = css('--accent');
    paint.lineWidth = 1.6;
    paint.beginPath();
    for (const piece of cut.pieces) {
        paint.moveTo(x(piece.from), y(piece.low));
        paint.lineTo(x(piece.to), y(piece.high));
    }
    paint.stroke();
}
