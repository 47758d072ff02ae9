// The order of the results, and who is how far behind whom: as ranking.c and results_ruled.c of the library, step by step.
import type { Contender } from './contenders';
import type { Ruled } from './decided_laps';
import type { Recorded, RecordedEntry } from './recorded';
import { lapsOfEntry } from './whom';

// Missing times come last.
function byNumber(one: number, other: number): number {
    const a = Number.isNaN(one) ? Infinity : one,
        b = Number.isNaN(other) ? Infinity : other;
    return Number(a > b) - Number(a < b);
}
const byCount = (one: number, other: number): number => Number(one < other) - Number(one > other);
const isTimed = (one: Contender): boolean => one.status === 'finished' || one.status === 'running';
const isRanked = (one: Contender): boolean => one.status !== 'not_started' && one.status !== 'disqualified';
const rounded = (value: number): number => Math.round(value * 1e9) / 1e9;
const lapsBetween = (one: Contender, first: Contender): number => Math.max(0, first.laps - one.laps);

export class Ranking {
    private readonly winningLaps: number;
    private readonly official: boolean; // the order is the game's own; rulings of time and laps change it
    constructor(
        private readonly recorded: Recorded,
        readonly all: Contender[], // in the order of the results, in the end
        private readonly ruled: boolean, // there are rulings
    ) {
        this.official = recorded.isOfficial && (recorded.isRace || !ruled);
        this.winningLaps = Math.max(0, ...all.filter(one => one.finished).map(one => one.laps));
    }

    rank(): void {
        const { all, recorded } = this;
        all.sort((one, other) => this.compare(one, other));
        const stopped = all.findIndex(one => this.classOf(one) !== 0),
            classified = stopped < 0 ? all.length : stopped;
        for (const one of all.slice(classified)) one.down = lapsBetween(one, all[0]);
        if (recorded.isRace && classified > 0) {
            if (this.official) this.measureOfficial(classified);
            else this.measure(classified);
        }
        if (recorded.isRace && classified > 0 && (this.ruled || !this.official)) {
            const first = all.slice(0, classified).sort((one, other) => byCount(other.down, one.down) || byNumber(one.key, other.key));
            all.splice(0, classified, ...first);
        }
        this.setGaps();
    }

    // 0 = classified, 1 = stopped, 2 = did not start, 3 = disqualified
    private classOf(one: Contender): number {
        if (this.official) {
            const { disqualified, official } = this.entryOf(one);
            if (one.status === 'disqualified' && !disqualified) return 3; // by a ruling
            return Number.isNaN(official) ? 2 : 0; // the official results do not name who had left
        }
        if (one.status === 'finished') return 0;
        if (one.status === 'not_started') return 2;
        if (one.status === 'disqualified') return 3;
        if (Number.isNaN(this.recorded.flag) || this.winningLaps === 0) return 0;
        return one.status === 'running' && one.laps < this.winningLaps ? 0 : 1;
    }
    private compare(one: Contender, other: Contender): number {
        const first = this.classOf(one);
        let order = first - this.classOf(other);
        if (order === 0 && this.official) order = byNumber(this.entryOf(one).official, this.entryOf(other).official);
        if (order === 0) order = this.recorded.isRace ? this.byLines(one, other, first === 1) : this.byBestLap(one, other);
        return order || byNumber(one.lineTime, other.lineTime) || byNumber(one.lastOrder, other.lastOrder);
    }
    private byLines(one: Contender, other: Contender, stopped: boolean): number {
        const order = byCount(one.laps, other.laps);
        if (order === 0 && stopped) return byNumber(one.lineTime + one.penalty, other.lineTime + other.penalty);
        return order || byCount(one.point, other.point) || byNumber(one.pointTime, other.pointTime);
    }
    private byBestLap(one: Contender, other: Contender): number {
        const order = byNumber(one.bestLapTime, other.bestLapTime) || byNumber(one.bestTime, other.bestTime);
        return order || byCount(one.laps, other.laps);
    }

    // When the entry passed a line that another has passed last; NaN where that is not known.
    private passedAt(one: Contender, point: number): number {
        const { passedPoint, passedTime, passedOpens, entries } = this.recorded,
            { firstLine, lineCount } = entries[one.entry];
        let low = firstLine,
            high = firstLine + lineCount;
        while (low < high) {
            const middle = low + ((high - low) >> 1);
            if (passedPoint[middle] < point) low = middle + 1;
            else high = middle;
        }
        if (low === firstLine + lineCount || passedOpens[low] === 1) return NaN;
        return passedPoint[low] === point ? passedTime[low] : NaN;
    }
    // When the entry ended the lap of that number, where no crossing shows it: the next lap's time may.
    private endedAt(one: Contender, complete: number): number {
        const own = lapsOfEntry(this.recorded, this.recorded.entries[one.entry]);
        let low = 0,
            high = own.length;
        while (low < high) {
            const middle = low + ((high - low) >> 1);
            if (own[middle].complete < complete) low = middle + 1;
            else high = middle;
        }
        return low < own.length && own[low].complete === complete ? own[low].endTime : NaN;
    }
    private timeAt(one: Contender, point: number): number {
        if (one.point === point) return one.pointTime;
        const time = this.passedAt(one, point),
            { sectors } = this.recorded;
        return Number.isFinite(time) || point % sectors !== 0 ? time : this.endedAt(one, point / sectors);
    }
    private secondsBehind(one: Contender, first: Contender, ahead: Contender): number {
        if (one.point === 0) return NaN;
        let behind = one.pointTime - this.timeAt(first, one.point);
        if (Number.isNaN(behind)) behind = ahead.behind + one.pointTime - this.timeAt(ahead, one.point);
        if (Number.isNaN(behind)) return NaN;
        return Number.isNaN(ahead.key) ? behind : Math.max(behind, ahead.key); // as fmax
    }
    private wholeLaps(one: Contender, first: Contender): number {
        if (one.finished && first.finished) return lapsBetween(one, first);
        return first.point > one.point ? Math.floor((first.point - one.point - 1) / this.recorded.sectors) : 0;
    }
    // `all` is in the order on the track; `count` of them are classified.
    private measure(count: number): void {
        const classified = this.all.slice(0, count),
            first = classified[0];
        classified.forEach((one, i) => {
            const ahead = i > 0 ? classified[i - 1] : one;
            one.behind = i === 0 ? 0 : this.secondsBehind(one, first, ahead);
            one.key = Number.isNaN(one.behind) ? ahead.key : one.behind;
            one.down = i === 0 ? 0 : Math.max(this.wholeLaps(one, first), ahead.down);
        });
        for (const one of classified) {
            one.behind += one.penalty;
            one.key += one.penalty;
        }
    }

