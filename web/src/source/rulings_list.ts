// The list of rulings of a page: one for all its files. Each ruling names its file, so that files opened later stay as recorded.
import type { Ruling } from '../../../bindings/wasm/contract.js';

const id = 'paddock-rulings';

// Of a page for one file, rulings may name none.
export function withFiles(rulings: Ruling[], files: string[]): Ruling[] {
    return rulings.map(ruling => ({ ...ruling, file: ruling.file ?? (files.length === 1 ? files[0] : null) }));
}

// The list that was changed in a page before it was saved; null = none was.
export function savedRulings(page: Document): Ruling[] | null {
    const text = page.getElementById(id)?.textContent;
    return text ? JSON.parse(text) : null;
}

// An element that savedRulings reads.
export function rulingsElement(rulings: readonly Ruling[]): string {
    const coded = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return `<script type="application/json" id="${id}">${JSON.stringify(rulings).replace(/[<>&\u2028\u2029]/g, coded)}</script>`;
}
