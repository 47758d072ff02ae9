// The data in a report: blocks are decoded when they are first asked for.

import { type Block, readBlock } from '../../../bindings/wasm/block.js';
import type { EmbeddedDocument, Manifest, RecordedHead } from '../../../bindings/wasm/contract.js';
import { readLayout } from '../../../bindings/wasm/layout.js';
import { Pieces } from '../base/turns';
import { type Recorded, readRecorded } from '../ruling/recorded';
import { rulingsOf } from '../ruling/ruling';
import type { EmbeddedBlocks } from './embedded_blocks';
import type { EmbeddedPage } from './embedded_page';
import { tracesFromMotion } from './lap_traces';
import { cornersOf, readMarks, readMesh, readMotion, readPicture, readScene, readTraces, readTrack } from './parts';
import { Rulable } from './rulable';
import { savedRulings, withFiles } from './rulings_list';
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

const fewStations = 5; // m, between stations of laps that are made from positions

const emptyMotion = (): MotionData => {
    const none = new Float32Array(0);
    return {
        time: new Float64Array(0),
        x: none,
        y: none,
        z: none,
        heading: none,
        speed: none,
        throttle: none,
        brake: none,
        gear: new Int8Array(0),
        steer: none,
        distance: none,
        lateral: none,
    };
};

class EmbeddedDocumentSource extends Rulable implements DocumentSource {
    readonly id: string;
    private readonly kept = new Map<number, Promise<unknown>>(); // what many views ask for again: runs, track

    constructor(
        private readonly head: EmbeddedDocument,
        index: number,
        private readonly blocks: EmbeddedBlocks,
        made: Ruling[],
    ) {
        super(head, made);
        this.id = `d${index}`;
    }

    private async block<Head>(number: number | null | undefined, what: string): Promise<Block<Head>> {
        if (!number) throw new SourceError(`this page has no ${what}`, 'page.left_out');
        return readBlock(await this.blocks.read(number));
    }
    private keep<T>(number: number, make: () => Promise<T>): Promise<T> {
        let made = this.kept.get(number) as Promise<T> | undefined;
        if (!made) this.kept.set(number, (made = make()));
        return made;
    }

    async recorded(): Promise<Recorded | null> {
        const number = this.head.parts.recorded;
        return number ? this.keep(number, async () => readRecorded(await this.block<RecordedHead>(number, 'recorded race'))) : null;
    }
    protected async readOwn(name: string, columns: string[], first: number, count: number): Promise<ColumnData[]> {
        const index = this.tables.findIndex(table => table.name === name),
            table = this.tables[index];
        if (!table) throw new SourceError(`there is no table ${name}`, 'page.table');
        if (first < 0 || count < 0 || first + count > table.embedded_rows)
            throw new SourceError(`this page has the first ${table.embedded_rows} of ${table.rows} rows of ${name}`, 'page.rows');
        const number = this.head.parts.tables[index];
        const pieces = new Pieces(),
            block = await this.keep(number, () => this.block(number, `table ${name}`));
        const read: ColumnData[] = [],
            whole = first === 0 && count === table.embedded_rows;
        for (const column of columns) {
            await pieces.rest();
            const data = this.columnOf(number, block, column);
            read.push(
                whole ? data : { values: data.values.slice(first, first + count), valid: data.valid?.slice(first, first + count) ?? null },
            );
        }
        return read;
    }
    // Decoded columns are kept: tables are read a window at a time.
    private readonly columns = new Map<string, ColumnData>();
    private columnOf(number: number, block: Block, name: string): ColumnData {
        const key = `${number} ${name}`;
        let data = this.columns.get(key);
        if (data) return data;
        const read = block.column(name);
        if (!read) throw new SourceError(`this page has no column ${name}`, 'page.column');
        this.columns.set(key, (data = read));
        return data;
    }

