// Marks that turn the direction of the text after them, and letters of scripts that run from right to left.
const turning =
    /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/;

// A name from a file inside a sentence, a label or a title: it does not turn the text around it. Its characters and
// marks stay; isolates that it opens are closed, and ends of isolates that it did not open are left out. A separate
// element is better where there is one: `name` in dom.ts.
export function isolated(name: string): string {
    if (!turning.test(name)) return name;
    let open = 0,
        inside = '';
    for (const letter of name.replace(/[\n\r\u0085\u2028\u2029]/g, ' ')) {
        if (letter >= '\u2066' && letter <= '\u2068') open++;
        else if (letter === '\u2069' && open-- === 0) {
            open = 0;
            continue;
        }
        inside += letter;
    }
    return `\u2068${inside}${'\u2069'.repeat(open + 1)}`;
}
