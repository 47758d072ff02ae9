// The drivers: one list for all views, in the order of the results, and which of them are picked out by colour.

import { colourOf, css, dashOf } from '../base/colours';
import { type Rows, rowsOf } from '../base/columns';
import { isolated } from '../base/isolated';
import { nearestName } from '../base/nearest_name';
import type { DocumentSource } from '../source/source';

export interface Driver {
    slot: number;
    name: string;
    short: string; // for labels: the last name, if no other driver has it
    vehicle: string;
    place: number; // in the results, from 1
}

const mostPicked = 5;
const mostListed = 6; // names in a message

const names = (drivers: Driver[]): string[] => drivers.map(driver => driver.name);

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
    // As in a lap reference (pdk_match_driver): by name, by slot, by the beginning of a name or of a word in it; those whom the
    // best of these fits.
    private matches(text: string): Driver[] {
        if (!text) return [];
        const wanted = text.toLowerCase(),
            word = ` ${wanted}`;
        const ways: ((driver: Driver) => boolean)[] = [
            driver => driver.name === text,
            driver => String(driver.slot) === text,
            driver => driver.name.toLowerCase().startsWith(wanted),
            driver => driver.name.toLowerCase().includes(word),
        ];
        return ways.map(way => this.list.filter(way)).find(list => list.length > 0) ?? [];
    }
    find(text: string): Driver | null {
        const found = this.matches(text);
        return found.length === 1 ? found[0] : null;
    }
    // Why no driver was found; null if one was, or none was requested.
    notFound(text: string): string | null {
        if (!text || this.find(text)) return null;
        const several = this.matches(text),
            asked = `“${isolated(text.slice(0, 40))}”`;
        if (several.length) {
            const slots = several.slice(0, mostListed).map(driver => `${isolated(driver.name)} (${driver.slot})`);
            const more = several.length - slots.length;
            return `${asked} can be several drivers: ${slots.join(', ')}${more ? ` and ${more} more` : ''}. Give the slot number.`;
        }
        const near = this.list[nearestName(text, names(this.list))];
        const meant = near ? `; did you mean ${isolated(near.name)}?` : '.';
        const there = this.list.length > mostListed ? `${this.list.length} drivers` : names(this.list).map(isolated).join(', ');
        return `There is no driver ${asked} in this file${meant} There ${this.list.length === 1 ? 'is' : 'are'} ${there}.`;
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

// The last word of each name if no other name has that word; otherwise the whole name.
function shortNames(names: string[]): string[] {
    const words = names.map(name => name.trim().split(/\s+/)),
        count = new Map<string, number>();
    for (const own of words) for (const word of new Set(own)) count.set(word, (count.get(word) ?? 0) + 1);
    return names.map((name, i) => {
        const last = words[i][words[i].length - 1];
        return last && count.get(last) === 1 && /\p{L}/u.test(last) ? last : name; // "Driver 2" is no "2"
    });
}

const kept = new WeakMap<Promise<Rows>, Promise<Drivers>>(); // by the results that they are in the order of

export function driversOf(document: DocumentSource): Promise<Drivers> {
    const results = rowsOf(document, 'results');
    let drivers = kept.get(results);
    if (!drivers) kept.set(results, (drivers = make(document, results)));
    return drivers;
}

async function make(document: DocumentSource, read: Promise<Rows>): Promise<Drivers> {
    const [results, motion] = await Promise.all([read, document.motion()]);
    const list = results.map(row => ({
        slot: results.number('slot', row) ?? row,
        name: results.text('driver', row),
        vehicle: results.text('vehicle', row),
        place: results.number('position', row) ?? row + 1,
    }));
    // drivers who are recorded, but not in the results
    for (const run of motion?.runs ?? []) {
        if (!list.some(driver => driver.slot === run.slot))
            list.push({ slot: run.slot, name: run.driver, vehicle: run.vehicle, place: list.length + 1 });
    }
    const named = list.map(driver => ({ ...driver, name: driver.name || driver.vehicle || `Car ${driver.slot}` }));
    const short = shortNames(named.map(driver => driver.name));
    return new Drivers(named.map((driver, i) => ({ ...driver, short: short[i] })).sort((a, b) => a.place - b.place));
}
