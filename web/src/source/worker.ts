// The library in a worker: files are opened and asked here, so that the page never waits.
import { load, type Paddock, type PaddockDocument } from '../../../bindings/wasm/index.js';
import {
    describeMotion,
    describePage,
    imageBlock,
    layoutBlock,
    marksBlock,
    runBlock,
    sceneBlock,
    surfaceBlock,
    tracesBlock,
    trackBlock,
    writePage,
} from '../../../bindings/wasm/page.js';
import type { Answered, Asked, Question, Questions } from './messages';
import type { ColumnData, ColumnValues } from './source';

interface OpenFile {
    file: File;
    document: PaddockDocument;
    art: number | null;
}

let library: Paddock;
const files = new Map<number, OpenFile>();
let last = 0;

// A track has the corners of the file that was opened first: what the page shows already stays as it is.
async function openFile(file: File, watched: { progress?: (done: number, total: number) => boolean } = {}): Promise<PaddockDocument> {
    const document = await library.open(file, { name: file.name, partial: true, ...watched });
    const others = [...files.values()].map(each => each.document).filter(each => each.isOpen);
    try {
        library.numberCorners([...others, document]);
    } catch (error) {
        document.close();
        throw error;
    }
    return document;
}

// Those before it come first, so that each gets the corners that it had. One that cannot be read any more says so when it is asked.
async function openAfresh(key: number): Promise<void> {
    for (const [each, open] of files) {
        if (each > key || open.document.isOpen) continue;
        try {
            open.document = await openFile(open.file);
        } catch (error) {
            if (each === key) throw error;
        }
    }
}

// After a fault in the library, which one damaged file may have caused, the others are opened afresh.
async function documentOf(key: number): Promise<PaddockDocument> {
    const open = files.get(key);
    if (!open) throw Object.assign(new Error('this file is closed'), { code: 'page.closed' });
    if (!open.document.isOpen) await openAfresh(key);
    return open.document;
}
async function artOf(key: number): Promise<PaddockDocument | null> {
    const art = files.get(key)?.art ?? null;
    return art !== null && files.has(art) ? documentOf(art) : null;
}

// A byte for each row from a bit for each row.
function bytesOfBits(bits: Uint8Array | null, count: number): Uint8Array | null {
    return bits === null ? null : Uint8Array.from({ length: count }, (_, i) => (bits[i >> 3] >> (i & 7)) & 1);
}

function isUnsupported(error: unknown): boolean {
    return (error as { status?: string }).status === 'unsupported';
}

const answers: { [Q in Question]: (ask: Questions[Q]['ask'], tell: (share: number) => void) => Promise<Questions[Q]['answer']> } = {
    async start({ library: bytes }) {
        library = await load({ wasm: bytes });
        return { version: library.version };
    },
    async open({ file }, tell) {
        await openAfresh(Infinity);
        const document = await openFile(file, { progress: (done, total) => (tell(total > 0 ? done / total : 0), true) });
        const key = ++last;
        files.set(key, { file, document, art: null });
        try {
            return { key, head: describePage(document, { name: file.name }) };
        } catch (error) {
            files.delete(key);
            document.close();
            throw error;
        }
    },
    async close({ key }) {
        files.get(key)?.document.close();
        files.delete(key);
        return null;
    },
    async describe({ key, art }) {
        files.get(key)!.art = art;
        return describePage(await documentOf(key), { name: files.get(key)!.file.name, art: await artOf(key) });
    },
    async rows({ key, table, columns, first, count }) {
        const read = (await documentOf(key)).table(table).readColumns(columns, { first, count });
        return read.map((column): ColumnData => ({ values: column.values as ColumnValues, valid: bytesOfBits(column.validity, count) }));
    },
    async motion({ key }) {
        try {
            return describeMotion(await documentOf(key));
        } catch (error) {
            if (isUnsupported(error)) return null;
            throw error;
        }
    },
    run: async ({ key, run }) => runBlock(await documentOf(key), run),
    async track({ key }) {
        try {
            return trackBlock(await documentOf(key));
        } catch (error) {
            if (isUnsupported(error)) return null;
            throw error;
        }
    },
    async marks({ key }) {
        try {
            return marksBlock(await documentOf(key));
        } catch (error) {
            if (isUnsupported(error)) return null;
            throw error;
        }
    },
    surface: async ({ key, index }) => surfaceBlock(await documentOf(key), index, await artOf(key)),
    async scene({ key }) {
        try {
            return sceneBlock(await documentOf(key), await artOf(key));
        } catch (error) {
            if (isUnsupported(error)) return null;
            throw error;
        }
    },
    image: async ({ key, index }) => imageBlock(await documentOf(key), index, await artOf(key)),
    bytes: async ({ key, first, count }) => (await documentOf(key)).bytes(first, count),
    layout: async ({ key, first, count }) => layoutBlock(await documentOf(key), first, count),
    async page({ script, style }, tell) {
        const found = [];
        for (const [key, { file }] of files) found.push({ document: await documentOf(key), name: file.name, art: await artOf(key) });
        return writePage(found, { script, style, progress: (done, total) => (tell(total > 0 ? done / total : 0), true) });
    },
    async traces({ laps, step }) {
        const found = [];
        for (const lap of laps) found.push({ document: await documentOf(lap.key), driver: String(lap.slot), lap: String(lap.lap) });
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
