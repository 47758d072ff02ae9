// The laps of a race, by driver.
import { rowsOf } from '../base/columns';
import type { DocumentSource } from '../source/source';

export interface Lap {
    slot: number;
    driver: string;
    lap: number;
    start: number; // of the session's clock
    end: number | null;
    time: number | null;
    sectors: (number | null)[];
    kind: string;
    clean: boolean;
    best: boolean; // the driver's best clean lap
    counts: boolean; // it may be ranked and be the fastest, clean or not
    reasons: string;
    position: number | null;
    contacts: number | null;
}

export async function lapsOf(document: DocumentSource): Promise<Lap[]> {
    const rows = await rowsOf(document, 'laps');
    return rows.map(row => ({
        slot: rows.number('slot', row) ?? 0,
        driver: rows.text('driver', row),
        lap: rows.number('lap', row) ?? 0,
        start: rows.number('start_time', row) ?? 0,
        end: rows.number('end_time', row),
        time: rows.number('lap_time', row),
        sectors: [1, 2, 3, 4].map(sector => rows.number(`sector_${sector}_time`, row)),
        kind: rows.text('kind', row),
        clean: rows.flag('clean', row) ?? false,
        best: rows.flag('best', row) ?? false,
        counts: rows.flag('counts', row) ?? false,
        reasons: rows.text('reasons', row),
        position: rows.number('position', row),
        contacts: rows.number('contacts', row),
    }));
}

// What a lap was, where it was no lap like others.
export function lapRemark(lap: Lap): string {
    const names: { [kind: string]: string } = {
        in: 'into the pits',
        out: 'out of the pits',
        out_in: 'out of and into the pits',
        incomplete: 'not completed',
    };
    return names[lap.kind] ?? '';
}

// "first; pit_in" for eyes.
export function reasonsText(reasons: string): string {
    return reasons.replace(/_/g, ' ').replace(/; /g, ', ');
}

// The fastest of the laps that count.
export function fastestOf(laps: Lap[]): Lap | null {
    return laps.filter(lap => lap.counts).reduce<Lap | null>((best, lap) => (best === null || lap.time! < best.time! ? lap : best), null);
}
