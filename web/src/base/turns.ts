// Work in pieces, so that the page draws and listens in between: nothing should hold it for longer than 50 ms.
// The processor may be slow or busy, so a piece is far shorter.

const piece = 8; // ms

export function pause(): Promise<void> {
    return new Promise(resolve => setTimeout(resolve, 0));
}

// For loops that may be long:  const pieces = new Pieces(); for (...) { ...; await pieces.rest(); }
export class Pieces {
    private since = performance.now();

    // Pauses where a piece is done.
    async rest(): Promise<void> {
        if (performance.now() - this.since < piece) return;
        await pause();
        this.since = performance.now();
    }
}

const waiting: (() => void)[] = [];

function next(): void {
    if (waiting.length > 1) setTimeout(next, 0);
    waiting.shift()!();
}

// Jobs that come together (charts of a view, canvases in new colours) run one after the other, each in a separate task.
export function inTurn(job: () => void): void {
    waiting.push(job);
    if (waiting.length === 1) setTimeout(next, 0);
}

const framed = new Set<() => void>();

function nextFrame(): void {
    const [job] = framed;
    framed.delete(job);
    if (framed.size) requestAnimationFrame(nextFrame);
    job();
}

// Jobs that change the page take turns, too, one for each frame: what is new in a frame, the browser lays out and paints in one
// go. A job that already waits is not added again.
export function inFrame(job: () => void): void {
    if (!framed.size) requestAnimationFrame(nextFrame);
    framed.add(job);
}
