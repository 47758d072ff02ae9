/* Subtitles (SubRip) for a video of one driver: speed, gear, lap, time, and how far ahead of or behind a lap. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fixed_number.h"
#include "base/whole.h"
#include "io/output.h"
#include "logger/log.h"

enum { CUES = 5 /* a second */ };

static const double to_kmh = 3.6;

/* How far behind the reference one lap is, over the session's clock. */
typedef struct lap_deltas {
    double *times, *deltas;
    size_t count;
} lap_deltas;

static pdk_status read_deltas(const pdk_log *log, const pdk_document *comparison, double start, lap_deltas *deltas,
                              pdk_error *error)
{
    pdk_memory *memory = log->recording->job->memory;
    const pdk_table *steps = pdk_document_own_table(comparison, "steps");
    uint64_t rows = pdk_table_rows(steps);
    deltas->times = pdk_alloc_array(memory, rows, sizeof *deltas->times);
    deltas->deltas = pdk_alloc_array(memory, rows, sizeof *deltas->deltas);
    if (deltas->times == NULL || deltas->deltas == NULL) return pdk_fail_memory(error, memory, "subtitles");
    pdk_status status =
        pdk_table_read_f64(steps, pdk_table_find_column(steps, "time_0"), 0, rows, deltas->times, error);
    if (status == PDK_OK)
        status = pdk_table_read_f64(steps, pdk_table_find_column(steps, "delta_1"), 0, rows, deltas->deltas, error);
    for (uint64_t i = 0; i < rows && status == PDK_OK; i++) {
        deltas->times[i] += start;
        deltas->deltas[i] = -deltas->deltas[i]; /* the lap is the one that is compared with */
    }
    deltas->count = (size_t)rows;
    return status;
}

/* A lap against the lap that the options name, or the driver's best. Laps that cannot be compared have no deltas,
 * unless a lap was named. */
static pdk_status compare(const pdk_log *log, const pdk_recorded_lap *lap, lap_deltas *deltas, pdk_error *error)
{
    const pdk_export *job = log->recording->job;
    const pdk_document *named = job->options->srt->reference;
    char driver[32], number[32];
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    pdk_document *comparison = NULL;
    snprintf(driver, sizeof driver, "%llu", (unsigned long long)lap->slot);
    snprintf(number, sizeof number, "%u", (unsigned)lap->number);
    const pdk_lap_reference laps[] = {
        { .document = job->document, .name = job->document->file_name, .driver = driver, .lap = number },
        { .document = named != NULL ? named : job->document,
          .name = named != NULL ? named->file_name : job->document->file_name,
          .driver = named != NULL ? NULL : driver },
    };
    options.step = 5;
    options.limits = job->options->limits;
    options.allocator = job->options->allocator;
    pdk_status status = pdk_compare_laps(laps, 2, &options, &comparison, error);
    if (status == PDK_E_UNSUPPORTED && named == NULL) return PDK_OK;
    if (status == PDK_OK) {
        const pdk_table *table = pdk_document_own_table(comparison, "laps");
        uint32_t numbers[2] = { 0, 0 };
        status = pdk_table_read_column(table, pdk_table_find_column(table, "lap"), 0, 2, numbers, error);
        bool itself = named == NULL && numbers[0] == numbers[1];
        if (status == PDK_OK && !itself) status = read_deltas(log, comparison, lap->start, deltas, error);
    }
    pdk_close(comparison);
    return status;
}

static pdk_status find_deltas(const pdk_log *log, lap_deltas *deltas, pdk_error *error)
{
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < log->lap_count && status == PDK_OK; i++) {
        const pdk_recorded_lap *lap = &log->laps[i];
        bool whole = lap->from_line && lap->to_line && lap->end > log->seen_start && lap->start < log->seen_end;
        if (whole) status = compare(log, lap, &deltas[i], error);
        if (status == PDK_OK) status = pdk_export_progress(log->recording->job, i, log->lap_count, error);
    }
    return status;
}

/* NaN where it is not known. */
static double delta_at(const lap_deltas *deltas, double time)
{
    if (deltas == NULL || deltas->count < 2 || !(time >= deltas->times[0])) return NAN;
    size_t low = 0, high = deltas->count - 1;
    if (!(time <= deltas->times[high])) return NAN;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (deltas->times[middle] <= time) low = middle;
        else high = middle;
    }
    double passed = deltas->times[high] - deltas->times[low];
    double share = passed > 0 ? (time - deltas->times[low]) / passed : 0;
    return deltas->deltas[low] + share * (deltas->deltas[high] - deltas->deltas[low]);
}

