// The bytes of a file with what they mean, in pages that are read when they are needed.
import { reasonOf } from '../base/reason';
import type { DocumentSource, FieldPlace } from '../source/source';

const pageSize = 4096,
    mostPages = 64;
export const noSpan = -1;

export interface BytePage {
    first: number; // offset of its first byte
    bytes: Uint8Array;
    spans: FieldPlace[];
    spanOf: Int32Array; // for each byte the index of its span, or noSpan
}

interface Stretch {
    first: number;
    count: number;
}

export class ByteStore {
    private readonly pages = new Map<string, BytePage | Promise<void>>();

    problem: (message: string) => void = () => undefined; // a page could not be read; it is not asked for again

    constructor(
        private readonly document: DocumentSource,
        readonly stretches: Stretch[],
    ) {}

    get size(): number {
        return this.document.content_size;
    }
    get whole(): boolean {
        return this.stretches.length === 1 && this.stretches[0].first === 0 && this.stretches[0].count >= this.size;
    }
    stretchOf(offset: number): Stretch | null {
        return this.stretches.find(each => each.first <= offset && offset < each.first + each.count) ?? null;
    }

    // The page with this byte if it has been read; otherwise null, and `whenHere` is called once it has.
    page(offset: number, whenHere: () => void): BytePage | null {
        const stretch = this.stretchOf(offset);
        if (!stretch) return null;
        const first = Math.max(stretch.first, Math.floor(offset / pageSize) * pageSize),
            key = String(first);
        const kept = this.pages.get(key);
        if (kept && !(kept instanceof Promise)) {
            this.pages.delete(key); // to the end: used last
            this.pages.set(key, kept);
            return kept;
        }
        if (!kept) {
            const end = Math.min(stretch.first + stretch.count, (Math.floor(offset / pageSize) + 1) * pageSize);
            const loading = this.load(first, end - first).then(
                page => {
                    this.pages.set(key, page);
                    while (this.pages.size > mostPages) this.pages.delete(this.pages.keys().next().value!);
                    whenHere();
                },
                (error: unknown) => this.problem(reasonOf(error)),
            );
            this.pages.set(key, loading);
        }
        return null;
    }
    // Waits for it.
    async need(offset: number): Promise<BytePage | null> {
        for (let tries = 0; tries < 3; tries++) {
            const page = this.page(offset, () => undefined);
            if (page) return page;
            const stretch = this.stretchOf(offset);
            if (!stretch) return null;
            await this.pages.get(String(Math.max(stretch.first, Math.floor(offset / pageSize) * pageSize)));
        }
        return null;
    }
    private async load(first: number, count: number): Promise<BytePage> {
        const [bytes, spans] = await Promise.all([this.document.bytes(first, count), this.document.layout(first, count)]);
        const spanOf = new Int32Array(count).fill(noSpan);
        // Where fields share bytes (bits of one number), the first one is shown at the byte; `at` gives all of them.
        for (let i = spans.length - 1; i >= 0; i--) {
            const span = spans[i];
            spanOf.fill(i, Math.max(0, span.offset - first), Math.max(0, Math.min(count, span.offset + span.size - first)));
        }
        return { first, bytes: bytes ?? new Uint8Array(0), spans, spanOf };
    }
}

// Every field that has this byte: one, or the bit fields of a number.
export function spansAt(page: BytePage, offset: number): FieldPlace[] {
    return page.spans.filter(span => span.offset <= offset && offset < span.offset + span.size);
}
