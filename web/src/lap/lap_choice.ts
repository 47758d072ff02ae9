// Laps of all opened files that can be looked at or compared.

import { lapTime } from '../base/format';
import { isolated } from '../base/isolated';
import { driversOf } from '../race/drivers';
import { lapsOf, reasonsText } from '../race/laps_data';
import { documentKey } from '../shell/document_key';
import type { DocumentSource, LapRef, Source } from '../source/source';

export interface LapOption {
    ref: LapRef;
    document: DocumentSource;
    driver: string;
    time: number | null;
    start: number; // of the session's clock
    text: string; // "G. Novak, lap 3, 1:02.630"
    key: string; // in links: "lap-2.raf:0:1"
    clean: boolean;
    counts: boolean; // may be ranked
    track: string | null; // laps of different tracks are not ranked together
}

// Whole laps only; the text says about those that do not count why.
export async function lapOptions(source: Source, only?: DocumentSource): Promise<LapOption[]> {
    const options: LapOption[] = [];
    const documents = source.documents.filter(document => !only || document === only),
        many = documents.length > 1;
    for (const document of documents) {
        if (document.kind !== 'race' && document.kind !== 'lap') continue;
        const laps = await lapsOf(document),
            drivers = await driversOf(document);
        for (const lap of laps) {
            if (lap.time === null || lap.kind === 'incomplete') continue;
            const driver = drivers.name(lap.slot),
                why = lap.counts ? '' : `, does not count: ${reasonsText(lap.reasons)}`;
            options.push({
                ref: { document: document.id, slot: lap.slot, lap: lap.lap },
                document,
                driver,
                time: lap.time,
                start: lap.start,
                clean: lap.clean,
                counts: lap.counts,
                track: document.track_name,
                key: `${documentKey(source, document)}:${lap.slot}:${lap.lap}`,
                text: `${isolated(driver)}, lap ${lap.lap}, ${lapTime(lap.time)}${why}${many ? ` (${isolated(document.file)})` : ''}`,
            });
        }
    }
    return options;
}

export function byTime(options: LapOption[]): LapOption[] {
    const tracks = [...new Set(options.map(option => option.track))];
    return [...options].sort(
        (a, b) =>
            tracks.indexOf(a.track) - tracks.indexOf(b.track) ||
            Number(b.counts) - Number(a.counts) ||
            Number(b.clean) - Number(a.clean) ||
            a.time! - b.time!,
    );
}

// Those that can be of the same track: where a file names none, it may be any.
export function ofTrack(options: LapOption[], track: string | null): LapOption[] {
    return options.filter(option => option.track === null || track === null || option.track === track);
}

// Besides these, those of other programs: each has its own names for a track, so only laying one lap over the other
// shows it.
export function perhapsOfTrack(options: LapOption[], one: LapOption | undefined): LapOption[] {
    const named = ofTrack(options, one?.track ?? null);
    return options.filter(option => named.includes(option) || option.document.format !== one?.document.format);
}
