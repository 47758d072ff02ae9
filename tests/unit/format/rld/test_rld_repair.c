/* Repairing surfaces: each kind of damage alone, and all cuts of a file. */
#include <stdlib.h>
#include <string.h>

#include "rld_mending.h"

/* ----------------------------------------------------------------------------------------- nothing to do */

static void assert_untouched(const uint8_t *data, size_t size, const pdk_repair_options *options)
{
    mended same = mend_with(data, size, options);
    assert_int_equal(same.report.count, 0);
    assert_int_equal(same.size, size);
    assert_memory_equal(same.data, data, size);
    release(&same);
}

static void test_nothing(void **state)
{
    (void)state;
    bytes file = grid();
    pdk_repair_options all = PDK_REPAIR_OPTIONS_INIT;
    all.drop_degenerate = all.drop_duplicates = all.drop_unused = true;
    assert_untouched(file.data, file.size, NULL);
    assert_untouched(file.data, file.size, &all);
    memmove(file.data + 1, file.data, file.size); /* at an odd address */
    assert_untouched(file.data + 1, file.size, &all);
    file = grid();
    put_tag(&file, "MORE"); /* what it is is unknown, but nothing is wrong */
    assert_untouched(file.data, file.size, &all);
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = 600000; /* several blocks */
    size_t size;
    uint8_t *made = synth_or_fail("rld", &options, &size);
    assert_untouched(made, size, &all);
    free(made);
    static const char *const names[] = { "rld/sample.rld", "rld/belgian_block.rld" };
    for (int i = 0; i < 2; i++) {
        const char *path = real_file(names[i]);
        if (path == NULL) continue;
        uint8_t *real = read_file(path, &size);
        assert_untouched(real, size, NULL);
        free(real);
    }
}

/* ------------------------------------------------------------------------------------------ bad records */

static void test_index(void **state)
{
    (void)state;
    bytes file = grid();
    set32(corner(&file, 2, 1), P);
    set32(corner(&file, 5, 2), 0xFFFFFFFF);
    mended result = mend(&file);
    assert_counts(&result, P, T - 2, 3, 1);
    assert_int_equal(changes(&result, "rld.repair.index"), 2);
    assert_memory_equal(result.data + TRIANGLES, file.data + TRIANGLES, 24);           /* 0, 1 */
    assert_memory_equal(result.data + TRIANGLES + 24, file.data + TRIANGLES + 36, 24); /* 3, 4 */
    release(&result);
}

/* A point that is no number goes, with its triangles; the others get new numbers, blocks new ranges. */
static void test_points(void **state)
{
    (void)state;
    bytes file = grid();
    set_nan(point(&file, 4) + 8); /* in six triangles */
    mended result = mend(&file);
    assert_counts(&result, P - 1, T - 6, 3, 3);
    assert_int_equal(changes(&result, "rld.repair.point"), 1);
    assert_int_equal(changes(&result, "rld.repair.corner"), 6);
    assert_int_equal(changes(&result, "rld.repair.blocks"), 3);
    assert_block(&result, 0, 0, 3);
    assert_block(&result, 1, 3, 2);
    assert_block(&result, 2, 5, 3);
    static const uint32_t expected[] = { 1, 4, 2, 3, 5, 6 }; /* were 1 5 2 and 3 6 7 */
    assert_memory_equal(result.surface.triangles, expected, sizeof expected);
    release(&result);

    file = grid();
    for (int i = 3; i < 6; i++) set_infinite(point(&file, i) + 4 * (i - 3));
    result = mend(&file);
    assert_counts(&result, P - 3, 0, 2, 3);
    assert_block(&result, 1, 3, 3);
    release(&result);

    for (int i = 0; i < P; i++) set_nan(point(&file, i));
    result = mend(&file);
    assert_counts(&result, 0, 0, 1, 3); /* a block of nothing */
    assert_block(&result, 0, 0, 0);
    release(&result);
}

