// Who drove: one list for all views, in the order of the results, and who is picked out by colour.

import { colourOf, css, dashOf } from '../base/colours';
import { rowsOf } from '../base/columns';
import type { DocumentSource } from '../source/source';

export interface Driver {
    slot: number;
    name: string;
    short: string; // for labels: the last name, as far as it tells drivers apart
    vehicle: string;
    place: number; // in the results, from 1
}

const mostPicked = 5;

export class Drivers {
    readonly list: Driver[];
    private readonly bySlot: Map<number, Driver>;
    private picked: number[]; // slots, in the order of their colours
    private readonly watchers = new Set<() => void>();

    constructor(list: Driver[]) {
        this.list = list;
        this.bySlot = new Map(list.map(driver => [driver.slot, driver]));
        this.picked = list.slice(0, mostPicked).map(driver => driver.slot);
    }
    get(slot: number): Driver | null {
        return this.bySlot.get(slot) ?? null;
    }
    name(slot: number): string {
        return this.get(slot)?.name ?? `slot ${slot}`;
    }
    // A driver by name, by the beginning of one name only, or by slot.
    find(text: string): Driver | null {
        if (!text) return null;
        const exact = this.list.filter(driver => driver.name === text);
        if (exact.length === 1) return exact[0];
        if (/^\d+$/.test(text)) return this.get(Number(text));
        const begins = this.list.filter(driver => driver.name.toLowerCase().startsWith(text.toLowerCase()));
        return begins.length === 1 ? begins[0] : null;
    }
    // How a driver is written into a link.
    key(slot: number): string {
        const driver = this.get(slot);
        return driver?.name && this.find(driver.name) === driver ? driver.name : String(slot);
    }

    isPicked(slot: number): boolean {
        return this.picked.includes(slot);
    }
    colour(slot: number): string {
        const index = this.picked.indexOf(slot);
        return index < 0 ? css('--quiet') : colourOf(index);
    }
    dash(slot: number): number[] {
        return dashOf(Math.max(0, this.picked.indexOf(slot)));
    }
    toggle(slot: number): void {
        this.picked = this.isPicked(slot) ? this.picked.filter(each => each !== slot) : [...this.picked, slot];
        for (const watcher of [...this.watchers]) watcher();
    }
    watch(watcher: () => void): () => void {
        this.watchers.add(watcher);
        return () => this.watchers.delete(watcher);
    }
}

// The last word of each name; where two have the same, the whole name.
function shortNames(names: string[]): string[] {
    const last = names.map(name => name.trim().split(/\s+/).pop() || name);
    return names.map((name, i) => (last.filter(each => each === last[i]).length > 1 ? name : last[i]));
}

const kept = new WeakMap<DocumentSource, Promise<Drivers>>();

export function driversOf(document: DocumentSource): Promise<Drivers> {
    let drivers = kept.get(document);
    if (!drivers) kept.set(document, (drivers = make(document)));
    return drivers;
}

async function make(document: DocumentSource): Promise<Drivers> {
    const [results, motion] = await Promise.all([rowsOf(document, 'results'), document.motion()]);
    const list = results.map(row => ({
        slot: results.number('slot', row) ?? row,
        name: results.text('driver', row),
        vehicle: results.text('vehicle', row),
        place: results.number('position', row) ?? row + 1,
    }));
    // those who are seen, but not in the results
    for (const run of motion?.runs ?? []) {
        if (!list.some(driver => driver.slot === run.slot))
            list.push({ slot: run.slot, name: run.driver, vehicle: run.vehicle, place: list.length + 1 });
    }
    const named = list.map(driver => ({ ...driver, name: driver.name || driver.vehicle || `Car ${driver.slot}` }));
    const short = shortNames(named.map(driver => driver.name));
    return new Drivers(named.map((driver, i) => ({ ...driver, short: short[i] })).sort((a, b) => a.place - b.place));
}
