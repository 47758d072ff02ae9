/* Indices over the heights of a surface: the same answers in any form and by any number of threads, memory, and wrong
 * calls. */
#include <stdlib.h>
#include <string.h>

#include "heights.h"
#include "random.h"
#include "sink.h"
#include "surface/index/height_index.h"

/* What the tests of one form are run for. */
static pdk_height_index_form form;

static void answers_do_not_depend_on_threads(void **state)
{
    (void)state;
    mesh made = sheet(200, 0.1, 0.7, 0);
    pdk_height_index *indices[3];
    for (size_t i = 0; i < 3; i++) indices[i] = index_in_form(&made.surface, form, 1 + 2 * i);
    uint64_t seed = 8;
    for (int n = 0; n < 5000; n++) {
        double x = uniform(&seed, -15, 20), y = uniform(&seed, 0, 30);
        pdk_surface_hit hits[3];
        memset(hits, 0, sizeof hits);
        for (int i = 0; i < 3; i++) pdk_surface_query(indices[i], x, y, NULL, &hits[i], 1);
        assert_memory_equal(&hits[0], &hits[1], sizeof hits[0]);
        assert_memory_equal(&hits[0], &hits[2], sizeof hits[0]);
    }
    for (int i = 0; i < 3; i++) pdk_height_index_close(indices[i]);
    drop_mesh(&made);
}

/* Both forms give the same bits: inside, on edges, at corners; of soup, of sheets, where corners stand on edges, and
 * where a block would be too large. */
static void answers_do_not_depend_on_form(void **state)
{
    (void)state;
    enum { BUFFER_SIZE = 32 };
    mesh meshes[] = { confusion(21, 3000, 100), sheet(60, 0.1, 0.3, 1000), sheet(300, 0.01, 0, 0),
                      confusion(22, 900, 1) };
    for (uint32_t i = 0; i < 60 * 61; i += 3)
        meshes[1].positions[3 * i + 1] = meshes[1].positions[3 * i + 4]; /* folds, and corners on edges */
    for (size_t m = 0; m < sizeof meshes / sizeof meshes[0]; m++) {
        const pdk_surface *surface = &meshes[m].surface;
        pdk_height_index *fast = index_in_form(surface, PDK_INDEX_FAST, 3),
                         *small = index_in_form(surface, PDK_INDEX_SMALL, 1);
        pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
        uint64_t seed = 31, met = 0;
        for (int n = 0; n < 20000; n++) {
            const uint32_t *corners = surface->triangles + 3 * (random_next(&seed) % surface->triangle_count);
            const float *a = surface->positions + 3 * corners[0], *b = surface->positions + 3 * corners[1],
                        *c = surface->positions + 3 * corners[2];
            double p = n % 3 > 0 ? uniform(&seed, 0, 1) : 0, q = n % 3 > 1 ? uniform(&seed, 0, 1 - p) : 0,
                   r = 1 - p - q;
            double x = r * (double)a[0] + p * (double)b[0] + q * (double)c[0],
                   y = r * (double)a[1] + p * (double)b[1] + q * (double)c[1];
            pdk_surface_hit some[BUFFER_SIZE], others[BUFFER_SIZE];
            memset(some, 0, sizeof some);
            memset(others, 0, sizeof others);
            size_t capacity = 1 + (size_t)n % BUFFER_SIZE,
                   got = pdk_surface_query(fast, x, y, n % 2 == 0 ? &hint : NULL, some, capacity);
            assert_int_equal(got, pdk_surface_query(small, x, y, NULL, others, capacity));
            assert_memory_equal(some, others, sizeof some);
            if (got > 0) met++;
            double near = uniform(&seed, -6, 6);
            assert_int_equal(pdk_surface_query_near(fast, x, y, near, NULL, some),
                             pdk_surface_query_near(small, x, y, near, NULL, others));
            assert_memory_equal(some, others, sizeof some);
        }
        assert_in_range(met, 15000, 20000);
        pdk_height_index_close(fast);
        pdk_height_index_close(small);
        drop_mesh(&meshes[m]);
    }
}

/* The usual form is the fast one, here; what memory it takes, and that a limit holds for it. */
static void forms_take_what_they_say(void **state)
{
    (void)state;
    mesh made = sheet(400, 0.1, 0.3, 0);
    uint64_t bytes[3];
    for (int i = 0; i < 3; i++) {
        pdk_height_index *index = index_in_form(&made.surface, (pdk_height_index_form)i, 1);
        bytes[i] = pdk_height_index_about(index)->bytes / made.surface.triangle_count;
        pdk_height_index_close(index);
    }
    assert_true(bytes[PDK_INDEX_USUAL] == bytes[PDK_INDEX_FAST]);
    assert_in_range(bytes[PDK_INDEX_FAST], 40, 64);
    assert_in_range(bytes[PDK_INDEX_SMALL], 12, 24);
    drop_mesh(&made);
}

