/* Reading everyone at once: the table's rows in pieces on all processors, each value to its place in its run. The lists
 * of rows say which sample of its run a row is, so threads never wait for each other. */
#include "motion/paths.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/median.h"
#include "base/parallel.h"
#include "model/row_trim.h"
#include "motion/paths_parts.h"

enum {
    ROWS = PDK_MOTION_ROWS,
    PIECE = 32 * ROWS,
    MOST_COLUMNS = 14,
    SPOT = 64 /* samples to learn the rate from */,
    SMALL_NUMBERS = 256
};

/* What is read, in this order. */
typedef enum wanted { TIME, X, Y, Z, SPEED, HEADING, THROTTLE, BRAKE, GEAR, WANTED } wanted;
static const pdk_role wanted_roles[WANTED] = { PDK_ROLE_TIME,     PDK_ROLE_X,     PDK_ROLE_Y,
                                               PDK_ROLE_Z,        PDK_ROLE_SPEED, PDK_ROLE_HEADING,
                                               PDK_ROLE_THROTTLE, PDK_ROLE_BRAKE, PDK_ROLE_GEAR };

typedef struct reading {
    const pdk_motion *motion;
    pdk_paths *paths;
    const pdk_motion_source *sources[WANTED]; /* NULL = there is none, or it is computed from the positions */
    size_t column_at[WANTED], columns[MOST_COLUMNS], column_count;
    size_t driver_at;
    size_t small[SMALL_NUMBERS]; /* the run of each small driver number; SIZE_MAX = none */
    uint32_t *stride;            /* of each run: so many-th sample is kept */
    atomic_uchar *broken; /* of each kept sample of each run, one behind the other: something before it was no place */
    uint64_t *broken_at;  /* of each run: where its begin */
    _Atomic int failed;   /* 0, or 1 + the thread whose error counts */
    pdk_error errors[PDK_MAX_THREADS];
} reading;

/* --------------------------------------------------------------------------------------------- what to read */

static bool is_number(double value)
{
    return isfinite(value);
}

static pdk_status plan(reading *work, pdk_error *error)
{
    const pdk_motion *motion = work->motion;
    for (int i = 0; i < WANTED; i++) {
        size_t channel = pdk_motion_find_channel(motion, wanted_roles[i]);
        if (channel == PDK_NO_COLUMN || motion->sources[channel].kind == PDK_MOTION_DIFFERENCE) continue;
        const pdk_motion_source *source = &motion->sources[channel];
        if (work->column_count + source->column_count >= MOST_COLUMNS) continue;
        work->sources[i] = source;
        work->column_at[i] = work->column_count;
        for (size_t k = 0; k < source->column_count; k++) work->columns[work->column_count++] = source->columns[k];
    }
    work->driver_at = work->column_count;
    if (motion->rows != NULL) work->columns[work->column_count++] = motion->driver_column;
    if (work->sources[TIME] == NULL || work->sources[X] == NULL || work->sources[Y] == NULL || work->sources[Z] == NULL)
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "motion.place",
                        "the file does not say where anything is when");
    pdk_paths *paths = work->paths;
    paths->has_speed = work->sources[SPEED] != NULL;
    paths->has_heading = work->sources[HEADING] != NULL;
    paths->has_throttle = work->sources[THROTTLE] != NULL;
    paths->has_brake = work->sources[BRAKE] != NULL;
    paths->has_gear = work->sources[GEAR] != NULL;
    return PDK_OK;
}

/* How many samples of a run may be left out, from the times of its first ones; and where the origin is. */
static pdk_status look_at_run(reading *work, size_t run, const pdk_paths_options *options, bool *has_origin,
                              pdk_error *error)
{
    const pdk_motion *motion = work->motion;
    double times[SPOT], place[3][SPOT];
    uint64_t samples = motion->runs[run].samples;
    size_t count = samples < SPOT ? (size_t)samples : SPOT;
    pdk_motion_read_channel reads[4] = { { pdk_motion_find_channel(motion, PDK_ROLE_TIME), times } };
    for (int k = 0; k < 3; k++) {
        reads[1 + k] =
            (pdk_motion_read_channel){ pdk_motion_find_channel(motion, (pdk_role)(PDK_ROLE_X + k)), place[k] };
    }
    pdk_status status = pdk_motion_read(motion, run, 0, count, reads, 4, error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < count && !*has_origin; i++) {
        *has_origin = is_number(place[0][i]) && is_number(place[1][i]) && is_number(place[2][i]);
        for (int k = 0; k < 3 && *has_origin; k++) work->paths->origin[k] = round(place[k][i]);
    }
    work->stride[run] = 1;
    double steps[SPOT];
    size_t step_count = 0;
    for (size_t i = 1; i < count; i++) {
        if (times[i] > times[i - 1]) steps[step_count++] = times[i] - times[i - 1];
    }
    double usual = pdk_median(steps, step_count);
    if (!(usual > 0)) return PDK_OK;
    double needed = options->memory == 0
                        ? 1000
                        : ceil((double)motion->table->rows * (double)sizeof(pdk_path_sample) / (double)options->memory);
    work->stride[run] = (uint32_t)fmax(fmin(fmin(options->interval / usual + 1e-6, needed), 1000), 1);
    return PDK_OK;
}

