// What the page needs of a browser: one that lacks something, or is set to refuse it, is named instead of failing in a view.

const canDraw = (): boolean => {
    try {
        return document.createElement('canvas').getContext('2d') !== null;
    } catch {
        return false; // there is no such function, or it is forbidden
    }
};

const needs: [string, () => boolean][] = [
    ['pictures in two dimensions (canvas, getContext)', canDraw],
    ['news of sizes (ResizeObserver)', () => typeof ResizeObserver === 'function'],
];

/** Fails with a sentence where the browser lacks something. */
export function checkBrowser(): void {
    const missing = needs.filter(([, has]) => !has()).map(([name]) => name);
    if (missing.length > 0)
        throw new Error(
            `this browser does not have, or is set to refuse: ${missing.join('; ')}. Open it in another browser, or allow that here`,
        );
}
