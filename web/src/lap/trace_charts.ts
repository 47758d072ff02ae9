// Channels of laps over distance, stacked, with one cursor.
import { colourOf, css, dashOf } from '../base/colours';
import { h } from '../base/dom';
import { signed } from '../base/format';
import { Chart, type ChartMark, labelSpace } from '../chart/chart';
import type { ChartGroup } from '../chart/group';
import { cornerMark, hasValues, type TraceSet } from './trace_set';

interface TraceCharts {
    element: HTMLElement;
    close(): void;
}

function marksOf(set: TraceSet): ChartMark[] {
    const sectors = set.traces.sectors
        .filter(sector => sector.end < set.traces.length - 1)
        .map((sector): ChartMark => ({ at: sector.end, label: '', kind: 'line' }));
    const corners = set.traces.corners
        .filter(corner => corner.corner > 0)
        .map((corner): ChartMark => ({ at: corner.apex ?? (corner.start + corner.end) / 2, label: cornerMark(corner), kind: 'line' }));
    return [...sectors, ...corners].sort((a, b) => a.at - b.at);
}

// `only` names the channels; all that there are, if not given.
export function makeTraceCharts(set: TraceSet, names: string[], group: ChartGroup, only?: string[]): TraceCharts {
    const charts: Chart[] = [],
        element = h('div', { class: 'charts stacked' }),
        { laps, distance } = set.traces;
    const labelWidth = labelSpace(Math.max(9, ...names.map(name => name.length))); // "reference"
    const marks = marksOf(set),
        many = laps.length > 1;
    const shown = set.channels.filter(
        channel =>
            (only?.includes(channel.name) ?? (many || channel.name !== 'lateral')) && laps.some(lap => hasValues(channel.values(lap))),
    );
    const x = { label: 'distance', unit: 'm', text: (value: number) => `${value} m` };
    if (many) {
        const chart = new Chart({
            title: `Time behind ${names[0]}`,
            description: 'Delta of each lap over distance; up is slower. The table of corners has what each cost.',
            height: 170,
            axisWidth: 54,
            labelWidth,
            group,
            hideX: true,
            x,
            y: {
                label: 'delta',
                unit: 's, up is slower',
                zero: true,
                text: signed,
            },
        });
        chart.setData(
            distance,
            laps.map((_lap, i) => ({
                label: i ? names[i] : 'reference',
                values: set.deltas[i],
                colour: () => (i ? colourOf(i) : css('--muted')),
                dash: i ? dashOf(i) : [2, 4],
                width: i ? 2 : 1.3,
                quiet: i === 0,
            })),
            marks,
        );
        charts.push(chart);
        element.append(chart.element);
    }
    for (const [index, channel] of shown.entries()) {
        const last = index === shown.length - 1;
        const chart = new Chart({
            title: channel.title,
            description: 'Over distance. The table at the cursor has the values.',
            height: channel.height + (last ? 30 : 0),
            axisWidth: 54,
            labelWidth: many ? labelWidth : 16,
            group,
            hideX: !last,
            endLabels: many,
            x,
            y: {
                label: channel.title,
                unit: channel.unit,
                ...(channel.range ? { range: channel.range } : {}),
                ...(channel.name === 'gear' ? { whole: true } : {}),
            },
        });
        chart.setData(
            distance,
            laps.map((lap, i) => {
                const values = channel.values(lap);
                return {
                    label: names[i],
                    values: values.length ? values : new Float32Array(distance.length).fill(NaN),
                    colour: () => colourOf(i),
                    dash: dashOf(i),
                    stepped: channel.stepped === true,
                };
            }),
            index === 0 && !many ? marks : marks.map(mark => ({ ...mark, label: '' })),
        );
        charts.push(chart);
        element.append(chart.element);
    }
    return { element, close: () => charts.forEach(chart => chart.close()) };
}
