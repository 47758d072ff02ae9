/* Repairing surfaces: large random damage against a plain reading of the rules, hostile numbers, and what repairs
 * refuse. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "failing.h"
#include "rld_mending.h"
#include "sink.h"
#include "sweep_stride.h"

/* ------------------------------------------------------------------------------------------------- large */

static uint32_t dice(uint64_t *state, uint32_t sides)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 33) % sides);
}

static void load_point(float place[3], const uint8_t *file, uint32_t number)
{
    for (int k = 0; k < 3; k++) place[k] = pdk_load_f32(file + 20 + 12 * (size_t)number + 4 * k);
}

/* Random damage: what is left must be the triangles that are sound, in order, with corners at the same places. */
static void test_large(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = 300000;
    size_t size;
    uint8_t *file = synth_or_fail("rld", &options, &size);
    uint32_t points = get32(file + 8), triangles = get32(file + 12);
    uint8_t *first_triangle = file + 24 + 12 * (size_t)points;
    uint64_t seed = 7;
    for (int i = 0; i < 500; i++) set_nan(file + 20 + 12 * (size_t)dice(&seed, points) + 4 * dice(&seed, 3));
    for (int i = 0; i < 500; i++)
        set32(first_triangle + 12 * (size_t)dice(&seed, triangles) + 4 * dice(&seed, 3), points + dice(&seed, 9));
    mended result = mend_with(file, size, NULL);
    uint64_t kept = 0, kept_points = 0;
    for (uint32_t i = 0; i < points; i++) {
        float place[3];
        load_point(place, file, i);
        kept_points += isfinite(place[0]) && isfinite(place[1]) && isfinite(place[2]);
    }
    for (uint32_t i = 0; i < triangles; i++) {
        float places[9];
        bool sound = true;
        for (int k = 0; k < 3; k++) {
            uint32_t number = get32(first_triangle + 12 * (size_t)i + 4 * k);
            if (number >= points) sound = false;
            else load_point(places + 3 * k, file, number);
        }
        for (int k = 0; k < 9 && sound; k++) sound = isfinite(places[k]);
        if (!sound) continue;
        assert_true(kept < result.surface.triangle_count);
        for (int k = 0; k < 3; k++) {
            uint32_t number = result.surface.triangles[3 * kept + (uint64_t)k];
            assert_memory_equal(result.surface.positions + 3 * (size_t)number, places + 3 * k, 12);
        }
        kept++;
    }
    assert_int_equal(kept, result.surface.triangle_count);
    assert_int_equal(kept_points, result.surface.vertex_count);
    release(&result);
    free(file);
}

/* Counts that do not fit the tags: records may be shifted. */
static bool is_refused(const pdk_document *document)
{
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    pdk_status status = pdk_repair(document, NULL, NULL, output, &error);
    if (status != PDK_OK) assert_fails(status, error, PDK_E_CORRUPT, "rld.repair.displaced", error.offset);
    pdk_output_close(output);
    return status != PDK_OK;
}

/* Whatever opens with `partial` and has its sections in their places can be mended, and is then sound: mend_with
 * asserts it. */
