// Small tables that are made at once, which scroll within themselves where they are wide.
import { h } from '../base/dom';

interface Head {
    column: string;
    title: string;
    number?: boolean;
}

export function numberCell(value: number | null, text: string): HTMLElement {
    return h('td', { class: 'number', 'data-value': value === null ? '' : String(value) }, text);
}
export function plainTable(name: string, caption: string, heads: Head[], rows: HTMLElement[]): HTMLElement {
    const head = heads.map(({ column, title, number }) =>
        h('th', { scope: 'col', 'data-column': column, class: number ? 'number' : null }, title),
    );
    const table = h(
        'table',
        { 'data-table': name, 'data-rows': rows.length },
        h('caption', { class: 'unseen' }, caption),
        h('thead', null, h('tr', null, ...head)),
        h('tbody', null, ...rows),
    );
    return h('div', { class: 'table-scroll whole', tabindex: '0', role: 'region', 'aria-label': caption }, table);
}
