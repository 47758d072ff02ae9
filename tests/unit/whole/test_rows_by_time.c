/* Rows chosen by time, of every format that has any: the same as reading them all, also where times are odd; and of a
 * long replay only a small part is looked at. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "bounds_look.h"
#include "formats.h"
#include "model/document.h"
#include "random.h"
#include "support.h"

enum { ASKED = 12, FRAME_TIME = 2 /* in a frame of an RPLY */ };

/* All of one column. */
typedef struct column_values {
    size_t rows;
    double *exact, *decimals;
    uint8_t *validity;
} column_values;

static column_values read_all(const pdk_table *table, size_t column)
{
    column_values all = { .rows = (size_t)pdk_table_rows(table) };
    bool is_float = pdk_table_column_at(table, column)->type == PDK_FLOAT32;
    all.exact = malloc((all.rows + 1) * sizeof *all.exact);
    all.decimals = malloc((all.rows + 1) * sizeof *all.decimals);
    all.validity = calloc(all.rows / 8 + 1, 1);
    assert_true(all.exact != NULL && all.decimals != NULL && all.validity != NULL);
    pdk_column_read read = { column, PDK_FLOAT64, all.exact, all.validity };
    pdk_error error = { 0 };
    assert_ok(pdk_table_read(table, 0, all.rows, &read, 1, &error), error);
    for (size_t i = 0; i < all.rows; i++) all.decimals[i] = is_float ? decimals_of((float)all.exact[i]) : all.exact[i];
    return all;
}

static void free_all(column_values *all)
{
    free(all->exact);
    free(all->decimals);
    free(all->validity);
}

/* In pieces of a length that fits no block. */
static void check_bounds(const pdk_table *table, const column_values *all, const pdk_column_bounds *bounds)
{
    enum { PIECE = 3001 };
    uint8_t keep[PIECE];
    for (size_t first = 0; first < all->rows; first += PIECE) {
        size_t count = all->rows - first < PIECE ? all->rows - first : PIECE;
        pdk_error error = { 0 };
        memset(keep, 1, sizeof keep);
        assert_ok(pdk_table_within(table, &(pdk_row_bounds){ bounds, 1 }, first, count, keep, &error), error);
        for (size_t i = 0; i < count; i++) {
            size_t row = first + i;
            bool there = (all->validity[row / 8] >> (row % 8) & 1) != 0;
            bool wanted = there && is_within(all->exact[row], all->decimals[row], bounds);
            if ((keep[i] != 0) != wanted)
                fail_msg("%s: row %zu at %.9g, asked for %.17g to %.17g", pdk_table_name(table), row, all->exact[row],
                         bounds->from, bounds->to);
        }
    }
}

static double draw(const column_values *all, uint64_t *seed)
{
    size_t row = (size_t)(random_next(seed) % all->rows);
    return random_next(seed) % 2 == 0 ? all->decimals[row] : all->exact[row];
}

/* What a format says about a few rows without reading them holds for each. */
static void check_spans(const pdk_table *table, const pdk_column *column, const column_values *all, uint64_t *seed)
{
    for (int k = 0; k < 400 && column->find_span != NULL; k++) {
        size_t first = (size_t)(random_next(seed) % all->rows), count = 1 + (size_t)(random_next(seed) % 200);
        if (count > all->rows - first) count = all->rows - first;
        pdk_value_span span = column->find_span(table, first, count);
        for (size_t row = first; row < first + count; row++) {
            bool there = (all->validity[row / 8] >> (row % 8) & 1) != 0 && !isnan(all->exact[row]);
            if (there) assert_true(all->exact[row] >= span.least && all->exact[row] <= span.greatest);
        }
    }
}

