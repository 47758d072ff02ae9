// Buttons with the names of drivers, which choose the drivers shown in colour.

import { onTheme } from '../base/colours';
import { h, replace } from '../base/dom';
import type { Drivers } from './drivers';

export function pickList(drivers: Drivers): { element: HTMLElement; close(): void } {
    const element = h('div', { class: 'pick-list', role: 'group', 'aria-label': 'Drivers in colour' });
    const show = () => {
        replace(
            element,
            ...drivers.list.map(driver => {
                const picked = drivers.isPicked(driver.slot);
                const dot = h('span', { class: 'dot' });
                dot.style.background = drivers.colour(driver.slot);
                return h(
                    'button',
                    { type: 'button', class: 'small', 'aria-pressed': String(picked), on: { click: () => drivers.toggle(driver.slot) } },
                    dot,
                    h('bdi', null, driver.short),
                );
            }),
        );
    };
    show();
    const ends = [drivers.watch(show), onTheme(show)];
    return { element, close: () => ends.forEach(end => end()) };
}
