// Surfaces, tracks and cars in 3D: parts, colours, points by a click, and what is between two points.

import { css } from '../base/colours';
import { checkbox, choice, h, iconButton, icons, replace } from '../base/dom';
import { capital, count, distance, fixed, plural } from '../base/format';
import { isolated } from '../base/isolated';
import { reasonOf } from '../base/reason';
import { CanvasFigure } from '../chart/canvas_figure';
import { decimalsOf, multiples, niceStep } from '../chart/ticks';
import type { View, ViewContext, ViewDefinition } from '../shell/view';
import type { Mesh, Scene, SceneLine } from '../source/source';
import { paintFlat } from './flat_picture';
import { partPanel } from './part_panel';
import { roadOf } from './road';
import { wordAt } from './scene_lines';
import { partsOf, type ScenePart } from './scene_meshes';
import { type Colouring, Scene3d } from './scene3d';
import { type Cut, cutThrough, roughnessOf, topOf } from './section';
import { fileAxes, type Shapes, shapesOf } from './shape';
import { classColour, className, hasTint, usualRange } from './tints';

const cutSteps = 2000;
type Place = [number, number, number];

export const surfaceView: ViewDefinition = {
    name: 'surface',
    isFor: document => document.surfaces.length > 0,
    isFirstFor: document => document.kind === 'surface' || document.kind === 'track' || document.kind === 'car',
    make: context => RenewedView.of(context),
};

async function makeView(context: ViewContext): Promise<SurfaceView> {
    const scene = await context.document.scene();
    if (scene) return new SurfaceView(context, partsOf(scene), scene);
    const meshes: Mesh[] = [];
    for (let i = 0; i < context.document.surfaces.length; i++) meshes.push(await context.document.surface(i));
    return new SurfaceView(
        context,
        meshes.map(mesh => ({ mesh, kind: null, group: '', aside: '', backdrop: false, places: 1 })),
        null,
    );
}

// Made again when the document got pictures meanwhile: those of a track are in another file.
class RenewedView implements View {
    readonly element = h('div', { class: 'view' });
    private constructor(private view: SurfaceView) {
        replace(this.element, view.element);
    }
    static async of(context: ViewContext): Promise<RenewedView> {
        let pictures = context.document.images.length;
        const made = new RenewedView(await makeView(context));
        context.whenDocumentsChange(() => {
            if (context.document.images.length === pictures) return;
            pictures = context.document.images.length;
            void makeView(context).then(view => {
                made.view.closed();
                made.view = view;
                replace(made.element, view.element);
                view.shown();
            });
        });
        return made;
    }
    get keys() {
        return this.view.keys;
    }
    shown(): void {
        this.view.shown();
    }
    closed(): void {
        this.view.closed();
    }
    key(event: KeyboardEvent): boolean {
        return this.view.key(event);
    }
}

class SurfaceView {
    readonly element: HTMLElement;
    readonly keys = [
        { keys: '← → ↑ ↓', does: 'turn; with Shift: move' },
        { keys: '+ − 0', does: 'zoom, all of it' },
        { keys: 'T', does: 'from above' },
        { keys: 'Esc', does: 'take the cut away' },
    ];
    private readonly shapes: Shapes;
    private readonly scene: Scene3d | null;
    private readonly told = h(
        'p',
        { class: 'place-told', role: 'status' },
        'Click a point for its coordinates; a second one for the cross-section between them.',
    );
    private readonly below = h('div', { class: 'charts' });
    private picked: Place[] = [];
    private cutFigure: CanvasFigure | null = null;

    private readonly meshes: Mesh[];