static void test_options(void **state)
{
    (void)state;
    bytes file = grid();
    for (int i = 0; i < 3; i++) {
        set32(corner(&file, 3, i), get32(corner(&file, 0, (i + 1) % 3))); /* 0 again, begun elsewhere */
        set32(corner(&file, 4, i), get32(corner(&file, 0, 2 - i)));       /* 0 from below: another thing */
        set32(corner(&file, 6, i), (uint32_t)i);                          /* on a line */
        set32(corner(&file, 7, i), get32(corner(&file, 0, i)));           /* and 0 again */
    }
    set32(corner(&file, 5, 1), get32(corner(&file, 5, 0))); /* a corner twice */
    assert_untouched(file.data, file.size, NULL);

    pdk_repair_options options = PDK_REPAIR_OPTIONS_INIT;
    options.drop_duplicates = true;
    mended result = mend_with(file.data, file.size, &options);
    assert_counts(&result, P, T - 2, 3, 1);
    assert_int_equal(changes(&result, "rld.repair.duplicate"), 2);
    release(&result);

    options = (pdk_repair_options)PDK_REPAIR_OPTIONS_INIT;
    options.drop_degenerate = true;
    result = mend_with(file.data, file.size, &options);
    assert_counts(&result, P, T - 2, 3, 1);
    assert_int_equal(changes(&result, "rld.repair.degenerate"), 2);
    release(&result);

    options = (pdk_repair_options)PDK_REPAIR_OPTIONS_INIT;
    options.drop_degenerate = options.drop_duplicates = options.drop_unused = true;
    result = mend_with(file.data, file.size, &options);
    assert_counts(&result, 5, 4, 2, 4); /* 0 3 4, 0 4 1, 1 4 5, 4 3 0 */
    assert_int_equal(changes(&result, "rld.repair.unused"), 4);
    assert_block(&result, 1, 2, 3);
    release(&result);
}

/* Points without triangles are a cloud, not a heap of unused ones. */
static void test_cloud(void **state)
{
    (void)state;
    bytes file = grid(), cloud = { .size = TRIANGLES };
    memcpy(cloud.data, file.data, TRIANGLES);
    set32(cloud.data + 12, 0);
    memcpy(cloud.data + TRIANGLES, file.data + BLOCKS, file.size - BLOCKS);
    cloud.size += file.size - BLOCKS;
    pdk_repair_options options = PDK_REPAIR_OPTIONS_INIT;
    options.drop_unused = true;
    assert_untouched(cloud.data, cloud.size, &options);
}

/* ------------------------------------------------------------------------------------------------ blocks */

/* Starts and counts of three blocks, and what is written for them. */
static void assert_blocks(const uint32_t before[6], size_t count, const uint32_t after[][2])
{
    bytes file = grid();
    for (int i = 0; i < 6; i++) set32(file.data + BLOCKS + 8 + 4 * i, before[i]);
    mended result = mend(&file);
    assert_counts(&result, P, T, count, 1);
    assert_int_equal(changes(&result, "rld.repair.blocks"), count);
    for (size_t i = 0; i < count; i++) assert_block(&result, i, after[i][0], after[i][1]);
    release(&result);
}

static void test_blocks(void **state)
{
    (void)state;
    static const uint32_t thirds[][2] = { { 0, 3 }, { 3, 3 }, { 6, 3 } };
    assert_blocks((const uint32_t[]){ 0, 3, 6, 3, 3, 9 }, 3, thirds); /* beyond the points */
    assert_blocks((const uint32_t[]){ 0, 3, 5, 3, 3, 4 }, 3,
                  (const uint32_t[][2]){ { 0, 3 }, { 3, 2 }, { 5, 4 } }); /* overlap */
    assert_blocks((const uint32_t[]){ 0, 3, 7, 3, 3, 2 }, 4,
                  (const uint32_t[][2]){ { 0, 3 }, { 3, 3 }, { 6, 1 }, { 7, 2 } }); /* a gap */
    assert_blocks((const uint32_t[]){ 0, 3, 3, 3, 6, 3 }, 3, thirds);               /* pairs */
    bytes file = grid();
    static const uint32_t turned[] = { 6, 0, 3, 3, 3, 3 }; /* another order is nothing wrong */
    for (int i = 0; i < 6; i++) set32(file.data + BLOCKS + 8 + 4 * i, turned[i]);
    assert_untouched(file.data, file.size, NULL);

    file = grid();
    file.size = BLOCKS; /* missing */
    mended result = mend(&file);
    assert_counts(&result, P, T, 1, 1);
    assert_block(&result, 0, 0, P);
    release(&result);
    put_tag(&file, "BLKI");
    put32(&file, 0); /* none */
    result = mend(&file);
    assert_counts(&result, P, T, 1, 1);
    release(&result);
}

