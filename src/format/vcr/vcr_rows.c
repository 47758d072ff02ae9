/* Finding rows by the index: from the mark before them, walk; over marks that have none, jump. */
#include "format/vcr/vcr_walk.h"

#include <math.h>

/* What is looked for by its number. */
typedef enum row_kind { TABLE_ROWS, ALL_EVENTS, SLICE_HEADS } row_kind;

static uint64_t number_at(const pdk_vcr_mark *mark, row_kind target, pdk_vcr_table table)
{
    return target == TABLE_ROWS ? mark->rows[table] : target == ALL_EVENTS ? mark->event : mark->slices;
}

/* The last mark that has not passed row `first`. Rows are spread rather evenly over most files: the search begins where
 * the row would then be and widens from there, so that it seldom looks at more than a few marks. */
static size_t find_mark(const pdk_vcr_index *index, row_kind target, pdk_vcr_table table, uint64_t first)
{
    const pdk_vcr_mark *marks = index->marks;
    const size_t last = index->mark_count - 1;
    uint64_t rows = number_at(&marks[last], target, table);
    if (first >= rows) return last;
    size_t low = (size_t)((double)first / (double)rows * (double)last), high = low + 1, step = 1;
    while (low > 0 && number_at(&marks[low], target, table) > first) {
        high = low;
        low -= step < low ? step : low;
        step *= 2;
    }
    for (step = 1; high <= last && number_at(&marks[high], target, table) <= first; step *= 2) {
        low = high;
        high += step < last + 1 - high ? step : last + 1 - high;
    }
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (number_at(&marks[middle], target, table) <= first) low = middle;
        else high = middle;
    }
    return low;
}

typedef struct filler {
    const pdk_vcr_shape *shape;
    uint64_t skip; /* rows still to pass over */
    size_t wanted;
    pdk_row *rows;
} filler;

static void fill_event(filler *fill, uint64_t at, const pdk_vcr_mark *here, uint64_t rows, bool places)
{
    if (fill->skip >= rows) {
        fill->skip -= rows;
        return;
    }
    uint32_t number = places ? (uint32_t)fill->skip : here->slices - 1;
    for (uint64_t row = fill->skip; row < rows && fill->wanted > 0; row++, fill->wanted--) {
        *fill->rows++ = (pdk_row){ fill->shape->bytes.data + at, pdk_vcr_context(number, at - here->slice_at) };
        number += places;
    }
    fill->skip = 0;
}

/* Events up to the end of the slice, or to `end`, in a table where each makes one row. */
static void fill_rows(filler *fill, pdk_vcr_mark *here, uint64_t end, pdk_vcr_table table, pdk_vcr_step *step)
{
    const pdk_vcr_shape *shape = fill->shape;
    const uint8_t *data = shape->bytes.data;
    const uint64_t slice_at = here->slice_at;
    uint64_t at = here->at, skip = fill->skip;
    uint32_t left = here->left;
    pdk_row *row = fill->rows, *last = fill->rows + fill->wanted;
    for (; left > 0 && at < end && row < last; left--) {
        uint32_t header = pdk_load_u32(data + at);
        pdk_vcr_fetch_ahead(data + at);
        if (pdk_vcr_table_at(shape, header) == table) {
            if (skip > 0) skip--;
            else *row++ = (pdk_row){ data + at, pdk_vcr_context(here->slices - 1, at - slice_at) };
        }
        at += pdk_vcr_step_over(shape, header, step);
    }
    here->at = at;
    here->left = left;
    fill->skip = skip;
    fill->wanted = (size_t)(last - row);
    fill->rows = row;
}

