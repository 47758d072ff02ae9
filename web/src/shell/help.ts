// The list of keys, as a dialog.
import { h, iconButton, icons, replace } from '../base/dom';
import type { Key } from './view';

const everywhere: Key[] = [
    { keys: '?', does: 'show this list' },
    { keys: '1 … 9', does: 'go to a view by its number' },
    { keys: 'Shift D', does: 'dark or light' },
    { keys: 'Esc', does: 'close this list, clear a selection' },
];

export class Help {
    readonly element: HTMLDialogElement;
    private readonly lists: HTMLElement;
    constructor() {
        this.lists = h('div', { class: 'key-lists' });
        this.element = h(
            'dialog',
            { class: 'help', 'aria-labelledby': 'help-title' },
            h(
                'div',
                { class: 'dialog-head' },
                h('h2', { id: 'help-title' }, 'Keys'),
                iconButton(icons.close, 'Close', () => this.element.close()),
            ),
            this.lists,
            h(
                'p',
                { class: 'note' },
                'On charts: drag to zoom, double-click to see everything, arrow keys move the cursor, + and − zoom. ',
                'On maps: wheel or two fingers zoom, drag moves, double-click fits. ',
                'In tables: arrow keys go from row to row, Enter chooses one.',
            ),
        );
        this.element.addEventListener('click', event => {
            if (event.target === this.element) this.element.close();
        });
    }
    open(viewTitle: string, keys: Key[]): void {
        const list = (title: string, entries: Key[]) =>
            h(
                'section',
                null,
                h('h3', null, title),
                h(
                    'dl',
                    null,
                    ...entries.flatMap(entry => [
                        h('dt', null, ...entry.keys.split(/(?<=\s)|(?=\s)/).map(part => (part.trim() ? h('kbd', null, part) : part))),
                        h('dd', null, entry.does),
                    ]),
                ),
            );
        replace(this.lists, list('Everywhere', everywhere), keys.length ? list(viewTitle, keys) : null);
        this.element.showModal();
    }
}
