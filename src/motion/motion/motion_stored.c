/* Channels as columns of the table give them: some rows at a time, all channels of a row together. */
#include <math.h>

#include "motion/motion.h"

enum {
    ROWS = PDK_MOTION_ROWS,
    MOST_COLUMNS = PDK_MOTION_MAX_COLUMNS, /* read of the table at once */
    SPAN = 2 * PDK_BATCH,                  /* rows found at once */
    APART = 64 /* rows of others: to find the next row separately is cheaper than to pass over this many */
};

/* Rows of the table: the run's, and those between them. */
typedef struct stretch {
    uint64_t first;
    size_t rows;
    uint16_t picked[ROWS]; /* which of the rows are the run's */
    size_t count;
} stretch;

/* Rows that are read at once. */
typedef struct row_batch {
    stretch part;
    bool picks; /* the run's rows alone are read: */
    pdk_row rows[ROWS];
    size_t count; /* of the run's */
} row_batch;

/* The first row of the run from `row` on; the number of rows where there is none. */
static uint64_t next_row(const pdk_motion_rows *rows, size_t run, uint64_t row)
{
    while (row < rows->count && rows->owner[row] != run) row++;
    return row;
}

/* The longest stretch of at most `span` rows that begins with sample `first` of the run, which is after the stretch
 * before. */
static void find_stretch(stretch *part, const pdk_motion *motion, size_t run, uint64_t first, size_t span, size_t most)
{
    const pdk_motion_rows *rows = motion->rows;
    uint64_t behind = part->first + part->rows;
    if (rows == NULL) part->first = first;
    else part->first = part->count > 0 ? next_row(rows, run, behind) : pdk_motion_row_of(rows, run, first);
    part->count = part->rows = 0;
    uint64_t left = motion->table->rows - part->first;
    for (size_t i = 0; i < span && i < left && part->count < most; i++) {
        if (rows != NULL && rows->owner[part->first + i] != run) {
            if (i - part->rows == APART) break;
            continue;
        }
        part->picked[part->count++] = (uint16_t)i;
        part->rows = i + 1;
    }
}

/* Samples of the run from `first` on, at most `most`. */
static void find_rows(row_batch *batch, const pdk_motion *motion, size_t run, uint64_t first, size_t most)
{
    stretch *part = &batch->part;
    pdk_row located[SPAN];
    if (most > ROWS) most = ROWS;
    batch->count = 0;
    if (!batch->picks) {
        find_stretch(part, motion, run, first, ROWS, most);
        batch->count = part->count;
        return;
    }
    while (batch->count < most) {
        find_stretch(part, motion, run, first + batch->count, SPAN, most - batch->count);
        pdk_table_locate(motion->table, part->first, part->rows, located);
        for (size_t k = 0; k < part->count; k++) batch->rows[batch->count++] = located[part->picked[k]];
    }
}

/* The run is one of several, and all columns wanted can be read of single rows. */
static bool can_pick(const pdk_motion *motion, const pdk_channel_read *reads, size_t read_count)
{
    bool can = motion->rows != NULL;
    for (size_t i = 0; i < read_count; i++) {
        const pdk_motion_source *source = &motion->sources[reads[i].channel];
        for (size_t k = 0; k < source->column_count; k++)
            can &= pdk_table_reads_anywhere(motion->table, source->columns[k]);
    }
    return can;
}

static double length(double (*columns)[ROWS], size_t row)
{
    return sqrt(columns[0][row] * columns[0][row] + columns[1][row] * columns[1][row] +
                columns[2][row] * columns[2][row]);
}

/* One coordinate of a wheel: from the car's reference point along its axes, of which the third is right x forward. */
static double on_wheel(const pdk_motion *motion, const pdk_motion_source *source, double (*columns)[ROWS], size_t row)
{
    const double *wheel = motion->wheel;
    size_t axis = source->axis, next = (axis + 1) % 3, last = (axis + 2) % 3;
    double right[3], forward[3];
    for (size_t k = 0; k < 3; k++) {
        right[k] = columns[3 + k][row];
        forward[k] = columns[6 + k][row];
    }
    double up = right[next] * forward[last] - right[last] * forward[next];
    return columns[axis][row] + wheel[0] * right[axis] + wheel[1] * forward[axis] + wheel[2] * up;
}

double pdk_motion_value(const pdk_motion *motion, const pdk_motion_source *source, double (*columns)[ROWS], size_t row)
{
    double value = source->kind == PDK_MOTION_LENGTH     ? length(columns, row)
                   : source->kind == PDK_MOTION_ON_WHEEL ? on_wheel(motion, source, columns, row)
                                                         : columns[0][row];
    return source->sign * value + source->bias;
}

typedef struct asked_channels {
    const pdk_channel_read *reads;
    size_t count;
} asked_channels;

/* As many channels as their columns fit, from read `from` on; returns how many, or 0 with *status set. */
static size_t read_some(const pdk_motion *motion, const row_batch *batch, asked_channels asked, size_t done,
                        pdk_status *status, pdk_error *error)
{
    double columns[MOST_COLUMNS][ROWS];
    pdk_column_read wanted[MOST_COLUMNS] = { { 0 } };
    size_t used = 0, channels = 0;
    for (; channels < asked.count; channels++) {
        const pdk_motion_source *source = &motion->sources[asked.reads[channels].channel];
        if (source->kind == PDK_MOTION_DIFFERENCE) continue;
        if (used + source->column_count > MOST_COLUMNS) break;
        for (size_t i = 0; i < source->column_count; i++, used++) {
            wanted[used] =
                (pdk_column_read){ .column = source->columns[i], .type = PDK_FLOAT64, .values = columns[used] };
        }
    }
    if (used == 0) return channels;
    const stretch *part = &batch->part;
    *status = batch->picks
                  ? pdk_table_read_located(motion->table, batch->rows, PDK_NO_ROW, batch->count, wanted, used, error)
                  : pdk_table_read(motion->table, part->first, part->rows, wanted, used, error);
    if (*status != PDK_OK) return 0;
    used = 0;
    for (size_t i = 0; i < channels; i++) {
        const pdk_motion_source *source = &motion->sources[asked.reads[i].channel];
        if (source->kind == PDK_MOTION_DIFFERENCE) continue;
        for (size_t k = 0; k < batch->count; k++) {
            size_t row = batch->picks ? k : part->picked[k];
            asked.reads[i].values[done + k] = pdk_motion_value(motion, source, columns + used, row);
        }
        used += source->column_count;
    }
    return channels;
}

pdk_status pdk_motion_read_stored(const pdk_motion *motion, size_t run, uint64_t first, size_t count,
                                  const pdk_channel_read *reads, size_t read_count, pdk_error *error)
{
    pdk_status status = PDK_OK;
    row_batch batch;
    batch.part.count = batch.part.rows = 0;
    batch.part.first = 0;
    batch.picks = can_pick(motion, reads, read_count);
    for (size_t done = 0; status == PDK_OK && done < count;) {
        find_rows(&batch, motion, run, first + done, count - done);
        for (size_t i = 0; i < read_count && status == PDK_OK;) {
            i += read_some(motion, &batch, (asked_channels){ reads + i, read_count - i }, done, &status, error);
        }
        done += batch.count;
    }
    return status;
}
