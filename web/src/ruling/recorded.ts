// What results and laps are made of before rulings, as the library gives it (src/picture/page/page_recorded.c).
import type { Block } from '../../../bindings/wasm/block.js';
import type { RecordedHead } from '../../../bindings/wasm/contract.js';

// Missing numbers are NaN.
export interface RecordedEntry {
    driver: string;
    slot: number;
    resultRow: number; // of the table of results, as the page has it
    status: string; // with a lap that counts, ...
    untimedStatus: string; // ... and without one
    reasons: string; // why order and times may be wrong
    laps: number;
    totalTime: number;
    lineTime: number; // when the last lap was complete
    point: number; // lines passed: laps times sectors, and sectors
    pointTime: number; // when the last of them was
    penalty: number; // s
    lastOrder: number; // place in the last running order
    official: number; // position, as the game says
    finished: boolean; // a race
    disqualified: boolean;
    firstLap: number; // in `laps`
    lapCount: number;
    firstLine: number; // in `passedPoint`
    lineCount: number;
    recordedPosition: number; // of the recording alone, where a results file is beside it
    recordedTime: number; // the same
}
export interface RecordedLap {
    kind: string;
    source: string;
    reasons: string;
    lap: number;
    complete: number; // its number, less those before it that the driver gave up
    startTime: number;
    endTime: number;
    lapTime: number;
    stint: number; // the row of the table of stints; NaN = a formation lap
}
export interface Recorded {
    isRace: boolean;
    flag: number; // when the leader finished
    sectors: number;
    isOfficial: boolean; // the file has official results: nothing computes their order again
    isBeside: boolean; // they are of a results file beside the recording
    entries: RecordedEntry[];
    laps: RecordedLap[];
    passedPoint: Float64Array; // lines, by entry and time
    passedTime: Float64Array;
    passedOpens: Float64Array; // 1 = it only begins a lap
}

export function readRecorded(block: Block<RecordedHead>): Recorded {
    const numbers = (name: string) => block.numbers(name, Float64Array);
    const [driver, reasons, status, untimedStatus] = ['driver', 'reasons', 'status', 'untimed_status'].map(name => block.texts(name));
    const [slot, resultRow, laps, totalTime, lineTime, point, pointTime, penalty] = [
        'slot',
        'result_row',
        'laps',
        'total_time',
        'line_time',
        'point',
        'point_time',
        'penalty',
    ].map(numbers);
    const [lastOrder, official, finished, disqualified, firstLap, lapCount, firstLine, lineCount] = [
        'last_order',
        'official',
        'finished',
        'disqualified',
        'first_lap',
        'lap_count',
        'first_line',
        'line_count',
    ].map(numbers);
    const [recordedPosition, recordedTime] = ['recorded_position', 'recorded_time'].map(numbers);
    const entries = driver.map(
        (name, e): RecordedEntry => ({
            driver: name,
            slot: slot[e],
            resultRow: resultRow[e],
            status: status[e],
            untimedStatus: untimedStatus[e],
            reasons: reasons[e],
            laps: laps[e],
            totalTime: totalTime[e],
            lineTime: lineTime[e],
            point: point[e],
            pointTime: pointTime[e],
            penalty: penalty[e],
            lastOrder: lastOrder[e],
            official: official[e],
            finished: finished[e] === 1,
            disqualified: disqualified[e] === 1,
            firstLap: firstLap[e],
            lapCount: lapCount[e],
            firstLine: firstLine[e],
            lineCount: lineCount[e],
            recordedPosition: recordedPosition[e],
            recordedTime: recordedTime[e],
        }),
    );
    const { is_race: isRace, flag, sectors, is_official: isOfficial, is_beside: isBeside } = block.head;
    return {
        isRace,
        flag: flag ?? NaN,
        sectors,
        isOfficial,
        isBeside,
        entries,
        laps: readLaps(block),
        passedPoint: numbers('passed_point'),
        passedTime: numbers('passed_time'),
        passedOpens: numbers('passed_opens'),
    };
}

function readLaps(block: Block<RecordedHead>): RecordedLap[] {
    const [kind, source, reasons] = ['lap_kind', 'lap_source', 'lap_reasons'].map(name => block.texts(name));
    const [lap, complete, startTime, endTime, lapTime, stint] = [
        'lap_number',
        'lap_complete',
        'lap_start_time',
        'lap_end_time',
        'lap_time',
        'lap_stint',
    ].map(name => block.numbers(name, Float64Array));
    return kind.map((name, i) => ({
        kind: name,
        source: source[i],
        reasons: reasons[i],
        lap: lap[i],
        complete: complete[i],
        startTime: startTime[i],
        endTime: endTime[i],
        lapTime: lapTime[i],
        stint: stint[i],
    }));
}
