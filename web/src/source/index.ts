// Finds what the page shows: the data embedded in it, and the library in it, which opens files.
import { EmbeddedSource } from './embedded';
import { EmbeddedBlocks, fromBase64, gunzip } from './embedded_blocks';
import { LiveSource, type Front } from './live';
import type { Manifest } from './manifest';
import { SourceError, type Source } from './source';

// The script that runs, and its style, as they stand in the page: another page can be made of them.
function frontOf(): Front {
    return { script: document.currentScript?.textContent ?? '', style: document.querySelector('head style')?.textContent ?? '' };
}

// To be called while the page's script runs.
export async function openSource(): Promise<Source> {
    const bundle = document.getElementById('paddock-bundle')?.textContent;
    if (!bundle) throw new SourceError('there is no data in this page', 'source.none');
    const worker = document.getElementById('paddock-worker')?.textContent, library = document.getElementById('paddock-library')?.textContent;
    const front = frontOf(), embedded = new EmbeddedSource(JSON.parse(bundle) as Manifest, new EmbeddedBlocks(document));
    if (!worker || !library) return embedded;
    const [script, bytes] = await Promise.all([worker, library].map(text => gunzip(fromBase64(text))));
    return LiveSource.start(new TextDecoder().decode(script), bytes!, embedded, front);
}
