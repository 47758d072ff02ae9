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
        if (this.put(value)) this.announce();
    }
    // Changes it without calling the watchers: if several values change together, all are set before any watcher looks.
    put(value: Value): boolean {
        if (Object.is(value, this.current)) return false;
        this.current = value;
        return true;
    }
    announce(): void {
        for (const watcher of [...this.watchers]) watcher(this.current);
    }
    // Gives a function that ends the watching.
    watch(watcher: (value: Value) => void): () => void {
        this.watchers.add(watcher);
        return () => this.watchers.delete(watcher);
    }
}
