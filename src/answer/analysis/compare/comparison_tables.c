/* The tables of a comparison. */
#include <math.h>
#include <string.h>

#include "analysis/compare/comparison.h"

#include "base/text.h"
#include "base/trigonometry.h"
#include "base/number.h"
#include "model/setup.h"

/* A table under way: arrays of one value a row, one after the other. */
typedef struct maker {
    const pdk_lap_comparison *comparison;
    pdk_document *document;
    pdk_table *table;
    uint64_t rows;
    bool failed;
} maker;

static maker begin(const pdk_lap_comparison *comparison, pdk_document *document, const char *name, const char *meaning,
                   uint64_t rows, size_t columns)
{
    maker make = { .comparison = comparison, .document = document, .rows = rows };
    make.table = pdk_document_add_table(document, name, meaning, rows, columns);
    make.failed = make.table == NULL;
    return make;
}

static void *add(maker *make, pdk_column_info info)
{
    void *values = make->failed ? NULL : pdk_alloc_array(&make->document->memory, make->rows, pdk_type_size(info.type));
    if (values == NULL) {
        make->failed = true;
        return NULL;
    }
    pdk_table_add_array(make->table, info, values);
    if (info.type == PDK_FLOAT64) pdk_table_set_sentinel(make->table, NAN);
    return values;
}

static double *add_number(maker *make, const char *name, const char *unit, const char *meaning, pdk_role role)
{
    return add(make, (pdk_column_info){ .name = name,
                                        .type = PDK_FLOAT64,
                                        .unit = unit,
                                        .meaning = meaning,
                                        .certainty = PDK_CONFIRMED,
                                        .role = role });
}

/* One of several laps: "time_1". */
static double *add_of_lap(maker *make, const char *name, size_t lap, const char *unit, const char *meaning)
{
    const char *whole = pdk_keep_printf(&make->document->memory, "%s_%zu", name, lap);
    if (whole == NULL) make->failed = true;
    return whole != NULL ? add_number(make, whole, unit, meaning, PDK_ROLE_NONE) : NULL;
}

static pdk_text *add_text(maker *make, const char *name, const char *meaning, pdk_role role)
{
    return add(make,
               (pdk_column_info){
                   .name = name, .type = PDK_TEXT, .meaning = meaning, .certainty = PDK_CONFIRMED, .role = role });
}

/* One of several laps: "reason_1"; empty where there is none. */
static pdk_text *add_text_of_lap(maker *make, const char *name, size_t lap, const char *meaning)
{
    const char *whole = pdk_keep_printf(&make->document->memory, "%s_%zu", name, lap);
    if (whole == NULL) make->failed = true;
    pdk_text *values = whole != NULL ? add_text(make, whole, meaning, PDK_ROLE_NONE) : NULL;
    if (values != NULL) pdk_table_set_empty_missing(make->table);
    return values;
}

static pdk_text text_of(const char *words)
{
    return words != NULL ? (pdk_text){ words, strlen(words) } : (pdk_text){ "", 0 };
}

static uint32_t *add_count(maker *make, const char *name, const char *meaning, pdk_role role)
{
    return add(make, (pdk_column_info){ .name = name,
                                        .type = pdk_answer_type(PDK_UINT32),
                                        .meaning = meaning,
                                        .certainty = PDK_CONFIRMED,
                                        .role = role });
}

static void round_numbers(const maker *make)
{
    for (size_t i = 0; i < pdk_table_columns(make->table); i++) {
        if (pdk_table_column_at(make->table, i)->type != PDK_FLOAT64) continue;
        double *values = (double *)(uintptr_t)pdk_table_column_array(make->table, i); /* which add() made */
        for (uint64_t row = 0; row < make->rows; row++) values[row] = pdk_round_computed(values[row]);
    }
}

static pdk_status finish(const maker *make, pdk_error *error)
{
    if (!make->failed) round_numbers(make);
    return make->failed ? pdk_fail_memory(error, &make->document->memory, "a comparison") : PDK_OK;
}

/* --------------------------------------------------------------------------------------------------- laps */

