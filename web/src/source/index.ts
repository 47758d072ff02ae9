// Finds what the page shows: the data embedded in it, or the library in it.
import { EmbeddedSource } from './embedded';
import { EmbeddedBlocks } from './embedded_blocks';
import type { Manifest } from './manifest';
import { SourceError, type Source } from './source';

export function openSource(): Promise<Source> {
    const bundle = document.getElementById('paddock-bundle')?.textContent;
    if (!bundle) return Promise.reject(new SourceError('there is no data in this page', 'source.none'));
    return Promise.resolve(new EmbeddedSource(JSON.parse(bundle) as Manifest, new EmbeddedBlocks(document)));
}
