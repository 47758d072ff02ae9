// Files opened in the page: the library answers in a worker.
import { readBlock } from '../../../bindings/wasm/block.js';
import type { DocumentHead, RecordedHead } from '../../../bindings/wasm/contract.js';
import { readLayout } from '../../../bindings/wasm/layout.js';
import { type Recorded, readRecorded } from '../ruling/recorded';
import { rulingsOf } from '../ruling/ruling';
import { writeRulings } from '../ruling/rulings_csv';
import { firstTag } from './embedded_page';
import type { Answered, Question, Questions } from './messages';
import { cornersOf, readMarks, readMesh, readMotion, readPicture, readScene, readTraces, readTrack } from './parts';
import { Rulable } from './rulable';
import {
    type ColumnData,
    type DocumentSource,
    type FieldPlace,
    type LapRef,
    type Marks,
    type Mesh,
    type MotionData,
    type MotionInfo,
    type Picture,
    type Ruling,
    type Scene,
    type Source,
    SourceError,
    type Traces,
    type TrackLine,
} from './source';
import { checkVersion } from './version';

class Library {
    private readonly worker: Worker;
    private readonly waiting = new Map<
        number,
        { resolve: (answer: unknown) => void; reject: (error: Error) => void; tell: ((share: number) => void) | undefined }
    >();
    private last = 0;

    constructor(script: string) {
        const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
        this.worker = new Worker(address);
        URL.revokeObjectURL(address);
        this.worker.onmessage = (event: MessageEvent<Answered>) => this.receive(event.data);
        this.worker.onerror = event => {
            for (const each of this.waiting.values())
                each.reject(new SourceError(event.message || 'the worker of this page failed', 'page.worker'));
            this.waiting.clear();
        };
    }
    private receive(answered: Answered): void {
        const asked = this.waiting.get(answered.id);
        if (!asked) return;
        if ('share' in answered) {
            asked.tell?.(answered.share);
            return;
        }
        this.waiting.delete(answered.id);
        if ('failure' in answered) {
            const { message, code, offset, where } = answered.failure;
            asked.reject(new SourceError(message, code, offset, where));
        } else asked.resolve(answered.answer);
    }
    ask<Q extends Question>(question: Q, ask: Questions[Q]['ask'], tell?: (share: number) => void): Promise<Questions[Q]['answer']> {
        return new Promise((resolve, reject) => {
            this.waiting.set(++this.last, { resolve: resolve as (answer: unknown) => void, reject, tell });
            this.worker.postMessage({ id: this.last, question, ask });
        });
    }
}

class LiveDocument extends Rulable implements DocumentSource {
    readonly id: string;
    private moving: Promise<MotionInfo | null> | null = null;
    private driven: Promise<TrackLine | null> | null = null;
    private laid: Promise<Marks | null> | null = null;
    private raced: Promise<Recorded | null> | null = null;
    private readonly runs = new Map<number, Promise<MotionData>>();

    constructor(
        private readonly library: Library,
        readonly key: number,
        head: DocumentHead,
    ) {
        super(head, []);
        this.id = `f${key}`;
    }
    describe(head: DocumentHead): void {
        Object.assign(this, head);
    }
    recorded(): Promise<Recorded | null> {
        return (this.raced ??= this.library
            .ask('recorded', { key: this.key })
            .then(bytes => (bytes ? readRecorded(readBlock<RecordedHead>(bytes)) : null)));
    }
    protected readOwn(name: string, columns: string[], first: number, count: number): Promise<ColumnData[]> {
        return this.library.ask('rows', { key: this.key, table: name, columns, first, count });
    }
    motion(): Promise<MotionInfo | null> {
        return (this.moving ??= this.library.ask('motion', { key: this.key }));
    }
    readMotion(run: number): Promise<MotionData> {
        let read = this.runs.get(run);
        if (!read) this.runs.set(run, (read = this.library.ask('run', { key: this.key, run }).then(bytes => readMotion(readBlock(bytes)))));
        return read;
    }
    track(): Promise<TrackLine | null> {
        return (this.driven ??= this.readTrack());
    }
    private async readTrack(): Promise<TrackLine | null> {
        const motion = await this.motion();
        const bytes = motion ? await this.library.ask('track', { key: this.key }) : null;
        if (!motion || !bytes) return null;
        return readTrack(readBlock(bytes), motion.origin, await cornersOf(this, motion.origin));
    }
    marks(): Promise<Marks | null> {
        return (this.laid ??= this.library.ask('marks', { key: this.key }).then(bytes => (bytes ? readMarks(readBlock(bytes)) : null)));
    }
    async surface(index: number): Promise<Mesh> {
        return readMesh(readBlock(await this.library.ask('surface', { key: this.key, index })));
    }
    async scene(): Promise<Scene | null> {
        const bytes = await this.library.ask('scene', { key: this.key });
        return bytes ? readScene(readBlock(bytes)) : null;
    }
    async image(index: number): Promise<Picture> {
        return readPicture(readBlock(await this.library.ask('image', { key: this.key, index })), this.images[index]?.name ?? '');
    }
    bytes(first: number, count: number): Promise<Uint8Array | null> {
        return this.library.ask('bytes', { key: this.key, first, count });
    }
    async layout(first: number, count: number): Promise<FieldPlace[]> {
        return readLayout(await this.library.ask('layout', { key: this.key, first, count }), first, first + count);
    }
    stretches(): Promise<{ first: number; count: number }[]> {
        return Promise.resolve([{ first: 0, count: this.content_size }]);
    }
}

