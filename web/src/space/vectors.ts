// What pictures in 3D reckon with.
export type Triple = [number, number, number];

export function cross(a: Triple, b: Triple): Triple {
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
export function unit(a: Triple): Triple {
    const size = Math.hypot(...a) || 1;
    return [a[0] / size, a[1] / size, a[2] / size];
}
// A colour of the style sheet as three shares.
export function rgb(colour: string): Triple {
    const numbers = /^#/.test(colour)
        ? [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16))
        : (colour.match(/[\d.]+/g) ?? ['128', '128', '128']).slice(0, 3).map(Number);
    return numbers.map(each => each / 255) as Triple;
}
