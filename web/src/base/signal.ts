// A value that others watch.
export class Signal<Value> {
    private current: Value;
    private readonly watchers = new Set<(value: Value) => void>();
    constructor(value: Value) {
        this.current = value;
    }
    get value(): Value {
        return this.current;
    }
    set(value: Value): void {
        if (Object.is(value, this.current)) return;
        this.current = value;
        for (const watcher of [...this.watchers]) watcher(value);
    }
    // Gives a function that ends the watching.
    watch(watcher: (value: Value) => void): () => void {
        this.watchers.add(watcher);
        return () => this.watchers.delete(watcher);
    }
}