/* How each lap was laid over the reference's line; null where it was compared as it is. */
static void add_alignments(maker *make)
{
    enum { VALUES = 6 };
    static const struct {
        const char *name, *unit, *meaning;
    } columns[VALUES] = {
        { "alignment_rotation", "rad", "by which the lap was turned onto the reference's line, anticlockwise" },
        { "alignment_scale", NULL, "by which it was scaled" },
        { "alignment_x", "m", "where its point 0, 0 came to" },
        { "alignment_y", "m", "where its point 0, 0 came to" },
        { "alignment_residual", "m", "between the lines after that, root of the mean square" },
        { "alignment_start", "m", "from the reference's start line to that of the lap" },
    };
    double *values[VALUES];
    for (size_t k = 0; k < VALUES; k++)
        values[k] = add_number(make, columns[k].name, columns[k].unit, columns[k].meaning, PDK_ROLE_NONE);
    for (size_t i = 0; i < make->comparison->count && !make->failed; i++) {
        const pdk_found_lap *lap = &make->comparison->laps[i];
        const pdk_line_fit *fit = &lap->alignment;
        const double own[VALUES] = { fit->rotation, fit->scale, fit->x, fit->y, fit->residual, lap->begins };
        for (size_t k = 0; k < VALUES; k++) values[k][i] = lap->aligned ? own[k] : NAN;
    }
}

static pdk_status add_laps(const pdk_lap_comparison *comparison, pdk_document *document, pdk_error *error)
{
    maker make = begin(comparison, document, "laps", "a row for each lap, the reference first", comparison->count, 14);
    pdk_text *file = add_text(&make, "file", NULL, PDK_ROLE_NONE),
             *driver = add_text(&make, "driver", NULL, PDK_ROLE_DRIVER_NAME);
    uint32_t *slot = add_count(&make, "slot", "number of the driver in the file", PDK_ROLE_DRIVER),
             *lap = add_count(&make, "lap", NULL, PDK_ROLE_LAP);
    double *official = add_number(&make, "lap_time", "s", "as recorded", PDK_ROLE_LAP_TIME),
           *found = add_number(&make, "found_time", "s", "from line to line, by positions alone", PDK_ROLE_NONE),
           *delta = add_number(&make, "delta", "s", "at the finish: the difference of the lap times", PDK_ROLE_NONE);
    for (size_t i = 0; i < comparison->count && !make.failed; i++) {
        file[i] = comparison->laps[i].file;
        driver[i] = comparison->laps[i].driver;
        slot[i] = (uint32_t)comparison->laps[i].slot;
        lap[i] = comparison->laps[i].lap;
        official[i] = comparison->laps[i].lap_time;
        found[i] = pdk_compare_found(comparison, i, comparison->length);
        delta[i] = pdk_compare_delta(comparison, i, comparison->length);
    }
    add_alignments(&make);
    return finish(&make, error);
}

/* -------------------------------------------------------------------------------------------------- steps */

enum { STEP_COLUMNS = 8 };

/* How far a lap is to the left of the reference, at one station: across the reference's own way. */
static double beside(const pdk_lap_comparison *comparison, size_t lap, double station)
{
    const pdk_trace *reference = &comparison->traces[0], *other = &comparison->traces[lap];
    double at = pdk_trace_time_at(reference, station), there = pdk_trace_time_at(other, station);
    double before = pdk_trace_time_at(reference, station - 1), behind = pdk_trace_time_at(reference, station + 1);
    double dx = pdk_trace_value_at(reference, PDK_TRACE_X, behind) - pdk_trace_value_at(reference, PDK_TRACE_X, before),
           dy = pdk_trace_value_at(reference, PDK_TRACE_Y, behind) - pdk_trace_value_at(reference, PDK_TRACE_Y, before);
    double x = pdk_trace_value_at(other, PDK_TRACE_X, there) - pdk_trace_value_at(reference, PDK_TRACE_X, at),
           y = pdk_trace_value_at(other, PDK_TRACE_Y, there) - pdk_trace_value_at(reference, PDK_TRACE_Y, at);
    double length = pdk_hypot(dx, dy);
    return length > 0 ? (dx * y - dy * x) / length : NAN;
}

static double offset_of(const pdk_lap_comparison *comparison, size_t lap, double station, double time)
{
    if (comparison->method == PDK_COMPARE_PROJECTION) return pdk_trace_offset_at(&comparison->traces[lap], time);
    return lap == 0 ? 0 : beside(comparison, lap, station);
}

