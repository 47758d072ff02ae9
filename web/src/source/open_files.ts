// The files that are open in the worker. Files of one track have one numbering of corners, whatever the order they come in.
import type { Paddock, PaddockDocument } from '../../../bindings/wasm/index.js';

interface OpenFile {
    file: File;
    document: PaddockDocument;
    art: number | null; // the key of the file with its pictures
    results: number | null; // of a replay, the key of its results file
    official: PaddockDocument | null; // its answers with that file, once they were requested
    track: number | null; // of a lap, the key of the path of its track
    carInfo: number | null; // and that of the file about its car
    completed: PaddockDocument | null; // its answers with these two, once they were requested
}
type Watched = { progress?: (done: number, total: number) => boolean };

// Answers that a results file changes. The others are the replay's own, with the corners that it shares with other files.
export const officialTables = ['laps', 'stints', 'results', 'penalty_outcomes', 'positions'];

// Paths of Live for Speed's tracks, the one that has pit lanes first.
const pathFormats = ['srpath', 'pth'];

// The library refuses results of another session, a track that was not driven on, another car.
function fits(
    recording: PaddockDocument,
    wanted: { names: string[]; results?: PaddockDocument; track?: PaddockDocument; carInfo?: PaddockDocument },
): boolean {
    try {
        recording.analyse(wanted).close();
        return true;
    } catch (error) {
        const { status } = error as { status?: string };
        if (status === 'bad argument' || status === 'unsupported') return false;
        throw error;
    }
}
function isOfficialOf(replay: PaddockDocument, file: PaddockDocument): boolean {
    return file.isOpen && file.format === 'results-xml' && fits(replay, { names: ['laps'], results: file });
}
function isPathOf(lap: PaddockDocument, file: PaddockDocument): boolean {
    return file.isOpen && pathFormats.includes(file.format) && fits(lap, { names: ['corners'], track: file });
}
function isOfCar(lap: PaddockDocument, file: PaddockDocument): boolean {
    return file.isOpen && file.format === 'car-info' && fits(lap, { names: ['handling'], carInfo: file });
}

export class OpenFiles {
    private readonly files = new Map<number, OpenFile>();
    private last = 0;
    constructor(private readonly library: Pick<Paddock, 'open' | 'numberCorners' | 'staleCorners'>) {}

    // `renewed`: files that were opened again, because their track has other corners now, or have other results, another track or car.
    async open(file: File, watched: Watched): Promise<{ key: number; renewed: number[] }> {
        await this.reopenClosed(Infinity);
        const document = await this.read(file, watched),
            key = this.last + 1;
        try {
            const renewed = await this.renewStale(document);
            this.files.set(key, { file, document, art: null, results: null, official: null, track: null, carInfo: null, completed: null });
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
    // Recordings whose results, track or car are others now.
    close(key: number): number[] {
        const open = this.files.get(key);
        if (open) this.forgetAnswers(open);
        open?.document.close();
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

    track(key: number): Promise<PaddockDocument | null> {
        return this.beside(this.files.get(key)?.track);
    }
    carInfo(key: number): Promise<PaddockDocument | null> {
        return this.beside(this.files.get(key)?.carInfo);
    }
    private async beside(key: number | null | undefined): Promise<PaddockDocument | null> {
        return typeof key === 'number' && this.files.has(key) ? this.document(key) : null;
    }
    // The recording as it is answered: on the path of its track and with the file about its car, if these are open too.
    async recording(key: number): Promise<PaddockDocument> {
        const document = await this.document(key),
            track = await this.track(key),
            carInfo = await this.carInfo(key),
            open = this.files.get(key)!;
        if ((track || carInfo) && !open.completed?.isOpen) open.completed = document.analyse({ track, carInfo });
        return open.completed ?? document;
    }

    private pairAll(): number[] {
        return [...this.files].filter(([, open]) => open.document.isOpen && this.pair(open)).map(([key]) => key);
    }
    // Whether the file has other results, another track or car now.
    private pair(open: OpenFile): boolean {
        const results = this.resultsOf(open.document),
            track = this.pathOf(open.document),
            carInfo = this.carOf(open.document);
        if (results === open.results && track === open.track && carInfo === open.carInfo) return false;
        this.forgetAnswers(open);
        Object.assign(open, { results, track, carInfo });
        return true;
    }
    // A replay takes the results file that is of its session; of two none.
    private resultsOf(document: PaddockDocument): number | null {
        if (document.format !== 'vcr') return null;
        const fitting = [...this.files].filter(([, other]) => isOfficialOf(document, other.document)).map(([each]) => each);
        return fitting.length === 1 ? fitting[0]! : null;
    }
    // A lap takes the path that it was driven on.
    private pathOf(document: PaddockDocument): number | null {
        if (document.format !== 'raf') return null;
        const fitting = [...this.files].filter(([, other]) => isPathOf(document, other.document)),
            rank = ([, other]: [number, OpenFile]) => pathFormats.indexOf(other.document.format);
        return fitting.sort((one, other) => rank(one) - rank(other))[0]?.[0] ?? null;
    }
    // And the first file about its car.
    private carOf(document: PaddockDocument): number | null {
        if (document.format !== 'raf') return null;
        return [...this.files].find(([, other]) => isOfCar(document, other.document))?.[0] ?? null;
    }
    private forgetAnswers(open: OpenFile): void {
        open.official?.close();
        open.completed?.close();
        Object.assign(open, { official: null, completed: null });
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
            this.forgetAnswers(open);
            open.document.close();
            open.document = await this.read(open.file).catch(() => open.document);
        }
        return renewed.map(([key]) => key);
    }
    // Those before it come first, so that each gets the corners that it had.
    private async reopenClosed(key: number): Promise<void> {
        for (const [each, open] of this.files) {
            if (each > key || open.document.isOpen) continue;
            Object.assign(open, { official: null, completed: null });
            try {
                open.document = await this.read(open.file);
                this.library.numberCorners(this.documents());
            } catch (error) {
                if (each === key) throw error;
            }
        }
    }
}
