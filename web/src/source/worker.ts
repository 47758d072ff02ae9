// The library in a worker: files are opened and asked here, so that the page never waits.
import type { DocumentHead } from '../../../bindings/wasm/contract.js';
import { load, type PaddockDocument } from '../../../bindings/wasm/index.js';
import {
    describeMotion,
    describePage,
    imageBlock,
    layoutBlock,
    marksBlock,
    recordedBlock,
    runBlock,
    sceneBlock,
    surfaceBlock,
    tracesBlock,
    trackBlock,
    writePage,
} from '../../../bindings/wasm/page.js';
import type { Answered, Asked, Question, Questions } from './messages';
import { OpenFiles, officialTables } from './open_files';
import type { ColumnData, ColumnValues } from './source';

let files: OpenFiles;

// A byte for each row from a bit for each row.
function bytesOfBits(bits: Uint8Array | null, count: number): Uint8Array | null {
    return bits === null ? null : Uint8Array.from({ length: count }, (_, i) => (bits[i >> 3] >> (i & 7)) & 1);
}

async function headOf(key: number): Promise<DocumentHead> {
    const document = await files.document(key),
        options = { name: files.name(key), art: await files.art(key), track: await files.track(key), carInfo: await files.carInfo(key) },
        results = await files.results(key),
        head = describePage(document, options);
    if (!results) return head;
    const official = describePage(document, { ...options, results }).tables;
    const tables = head.tables.map(own => (officialTables.includes(own.name) && official.find(each => each.name === own.name)) || own);
    return { ...head, tables };
}

async function headsOf(keys: number[]): Promise<{ key: number; head: DocumentHead }[]> {
    const heads = [];
    for (const key of keys) {
        const head = await headOf(key).catch(() => null); // one that cannot be read any more says so when it is asked
        if (head) heads.push({ key, head });
    }
    return heads;
}
// The document that has the table: a replay's answers may be those with its results file, a lap's those with
// the path of its track and the file about its car.
async function withTable(key: number, table: string): Promise<PaddockDocument> {
    const official = await files.official(key);
    if (official && officialTables.includes(table)) return official;
    const document = await files.document(key);
    return document.answers.some(each => each.name === table) ? files.recording(key) : document;
}

function isUnsupported(error: unknown): boolean {
    return (error as { status?: string }).status === 'unsupported';
}

const answers: { [Q in Question]: (ask: Questions[Q]['ask'], tell: (share: number) => void) => Promise<Questions[Q]['answer']> } = {
    async start({ library: bytes }) {
        const library = await load({ wasm: bytes });
        files = new OpenFiles(library);
        return { version: library.version };
    },
    async open({ file }, tell) {
        const { key, renewed } = await files.open(file, { progress: (done, total) => (tell(total > 0 ? done / total : 0), true) });
        try {
            return { key, head: await headOf(key), renewed: await headsOf(renewed) };
        } catch (error) {
            files.close(key);
            throw error;
        }
    },
    async close({ key }) {
        return { renewed: await headsOf(files.close(key)) };
    },
    describe({ key, art }) {
        files.setArt(key, art);
        return headOf(key);
    },
    async rows({ key, table, columns, first, count }) {
        const read = (await withTable(key, table)).table(table).readColumns(columns, { first, count });
        return read.map((column): ColumnData => ({ values: column.values as ColumnValues, valid: bytesOfBits(column.validity, count) }));
    },
    async motion({ key }) {
        try {
            return describeMotion(await files.recording(key));
        } catch (error) {
            if (isUnsupported(error)) return null;
            throw error;
        }
    },
    run: async ({ key, run }) => runBlock(await files.recording(key), run),
    async track({ key }) {
        try {
            return trackBlock(await files.recording(key));
        } catch (error) {
            if (isUnsupported(error)) return null;
            throw error;
        }
    },
    async recorded({ key }) {
        try {
            return recordedBlock((await files.official(key)) ?? (await files.recording(key)));
        } catch (error) {
            if (isUnsupported(error)) return null;
            throw error;
        }
    },
    async marks({ key }) {
        try {
            return marksBlock(await files.recording(key));
        } catch (error) {
            if (isUnsupported(error)) return null;
            throw error;
        }
    },
    surface: async ({ key, index }) => surfaceBlock(await files.document(key), index, await files.art(key)),
    async scene({ key }) {
        try {
            return sceneBlock(await files.document(key), await files.art(key));
        } catch (error) {
            if (isUnsupported(error)) return null;
            throw error;
        }
    },
    image: async ({ key, index }) => imageBlock(await files.document(key), index, await files.art(key)),
    bytes: async ({ key, first, count }) => (await files.document(key)).bytes(first, count),
    layout: async ({ key, first, count }) => layoutBlock(await files.document(key), first, count),
    async page({ script, style, rulings }, tell) {
        const found = [];
        for (const key of files.keys())
            found.push({
                document: await files.document(key),
                name: files.name(key),
                art: await files.art(key),
                results: await files.results(key),
                track: await files.track(key),
                carInfo: await files.carInfo(key),
            });
        return writePage(found, { script, style, rulings, progress: (done, total) => (tell(total > 0 ? done / total : 0), true) });
    },
    async traces({ laps, step }) {
        const found = [];
        for (const lap of laps) found.push({ document: await files.document(lap.key), driver: String(lap.slot), lap: String(lap.lap) });
        return tracesBlock(found, step);
    },
};

// What can go to the page without a copy.
function buffersOf(answer: unknown): ArrayBuffer[] {
    if (answer instanceof Uint8Array) return [answer.buffer as ArrayBuffer];
    if (!Array.isArray(answer)) return [];
    return answer.flatMap(({ values, valid }: ColumnData) =>
        [values, valid].flatMap(part => (ArrayBuffer.isView(part) ? [part.buffer as ArrayBuffer] : [])),
    );
}

// One question at a time: a file that is being read is not asked in between.
let line: Promise<void> = Promise.resolve();

self.onmessage = (event: MessageEvent<Asked>) => {
    const { id, question, ask } = event.data;
    const reply = (answered: Answered, buffers: ArrayBuffer[] = []) => self.postMessage(answered, { transfer: buffers });
    line = line.then(async () => {
        try {
            const answer = await (answers[question] as (ask: unknown, tell: (share: number) => void) => Promise<unknown>)(ask, share =>
                reply({ id, share }),
            );
            reply({ id, answer }, [...new Set(buffersOf(answer))]);
        } catch (error) {
            const {
                message,
                code = 'page.worker',
                offset = null,
                where = '',
            } = error as Error & { code?: string; offset?: number | null; where?: string };
            reply({ id, failure: { message, code, offset, where } });
        }
    });
};
