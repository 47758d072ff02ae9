// What is shown: kept in the address after #, so that a link shows the same.
import { Signal } from '../base/signal';
import { addressText, addressValues, type StateKey, stateKeys } from './address';

// What views see of it.
export interface StateAccess {
    get(key: StateKey): string;
    set(key: StateKey, value: string): void;
    watch(key: StateKey, watcher: (value: string) => void): () => void;
    write(): void; // into the address, at once
}

// The same state, whose watching ends with a view: what is closed must not be held.
export function accessUntil(state: PageState, whenClosed: (end: () => void) => void): StateAccess {
    return {
        get: key => state.get(key),
        set: (key, value) => state.set(key, value),
        watch(key, watcher) {
            const end = state.watch(key, watcher);
            whenClosed(end);
            return end;
        },
        write: () => state.write(),
    };
}

export class PageState implements StateAccess {
    readonly values = new Map<StateKey, Signal<string>>();
    private timer = 0;
    private known = location.hash; // as it was read or written last

    constructor() {
        for (const key of stateKeys) {
            const signal = new Signal('');
            this.values.set(key, signal);
            signal.watch(() => this.writeSoon());
        }
        this.read(location.hash.slice(1) || document.documentElement.dataset.start || '');
        addEventListener('hashchange', () => {
            if (location.hash !== this.known) this.read(location.hash.slice(1));
        });
    }
    get(key: StateKey): string {
        return this.values.get(key)!.value;
    }
    set(key: StateKey, value: string): void {
        this.values.get(key)!.set(value);
    }
    watch(key: StateKey, watcher: (value: string) => void): () => void {
        return this.values.get(key)!.watch(watcher);
    }

    private read(text: string): void {
        this.known = location.hash;
        const given = addressValues(text);
        const changed = stateKeys.filter(key => this.values.get(key)!.put(given(key)));
        for (const key of changed) this.values.get(key)!.announce();
    }
    // Not at each frame of a replay: browsers limit how often an address may change.
    private writeSoon(): void {
        if (!this.timer) this.timer = window.setTimeout(() => this.write(), 400);
    }
    // As after the # of an address.
    text(): string {
        return addressText(key => this.get(key));
    }
    write(): void {
        this.tell(hash => history.replaceState(null, '', hash));
    }
    // The same, as a separate entry of the history: "back" leads to the one before.
    enter(): void {
        this.tell(hash => history.pushState(null, '', hash));
    }
    private tell(change: (address: string) => void): void {
        clearTimeout(this.timer);
        this.timer = 0;
        if (location.hash !== this.known) {
            // the address has just changed, and the page has not been notified yet
            this.read(location.hash.slice(1));
            return;
        }
        const text = this.text();
        const hash = text ? `#${text}` : '';
        if (hash === location.hash) return;
        change(hash || location.pathname + location.search);
        this.known = location.hash;
    }
}
