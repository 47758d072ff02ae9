/* Documents and tables: whatever way rows are requested, they are the same rows; impossible requests are refused. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/document.h"
#include "random.h"
#include "support.h"

enum { ROWS = 1301, STRIDE = 11 }; /* two batches and a half, odd */

/* clang-format off */
static const pdk_field fields[] = {
    { .name = "small", .offset = 0, .storage = PDK_RAW_I8, .unit = "m" },
    { .name = "pair", .offset = 1, .storage = PDK_RAW_U16, .count = 2 },
    { .name = "reserved_5", .offset = 5, .storage = PDK_RAW_OPAQUE, .count = 2 },
    { .name = "real", .offset = 7, .storage = PDK_RAW_F32 },
};
/* clang-format on */
static PDK_RECORD(record, "test.row", "", STRIDE, fields, "");

typedef struct world {
    pdk_document document;
    uint8_t bytes[ROWS * STRIDE];
} world;

/* A document by hand: what pdk_open_* does, without a file. */
static world *new_world(uint64_t limit)
{
    world *it = calloc(1, sizeof *it);
    assert_non_null(it);
    uint64_t seed = 21;
    random_bytes(&seed, it->bytes, sizeof it->bytes);
    pdk_document *document = &it->document;
    pdk_memory_init(&document->memory, NULL, limit);
    document->limits.findings = 3;
    document->evidence = pdk_vector_of(&document->memory, sizeof(char *));
    document->properties = pdk_vector_of(&document->memory, sizeof(pdk_property));
    document->tables = pdk_vector_of(&document->memory, sizeof(pdk_table *));
    document->surfaces = pdk_vector_of(&document->memory, sizeof(pdk_surface_entry));
    document->images = pdk_vector_of(&document->memory, sizeof(pdk_image_entry));
    document->findings = pdk_vector_of(&document->memory, sizeof(pdk_finding));
    document->regions = pdk_vector_of(&document->memory, sizeof(pdk_region));
    pdk_owned_lock_init(&document->lock);
    return it;
}

static void end_world(world *it)
{
    pdk_owned_lock_destroy(&it->document.lock);
    pdk_memory_destroy(&it->document.memory);
    free(it);
}

static void locate_backwards(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    const uint8_t *base = table->state;
    for (size_t i = 0; i < count; i++) rows[i] = (pdk_row){ base + (ROWS - 1 - first - i) * STRIDE, first + i };
}

static pdk_status compute_square(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        ((uint32_t *)values)[i] = (uint32_t)((batch->first + i) * (batch->first + i) + batch->column->number +
                                             (batch->rows[i].at != NULL ? 0 : 1000));
    }
    return PDK_OK;
}

static pdk_table *add_table(world *it, bool located, const uint32_t *array)
{
    pdk_table *table =
        pdk_document_add_table(&it->document, located ? "located" : "strided", "", ROWS, 2); /* too few: it grows */
    if (located) pdk_table_set_located(table, locate_backwards, it->bytes);
    else pdk_table_set_strided(table, it->bytes, STRIDE);
    pdk_table_add_record(table, &record, 0);
    pdk_table_add_computed(table, (pdk_column_info){ .name = "square", .type = PDK_UINT32 }, compute_square, NULL, 5);
    pdk_table_add_array(table, (pdk_column_info){ .name = "array", .type = PDK_UINT32 }, array);
    return table;
}

static void columns_have_names(void **unused)
{
    (void)unused;
    world *it = new_world(0);
    static uint32_t array[ROWS];
    pdk_table *table = add_table(it, false, array);
    static const char *const names[] = { "small", "pair_0", "pair_1", "real", "square", "array" };
    assert_int_equal(pdk_table_columns(table), 6);
    for (size_t i = 0; i < 6; i++) {
        assert_string_equal(pdk_table_column_at(table, i)->name, names[i]);
        assert_int_equal(pdk_table_find_column(table, names[i]), i);
    }
    assert_string_equal(pdk_table_column_at(table, 0)->unit, "m");
    assert_null(pdk_table_column_at(table, 6));
    assert_true(pdk_table_find_column(table, "reserved_5") == PDK_NO_COLUMN);
    end_world(it);
}

