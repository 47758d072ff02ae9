/* Channels of a log that only recordings of one car have: what the file says about its wheels, and every column that no
 * other channel is made of. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/whole.h"
#include "logger/log.h"

enum { RUN = 1024, WHEELS = 16 };

static const double most_slip = 254;

const pdk_table *pdk_log_own_table(const pdk_log *log)
{
    const pdk_document *document = log->recording->job->document;
    const pdk_services *services = document->services;
    if (services == NULL || services->motion == NULL || pdk_motion_run_count(log->recording->motion) != 1) return NULL;
    const pdk_table *table = pdk_document_own_table(document, services->motion->rows);
    bool own = table != NULL && pdk_table_rows(table) == pdk_motion_run_at(log->recording->motion, 0)->samples;
    return own ? table : NULL;
}

/* A column at any time: linear between the two rows around it, within a part of the recording. */
typedef struct sampler {
    const pdk_log *log;
    const pdk_table *table;
    size_t time_column, column;
    double factor;
    double times[RUN + 1], numbers[RUN + 1]; /* of rows first .. first+count-1 */
    uint64_t first;
    size_t count;
} sampler;

static pdk_status read_rows(sampler *rows, uint64_t first, uint64_t end, pdk_error *error)
{
    rows->first = first;
    rows->count = end - first < RUN + 1 ? (size_t)(end - first) : RUN + 1;
    pdk_column_read reads[2] = { { .column = rows->time_column, .type = PDK_FLOAT64, .values = rows->times },
                                 { .column = rows->column, .type = PDK_FLOAT64, .values = rows->numbers } };
    return pdk_table_read(rows->table, first, rows->count, reads, 2, error);
}

static double between(const sampler *rows, size_t low, double time)
{
    if (low + 1 >= rows->count) return rows->factor * rows->numbers[low];
    double passed = rows->times[low + 1] - rows->times[low];
    double share = passed > 0 ? fmin(fmax((time - rows->times[low]) / passed, 0), 1) : 0;
    return rows->factor *
           (rows->numbers[low] + (share > 0 ? share * (rows->numbers[low + 1] - rows->numbers[low]) : 0));
}

/* The log's samples in one part. */
static pdk_status sample_part(sampler *rows, const pdk_recorded_part *part, double *values, pdk_error *error)
{
    const pdk_log *log = rows->log;
    uint64_t end = part->first + part->count;
    double begin = ceil((part->start - log->start) * (double)log->rate - 0.001);
    uint64_t sample = pdk_whole_size(begin);
    pdk_status status = read_rows(rows, part->first, end, error);
    for (size_t low = 0; sample < log->count && status == PDK_OK; sample++) {
        double time = fmin(fmax(pdk_log_time(log, sample), log->seen_start), log->seen_end);
        if (time > part->end) break;
        while (status == PDK_OK) {
            while (low + 1 < rows->count && rows->times[low + 1] <= time) low++;
            if (low + 1 < rows->count || rows->first + rows->count >= end) break;
            status = read_rows(rows, rows->first + low, end, error);
            low = 0;
        }
        if (status == PDK_OK) values[sample] = between(rows, low, time);
    }
    return status;
}

pdk_status pdk_log_read_column(const pdk_log *log, const pdk_table *table, size_t column, double factor, double *values,
                               pdk_error *error)
{
    pdk_recorded_part *parts;
    size_t count;
    pdk_status status = pdk_recording_parts(log->recording, log->run, &parts, &count, error);
    sampler *rows = pdk_alloc(log->recording->job->memory, sizeof *rows);
    if (status == PDK_OK && rows == NULL) status = pdk_fail_memory(error, log->recording->job->memory, "a log");
    for (uint64_t i = 0; i < log->count; i++) values[i] = NAN;
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        *rows = (sampler){ .log = log,
                           .table = table,
                           .time_column = pdk_table_find_role(table, PDK_ROLE_TIME),
                           .column = column,
                           .factor = factor };
        pdk_recorded_part part = parts[i];
        if (i == 0) part.start = fmin(part.start, log->start); /* the ends of a log may be held */
        if (i + 1 == count) part.end = fmax(part.end, log->seen_end);
        status = sample_part(rows, &part, values, error);
    }
    pdk_free(log->recording->job->memory, rows);
    if (status == PDK_OK) pdk_free(log->recording->job->memory, parts);
    return status;
}

/* ------------------------------------------------------------------------------------------------------- wheels */

typedef struct wheel_kind {
    pdk_log_id id;
    size_t column;
    double factor;
} wheel_kind;

/* "FL" of "front_left". */
static char *initials(pdk_memory *memory, pdk_text name)
{
    char *text = pdk_keep_room(memory, name.size + 1);
    size_t length = 0;
    for (size_t i = 0; i < name.size && text != NULL; i++) {
        char letter = name.data[i];
        bool begins = i == 0 || name.data[i - 1] == '_';
        if (begins && letter >= 'a' && letter <= 'z') text[length++] = (char)(letter - 'a' + 'A');
    }
    if (text != NULL) text[length] = '\0';
    return text;
}

