// Who won: the classification, then how it came about.
import { isOfficial, type Rows, rowsOf, tableOf, unrecordedOf } from '../base/columns';
import { h, replace } from '../base/dom';
import { capital, gap, lapTime, noValue, plural } from '../base/format';
import { reasonOf } from '../base/reason';
import { words } from '../base/shown';
import type { ViewContext, ViewDefinition } from '../shell/view';
import type { DocumentSource, TableInfo } from '../source/source';
import { type ColumnStyle, DataTable } from '../table/data_table';
import { contentOf } from '../table/table_model';
import { driverLink, driverStyle } from './driver_link';
import { type Drivers, driversOf } from './drivers';
import { makeGapChart, makeLapChart } from './order_charts';
import { pickList } from './pick_list';
import { progressFor } from './progress';
import { rulingsPart } from './rulings_part';
import { penaltiesPart, stopsPart } from './stops';

const statusWords: { [status: string]: string } = { not_started: 'did not start' };

// The answer in a sentence or two.
function answer(results: Rows, isRace: boolean, drivers: Drivers): HTMLElement {
    const link = (row: number) => driverLink(drivers, results.number('slot', row) ?? 0, results.text('driver', row));
    const best = results
        .map(row => ({ row, time: results.number('best_lap_time', row) }))
        .filter(each => each.time !== null)
        .sort((a, b) => a.time! - b.time!)[0];
    const winner = results.map(row => row).find(row => results.number('position', row) === 1) ?? 0;
    const second = results.map(row => row).find(row => results.number('position', row) === 2);
    const fastest = best
        ? [isRace ? 'Fastest lap: ' : 'Best lap: ', h('strong', null, lapTime(best.time)), ' by ', link(best.row), '.']
        : [];
    if (!isRace) return h('p', { class: 'answer' }, ...fastest);
    const ahead = second === undefined ? null : results.number('gap', second),
        down = second === undefined ? null : results.number('laps_down', second);
    const finished = results.text('status', winner) === 'finished';
    return h(
        'p',
        { class: 'answer' },
        h('strong', null, link(winner)),
        finished ? ' wins' : ' leads',
        ' after ',
        plural(results.number('laps', winner) ?? 0, 'lap'),
        ' in ',
        h('strong', null, lapTime(results.number('total_time', winner))),
        ...(second === undefined
            ? ['. ']
            : [', ', ahead !== null ? `${lapTime(ahead)} s` : plural(down ?? 0, 'lap'), ' ahead of ', link(second), '. ']),
        ...fastest,
    );
}

function resultStyles(results: Rows): { [column: string]: ColumnStyle } {
    const bestTime = Math.min(...results.map(row => results.number('best_lap_time', row) ?? Infinity));
    const byPosition = new Map(results.map(row => [results.number('position', row), row]));
    const rowOf = (values: unknown[]) => byPosition.get(values[0] as number) ?? 0;
    return {
        position: { title: 'pos' },
        recorded_position: { title: 'recorded' },
        total_time: { title: 'time', unit: '', text: value => lapTime(value as number | null) },
        gap: {
            unit: '',
            text: (value, values) => {
                const row = rowOf(values),
                    down = results.number('laps_down', row);
                if (typeof value === 'number') return value === 0 ? noValue : gap(value);
                const out = results.text('status', row);
                return out === 'retired' || out === 'disqualified' ? out : down ? `+${plural(down, 'lap')}` : '';
            },
        },
        interval: { unit: '', text: value => (typeof value === 'number' ? gap(value) : '') },
        number: { title: 'no.' },
        co_driver: { title: 'co-driver' },
        laps_down: { title: 'laps down' },
        best_lap_time: {
            title: 'best lap',
            unit: '',
            text: value => (value === null ? '' : lapTime(value as number)),
            mark: value => (value === bestTime ? 'best' : null),
        },
        best_lap: { title: 'in lap' },
        grid_position: { title: 'grid' },
        pit_stops: { title: 'stops' },
        penalties: { title: 'pen.' },
        contacts: { title: 'hits' },
        penalty_time: { title: '+ time', unit: '', text: value => (value ? `+${value as number} s` : '') },
        status: { text: value => statusWords[String(value)] ?? String(value), mark: value => (value === 'finished' ? null : 'fallen') },
    };
}

// In the order of the classification; what no driver has is not shown.
const columns = [
    'position',
    'recorded_position', // where stewards decided something
    'number',
    'driver',
    'co_driver',
    'team',
    'class',
    'vehicle',
    'status', // before what may be beyond a narrow page's edge
    'laps',
    'total_time',
    'gap',
    'interval',
    'best_lap_time',
    'best_lap',
    'rulings',
    'grid_position',
    'pit_stops',
    'penalties',
    'penalty_time',
    'contacts',
];

function resultsTable(context: ViewContext, info: TableInfo, results: Rows, drivers: Drivers): HTMLElement {
    const sameVehicle = new Set(results.map(row => results.text('vehicle', row))).size === 1,
        isThere = (column: string) =>
            results.has(column) && results.map(row => results.value(column, row)).some(value => value !== null && value !== 0);
    const table = new DataTable({
        content: contentOf(context.document, info),
        caption: 'Results',
        columns: columns.filter(column => isThere(column) && (column !== 'vehicle' || !sameVehicle)),
        styles: { ...resultStyles(results), driver: driverStyle(drivers, results) },
        whole: info.rows <= 80,
        fileName: `${context.document.file}-results`,
        computed: true,
        choose: row => context.go('laps', { driver: drivers.key(results.number('slot', row) ?? 0) }),
    });
    table.element.classList.add('results');
    table.element.classList.toggle('ruled', isThere('recorded_position'));
    return table.element;
}

