// An incident in words, for a steward's post: what is measured, and nothing that is not.
import { isolated } from '../base/isolated';
import type { Rows } from '../base/columns';
import { clock, fixed, speed } from '../base/format';
import { incidentNames } from './race_events';

export interface Party {
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
    change: number | null;
    beyond: number | null;
    judgedBy: string;
    objects: string;
    unavailable: string;
    parties: Party[];
}

export function incidentsFrom(incidents: Rows, parties: Rows): Incident[] {
    const byIncident = new Map<string, Party[]>();
    for (let row = 0; row < parties.count; row++) {
        const id = parties.text('incident', row);
        if (!byIncident.has(id)) byIncident.set(id, []);
        byIncident.get(id)!.push({
            slot: parties.number('slot', row) ?? -1, driver: parties.text('driver', row), before: parties.number('speed_before', row), after: parties.number('speed_after', row),
            behind: parties.flag('behind', row), overlap: parties.number('overlap', row), closing: parties.number('closing_speed', row), spun: parties.flag('spun', row),
            leftTrack: parties.flag('left_track', row), unsafeReturn: parties.flag('unsafe_return', row), stopped: parties.number('stopped_duration', row),
            positionBefore: parties.number('position_before', row), positionAfter: parties.number('position_after', row), lost: parties.number('positions_lost', row),
            timeLost: parties.number('time_lost', row), retired: parties.flag('retired', row),
        });
    }
    return incidents.map(row => ({
        id: incidents.text('incident', row), row, kind: incidents.text('kind', row), time: incidents.number('time', row) ?? 0, end: incidents.number('end_time', row) ?? incidents.number('time', row) ?? 0,
        lap: incidents.number('lap', row), place: incidents.text('place', row), x: incidents.number('x', row), y: incidents.number('y', row), drivers: incidents.text('drivers', row),
        contacts: incidents.number('contacts', row), closing: incidents.number('closing_speed', row), change: incidents.number('speed_change', row), beyond: incidents.number('beyond', row),
        judgedBy: incidents.text('judged_by', row), objects: incidents.text('objects', row), unavailable: incidents.text('unavailable', row), parties: byIncident.get(incidents.text('incident', row)) ?? [],
    }));
}

const names = (list: string[]): string => (list.length < 2 ? isolated(list[0] ?? '') : `${list.slice(0, -1).map(isolated).join(', ')} and ${isolated(list[list.length - 1]!)}`);

// One driver's part in it.
export function partyText(party: Party, judgedBy = ''): string {
    const parts: string[] = [];
    if (party.before !== null && party.after !== null) parts.push(`${speed(party.before)} km/h before, ${speed(party.after)} km/h after`);
    if (party.behind) parts.push('was behind' + (party.overlap !== null && party.overlap > 0.05 ? `, overlapping by ${fixed(party.overlap, 1)} m` : ''));
    if (party.spun) parts.push('spun');
    if (party.leftTrack) parts.push(beyondWhat(judgedBy));
    if (party.unsafeReturn) parts.push('came back near others');
    if (party.stopped !== null && party.stopped >= 0.5) parts.push(`stood for ${fixed(party.stopped, 1)} s`);
    if (party.lost !== null && party.lost > 0) parts.push(`lost ${party.lost} position${party.lost === 1 ? '' : 's'}`);
    if (party.lost !== null && party.lost < 0) parts.push(`gained ${-party.lost} position${party.lost === -1 ? '' : 's'}`);
    if (party.timeLost !== null && party.timeLost > 0.2) parts.push(`lost ${fixed(party.timeLost, 1)} s in the lap`);
    if (party.retired) parts.push('retired');
    return parts.join(', ');
}

// "Came from behind and ran into" needs both: they closed in, and were not beside each other yet.
const leastClosing = 2 / 3.6, mostOverlap = 1; // m/s, m
const ranInto = (incident: Incident): boolean => incident.closing !== null && incident.closing > leastClosing && incident.parties.every(party => (party.overlap ?? 0) < mostOverlap);

// Where the edges of the track are not known, only the line of others is.
const beyondWhat = (judgedBy: string): string => (judgedBy === 'band' ? 'beyond the line that others used' : 'left the track');

// Why the sentence says who ran into whom, of two cars; null where it does not.
export function incidentReason(incident: Incident): string | null {
    const behind = incident.parties.filter(party => party.behind), ahead = incident.parties.filter(party => party.behind === false);
    if (incident.kind !== 'contact' || behind.length !== 1 || ahead.length !== 1) return null;
    const [rear, front] = [behind[0]!, ahead[0]!], overlap = rear.overlap ?? front.overlap;
    const parts = [`half a second before the touch ${isolated(front.driver)} was ahead`];
    if (overlap !== null) parts.push(overlap >= 0.5 ? `they were beside each other by ${fixed(overlap, 1)} m when they touched` : 'one was behind the other, not beside, when they touched');
    if (rear.before !== null && front.before !== null) parts.push(`${isolated(rear.driver)} had ${speed(rear.before)} km/h, ${isolated(front.driver)} ${speed(front.before)} km/h`);
    return `${parts.join('; ')}.`;
}

// One sentence that says what happened.
export function incidentSentence(incident: Incident): string {
    const who = names(incident.drivers.split('; ')), behind = incident.parties.filter(party => party.behind).map(party => party.driver);
    const ahead = incident.parties.filter(party => party.behind === false).map(party => party.driver);
    const closing = incident.closing !== null && incident.closing > 0 ? `, closing at ${speed(incident.closing)} km/h` : '';
    switch (incident.kind) {
    case 'contact':
        return behind.length === 1 && ahead.length === 1 && ranInto(incident) ? `${isolated(behind[0]!)} came from behind and ran into ${names(ahead)}${closing}.`
        : incident.parties.length === 2 && incident.parties.some(party => (party.overlap ?? 0) >= mostOverlap) ? `${who} were side by side, touched${closing}.` : `${who} touched${closing}.`;
    case 'impact': return `${who} hit something that ${/immovable/.test(incident.objects) ? 'does not move' : 'is not a car'}${incident.change !== null ? ` and changed speed by ${speed(Math.abs(incident.change))} km/h` : ''}.`;
    case 'spin': return `${who} spun.`;
    case 'off_track': return `${who} ${incident.judgedBy === 'band' ? 'was ' : ''}${beyondWhat(incident.judgedBy)}${incident.beyond !== null ? ` by ${fixed(incident.beyond, 1)} m` : ''}.`;
    default: return `${incidentNames[incident.kind] ?? incident.kind}: ${who}.`;
    }
}

// The whole of it, ready to be posted.
export function incidentPost(incident: Incident, file: string): string {
    const reason = incidentReason(incident);
    const lines = [
        `${incidentNames[incident.kind] ?? incident.kind}${incident.lap !== null ? `, lap ${incident.lap}` : ''}, ${clock(incident.time, 1)} of the session${incident.place ? `, ${incident.place}` : ''}`,
        incidentSentence(incident),
        ...(reason ? [`Why: ${reason}`] : []),
        ...incident.parties.map(party => `- ${isolated(party.driver)}: ${partyText(party, incident.judgedBy) || 'nothing measured'}`),
    ];
    if (incident.judgedBy === 'band') lines.push('The edge of the track is judged by the band that laps use.');
    if (incident.unavailable) lines.push(`Not known: ${incident.unavailable.replace(/; /g, ', ').replace(/_/g, ' ')}.`);
    lines.push(`Measured by Paddock from ${isolated(file)} (incident ${incident.id}). It does not judge who is to blame.`);
    return lines.join('\n');
}
