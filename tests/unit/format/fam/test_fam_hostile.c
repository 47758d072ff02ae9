/* FAM, CFM and FSH built to explode, and sweeps over whole files. */
#include <stdlib.h>
#include <string.h>

#include "fam_maker.h"
#include "sink.h"

/* --------------------------------------------------------------------------------------------------- bombs */

static uint8_t *fill(size_t size)
{
    uint8_t *bytes = calloc(size, 1);
    assert_non_null(bytes);
    return bytes;
}

static void deep_nesting(void **state)
{
    (void)state;
    enum { LEVELS = 200000 };
    uint8_t *bytes = fill((size_t)LEVELS * 12);
    for (size_t i = 0; i < LEVELS; i++) {
        memcpy(bytes + i * 12, "wwww", 4);
        store_u32(bytes + i * 12 + 4, i + 1 < LEVELS);
        store_u32(bytes + i * 12 + 8, 12);
    }
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_memory(bytes, (size_t)LEVELS * 12, NULL, &document, &error), error, PDK_E_LIMIT, "wwww.depth",
                 8 * 12);
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = true;
    assert_ok(pdk_open_memory(bytes, (size_t)LEVELS * 12, &options, &document, &error), error);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "parts")), 9);
    pdk_close(document);
    options.partial = false;
    options.limits.depth = 500;
    assert_fails(pdk_open_memory(bytes, (size_t)LEVELS * 12, &options, &document, &error), error, PDK_E_LIMIT,
                 "wwww.depth", 500 * 12);
    free(bytes);
}

/* Every container lists the same places: however they are read, each byte belongs to one container a level. */
static void crowded_children(void **state)
{
    (void)state;
    enum { WORDS = 60000 };
    uint8_t *bytes = fill((size_t)WORDS * 4);
    for (size_t i = 0; i < WORDS; i += 4) {
        memcpy(bytes + i * 4, "wwww", 4);
        store_u32(bytes + i * 4 + 4, 2);
        store_u32(bytes + i * 4 + 8, 16);
        store_u32(bytes + i * 4 + 12, 32);
    }
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = true;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(bytes, (size_t)WORDS * 4, &options, &document, &error), error);
    assert_true(pdk_table_rows(pdk_document_find_table(document, "parts")) < 100);
    pdk_close(document);
    /* as many children as there can be: one a word */
    memset(bytes, 0, (size_t)WORDS * 4);
    memcpy(bytes, "wwww", 4);
    uint32_t count = WORDS / 2 - 2;
    store_u32(bytes + 4, count);
    for (uint32_t i = 0; i < count; i++) store_u32(bytes + 8 + 4 * i, (WORDS / 2 + i) * 4);
    assert_ok(pdk_open_memory(bytes, (size_t)WORDS * 4, &options, &document, &error), error);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "parts")), count + 1);
    pdk_close(document);
    free(bytes);
}

/* Many lines that lead to one bitmap: its pixels would be handed out again and again. */
static void shared_pixels(void **state)
{
    (void)state;
    enum { LINES = 30000, SIDE = 256, BLOCK = 16 + 8 * LINES, SIZE = BLOCK + 16 + SIDE * SIDE };
    uint8_t *bytes = fill(SIZE);
    memcpy(bytes, "SHPI", 4);
    store_u32(bytes + 4, SIZE);
    store_u32(bytes + 8, LINES);
    for (size_t i = 0; i < LINES; i++) {
        memcpy(bytes + 16 + 8 * i, "same", 4);
        store_u32(bytes + 20 + 8 * i, BLOCK);
    }
    bytes[BLOCK] = 0x7B;
    store_u16(bytes + BLOCK + 4, SIDE);
    store_u16(bytes + BLOCK + 6, SIDE);
    pdk_document *document = open_bytes_or_fail(bytes, SIZE);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "entries")), LINES);
    assert_int_equal(pdk_document_image_count(document), (size_t)SIZE * 16 / (16 + SIDE * SIDE));
    assert_string_equal(pdk_document_image_at(document, 1)->name, "same#2");
    assert_true(count_findings(document, PDK_CHECK_STRUCTURE, "shpi.palette.missing") > 0);
    pdk_close(document);
    free(bytes);
}

/* -------------------------------------------------------------------------------------------------- sweeps */

static void sweep(const char *format, const char *dialect, size_t truncation_step, size_t mutation_step)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    size_t size;
    uint8_t *bytes = synth_or_fail(format, &options, &size);
    sweep_truncation(bytes, size, truncation_step, format);
    sweep_mutation(bytes, size, 0, size, mutation_step, format);
    free(bytes);
}

static void sweeps(void **state)
{
    (void)state;
    sweep("wwww", "car", 211, 13);
    sweep("shpi", NULL, 499, 97);
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = "car";
    size_t size;
    uint8_t *bytes = synth_or_fail("wwww", &options, &size);
    sweep_mutation(bytes, size, 0, 0x18 + 0x70 + 24, 1, "wwww"); /* family, part header, two polygons */
    free(bytes);
    bytes = synth_or_fail("shpi", NULL, &size);
    sweep_mutation(bytes, size, 0, 16 + 8 * 15 + 16, 1, "shpi"); /* header, directory, a palette's header */
    free(bytes);
    bytes = synth_or_fail("wwww", NULL, &size); /* an open track */
    sweep_mutation(bytes, size, 0, size, 3001, "wwww");
    free(bytes);
}

static void allocations(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = "car";
    size_t size;
    uint8_t *bytes = synth_or_fail("wwww", &options, &size);
    assert_true(sweep_allocation(bytes, size) > 30);
    free(bytes);
    bytes = synth_or_fail("shpi", NULL, &size);
    assert_true(sweep_allocation(bytes, size) > 20);
    free(bytes);
}

static void real_sweeps(void **state)
{
    (void)state;
    const char *path = real_file("nfs/JEEP.CFM");
    if (path == NULL) skip();
    size_t size;
    uint8_t *bytes = read_file(path, &size);
    sweep_mutation(bytes, size, 0, 0x18 + 2172, 11, "wwww");
    sweep_mutation(bytes, size, 0x894, 0x60, 3, "wwww");
    free(bytes);
}

static void cancelling(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = synth_or_fail("wwww", NULL, &size);
    int calls = 5;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.progress = stop_later;
    options.progress_user = &calls;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_memory(bytes, size, &options, &document, &error), error, PDK_E_CANCELLED, "cancelled",
                 PDK_NO_OFFSET);
    assert_int_equal(calls, 0);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deep_nesting), cmocka_unit_test(crowded_children), cmocka_unit_test(shared_pixels),
        cmocka_unit_test(sweeps),       cmocka_unit_test(allocations),      cmocka_unit_test(real_sweeps),
        cmocka_unit_test(cancelling),
    };
    return cmocka_run_group_tests_name("fam hostile", tests, NULL, NULL);
}