// X.FAM, X_001.FAM and X_T01.FAM go with X.TRI, the better ones first; -1 = it does not.
function rankOfArt(art: string, track: string): number {
    const base = track.toLowerCase().replace(/\.tri$/, '');
    return base === track.toLowerCase() ? -1 : ['.fam', '_001.fam', '_t01.fam'].map(tail => base + tail).indexOf(art.toLowerCase());
}

// What the page is made of: exactly the texts that its policy knows.
export interface Front {
    script: string;
    style: string;
}

// The same page, which shows `start` first.
function startingAt(page: Uint8Array, start: string): BlobPart[] {
    const mark = firstTag(''),
        text = new TextDecoder().decode(page.subarray(0, 200)),
        at = text.indexOf(mark);
    return at < 0 ? [page as BlobPart] : [page.subarray(0, at) as BlobPart, firstTag(start), page.subarray(at + mark.length) as BlobPart];
}

export class LiveSource implements Source {
    readonly live = true;
    private readonly opened: LiveDocument[] = [];
    private readonly listeners: (() => void)[] = [];
    rulings: readonly Ruling[];

    private constructor(
        private readonly library: Library,
        readonly producer: string,
        private readonly embedded: Source,
        private readonly front: Front,
    ) {
        this.rulings = embedded.rulings;
    }

    // `embedded`: what a report contains, in addition to the files that are opened.
    static async start(script: string, bytes: Uint8Array, embedded: Source, front: Front): Promise<LiveSource> {
        const library = new Library(script);
        const { version } = await library.ask('start', { library: bytes });
        return new LiveSource(library, `paddock ${version}`, embedded, front);
    }
    get documents(): DocumentSource[] {
        return [...this.embedded.documents, ...this.opened];
    }

    async open(file: File, progress: (share: number) => void): Promise<DocumentSource> {
        const { key, head, renewed } = await this.library.ask('open', { file }, progress);
        checkVersion(head.version, 'The library in this page');
        const made = new LiveDocument(this.library, key, head);
        for (const each of renewed) this.renew(each.key, each.head);
        made.rule(rulingsOf(this.rulings, made.file));
        this.opened.push(made);
        for (const track of this.opened) {
            const art = this.artOf(track);
            if (art && (art === made || track === made))
                track.describe(await this.library.ask('describe', { key: track.key, art: art.key }));
        }
        this.tell();
        return made;
    }
    // It replaces the document before: nothing that is cached there is valid any more.
    private renew(key: number, head: DocumentHead): void {
        const at = this.opened.findIndex(document => document.key === key);
        if (at < 0) return;
        const renewed = new LiveDocument(this.library, key, head);
        renewed.rule(rulingsOf(this.rulings, renewed.file));
        this.opened[at] = renewed;
    }
    // If there are several, the best name; if two have one name (two families of the game), the one that was opened
    // first.
    private artOf(track: LiveDocument): LiveDocument | undefined {
        const ranks = this.opened.map(art => ({ art, rank: rankOfArt(art.file, track.file) })).filter(known => known.rank >= 0);
        return ranks.sort((a, b) => a.rank - b.rank)[0]?.art;
    }
    close(id: string): void {
        const at = this.opened.findIndex(document => document.id === id);
        if (at < 0) return;
        const [gone] = this.opened.splice(at, 1);
        void this.forget(gone!.key);
        this.tell();
    }
    private async forget(key: number): Promise<void> {
        const { renewed } = await this.library.ask('close', { key });
        for (const each of renewed) this.renew(each.key, each.head);
        if (renewed.length) this.tell();
    }
    canSave(document: DocumentSource): boolean {
        return this.opened.some(each => each === document);
    }
    async savePage(start: string): Promise<BlobPart[]> {
        const files = this.opened.map(each => each.file),
            own = this.rulings.filter(ruling => ruling.file === null || files.includes(ruling.file)),
            rulings = own.length ? writeRulings(own) : null;
        return startingAt(await this.library.ask('page', { ...this.front, rulings }), start);
    }
    setRulings(rulings: Ruling[]): void {
        this.rulings = rulings;
        this.embedded.setRulings(rulings);
        for (const each of this.opened) each.rule(rulingsOf(rulings, each.file));
        this.tell();
    }
    async traces(refs: LapRef[]): Promise<Traces> {
        const laps = refs.map(ref => ({ document: this.opened.find(document => document.id === ref.document), ref }));
        if (laps.every(lap => lap.document === undefined)) return this.embedded.traces(refs);
        const keys = laps.map(({ document, ref }) => {
            if (!document)
                throw new SourceError(
                    'laps in the page cannot be compared with laps of files that are opened: open the file they are from',
                    'page.lap',
                );
            return { key: document.key, slot: ref.slot, lap: ref.lap };
        });
        const bytes = await this.library.ask('traces', { laps: keys, step: 0 });
        const origin = (await laps[0].document!.motion())?.origin ?? { x: 0, y: 0, z: 0 };
        return readTraces(
            readBlock(bytes),
            refs,
            refs.map((_, i) => i),
            origin,
        );
    }
    onChange(listener: () => void): void {
        this.listeners.push(listener);
    }
    private tell(): void {
        for (const listener of this.listeners) listener();
    }
}
