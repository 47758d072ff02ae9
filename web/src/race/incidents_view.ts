// What happened: the list of incidents, and one of them next to it.
import { rowsOf, tableOf } from '../base/columns';
import { h } from '../base/dom';
import { capital, clock, kmh, plural } from '../base/format';
import type { ViewDefinition } from '../shell/view';
import { DataTable } from '../table/data_table';
import { contentOf } from '../table/table_model';
import { driversOf } from './drivers';
import { IncidentDetail, noDetail } from './incident_detail';
import { incidentsFrom } from './incident_text';
import { motionOf } from './motion_store';
import { playKeys } from './play_bar';
import { incidentNames } from './race_events';

export const incidentsView: ViewDefinition = {
    name: 'incidents',
    isFor: document => document.kind === 'race' && tableOf(document, 'incidents') !== null,
    async make(context) {
        const { document, state } = context;
        const info = tableOf(document, 'incidents')!;
        const [rows, parties, drivers, store] = await Promise.all([
            rowsOf(document, 'incidents'),
            rowsOf(document, 'incident_parties'),
            driversOf(document),
            motionOf(document),
        ]);
        const incidents = incidentsFrom(rows, parties);
        const kinds = Object.entries(incidentNames)
            .map(([kind, title]) => ({ title, number: incidents.filter(incident => incident.kind === kind).length }))
            .filter(each => each.number);
        const answer = incidents.length
            ? `${plural(incidents.length, 'incident')}: ${kinds.map(each => `${each.number} × ${each.title.toLowerCase()}`).join(', ')}.`
            : 'No incidents were found.';
        const slot = h('div', { class: 'detail-place' }, noDetail());
        let detail: IncidentDetail | null = null,
            isShown = false;
        const table = new DataTable({
            content: contentOf(document, info),
            caption: 'Incidents',
            columns: ['time', 'lap', 'kind', 'drivers'],
            whole: info.rows <= 200,
            fileName: `${document.file}-incidents`,
            computed: true,
            styles: {
                time: { title: 'at', unit: '', text: value => clock(value as number | null, 1) },
                kind: { text: value => incidentNames[String(value)] ?? String(value) },
                drivers: { text: value => String(value).replace(/; /g, ', ') },
                closing_speed: {
                    title: 'closing',
                    unit: 'km/h',
                    text: value => (typeof value === 'number' ? kmh(value) : ''),
                },
            },
            choose: row => {
                state.set('incident', incidents[row].id);
                if (matchMedia('(max-width: 900px)').matches) slot.scrollIntoView({ block: 'start' });
            },
        });
        const show = () => {
            const chosen = incidents.find(incident => incident.id === state.get('incident')) ?? incidents[0];
            if (!chosen || detail?.element.dataset.incident === chosen.id) return;
            detail?.close();
            detail = new IncidentDetail(context, chosen, drivers, store);
            slot.replaceChildren(detail.element);
            table.select(chosen.row);
            if (isShown) detail.shown();
        };
        state.watch('incident', show);
        show();
        const step = (by: number) => {
            const at = incidents.findIndex(incident => incident.id === detail?.element.dataset.incident),
                next = incidents[at + by];
            if (next) state.set('incident', next.id);
        };
        return {
            element: h(
                'div',
                { class: 'view' },
                h('h2', null, 'Incidents'),
                h('p', { class: 'answer' }, capital(answer)),
                h('div', { class: 'incidents' }, h('div', { class: 'incident-list' }, table.element), slot),
            ),
            keys: [{ keys: '[ / ]', does: 'previous or next incident' }, ...playKeys],
            shown() {
                isShown = true;
                show();
                detail?.shown();
            },
            hidden() {
                isShown = false;
                detail?.pause();
            },
            closed: () => detail?.close(),
            key(event) {
                if (event.key === '[' || event.key === ']') {
                    step(event.key === ']' ? 1 : -1);
                    return true;
                }
                return detail?.key(event) ?? false;
            },
        };
    },
};