// A results file of the game lay beside the replay. With rulings, they are what there is to say.
function isOfficialBeside(results: Rows): boolean {
    const isAny = (column: string) => results.has(column) && results.map(row => results.value(column, row)).some(value => value !== null);
    return isAny('recorded_position') && !isAny('rulings');
}

const note = (text: string | null): HTMLElement | null => (text ? h('p', { class: 'note' }, text) : null);

// How it came about; the last step of each chart is the result, so that they follow the rulings.
class RaceCharts {
    readonly element = h('div', { class: 'charts' });
    private ends: (() => void)[] = [];
    constructor(private readonly context: ViewContext) {
        context.whenClosed(() => this.end());
    }
    private end(): void {
        for (const end of this.ends) end();
        this.ends = [];
    }
    async show(results: Rows, drivers: Drivers): Promise<void> {
        const { document } = this.context,
            { edition } = document,
            chart = await makeLapChart(document, drivers);
        if (edition !== document.edition) return chart?.close();
        const picks = chart ? pickList(drivers) : null,
            given = results.map(row => results.number('penalty_time', row)).some(time => time);
        this.end();
        this.ends = [chart, picks].flatMap(part => (part ? [() => part.close()] : []));
        replace(
            this.element,
            picks && h('div', { class: 'row-of-tools no-print' }, h('span', { class: 'note' }, 'In colour:'), picks.element),
            chart?.element,
            chart && given ? note(isOfficial(document) ? words.officialPenalties : words.timePenalties) : null,
        );
        void this.showGaps(drivers, edition);
    }
    // In the background: it needs everybody's motion.
    private async showGaps(drivers: Drivers, edition: number): Promise<void> {
        const { context } = this,
            { document } = context;
        try {
            const progress = await progressFor(document);
            if (!progress?.bySlot.size) return;
            const chart = await makeGapChart(document, drivers, progress, time => context.go('replay', { t: time.toFixed(2) }));
            if (edition !== document.edition) return chart.close();
            this.ends.push(() => chart.close());
            this.element.append(chart.element, h('p', { class: 'note no-print' }, 'Click the gap chart to see that moment in the replay.'));
        } catch (error) {
            this.element.append(h('p', { class: 'note' }, `Gaps cannot be shown: ${reasonOf(error)}`));
        }
    }
}

function leftOut(document: DocumentSource): HTMLElement | null {
    if (!document.notes.length) return null;
    const notes = document.notes.map(text => h('p', null, text));
    return h('details', { class: 'note' }, h('summary', null, 'What this page leaves out, and why'), ...notes);
}

// The answer and the table, which follow the rulings, as the charts do.
class Classification {
    readonly element = h('div', { class: 'classification' });
    constructor(
        private readonly context: ViewContext,
        private readonly charts: RaceCharts | null, // of a race
    ) {}
    show(results: Rows, drivers: Drivers): void {
        const info = tableOf(this.context.document, 'results')!;
        replace(this.element, answer(results, this.charts !== null, drivers), resultsTable(this.context, info, results, drivers));
    }
    async renew(): Promise<void> {
        const { document } = this.context,
            { edition } = document;
        try {
            const [results, drivers] = await Promise.all([rowsOf(document, 'results'), driversOf(document)]);
            if (edition !== document.edition) return;
            this.show(results, drivers);
            await this.charts?.show(results, drivers);
        } catch (error) {
            replace(this.element, h('p', { class: 'problem', role: 'alert' }, `Results cannot be shown: ${reasonOf(error)}`));
        }
    }
}

export const resultsView: ViewDefinition = {
    name: 'results',
    isFor: document => (tableOf(document, 'results')?.rows ?? 0) > 1,
    isFirstFor: document => document.kind === 'race',
    async make(context) {
        const { document } = context,
            session = document.property_facts.session?.text ?? '';
        const [results, drivers] = await Promise.all([rowsOf(document, 'results'), driversOf(document)]);
        const timed = results.has('total_time') && results.map(row => results.number('total_time', row)).some(time => time !== null),
            isRace = timed && !/practice|qualif/i.test(session);
        const charts = isRace ? new RaceCharts(context) : null,
            classification = new Classification(context, charts);
        const [stops, penalties, rulings] = await Promise.all([
            stopsPart(context, drivers),
            penaltiesPart(context, drivers),
            rulingsPart(context, drivers),
            charts?.show(results, drivers),
        ]);
        classification.show(results, drivers);
        const element = h(
            'div',
            { class: 'view' },
            h('h2', null, `${capital(session || 'session')} results`),
            classification.element,
            isOfficial(document) ? note(words.official) : isOfficialBeside(results) ? note(words.officialBeside) : null,
            isRace && unrecordedOf(document).includes('penalty_time') ? note(words.noPenalties) : null,
            rulings,
            charts?.element ?? null,
            h('div', { class: 'columns' }, stops, penalties),
            leftOut(document),
        );
        return { element, renewed: () => void classification.renew() };
    },
};
