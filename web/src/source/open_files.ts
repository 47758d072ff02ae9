// The files that are open in the worker. Files of one track have one numbering of corners, whatever the order they come in.
import type { Paddock, PaddockDocument } from '../../../bindings/wasm/index.js';

interface OpenFile {
    file: File;
    document: PaddockDocument;
    art: number | null; // the key of the file with its pictures
}
type Watched = { progress?: (done: number, total: number) => boolean };

export class OpenFiles {
    private readonly files = new Map<number, OpenFile>();
    private last = 0;
    constructor(private readonly library: Pick<Paddock, 'open' | 'numberCorners' | 'staleCorners'>) {}

    // `renewed`: files that were opened again, because their track has other corners now.
    async open(file: File, watched: Watched): Promise<{ key: number; renewed: number[] }> {
        await this.reopenClosed(Infinity);
        const document = await this.read(file, watched),
            key = this.last + 1;
        try {
            const renewed = await this.renewStale(document);
            this.files.set(key, { file, document, art: null });
            this.last = key;
            this.library.numberCorners(this.documents());
            return { key, renewed };
        } catch (error) {
            this.files.delete(key);
            document.close();
            throw error;
        }
    }
    close(key: number): void {
        this.files.get(key)?.document.close();
        this.files.delete(key);
    }
    keys(): number[] {
        return [...this.files.keys()];
    }
    name(key: number): string {
        return this.files.get(key)!.file.name;
    }
    setArt(key: number, art: number | null): void {
        this.files.get(key)!.art = art;
    }

    // After a fault in the library, which one damaged file may have caused, the others are opened again.
    async document(key: number): Promise<PaddockDocument> {
        const open = this.files.get(key);
        if (!open) throw Object.assign(new Error('this file is closed'), { code: 'page.closed' });
        if (!open.document.isOpen) await this.reopenClosed(key);
        return open.document;
    }
    async art(key: number): Promise<PaddockDocument | null> {
        const art = this.files.get(key)?.art ?? null;
        return art !== null && this.files.has(art) ? this.document(art) : null;
    }

    private documents(): PaddockDocument[] {
        return [...this.files.values()].map(each => each.document).filter(each => each.isOpen);
    }
    private read(file: File, watched: Watched = {}): Promise<PaddockDocument> {
        return this.library.open(file, { name: file.name, partial: true, ...watched });
    }
    // A file that cannot be read any more says so when it is asked.
    private async renewStale(document: PaddockDocument): Promise<number[]> {
        const stale = this.library.staleCorners([...this.documents(), document]),
            renewed = [...this.files].filter(([, open]) => stale.includes(open.document));
        for (const [, open] of renewed) {
            open.document.close();
            open.document = await this.read(open.file).catch(() => open.document);
        }
        return renewed.map(([key]) => key);
    }
    // Those before it come first, so that each gets the corners that it had.
    private async reopenClosed(key: number): Promise<void> {
        for (const [each, open] of this.files) {
            if (each > key || open.document.isOpen) continue;
            try {
                open.document = await this.read(open.file);
                this.library.numberCorners(this.documents());
            } catch (error) {
                if (each === key) throw error;
            }
        }
    }
}
