/* What a page has of the points of a scan besides their places: colours, intensity and class, as the file has them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "las_maker.h"
#include "page_look.h"

/* The block of a document's surface, malloc'd. */
static uint8_t *surface_block(const pdk_document *document, size_t *size)
{
    pdk_page_file file = { .document = document, .name = "scan" };
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_ok(pdk_page_surface(&file, 0, NULL, output, &error), error);
    pdk_bytes bytes = pdk_output_bytes(output);
    uint8_t *block = malloc(bytes.size);
    assert_non_null(block);
    memcpy(block, bytes.data, bytes.size);
    *size = bytes.size;
    pdk_output_close(output);
    return block;
}

static bool has_column(const uint8_t *block, size_t size, const char *name)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_json_tree tree = page_head(block, size, &memory);
    pdk_json_found columns = pdk_json_member(pdk_json_root(&tree), "columns");
    bool found = false;
    for (size_t i = 0; i < pdk_json_count(columns, SIZE_MAX) && !found; i++) {
        pdk_text text = pdk_json_as_text(pdk_json_member(pdk_json_item(columns, i), "name"));
        found = text.size == strlen(name) && memcmp(text.data, name, text.size) == 0;
    }
    pdk_json_free(&tree);
    pdk_memory_destroy(&memory);
    return found;
}

static void assert_column(const uint8_t *block, size_t size, const char *name, const double *wanted, double within)
{
    page_column column = page_column_of(block, size, name);
    assert_int_equal(column.count, LAS_POINTS);
    for (size_t i = 0; i < LAS_POINTS; i++) assert_near(column.numbers[i], wanted[i], within);
    page_column_free(&column);
}

static void scans_of_every_format(void **state)
{
    (void)state;
    static const double reds[] = { 0, 27, 54, 82, 109 }; /* 7000 i of 65535, in 255 */
    for (int format = 0; format < PDK_LAS_FORMATS; format++) {
        las_scan file = las_make(4, format, 0);
        const pdk_record *record = pdk_las_points[format];
        double classes[LAS_POINTS], intensities[LAS_POINTS];
        for (unsigned i = 0; i < LAS_POINTS; i++) {
            const uint8_t *at = file.bytes + file.points_at + i * record->size;
            classes[i] = (double)pdk_get_i64(pdk_record_field(record, "classification"), 0, at);
            intensities[i] = (double)pdk_get_i64(pdk_record_field(record, "intensity"), 0, at);
        }
        pdk_document *document = open_bytes_or_fail(file.bytes, file.size);
        size_t size;
        uint8_t *block = surface_block(document, &size);
        bool colored = pdk_record_field(record, "red") != NULL;
        assert_true(has_column(block, size, "red") == colored);
        if (colored) assert_column(block, size, "red", reds, 0);
        assert_column(block, size, "class", classes, 0);
        assert_column(block, size, "intensity", intensities, 0.01);
        free(block);
        pdk_close(document);
    }
}

/* What is the same in all points is nothing to colour by. */
static void values_that_do_not_differ(void **state)
{
    (void)state;
    las_scan file = las_make(4, 6, 0);
    const pdk_record *record = pdk_las_points[6];
    for (unsigned i = 0; i < LAS_POINTS; i++) {
        las_put(&file, record, file.points_at + i * record->size, "intensity", 7);
        las_put(&file, record, file.points_at + i * record->size, "classification", 2);
    }
    pdk_document *document = open_bytes_or_fail(file.bytes, file.size);
    size_t size;
    uint8_t *block = surface_block(document, &size);
    assert_false(has_column(block, size, "class") || has_column(block, size, "intensity"));
    free(block);
    pdk_close(document);
}

/* A surface without such values has no such columns. */
static void surfaces_without(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = 200;
    size_t size, block_size;
    uint8_t *bytes = synth_or_fail("rld", &options, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    uint8_t *block = surface_block(document, &block_size);
    static const char *const names[] = { "red", "green", "blue", "intensity", "class" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) assert_false(has_column(block, block_size, names[i]));
    free(block);
    pdk_close(document);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(scans_of_every_format),
                                        cmocka_unit_test(values_that_do_not_differ),
                                        cmocka_unit_test(surfaces_without) };
    return cmocka_run_group_tests_name("page: points", tests, NULL, NULL);
}
