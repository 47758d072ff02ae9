// One lap: on the map, its channels, and what only telemetry knows. The cursor is the same everywhere.

import { tableOf, unrecordedOf } from '../base/columns';
import { h, replace, section, select } from '../base/dom';
import { kmhOfSpeed, lapTime, words } from '../base/format';
import { reasonOf } from '../base/reason';
import { ChartGroup } from '../chart/group';
import { type Drivers, driversOf } from '../race/drivers';
import type { View, ViewContext, ViewDefinition } from '../shell/view';
import type { TrackLine } from '../source/source';
import { byTime, type LapOption, lapOptions } from './lap_choice';
import { ggFigure, histogramFigure, suspensionFigure } from './lap_figures';
import { roleValues, type Telemetry, telemetryOf } from './telemetry';
import { makeTraceCharts } from './trace_charts';
import { makeTraceMap } from './trace_map';
import { TraceSet } from './trace_set';
import { cursorTable, sectorsTable } from './trace_tables';
import { forcesFigure } from './wheel_figures';

interface Part {
    element: HTMLElement;
    close(): void;
}

function telemetryParts(telemetry: Telemetry, set: TraceSet, start: number, group: ChartGroup): Part {
    const lap = set.traces.laps[0];
    const indexAt = (x: number | null) =>
        x === null || Number.isNaN(set.at(lap.time, x)) ? null : telemetry.indexAt(start + set.at(lap.time, x));
    const gg = ggFigure(telemetry),
        forces = forcesFigure(telemetry),
        suspension = suspensionFigure(telemetry);
    const histograms = [
        histogramFigure('Speed', 'km/h', roleValues(telemetry, 'speed'), kmhOfSpeed),
        histogramFigure('Throttle', '%', roleValues(telemetry, 'throttle'), 100),
    ];
    const leave = group.add({
        cursorMoved(x) {
            for (const each of [gg, forces]) each?.at(indexAt(x));
        },
    });
    const figures = [gg?.figure, forces?.figure, suspension, ...histograms].filter(figure => figure !== null && figure !== undefined);
    return {
        element: section('Car and driver', h('div', { class: 'figures' }, ...figures.map(figure => figure.element))),
        close() {
            leave();
            for (const figure of figures) figure.close();
        },
    };
}

class LapOnMap implements View {
    readonly element: HTMLElement;
    private readonly body = h('div', { class: 'view' });
    private readonly tools = h('div', { class: 'row-of-tools', hidden: true });
    private parts: Part[] = [];
    private work = 0;

    constructor(
        private readonly context: ViewContext,
        private readonly options: LapOption[],
        private readonly drivers: Drivers,
        private readonly telemetry: Telemetry | null,
    ) {
        this.element = h('div', { class: 'view' }, h('h2', null, 'Lap'), this.tools, this.body);
        context.state.watch('driver', () => void this.show());
        context.state.watch('lap', () => void this.show());
    }

    // The lap in the address; otherwise the fastest of the driver.
    private chosen(): LapOption | undefined {
        const { state } = this.context,
            driver = this.drivers.find(state.get('driver')),
            lap = state.get('lap');
        const own = driver ? this.options.filter(option => option.ref.slot === driver.slot) : this.options;
        return own.find(option => lap !== '' && option.ref.lap === Number(lap)) ?? byTime(own)[0] ?? byTime(this.options)[0];
    }
    private choose(key: string): void {
        const { ref } = this.options.find(each => each.key === key)!;
        this.context.state.set('driver', this.drivers.key(ref.slot));
        this.context.state.set('lap', String(ref.lap));
    }
    private showTools(option: LapOption): void {
        const { source, document } = this.context,
            several = this.options.length > 1,
            all = byTime(this.options).map(each => ({ value: each.key, text: each.text })),
            toCompare = { click: () => this.context.go('compare', { laps: option.key }) },
            canCompare = document.kind === 'lap' ? source.documents.filter(each => each.kind === 'lap').length > 1 : several;
        replace(
            this.tools,
            several ? select('Lap', all, option.key, key => this.choose(key), { 'data-action': 'lap' }) : null,
            canCompare ? h('button', { type: 'button', on: toCompare }, 'Compare with another lap') : null,
        );
        this.tools.hidden = this.tools.childElementCount === 0;
    }
    // Newer work takes the place of this: then null.
    private async traced(option: LapOption, mine: number): Promise<TraceSet | null> {
        try {
            const { source } = this.context,
                set = new TraceSet(await source.traces([option.ref]), source.documents);
            return mine === this.work ? set : null;
        } catch (error) {
            const why = reasonOf(error);
            if (mine === this.work)
                replace(this.body, h('p', { class: 'problem', role: 'status' }, `This lap cannot be shown over distance: ${why}`));
            return null;
        }
    }
    private layOut(option: LapOption, set: TraceSet, track: TrackLine | null): void {
        const { telemetry } = this,
            names = [option.driver],
            group = new ChartGroup(),
            unrecorded = unrecordedOf(this.context.document).map(words);
        const map = makeTraceMap(set, names, track, group),
            charts = makeTraceCharts(set, names, group),
            cursor = cursorTable(set, names, group, this.context.announce),
            extra = telemetry ? telemetryParts(telemetry, set, option.start, group) : null,
            sectors = sectorsTable(set, names);
        this.parts.push(map, charts, cursor, ...(extra ? [extra] : []));
        const side = h('div', { class: 'bench-side' }, map.element, cursor.element, sectors ? section('Sectors', sectors) : null);
        const told = [h('strong', null, lapTime(option.time)), ' by ', h('bdi', null, option.driver), `, lap ${option.ref.lap}.`];
        const problem = this.drivers.notFound(this.context.state.get('driver'));
        replace(
            this.body,
            problem ? h('p', { class: 'problem', role: 'status' }, problem) : null,
            h('p', { class: 'answer' }, ...told),
            h('div', { class: 'bench' }, side, charts.element),
            extra?.element,
            unrecorded.length ? h('p', { class: 'note' }, `Not recorded in this file: ${unrecorded.join(', ')}.`) : null,
        );
    }
    async show(): Promise<void> {
        const mine = ++this.work,
            option = this.chosen();
        this.closed();
        if (!option) {
            replace(this.body, h('p', null, 'No driver completed a lap in this file.'));
            return;
        }
        this.showTools(option);
        const set = await this.traced(option, mine);
        if (!set) return;
        const track = await this.context.document.track();
        if (mine === this.work) this.layOut(option, set, track);
    }
    closed(): void {
        for (const part of this.parts) part.close();
        this.parts = [];
    }
}

export const mapView: ViewDefinition = {
    name: 'map',
    isFor: document =>
        (document.kind === 'race' || document.kind === 'lap') && (tableOf(document, 'laps')?.rows ?? 0) > 0 && document.moves,
    isFirstFor: document => document.kind === 'lap',
    async make(context) {
        const { source, document } = context;
        const [options, drivers, telemetry] = await Promise.all([lapOptions(source, document), driversOf(document), telemetryOf(document)]);
        const view = new LapOnMap(context, options, drivers, telemetry);
        await view.show();
        return view;
    },
};
