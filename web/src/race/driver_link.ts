// A driver's name that leads to what there is of that driver: the shell listens to clicks on [data-driver].
import type { Rows } from '../base/columns';
import { h } from '../base/dom';
import type { ColumnStyle } from '../table/data_table';
import type { Drivers } from './drivers';

export function driverLink(drivers: Drivers, slot: number, text = drivers.name(slot)): HTMLElement {
    return h('button', { type: 'button', class: 'name-link', 'data-driver': drivers.key(slot) }, h('bdi', null, text));
}

// Of a column with names, in a table whose rows have slots.
export function driverStyle(drivers: Drivers, rows: Rows, column = 'slot'): ColumnStyle {
    return {
        element: (value, row) => {
            const slot = rows.number(column, row);
            return slot === null || value === null ? null : driverLink(drivers, slot, String(value));
        },
    };
}
