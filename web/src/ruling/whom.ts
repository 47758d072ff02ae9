// Whom a ruling is about. Wrong names and laps are refused with those that there are.
import { nearestName } from '../base/nearest_name';
import type { Recorded, RecordedEntry, RecordedLap } from './recorded';
import { isForRaces, type Ruling, RulingError } from './ruling';

const mostListed = 12; // names in a message

const lower = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase());

// How well a text names a driver (pdk_match_driver): 0 = not at all.
function match(entry: RecordedEntry, wanted: string): number {
    if (entry.driver !== '' && entry.driver === wanted) return 4;
    if (/^\d{1,9}$/.test(wanted) && Number(wanted) === entry.slot) return 3;
    if (wanted === '' || entry.driver === '') return 0;
    const name = lower(entry.driver),
        begin = lower(wanted);
    if (name.startsWith(begin)) return 2;
    return name.includes(` ${begin}`) ? 1 : 0;
}

export const entryName = (entry: RecordedEntry): string => `${entry.driver} (${entry.slot})`;

export function lapsOfEntry(recorded: Recorded, entry: RecordedEntry): RecordedLap[] {
    return recorded.laps.slice(entry.firstLap, entry.firstLap + entry.lapCount);
}
// Without a formation lap.
export function racedLaps(recorded: Recorded, entry: RecordedEntry): RecordedLap[] {
    const laps = lapsOfEntry(recorded, entry);
    return laps[0]?.kind === 'formation' ? laps.slice(1) : laps;
}

export function findEntry(recorded: Recorded, driver: string): number {
    const ranks = recorded.entries.map(entry => match(entry, driver)),
        best = Math.max(0, ...ranks);
    if (best > 0 && ranks.filter(rank => rank === best).length === 1) return ranks.indexOf(best);
    const isAlone = (entry: RecordedEntry) => best === 0 && recorded.entries.filter(each => each.driver === entry.driver).length === 1;
    const listed = recorded.entries
        .filter((_, e) => ranks[e] === best)
        .map(entry => (isAlone(entry) && entry.driver !== '' ? entry.driver : entryName(entry)));
    const left = listed.length - mostListed,
        list = `${listed.slice(0, mostListed).join(', ')}${left > 0 ? ` and ${left} more` : ''}`,
        asked = `"${driver.slice(0, 40)}"`;
    if (best > 0) throw new RulingError(`${asked} can be several drivers, give the slot number: ${list}`, 'driver');
    const near =
        recorded.entries[
            nearestName(
                driver,
                recorded.entries.map(entry => entry.driver),
            )
        ];
    const meant = near ? `did you mean "${near.driver}"? There are: ` : 'there are: ';
    throw new RulingError(`there is no driver ${asked}; ${meant}${list}`, 'driver');
}

// As messages name a driver: with the slot if several have that name.
function toldName(recorded: Recorded, entry: RecordedEntry): string {
    const bytes = new TextEncoder().encode(entry.driver);
    let size = Math.min(bytes.length, 40);
    while (size > 0 && size < bytes.length && (bytes[size] & 0xc0) === 0x80) size--;
    const driver = new TextDecoder().decode(bytes.subarray(0, size)),
        isAlone = recorded.entries.filter(each => each.driver === entry.driver).length === 1;
    if (driver === '') return `(${entry.slot})`;
    return isAlone ? driver : `${driver} (${entry.slot})`;
}

// In recorded.laps; -1 = the ruling names none.
function findLap(recorded: Recorded, entry: RecordedEntry, ruling: Ruling): number {
    if (ruling.lap === null) return -1;
    const own = lapsOfEntry(recorded, entry).findIndex(lap => lap.lap === ruling.lap && lap.kind !== 'formation');
    if (own >= 0) return entry.firstLap + own;
    const numbers = racedLaps(recorded, entry).map(lap => lap.lap),
        driver = toldName(recorded, entry);
    throw new RulingError(
        numbers.length
            ? `${driver} has no lap ${ruling.lap}; there are laps ${Math.min(...numbers)} to ${Math.max(...numbers)}`
            : `${driver} has no laps`,
        'lap',
    );
}

// No more laps are taken away than the driver completed.
function checkLapsTaken(recorded: Recorded, entry: RecordedEntry, ruling: Ruling): void {
    const complete = racedLaps(recorded, entry).map(lap => (Number.isFinite(lap.endTime) ? lap.complete : 0)),
        most = Math.max(0, ...complete.filter(Number.isFinite));
    if (ruling.kind !== 'laps' || ruling.value === null || ruling.value <= most) return;
    const laps = most === 0 ? 'no laps' : most === 1 ? '1 lap' : `${most} laps`;
    throw new RulingError(`${toldName(recorded, entry)} has ${laps}: ${ruling.value} cannot be taken away`, 'value');
}

// The entry that a ruling is about, and its lap.
export function resolve(recorded: Recorded, ruling: Ruling): { entry: number; lap: number } {
    const entry = findEntry(recorded, ruling.driver),
        lap = findLap(recorded, recorded.entries[entry], ruling);
    if (!recorded.isRace && isForRaces(ruling.kind))
        throw new RulingError(
            `${ruling.kind} is for races; here positions, lap_invalid, lap_valid and disqualify change the order`,
            'kind',
        );
    checkLapsTaken(recorded, recorded.entries[entry], ruling);
    return { entry, lap };
}
