/* Reading everyone at once: the table's rows in pieces on all processors, each value to its place in its run. The
 * motion knows how many samples each run has before a piece, so threads never wait for each other. */
#include "motion/paths.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/median.h"
#include "base/parallel.h"
#include "model/row_trim.h"
#include "motion/paths_parts.h"

enum {
    ROWS = PDK_BATCH,
    LOCATED = 8 * ROWS /* rows found at once: finding them begins with a walk to the first */,
    MOST_COLUMNS = 16,
    SPOT = 64 /* samples to learn the rate from */
};

/* What is read, in this order: up to Z of every row, the rest of those that are kept. */
typedef enum wanted { TIME, X, Y, Z, SPEED, HEADING, THROTTLE, BRAKE, GEAR, WANTED } wanted;
static const pdk_role wanted_roles[WANTED] = { PDK_ROLE_TIME,     PDK_ROLE_X,     PDK_ROLE_Y,
                                               PDK_ROLE_Z,        PDK_ROLE_SPEED, PDK_ROLE_HEADING,
                                               PDK_ROLE_THROTTLE, PDK_ROLE_BRAKE, PDK_ROLE_GEAR };

typedef struct reading {
    const pdk_motion *motion;
    pdk_paths *paths;
    const pdk_motion_source *sources[WANTED]; /* NULL = there is none, or it is computed from the positions */
    size_t column_at[WANTED], columns[MOST_COLUMNS], column_count;
    size_t place_columns; /* so many of the columns, the first, are what times and places need */
    size_t row_columns;   /*   and so many are read of every row: then those of lost parts */
    bool picks;           /* the other columns can be read of single rows */
    uint64_t piece;       /* rows that a thread takes at once */
    uint32_t *stride;     /* of each run: so many-th sample is kept */
    atomic_uchar *broken; /* of each kept sample of each run, one after the other: something before it was no place */
    uint64_t *broken_at;  /* of each run: where its begin */
    double parts[2];      /* the bits of lost parts in the table's first row */
    atomic_bool parts_vary;
    _Atomic int failed; /* 0, or 1 + the thread whose error counts */
    pdk_error errors[PDK_MAX_THREADS];
} reading;

/* --------------------------------------------------------------------------------------------- what to read */

static bool is_number(double value)
{
    return isfinite(value);
}

/* What shows whether a car loses a part. */
static pdk_status add_parts(reading *work, pdk_error *error)
{
    static const pdk_role roles[] = { PDK_ROLE_DETACHED_PARTS, PDK_ROLE_DEBRIS };
    const pdk_table *table = work->motion->table;
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < sizeof roles / sizeof roles[0] && status == PDK_OK; i++) {
        size_t column = pdk_table_find_role(table, roles[i]), place = work->row_columns - work->place_columns;
        if (column == PDK_NO_COLUMN || table->rows == 0) continue;
        work->columns[work->column_count++] = column;
        work->row_columns = work->column_count;
        status = pdk_table_read_f64(table, column, 0, 1, &work->parts[place], error);
    }
    return status;
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
        if (i != Z) continue;
        work->place_columns = work->row_columns = work->column_count;
        pdk_status status = add_parts(work, error);
        if (status != PDK_OK) return status;
    }
    work->picks = true;
    for (size_t i = work->row_columns; i < work->column_count; i++)
        work->picks &= pdk_table_reads_anywhere(motion->table, work->columns[i]);
    work->piece = motion->rows != NULL ? motion->rows->piece : PDK_MOTION_PIECE;
    if (work->sources[TIME] == NULL || work->sources[X] == NULL || work->sources[Y] == NULL || work->sources[Z] == NULL)
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "motion.place",
                        "the file has no positions with times");
    pdk_paths *paths = work->paths;
    paths->has_speed = work->sources[SPEED] != NULL;
    paths->has_heading = work->sources[HEADING] != NULL;
    paths->has_throttle = work->sources[THROTTLE] != NULL;
    paths->has_brake = work->sources[BRAKE] != NULL;
    paths->has_gear = work->sources[GEAR] != NULL;
    return PDK_OK;
}

/* m. Origins are multiples of it, so that a recording and each part of it have the same one; up to 8 km away it is 0,
 * and places that are stored as floats stay what they are. */
static const double raster = 16384;

