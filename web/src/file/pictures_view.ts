// Every picture of a file: small ones in a grid, one of them large with its facts.
import { h, iconButton, icons, name, replace } from '../base/dom';
import { plural } from '../base/format';
import { reasonOf } from '../base/reason';
import { saveAs } from '../base/save';
import { pause } from '../base/turns';
import type { View, ViewContext, ViewDefinition } from '../shell/view';
import type { ImageInfo, Picture } from '../source/source';

export const picturesView: ViewDefinition = {
    name: 'pictures',
    isFor: document => document.images.length > 0,
    isFirstFor: document => document.kind === 'picture',
    make: context => Promise.resolve(new PicturesView(context)),
};

function drawn(picture: Picture): HTMLCanvasElement {
    const canvas = h('canvas', { width: picture.width, height: picture.height });
    canvas.getContext('2d')!.putImageData(new ImageData(new Uint8ClampedArray(picture.rgba), picture.width, picture.height), 0, 0);
    return canvas;
}

// The colours in use, most frequent first, as long as they are few.
function coloursOf(picture: Picture): { colour: number; pixels: number }[] | null {
    const counts = new Map<number, number>(),
        words = new Uint32Array(picture.rgba.buffer, picture.rgba.byteOffset, picture.rgba.length / 4);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts.size > 256 ? null : [...counts].map(([colour, pixels]) => ({ colour, pixels })).sort((a, b) => b.pixels - a.pixels);
}

class PicturesView implements View {
    readonly element: HTMLElement;
    readonly keys = [
        { keys: '← →', does: 'previous and next picture' },
        { keys: 'S', does: 'save it as PNG' },
    ];
    private readonly tiles: HTMLButtonElement[] = [];
    private readonly detail = h('div', { class: 'picture-detail' });
    private chosen = -1;
    private stopped = false;

    constructor(private readonly context: ViewContext) {
        const { images } = context.document;
        images.forEach((image, index) => this.tiles.push(this.tile(image, index)));
        this.element = h(
            'div',
            { class: 'view' },
            h('h2', null, 'Pictures'),
            h('p', { class: 'note' }, plural(images.length, 'picture')),
            h(
                'div',
                { class: 'pictures' },
                h('div', { class: 'picture-grid', role: 'listbox', 'aria-label': 'Pictures' }, ...this.tiles),
                this.detail,
            ),
        );
        void this.fill();
        void this.choose(0);
    }

    private tile(image: ImageInfo, index: number): HTMLButtonElement {
        return h(
            'button',
            { type: 'button', class: 'tile', role: 'option', 'aria-selected': 'false', on: { click: () => void this.choose(index) } },
            h('span', { class: 'thumb' }),
            name(image.name),
            h('small', null, `${image.width} × ${image.height}`),
        );
    }
    private async fill(): Promise<void> {
        for (const [index, tile] of this.tiles.entries()) {
            if (this.stopped) return;
            try {
                replace(tile.querySelector('.thumb')!, drawn(await this.context.document.image(index)));
            } catch (error) {
                replace(tile.querySelector('.thumb')!, h('small', { class: 'problem' }, reasonOf(error)));
            }
            await pause();
        }
    }
    private async choose(index: number): Promise<void> {
        const image = this.context.document.images[index];
        if (!image) return;
        this.chosen = index;
        this.tiles.forEach((tile, i) => tile.setAttribute('aria-selected', String(i === index)));
        let picture: Picture;
        try {
            picture = await this.context.document.image(index);
        } catch (error) {
            replace(this.detail, h('p', { class: 'problem' }, reasonOf(error)));
            return;
        }
        if (this.chosen !== index) return;
        const canvas = drawn(picture),
            colours = coloursOf(picture);
        const transparent = picture.rgba.some((value, i) => i % 4 === 3 && value < 255);
        canvas.className = 'large';
        replace(
            this.detail,
            h(
                'div',
                { class: 'row-of-tools' },
                h('h3', null, name(image.name)),
                h('span', { class: 'spring' }),
                iconButton(icons.save, 'Save as PNG (S)', () => this.save()),
            ),
            h('div', { class: 'checkered' }, canvas),
            h(
                'p',
                { class: 'note' },
                `${image.width} × ${image.height} pixels, ${image.storage}${transparent ? ', with transparency' : ''}`,
            ),
            colours ? h('h4', null, plural(colours.length, 'colour')) : null,
            colours ? palette(colours) : null,
        );
    }
    private save(): void {
        const image = this.context.document.images[this.chosen],
            canvas = this.detail.querySelector('canvas');
        if (!image || !canvas) return;
        canvas.toBlob(blob => blob && saveAs(`${image.name}.png`, 'image/png', [blob]));
    }
    key(event: KeyboardEvent): boolean {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (step) {
            const next = this.chosen + step;
            if (!this.tiles[next]) return true;
            this.tiles[next].focus();
            void this.choose(next);
            return true;
        }
        if (event.key === 's') {
            this.save();
            return true;
        }
        return false;
    }
    closed(): void {
        this.stopped = true;
    }
}

function palette(colours: { colour: number; pixels: number }[]): HTMLElement {
    const canvas = h('canvas', {
        width: 16,
        height: Math.ceil(colours.length / 16),
        class: 'palette',
        role: 'img',
        'aria-label': `The ${colours.length} colours in use, most frequent first`,
    });
    const image = new ImageData(16, canvas.height);
    new Uint32Array(image.data.buffer).set(colours.map(each => each.colour));
    canvas.getContext('2d')!.putImageData(image, 0, 0);
    return canvas;
}