    // The same in the official order, by official times.
    private measureOfficial(count: number): void {
        const classified = this.all.slice(0, count),
            first = classified[0];
        let key = 0,
            down = 0;
        for (const one of classified) {
            const behind = one.totalTime - one.penalty - (first.totalTime - first.penalty),
                laps = this.entryOf(one).laps;
            one.behind = isTimed(one) ? rounded(behind) : NaN;
            if (isTimed(one) && behind > key) key = behind;
            one.key = isTimed(one) ? key : Infinity; // seconds of others do not bring anybody behind who has stopped
            down = Math.max(down, this.entryOf(first).laps - laps);
            one.down = down + (laps - one.laps); // laps that a ruling took
        }
        for (const one of classified) {
            one.behind += one.penalty;
            one.key += one.penalty;
        }
    }
    private entryOf(one: Contender): RecordedEntry {
        return this.recorded.entries[one.entry];
    }
    // Official times have few decimals, and so have their differences.
    private difference(one: number, other: number): number {
        return this.official ? rounded(one - other) : one - other;
    }

    // `ahead` is the one before who still drives or has finished.
    private setRaceGap(one: Contender, ahead: Contender | null): void {
        const first = this.all[0];
        if (one.status === 'running') one.lapsDown = one.down;
        else one.lapsDown = first.laps >= one.laps ? first.laps - one.laps : NaN;
        if (one === first) one.gap = 0;
        if (one === first || !isTimed(one)) return;
        if (one.down === 0) one.gap = this.difference(one.behind, first.behind);
        if (ahead && one.down === ahead.down) one.interval = this.difference(one.behind, ahead.behind);
    }
    private setBestGap(one: Contender, at: number): void {
        if (at === 0) one.gap = Number.isFinite(one.lineTime) ? 0 : NaN;
        else {
            one.gap = this.difference(one.bestLapTime, this.all[0].bestLapTime);
            one.interval = this.difference(one.bestLapTime, this.all[at - 1].bestLapTime);
        }
    }
    private setGaps(): void {
        let ahead: Contender | null = null;
        for (const [i, one] of this.all.entries()) {
            one.position = i + 1;
            if (!isRanked(one)) continue;
            if (this.recorded.isRace) this.setRaceGap(one, ahead);
            else this.setBestGap(one, i);
            if (isTimed(one)) ahead = one;
        }
    }

    // Down by that many places, but not behind those that did not finish.
    private moveDown(entry: number, places: number): void {
        const { all } = this;
        let at = all.findIndex(one => one.entry === entry);
        if (!isRanked(all[at])) return;
        for (let left = places; left >= 1 && at + 1 < all.length; left--, at++) {
            const [one, next] = [all[at], all[at + 1]];
            if (!isRanked(next) || (next.status === 'retired' && one.status !== 'retired')) return;
            [all[at], all[at + 1]] = [next, one];
        }
    }
    rulePlaces(ruled: Ruled[]): void {
        const places = ruled.filter(each => each.ruling.kind === 'positions');
        for (const { entry, ruling } of places) this.moveDown(entry, ruling.value ?? 0);
        if (places.length) this.settleGaps();
    }
    // A driver who lost places stays as far behind in time as before: a gap that would be negative is none.
    private settleGaps(): void {
        let first = NaN,
            ahead = NaN;
        for (const [i, one] of this.all.entries()) {
            const { gap } = one;
            one.position = i + 1;
            if (Number.isNaN(gap)) continue;
            if (Number.isNaN(first)) first = gap;
            one.gap = gap >= first ? gap - first : NaN;
            one.interval = gap >= ahead ? gap - ahead : NaN;
            ahead = gap;
        }
    }

    // Nobody drives on with as many laps as the winner and has not finished: then crossings contradict each other.
    findContradictions(): void {
        let behind = 0; // the most laps of those further back
        for (const one of [...this.all].reverse()) {
            if (!this.recorded.isRace || this.winningLaps === 0 || !isTimed(one)) continue;
            if (behind > one.laps) one.reasons.push('order');
            if (one.status === 'running' && one.laps >= this.winningLaps && one.laps > behind) behind = one.laps;
        }
    }
}
