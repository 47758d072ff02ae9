// Fingers on a chart: one moves the cursor (up and down still scrolls the page), two zoom and move along x.
interface TouchActions {
    move(left: number): void;
    zoom(centre: number, factor: number): void;
    pan(pixels: number): void;
}

export function listenToTouch(element: HTMLElement, actions: TouchActions): void {
    let spread = 0,
        centre = 0;
    const places = (event: TouchEvent) => {
        const box = element.getBoundingClientRect();
        return [...event.touches].map(touch => touch.clientX - box.left);
    };
    const start = (event: TouchEvent) => {
        const at = places(event);
        if (at.length === 2) {
            spread = Math.abs(at[0] - at[1]);
            centre = (at[0] + at[1]) / 2;
        }
    };
    element.addEventListener('touchstart', start, { passive: true });
    element.addEventListener(
        'touchmove',
        event => {
            const at = places(event);
            if (at.length === 1) actions.move(at[0]);
            if (at.length !== 2) return;
            event.preventDefault();
            const next = Math.max(Math.abs(at[0] - at[1]), 10),
                middle = (at[0] + at[1]) / 2;
            actions.zoom(middle, Math.max(spread, 10) / next);
            actions.pan(middle - centre);
            spread = next;
            centre = middle;
        },
        { passive: false },
    );
}