/* From one mark to the next. */
static void fill_between(filler *fill, pdk_vcr_mark here, uint64_t end, row_kind target, pdk_vcr_table table)
{
    const pdk_vcr_shape *shape = fill->shape;
    const uint8_t *data = shape->bytes.data;
    bool single = target == TABLE_ROWS && table != PDK_VCR_RUNNING_ORDER;
    pdk_vcr_step step = { 0 };
    while (here.at < end && fill->wanted > 0) {
        if (here.left == 0) {
            here.slice_at = here.at;
            here.slices++;
            if (target == SLICE_HEADS) fill_event(fill, here.at, &here, 1, false);
            here.left = pdk_vcr_event_count(shape, here.at);
            here.at += shape->slice_head;
            continue;
        }
        if (single) {
            fill_rows(fill, &here, end, table, &step);
            continue;
        }
        uint32_t header = pdk_load_u32(data + here.at);
        if (target == ALL_EVENTS) {
            fill_event(fill, here.at, &here, 1, false);
        } else if (target == TABLE_ROWS && pdk_vcr_table_at(shape, header) == table) {
            fill_event(fill, here.at, &here, pdk_vcr_rows(shape, header, table), true);
        }
        here.at += pdk_vcr_step_over(shape, header, &step);
        here.left--;
    }
}

typedef struct row_range {
    uint64_t first;
    size_t count;
} row_range;

static void find_rows(const pdk_vcr_shape *shape, const pdk_vcr_index *index, row_kind target, pdk_vcr_table table,
                      row_range range, pdk_row *rows)
{
    size_t mark = find_mark(index, target, table, range.first);
    filler fill = { shape, range.first - number_at(&index->marks[mark], target, table), range.count, rows };
    for (; mark + 1 < index->mark_count && fill.wanted > 0; mark++) {
        const pdk_vcr_mark *from = &index->marks[mark], *to = from + 1;
        if (number_at(from, target, table) == number_at(to, target, table)) continue; /* none here: not walked */
        fill_between(&fill, *from, to->at, target, table);
    }
}

void pdk_vcr_index_rows(const pdk_vcr_shape *shape, const pdk_vcr_index *index, pdk_vcr_table table, uint64_t first,
                        size_t count, pdk_row *rows)
{
    find_rows(shape, index, TABLE_ROWS, table, (row_range){ first, count }, rows);
}

void pdk_vcr_index_events(const pdk_vcr_shape *shape, const pdk_vcr_index *index, uint64_t first, size_t count,
                          pdk_row *rows)
{
    find_rows(shape, index, ALL_EVENTS, PDK_VCR_NONE, (row_range){ first, count }, rows);
}

void pdk_vcr_index_slices(const pdk_vcr_shape *shape, const pdk_vcr_index *index, uint64_t first, size_t count,
                          pdk_row *rows)
{
    find_rows(shape, index, SLICE_HEADS, PDK_VCR_NONE, (row_range){ first, count }, rows);
}

/* ------------------------------------------------------------------------------------------------------- times */

static pdk_value_span find_span(const pdk_vcr_index *index, row_kind target, pdk_vcr_table table, uint64_t first,
                                uint64_t count)
{
    pdk_value_span span = { INFINITY, -INFINITY };
    for (size_t mark = find_mark(index, target, table, first); mark + 1 < index->mark_count; mark++) {
        const pdk_vcr_mark *from = &index->marks[mark], *to = from + 1;
        if (number_at(from, target, table) >= first + count) break;
        if (number_at(from, target, table) == number_at(to, target, table)) continue; /* none here */
        if (from->least_time < span.least) span.least = from->least_time;
        if (from->greatest_time > span.greatest) span.greatest = from->greatest_time;
    }
    return span;
}

pdk_value_span pdk_vcr_index_span(const pdk_vcr_index *index, pdk_vcr_table table, uint64_t first, uint64_t count)
{
    return find_span(index, TABLE_ROWS, table, first, count);
}

pdk_value_span pdk_vcr_index_events_span(const pdk_vcr_index *index, uint64_t first, uint64_t count)
{
    return find_span(index, ALL_EVENTS, PDK_VCR_NONE, first, count);
}

pdk_value_span pdk_vcr_index_slices_span(const pdk_vcr_index *index, uint64_t first, uint64_t count)
{
    return find_span(index, SLICE_HEADS, PDK_VCR_NONE, first, count);
}
