/* Reading everyone at once: the table's rows in pieces on all processors, each value to its place in its run. The lists
 * of rows say which sample of its run a row is, so threads never wait for each other. */
#include "motion/paths.h"

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

static uint8_t to_byte(double share)
{
    return share > 0 ? (uint8_t)(fmin(share, 1) * 255 + 0.5) : 0;
}

static double value_at(const reading *work, wanted what, double (*columns)[ROWS], size_t row)
{
    const pdk_motion_source *source = work->sources[what];
    return source != NULL ? pdk_motion_value(work->motion, source, columns + work->column_at[what], row) : NAN;
}

/* A coordinate so far off that floats cannot tell metres is no place. */
static bool near_enough(double value)
{
    return fabs(value) < 1e6;
}

/* Time and place; false where there is none. */
static bool fill_place(const reading *work, double (*columns)[ROWS], size_t row, pdk_path_sample *sample)
{
    const double *origin = work->paths->origin;
    double time = value_at(work, TIME, columns, row), x = value_at(work, X, columns, row) - origin[0],
           y = value_at(work, Y, columns, row) - origin[1], z = value_at(work, Z, columns, row) - origin[2];
    bool good = is_number(time) && near_enough(x) && near_enough(y) && near_enough(z);
    if (good) *sample = (pdk_path_sample){ .time = time, .x = (float)x, .y = (float)y, .z = (float)z };
    else *sample = (pdk_path_sample){ .time = NAN };
    return good;
}

static void fill_rest(const reading *work, double (*columns)[ROWS], size_t row, pdk_path_sample *sample)
{
    double speed = value_at(work, SPEED, columns, row), heading = value_at(work, HEADING, columns, row),
           gear = value_at(work, GEAR, columns, row);
    if (!(fabs(heading) <= PDK_PI)) heading = fabs(heading) < 1e6 ? remainder(heading, 2 * PDK_PI) : NAN;
    sample->speed = fabs(speed) < 1e6 ? (float)speed : NAN;
    sample->heading = (float)heading;
    sample->throttle = to_byte(value_at(work, THROTTLE, columns, row));
    sample->brake = to_byte(value_at(work, BRAKE, columns, row));
    sample->gear = fabs(gear) < 100 ? (int8_t)gear : PDK_PATH_NO_GEAR;
}

/* Which sample of the run comes first from table row `row` on. */
static uint32_t first_from(const pdk_motion *motion, size_t run, uint64_t row)
{
    const uint32_t *rows = motion->rows[run];
    size_t low = 0, high = (size_t)motion->runs[run].samples;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rows[middle] < row) low = middle + 1;
        else high = middle;
    }
    return (uint32_t)low;
}

/* Drivers are looked up once a row: those of small numbers in a table. */
static size_t find_run(const reading *work, double driver)
{
    const pdk_motion *motion = work->motion;
    if (driver >= 0 && driver < SMALL_NUMBERS) return work->small[(size_t)driver];
    if (!(driver >= 0)) return SIZE_MAX;
    const pdk_path *path = pdk_paths_find(work->paths, (uint64_t)driver);
    return path != NULL && path->run < motion->run_count ? path->run : SIZE_MAX;
}

/* One row: to its sample, or only looked at, where its sample is left out. */
static void take_row(reading *work, size_t run, uint64_t number, double (*columns)[ROWS], size_t row)
{
    uint32_t stride = work->stride[run];
    uint64_t kept = stride == 1 ? number : number / stride;
    pdk_path_sample *room = &work->paths->paths[run].samples[kept], seen;
    bool keeps = kept * stride == number, good = fill_place(work, columns, row, keeps ? room : &seen);
    if (keeps && good) fill_rest(work, columns, row, room);
    if (keeps || good || kept + 1 >= work->paths->paths[run].count) return;
    atomic_store_explicit(&work->broken[work->broken_at[run] + kept + 1], 1, memory_order_relaxed);
}

static void read_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    reading *work = user;
    const pdk_motion *motion = work->motion;
    if (atomic_load_explicit(&work->failed, memory_order_relaxed) != 0) return;
    double columns[MOST_COLUMNS][ROWS];
    uint32_t *next = motion->rows != NULL ? pdk_alloc_raw(work->paths->memory, motion->run_count * sizeof *next) : NULL;
    bool have = motion->rows == NULL || next != NULL;
    if (!have) pdk_fail_memory(&work->errors[thread], work->paths->memory, "the paths of cars");
    for (size_t run = 0; next != NULL && run < motion->run_count; run++) next[run] = first_from(motion, run, first);
    for (uint64_t at = first; have && at < first + count; at += ROWS) {
        size_t rows = first + count - at < ROWS ? (size_t)(first + count - at) : ROWS;
        pdk_read reads[MOST_COLUMNS];
        for (size_t i = 0; i < work->column_count; i++) {
            reads[i] = (pdk_read){ .column = work->columns[i], .type = PDK_FLOAT64, .values = columns[i] };
        }
        have = pdk_table_read(motion->table, at, rows, reads, work->column_count, &work->errors[thread]) == PDK_OK;
        for (size_t row = 0; have && row < rows; row++) {
            size_t run = 0;
            uint64_t number = at + row;
            if (next != NULL) {
                double driver = columns[work->driver_at][row];
                run = find_run(work, driver);
                if (run == SIZE_MAX || next[run] >= motion->runs[run].samples || motion->rows[run][next[run]] != number)
                    continue;
                number = next[run]++;
            }
            take_row(work, run, number, columns, row);
        }
    }
    pdk_free(work->paths->memory, next);
    int none = 0;
    if (!have) atomic_compare_exchange_strong(&work->failed, &none, 1 + (int)thread);
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