    motion(): Promise<MotionInfo | null> {
        return Promise.resolve(this.head.parts.motion);
    }
    readMotion(run: number): Promise<MotionData> {
        const number = this.head.parts.runs?.[run];
        return number ? this.keep(number, async () => readMotion(await this.block(number, 'run'))) : Promise.resolve(emptyMotion());
    }
    async track(): Promise<TrackLine | null> {
        const { track: number, motion } = this.head.parts;
        if (!number || !motion) return null;
        return this.keep(number, async () => {
            const corners = await cornersOf(this, motion.origin);
            return readTrack(await this.block(number, 'track'), motion.origin, corners);
        });
    }
    async marks(): Promise<Marks | null> {
        const number = this.head.parts.marks;
        return number ? this.keep(number, async () => readMarks(await this.block(number, 'skid marks'))) : null;
    }
    async surface(index: number): Promise<Mesh> {
        return readMesh(await this.block(this.head.parts.surfaces[index], 'surface like this: it is too large'));
    }
    async scene(): Promise<Scene | null> {
        const number = this.head.parts.scene;
        return number ? readScene(await this.block(number, 'scene')) : null;
    }
    async image(index: number): Promise<Picture> {
        return readPicture(await this.block(this.head.parts.images[index], 'picture like this'), this.images[index]?.name ?? '');
    }

    private place(first: number, count: number) {
        return this.head.parts.bytes.find(each => each.first <= first && first + count <= each.first + each.count);
    }
    async bytes(first: number, count: number): Promise<Uint8Array | null> {
        const place = this.place(first, count);
        if (!place) return null;
        return (await this.blocks.read(place.block)).subarray(first - place.first, first - place.first + count);
    }
    async layout(first: number, count: number): Promise<FieldPlace[]> {
        const place = this.place(first, count);
        return place ? readLayout(await this.blocks.read(place.layout), first, first + count) : [];
    }
    stretches(): Promise<{ first: number; count: number }[]> {
        return Promise.resolve(this.head.parts.bytes.map(({ first, count }) => ({ first, count })));
    }
}

export class EmbeddedSource implements Source {
    readonly live = false;
    readonly producer: string;
    readonly documents: EmbeddedDocumentSource[];
    rulings: readonly Ruling[];
    private readonly made: Ruling[]; // those that the page's tables follow
    private readonly listeners: (() => void)[] = [];

    constructor(
        private readonly manifest: Manifest,
        private readonly blocks: EmbeddedBlocks,
        private readonly page: EmbeddedPage,
    ) {
        this.producer = manifest.producer;
        const files = manifest.documents.map(head => head.file);
        this.rulings = this.made = withFiles(manifest.rulings ?? [], files);
        this.documents = manifest.documents.map(
            (head, index) => new EmbeddedDocumentSource(head, index, blocks, rulingsOf(this.made, head.file)),
        );
        this.setRulings(savedRulings(document) ?? this.made);
    }

    setRulings(rulings: Ruling[]): void {
        this.rulings = rulings;
        for (const each of this.documents) each.rule(rulingsOf(rulings, each.file));
        for (const listener of this.listeners) listener();
    }

    // The exact comparison if the report has one of these laps; otherwise laps of one document are compared by their positions.
    async traces(refs: LapRef[]): Promise<Traces> {
        const first = this.documents.find(document => document.id === refs[0]?.document);
        if (!first) throw new SourceError('there is no lap to show', 'page.lap');
        for (const group of this.manifest.traces) {
            const places = refs.map(ref =>
                group.laps.findIndex(lap => `d${lap.document}` === ref.document && lap.slot === ref.slot && lap.lap === ref.lap),
            );
            if (places.includes(-1)) continue;
            const origin = (await first.motion())?.origin ?? { x: 0, y: 0, z: 0 };
            return readTraces(readBlock(await this.blocks.read(group.block)), refs, places, origin);
        }
        if (refs.some(ref => ref.document !== first.id))
            throw new SourceError(
                'this page cannot compare these laps: they are of several files, and not among those that were compared when it was made',
                'page.lap',
            );
        return tracesFromMotion(first, refs, fewStations);
    }
    canSave(): boolean {
        return true;
    }
    savePage(start: string): Promise<BlobPart[]> {
        const changed = JSON.stringify(this.rulings) !== JSON.stringify(this.made);
        return Promise.resolve(this.page.parts(start, changed ? this.rulings : null));
    }
    onChange(listener: () => void): void {
        this.listeners.push(listener);
    }
}
