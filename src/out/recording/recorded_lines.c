/* Laps as lines: cut where laps begin and end, with a point at the very moment. */
#include "recording/recorded_lines.h"

#include <math.h>
#include <stdio.h>

static pdk_status read_time(const pdk_motion *motion, size_t run, uint64_t sample, double *time, pdk_error *error)
{
    pdk_channel_read read = { pdk_motion_find_channel(motion, PDK_ROLE_TIME), time };
    return pdk_motion_read(motion, run, sample, 1, &read, 1, error);
}

/* A part of a run. */
typedef struct run_part {
    size_t run;
    const pdk_recorded_part *part;
} run_part;

/* The first sample of a part that is later than a time, or at it where `at` is set. */
static pdk_status find_sample(const pdk_motion *motion, run_part of, double time, bool at, uint64_t *sample,
                              pdk_error *error)
{
    uint64_t low = of.part->first, high = of.part->first + of.part->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        double here;
        pdk_status status = read_time(motion, of.run, middle, &here, error);
        if (status != PDK_OK) return status;
        if (here > time || (at && here >= time)) high = middle;
        else low = middle + 1;
    }
    *sample = low;
    return PDK_OK;
}

typedef struct line_times {
    double start, end;
} line_times;

static pdk_status add_line(const pdk_recording *recording, run_part of, const pdk_recorded_lap *lap, line_times times,
                           pdk_vector *lines, pdk_error *error)
{
    uint64_t first, behind;
    if (!(times.end - times.start > 0.001)) return PDK_OK;
    pdk_status status =
        find_sample(recording->motion, (run_part){ of.run, of.part }, times.start, false, &first, error);
    if (status == PDK_OK)
        status = find_sample(recording->motion, (run_part){ of.run, of.part }, times.end, true, &behind, error);
    if (status != PDK_OK) return status;
    pdk_recorded_line *line = pdk_vector_push(lines);
    if (line == NULL) return pdk_fail_memory(error, recording->job->memory, "lines");
    uint64_t inner = behind > first ? behind - first : 0;
    *line = (pdk_recorded_line){ .run = of.run,
                                 .lap = lap,
                                 .points = inner + 2,
                                 .start = times.start,
                                 .end = times.end,
                                 .first = first,
                                 .inner = inner };
    return PDK_OK;
}

/* The laps of a driver, in order of their beginnings. */
typedef struct lap_list {
    const pdk_recorded_lap *all;
    size_t count;
} lap_list;

/* The last lap that has begun at a time; the first of all where none has. */
static size_t lap_before(const lap_list *laps, double time)
{
    size_t low = 0, high = laps->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (laps->all[middle].start <= time) low = middle;
        else high = middle;
    }
    return low;
}

/* One part, cut at the laps of its driver. */
static pdk_status add_part(const pdk_recording *recording, size_t run, const pdk_recorded_part *part,
                           const lap_list *laps, pdk_vector *lines, pdk_error *error)
{
    double from = part->start;
    pdk_status status = PDK_OK;
    for (size_t i = lap_before(laps, from); i < laps->count && status == PDK_OK; i++) {
        const pdk_recorded_lap *lap = &laps->all[i];
        if (lap->start >= part->end) break;
        double start = fmax(lap->start, from), end = isfinite(lap->end) ? lap->end : INFINITY;
        if (i + 1 < laps->count) end = fmin(end, lap[1].start);
        end = fmin(end, part->end);
        if (!(end > start)) continue;
        status = add_line(recording, (run_part){ run, part }, NULL, (line_times){ from, start }, lines, error);
        if (status == PDK_OK)
            status = add_line(recording, (run_part){ run, part }, lap, (line_times){ start, end }, lines, error);
        from = end;
    }
    return status == PDK_OK
               ? add_line(recording, (run_part){ run, part }, NULL, (line_times){ from, part->end }, lines, error)
               : status;
}

pdk_status pdk_recorded_lines(const pdk_recording *recording, pdk_vector *lines, pdk_error *error)
{
    pdk_status status = PDK_OK;
    *lines = pdk_vector_of(recording->job->memory, sizeof(pdk_recorded_line));
    for (size_t r = 0; r < recording->run_count && status == PDK_OK; r++) {
        pdk_recorded_part *parts = NULL;
        size_t count = 0;
        lap_list laps;
        laps.all = pdk_recording_laps(recording, recording->runs[r], &laps.count);
        status = pdk_recording_parts(recording, recording->runs[r], &parts, &count, error);
        for (size_t i = 0; i < count && status == PDK_OK; i++)
            status = add_part(recording, recording->runs[r], &parts[i], &laps, lines, error);
        pdk_free(recording->job->memory, parts);
    }
    return status;
}

pdk_status pdk_recorded_line_read(const pdk_recording *recording, const pdk_recorded_line *line, uint64_t first,
                                  size_t count, pdk_recorded_points *points, pdk_error *error)
{
    const pdk_motion *motion = recording->motion;
    size_t before = first == 0 ? 1 : 0, inner = count - before;
    bool last = first + count == line->points;
    if (last) inner--;
    if (before > 0) points->times[0] = line->start;
    if (last) points->times[count - 1] = line->end;
    pdk_channel_read time = { pdk_motion_find_channel(motion, PDK_ROLE_TIME), points->times + before };
    pdk_status status = PDK_OK;
    if (inner > 0)
        status = pdk_motion_read(motion, line->run, line->first + first + before - 1, inner, &time, 1, error);
    pdk_channel_read reads[] = { { pdk_motion_find_channel(motion, PDK_ROLE_X), points->x },
                                 { pdk_motion_find_channel(motion, PDK_ROLE_Y), points->y },
                                 { pdk_motion_find_channel(motion, PDK_ROLE_Z), points->z },
                                 { pdk_motion_find_channel(motion, PDK_ROLE_SPEED), points->speeds } };
    if (status != PDK_OK) return status;
    return pdk_motion_read_times(motion, line->run, points->times, count, reads, sizeof reads / sizeof reads[0], error);
}

const char *pdk_recorded_line_name(const pdk_recording *recording, const pdk_recorded_line *line)
{
    const char *driver = pdk_recording_driver(recording, line->run), *comma = driver != NULL && driver[0] ? ", " : "";
    if (driver == NULL) return NULL;
    if (line->lap == NULL) return pdk_keep_printf(recording->job->memory, "%s%sno lap", driver, comma);
    return pdk_keep_printf(recording->job->memory, "%s%slap %lu", driver, comma, (unsigned long)line->lap->number);
}
