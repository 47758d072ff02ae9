// A view comes into the page in pieces, one for each frame.
import { inFrame } from '../base/turns';

const elementsAtOnce = 250;

interface Piece {
    element: Element;
    size: number; // elements in it
}

// In the order of the page. What is larger than a frame can take is divided, tables into rows.
function piecesOf(parent: Element): Piece[] {
    return [...parent.children].flatMap(element => {
        const size = 1 + element.getElementsByTagName('*').length;
        return size > elementsAtOnce ? piecesOf(element) : [{ element, size }];
    });
}

// Of a view that is in the page. Printed, all of it is there (.waits in shell.css).
export async function appear(view: HTMLElement): Promise<void> {
    const pieces = piecesOf(view);
    let left = elementsAtOnce;
    view.setAttribute('aria-busy', 'true');
    for (const { element } of pieces) element.classList.add('waits');
    for (const { element, size } of pieces) {
        left -= size;
        if (left < 0) {
            await new Promise<void>(inFrame);
            left = elementsAtOnce - size;
        }
        element.classList.remove('waits');
    }
    view.removeAttribute('aria-busy');
}
