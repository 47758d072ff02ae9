// Every table of a document: the one that is chosen, with all its rows.

import { tableOf } from '../base/columns';
import { h, replace, select } from '../base/dom';
import { words } from '../base/format';
import type { ViewDefinition } from '../shell/view';
import { DataTable } from './data_table';
import { contentOf } from './table_model';

export const tablesView: ViewDefinition = {
    name: 'tables',
    isFor: document => document.tables.length > 0,
    isFirstFor: document => document.kind === 'other' && !!tableOf(document, 'best_laps')?.rows, // a dataset of laps
    make(context) {
        const { document, state } = context;
        const body = h('div');
        let shown = '';
        const show = () => {
            const table =
                tableOf(document, state.get('table')) ??
                document.tables.find(each => each.name === 'best_laps' && each.rows > 0) ??
                document.tables.find(each => each.rows > 0) ??
                document.tables[0];
            if (shown === table.name) return;
            shown = table.name;
            const picker = select(
                'Table',
                document.tables.map(each => ({ value: each.name, text: `${words(each.name)} (${each.rows})` })),
                table.name,
                chosen => state.set('table', chosen),
            );
            const data = new DataTable({
                content: contentOf(document, table),
                caption: `${words(table.name)}: ${table.meaning ?? ''}`,
                fileName: `${document.file}-${table.name}`,
                computed: table.computed,
            });
            data.element.classList.add('tall');
            replace(
                body,
                h('div', { class: 'row-of-tools' }, h('h2', null, words(table.name)), picker),
                h(
                    'p',
                    { class: 'note' },
                    [
                        table.meaning,
                        table.computed ? 'computed from the file' : 'stored in the file',
                        table.certainty === 'guessed' ? 'guessed' : null,
                    ]
                        .filter(part => part)
                        .join('; '),
                ),
                data.element,
            );
        };
        state.watch('table', show);
        show();
        return Promise.resolve({ element: h('div', { class: 'view' }, body) });
    },
};
