// What the page's main thread did, from Chromium's own tracing: each task with the processor time of the thread, which what
// else the machine does hardly changes.
//
//     const trace = await Trace.start(page);
//     await trace.step('results', () => page.view('results'));
//     const tasks = await trace.stop();          // [{ step, ms, wall, parts: { Layout: ms, ... } }, ...]

const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing', 'v8', 'disabled-by-default-v8.gc'];
const mark = 'paddock step ';

export class Trace {
    static async start(page, more = []) {
        const trace = new Trace();
        Object.assign(trace, { page, events: [], ended: new Promise(resolve => (trace.end = resolve)) });
        page.traced = (method, params) => {
            if (method === 'Tracing.dataCollected') for (const event of params.value) trace.events.push(event);
            else if (method === 'Tracing.tracingComplete') trace.end(params);
        };
        await page.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { recordMode: 'recordUntilFull', traceBufferSizeInKb: 400_000, includedCategories: [...categories, ...more] } });
        return trace;
    }
    // What happens from here on belongs to this step.
    async step(name, work) {
        await this.page.evaluate(text => performance.mark(text), mark + name);
        return work();
    }
    async stop() {
        await this.page.send('Tracing.end');
        const { dataLossOccurred } = await this.ended;
        if (dataLossOccurred) throw new Error('the trace is not whole: its buffer was too small');
        return tasksOf(this.events);
    }
}

// Tasks of the thread that holds the marks, in the order of time.
export function tasksOf(events) {
    const marks = events.filter(event => event.name.startsWith(mark) && event.cat.includes('user_timing')).sort((a, b) => a.ts - b.ts);
    if (!marks.length) throw new Error('no step was traced');
    const { pid, tid } = marks[0];
    const own = events.filter(event => event.ph === 'X' && event.pid === pid && event.tid === tid).sort((a, b) => a.ts - b.ts || b.dur - a.dur);
    const tasks = [];
    let at = -1, task = null, open = [];
    for (const event of own) {
        if (event.name === 'RunTask' || event.name === 'ThreadControllerImpl::RunTask') {
            if (task && event.ts < task.end) continue; // the same task, under its other name
            while (at + 1 < marks.length && marks[at + 1].ts <= event.ts + event.dur) at++;
            task = { step: at < 0 ? '' : marks[at].name.slice(mark.length), ms: (event.tdur ?? event.dur) / 1000, wall: event.dur / 1000, start: event.ts, end: event.ts + event.dur, parts: {} };
            tasks.push(task);
            open = [];
        } else if (task && event.ts < task.end) {
            // its own time: that of calls inside it is subtracted
            while (open.length && open[open.length - 1].end <= event.ts) open.pop();
            const ms = (event.tdur ?? 0) / 1000;
            if (open.length) task.parts[open[open.length - 1].name] -= ms;
            const name = event.name + (event.args?.data?.functionName ? ` ${event.args.data.functionName}` : '');
            task.parts[name] = (task.parts[name] ?? 0) + ms;
            open.push({ name, end: event.ts + event.dur });
        }
    }
    return tasks;
}