/* "00:01:02,345" */
static char *put_clock(char *to, double time)
{
    double milliseconds = round(time * 1000), seconds = floor(milliseconds / 1000);
    to = pdk_put_padded(to, floor(seconds / 3600), 2, 0);
    *to++ = ':';
    to = pdk_put_padded(to, fmod(floor(seconds / 60), 60), 2, 0);
    *to++ = ':';
    to = pdk_put_padded(to, fmod(seconds, 60), 2, 0);
    *to++ = ',';
    return pdk_put_padded(to, milliseconds - seconds * 1000, 3, 0);
}

static const double *values_of(const pdk_log *log, pdk_log_id id)
{
    const pdk_log_channel *channel = pdk_log_find(log, id);
    return channel != NULL ? channel->values : NULL;
}

/* "181 km/h  4" and, in a lap, "lap 3  0:45.2  +0.12". */
static char *put_words(char *to, const pdk_log *log, uint64_t sample, const pdk_recorded_lap *lap, double delta)
{
    const double *speed = values_of(log, PDK_LOG_SPEED), *gear = values_of(log, PDK_LOG_GEAR);
    to = pdk_put_padded(to, round(speed[sample] * to_kmh), 1, 0);
    to = (char *)memcpy(to, " km/h", 5) + 5;
    if (gear != NULL && isfinite(gear[sample])) {
        to = (char *)memcpy(to, "  gear ", 7) + 7;
        if (gear[sample] < 0.5) *to++ = gear[sample] < -0.5 ? 'R' : 'N';
        else to = pdk_put_padded(to, gear[sample], 1, 0);
    }
    if (lap != NULL) {
        char clock[PDK_TIME_SIZE];
        pdk_format_time(clock, pdk_log_time(log, sample) - lap->start, 1);
        to += snprintf(to, 80, "\nlap %u  %s", (unsigned)lap->number, clock);
    }
    if (isfinite(delta)) {
        char gap[PDK_TIME_SIZE];
        pdk_format_gap(gap, delta, 2);
        to += snprintf(to, 40, "  %s", gap);
    }
    return to;
}

static pdk_status put_cues(const pdk_log *log, const lap_deltas *deltas, pdk_error *error)
{
    pdk_export *job = log->recording->job;
    uint64_t step = log->rate > CUES ? log->rate / CUES : 1, number = 0;
    const double *speed = values_of(log, PDK_LOG_SPEED);
    double zero = isfinite(log->recording->from) ? log->recording->from : log->seen_start;
    size_t lap = 0;
    for (uint64_t i = 0; i < log->count; i += step) {
        char text[400], *to = text;
        double time = pdk_log_time(log, i), begin = fmax(time - zero, 0),
               end = begin + (double)step / (double)log->rate;
        while (lap + 1 < log->lap_count && log->laps[lap + 1].start <= time) lap++;
        bool inside = log->lap_count > 0 && log->laps[lap].start <= time && !(log->laps[lap].end <= time);
        if (speed == NULL || !isfinite(speed[i]) || end > 3.6e5) continue;
        to += snprintf(to, 32, "%llu\n", (unsigned long long)++number);
        to = put_clock(to, begin);
        to = (char *)memcpy(to, " --> ", 5) + 5;
        to = put_clock(to, end);
        *to++ = '\n';
        to = put_words(to, log, i, inside ? &log->laps[lap] : NULL, inside ? delta_at(&deltas[lap], time) : NAN);
        *to++ = '\n';
        *to++ = '\n';
        pdk_status status = pdk_output_write(job->output, text, (size_t)(to - text), error);
        if (status != PDK_OK) return status;
        job->report->points++;
    }
    return PDK_OK;
}

static pdk_status put_subtitles(const pdk_log *log, pdk_error *error)
{
    pdk_memory *memory = log->recording->job->memory;
    lap_deltas *deltas = pdk_alloc_array(memory, log->lap_count + 1, sizeof *deltas);
    if (deltas == NULL) return pdk_fail_memory(error, memory, "subtitles");
    pdk_status status = find_deltas(log, deltas, error);
    return status == PDK_OK ? put_cues(log, deltas, error) : status;
}

static pdk_status write_srt(pdk_export *job, pdk_error *error)
{
    static const pdk_log_form form = { .write = put_subtitles };
    return pdk_log_export(job, &form, error);
}

const pdk_exporter pdk_exporter_srt = {
    .info = { .id = "srt",
              .title = "SubRip: subtitles for a video, with speed, gear, lap time and delta",
              .extensions = ".srt",
              .recordings = true,
              .recordings_only = true,
              .one_driver = true },
    .write_recording = write_srt,
};
