// Moments to jump to: the start, incidents, pit stops, penalties, the finish.

import { rowsOf } from '../base/columns';
import { isolated } from '../base/isolated';
import type { DocumentSource } from '../source/source';
import type { Drivers } from './drivers';
import { lapsOf } from './laps_data';

export interface RaceEvent {
    time: number;
    kind: 'start' | 'incident' | 'stop' | 'penalty' | 'finish';
    text: string;
    slots: number[];
    incident: string | null;
}

export const incidentNames: { [kind: string]: string } = {
    contact: 'Contact',
    impact: 'Impact',
    spin: 'Spin',
    off_track: 'Excursion',
    lock_up: 'Lock-up',
    damage: 'Damage',
};

export async function eventsOf(document: DocumentSource, drivers: Drivers): Promise<RaceEvent[]> {
    const [laps, incidents, parties, stops, penalties] = await Promise.all([
        lapsOf(document),
        rowsOf(document, 'incidents'),
        rowsOf(document, 'incident_parties'),
        rowsOf(document, 'pit_stops'),
        rowsOf(document, 'penalties'),
    ]);
    const events: RaceEvent[] = [];
    const first = laps.filter(lap => lap.lap === 1).map(lap => lap.start);
    if (first.length) events.push({ time: Math.min(...first), kind: 'start', text: 'Start', slots: [], incident: null });
    for (let row = 0; row < incidents.count; row++) {
        const incident = incidents.text('incident', row),
            kind = incidents.text('kind', row);
        const slots = parties
            .map(party => party)
            .filter(party => parties.text('incident', party) === incident)
            .map(party => parties.number('slot', party) ?? -1);
        events.push({
            time: incidents.number('time', row) ?? 0,
            kind: 'incident',
            text: `${incidentNames[kind] ?? kind}: ${incidents.text('drivers', row).split('; ').map(isolated).join(', ')}`,
            slots,
            incident,
        });
    }
    for (let row = 0; row < stops.count; row++) {
        const time = stops.number('enter_time', row),
            slot = stops.number('slot', row) ?? -1;
        if (time !== null)
            events.push({ time, kind: 'stop', text: `${isolated(drivers.name(slot))} enters the pit lane`, slots: [slot], incident: null });
    }
    for (let row = 0; row < penalties.count; row++) {
        const time = penalties.number('time', row),
            slot = penalties.number('driver', row) ?? -1,
            what = isolated(penalties.text('text', row)) || penalties.text('kind', row);
        if (time !== null)
            events.push({
                time,
                kind: 'penalty',
                text: `Penalty for ${isolated(drivers.name(slot))}: ${what}`,
                slots: [slot],
                incident: null,
            });
    }
    const most = Math.max(0, ...laps.map(lap => (lap.end !== null ? lap.lap : 0)));
    const finish = laps.filter(lap => lap.lap === most && lap.end !== null).sort((a, b) => a.end! - b.end!)[0];
    if (finish && drivers.list.length > 1)
        events.push({
            time: finish.end!,
            kind: 'finish',
            text: `${isolated(drivers.name(finish.slot))} finishes`,
            slots: [finish.slot],
            incident: null,
        });
    return events.sort((a, b) => a.time - b.time);
}
