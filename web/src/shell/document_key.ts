// How a document is written into links: by its name, and its place among those of one name.
import type { DocumentSource, Source } from '../source/source';

export function documentKey(source: Source, document: DocumentSource): string {
    const same = source.documents.filter(each => each.file === document.file);
    return same.length > 1 && same[0] !== document ? `${document.file} (${same.indexOf(document) + 1})` : document.file;
}