static void add_steps_of_lap(maker *make, size_t lap, const double *distance)
{
    static const struct {
        const char *name, *unit;
        pdk_trace_channel channel;
    } inputs[] = { { "speed", "m/s", PDK_TRACE_SPEED },
                   { "throttle", NULL, PDK_TRACE_THROTTLE },
                   { "brake", NULL, PDK_TRACE_BRAKE },
                   { "gear", NULL, PDK_TRACE_GEAR },
                   { "steer", NULL, PDK_TRACE_STEER } };
    enum { INPUTS = sizeof inputs / sizeof inputs[0] };
    const pdk_lap_comparison *comparison = make->comparison;
    const pdk_trace *trace = &comparison->traces[lap];
    double *time = add_of_lap(make, "time", lap, "s", "since the start line"),
           *delta = add_of_lap(make, "delta", lap, "s", "time less that of the reference: positive is slower");
    double *values[INPUTS];
    for (size_t i = 0; i < INPUTS; i++) values[i] = add_of_lap(make, inputs[i].name, lap, inputs[i].unit, NULL);
    bool projected = comparison->method == PDK_COMPARE_PROJECTION;
    double *offset = add_of_lap(make, "lateral_offset", lap, "m",
                                projected ? "to the left of the line that laps are projected on"
                                          : "to the left of the reference lap");
    for (uint64_t row = 0; row < make->rows && !make->failed; row++) {
        double at = pdk_trace_time_at(trace, distance[row]);
        time[row] = pdk_compare_time(comparison, lap, distance[row]);
        delta[row] = pdk_compare_delta(comparison, lap, distance[row]);
        for (size_t i = 0; i < INPUTS; i++) values[i][row] = pdk_trace_value_at(trace, inputs[i].channel, at);
        offset[row] = offset_of(comparison, lap, distance[row], at);
    }
}

static pdk_status add_steps(const pdk_lap_comparison *comparison, pdk_document *document, pdk_error *error)
{
    static const uint64_t most = 10000000;
    double steps = floor(comparison->length / comparison->step);
    if (!(steps < (double)most)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "compare.step",
                        "a step of %g m makes more than %llu rows: choose a larger one", comparison->step,
                        (unsigned long long)most);
    }
    bool exact = steps * comparison->step < comparison->length; /* the finish is a separate row */
    maker make = begin(comparison, document, "steps", "a row for each step along the track, lap 0 is the reference",
                       (uint64_t)steps + 1 + exact, 3 + STEP_COLUMNS * comparison->count);
    double *distance = add_number(&make, "distance", "m", "along the track, from the start line", PDK_ROLE_DISTANCE),
           *x = add_number(&make, "x", "m", "of the reference, in a frame with z up", PDK_ROLE_NONE),
           *y = add_number(&make, "y", "m", "of the reference, in a frame with z up", PDK_ROLE_NONE);
    for (uint64_t row = 0; row < make.rows && !make.failed; row++) {
        distance[row] = fmin((double)row * comparison->step, comparison->length);
        double at = pdk_trace_time_at(&comparison->traces[0], distance[row]);
        x[row] = pdk_trace_value_at(&comparison->traces[0], PDK_TRACE_X, at);
        y[row] = pdk_trace_value_at(&comparison->traces[0], PDK_TRACE_Y, at);
    }
    pdk_status status = PDK_OK;
    for (size_t lap = 0; lap < comparison->count && status == PDK_OK; lap++) {
        add_steps_of_lap(&make, lap, distance);
        status = pdk_compare_go_on(comparison, lap, error);
    }
    return status == PDK_OK ? finish(&make, error) : status;
}

/* ------------------------------------------------------------------------------------- sectors and corners */

static pdk_status add_sectors(const pdk_lap_comparison *comparison, pdk_document *document, pdk_error *error)
{
    maker make = begin(comparison, document, "sectors", "a row for each sector", comparison->sector_count,
                       3 + 2 * comparison->count);
    uint32_t *number = add_count(&make, "sector", NULL, PDK_ROLE_SECTOR);
    double *start = add_number(&make, "start_distance", "m", NULL, PDK_ROLE_NONE),
           *end = add_number(&make, "end_distance", "m", NULL, PDK_ROLE_NONE);
    for (size_t i = 0; i < comparison->sector_count && !make.failed; i++) {
        number[i] = (uint32_t)i + 1;
        start[i] = comparison->sectors[i].start;
        end[i] = comparison->sectors[i].end;
    }
    for (size_t lap = 0; lap < comparison->count; lap++) {
        double *time = add_of_lap(&make, "time", lap, "s", NULL),
               *delta = add_of_lap(&make, "delta", lap, "s", "time less that of the reference");
        for (size_t i = 0; i < comparison->sector_count && !make.failed; i++) {
            time[i] = comparison->sectors[i].times[lap];
            delta[i] = comparison->sectors[i].deltas[lap];
        }
    }
    return finish(&make, error);
}

