// An incident in words, for a steward's post. The library makes the sentences; here they are only put together.

import type { Rows } from '../base/columns';
import { clock } from '../base/format';
import { isolated } from '../base/isolated';
import { incidentNames } from './race_events';

interface Party {
    slot: number;
    driver: string;
    before: number | null;
    after: number | null;
    behind: boolean | null;
    overlap: number | null;
    closing: number | null;
    spun: boolean | null;
    leftTrack: boolean | null;
    unsafeReturn: boolean | null;
    stopped: number | null;
    positionBefore: number | null;
    positionAfter: number | null;
    lost: number | null;
    timeLost: number | null;
    retired: boolean | null;
    sentence: string;
    reason: string;
}

export interface Incident {
    id: string;
    row: number;
    kind: string;
    time: number;
    end: number;
    lap: number | null;
    place: string;
    x: number | null;
    y: number | null;
    drivers: string;
    contacts: number | null;
    closing: number | null;
    unavailable: string;
    sentence: string;
    reason: string;
    parties: Party[];
}

export function incidentsFrom(incidents: Rows, parties: Rows): Incident[] {
    const byIncident = new Map<string, Party[]>();
    for (let row = 0; row < parties.count; row++) {
        const id = parties.text('incident', row);
        if (!byIncident.has(id)) byIncident.set(id, []);
        byIncident.get(id)!.push({
            slot: parties.number('slot', row) ?? -1,
            driver: parties.text('driver', row),
            before: parties.number('speed_before', row),
            after: parties.number('speed_after', row),
            behind: parties.flag('behind', row),
            overlap: parties.number('overlap', row),
            closing: parties.number('closing_speed', row),
            spun: parties.flag('spun', row),
            leftTrack: parties.flag('left_track', row),
            unsafeReturn: parties.flag('unsafe_return', row),
            stopped: parties.number('stopped_duration', row),
            positionBefore: parties.number('position_before', row),
            positionAfter: parties.number('position_after', row),
            lost: parties.number('positions_lost', row),
            timeLost: parties.number('time_lost', row),
            retired: parties.flag('retired', row),
            sentence: parties.text('sentence', row),
            reason: parties.text('reason', row),
        });
    }
    return incidents.map(row => ({
        id: incidents.text('incident', row),
        row,
        kind: incidents.text('kind', row),
        time: incidents.number('time', row) ?? 0,
        end: incidents.number('end_time', row) ?? incidents.number('time', row) ?? 0,
        lap: incidents.number('lap', row),
        place: incidents.text('place', row),
        x: incidents.number('x', row),
        y: incidents.number('y', row),
        drivers: incidents.text('drivers', row),
        contacts: incidents.number('contacts', row),
        closing: incidents.number('closing_speed', row),
        unavailable: incidents.text('unavailable', row),
        sentence: incidents.text('sentence', row),
        reason: incidents.text('reason', row),
        parties: byIncident.get(incidents.text('incident', row)) ?? [],
    }));
}

// Names inside a sentence do not turn the text around them.
const withNames = (text: string, incident: Incident): string =>
    [...new Set(incident.parties.map(party => party.driver))].reduce(
        (said, name) => (name && isolated(name) !== name ? said.replaceAll(name, isolated(name)) : said),
        text,
    );

export const incidentSentence = (incident: Incident): string => withNames(incident.sentence, incident);
// Why the sentence says so; null where there is nothing to add.
export const incidentReason = (incident: Incident): string | null => (incident.reason ? withNames(incident.reason, incident) : null);

// The whole of it, ready to be posted.
export function incidentPost(incident: Incident, file: string): string {
    const reason = incidentReason(incident);
    const lap = incident.lap !== null ? `, lap ${incident.lap}` : '',
        place = incident.place ? `, ${incident.place}` : '';
    const lines = [
        `${incidentNames[incident.kind] ?? incident.kind}${lap}, ${clock(incident.time, 1)} of the session${place}`,
        incidentSentence(incident),
        ...(reason ? [`Why: ${reason}`] : []),
        ...incident.parties.map(party => `- ${isolated(party.driver)}: ${party.sentence || 'nothing measured'}`),
    ];
    if (incident.unavailable) lines.push(`Not known: ${incident.unavailable.replace(/; /g, ', ').replace(/_/g, ' ')}.`);
    lines.push(`Measured by Paddock from ${isolated(file)} (incident ${incident.id}). It does not judge who is to blame.`);
    return lines.join('\n');
}
