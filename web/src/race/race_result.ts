// How a race ended: places and gaps of the results, where penalties and rulings count from the end on.
import type { Rows } from '../base/columns';

interface FinalPlace {
    position: number | null;
    gap: number | null; // s; null = laps down, or not known
    lapsDown: number;
    status: string;
}

export class RaceResult {
    readonly bySlot: Map<number, FinalPlace>;
    readonly isRace: boolean;
    readonly changes: string; // "penalties and rulings": why places and gaps may not be those at the line; '' = nothing

    constructor(results: Rows) {
        const all = results.map(row => row);
        this.bySlot = new Map(
            all.map(row => {
                const position = results.number('position', row);
                return [
                    results.number('slot', row) ?? -1,
                    {
                        position,
                        gap: position === 1 ? 0 : results.number('gap', row),
                        lapsDown: results.number('laps_down', row) ?? 0,
                        status: results.text('status', row),
                    },
                ];
            }),
        );
        this.isRace = all.some(row => results.number('total_time', row) !== null);
        const changes = [
            all.some(row => (results.number('penalty_time', row) ?? 0) > 0) ? 'penalties' : '',
            all.some(row => results.text('rulings', row) !== '') ? 'rulings' : '',
        ];
        this.changes = changes.filter(each => each).join(' and ');
    }
    // Those who finished.
    get finishers(): [number, FinalPlace][] {
        return [...this.bySlot].filter(([, place]) => place.status === 'finished');
    }
}
