// The order at a moment: by metres driven while the race runs; when all who finish have finished, the results.
import { distance, gap } from '../base/format';
import type { Drivers } from './drivers';
import type { Lap } from './laps_data';
import type { RaceProgress } from './progress';
import type { RaceResult } from './race_result';

export interface Standing {
    slot: number;
    metres: number | null;
    lap: number | null; // in which the driver is
    behind: string; // the first: seconds, laps, or metres
    finished: boolean;
    out: boolean; // retired, and stopped
    final: boolean; // as the results say, with penalties and rulings
}

const endWords: { [status: string]: string } = { retired: 'out', disqualified: 'dsq', not_started: 'dns' };

export class RaceOrder {
    private readonly bySlot = new Map<number, Lap[]>();
    private readonly over: number; // when the results stand
    constructor(
        private readonly drivers: Drivers,
        laps: Lap[],
        private readonly progress: RaceProgress | null,
        private readonly result: RaceResult,
        end: number, // of the recording
    ) {
        for (const lap of laps) {
            if (!this.bySlot.has(lap.slot)) this.bySlot.set(lap.slot, []);
            this.bySlot.get(lap.slot)!.push(lap);
        }
        const ends = result.finishers.map(([slot]) => this.bySlot.get(slot)?.at(-1)?.end ?? Infinity);
        this.over = result.isRace && ends.length ? Math.min(Math.max(...ends), end) : Infinity;
    }
    lapAt(slot: number, time: number): Lap | null {
        const laps = this.bySlot.get(slot);
        if (!laps) return null;
        for (let i = laps.length - 1; i >= 0; i--) if (laps[i].start <= time) return laps[i];
        return null;
    }

    at(time: number): Standing[] {
        const standings = this.drivers.list.map((driver): Standing & { end: number; place: number } => {
            const laps = this.bySlot.get(driver.slot) ?? [],
                last = laps[laps.length - 1];
            const finished = last !== undefined && last.end !== null && time >= last.end;
            const end = finished ? last.end! : Infinity;
            const metres = this.progress?.at(driver.slot, Math.min(time, end)) ?? null;
            return {
                slot: driver.slot,
                metres,
                lap: this.lapAt(driver.slot, time)?.lap ?? null,
                behind: '',
                finished,
                out: this.isOut(driver.slot, time, metres),
                final: false,
                end,
                place: driver.place,
            };
        });
        if (time >= this.over) return this.atEnd(standings.sort((a, b) => a.place - b.place));
        standings.sort((a, b) => {
            if (a.metres === null || b.metres === null) return Number(a.metres === null) - Number(b.metres === null) || a.place - b.place;
            if (a.finished && b.finished) return Math.round((b.metres - a.metres) / (this.progress?.length ?? 1)) || a.end - b.end;
            return b.metres - a.metres;
        });
        const leader = standings[0];
        for (const standing of standings) {
            if (
                !leader ||
                leader.lap === null ||
                standing === leader ||
                standing.metres === null ||
                leader.metres === null ||
                !this.progress
            )
                continue;
            const metres = leader.metres - standing.metres,
                laps = Math.floor(metres / this.progress.length + 0.02);
            if (laps >= 1) {
                standing.behind = `+${laps} ${laps === 1 ? 'lap' : 'laps'}`;
                continue;
            }
            if (leader.finished && standing.finished) {
                standing.behind = gap(standing.end - leader.end, 1);
                continue;
            }
            const passed = this.timeAt(leader.slot, standing.metres, Math.min(time, leader.end));
            standing.behind = passed === null || standing.finished ? distance(metres) : gap(Math.max(0, time - passed), 1);
        }
        return standings;
    }
    private atEnd(standings: Standing[]): Standing[] {
        return standings.map(standing => {
            const place = this.result.bySlot.get(standing.slot);
            if (!place) return standing;
            const { gap: behind, lapsDown, status } = place,
                down = lapsDown >= 1 ? `+${lapsDown} ${lapsDown === 1 ? 'lap' : 'laps'}` : '';
            const text = endWords[status] ?? (behind ? gap(behind, 1) : down);
            return { ...standing, behind: text, finished: status === 'finished', final: true };
        });
    }
    private isOut(slot: number, time: number, metres: number | null): boolean {
        if (!/retired|disqualified/.test(this.result.bySlot.get(slot)?.status ?? '')) return false;
        if (metres === null) return (this.bySlot.get(slot)?.[0]?.start ?? Infinity) < time;
        const before = this.progress?.at(slot, time - 15) ?? null;
        return before !== null && Math.abs(metres - before) < 20 && (this.bySlot.get(slot)?.[0]?.start ?? Infinity) < time - 20;
    }
    // When a driver had driven this many metres, at or before a time.
    private timeAt(slot: number, metres: number, before: number): number | null {
        if (!this.progress) return null;
        let low = Math.max(0, before - 240),
            high = before;
        const start = this.progress.at(slot, low);
        if (start !== null && start > metres) return null;
        for (let i = 0; i < 18; i++) {
            const middle = (low + high) / 2,
                there = this.progress.at(slot, middle);
            if (there === null || there < metres) low = middle;
            else high = middle;
        }
        return (low + high) / 2;
    }
}