/* Returns how many tables have rows with times. */
static size_t check_document(const pdk_document *document, uint64_t *seed)
{
    size_t tables = 0;
    for (size_t t = 0; t < pdk_document_table_count(document); t++) {
        const pdk_table *table = pdk_document_table_at(document, t);
        size_t named = pdk_table_find_column(table, "time"), role = pdk_table_find_role(table, PDK_ROLE_TIME);
        size_t column = named != PDK_NO_COLUMN ? named : role;
        if (column == PDK_NO_COLUMN || pdk_table_rows(table) == 0) continue;
        column_values all = read_all(table, column);
        for (int k = 0; k < ASKED; k++) {
            double from = draw(&all, seed), to = k % 3 == 0 ? from : draw(&all, seed);
            pdk_column_bounds bounds = { .column = column,
                                         .from = k % 7 == 1 ? -INFINITY : fmin(from, to),
                                         .to = k % 7 == 2 ? INFINITY : fmax(from, to),
                                         .without_from = k % 5 == 4,
                                         .without_to = k % 4 == 3 };
            check_bounds(table, &all, &bounds);
        }
        check_spans(table, &table->columns[column], &all, seed);
        free_all(&all);
        tables++;
    }
    return tables;
}

static void every_format(void **unused)
{
    (void)unused;
    const pdk_format_info *list[MAX_FORMATS];
    uint64_t seed = 3;
    size_t tables = 0;
    for (size_t f = 0, count = formats_that(PDK_CAN_SYNTH, list); f < count; f++) {
        char names[MAX_DIALECTS][16];
        const char *dialects[MAX_DIALECTS];
        for (size_t d = 0, all = dialects_of(list[f], names, dialects); d < all; d++) {
            pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
            options.dialect = dialects[d];
            options.seconds = takes_synth_option(list[f], "seconds") ? 25 : 0;
            size_t size;
            uint8_t *data = synth_or_fail(list[f]->id, &options, &size);
            pdk_document *document = open_bytes_or_fail(data, size);
            tables += check_document(document, &seed);
            pdk_close(document);
            free(data);
        }
    }
    assert_true(tables > 30); /* replays have many each */
}

/* ------------------------------------------------------------------------------------------------------ odd times */

typedef enum odd_times { BACKWARDS, ALL_EQUAL, SOME_NAN, ALL_NAN, JUMBLED, FAR_OFF, TURNS_BACK, ODD_TIMES } odd_times;

static float odd_time(odd_times kind, float time, size_t row, uint64_t *seed)
{
    uint64_t drawn = random_next(seed);
    switch (kind) {
    case BACKWARDS: return 1000 - time;
    case ALL_EQUAL: return 10864.92F;
    case SOME_NAN: return drawn % 3 == 0 ? NAN : time;
    case ALL_NAN: return NAN;
    case JUMBLED: return (float)(drawn % 10000) * 0.01F;
    case FAR_OFF: return drawn % 90 == 0 ? 1e30F : drawn % 90 == 1 ? -INFINITY : time;
    default: return row > 400 ? time - 5 : time; /* the clock of another session */
    }
}

/* Each slice of a replay gets another time. `cut` = bytes that are cut off at the end. */
static void check_replay(const char *dialect, odd_times kind, size_t cut, uint64_t *seed)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    options.seconds = 25;
    options.cars = 6;
    size_t size, slices;
    uint8_t *data = synth_or_fail("vcr", &options, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    double *offsets = column_f64(document, "slices", "offset", &slices);
    pdk_close(document);
    for (size_t i = 0; i < slices; i++) {
        uint8_t *at = data + (size_t)offsets[i];
        float time = odd_time(kind, pdk_load_f32(at), i, seed);
        uint32_t bits;
        memcpy(&bits, &time, sizeof bits);
        pdk_store_u32(at, bits);
    }
    pdk_open_options open = PDK_OPEN_OPTIONS_INIT;
    pdk_error error = { 0 };
    open.partial = true;
    open.format = "vcr";
    assert_ok(pdk_open_memory(data, size - cut, &open, &document, &error), error);
    assert_true(check_document(document, seed) > 3);
    pdk_close(document);
    free(offsets);
    free(data);
}