/* ----------------------------------------------------------------------------------------------- the frame */

static void test_tags(void **state)
{
    (void)state;
    static const size_t places[] = { 16, TRIANGLES - 4 };
    for (size_t i = 0; i < 2; i++) {
        bytes file = grid();
        put_tag(&file, "KEPT");
        memcpy(file.data + places[i], "????", 4);
        mended result = mend(&file);
        assert_int_equal(result.report.count, 1);
        assert_int_equal(changes(&result, "rld.repair.tag"), 1);
        bytes whole = grid();
        put_tag(&whole, "KEPT"); /* the points and triangles are all there */
        assert_int_equal(result.size, whole.size);
        assert_memory_equal(result.data, whole.data, whole.size);
        release(&result);
    }
}

/* Data that is not described is removed only when what it may be about has changed. */
static void test_unknown(void **state)
{
    (void)state;
    bytes file = grid(), more = { .size = BLOCKS };
    memcpy(more.data, file.data, BLOCKS);
    put_tag(&more, "NORM");
    for (int i = 0; i < 3 * P; i++) put_float(&more, 1);
    size_t blocks = more.size;
    memcpy(more.data + blocks, file.data + BLOCKS, file.size - BLOCKS);
    more.size += file.size - BLOCKS;
    assert_untouched(more.data, more.size, NULL);

    bytes changed = more;
    set32(changed.data + blocks + 8, 1); /* only the blocks are wrong */
    mended result = mend(&changed);
    assert_int_equal(result.report.count, 1);
    assert_memory_equal(result.data, changed.data, blocks);
    release(&result);

    set32(corner(&more, 0, 0), 1000);
    result = mend(&more);
    assert_counts(&result, P, T - 1, 3, 2);
    assert_int_equal(changes(&result, "rld.repair.unknown"), 4 + 12 * P);
    release(&result);
}

/* Every cut of a file that opens can be mended, and has what was whole. */
static void test_cut(void **state)
{
    (void)state;
    bytes file = grid();
    for (size_t size = 16; size < file.size; size++) {
        uint8_t *cut = malloc(size);
        assert_non_null(cut);
        memcpy(cut, file.data, size);
        mended result = mend_with(cut, size, NULL);
        uint64_t points = size < POINTS ? 0 : (size - POINTS) / 12,
                 triangles = size < TRIANGLES ? 0 : (size - TRIANGLES) / 12;
        points = points < P ? points : P;
        triangles = triangles < T ? triangles : T;
        assert_int_equal(result.surface.vertex_count, points);
        assert_int_equal(result.surface.triangle_count, triangles);
        assert_int_equal(changes(&result, "rld.repair.points_missing"), P - points);
        assert_int_equal(changes(&result, "rld.repair.triangles_missing"), T - triangles);
        assert_int_equal(changes(&result, "rld.repair.blocks"), 1);
        assert_memory_equal(result.data + POINTS, file.data + POINTS, 12 * (size_t)points);
        release(&result);
        free(cut);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing), cmocka_unit_test(test_index),   cmocka_unit_test(test_points),
        cmocka_unit_test(test_options), cmocka_unit_test(test_cloud),   cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_tags),    cmocka_unit_test(test_unknown), cmocka_unit_test(test_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
