// Laps of all opened files that can be looked at or compared.
import { isolated } from '../base/isolated';
import { lapTime } from '../base/format';
import { driversOf } from '../race/drivers';
import { lapsOf } from '../race/laps_data';
import { documentKey } from '../shell/document_key';
import type { DocumentSource, LapRef, Source } from '../source/source';

export interface LapOption {
    ref: LapRef;
    document: DocumentSource;
    driver: string;
    time: number | null;
    text: string; // "G. Novak, lap 3, 1:02.630"
    key: string; // in links: "lap-2.raf:0:1"
    clean: boolean;
}

// Whole laps only, the fastest of each driver first.
export async function lapOptions(source: Source, only?: DocumentSource): Promise<LapOption[]> {
    const options: LapOption[] = [];
    const documents = source.documents.filter(document => !only || document === only), many = documents.length > 1;
    for (const document of documents) {
        if (document.kind !== 'race' && document.kind !== 'lap') continue;
        const laps = await lapsOf(document), drivers = await driversOf(document);
        for (const lap of laps) {
            if (lap.time === null || lap.kind === 'incomplete') continue;
            const driver = drivers.name(lap.slot);
            options.push({
                ref: { document: document.id, slot: lap.slot, lap: lap.lap }, document, driver, time: lap.time, clean: lap.clean, key: `${documentKey(source, document)}:${lap.slot}:${lap.lap}`,
                text: `${isolated(driver)}, lap ${lap.lap}, ${lapTime(lap.time)}${many ? ` (${isolated(document.file)})` : ''}`,
            });
        }
    }
    return options;
}

export function byTime(options: LapOption[]): LapOption[] {
    return [...options].sort((a, b) => Number(b.clean) - Number(a.clean) || a.time! - b.time!);
}
