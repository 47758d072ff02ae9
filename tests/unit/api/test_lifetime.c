/* How long documents live: holders are counted, and what was computed holds what it was computed from. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "model/document.h"
#include "support.h"

/* Memory that counts what is out. */
static void *count_in(void *user, size_t size)
{
    void *block = malloc(size);
    if (block != NULL) atomic_fetch_add((atomic_int *)user, 1);
    return block;
}

static void *count_same(void *user, void *pointer, size_t old_size, size_t new_size)
{
    (void)old_size;
    if (pointer == NULL) return count_in(user, new_size);
    return realloc(pointer, new_size);
}

static void count_out(void *user, void *pointer, size_t size)
{
    (void)size;
    if (pointer != NULL) atomic_fetch_sub((atomic_int *)user, 1);
    free(pointer);
}

static atomic_int blocks; /* that are out */

static pdk_document *open_counted(const void *data, size_t size)
{
    pdk_error error;
    pdk_document *document = NULL;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.allocator = (pdk_allocator){ count_in, count_same, count_out, &blocks };
    assert_ok(pdk_open_memory(data, size, &options, &document, &error), error);
    return document;
}

static void the_last_holder_closes(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = synth_or_fail("raf", NULL, &size);
    pdk_document *document = open_counted(bytes, size);
    assert_null(pdk_retain(NULL));
    assert_ptr_equal(pdk_retain(document), document);
    assert_ptr_equal(pdk_retain(document), document);
    for (int i = 0; i < 2; i++) {
        pdk_close(document);
        assert_true(atomic_load(&blocks) > 0);
        assert_true(pdk_table_rows(pdk_document_table_at(document, 0)) > 0);
    }
    assert_int_equal(pdk_document_source_count(document), 0);
    assert_null(pdk_document_source_at(document, 0));
    pdk_close(document);
    assert_int_equal(atomic_load(&blocks), 0);
    pdk_close(NULL);
    free(bytes);
}

static void *read_and_close(void *user)
{
    pdk_document *document = user;
    const pdk_table *table = pdk_document_table_at(document, 0);
    double values[16];
    pdk_error error;
    for (int i = 0; i < 200; i++) {
        pdk_document *again = pdk_retain(document);
        assert_ok(pdk_table_read_f64(table, 0, 0, 16, values, &error), error);
        pdk_close(again);
    }
    pdk_close(document);
    return NULL;
}

static void holders_close_on_threads_of_their_own(void **state)
{
    (void)state;
    enum { THREADS = 8 };
    size_t size;
    uint8_t *bytes = synth_or_fail("raf", NULL, &size);
    pdk_document *document = open_counted(bytes, size);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, read_and_close, pdk_retain(document)), 0);
    }
    pdk_close(document);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&blocks), 0);
    free(bytes);
}

/* One surface by itself uses the arrays of its document, which is closed first. */
static void computed_documents_hold_their_sources(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = synth_or_fail("tri", NULL, &size);
    pdk_document *track = open_counted(bytes, size), *alone = NULL, *smooth = NULL;
    pdk_error error;
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    options.allocator = (pdk_allocator){ count_in, count_same, count_out, &blocks };
    assert_ok(pdk_surface_extract(track, 1, &options, &alone, &error), error);
    assert_string_equal(pdk_document_format(alone)->id, "surface");
    assert_null(pdk_format_find("surface"));
    assert_int_equal(pdk_document_source_count(alone), 1);
    assert_ptr_equal(pdk_document_source_at(alone, 0), track);
    assert_null(pdk_document_source_at(alone, 1));
    pdk_close(track);
    pdk_surface surface = surface_or_fail(alone, 0);
    float sum = 0;
    for (uint64_t i = 0; i < 3 * surface.vertex_count; i++) sum += surface.positions[i];
    assert_true(sum - sum == 0);
    assert_ok(pdk_surface_add_normals(alone, &options, &smooth, NULL, &error), error);
    assert_ptr_equal(pdk_document_source_at(smooth, 0), alone);
    pdk_close(alone);
    assert_string_equal(pdk_document_format(pdk_document_source_at(pdk_document_source_at(smooth, 0), 0))->id, "tri");
    pdk_close(smooth);
    assert_int_equal(atomic_load(&blocks), 0);
    free(bytes);
}

