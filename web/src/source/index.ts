// Finds what the page shows: the data embedded in it, or the library in it.
import { SourceError, type Source } from './source';

export function openSource(): Promise<Source> {
    return Promise.reject(new SourceError('there is no data in this page', 'source.none'));
}
