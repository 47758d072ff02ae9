// The clock of a replay: it plays, stops, jumps. It calls its watcher in each frame while it plays, and once after each jump.
export class Player {
    time: number;
    rate = 1; // seconds a second
    private playing = false;
    private frame = 0;
    private before = 0;

    constructor(
        readonly start: number,
        readonly end: number,
        private readonly changed: (time: number, playing: boolean) => void,
    ) {
        this.time = start;
    }
    get isPlaying(): boolean {
        return this.playing;
    }
    play(): void {
        if (this.playing) return;
        if (this.time >= this.end - 0.01) this.time = this.start;
        this.playing = true;
        this.before = 0;
        this.frame = requestAnimationFrame(now => this.step(now));
        this.changed(this.time, true);
    }
    pause(): void {
        if (!this.playing) return;
        this.playing = false;
        cancelAnimationFrame(this.frame);
        this.changed(this.time, false);
    }
    toggle(): void {
        if (this.playing) this.pause();
        else this.play();
    }
    seek(time: number): void {
        const next = Math.min(Math.max(time, this.start), this.end);
        if (Number.isNaN(next)) return;
        this.time = next;
        this.changed(this.time, this.playing);
    }

    private step(now: number): void {
        if (!this.playing) return;
        // a window in the background gets no frames: the clock stops then, and does not jump afterwards
        if (this.before) this.time = Math.min(this.end, this.time + (Math.min(now - this.before, 250) / 1000) * this.rate);
        this.before = now;
        if (this.time >= this.end) {
            this.pause();
            return;
        }
        this.changed(this.time, true);
        this.frame = requestAnimationFrame(next => this.step(next));
    }
}

export const rates = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 30, 60];
export function rateText(rate: number): string {
    return rate === 0.25 ? '¼×' : rate === 0.5 ? '½×' : rate === 0.1 ? '⅒×' : `${rate}×`;
}