static void test_hostile(void **state)
{
    (void)state;
    static const uint32_t odd[] = { 0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7FC00000, 0xFF800000, 8, 9, 10 };
    pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
    opening.partial = true;
    uint64_t seed = 3;
    unsigned mended_count = 0;
    const int rounds = 20000 / (int)sweep_stride();
    for (int round = 0; round < rounds; round++) {
        bytes file = grid();
        for (uint32_t i = 0; i < 1 + dice(&seed, 4); i++) {
            uint32_t at = 4 * dice(&seed, (uint32_t)file.size / 4);
            if (dice(&seed, 2) == 0) set32(file.data + at, odd[dice(&seed, 10)]);
            else file.data[at + dice(&seed, 4)] ^= (uint8_t)(1 + dice(&seed, 255));
        }
        if (dice(&seed, 4) == 0) file.size -= dice(&seed, 200);
        pdk_document *document = NULL;
        if (pdk_open_memory(file.data, file.size, &opening, &document, NULL) != PDK_OK) continue;
        bool refused = is_refused(document);
        pdk_close(document);
        if (refused) continue;
        pdk_repair_options options = PDK_REPAIR_OPTIONS_INIT;
        options.drop_degenerate = dice(&seed, 2) == 0;
        options.drop_duplicates = dice(&seed, 2) == 0;
        options.drop_unused = dice(&seed, 2) == 0;
        mended result = mend_with(file.data, file.size, &options),
               again = mend_with(result.data, result.size, &options);
        assert_int_equal(again.report.count, 0); /* once is enough */
        assert_memory_equal(again.data, result.data, result.size);
        release(&again);
        release(&result);
        mended_count++;
    }
    assert_true(mended_count > (unsigned)rounds / 4);
}

static void test_cancel(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.size = 150000000;
    size_t size;
    uint8_t *file = synth_or_fail("rld", &options, &size);
    pdk_document *document = open_bytes_or_fail(file, size);
    pdk_repair_options repair = PDK_REPAIR_OPTIONS_INIT;
    int calls = 0;
    repair.progress = stop_at_once;
    repair.progress_user = &calls;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_int_equal(pdk_repair(document, &repair, NULL, output, &error), PDK_E_CANCELLED);
    assert_int_equal(calls, 1);
    pdk_output_close(output);
    pdk_close(document);
    free(file);
}

/* ---------------------------------------------------------------------------------------------- refusals */

static void test_refusals(void **state)
{
    (void)state;
    bytes file = grid();
    pdk_document *document = open_bytes_or_fail(file.data, file.size);
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    pdk_repair_options options = { 0 };
    assert_fails(pdk_repair(document, &options, NULL, output, &error), error, PDK_E_ARGUMENT, "argument.options",
                 PDK_NO_OFFSET);
    assert_fails(pdk_repair(NULL, NULL, NULL, output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_repair(document, NULL, NULL, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    pdk_close(document);
    size_t size;
    uint8_t *lap = synth_or_fail("raf", NULL, &size);
    document = open_bytes_or_fail(lap, size);
    assert_fails(pdk_repair(document, NULL, NULL, output, &error), error, PDK_E_UNSUPPORTED, "edit.unsupported",
                 PDK_NO_OFFSET);
    pdk_close(document);
    free(lap);
    pdk_output_close(output);
}

static void test_memory_and_output(void **state)
{
    (void)state;
    bytes file = grid();
    set_nan(point(&file, 4));
    pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
    failing memory = { 0 };
    opening.allocator = failing_allocator(&memory);
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(file.data, file.size, &opening, &document, &error), error);
    pdk_repair_options all = PDK_REPAIR_OPTIONS_INIT;
    all.drop_degenerate = all.drop_duplicates = all.drop_unused = true;
    size_t failures = 0;
    for (pdk_status status = PDK_E_MEMORY; status != PDK_OK; failures++) {
        pdk_output *output = output_or_fail();
        fail_after(&memory, failures);
        status = pdk_repair(document, &all, NULL, output, &error);
        if (status != PDK_OK) assert_int_equal(status, PDK_E_MEMORY);
        pdk_output_close(output);
    }
    assert_true(failures > 5); /* points, triangles, duplicates, used */
    fail_never(&memory);
    pdk_output *output = NULL;
    assert_ok(pdk_output_callback(refuse_write, NULL, &output, &error), error);
    pdk_status status = pdk_repair(document, NULL, NULL, output, &error);
    if (status == PDK_OK) status = pdk_output_finish(output, &error);
    assert_int_equal(status, PDK_E_IO);
    pdk_output_close(output);
    pdk_close(document);
    assert_int_equal(memory.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_large),    cmocka_unit_test(test_hostile),           cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_memory_and_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
