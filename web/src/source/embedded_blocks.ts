// Blocks in elements of the page: base64 of gzip.
import { SourceError } from './source';

type Decoder = { fromBase64?: (text: string) => Uint8Array };

export function fromBase64(text: string): Uint8Array {
    const fast = (Uint8Array as unknown as Decoder).fromBase64;
    if (fast) return fast.call(Uint8Array, text);
    const letters = atob(text), bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
    return bytes;
}

export async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
    if (typeof DecompressionStream === 'undefined')
        throw new SourceError('this browser cannot unpack the data of the page: use one of 2023 or later', 'page.browser');
    const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Takes the elements out of the page at once, since the page's own content replaces them, and decodes each when it is asked for.
export class EmbeddedBlocks {
    private readonly texts = new Map<number, string>();
    private readonly lately = new Map<number, Promise<Uint8Array>>();

    constructor(document: Document) {
        for (const element of document.querySelectorAll<HTMLScriptElement>('script[type="text/plain"][id^="b"]'))
            this.texts.set(Number(element.id.slice(1)), element.textContent ?? '');
    }
    read(number: number): Promise<Uint8Array> {
        let bytes = this.lately.get(number);
        if (bytes) return bytes;
        const text = this.texts.get(number);
        if (text === undefined) return Promise.reject(new SourceError('a block of this page is missing', 'page.block'));
        bytes = gunzip(fromBase64(text));
        this.lately.set(number, bytes);
        if (this.lately.size > 8) this.lately.delete(this.lately.keys().next().value!);
        return bytes;
    }
}