/* How many samples of a run may be left out, from the times of its first ones; and where the origin is. */
static pdk_status look_at_run(reading *work, size_t run, const pdk_paths_options *options, bool *has_origin,
                              pdk_error *error)
{
    const pdk_motion *motion = work->motion;
    double times[SPOT], place[3][SPOT];
    uint64_t samples = motion->runs[run].samples;
    size_t count = samples < SPOT ? (size_t)samples : SPOT;
    pdk_channel_read reads[4] = { { pdk_motion_find_channel(motion, PDK_ROLE_TIME), times } };
    for (int k = 0; k < 3; k++) {
        reads[1 + k] = (pdk_channel_read){ pdk_motion_find_channel(motion, (pdk_role)(PDK_ROLE_X + k)), place[k] };
    }
    pdk_status status = pdk_motion_read(motion, run, 0, count, reads, 4, error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < count && !*has_origin; i++) {
        *has_origin = is_number(place[0][i]) && is_number(place[1][i]) && is_number(place[2][i]);
        for (int k = 0; k < 3 && *has_origin; k++) work->paths->origin[k] = raster * round(place[k][i] / raster);
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

/* Where a run has come to in the rows that one thread reads. */
typedef struct cursor {
    uint32_t left; /* samples until the next one that is kept; 0 = that is it */
    uint32_t stride;
    pdk_path_sample *sample; /* where the next one that is kept goes */
} cursor;

/* A row that is kept. */
typedef struct kept_row {
    uint32_t row; /* of the batch */
    pdk_path_sample *sample;
} kept_row;

typedef struct piece {
    double columns[MOST_COLUMNS][ROWS];
    double places[Z + 1][ROWS]; /* time and place, from the origin */
    uint8_t is_place[ROWS];
    pdk_row located[LOCATED];
    pdk_row picked[ROWS];
    kept_row kept[ROWS];
    cursor cursors[]; /* of each run */
} piece;

static double value_at(const reading *work, wanted what, double (*columns)[ROWS], size_t row)
{
    const pdk_motion_source *source = work->sources[what];
    if (source == NULL) return NAN;
    columns += work->column_at[what];
    if (source->kind == PDK_MOTION_COLUMN) return source->sign * columns[0][row] + source->bias; /* as most */
    return pdk_motion_value(work->motion, source, columns, row);
}

/* Numbers without a sign are in the order of their bits, those that are none come last: whole numbers are compared,
 * which compilers do for several rows at once. */
static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Whether all are nearer to 0 than `limit`. */
static bool are_below(const double *values, size_t rows, double limit)
{
    uint64_t below = UINT64_MAX, from = bits_of(limit); /* the highest bit: those so far are */
    for (size_t i = 0; i < rows; i++) below &= (bits_of(values[i]) & INT64_MAX) - from;
    return below >> 63 != 0;
}

static bool are_equal(const double *values, size_t rows, double usual)
{
    uint64_t others = 0, same = bits_of(usual);
    for (size_t i = 0; i < rows; i++) others |= bits_of(values[i]) ^ same;
    return others == 0;
}

/* Times and places of all rows, and which rows have one. */
static void find_places(const reading *work, piece *at, size_t rows)
{
    static const double farthest = PDK_PATH_FARTHEST;
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
    bool all = are_below(time, rows, INFINITY) && are_below(x, rows, farthest) && are_below(y, rows, farthest) &&
               are_below(z, rows, farthest);
    memset(at->is_place, all, rows);
    for (size_t i = 0; i < rows && !all; i++) {
        at->is_place[i] = (uint8_t)((fabs(time[i]) < INFINITY) & (fabs(x[i]) < farthest) & (fabs(y[i]) < farthest) &
                                    (fabs(z[i]) < farthest));
    }
}

/* `at_row`: where the columns beside time and place have the row. */
static void fill_sample(const reading *work, piece *at, size_t row, size_t at_row, pdk_path_sample *sample)
{
    const pdk_path_reading values = { .time = at->is_place[row] ? at->places[TIME][row] : NAN,
                                      .x = at->places[X][row],
                                      .y = at->places[Y][row],
                                      .z = at->places[Z][row],
                                      .speed = value_at(work, SPEED, at->columns, at_row),
                                      .heading = value_at(work, HEADING, at->columns, at_row),
                                      .throttle = value_at(work, THROTTLE, at->columns, at_row),
                                      .brake = value_at(work, BRAKE, at->columns, at_row),
                                      .gear = value_at(work, GEAR, at->columns, at_row) };
    *sample = pdk_path_sample_of(&values);
}

/* Where each run has come to at table row `first`, which begins a piece. */
static void set_cursors(const reading *work, piece *at, uint64_t first)
{
    const pdk_motion_rows *rows = work->motion->rows;
    for (size_t run = 0; run < work->paths->count; run++) {
        uint32_t stride = work->stride[run];
        uint64_t next = rows != NULL ? rows->before[first / rows->piece * rows->runs + run] : first,
                 kept = (next + stride - 1) / stride;
        at->cursors[run] = (cursor){ .left = (uint32_t)(kept * stride - next),
                                     .stride = stride,
                                     .sample = work->paths->paths[run].samples + kept };
    }
}

/* One row of a run: whether it is kept. Of one that is left out it counts whether it had a place. */
static bool is_kept(reading *work, piece *at, size_t run, size_t row)
{
    cursor *place = &at->cursors[run];
    if (place->left == 0) {
        place->left = place->stride;
        return true;
    }
    if (at->is_place[row]) return false;
    const pdk_path *path = &work->paths->paths[run];
    size_t kept = (size_t)(place->sample - path->samples); /* the one after it */
    if (kept < path->count) atomic_store_explicit(&work->broken[work->broken_at[run] + kept], 1, memory_order_relaxed);
    return false;
}

/* Which rows of the batch are kept, and where they go. */
static size_t pick_rows(reading *work, piece *at, uint64_t first, size_t rows, const pdk_row *located)
{
    const uint16_t *owner = work->motion->rows != NULL ? work->motion->rows->owner + first : NULL;
    size_t count = 0;
    for (size_t row = 0; row < rows; row++) {
        size_t run = owner != NULL ? owner[row] : 0;
        if (run == PDK_MOTION_NOBODY) continue;
        if (is_kept(work, at, run, row)) {
            at->picked[count] = located[row];
            at->kept[count++] = (kept_row){ (uint32_t)row, at->cursors[run].sample++ };
        }
        at->cursors[run].left--;
    }
    return count;
}

typedef struct row_part {
    size_t from, to;
    const pdk_row *located;
    uint64_t first;
    size_t rows;
} row_part;

static pdk_status read_columns(const reading *work, piece *at, row_part part, pdk_error *error)
{
    pdk_column_read reads[MOST_COLUMNS];
    for (size_t i = part.from; i < part.to; i++) {
        reads[i - part.from] =
            (pdk_column_read){ .column = work->columns[i], .type = PDK_FLOAT64, .values = at->columns[i] };
    }
    return pdk_table_read_located(work->motion->table, part.located, part.first, part.rows, reads, part.to - part.from,
                                  error);
}

/* Whether all rows have the bits of the table's first: then no car loses a part. Those of a car would do, but then each
 * row's car would be looked up. */
static void look_at_parts(reading *work, const piece *at, size_t rows)
{
    bool vary = false;
    for (size_t i = work->place_columns; i < work->row_columns; i++)
        vary |= !are_equal(at->columns[i], rows, work->parts[i - work->place_columns]);
    if (vary) atomic_store_explicit(&work->parts_vary, true, memory_order_relaxed);
}

/* At most ROWS rows: times and places of all, the rest of those that are kept. */
static pdk_status read_rows(reading *work, piece *at, uint64_t first, size_t rows, const pdk_row *located,
                            pdk_error *error)
{
    const size_t rest = work->row_columns, all = work->column_count;
    pdk_status status = read_columns(work, at, (row_part){ 0, rest, located, first, rows }, error);
    if (status != PDK_OK) return status;
    find_places(work, at, rows);
    if (rest > work->place_columns) look_at_parts(work, at, rows);
    size_t kept = pick_rows(work, at, first, rows, located);
    bool picks = work->picks && kept < rows;
    if (kept > 0 && picks)
        status = read_columns(work, at, (row_part){ rest, all, at->picked, PDK_NO_ROW, kept }, error);
    else if (kept > 0) status = read_columns(work, at, (row_part){ rest, all, located, first, rows }, error);
    for (size_t i = 0; i < kept && status == PDK_OK; i++)
        fill_sample(work, at, at->kept[i].row, picks ? i : at->kept[i].row, at->kept[i].sample);
    return status;
}

static void read_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    reading *work = user;
    pdk_memory *memory = work->paths->memory;
    if (atomic_load_explicit(&work->failed, memory_order_relaxed) != 0) return;
    piece *at = pdk_alloc_raw(memory, sizeof *at + work->paths->count * sizeof at->cursors[0]);
    pdk_status status = at != NULL ? PDK_OK : pdk_fail_memory(&work->errors[thread], memory, "the paths of cars");
    if (at != NULL) set_cursors(work, at, first);
    for (uint64_t done = 0; status == PDK_OK && done < count; done += ROWS) {
        if (done % LOCATED == 0) {
            size_t located = count - done < LOCATED ? (size_t)(count - done) : LOCATED;
            pdk_table_locate(work->motion->table, first + done, located, at->located);
        }
        size_t rows = count - done < ROWS ? (size_t)(count - done) : ROWS;
        status = read_rows(work, at, first + done, rows, at->located + done % LOCATED, &work->errors[thread]);
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
    for (size_t run = 0; run < paths->count; run++) {
        pdk_status status = look_at_run(work, run, options, &has_origin, error);
        if (status != PDK_OK) return status;
        uint64_t kept = (motion->runs[run].samples + work->stride[run] - 1) / work->stride[run];
        if (kept >= UINT32_MAX)
            return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "motion.rows", "a car has more poses than can be held");
        pdk_path *path = &paths->paths[run];
        *path = (pdk_path){ .run = run, .slot = motion->runs[run].slot, .name = motion->runs[run].name };
        path->count = (size_t)kept;
        path->samples = pdk_alloc_raw(paths->memory, path->count * sizeof *path->samples);
        if (path->samples == NULL) return pdk_fail_memory(error, paths->memory, "the paths of cars");
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
                         .piece = work->piece,
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
    paths->parts_vary = atomic_load(&work->parts_vary);
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
