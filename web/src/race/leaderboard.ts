// The running order, next to the map; at the end it is the result.

import { h, replace } from '../base/dom';
import { isolated } from '../base/isolated';
import type { Drivers } from './drivers';
import type { Standing } from './race_order';

export class Leaderboard {
    readonly element: HTMLElement;
    private readonly body = h('tbody');
    private readonly rows = new Map<
        number,
        { row: HTMLElement; place: HTMLElement; behind: HTMLElement; lap: HTMLElement; dot: HTMLElement }
    >();
    private order = '';
    private readonly told: HTMLElement;

    constructor(
        private readonly drivers: Drivers,
        changes: string, // what changes the order when the race is over
        follow: (slot: number) => void,
    ) {
        for (const driver of drivers.list) {
            const place = h('td', { class: 'number' }),
                behind = h('td', { class: 'number' }),
                lap = h('td', { class: 'number' }),
                dot = h('span', { class: 'dot' });
            const button = h(
                'button',
                { type: 'button', class: 'plain', title: `Follow ${isolated(driver.name)}`, on: { click: () => follow(driver.slot) } },
                dot,
                h('bdi', null, driver.name),
            );
            this.rows.set(driver.slot, {
                row: h('tr', { 'data-slot': driver.slot }, place, h('td', null, button), behind, lap),
                place,
                behind,
                lap,
                dot,
            });
        }
        this.told = h('p', { class: 'note', hidden: true }, changes ? `The result, with ${changes}.` : 'The result.');
        replace(this.body, ...[...this.rows.values()].map(each => each.row));
        this.element = h(
            'div',
            { class: 'leaderboard' },
            h(
                'table',
                null,
                h('caption', { class: 'unseen' }, 'Order at this moment; click a driver to follow'),
                h(
                    'thead',
                    null,
                    h(
                        'tr',
                        null,
                        h('th', { scope: 'col' }, 'pos'),
                        h('th', { scope: 'col' }, 'driver'),
                        h('th', { scope: 'col', class: 'number' }, 'gap'),
                        h('th', { scope: 'col', class: 'number' }, 'lap'),
                    ),
                ),
                this.body,
            ),
            this.told,
        );
    }
    show(standings: Standing[], followed: number | null, inPits: (slot: number) => boolean): void {
        const isKnown = standings.some(standing => standing.metres !== null);
        this.element.classList.toggle('no-order', !isKnown);
        this.told.hidden = !standings.some(standing => standing.final);
        const key = standings.map(standing => standing.slot).join();
        if (key !== this.order) {
            this.order = key;
            this.body.append(...standings.map(standing => this.rows.get(standing.slot)!.row));
        }
        for (const [index, standing] of standings.entries()) {
            const { row, place, behind, lap, dot } = this.rows.get(standing.slot)!;
            set(place, String(index + 1));
            set(behind, standing.final ? standing.behind : standing.out ? 'out' : inPits(standing.slot) ? 'pit' : standing.behind);
            set(lap, standing.finished ? '⚑' : standing.lap === null ? '' : String(standing.lap));
            const colour = this.drivers.colour(standing.slot);
            if (dot.dataset.colour !== colour) {
                dot.dataset.colour = colour;
                dot.style.background = colour;
            }
            row.classList.toggle('followed', standing.slot === followed);
            row.classList.toggle('away', (isKnown && standing.metres === null && !standing.finished) || standing.out);
        }
    }
}

// Changes the page only where the text did.
function set(cell: HTMLElement, text: string): void {
    if (cell.textContent !== text) cell.textContent = text;
}
