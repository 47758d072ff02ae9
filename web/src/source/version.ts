// Data of another version would be misread: it is refused, and the page says what to do.
import { version } from '../../../bindings/wasm/contract.js';
import { SourceError } from './source';

// `has`: of a page before there were versions, undefined.
export function checkVersion(has: number | undefined, what: string): void {
    if (has === version) return;
    const named = has === undefined ? 'data without a version' : `data of version ${has}`;
    throw new SourceError(
        `${what} has ${named}, and this page reads version ${version}: make the page again with one version of Paddock`,
        'page.version',
    );
}