/* Every third row has no value. */
static pdk_status compute_thirds(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        ((int16_t *)values)[i] = (int16_t)(batch->first + i);
        if ((batch->first + i) % 3 == 0) pdk_batch_miss(batch, i);
    }
    return PDK_OK;
}

static pdk_status compute_failure(const pdk_batch *batch, void *values)
{
    (void)values;
    return pdk_fail(batch->error, PDK_E_CORRUPT, 7, "test.column", "row %d cannot be computed", (int)batch->first);
}

static bool bit_of(const uint8_t *bits, size_t index)
{
    return (bits[index / 8] >> (index % 8) & 1) != 0;
}

/* Bits show what is missing: of computed columns, of fields with a value that stands for none, of columns that always
 * have one; in any type, from any row on, and bits after the last row are 0. */
static void missing_values(void **unused)
{
    (void)unused;
    world *it = new_world(0);
    static uint32_t array[ROWS];
    pdk_table *table = add_table(it, false, array);
    pdk_column_info thirds = { .name = "thirds", .type = PDK_INT16, .nullable = true };
    pdk_table_add_computed(table, thirds, compute_thirds, NULL, 0);
    pdk_table_set_role(table, PDK_ROLE_LAP, PDK_FRAME_NONE);
    pdk_table_add_field(table, "marked", &fields[0], 0, 0);
    pdk_table_set_sentinel(table, -1);
    pdk_table_set_sorted(table, "square");
    size_t lap = pdk_table_find_role(table, PDK_ROLE_LAP), marked = pdk_table_find_column(table, "marked");
    assert_int_equal(lap, pdk_table_find_column(table, "thirds"));
    assert_true(pdk_table_find_role(table, PDK_ROLE_TIME) == PDK_NO_COLUMN);
    assert_true(pdk_table_find_role(table, PDK_ROLE_NONE) == PDK_NO_COLUMN);
    assert_int_equal(pdk_table_sorted_by(table), pdk_table_find_column(table, "square"));
    static int16_t laps[ROWS];
    static int8_t marks[ROWS];
    static double doubles[ROWS];
    static const size_t firsts[] = { 0, 1, 255, 256, 300, ROWS }, counts[] = { ROWS, 700, 513, 9, 1, 0 };
    for (size_t k = 0; k < 6; k++) {
        size_t first = firsts[k], count = counts[k];
        uint8_t bits[4][ROWS / 8 + 2];
        memset(bits, 0xA5, sizeof bits);
        pdk_column_read reads[] = {
            { .column = lap, .values = laps, .validity = bits[0] },
            { .column = marked, .values = marks, .validity = bits[1] },
            { .column = lap, .type = PDK_FLOAT64, .values = doubles, .validity = bits[2] },
            { .column = 5, .type = PDK_FLOAT64, .values = doubles, .validity = bits[3] },
        };
        pdk_error error = { 0 };
        assert_ok(pdk_table_read(table, first, count, reads, 3, &error), error);
        size_t none = 0;
        for (size_t i = 0; i < count; i++) {
            size_t row = first + i;
            assert_int_equal(bit_of(bits[0], i), row % 3 != 0);
            assert_int_equal(laps[i], row % 3 != 0 ? (int)row : 0);
            assert_int_equal(bit_of(bits[2], i), row % 3 != 0);
            assert_true(row % 3 != 0 ? (size_t)doubles[i] == row : isnan(doubles[i]));
            int8_t stored = (int8_t)it->bytes[row * STRIDE];
            assert_int_equal(bit_of(bits[1], i), stored != -1);
            assert_int_equal(marks[i], stored != -1 ? stored : 0);
            none += stored == -1;
        }
        assert_true(count < ROWS || none > 0);
        assert_ok(pdk_table_read(table, first, count, &reads[3], 1, &error), error);
        for (size_t i = 0; i < count; i++) assert_true(bit_of(bits[3], i));
        for (size_t b = 0; b < 4; b++) {
            for (size_t i = count; i % 8 != 0; i++) assert_false(bit_of(bits[b], i));
            assert_int_equal(bits[b][(count + 7) / 8], 0xA5); /* and nothing after them is touched */
        }
    }
    pdk_table_add_computed(table, (pdk_column_info){ .name = "bad", .type = PDK_INT16 }, compute_failure, NULL, 0);
    pdk_error error = { 0 };
    size_t bad = pdk_table_find_column(table, "bad");
    assert_int_equal(pdk_table_read_column(table, bad, 300, 5, laps, &error), PDK_E_CORRUPT);
    assert_string_equal(error.code, "test.column");
    assert_string_equal(error.message, "row 300 cannot be computed");
    end_world(it);
}