static void replays_with_odd_times(void **unused)
{
    (void)unused;
    static const char *const dialects[] = { "r1", "r2", "l" };
    uint64_t seed = 77;
    for (odd_times kind = BACKWARDS; kind < ODD_TIMES; kind++) {
        for (size_t d = 0; d < 3; d++) check_replay(dialects[d], kind, kind % 2 == 0 ? 0 : 5000, &seed);
    }
}

static void racers_with_odd_times(void **unused)
{
    (void)unused;
    uint64_t seed = 78;
    for (odd_times kind = BACKWARDS; kind < ODD_TIMES; kind++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.seconds = 60;
        size_t size, frames;
        uint8_t *data = synth_or_fail("rply", &options, &size);
        pdk_document *document = open_bytes_or_fail(data, size);
        double *offsets = column_f64(document, "frames", "offset", &frames);
        pdk_close(document);
        for (size_t i = 0; i < frames; i++) {
            uint8_t *at = data + (size_t)offsets[i] + FRAME_TIME;
            float time = odd_time(kind, (float)pdk_load_i32(at) / 1000, i, &seed);
            if (fabsf(time) < 2e6F) pdk_store_u32(at, (uint32_t)(int32_t)(time * 1000));
        }
        document = open_bytes_or_fail(data, size);
        assert_true(check_document(document, &seed) > 1);
        pdk_close(document);
        free(offsets);
        free(data);
    }
}

/* ---------------------------------------------------------------------------------------------------- few are read */

static pdk_locate locate_itself;
static atomic_ulong located;

static void locate_counted(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    atomic_fetch_add(&located, count);
    locate_itself(table, first, count, rows);
}

static pdk_status keep_bounds(void *user, uint64_t first, size_t count, uint8_t *keep, pdk_error *error)
{
    const pdk_table *table = user;
    pdk_column_bounds bounds = { .column = pdk_table_find_column(table, "time"), .from = 700, .to = 703 };
    return pdk_table_within(table, &(pdk_row_bounds){ &bounds, 1 }, first, count, keep, error);
}

/* Rows whose place was looked up, for the rows of 3 s as CSV. */
static unsigned long count_located(pdk_document *document, const char *name)
{
    pdk_table *table = (pdk_table *)pdk_document_own_table(document, name); /* not constant: it was just opened */
    assert_non_null(table);
    locate_itself = table->locate;
    table->locate = locate_counted;
    atomic_store(&located, 0);
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.filter = keep_bounds;
    options.filter_user = table;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_table_write(table, PDK_CSV, &options, output, &error), error);
    char *text = take_text(output);
    assert_non_null(strchr(text, '\n'));
    assert_true(strlen(strchr(text, '\n')) > 1000); /* there are such rows */
    free(text);
    table->locate = locate_itself;
    return atomic_load(&located);
}

/* From the very first question on: opening has seen the times. */
static void small_part_of_long_replays(void **unused)
{
    (void)unused;
    static const char *const formats[] = { "vcr", "vcr", "vcr", "rply" }, *const tables[] = { "poses", "events",
                                                                                              "slices", "states" };
    for (size_t i = 0; i < 4; i++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.seconds = 800;
        size_t size;
        uint8_t *data = synth_or_fail(formats[i], &options, &size);
        pdk_document *document = open_bytes_or_fail(data, size);
        uint64_t rows = table_rows(document, tables[i]);
        unsigned long seen = count_located(document, tables[i]);
        print_message("%s: %lu of %llu rows were looked up\n", tables[i], seen, (unsigned long long)rows);
        if (seen > 4 * 2 * 8192 || seen > rows / 2)
            fail_msg("%s: %lu of %llu rows were looked up", tables[i], seen, (unsigned long long)rows);
        pdk_close(document);
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format),
        cmocka_unit_test(replays_with_odd_times),
        cmocka_unit_test(racers_with_odd_times),
        cmocka_unit_test(small_part_of_long_replays),
    };
    return cmocka_run_group_tests_name("rows_by_time", tests, NULL, NULL);
}
