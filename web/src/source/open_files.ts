// The files that are open in the worker. Files of one track have one numbering of corners, whatever the order they come in.
import type { Paddock, PaddockDocument } from '../../../bindings/wasm/index.js';

interface OpenFile {
    file: File;
    document: PaddockDocument;
    art: number | null; // the key of the file with its pictures
    results: number | null; // of a replay, the key of its results file
    official: PaddockDocument | null; // its answers with that file, once they were asked for
}
type Watched = { progress?: (done: number, total: number) => boolean };

// Answers that a results file changes. The others are the replay's own, with the corners that it shares with other files.
export const officialTables = ['laps', 'stints', 'results', 'penalty_outcomes', 'positions'];

// The library refuses results of another session.
function isOfficialOf(replay: PaddockDocument, file: PaddockDocument): boolean {
    if (!file.isOpen || file.format !== 'results-xml') return false;
    try {
        replay.analyse({ names: ['laps'], results: file }).close();
        return true;
    } catch (error) {
        const { status } = error as { status?: string };
        if (status === 'bad argument' || status === 'unsupported') return false;
        throw error;
    }
}

export class OpenFiles {
    private readonly files = new Map<number, OpenFile>();
    private last = 0;
    constructor(private readonly library: Pick<Paddock, 'open' | 'numberCorners' | 'staleCorners'>) {}

    // `renewed`: files that were opened again, because their track has other corners now, or have other results.
    async open(file: File, watched: Watched): Promise<{ key: number; renewed: number[] }> {
        await this.reopenClosed(Infinity);
        const document = await this.read(file, watched),
            key = this.last + 1;
        try {
            const renewed = await this.renewStale(document);
            this.files.set(key, { file, document, art: null, results: null, official: null });
            this.last = key;
            this.library.numberCorners(this.documents());
            const paired = this.pairAll().filter(each => each !== key);
            return { key, renewed: [...new Set([...renewed, ...paired])] };
        } catch (error) {
            this.files.delete(key);
            document.close();
            throw error;
        }
    }
    // Replays whose results are others now.
    close(key: number): number[] {
        this.files.get(key)?.official?.close();
        this.files.get(key)?.document.close();
        this.files.delete(key);
        return this.pairAll();
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

    async results(key: number): Promise<PaddockDocument | null> {
        const results = this.files.get(key)?.results ?? null;
        return results !== null && this.files.has(results) ? this.document(results) : null;
    }
    // The answers of a replay with its results file; null = it has none.
    async official(key: number): Promise<PaddockDocument | null> {
        const document = await this.document(key),
            results = await this.results(key),
            open = this.files.get(key)!;
        if (results && !open.official?.isOpen) {
            const names = officialTables.filter(name => document.answers.some(each => each.name === name));
            open.official = document.analyse({ names, results });
        }
        return open.official;
    }

    // A replay takes the results file that is of its session; of two none.
    private pairAll(): number[] {
        const changed: number[] = [];
        for (const [key, open] of this.files) {
            if (!open.document.isOpen || open.document.format !== 'vcr') continue;
            const fitting = [...this.files].filter(([, other]) => isOfficialOf(open.document, other.document)).map(([each]) => each),
                results = fitting.length === 1 ? fitting[0]! : null;
            if (results === open.results) continue;
            open.official?.close();
            Object.assign(open, { results, official: null });
            changed.push(key);
        }
        return changed;
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
            open.official?.close();
            open.official = null;
            open.document.close();
            open.document = await this.read(open.file).catch(() => open.document);
        }
        return renewed.map(([key]) => key);
    }
    // Those before it come first, so that each gets the corners that it had.
    private async reopenClosed(key: number): Promise<void> {
        for (const [each, open] of this.files) {
            if (each > key || open.document.isOpen) continue;
            open.official = null;
            try {
                open.document = await this.read(open.file);
                this.library.numberCorners(this.documents());
            } catch (error) {
                if (each === key) throw error;
            }
        }
    }
}
