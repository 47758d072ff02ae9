// Colours by theme. Lines have a contrast of at least 3 to 1 with their background; no information is in colour alone.
import { series } from './series';
import { inTurn } from './turns';

export type Theme = 'light' | 'dark';
let theme: Theme = 'light';
const listeners = new Set<() => void>();

// Canvases are drawn one after the other, or at once if the page is about to be printed.
export function setCurrentTheme(next: Theme, atOnce: boolean): void {
    theme = next;
    variables.clear();
    for (const listener of [...listeners]) {
        if (atOnce) listener();
        else
            inTurn(() => {
                if (listeners.has(listener)) listener();
            });
    }
}
// Calls what draws on canvases after a change of theme and before the page is printed. Returns a function that ends this.
export function onTheme(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

export const seriesColours = series.light.length;

// The colour of the nth of those compared; when all are taken they begin again, and lines are dashed as well (dashOf).
export function colourOf(index: number): string {
    return series[theme][index % seriesColours];
}
export function dashOf(index: number): number[] {
    return dashOfRound(Math.floor(index / seriesColours));
}
export function dashOfRound(round: number): number[] {
    return [[], [7, 4], [2, 3]][Math.min(round, 2)];
}

const variables = new Map<string, string>();
// A colour of the style sheet: css('--muted').
export function css(variable: string): string {
    let value = variables.get(variable);
    if (value === undefined)
        variables.set(variable, (value = getComputedStyle(document.documentElement).getPropertyValue(variable).trim()));
    return value;
}

// Cividis: dark blue to yellow, even in lightness and for all kinds of colour vision.
const cividis = [0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173, 0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838];
// Blue, grey, orange: less, equal, more.
const diverging = { light: [0x005a9c, 0x4f97c7, 0x9a9a9a, 0xe08a3c, 0xb34700], dark: [0x4db2ff, 0x3b7fb0, 0x6b6b6b, 0xc9792d, 0xffa24a] };
// On dark ground the lower end of cividis would not be seen.
const ramps = { light: cividis.slice(0, 9), dark: cividis.slice(2) };

const shades = 64; // so few that what is near has the same: it can be drawn at once

function between(stops: number[], share: number): string {
    const place = (Math.round(Math.min(Math.max(share, 0), 1) * shades) / shades) * (stops.length - 1);
    const index = Math.min(Math.floor(place), stops.length - 2),
        part = place - index;
    const a = stops[index],
        b = stops[index + 1];
    const mix = (shift: number) => Math.round(((a >> shift) & 255) * (1 - part) + ((b >> shift) & 255) * part);
    return `rgb(${mix(16)},${mix(8)},${mix(0)})`;
}
export function rampColour(share: number): string {
    return between(ramps[theme], share);
}
// share: -1 to 1
export function divergingColour(share: number): string {
    return between(diverging[theme], (share + 1) / 2);
}
