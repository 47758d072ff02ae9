// A report as it was before its script changed it, so that readers can save it again to share.
import type { EmbeddedBlocks } from './embedded_blocks';
import { rulingsElement } from './rulings_list';
import type { Ruling } from './source';

// The first tag of a page that shows `start` first (PageState in shell/state.ts reads it).
export function firstTag(start: string): string {
    const escaped = start.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
    return `<html lang="en"${start ? ` data-start="${escaped}"` : ''}`;
}

export class EmbeddedPage {
    private readonly title = document.title;
    private readonly answer = document.querySelector('main'); // for readers without JavaScript
    private readonly bundle = document.getElementById('paddock-bundle')!;

    // To be made before the page's content takes the place of what it was made of.
    constructor(
        private readonly blocks: EmbeddedBlocks,
        private readonly script: Element | null,
    ) {}

    // Its tables for readers without JavaScript are as it was made.
    private answerBefore(rulings: readonly Ruling[] | null): string {
        const answer = this.answer?.cloneNode(true) as HTMLElement | undefined;
        answer?.querySelector('[data-rulings-changed]')?.remove();
        if (answer && rulings) {
            const note = document.createElement('p');
            note.dataset.rulingsChanged = '';
            note.textContent =
                'Rulings were changed in this page after it was made. The tables below are without these changes; ' +
                'with JavaScript, the page shows the results as decided.';
            answer.prepend(note);
        }
        return answer?.outerHTML ?? '';
    }
    // `rulings`: the list, where it is another than the page was made with.
    parts(start: string, rulings: readonly Ruling[] | null): string[] {
        const head = document.head.cloneNode(true) as HTMLHeadElement;
        head.querySelector('title')!.textContent = this.title;
        return [
            `<!doctype html>\n${firstTag(start)}>\n`,
            head.outerHTML,
            '\n<body>\n',
            this.answerBefore(rulings),
            '\n',
            this.bundle.outerHTML,
            '\n',
            ...(rulings ? [rulingsElement(rulings), '\n'] : []),
            ...this.blocks.all().flatMap(block => [block.outerHTML, '\n']),
            this.script?.outerHTML ?? '',
            '\n</body>\n</html>\n',
        ];
    }
}
