// Finds what the page shows: the data embedded in it, and the library in it, which opens files.

import type { Manifest } from '../../../bindings/wasm/contract.js';
import { pause } from '../base/turns';
import { EmbeddedSource } from './embedded';
import { EmbeddedBlocks, unpack } from './embedded_blocks';
import { EmbeddedPage } from './embedded_page';
import { type Front, LiveSource } from './live';
import { type Source, SourceError } from './source';
import { checkVersion } from './version';

// The script and the style as they are in the page: another page can be made from them.
function frontOf(script: Element | null): Front {
    return { script: script?.textContent ?? '', style: document.querySelector('head style')?.textContent ?? '' };
}

// The page's script is the last element of its body.
export async function openSource(): Promise<Source> {
    const own = document.body.lastElementChild;
    await pause();
    const bundle = document.getElementById('paddock-bundle')?.textContent;
    if (!bundle) throw new SourceError('there is no data in this page', 'source.none');
    const worker = document.getElementById('paddock-worker')?.textContent,
        library = document.getElementById('paddock-library')?.textContent;
    const blocks = new EmbeddedBlocks(document),
        manifest: Manifest = JSON.parse(bundle);
    checkVersion(manifest.version, 'This page');
    const embedded = new EmbeddedSource(manifest, blocks, new EmbeddedPage(blocks, own));
    if (!worker || !library) return embedded;
    const [script, bytes] = await Promise.all([worker, library].map(unpack));
    return LiveSource.start(new TextDecoder().decode(script), bytes!, embedded, frontOf(own));
}
