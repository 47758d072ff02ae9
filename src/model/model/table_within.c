/* Rows within bounds: those of blocks that lie outside are not read. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/read_number.h"
#include "model/document.h"
#include "model/table_blocks.h"

enum { ROWS_AT_ONCE = 1024 };

/* Bounds on values as a read gives them: both ends are included. */
typedef struct range {
    size_t column;
    double from, to;
} range;

/* ------------------------------------------------------------------------------------------------ what is asked */

/* The double that the text of this float reads as. */
static double printed(float value)
{
    char text[PDK_NUMBER_SPACE];
    const char *at = text, *end = pdk_put_float(text, value);
    double number = value;
    pdk_read_double(&at, end, &number);
    return number;
}

/* The floats from the least one that is, or prints as, at least `bound`, and up to the greatest that is, or prints as,
 * at most `bound`. Only the nearest float can print as it. */
static void round_to_floats(double bound, double *least, double *greatest)
{
    *least = *greatest = bound;
    if (!(fabs(bound) <= (double)FLT_MAX)) return; /* infinite, NaN, or beyond every float */
    float nearest = (float)bound;
    double exact = nearest, text = printed(nearest);
    if (exact < bound && text < bound) *least = nextafterf(nearest, INFINITY);
    else *least = exact;
    if (exact > bound && text > bound) *greatest = nextafterf(nearest, -INFINITY);
    else *greatest = exact;
}

static range range_of(const pdk_table *table, const pdk_column_bounds *bounds)
{
    double from[2] = { bounds->from, bounds->from }, to[2] = { bounds->to, bounds->to };
    if (table->columns[bounds->column].info.type == PDK_FLOAT32) {
        round_to_floats(bounds->from, &from[0], &from[1]);
        round_to_floats(bounds->to, &to[0], &to[1]);
    }
    range asked = { bounds->column, from[0], to[1] };
    /* no double is between a number and the next, so that an end without its number is the next one */
    if (bounds->without_from) asked.from = from[1] == INFINITY ? NAN : nextafter(from[1], INFINITY);
    if (bounds->without_to) asked.to = to[0] == -INFINITY ? NAN : nextafter(to[0], -INFINITY);
    return asked;
}

/* -------------------------------------------------------------------------------------------------------- blocks */

/* Some rows of a block, and which of them are kept. */
typedef struct rows_of_block {
    const pdk_table *table;
    uint64_t first;
    size_t count;
    uint8_t *keep;
    pdk_error *error;
} rows_of_block;

static const uint8_t *drivers_of(const pdk_table *table, size_t column)
{
    return table->columns[column].info.role == PDK_ROLE_DRIVER ? table->drivers : NULL;
}

/* False = none of the rows is within. */
static pdk_status may_be_within(const rows_of_block *rows, const range *asked, bool *may)
{
    const pdk_table *table = rows->table;
    *may = true;
    if (!pdk_table_has_blocks(&table->columns[asked->column])) return PDK_OK;
    pdk_value_span span;
    pdk_status status = pdk_table_block_span(table, asked->column, rows->first, &span, rows->error);
    if (status == PDK_OK) *may = span.least <= asked->to && span.greatest >= asked->from;
    return status;
}

static bool keeps_any(const uint8_t *keep, size_t count)
{
    unsigned any = 0;
    for (size_t i = 0; i < count; i++) any |= keep[i];
    return any != 0;
}

static pdk_status test_values(const rows_of_block *rows, const range *asked)
{
    double values[ROWS_AT_ONCE];
    uint8_t validity[ROWS_AT_ONCE / 8];
    pdk_column_read read = { .column = asked->column, .type = PDK_FLOAT64, .values = values, .validity = validity };
    for (size_t done = 0; done < rows->count; done += ROWS_AT_ONCE) {
        size_t count = rows->count - done < ROWS_AT_ONCE ? rows->count - done : ROWS_AT_ONCE;
        uint8_t *keep = rows->keep + done;
        if (!keeps_any(keep, count)) continue;
        pdk_status status = pdk_table_read(rows->table, rows->first + done, count, &read, 1, rows->error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++) {
            bool there = (validity[i / 8] >> (i % 8) & 1) != 0;
            if (!there || !(values[i] >= asked->from && values[i] <= asked->to)) keep[i] = 0;
        }
    }
    return PDK_OK;
}

/* Drivers that are in memory are not read from the file. */
static pdk_status test_rows(const rows_of_block *rows, const range *asked)
{
    const uint8_t *drivers = drivers_of(rows->table, asked->column);
    if (drivers == NULL) return test_values(rows, asked);
    for (size_t i = 0; i < rows->count; i++) {
        double driver = drivers[rows->first + i];
        if (!(driver >= asked->from && driver <= asked->to)) rows->keep[i] = 0;
    }
    return PDK_OK;
}

/* First what is known without reading rows. */
static pdk_status test_block(const rows_of_block *rows, const pdk_row_bounds *within)
{
    pdk_status status = PDK_OK;
    for (int reading = 0; reading < 2; reading++) {
        for (size_t i = 0; i < within->count && status == PDK_OK; i++) {
            range asked = range_of(rows->table, &within->columns[i]);
            bool may = true, reads = drivers_of(rows->table, asked.column) == NULL;
            if (reading == 0) status = may_be_within(rows, &asked, &may);
            if (!may) {
                memset(rows->keep, 0, rows->count);
                return PDK_OK;
            }
            if (status == PDK_OK && reads == (reading == 1)) status = test_rows(rows, &asked);
        }
    }
    return status;
}

static pdk_status check_bounds(const pdk_table *table, const pdk_row_bounds *within, pdk_error *error)
{
    for (size_t i = 0; i < within->count; i++) {
        size_t column = within->columns[i].column;
        if (column < table->column_count && table->columns[column].info.type < PDK_TEXT) continue;
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.column",
                        "table %s has no column %zu of numbers", table->name, column);
    }
    return PDK_OK;
}

pdk_status pdk_table_within(const pdk_table *table, const pdk_row_bounds *within, uint64_t first, size_t count,
                            uint8_t *keep, pdk_error *error)
{
    if (table == NULL || within == NULL || (within->columns == NULL && within->count > 0) ||
        (keep == NULL && count > 0)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "choosing rows needs a table, bounds and room for an answer");
    }
    if (first > table->rows || count > table->rows - first) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.rows", "table %s has %llu rows", table->name,
                        (unsigned long long)table->rows);
    }
    pdk_status status = check_bounds(table, within, error);
    for (size_t done = 0; done < count && status == PDK_OK;) {
        size_t left = PDK_BLOCK_ROWS - (size_t)((first + done) % PDK_BLOCK_ROWS);
        if (left > count - done) left = count - done;
        rows_of_block rows = { table, first + done, left, keep + done, error };
        status = test_block(&rows, within);
        done += left;
    }
    return status;
}