static void add_visits(maker *make, size_t lap)
{
    const pdk_lap_comparison *comparison = make->comparison;
    double *time = add_of_lap(make, "time", lap, "s", NULL),
           *delta = add_of_lap(make, "delta", lap, "s", "time less that of the reference"),
           *brake = add_of_lap(make, "brake_distance", lap, "m",
                               "where the brake is put on, over 10 %; null where it is not, or more than once"),
           *speed = add_of_lap(make, "minimum_speed", lap, "m/s",
                               "in the corner; null where the lap is slower elsewhere in the part"),
           *place = add_of_lap(make, "minimum_distance", lap, "m", "where it is slowest in the corner"),
           *throttle = add_of_lap(make, "throttle_distance", lap, "m",
                                  "where the throttle comes on again, over 15 %; null where it was not closed, or was "
                                  "opened more than once");
    pdk_text *sentence = add_text_of_lap(make, "sentence", lap, "time lost or gained against the reference, and why"),
             *reason = add_text_of_lap(make, "reason", lap, "what the lap did otherwise than the reference"),
             *text = add_text_of_lap(make, "text", lap, "the sentence, by an older name");
    for (size_t i = 0; i < comparison->corner_count && !make->failed; i++) {
        const pdk_corner_run *run = &comparison->corners[i];
        const pdk_corner_visit *visit = &run->visits[lap];
        time[i] = visit->time;
        delta[i] = visit->delta;
        brake[i] = visit->brake_distance;
        speed[i] = visit->minimum_speed;
        place[i] = visit->minimum_distance;
        throttle[i] = visit->throttle_distance;
        sentence[i] = text[i] = text_of(visit->sentence);
        reason[i] = text_of(visit->reason);
    }
}

static pdk_status add_corners(const pdk_lap_comparison *comparison, pdk_document *document, pdk_error *error)
{
    maker make =
        begin(comparison, document, "corners", "a row for each run from one braking zone of the reference to the next",
              comparison->corner_count, 6 + 9 * comparison->count);
    uint32_t *first = add_count(&make, "corner", "0 = there is no corner in it", PDK_ROLE_NONE),
             *last = add_count(&make, "last_corner", "of several without braking between them", PDK_ROLE_NONE);
    pdk_text *name =
        add_text(&make, "name", "\"turn 3\", \"turns 1 and 2\", \"from the line\", \"braking\"", PDK_ROLE_NONE);
    double *start = add_number(&make, "start_distance", "m", NULL, PDK_ROLE_NONE),
           *apex = add_number(&make, "apex_distance", "m", "where the reference is slowest", PDK_ROLE_NONE),
           *end = add_number(&make, "end_distance", "m", NULL, PDK_ROLE_NONE);
    for (size_t i = 0; i < comparison->corner_count && !make.failed; i++) {
        first[i] = comparison->corners[i].corner;
        last[i] = comparison->corners[i].last_corner;
        name[i] = text_of(comparison->corners[i].name);
        start[i] = comparison->corners[i].start;
        apex[i] = comparison->corners[i].apex;
        end[i] = comparison->corners[i].end;
    }
    for (size_t lap = 0; lap < comparison->count; lap++) add_visits(&make, lap);
    return finish(&make, error);
}

/* ---------------------------------------------------------------------------------------------- residuals */

static pdk_status add_residuals(const pdk_lap_comparison *comparison, pdk_document *document, pdk_error *error)
{
    size_t lines = comparison->sector_count, laps = comparison->count;
    maker make = begin(comparison, document, "residuals",
                       "a row for each lap and line whose time the file records: how well positions agree",
                       lines * (laps - 1), 6);
    uint32_t *lap = add_count(&make, "lap", "number among the compared, from 1", PDK_ROLE_NONE),
             *sector = add_count(&make, "sector", "that ends at the line", PDK_ROLE_SECTOR);
    double *distance = add_number(&make, "distance", "m", NULL, PDK_ROLE_DISTANCE),
           *told = add_number(&make, "official", "s",
                              "difference of the recorded times; null where the game moved its lines", PDK_ROLE_NONE),
           *found = add_number(&make, "found", "s", "delta there by positions alone", PDK_ROLE_NONE),
           *residual = add_number(&make, "residual", "s", "found less official", PDK_ROLE_NONE);
    for (size_t i = 0, row = 0; i < lines && !make.failed; i++) {
        const pdk_sector_run *sector_run = &comparison->sectors[i];
        for (size_t k = 1; k < laps; k++, row++) {
            lap[row] = (uint32_t)k;
            sector[row] = (uint32_t)i + 1;
            distance[row] = sector_run->end;
            told[row] = sector_run->recorded[k] - sector_run->recorded[0];
            found[row] =
                pdk_compare_found(comparison, k, sector_run->end) - pdk_compare_found(comparison, 0, sector_run->end);
            residual[row] = found[row] - told[row];
        }
    }
    return finish(&make, error);
}

