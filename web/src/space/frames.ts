// Bitmaps that animate: which picture each shows now, and when the next one is due. Users who prefer less motion see
// the first until they ask for more.
import type { Material } from '../source/source';

type Shown = NonNullable<Material['frames']>;

export class Frames {
    plays = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    private readonly intervals: number[]; // seconds, each once
    private textures = false;
    private timer = 0;
    private time = 0; // seconds since playing began
    private began = 0;

    // Nothing plays while `element` cannot be seen.
    constructor(
        private readonly element: HTMLElement,
        materials: Material[],
        private readonly changed: () => void,
    ) {
        this.intervals = [...new Set(materials.flatMap(({ frames }) => frames?.interval ?? []))];
        document.addEventListener('visibilitychange', this.plan);
    }
    get any(): boolean {
        return this.intervals.length > 0;
    }

    imageOf({ images, interval }: Shown): number {
        // half a millisecond: a timer may be early
        return images[Math.floor((this.time + 0.0005) / interval) % images.length];
    }
    play(plays: boolean): void {
        this.plays = plays;
        this.began = performance.now() - this.time * 1000;
        this.plan();
    }
    // Only then are pictures seen.
    showTextures(shown: boolean): void {
        this.textures = shown;
        this.plan();
    }

    private readonly plan = (): void => {
        clearTimeout(this.timer);
        if (!this.any || !this.plays || !this.textures || document.hidden) return;
        if (!this.began) this.began = performance.now();
        const now = (performance.now() - this.began) / 1000;
        const due = Math.min(...this.intervals.map(interval => (Math.floor((now + 0.0005) / interval) + 1) * interval - now));
        this.timer = window.setTimeout(this.tick, due * 1000);
    };
    private readonly tick = (): void => {
        this.time = (performance.now() - this.began) / 1000;
        if (this.element.isConnected && this.element.offsetParent !== null) this.changed();
        this.plan();
    };

    close(): void {
        clearTimeout(this.timer);
        document.removeEventListener('visibilitychange', this.plan);
    }
}
