// The name that was meant, for messages about an unknown one. As nearest_name.c of the library.

// How many characters have to be put in, taken out, changed or swapped with the next.
function distance(a: string, b: string): number {
    let before: number[] = [],
        last = Array.from({ length: b.length + 1 }, (_, k) => k);
    for (let i = 1; i <= a.length; i++) {
        const now = [i];
        for (let k = 1; k <= b.length; k++) {
            now[k] = Math.min(last[k] + 1, now[k - 1] + 1, last[k - 1] + Number(a[i - 1] !== b[k - 1]));
            if (i > 1 && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1]) now[k] = Math.min(now[k], before[k - 2] + 1);
        }
        [before, last] = [last, now];
    }
    return last[b.length];
}

// The place of the name that is most similar, as a whole or in one of its words; -1 = none is near.
export function nearestName(wanted: string, names: string[]): number {
    let nearest = -1,
        least = Math.floor(Math.min(wanted.length, 64) / 3) + 1.5;
    names.forEach((name, i) => {
        for (const part of [name, ...name.split(' ')]) {
            const far = part.length > 64 || wanted.length > 64 ? Infinity : distance(wanted, part);
            if (far < least) [nearest, least] = [i, far];
        }
    });
    return nearest;
}
