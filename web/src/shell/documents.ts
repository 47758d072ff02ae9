// The list of opened files, each with its tables.
import { isOfficial } from '../base/columns';
import { h, iconButton, icons, name, replace } from '../base/dom';
import { bytes, count, plural, words } from '../base/format';
import { isolated } from '../base/isolated';
import type { DocumentSource, Source } from '../source/source';

const kinds: { [kind: string]: string } = {
    race: 'Replay',
    lap: 'Telemetry',
    surface: 'Surface',
    track: 'Track',
    car: 'Car',
    picture: 'Pictures',
    other: 'File',
};

// A name may be broken after its punctuation.
function fileName(text: string): HTMLElement {
    const element = name('', 'document-name');
    for (const part of text.split(/(?<=[_.-])/)) element.append(part, h('wbr'));
    return element;
}

// What was made from tables (a dataset) has no bytes.
function factsOf(document: DocumentSource): string {
    return document.size === 0 && document.content_size === 0
        ? document.title
        : `${isOfficial(document) ? 'Results' : (kinds[document.kind] ?? 'File')} · ${bytes(document.size)}`;
}

interface DocumentListActions {
    choose(document: DocumentSource): void;
    openTable(document: DocumentSource, table: string): void;
    close(document: DocumentSource): void;
}

export class DocumentList {
    readonly element = h('ul', { class: 'documents' });
    private readonly actions: DocumentListActions;
    constructor(actions: DocumentListActions) {
        this.actions = actions;
    }

    show(source: Source, chosen: DocumentSource | null, table: string): void {
        replace(this.element, ...source.documents.map(document => this.item(source, document, document === chosen, table)));
    }

    private item(source: Source, document: DocumentSource, isChosen: boolean, table: string): HTMLElement {
        const head = h(
            'button',
            { type: 'button', class: 'document-head', 'aria-current': isChosen ? 'true' : null },
            fileName(document.file),
            h('span', { class: 'document-facts' }, factsOf(document)),
        );
        const item = h('li', { class: isChosen ? 'document chosen' : 'document', 'data-document': document.file }, head);
        item.addEventListener('click', event => {
            const target = event.target as Element;
            if (target === item || head.contains(target)) this.actions.choose(document);
        });
        if (source.live && source.close) {
            item.append(
                iconButton(icons.close, `Close ${isolated(document.file)}`, () => this.actions.close(document), {
                    class: 'icon-button close-document',
                    'data-action': 'close',
                }),
            );
        }
        if (document.tables.length) item.append(this.tables(document, isChosen, table));
        return item;
    }

    private tables(document: DocumentSource, isChosen: boolean, chosenTable: string): HTMLElement {
        const button = (table: DocumentSource['tables'][number]) =>
            h(
                'li',
                null,
                h(
                    'button',
                    {
                        type: 'button',
                        'data-open-table': table.name,
                        title: table.meaning,
                        'aria-current': isChosen && table.name === chosenTable ? 'true' : null,
                        on: { click: () => this.actions.openTable(document, table.name) },
                    },
                    words(table.name),
                    h('span', { class: 'rows', 'aria-label': plural(table.rows, 'row') }, count(table.rows)),
                ),
            );
        const stored = document.tables.filter(table => !table.computed),
            computed = document.tables.filter(table => table.computed);
        const group = (title: string, list: typeof stored) =>
            list.length ? [h('p', { class: 'group' }, title), h('ul', null, ...list.map(button))] : [];
        return h(
            'details',
            { class: 'tables', open: isChosen },
            h('summary', null, `Tables (${document.tables.length})`),
            ...group('Computed', computed),
            ...group('In the file', stored),
        );
    }
}