    constructor(
        private readonly context: ViewContext,
        private readonly shownParts: ScenePart[],
        private readonly world: Scene | null,
    ) {
        const meshes = (this.meshes = shownParts.map(part => part.mesh));
        const around = shownParts.filter(part => !part.backdrop && !part.aside).map(part => part.mesh);
        this.shapes = shapesOf(meshes, around.length ? around : meshes);
        const facts = this.facts(),
            label = `${isolated(context.document.file)} in 3D: ${facts}`,
            stage = h('div', { class: 'space-stage' });
        const made = this.makeScene(label);
        this.scene = made instanceof Scene3d ? made : null;
        if (this.scene) this.fillStage(stage, this.scene);
        else stage.append(h('p', { class: 'problem' }, `There is no 3D here: ${made}. The surface seen from above:`), this.flat(label));
        if (this.shapes.arePoints)
            this.told.textContent =
                'This is a point cloud without triangles. Click a point for its coordinates; a second one for the distance between.';
        const several = meshes.length > 1,
            panel = several ? partPanel(shownParts, world, this.scene) : null;
        this.element = h(
            'div',
            { class: 'view' },
            h('div', { class: 'row-of-tools' }, h('h2', null, this.heading()), h('span', { class: 'note' }, facts)),
            this.missing(),
            ...(world?.notes ?? []).map(note => h('p', { class: 'note' }, note)),
            h('div', { class: several ? 'with-parts' : null }, stage, panel),
            this.told,
            this.below,
        );
    }

    private facts(): string {
        const { meshes, world } = this;
        const triangles = meshes.reduce((sum, mesh) => sum + mesh.total, 0),
            shown = meshes.reduce((sum, mesh) => sum + mesh.shown, 0),
            points = world
                ? meshes.reduce((sum, mesh) => sum + mesh.positions.length / 3, 0)
                : this.context.document.surfaces.reduce((sum, surface) => sum + surface.vertices, 0);
        const part = shown < triangles ? `, ${count(shown)} of them shown here` : '';
        return `${plural(points, 'point')}, ${plural(triangles, 'triangle')}${part}`;
    }
    private heading(): string {
        const { kind } = this.context.document;
        return kind === 'track' || kind === 'car' || kind === 'surface' ? capital(kind) : '3D parts';
    }
    private missing(): HTMLElement | null {
        if (!this.world?.missing) return null;
        const advice = this.context.source.live ? 'Drop that file on this page, too.' : 'Make the report with both files.';
        return h('p', { class: 'note', 'data-missing': true }, `Not here: ${this.world.missing}. `, advice);
    }
    // Where there is none: why.
    private makeScene(label: string): Scene3d | string {
        try {
            return new Scene3d(
                label,
                this.shapes,
                this.shownParts.map(part => part.backdrop),
                image => this.context.document.image(image),
                (x, y, z, part, triangle) => this.pick([x, y, z], part, triangle),
            );
        } catch (error) {
            return reasonOf(error);
        }
    }
    private flat(label: string): HTMLElement {
        return new CanvasFigure('Seen from above', label, 560, (paint, width, height) => paintFlat(paint, width, height, this.shapes))
            .element;
    }
    private colouringChoice(first: Colouring, textured: boolean, choose: (colouring: Colouring) => void): HTMLElement {
        const { meshes } = this,
            hasPictures = meshes.some(mesh => mesh.groups.some(group => group.image !== null));
        const all: { value: Colouring; text: string; isThere: boolean }[] = [
            { value: 'texture', text: hasPictures ? 'Textures' : 'By texture', isThere: textured },
            { value: 'height', text: 'Height', isThere: true },
            { value: 'slope', text: 'Slope', isThere: !this.shapes.arePoints },
            { value: 'block', text: 'Blocks', isThere: meshes.some(mesh => mesh.blocks) },
            { value: 'own', text: 'Own colours', isThere: meshes.some(mesh => hasTint(mesh, 'own')) },
            { value: 'intensity', text: 'Intensity', isThere: meshes.some(mesh => hasTint(mesh, 'intensity')) },
            { value: 'class', text: 'Class', isThere: meshes.some(mesh => hasTint(mesh, 'class')) },
            { value: 'plain', text: 'Plain', isThere: true },
        ];
        const shown = all.filter(each => each.isThere).map(({ value, text }) => ({ value, text }));
        return choice<Colouring>('Colours', shown, first, choose);
    }
    private fillStage(stage: HTMLElement, scene: Scene3d): void {
        const { meshes, world } = this,
            textured = world !== null || meshes.some(mesh => mesh.uvs && mesh.groups.some(group => group.image !== null)),
            coloured = meshes.some(mesh => hasTint(mesh, 'own')),
            first: Colouring = textured ? 'texture' : coloured ? 'own' : this.context.document.kind === 'car' ? 'plain' : 'height';
        const colour = (colouring: Colouring) => {
            void scene.colour(colouring);
            this.tellKey(colouring);
        };
        const tools = h(
            'div',
            { class: 'row-of-tools' },
            this.colouringChoice(first, textured, colour),
            iconButton(icons.fit, 'All of it (0)', () => scene.orbit.reset()),
            h('button', { type: 'button', on: { click: () => scene.orbit.fromAbove() } }, 'From above'),
            scene.animates ? checkbox('Animated bitmaps', scene.plays, plays => scene.play(plays), { 'data-action': 'animate' }) : null,
            h('span', { class: 'spring' }),
            this.ramp,
        );
        colour(first);
        stage.append(tools, scene.element);
        for (const [i, part] of this.shownParts.entries()) if (part.aside) scene.show(i, false);
        if (world?.lines.length) stage.append(this.alongRoad(world.lines[0], scene));
    }