/* --------------------------------------------------------------------------------------------- the one pass */

/* The rows that one thread reads at once, and where each run has come to. */
typedef struct cursor {
    uint64_t next, end; /* samples of the run in this piece of the table */
    uint32_t left;      /* until the next one that is kept; 0 = that is it */
    uint32_t stride;
    pdk_path_sample *sample; /* where the next one that is kept goes */
} cursor;

typedef struct piece {
    double columns[MOST_COLUMNS][ROWS];
    double places[Z + 1][ROWS]; /* time and place, from the origin */
    uint8_t is_place[ROWS];
    uint8_t validity[ROWS / 8]; /* of the driver */
    cursor cursors[];           /* of each run */
} piece;

static uint8_t to_byte(double share)
{
    return share > 0 ? (uint8_t)(fmin(share, 1) * 255 + 0.5) : 0;
}

static double value_at(const reading *work, wanted what, double (*columns)[ROWS], size_t row)
{
    const pdk_motion_source *source = work->sources[what];
    return source != NULL ? pdk_motion_value(work->motion, source, columns + work->column_at[what], row) : NAN;
}

/* Times and places of all rows, and which rows have one: a coordinate so far off that floats cannot tell metres is
 * none. */
static void find_places(const reading *work, piece *at, size_t rows)
{
    static const double farthest = 1e6;
    for (int what = TIME; what <= Z; what++) {
        const pdk_motion_source *source = work->sources[what];
        const double origin = what == TIME ? 0 : work->paths->origin[what - X], sign = source->sign,
                     bias = source->bias;
        const double *column = at->columns[work->column_at[what]];
        double *values = at->places[what];
        if (source->kind == PDK_MOTION_COLUMN) {
            for (size_t i = 0; i < rows; i++) values[i] = sign * column[i] + bias - origin;
        } else {
            for (size_t i = 0; i < rows; i++) values[i] = value_at(work, (wanted)what, at->columns, i) - origin;
        }
    }
    const double *time = at->places[TIME], *x = at->places[X], *y = at->places[Y], *z = at->places[Z];
    for (size_t i = 0; i < rows; i++) {
        at->is_place[i] = (uint8_t)((fabs(time[i]) <= DBL_MAX) & (fabs(x[i]) < farthest) & (fabs(y[i]) < farthest) &
                                    (fabs(z[i]) < farthest));
    }
}

static void fill_sample(const reading *work, piece *at, size_t row, pdk_path_sample *sample)
{
    if (!at->is_place[row]) {
        *sample = (pdk_path_sample){ .time = NAN };
        return;
    }
    double speed = value_at(work, SPEED, at->columns, row), heading = value_at(work, HEADING, at->columns, row),
           gear = value_at(work, GEAR, at->columns, row);
    if (!(fabs(heading) <= PDK_PI)) heading = fabs(heading) < 1e6 ? remainder(heading, 2 * PDK_PI) : NAN;
    *sample = (pdk_path_sample){ .time = at->places[TIME][row],
                                 .x = (float)at->places[X][row],
                                 .y = (float)at->places[Y][row],
                                 .z = (float)at->places[Z][row],
                                 .speed = fabs(speed) < 1e6 ? (float)speed : NAN,
                                 .heading = (float)heading,
                                 .throttle = to_byte(value_at(work, THROTTLE, at->columns, row)),
                                 .brake = to_byte(value_at(work, BRAKE, at->columns, row)),
                                 .gear = fabs(gear) < 100 ? (int8_t)gear : PDK_PATH_NO_GEAR };
}

