// Blocks in elements of the page: base64 of gzip.
import { Pieces } from '../base/turns';
import { SourceError } from './source';

declare global {
    interface Uint8ArrayConstructor {
        fromBase64?(text: string): Uint8Array<ArrayBuffer>; // not in all browsers
    }
}

const lettersAtOnce = 1 << 18; // a multiple of 4

function fromBase64(text: string): Uint8Array {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const letters = atob(text),
        bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
    return bytes;
}

// The bytes of an element's text: base64 of gzip. The library in a page is a text of a million characters.
export async function unpack(text: string): Promise<Uint8Array> {
    if (typeof DecompressionStream === 'undefined')
        throw new SourceError('this browser cannot unpack the data of the page: use one of 2023 or later', 'page.browser');
    const pieces = new Pieces(),
        bytes: Uint8Array[] = [];
    for (let at = 0; at < text.length; at += lettersAtOnce) {
        bytes.push(fromBase64(text.slice(at, at + lettersAtOnce)));
        await pieces.rest();
    }
    const stream = new Blob(bytes as BlobPart[]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Finds the elements at once, since the page's own content replaces them, and decodes each when it is requested.
export class EmbeddedBlocks {
    private readonly elements = new Map<number, HTMLScriptElement>();
    private readonly lately = new Map<number, Promise<Uint8Array>>();

    constructor(document: Document) {
        for (const element of document.querySelectorAll<HTMLScriptElement>('script[type="text/plain"][id^="b"]'))
            this.elements.set(Number(element.id.slice(1)), element);
    }
    all(): Element[] {
        return [...this.elements.values()];
    }
    read(number: number): Promise<Uint8Array> {
        let bytes = this.lately.get(number);
        if (bytes) return bytes;
        const element = this.elements.get(number);
        if (!element) return Promise.reject(new SourceError('a block of this page is missing', 'page.block'));
        bytes = unpack(element.textContent);
        this.lately.set(number, bytes);
        if (this.lately.size > 8) this.lately.delete(this.lately.keys().next().value!);
        return bytes;
    }
}