/* --------------------------------------------------------------------------------------------------- set-up */

static bool same_value(const pdk_setup_value *one, const pdk_setup_value *other)
{
    return strcmp(one->name, other->name) == 0 && pdk_same_text(one->wheel, other->wheel);
}

/* The value of the same name and wheel; NULL = the lap's car has none. */
static const pdk_setup_value *find_value(const pdk_vector *values, const pdk_setup_value *wanted)
{
    const pdk_setup_value *all = values->items;
    for (size_t i = 0; i < values->count; i++) {
        if (same_value(&all[i], wanted)) return &all[i];
    }
    return NULL;
}

static bool is_same_value(const pdk_setup_value *one, const pdk_setup_value *other)
{
    if (other == NULL || (one->text.data == NULL) != (other->text.data == NULL)) return false;
    if (one->text.data != NULL) return pdk_same_text(one->text, other->text);
    return !(fabs(one->value - other->value) > 0);
}

static void add_setup_of_lap(maker *make, const pdk_vector *setups, size_t lap, bool *differs)
{
    const pdk_setup_value *wanted = setups[0].items;
    double *value =
        add_of_lap(make, "value", lap, NULL, "in the unit of the row; null where it is a text, or not recorded");
    pdk_text *text = add_text_of_lap(make, "text", lap, "of what is no number");
    for (uint64_t row = 0; row < make->rows && !make->failed; row++) {
        const pdk_setup_value *own = find_value(&setups[lap], &wanted[row]);
        value[row] = own != NULL ? own->value : NAN;
        text[row] = own != NULL && own->text.data != NULL ? own->text : (pdk_text){ "", 0 };
        differs[row] = differs[row] || !is_same_value(&wanted[row], own);
    }
}

/* What the cars were set to, where the files of all laps say so. */
static pdk_status add_setup(const pdk_lap_comparison *comparison, pdk_document *document, pdk_error *error)
{
    pdk_memory *memory = comparison->memory;
    pdk_vector *setups = pdk_alloc_array(memory, comparison->count, sizeof *setups);
    if (setups == NULL) return pdk_fail_memory(error, memory, "the set-ups");
    bool all = true;
    for (size_t lap = 0; lap < comparison->count && all; lap++) {
        setups[lap] = pdk_vector_of(memory, sizeof(pdk_setup_value));
        pdk_status status = pdk_setup_read(comparison->references[lap].document, &setups[lap], error);
        if (status != PDK_OK) return status;
        all = setups[lap].count > 0;
    }
    if (!all) return PDK_OK;
    const pdk_setup_value *wanted = setups[0].items;
    maker make = begin(comparison, document, "setup", "a row for each value of the reference's set-up", setups[0].count,
                       4 + 2 * comparison->count);
    pdk_text *name = add_text(&make, "name", NULL, PDK_ROLE_NONE),
             *wheel = add_text(&make, "wheel", "empty: of the whole car", PDK_ROLE_NONE),
             *unit = add_text(&make, "unit", NULL, PDK_ROLE_NONE);
    bool *differs = add(&make, (pdk_column_info){ .name = "differs",
                                                  .type = PDK_BOOL,
                                                  .meaning = "a lap has another value than the reference",
                                                  .certainty = PDK_CONFIRMED });
    for (uint64_t row = 0; row < make.rows && !make.failed; row++) {
        name[row] = text_of(wanted[row].name);
        wheel[row] = wanted[row].wheel.data != NULL ? wanted[row].wheel : (pdk_text){ "", 0 };
        unit[row] = text_of(wanted[row].unit);
    }
    for (size_t lap = 0; lap < comparison->count && !make.failed; lap++) add_setup_of_lap(&make, setups, lap, differs);
    return finish(&make, error);
}

pdk_status pdk_compare_tables(pdk_lap_comparison *comparison, pdk_document *document, pdk_error *error)
{
    pdk_status status = add_laps(comparison, document, error);
    if (status == PDK_OK) status = add_steps(comparison, document, error);
    if (status == PDK_OK) status = add_sectors(comparison, document, error);
    if (status == PDK_OK) status = add_corners(comparison, document, error);
    if (status == PDK_OK) status = add_residuals(comparison, document, error);
    return status == PDK_OK ? add_setup(comparison, document, error) : status;
}