/* Which sample of the run comes first from table row `row` on. */
static uint64_t first_from(const pdk_motion *motion, size_t run, uint64_t row)
{
    if (motion->rows == NULL) return row;
    const uint32_t *rows = motion->rows[run];
    size_t low = 0, high = (size_t)motion->runs[run].samples;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rows[middle] < row) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void set_cursors(const reading *work, piece *at, uint64_t first, uint64_t end)
{
    for (size_t run = 0; run < work->paths->count; run++) {
        uint32_t stride = work->stride[run];
        uint64_t next = first_from(work->motion, run, first), kept = (next + stride - 1) / stride;
        at->cursors[run] = (cursor){ .next = next,
                                     .end = first_from(work->motion, run, end),
                                     .left = (uint32_t)(kept * stride - next),
                                     .stride = stride,
                                     .sample = work->paths->paths[run].samples + kept };
    }
}

/* Drivers are looked up once a row: those of small numbers in a table. As motion_runs.c has it, one that is not told is
 * nobody. */
static size_t find_run(const reading *work, double driver)
{
    if (driver >= 0 && driver < SMALL_NUMBERS) return work->small[(size_t)driver];
    if (!(driver >= 0 && driver < UINT32_MAX)) return SIZE_MAX;
    const pdk_path *path = pdk_paths_find(work->paths, (uint64_t)driver);
    return path != NULL && path->run < work->motion->run_count ? path->run : SIZE_MAX;
}

/* One row: to its sample, or only looked at, where its sample is left out. */
static void take_row(reading *work, piece *at, size_t run, size_t row)
{
    cursor *place = &at->cursors[run];
    if (place->next >= place->end) return; /* another program changes the file */
    place->next++;
    if (place->left == 0) {
        fill_sample(work, at, row, place->sample++);
        place->left = place->stride - 1;
        return;
    }
    place->left--;
    if (at->is_place[row]) return;
    const pdk_path *path = &work->paths->paths[run];
    size_t kept = (size_t)(place->sample - path->samples); /* the one behind it */
    if (kept < path->count) atomic_store_explicit(&work->broken[work->broken_at[run] + kept], 1, memory_order_relaxed);
}

static pdk_status read_rows(reading *work, piece *at, uint64_t first, size_t rows, pdk_error *error)
{
    const bool by_driver = work->motion->rows != NULL;
    const double *drivers = at->columns[work->driver_at];
    pdk_read reads[MOST_COLUMNS];
    for (size_t i = 0; i < work->column_count; i++) {
        reads[i] = (pdk_read){ .column = work->columns[i], .type = PDK_FLOAT64, .values = at->columns[i] };
    }
    if (by_driver) reads[work->driver_at].validity = at->validity;
    pdk_status status = pdk_table_read(work->motion->table, first, rows, reads, work->column_count, error);
    if (status != PDK_OK) return status;
    find_places(work, at, rows);
    for (size_t row = 0; row < rows; row++) {
        bool told = !by_driver || (at->validity[row / 8] >> (row % 8) & 1) != 0;
        size_t run = by_driver && told ? find_run(work, drivers[row]) : 0;
        if (told && run != SIZE_MAX) take_row(work, at, run, row);
    }
    return PDK_OK;
}

static void read_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    reading *work = user;
    pdk_memory *memory = work->paths->memory;
    if (atomic_load_explicit(&work->failed, memory_order_relaxed) != 0) return;
    piece *at = pdk_alloc_raw(memory, sizeof *at + work->paths->count * sizeof at->cursors[0]);
    pdk_status status = at != NULL ? PDK_OK : pdk_fail_memory(&work->errors[thread], memory, "the paths of cars");
    if (at != NULL) set_cursors(work, at, first, first + count);
    for (uint64_t row = first; status == PDK_OK && row < first + count; row += ROWS) {
        size_t rows = first + count - row < ROWS ? (size_t)(first + count - row) : ROWS;
        status = read_rows(work, at, row, rows, &work->errors[thread]);
    }
    pdk_free(memory, at);
    int none = 0;
    if (status != PDK_OK) atomic_compare_exchange_strong(&work->failed, &none, 1 + (int)thread);
}