    private readonly ramp = h('span', { class: 'ramp-key' });
    private tellKey(colouring: Colouring): void {
        const { lowest, highest, middle } = this.shapes;
        const [dim, bright] = colouring === 'intensity' ? usualRange(this.meshes) : [0, 0];
        const texts: { [name in Colouring]: string } = {
            own: 'as the file has them',
            intensity: `intensity ${count(dim)} or less (dark) to ${count(bright)} or more (bright)`,
            class: '',
            height: `height ${distance(lowest + middle.z, 2, this.unit)} (dark) to ${distance(highest + middle.z, 2, this.unit)} (bright)`,
            slope: 'level (dark) to 25 % or steeper (bright)',
            texture: '',
            plain: '',
            block: `${plural(
                this.meshes.reduce((sum, mesh) => sum + (mesh.blocks?.colours.length ?? 0), 0),
                'block',
            )} of points; neighbours differ`,
        };
        replace(this.ramp, texts[colouring], ...(colouring === 'class' ? this.classKey() : []));
    }
    // A mark of each class there is, the most frequent first.
    private classKey(): HTMLElement[] {
        const found = new Map<number, number>();
        for (const { points } of this.meshes) for (const each of points.classes ?? []) found.set(each, (found.get(each) ?? 0) + 1);
        return [...found]
            .sort((a, b) => b[1] - a[1])
            .map(([number]) => {
                const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
                swatch.style.background = classColour(number);
                return h('span', { class: 'class-key' }, swatch, `${className(number)} `);
            });
    }
    // From the road, as its drivers see it: where, is chosen along the line.
    private alongRoad(line: SceneLine, scene: Scene3d): HTMLElement {
        const road = roadOf(line, this.shapes, this.world!.origin),
            told = h('output', { class: 'note' });
        const range = h('input', {
            type: 'range',
            min: 0,
            max: Math.max(1, Math.floor(road.length)),
            step: 1,
            value: 0,
            'aria-label': 'Along the road, metres',
            'data-action': 'along',
        });
        const go = () => {
            const { place, heading, point } = road.at(Number(range.value));
            told.textContent = [`${count(Number(range.value))} m`, this.kindsAt(point)].filter(text => text).join('; ');
            scene.orbit.behind({ x: place[0], y: place[1], z: place[2] + 1 }, heading, 12, 0.12);
        };
        range.addEventListener('input', go);
        return h(
            'div',
            { class: 'row-of-tools along-road' },
            h('button', { type: 'button', on: { click: go } }, 'On the road'),
            range,
            told,
        );
    }
    // What lines say about a point of theirs, in words.
    private kindsAt(point: number): string {
        return (this.world?.lines ?? [])
            .map(line => wordAt(line, point))
            .map((word, i) => (word === null ? '' : `${isolated(this.world!.lines[i].name)}: ${word}`))
            .filter(text => text)
            .join(', ');
    }
    private trueText([x, y, z]: Place): string {
        const { middle } = this.shapes,
            place = fileAxes(this.meshes[0], { x: x + middle.x, y: y + middle.y, z: z + middle.z });
        return `x ${fixed(place.x, 3)}, y ${fixed(place.y, 3)}, z ${fixed(place.z, 3)}${this.unit === 'm' ? '' : ` ${this.unit}`}`;
    }
    // What lengths are in.
    private get unit(): string {
        return this.meshes[0]?.unit ?? 'm';
    }
    // The part, and what is said about the nearest point of the road.
    private what(place: Place, part: number): string {
        const line = this.world?.lines[0];
        if (!this.world) return '';
        const near = line ? roadOf(line, this.shapes, this.world.origin).nearest(place) : null;
        return [
            ` (${isolated(this.meshes[part].name)}`,
            near ? `, ${isolated(line!.name)} point ${near.point} at ${count(Math.round(near.distance))} m` : '',
            near ? `: ${this.kindsAt(near.point)}` : '',
            ')',
        ].join('');
    }
    private blockAt(part: number, triangle: number): string {
        const { blocks } = this.meshes[part],
            number = blocks?.of[triangle];
        return number === undefined ? '' : number < 0 ? ' (in no block)' : ` (block ${number})`;
    }
    private pick(place: Place, part: number, triangle: number): void {
        if (this.picked.length >= 2) this.clear();
        this.picked.push(place);
        this.scene?.mark(this.picked);
        if (this.picked.length === 1) {
            const what = `${this.what(place, part)}${this.blockAt(part, triangle)}`;
            this.told.textContent = `Here: ${this.trueText(place)}${what}. Click a second point for the cross-section between.`;
            return;
        }
        const [a, b] = this.picked as [Place, Place];
        const cut = cutThrough(this.shapes, this.scene!.seen, a[0], a[1], b[0], b[1]);
        if (!(cut.length > 0)) return;
        const top = topOf(cut, cutSteps),
            step = cut.length / (cutSteps - 1),
            rough = this.unit === 'm' ? roughnessOf(top, step) : null,
            rise = b[2] - a[2];
        const text = [
            `From ${this.trueText(a)} to ${this.trueText(b)}: ${distance(cut.length, 2, this.unit)}`,
            `${rise < 0 ? 'down' : 'up'} ${distance(Math.abs(rise), 3, this.unit)} (${fixed((100 * Math.abs(rise)) / cut.length, 1)} %)`,
            rough === null ? '' : `roughness ${fixed(rough * 1000, 1)} mm (from the mean within 1.5 m)`,
        ]
            .filter(part => part)
            .join('; ');
        this.told.textContent = `${text}.`;
        this.cutFigure?.close();
        if (cut.pieces.length === 0) return; // between points
        this.cutFigure = new CanvasFigure('Cut through the surface', text, 240, (paint, width, height) =>
            paintCut(paint, width, height, cut, this.shapes.middle.z, this.unit),
        );
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
function paintCut(paint: CanvasRenderingContext2D, width: number, height: number, cut: Cut, datum: number, unit: string): void {
    const left = 58,
        right = 12,
        top = 10,
        bottom = 26;
    let low = Infinity,
        high = -Infinity;
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
        paint.fillText(fixed(value, digits), left - 6, at);
    });
    paint.textAlign = 'center';
    paint.textBaseline = 'top';
    label(0, cut.length, Math.max(3, (width - left) / 90), (value, digits) =>
        paint.fillText(`${fixed(value, digits)}${value === 0 ? ` ${unit}` : ''}`, x(value), height - bottom + 8),
    );
    paint.strokeStyle = css('--accent');
    paint.lineWidth = 1.6;
    paint.beginPath();
    for (const piece of cut.pieces) {
        paint.moveTo(x(piece.from), y(piece.low));
        paint.lineTo(x(piece.to), y(piece.high));
    }
    paint.stroke();
}