/* Any range, in any number of pieces, across batch ends, equals the whole. */
static void ranges_agree(void **unused)
{
    (void)unused;
    world *it = new_world(0);
    static uint32_t array[ROWS];
    for (uint32_t i = 0; i < ROWS; i++) array[i] = i * 7;
    for (int located = 0; located < 2; located++) {
        pdk_table *table = add_table(it, located != 0, array);
        size_t columns = pdk_table_columns(table);
        double *whole = calloc(columns * ROWS, sizeof *whole), *part = calloc(ROWS, sizeof *part);
        assert_true(whole != NULL && part != NULL);
        pdk_error error = { 0 };
        pdk_column_read reads[8];
        for (size_t c = 0; c < columns; c++)
            reads[c] = (pdk_column_read){ .column = c, .type = PDK_FLOAT64, .values = whole + c * ROWS };
        assert_ok(pdk_table_read(table, 0, ROWS, reads, columns, &error), error);
        for (size_t i = 0; i < ROWS; i++) { /* by hand */
            const uint8_t *at = it->bytes + (located != 0 ? ROWS - 1 - i : i) * STRIDE;
            assert_true((int8_t)at[0] == (int)whole[i]);
            assert_true((at[3] | at[4] << 8) == (int)whole[2 * ROWS + i]);
            assert_true((uint32_t)(i * i + 5) == (uint32_t)whole[4 * ROWS + i]);
            assert_true(i * 7 == (size_t)whole[5 * ROWS + i]);
        }
        uint64_t seed = 33;
        for (int round = 0; round < 300; round++) {
            size_t first = random_next(&seed) % (ROWS + 1), count = random_next(&seed) % (ROWS + 1 - first);
            size_t c = random_next(&seed) % columns;
            assert_ok(pdk_table_read_f64(table, c, first, count, part, &error), error);
            assert_memory_equal(part, whole + c * ROWS + first, count * sizeof *part);
        }
        free(whole);
        free(part);
    }
    end_world(it);
}

/* More reads than are planned together, of each column several, give each what it would get alone. */
static void many_reads_at_once(void **unused)
{
    (void)unused;
    enum { READS = 150 };
    world *it = new_world(0);
    static uint32_t array[ROWS];
    pdk_table *table = add_table(it, true, array);
    size_t columns = pdk_table_columns(table), size = ROWS * sizeof(double);
    double *all = calloc(READS, size), *alone = calloc(1, size);
    assert_true(all != NULL && alone != NULL);
    static uint8_t valid[READS][ROWS / 8 + 1];
    pdk_column_read reads[READS];
    for (size_t r = 0; r < READS; r++) {
        reads[r] = (pdk_column_read){
            .column = r * 5 % columns, .type = PDK_FLOAT64, .values = all + r * ROWS, .validity = valid[r]
        };
    }
    pdk_error error = { 0 };
    assert_ok(pdk_table_read(table, 0, ROWS, reads, READS, &error), error);
    for (size_t r = 0; r < READS; r++) {
        assert_ok(pdk_table_read_f64(table, reads[r].column, 0, ROWS, alone, &error), error);
        for (size_t i = 0; i < ROWS; i++) { /* NaNs may differ in their payload */
            double value = all[r * ROWS + i];
            assert_true(memcmp(&alone[i], &value, sizeof value) == 0 || (isnan(alone[i]) && isnan(value)));
        }
        for (size_t i = 0; i < ROWS / 8; i++) assert_int_equal(valid[r][i], 0xFF);
        assert_int_equal(valid[r][ROWS / 8], (1 << ROWS % 8) - 1);
    }
    free(all);
    free(alone);
    end_world(it);
}

