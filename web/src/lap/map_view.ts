// One lap: on the map, its channels, and what only telemetry knows. The cursor is the same everywhere.

import { unrecordedOf } from '../base/columns';
import { h, replace, section, select } from '../base/dom';
import { lapTime } from '../base/format';
import { ChartGroup } from '../chart/group';
import { driversOf } from '../race/drivers';
import type { ViewDefinition } from '../shell/view';
import { byTime, type LapOption, lapOptions } from './lap_choice';
import { ggFigure, histogramFigure, suspensionFigure, wheelsFigure } from './lap_figures';
import { roleValues, type Telemetry, telemetryOf } from './telemetry';
import { makeTraceCharts } from './trace_charts';
import { makeTraceMap } from './trace_map';
import { TraceSet } from './trace_set';
import { cursorTable, sectorsTable } from './trace_tables';

interface Part {
    element: HTMLElement;
    close(): void;
}

function telemetryParts(telemetry: Telemetry, set: TraceSet, start: number, group: ChartGroup): Part {
    const lap = set.traces.laps[0];
    const indexAt = (x: number | null) =>
        x === null || Number.isNaN(set.at(lap.time, x)) ? null : telemetry.indexAt(start + set.at(lap.time, x));
    const gg = ggFigure(telemetry),
        wheels = wheelsFigure(telemetry, group, indexAt),
        suspension = suspensionFigure(telemetry);
    const histograms = [
        histogramFigure('Speed', 'km/h', roleValues(telemetry, 'speed'), 3.6),
        histogramFigure('Throttle', '%', roleValues(telemetry, 'throttle'), 100),
    ];
    const leave = group.add({ cursorMoved: x => gg?.at(indexAt(x)) });
    const figures = [gg?.figure, wheels?.figure, suspension, ...histograms].filter(figure => figure !== null && figure !== undefined);
    return {
        element: section('Car and driver', h('div', { class: 'figures' }, ...figures.map(figure => figure.element))),
        close() {
            leave();
            wheels?.close();
            for (const figure of figures) figure.close();
        },
    };
}

export const mapView: ViewDefinition = {
    name: 'map',
    isFor: document =>
        (document.kind === 'race' || document.kind === 'lap') && document.tables.some(table => table.name === 'laps' && table.rows > 0),
    isFirstFor: document => document.kind === 'lap',
    async make(context) {
        const { source, document, state } = context;
        const [options, drivers, telemetry] = await Promise.all([lapOptions(source, document), driversOf(document), telemetryOf(document)]);
        const body = h('div', { class: 'view' }),
            tools = h('div', { class: 'row-of-tools', hidden: true });
        const unrecorded = unrecordedOf(document);
        let parts: Part[] = [],
            work = 0;
        const chosen = (): LapOption | undefined => {
            const driver = drivers.find(state.get('driver')),
                lap = Number(state.get('lap'));
            const own = driver ? options.filter(option => option.ref.slot === driver.slot) : options;
            return own.find(option => state.get('lap') !== '' && option.ref.lap === lap) ?? byTime(own)[0] ?? byTime(options)[0];
        };
        const show = async () => {
            const mine = ++work,
                option = chosen();
            for (const part of parts) part.close();
            parts = [];
            if (!option) {
                replace(body, h('p', null, 'No driver completed a lap in this file.'));
                return;
            }
            const compare =
                context.document.kind === 'lap' ? source.documents.filter(each => each.kind === 'lap').length > 1 : options.length > 1;
            replace(
                tools,
                options.length > 1
                    ? select(
                          'Lap',
                          byTime(options).map(each => ({ value: each.key, text: each.text })),
                          option.key,
                          key => {
                              const next = options.find(each => each.key === key)!;
                              state.set('driver', drivers.key(next.ref.slot));
                              state.set('lap', String(next.ref.lap));
                          },
                          { 'data-action': 'lap' },
                      )
                    : null,
                compare
                    ? h(
                          'button',
                          { type: 'button', on: { click: () => context.go('compare', { laps: option.key }) } },
                          'Compare with another lap',
                      )
                    : null,
            );
            tools.hidden = tools.childElementCount === 0;
            let set: TraceSet;
            try {
                set = new TraceSet(await source.traces([option.ref]));
            } catch (error) {
                if (mine === work)
                    replace(
                        body,
                        h(
                            'p',
                            { class: 'problem', role: 'status' },
                            `This lap cannot be shown over distance: ${error instanceof Error ? error.message : String(error)}`,
                        ),
                    );
                return;
            }
            const track = await document.track();
            if (mine !== work) return;
            const names = [option.driver],
                group = new ChartGroup();
            const map = makeTraceMap(set, names, track, group),
                charts = makeTraceCharts(set, names, group),
                cursor = cursorTable(set, names, group, context.announce);
            parts.push(map, charts, cursor);
            const extra = telemetry ? telemetryParts(telemetry, set, telemetry.time[0] ?? 0, group) : null;
            if (extra) parts.push(extra);
            const sectors = sectorsTable(set, names);
            replace(
                body,
                h(
                    'p',
                    { class: 'answer' },
                    h('strong', null, lapTime(option.time)),
                    ' by ',
                    h('bdi', null, option.driver),
                    `, lap ${option.ref.lap}.`,
                ),
                h(
                    'div',
                    { class: 'bench' },
                    h('div', { class: 'bench-side' }, map.element, cursor.element, sectors ? section('Sectors', sectors) : null),
                    charts.element,
                ),
                extra?.element,
                unrecorded.length
                    ? h('p', { class: 'note' }, `Not recorded in this file: ${unrecorded.map(each => each.replace(/_/g, ' ')).join(', ')}.`)
                    : null,
            );
        };
        state.watch('driver', () => void show());
        state.watch('lap', () => void show());
        await show();
        return {
            element: h('div', { class: 'view' }, h('h2', null, 'Lap'), tools, body),
            closed: () => parts.forEach(part => part.close()),
        };
    },
};
