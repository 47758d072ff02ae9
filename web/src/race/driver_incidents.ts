// The incidents of one driver, and with whom they were.
import { h, section } from '../base/dom';
import { clock } from '../base/format';
import type { ViewContext } from '../shell/view';
import { numberCell, plainTable } from '../table/plain_table';
import { driverLink } from './driver_link';
import type { Drivers } from './drivers';
import { type Incident, incidentSentence } from './incident_text';
import { incidentNames } from './race_events';

export function incidentsPart(context: ViewContext, drivers: Drivers, incidents: Incident[], slot: number): HTMLElement {
    const own = incidents.filter(incident => incident.parties.some(party => party.slot === slot));
    if (!own.length) return section('Incidents', h('p', { class: 'note' }, 'None was found.'));
    const others = (incident: Incident) => [...new Set(incident.parties.map(party => party.slot))].filter(each => each !== slot);
    const counts = new Map<number, number>();
    for (const incident of own) for (const other of others(incident)) counts.set(other, (counts.get(other) ?? 0) + 1);
    const withWhom = [...counts.entries()]
        .sort(([, a], [, b]) => b - a)
        .flatMap(([other, count], i) => [i ? ', ' : '', driverLink(drivers, other), count > 1 ? ` ${count} times` : '']);
    const rows = own.map(incident => {
        const toIncident = { click: () => context.go('incidents', { incident: incident.id }) },
            kind = incidentNames[incident.kind] ?? incident.kind;
        return h(
            'tr',
            null,
            h('td', { class: 'number', 'data-value': String(incident.time) }, clock(incident.time, 1)),
            numberCell(incident.lap, incident.lap === null ? '' : String(incident.lap)),
            h(
                'td',
                { 'data-value': incident.kind },
                h('button', { type: 'button', class: 'name-link', 'data-incident-link': incident.id, on: toIncident }, kind),
            ),
            h('td', null, ...others(incident).flatMap((other, i) => [i ? ', ' : '', driverLink(drivers, other)])),
            h('td', { class: 'wraps' }, incidentSentence(incident)),
        );
    });
    const heads = [
        { column: 'time', title: 'at', number: true },
        { column: 'lap', title: 'lap', number: true },
        { column: 'kind', title: 'kind' },
        { column: 'others', title: 'with' },
        { column: 'sentence', title: 'what happened' },
    ];
    return section(
        'Incidents',
        counts.size ? h('p', { class: 'note' }, 'With ', ...withWhom, '.') : null,
        plainTable('driver_incidents', 'Incidents of this driver', heads, rows),
    );
}