static pdk_status make_room(reading *work, const pdk_paths_options *options, pdk_error *error)
{
    const pdk_motion *motion = work->motion;
    pdk_paths *paths = work->paths;
    paths->count = motion->run_count;
    paths->paths = pdk_alloc_array(paths->memory, paths->count, sizeof *paths->paths);
    work->stride = pdk_alloc_array(paths->memory, paths->count, sizeof *work->stride);
    work->broken_at = pdk_alloc_array(paths->memory, paths->count, sizeof *work->broken_at);
    if (paths->paths == NULL || work->stride == NULL || work->broken_at == NULL)
        return pdk_fail_memory(error, paths->memory, "the paths of cars");
    bool has_origin = false;
    uint64_t all = 0;
    for (size_t i = 0; i < SMALL_NUMBERS; i++) work->small[i] = SIZE_MAX;
    for (size_t run = 0; run < paths->count; run++) {
        pdk_status status = look_at_run(work, run, options, &has_origin, error);
        if (status != PDK_OK) return status;
        uint64_t kept = (motion->runs[run].samples + work->stride[run] - 1) / work->stride[run];
        if (kept >= UINT32_MAX)
            return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "motion.rows", "a car has more poses than can be held");
        pdk_path *path = &paths->paths[run];
        *path = (pdk_path){ .run = run, .driver = motion->runs[run].driver, .name = motion->runs[run].name };
        path->count = (size_t)kept;
        path->samples = pdk_alloc_raw(paths->memory, path->count * sizeof *path->samples);
        if (path->samples == NULL) return pdk_fail_memory(error, paths->memory, "the paths of cars");
        for (size_t i = 0; i < path->count; i++) path->samples[i].time = NAN;
        if (path->driver < SMALL_NUMBERS) work->small[path->driver] = run;
        work->broken_at[run] = all;
        all += kept;
    }
    work->broken = pdk_alloc(paths->memory, (size_t)all * sizeof *work->broken);
    return work->broken != NULL ? PDK_OK : pdk_fail_memory(error, paths->memory, "the paths of cars");
}

/* ------------------------------------------------------------------------------------------- what came of it */

typedef struct finishing {
    reading *work;
    atomic_bool failed;
} finishing;

static void finish_runs(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    finishing *end = user;
    pdk_paths *paths = end->work->paths;
    for (uint64_t run = first; run < first + count; run++) {
        pdk_path *path = &paths->paths[run];
        for (size_t i = 0; i < path->count; i++) {
            path->samples[i].new_start =
                atomic_load_explicit(&end->work->broken[end->work->broken_at[run] + i], memory_order_relaxed);
        }
        if (!pdk_path_finish(paths, path)) atomic_store(&end->failed, true);
    }
}

static pdk_status read_all(reading *work, const pdk_paths_options *options, pdk_error *error)
{
    pdk_paths *paths = work->paths;
    /* The pages do not count as memory that it takes. */
    pdk_row_trim trim = { .document = work->motion->document,
                          .progress = options->progress,
                          .progress_user = options->progress_user };
    pdk_parallel job = { .count = work->motion->table->rows,
                         .piece = PIECE,
                         .work = read_piece,
                         .user = work,
                         .progress = pdk_row_trim_step,
                         .progress_user = &trim };
    if (!pdk_parallel_run(&job)) return pdk_fail_cancelled(error);
    int failed = atomic_load(&work->failed);
    if (failed != 0) {
        if (error != NULL) *error = work->errors[failed - 1];
        return work->errors[failed - 1].status;
    }
    finishing end = { .work = work };
    pdk_parallel rest = { .count = paths->count, .piece = 1, .work = finish_runs, .user = &end };
    pdk_parallel_run(&rest);
    if (atomic_load(&end.failed)) return pdk_fail_memory(error, paths->memory, "the paths of cars");
    paths->start_time = paths->end_time = NAN;
    for (size_t run = 0; run < paths->count; run++) {
        const pdk_path *path = &paths->paths[run];
        for (size_t i = 0; i < path->segment_count; i++) {
            const pdk_path_segment *segment = &path->segments[i];
            paths->start_time = fmin(paths->start_time, path->samples[segment->first].time);
            paths->end_time = fmax(paths->end_time, path->samples[segment->first + segment->count - 1].time);
        }
    }
    return PDK_OK;
}

pdk_status pdk_paths_make(const pdk_motion *motion, pdk_memory *memory, const pdk_paths_options *given,
                          pdk_paths **made, pdk_error *error)
{
    const pdk_paths_options options = given != NULL ? *given : (pdk_paths_options){ 0 };
    *made = NULL;
    reading *work = pdk_alloc(memory, sizeof *work);
    pdk_paths *paths = pdk_alloc(memory, sizeof *paths);
    if (work == NULL || paths == NULL) return pdk_fail_memory(error, memory, "the paths of cars");
    paths->memory = memory;
    work->motion = motion;
    work->paths = paths;
    pdk_status status = plan(work, error);
    if (status == PDK_OK) status = make_room(work, &options, error);
    if (status == PDK_OK) status = read_all(work, &options, error);
    pdk_free(memory, work->stride);
    pdk_free(memory, work->broken_at);
    pdk_free(memory, work->broken);
    pdk_free(memory, work);
    if (status == PDK_OK) *made = paths;
    return status;
}
