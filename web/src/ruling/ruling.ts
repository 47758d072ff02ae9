// What stewards decided: a ruling, and what it says about itself. docs/rulings.md has the rules; the library has the
// same in src/answer/analysis/ruling, and tests/web/units/rulings.test.mjs holds both beside each other.
import type { Ruling, RulingKind } from '../../../bindings/wasm/contract.js';

export type { Ruling, RulingKind } from '../../../bindings/wasm/contract.js';

export const rulingKinds: readonly RulingKind[] = ['time', 'laps', 'positions', 'points', 'disqualify', 'lap_invalid', 'lap_valid', 'note'];

type RulingField = 'driver' | 'kind' | 'value' | 'lap' | 'file' | 'table';

// Why a ruling is refused: what is wrong and, where there are few, what there is. `line` of a table, from 1.
export class RulingError extends Error {
    constructor(
        message: string,
        readonly field: RulingField,
        readonly line: number | null = null,
    ) {
        super(message);
        this.name = 'RulingError';
    }
}

export const takesValue = (kind: RulingKind): boolean => rulingKinds.indexOf(kind) < 4;
export const needsLap = (kind: RulingKind): boolean => kind === 'lap_invalid' || kind === 'lap_valid';
export const isForRaces = (kind: RulingKind): boolean => kind === 'time' || kind === 'laps';

const valueWords: { [kind: string]: string } = {
    time: 'seconds, such as 5 or -2.5',
    laps: 'how many laps are taken away, from 1',
    positions: 'how many places are lost, from 1',
};
const lower = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase());
// As far as a message quotes it.
const quoted = (text: string): string => `"${text.slice(0, 40)}"`;

export function readKind(text: string): RulingKind {
    const kind = rulingKinds.find(each => each === lower(text));
    if (!kind) throw new RulingError(`there is no kind ${quoted(text)}; there are: ${rulingKinds.join(', ')}`, 'kind');
    return kind;
}

// As pdk_read_double: "inf" and "nan" are no numbers here.
function readNumber(text: string): number {
    return /^[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?$/.test(text) ? Number(text.replace(/d/i, 'e')) : NaN;
}

// `comma`: numbers may have a decimal comma.
export function readValue(text: string, kind: RulingKind, comma = false): number | null {
    if (!takesValue(kind) && text === '') return null;
    const value = text.length < 64 ? readNumber(comma ? text.replace(',', '.') : text) : NaN,
        whole = kind === 'laps' || kind === 'positions';
    const good = Math.abs(value) <= 1e6 && (!whole || (value >= 1 && Number.isInteger(value)));
    if (!good) throw new RulingError(`${kind} takes ${valueWords[kind] ?? 'a number'}, not ${quoted(text)}`, 'value');
    if (!takesValue(kind)) throw new RulingError(`${kind} takes no value`, 'value');
    return value;
}

export function readLap(text: string, kind: RulingKind): number | null {
    if (!needsLap(kind) && text === '') return null;
    const lap = /^\d+$/.test(text) ? Number(text) : 0;
    if (lap < 1 || lap >= 1e6) throw new RulingError(`lap takes the number of a lap, from 1, not ${quoted(text)}`, 'lap');
    return lap;
}

// Of those in a page whose files have these names: does the ruling name one, or is there only one?
export function checkFile(ruling: Ruling, files: string[]): void {
    if (ruling.file === null ? files.length <= 1 : files.includes(ruling.file)) return;
    const list = files.join(', ');
    throw new RulingError(
        ruling.file === null
            ? `with several files, each ruling names its file: ${list}`
            : `there is no file "${ruling.file.slice(0, 60)}"; there are: ${list}`,
        'file',
    );
}

// Those that apply to a file.
export function rulingsOf(rulings: readonly Ruling[], file: string): Ruling[] {
    return rulings.filter(ruling => ruling.file === null || ruling.file === file);
}

function words({ kind, value, lap, reason }: Ruling): string {
    const number = Math.abs(value ?? 0),
        sign = (value ?? 0) < 0 ? '-' : '+',
        plural = number <= 1 ? '' : 's';
    switch (kind) {
        case 'time':
            return `${sign}${number} s`;
        case 'laps':
            return `-${number} lap${plural}`;
        case 'positions':
            return `${number} place${plural} lost`;
        case 'points':
            return `${sign}${number} point${plural}`;
        case 'disqualify':
            return 'disqualified';
        case 'lap_invalid':
            return `lap ${lap} invalid`;
        case 'lap_valid':
            return `lap ${lap} valid`;
        case 'note':
            return reason === null ? 'note' : '';
    }
}

// "+5 s (unsafe return, incident 001m02)"; of a note nothing but its reason and its incident.
export function rulingText(ruling: Ruling): string {
    const text = words(ruling),
        incident = ruling.incident === null ? null : `incident ${ruling.incident}`,
        why = [ruling.reason, incident].filter(each => each !== null).join(', ');
    return text && why ? `${text} (${why})` : text || why;
}
