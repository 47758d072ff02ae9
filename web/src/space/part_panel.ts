// What is in a picture in 3D, to be shown or not: parts, by kind where there are kinds, and lines with a legend in words.
import { colourOf, onTheme } from '../base/colours';
import { checkbox, h, name } from '../base/dom';
import { count } from '../base/format';
import type { Scene } from '../source/source';
import { kindsOf, type LineKind } from './scene_lines';
import type { ScenePart } from './scene_meshes';
import type { Scene3d } from './scene3d';

interface Box {
    element: HTMLLabelElement;
    set(visible: boolean): void;
}

function partBox(part: ScenePart, index: number, scene: Scene3d | null): Box {
    const { mesh } = part,
        set = (visible: boolean) => scene?.show(index, visible);
    const element = checkbox('', !part.aside, set);
    element.append(
        name(mesh.name || `part ${index + 1}`),
        h(
            'small',
            null,
            part.places > 1 ? ` × ${count(part.places)}` : ` ${count(mesh.total)}`,
            mesh.certainty === 'guessed' ? ' (guessed)' : '',
            part.aside ? ` (${part.aside})` : '',
        ),
    );
    return {
        element,
        set(visible) {
            element.querySelector('input')!.checked = visible;
            set(visible);
        },
    };
}

// Some boxes under one that switches them all.
function folded(title: string, boxes: Box[], note: string): HTMLElement {
    const all = checkbox(title, true, visible => boxes.forEach(box => box.set(visible)), { 'data-kind': title });
    all.append(h('small', null, note));
    return h(
        'div',
        { class: 'part-kind' },
        all,
        h('details', null, h('summary', null, 'One by one'), h('div', { class: 'part-list' }, ...boxes.map(box => box.element))),
    );
}

function lineList(scene: Scene, picture: Scene3d): HTMLElement | null {
    if (!scene.lines.length) return null;
    const kinds = kindsOf(scene.lines),
        lines = picture.addLines(scene.lines, kinds),
        list = h('div', { class: 'line-list' });
    const swatches: [HTMLElement, LineKind][] = [];
    const boxes: HTMLInputElement[] = [];
    const all = checkbox('All lines', true, visible => boxes.filter(box => box.checked !== visible).forEach(box => box.click()));
    let group = '';
    for (const kind of kinds) {
        if (kind.group !== group && kind.value !== null) list.append(h('h4', { title: kind.meaning }, kind.group));
        group = kind.group;
        const swatch = h('span', { class: 'line-swatch', 'aria-hidden': 'true' }),
            box = checkbox(
                '',
                true,
                visible => {
                    lines.show(kind, visible);
                    picture.invalidate();
                },
                { 'data-line': `${kind.group}: ${kind.text}` },
            );
        swatches.push([swatch, kind]);
        box.append(swatch, name(kind.text), h('small', null, ` ${count(Math.round(kind.length))} m`));
        boxes.push(box.querySelector('input')!);
        list.append(box);
    }
    const paint = () => swatches.forEach(([swatch, kind]) => (swatch.style.background = colourOf(kind.colour)));
    paint();
    picture.whenClosed(onTheme(paint));
    return h('div', null, h('h3', null, 'Lines'), all, list);
}

export function partPanel(parts: ScenePart[], world: Scene | null, picture: Scene3d | null): HTMLElement {
    const boxes = parts.map((part, index) => partBox(part, index, picture));
    const kinds = [...new Set(parts.map(part => part.kind).filter(kind => kind !== null))];
    const all = (visible: boolean) => boxes.forEach(box => box.set(visible));
    return h(
        'div',
        { class: 'parts', role: 'group', 'aria-label': 'Parts' },
        h('h3', null, 'Parts'),
        h(
            'div',
            { class: 'row-of-tools' },
            h('button', { type: 'button', class: 'small', on: { click: () => all(true) } }, 'All'),
            h('button', { type: 'button', class: 'small', on: { click: () => all(false) } }, 'None'),
        ),
        h('div', { class: 'part-list' }, ...boxes.filter((_, i) => parts[i].kind === null).map(box => box.element)),
        ...kinds.map(kind => {
            const own = parts.map((part, i) => ({ part, box: boxes[i] })).filter(({ part }) => part.kind === kind),
                places = own.reduce((sum, { part }) => sum + part.places, 0);
            return folded(
                `${own[0].part.group}: ${kind}`,
                own.map(({ box }) => box),
                ` × ${count(places)}`,
            );
        }),
        world && picture ? lineList(world, picture) : null,
    );
}
