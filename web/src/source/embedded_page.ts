// A report as it was before its script changed it, so that readers can save it again to share.
import type { EmbeddedBlocks } from './embedded_blocks';

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

    parts(start: string): string[] {
        const head = document.head.cloneNode(true) as HTMLHeadElement;
        head.querySelector('title')!.textContent = this.title;
        return [
            `<!doctype html>\n${firstTag(start)}>\n`,
            head.outerHTML,
            '\n<body>\n',
            this.answer?.outerHTML ?? '',
            '\n',
            this.bundle.outerHTML,
            '\n',
            ...this.blocks.all().flatMap(block => [block.outerHTML, '\n']),
            this.script?.outerHTML ?? '',
            '\n</body>\n</html>\n',
        ];
    }
}
