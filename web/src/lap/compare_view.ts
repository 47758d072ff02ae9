// Where is the time? Two laps or more, of one file or of several, against the first.

import { h, name, section } from '../base/dom';
import { fixed, signed } from '../base/format';
import { words } from '../base/shown';
import { ChartGroup } from '../chart/group';
import type { ViewContext, ViewDefinition } from '../shell/view';
import type { TrackLine } from '../source/source';
import { hasLapsTogether, LapsTogether } from './laps_together';
import { makeTraceCharts } from './trace_charts';
import { makeTraceMap } from './trace_map';
import type { TraceSet } from './trace_set';
import { cornerStrip, cornersTable, cursorTable, sectorsTable, swatch } from './trace_tables';

const methods = {
    ruler: words.alignedByRuler,
    projection: words.alignedByProjection,
    distance: words.alignedByDistance,
};

function answerOf(set: TraceSet, names: string[]): HTMLElement {
    const line = h('p', { class: 'answer' });
    for (let i = 1; i < set.traces.laps.length; i++) {
        const behind = set.total(i),
            byTimes = set.byLapTimes(i),
            same = Math.abs(behind) < 0.0005;
        line.append(
            h('bdi', null, names[i]),
            same ? ' is as fast as ' : ' is ',
            same ? '' : h('strong', null, `${fixed(Math.abs(behind), 3)} s`),
            same ? '' : behind > 0 ? ' slower than ' : ' faster than ',
            h('bdi', null, names[0]),
        );
        // only where positions disagree with the recorded times: what corners cost then adds up to what positions say
        if (byTimes !== null && Math.abs(byTimes - behind) >= 0.0005) line.append(h('small', null, ` (by lap times ${signed(byTimes)} s)`));
        line.append('. ');
    }
    return line;
}

function strips(set: TraceSet, names: string[], group: ChartGroup): HTMLElement[] {
    const total = (lap: number) => `: what each part cost, in seconds. Total ${signed(set.total(lap))} s.`;
    const line = (other: string, lap: number) =>
        h('p', { class: 'note' }, swatch(lap), name(other), ' against ', name(names[0]), total(lap));
    return names.slice(1).map((other, i) => h('div', { class: 'strip-place' }, line(other, i + 1), cornerStrip(set, names, i + 1, group)));
}

function howMeasured({ traces }: TraceSet): HTMLElement {
    const residual = traces.residual !== null ? `; known times are met within ${fixed(traces.residual * 1000, 0)} ms` : '';
    return h(
        'p',
        { class: 'note' },
        `Aligned by ${methods[traces.method]}${residual}. `,
        `A delta is the time behind the reference at the same point, every ${traces.step} m; positive is slower.`,
    );
}

function makeComparison(context: ViewContext) {
    return (set: TraceSet, names: string[], track: TrackLine | null) => {
        const group = new ChartGroup();
        const map = makeTraceMap(set, names, track, group),
            charts = makeTraceCharts(set, names, group),
            cursor = cursorTable(set, names, group, context.announce),
            sectors = sectorsTable(set, names);
        const wholeLap = { click: () => group.setRange(null) },
            whole = h('button', { type: 'button', class: 'small', disabled: true, on: wholeLap }, 'Whole lap'),
            asGhost = { click: () => context.go('ghost') };
        const leave = group.add({ rangeChanged: range => (whole.disabled = range === null) });
        const tools = h(
            'div',
            { class: 'row-of-tools no-print' },
            whole,
            h('button', { type: 'button', class: 'small', 'data-action': 'as-ghost', on: asGhost }, 'Drive them together'),
            h('span', { class: 'note' }, 'Drag on a chart, or click a corner, to zoom; double-click shows the whole lap.'),
        );
        return {
            parts: [
                answerOf(set, names),
                ...strips(set, names, group),
                tools,
                h('div', { class: 'bench' }, h('div', { class: 'bench-side' }, map.element, cursor.element), charts.element),
                sectors ? section('Sectors', sectors) : null,
                section('Corners', cornersTable(set, names)),
                howMeasured(set),
            ],
            close() {
                for (const part of [map, charts, cursor]) part.close();
                leave();
            },
        };
    };
}

export const compareView: ViewDefinition = {
    name: 'compare',
    isFor: hasLapsTogether,
    // several laps were given
    isFirstFor: (document, source) => document.kind === 'lap' && source.documents.filter(each => each.kind === 'lap').length > 1,
    async make(context) {
        const comparison = new LapsTogether(context, 'Compare laps', makeComparison(context));
        await comparison.show();
        return comparison;
    },
};