static void reading_is_checked(void **unused)
{
    (void)unused;
    world *it = new_world(0);
    static uint32_t array[ROWS];
    pdk_table *table = add_table(it, false, array);
    double values[4];
    pdk_error error = { 0 };
    assert_ok(pdk_table_read_f64(table, 0, ROWS, 0, values, &error), error);
    assert_ok(pdk_table_read(table, 0, 10, NULL, 0, &error), error);
    assert_fails(pdk_table_read_f64(table, 0, ROWS, 1, values, &error), error, PDK_E_ARGUMENT, "argument.rows",
                 PDK_NO_OFFSET);
    assert_fails(pdk_table_read_f64(table, 0, UINT64_MAX, 2, values, &error), error, PDK_E_ARGUMENT, "argument.rows",
                 PDK_NO_OFFSET);
    assert_fails(pdk_table_read_f64(table, 0, 2, SIZE_MAX, values, &error), error, PDK_E_ARGUMENT, "argument.rows",
                 PDK_NO_OFFSET);
    assert_fails(pdk_table_read_f64(table, 6, 0, 1, values, &error), error, PDK_E_ARGUMENT, "argument.column",
                 PDK_NO_OFFSET);
    assert_fails(pdk_table_read_f64(table, PDK_NO_COLUMN, 0, 1, values, &error), error, PDK_E_ARGUMENT,
                 "argument.column", PDK_NO_OFFSET);
    assert_fails(pdk_table_read_f64(table, 0, 0, 1, NULL, &error), error, PDK_E_ARGUMENT, "argument.column",
                 PDK_NO_OFFSET);
    assert_ok(pdk_table_read_f64(table, 0, 2, 0, NULL, &error), error); /* no rows need no room */
    assert_ok(pdk_table_read_column(table, 0, ROWS, 0, NULL, &error), error);
    assert_fails(pdk_table_read_f64(NULL, 0, 0, 1, values, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_table_read(table, 0, 1, NULL, 1, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    pdk_column_read wrong = { .column = 0, .type = PDK_INT32, .values = values };
    assert_fails(pdk_table_read(table, 0, 1, &wrong, 1, &error), error, PDK_E_ARGUMENT, "argument.column",
                 PDK_NO_OFFSET);
    end_world(it);
}

/* Building continues quietly without memory and says so once, at the end. */
static void building_without_memory(void **unused)
{
    (void)unused;
    static uint32_t array[ROWS];
    bool failed_once = false, passed_once = false;
    for (uint64_t limit = 1; limit < 20000; limit += 37) {
        world *it = new_world(limit);
        pdk_document *document = &it->document;
        pdk_document_set_dialect(document, "dialect %d", 1);
        pdk_document_add_evidence(document, "because");
        pdk_document_add_fields(document, &record, it->bytes);
        pdk_document_add_text(document, "text", "\xE4", 1, NULL, PDK_GUESSED);
        add_table(it, true, array);
        pdk_document_add_region(document, "row", &record, 0, STRIDE, ROWS);
        pdk_document_add_finding(document, PDK_WARNING, "test.code", 1, "test", "found");
        pdk_error error = { 0 };
        pdk_status status = pdk_document_built(document, &error);
        if (status == PDK_OK) {
            passed_once = true;
            assert_int_equal(pdk_document_table_count(document), 1);
            assert_int_equal(document->findings.count, 1);
        } else {
            failed_once = true;
            assert_fails(status, error, PDK_E_LIMIT, "memory.limit", PDK_NO_OFFSET);
        }
        end_world(it);
    }
    assert_true(failed_once && passed_once);
}

static void getters(void **unused)
{
    (void)unused;
    world *it = new_world(0);
    pdk_document *document = &it->document;
    pdk_document_add_evidence(document, "one %d", 1);
    pdk_document_add_number(document, "length", 2.5, "m", "how long", PDK_LIKELY);
    pdk_document_add_count(document, "count", 7, NULL);
    pdk_document_add_text(document, "name", "Sp\xE4th\0junk", 10, NULL, PDK_CONFIRMED);
    assert_string_equal(pdk_document_evidence_at(document, 0), "one 1");
    assert_null(pdk_document_evidence_at(document, 1));
    assert_int_equal(pdk_document_property_count(document), 3);
    assert_null(pdk_document_property_at(document, 3));
    assert_null(pdk_document_find_property(document, "nothing"));
    assert_property_text(document, "name", "Sp\xC3\xA4th");
    assert_true(property_number(document, "length") > 2.4 && property_number(document, "count") > 6.9);
    assert_null(pdk_document_table_at(document, 0));
    assert_null(pdk_document_own_table(document, "nothing"));
    assert_null(pdk_document_surface_at(document, 0));
    assert_null(pdk_document_image_at(document, 0));
    pdk_error error = { 0 };
    pdk_surface surface;
    uint8_t rgba[4];
    assert_fails(pdk_document_surface_read(document, 0, &surface, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    assert_fails(pdk_document_image_read(document, 0, rgba, 4, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    end_world(it);
}

/* --------------------------------------------------------------------------------------- surfaces and images */

static pdk_status build_surface(pdk_document *document, const void *state, pdk_surface *surface, pdk_error *error)
{
    (void)document;
    int *calls = *(int *const *)state;
    if (++*calls == 1) return pdk_fail(error, PDK_E_CORRUPT, 9, "test.surface", "not the first time");
    *surface = (pdk_surface){ .vertex_count = 3 };
    return PDK_OK;
}

static pdk_status decode_grey(const pdk_document *document, const void *state, uint8_t *rgba, pdk_error *error)
{
    (void)document;
    (void)state;
    (void)error;
    memset(rgba, 0x80, 2 * 3 * 4);
    return PDK_OK;
}

static void made_when_asked_for(void **unused)
{
    (void)unused;
    world *it = new_world(0);
    int calls = 0, *counter = &calls;
    pdk_document_add_surface(
        &it->document, &(pdk_surface_entry){ .info = { .name = "road" }, .build = build_surface, .state = &counter });
    pdk_document_add_image(&it->document, &(pdk_image_entry){ .info = { .name = "grey", .width = 2, .height = 3 },
                                                              .decode = decode_grey });
    pdk_error error = { 0 };
    pdk_surface surface = { 0 };
    assert_fails(pdk_document_surface_read(&it->document, 0, &surface, &error), error, PDK_E_CORRUPT, "test.surface",
                 9);
    for (int i = 0; i < 3; i++) assert_ok(pdk_document_surface_read(&it->document, 0, &surface, &error), error);
    assert_int_equal(calls, 2); /* built once, kept */
    assert_true(surface.vertex_count == 3);
    uint8_t rgba[24] = { 0 };
    assert_fails(pdk_document_image_read(&it->document, 0, rgba, 23, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    assert_fails(pdk_document_image_read(&it->document, 0, NULL, 24, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    assert_ok(pdk_document_image_read(&it->document, 0, rgba, 24, &error), error);
    assert_int_equal(rgba[23], 0x80);
    end_world(it);
}

/* Damage stops an ordinary open and is a finding in a partial one; findings end at their limit. */
static void damage_and_findings(void **unused)
{
    (void)unused;
    world *it = new_world(0);
    pdk_document *document = &it->document;
    pdk_error error = { 0 };
    assert_fails(pdk_document_damage(document, &error, PDK_E_TRUNCATED, 77, "test.cut", "test.row[3]", "cut at %d", 77),
                 error, PDK_E_TRUNCATED, "test.cut", 77);
    assert_string_equal(error.where, "test.row[3]");
    assert_int_equal(document->findings.count, 0);
    document->partial = true;
    assert_ok(pdk_document_damage(document, &error, PDK_E_TRUNCATED, 77, "test.cut", "test.row[3]", "cut at %d", 77),
              error);
    const pdk_finding *kept = document->findings.items;
    assert_int_equal(document->findings.count, 1);
    assert_int_equal(kept[0].severity, PDK_ERROR);
    assert_true(kept[0].offset == 77);
    assert_string_equal(kept[0].code, "test.cut");
    assert_string_equal(kept[0].message, "cut at 77");
    for (int i = 0; i < 10; i++) pdk_document_add_finding(document, PDK_NOTE, "test.note", 0, "", "%d", i);
    assert_int_equal(document->findings.count, 3);
    end_world(it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_have_names),      cmocka_unit_test(ranges_agree),
        cmocka_unit_test(missing_values),          cmocka_unit_test(reading_is_checked),
        cmocka_unit_test(building_without_memory), cmocka_unit_test(getters),
        cmocka_unit_test(many_reads_at_once),      cmocka_unit_test(made_when_asked_for),
        cmocka_unit_test(damage_and_findings),
    };
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