static void merged_surfaces_hold_all(void **state)
{
    (void)state;
    uint8_t *bytes[2];
    pdk_document *roads[2], *made = NULL;
    pdk_error error;
    for (int i = 0; i < 2; i++) roads[i] = synth_road(300, &bytes[i], NULL);
    assert_ok(pdk_surface_merge((const pdk_document *const *)roads, 2, NULL, -1, &made, NULL, &error), error);
    assert_int_equal(pdk_document_source_count(made), 2);
    for (size_t i = 0; i < 2; i++) assert_ptr_equal(pdk_document_source_at(made, i), roads[i]);
    for (int i = 0; i < 2; i++) pdk_close(roads[i]);
    pdk_close(made);
    for (int i = 0; i < 2; i++) free(bytes[i]);
}

/* Closing the last of a long chain takes no stack. */
static void chains_are_closed_at_once(void **state)
{
    (void)state;
    enum { LONG = 50000 };
    pdk_error error;
    const pdk_limits limits = { 0 };
    const pdk_allocator allocator = { count_in, count_same, count_out, &blocks };
    pdk_document *last;
    assert_ok(pdk_document_make(&limits, &allocator, NULL, &last, &error), error);
    for (int i = 0; i < LONG; i++) {
        pdk_document *next;
        assert_ok(pdk_document_make(&limits, &allocator, NULL, &next, &error), error);
        pdk_document_add_source(next, last);
        assert_ok(pdk_document_built(next, &error), error);
        pdk_close(last);
        last = next;
    }
    assert_true(atomic_load(&blocks) > LONG);
    pdk_close(last);
    assert_int_equal(atomic_load(&blocks), 0);
}

static void edits_hold_their_document(void **state)
{
    (void)state;
    size_t size, written_size;
    uint8_t *bytes = synth_or_fail("raf", NULL, &size);
    pdk_document *lap = open_counted(bytes, size);
    pdk_edit *edit = NULL;
    pdk_error error;
    assert_ok(pdk_edit_open(lap, &edit, &error), error);
    pdk_close(lap);
    pdk_output *output = output_or_fail();
    assert_ok(pdk_edit_write(edit, output, &error), error);
    pdk_edit_close(edit);
    assert_int_equal(atomic_load(&blocks), 0);
    uint8_t *written = take_bytes(output, &written_size);
    assert_int_equal(written_size, size);
    assert_memory_equal(written, bytes, size);
    free(written);
    free(bytes);
}

/* Columns of computed documents take what they need from the document's memory, which any thread may do, and may fail.
 */
static pdk_status name_rows(const pdk_batch *batch, void *values)
{
    pdk_memory *memory = &batch->table->document->memory;
    for (size_t i = 0; i < batch->count; i++) {
        const char *text = pdk_keep_printf(memory, "row %u", (unsigned)(batch->first + i));
        if (text == NULL) return pdk_fail_memory(batch->error, memory, "the names of rows");
        ((pdk_text *)values)[i] = (pdk_text){ text, strlen(text) };
    }
    return PDK_OK;
}

static void columns_allocate_and_fail(void **state)
{
    (void)state;
    pdk_error error;
    const pdk_limits limits = { .memory = 1 << 16 };
    const pdk_allocator allocator = { count_in, count_same, count_out, &blocks };
    pdk_document *document;
    assert_ok(pdk_document_make(&limits, &allocator, NULL, &document, &error), error);
    pdk_table *table = pdk_document_add_table(document, "rows", "what a column needs", 100000, 1);
    pdk_table_add_computed(table, (pdk_column_info){ .name = "name", .type = PDK_TEXT }, name_rows, NULL, 0);
    assert_ok(pdk_document_built(document, &error), error);
    pdk_text some[3];
    assert_ok(pdk_table_read_column(table, 0, 7, 3, some, &error), error);
    assert_int_equal(some[2].size, strlen("row 9"));
    assert_memory_equal(some[2].data, "row 9", some[2].size);
    pdk_text *all = malloc(100000 * sizeof *all);
    assert_non_null(all);
    assert_fails(pdk_table_read_column(table, 0, 0, 100000, all, &error), error, PDK_E_LIMIT, "memory.limit",
                 PDK_NO_OFFSET);
    assert_memory_equal(some[2].data, "row 9", some[2].size); /* as long as the document */
    free(all);
    pdk_close(document);
    assert_int_equal(atomic_load(&blocks), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_holder_closes),
        cmocka_unit_test(holders_close_on_threads_of_their_own),
        cmocka_unit_test(computed_documents_hold_their_sources),
        cmocka_unit_test(merged_surfaces_hold_all),
        cmocka_unit_test(chains_are_closed_at_once),
        cmocka_unit_test(edits_hold_their_document),
        cmocka_unit_test(columns_allocate_and_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