static pdk_status add_wheel(pdk_log *log, const pdk_table *table, const pdk_wheel *wheel, bool *taken, pdk_error *error)
{
    const wheel_kind all[] = {
        { PDK_LOG_WHEEL_SPEED, wheel->columns.angular_velocity, wheel->radius },
        { PDK_LOG_SUSPENSION, wheel->columns.deflection, 1 },
        { PDK_LOG_WHEEL_LOAD, wheel->columns.load, 1 },
        { PDK_LOG_WHEEL_FORWARD, wheel->columns.forward_force, 1 },
        { PDK_LOG_WHEEL_RIGHT, wheel->columns.right_force, 1 },
        { PDK_LOG_WHEEL_STEER, wheel->columns.steer, 1 },
        { PDK_LOG_WHEEL_LEAN, wheel->columns.lean, 1 },
        { PDK_LOG_TYRE_AIR, wheel->columns.air_temperature, 1 },
        { PDK_LOG_TYRE_SLIP, wheel->columns.slip_fraction, 1.0 / most_slip },
    };
    pdk_memory *memory = log->recording->job->memory;
    const char *name = initials(memory, wheel->name);
    if (name == NULL) return pdk_fail_memory(error, memory, "a log");
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].column == PDK_NO_COLUMN) continue;
        pdk_log_channel *added = pdk_log_add(log, all[i].id);
        if (added == NULL) return pdk_fail_memory(error, memory, "a log");
        added->wheel = name;
        taken[all[i].column] = true;
        pdk_status status = pdk_log_read_column(log, table, all[i].column, all[i].factor, added->values, error);
        if (status != PDK_OK) return status;
        /* The number after the largest says that there is more, not how much. */
        for (uint64_t k = 0; all[i].id == PDK_LOG_TYRE_SLIP && k < log->count; k++)
            if (added->values[k] > 1) added->values[k] = 1;
    }
    return PDK_OK;
}

static pdk_status add_wheels(pdk_log *log, const pdk_table *table, bool *taken, pdk_error *error)
{
    const pdk_document *document = log->recording->job->document;
    for (size_t i = 0; i < WHEELS && document->services->wheel != NULL; i++) {
        pdk_wheel wheel;
        if (!document->services->wheel(document, i, &wheel)) break;
        pdk_status status = add_wheel(log, table, &wheel, taken, error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

/* --------------------------------------------------------------------------------------------- everything else */

static bool is_number(const pdk_column_info *info)
{
    return info->type != PDK_TEXT && info->type != PDK_BYTES && info->type != PDK_TYPE_NONE;
}

/* Is what a column of this role says in a log by other ways? */
static bool is_covered(pdk_role role)
{
    switch (role) {
    case PDK_ROLE_NONE:
    case PDK_ROLE_SECTOR:
    case PDK_ROLE_PITCH:
    case PDK_ROLE_ROLL:
    case PDK_ROLE_DIRECTION_X:
    case PDK_ROLE_DIRECTION_Y:
    case PDK_ROLE_DIRECTION_Z:
    case PDK_ROLE_RIGHT_X:
    case PDK_ROLE_RIGHT_Y:
    case PDK_ROLE_RIGHT_Z:
    case PDK_ROLE_OFF_TRACK:
    case PDK_ROLE_DETACHED_PARTS:
    case PDK_ROLE_DEBRIS: return false;
    default: return true;
    }
}

/* Says which columns are left out, once. */
static void note_left(const pdk_log *log, const pdk_table *table, const bool *taken)
{
    char names[160] = "";
    size_t left = 0, length = 0;
    for (size_t c = 0; c < pdk_table_columns(table); c++) {
        const pdk_column_info *info = pdk_table_column_at(table, c);
        if (is_covered(info->role) || info->hidden || taken[c]) continue;
        left++;
        if (length + strlen(info->name) + 8 < sizeof names)
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", left > 1 ? ", " : "", info->name);
    }
    if (left == 0) return;
    log->recording->job->report->left_out++;
    pdk_export_note(log->recording->job, PDK_NOTE, "convert.left_out.columns",
                    "%zu columns of the recording have no channel and are left out: %s%s", left, names,
                    left > 1 && length + 40 > sizeof names ? " ..." : "");
}

static pdk_status add_others(pdk_log *log, const pdk_table *table, bool *taken, pdk_error *error)
{
    for (size_t c = 0; c < pdk_table_columns(table); c++) {
        const pdk_column_info *info = pdk_table_column_at(table, c);
        if (taken[c] || is_covered(info->role) || info->hidden || !is_number(info)) continue;
        pdk_log_channel *added = pdk_log_add(log, PDK_LOG_OTHER);
        if (added == NULL) return pdk_fail_memory(error, log->recording->job->memory, "a log");
        added->name = info->name;
        added->unit = info->unit;
        taken[c] = true;
        pdk_status status = pdk_log_read_column(log, table, c, 1, added->values, error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

pdk_status pdk_log_add_columns(pdk_log *log, pdk_error *error)
{
    const pdk_document *document = log->recording->job->document;
    const pdk_table *own = pdk_log_own_table(log), *table = own;
    if (table == NULL && document->services != NULL && document->services->motion != NULL)
        table = pdk_document_own_table(document, document->services->motion->rows);
    if (table == NULL) return PDK_OK;
    bool *taken = pdk_alloc_array(log->recording->job->memory, pdk_table_columns(table), sizeof *taken);
    if (taken == NULL) return pdk_fail_memory(error, log->recording->job->memory, "a log");
    pdk_status status = PDK_OK;
    if (own != NULL) status = add_wheels(log, own, taken, error);
    if (own != NULL && status == PDK_OK) status = add_others(log, own, taken, error);
    if (status == PDK_OK) note_left(log, table, taken);
    return status;
}