static void calls_are_checked(void **state)
{
    (void)state;
    mesh made = sheet(100, 0.1, 0.3, 0);
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    pdk_height_index *index = NULL;
    pdk_error error;
    assert_fails(pdk_height_index_create(NULL, NULL, &index, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_height_index_create(&made.surface, NULL, NULL, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    options.struct_size = 1;
    assert_fails(pdk_height_index_create(&made.surface, &options, &index, &error), error, PDK_E_ARGUMENT,
                 "argument.options", PDK_NO_OFFSET);
    options.struct_size = sizeof options;
    options.form = (pdk_height_index_form)3;
    assert_fails(pdk_height_index_create(&made.surface, &options, &index, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    options.form = form;
    options.limits.memory = 10000;
    assert_fails(pdk_height_index_create(&made.surface, &options, &index, &error), error, PDK_E_LIMIT, "memory.limit",
                 PDK_NO_OFFSET);
    for (options.limits.memory = 20000; options.limits.memory < 600000;
         options.limits.memory += 20000) { /* wherever it runs out */
        pdk_status status = pdk_height_index_create(&made.surface, &options, &index, &error);
        if (status != PDK_OK) assert_string_equal(error.code, "memory.limit");
        pdk_height_index_close(index);
        index = NULL;
    }
    options.limits.memory = 0;
    for (int calls = 1; calls <= 4; calls++) {
        int left = calls;
        options.threads = 1;
        options.progress = stop_later;
        options.progress_user = &left;
        assert_fails(pdk_height_index_create(&made.surface, &options, &index, &error), error, PDK_E_CANCELLED,
                     "cancelled", PDK_NO_OFFSET);
    }
    pdk_surface large = made.surface;
    large.triangle_count = UINT64_C(1) << 32;
    assert_fails(pdk_height_index_create(&large, NULL, &index, &error), error, PDK_E_LIMIT, "surface.large",
                 PDK_NO_OFFSET);
    assert_null(index);
    drop_mesh(&made);
}

/* Memory that gives the block of an index that was released to the next one, as malloc may do; all other blocks are
 * cleared when they are released, and kept. */
enum { MAX_KEPT = 1000 };
typedef struct one_place {
    void *block, *kept[MAX_KEPT];
    size_t size, count;
} one_place;

static void *take_place(void *user, size_t size)
{
    one_place *place = user;
    if (place->block == NULL || size != place->size) return malloc(size);
    void *block = place->block;
    place->block = NULL;
    return block;
}

static void release_place(void *user, void *pointer, size_t size)
{
    one_place *place = user;
    if (pointer == NULL) return;
    memset(pointer, 0, size);
    if (size == place->size && place->block == NULL) {
        place->block = pointer;
        return;
    }
    assert_true(place->count < MAX_KEPT);
    place->kept[place->count++] = pointer;
}

static void *grow_place(void *user, void *pointer, size_t old_size, size_t new_size)
{
    void *grown = malloc(new_size);
    if (pointer != NULL && grown != NULL) memcpy(grown, pointer, old_size < new_size ? old_size : new_size);
    if (grown != NULL) release_place(user, pointer, old_size);
    return grown;
}

/* A hint that was used with an index that is closed, while another is at its address. */
static void hints_of_closed_indices_change_nothing(void **state)
{
    (void)state;
    mesh low = sheet(20, 0.1, 0, 0), high = sheet(20, 0.1, 0, 0);
    for (uint64_t i = 0; i < high.surface.vertex_count; i++) high.positions[3 * i + 2] += 7;
    const float *middle = low.positions + 3 * (low.surface.vertex_count / 2);
    double x = (double)middle[0] + 0.01, y = (double)middle[1] + 0.01;
    one_place place = { .size = sizeof(pdk_height_index) };
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    options.form = form;
    options.threads = 1;
    options.allocator = (pdk_allocator){ take_place, grow_place, release_place, &place };
    pdk_error error;
    pdk_height_index *first, *second;
    pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
    pdk_surface_hit before, after, fresh;
    assert_ok(pdk_height_index_create(&low.surface, &options, &first, &error), error);
    assert_int_equal(pdk_surface_query(first, x, y, &hint, &before, 1), 1);
    uintptr_t address = (uintptr_t)first;
    pdk_height_index_close(first);
    assert_ok(pdk_height_index_create(&high.surface, &options, &second, &error), error);
    assert_true((uintptr_t)second == address);
    assert_int_equal(pdk_surface_query(second, x, y, &hint, &after, 1), 1);
    assert_int_equal(pdk_surface_query(second, x, y, NULL, &fresh, 1), 1);
    assert_true(after.z > before.z + 6);
    assert_memory_equal(&after, &fresh, sizeof fresh);
    pdk_height_index_close(second);
    free(place.block);
    for (size_t i = 0; i < place.count; i++) free(place.kept[i]);
    drop_mesh(&low);
    drop_mesh(&high);
}

int main(void)
{
    const struct CMUnitTest of_both[] = {
        cmocka_unit_test(answers_do_not_depend_on_form),
        cmocka_unit_test(forms_take_what_they_say),
    };
    const struct CMUnitTest of_each[] = {
        cmocka_unit_test(answers_do_not_depend_on_threads),
        cmocka_unit_test(hints_of_closed_indices_change_nothing),
        cmocka_unit_test(calls_are_checked),
    };
    int failed = cmocka_run_group_tests_name("surface_index, both forms", of_both, NULL, NULL);
    static const pdk_height_index_form forms[] = { PDK_INDEX_FAST, PDK_INDEX_SMALL };
    for (size_t i = 0; i < 2; i++) {
        form = forms[i];
        failed += cmocka_run_group_tests_name(form == PDK_INDEX_FAST ? "surface_index, fast" : "surface_index, small",
                                              of_each, NULL, NULL);
    }
    return failed;
}
