/* Repairing surfaces: each kind of damage by itself, all cuts of a file, and large random damage against a plain
 * reading of the rules. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* A surface being put together. */
typedef struct bytes {
    uint8_t data[4096];
    size_t size;
} bytes;

static void put32(bytes *to, uint32_t value)
{
    for (int i = 0; i < 4; i++) to->data[to->size++] = (uint8_t)(value >> 8 * i);
}
static void put_tag(bytes *to, const char *tag)
{
    memcpy(to->data + to->size, tag, 4);
    to->size += 4;
}
static void put_float(bytes *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put32(to, bits);
}
static void set32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}
static uint32_t get32(const uint8_t *at) { return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24; }

/* Nine points in a grid of 1 m, eight triangles over them; three blocks of three points. */
enum { P = 9, T = 8, POINTS = 20, TRIANGLES = POINTS + 12 * P + 4, BLOCKS = TRIANGLES + 12 * T };
static bytes grid(void)
{
    bytes file = { .size = 0 };
    put_tag(&file, "RLD0");
    put_tag(&file, "HEAD");
    put32(&file, P);
    put32(&file, T);
    put_tag(&file, "VERT");
    for (int i = 0; i < P; i++) {
        put_float(&file, (float)(i / 3));
        put_float(&file, (float)(i % 3));
        put_float(&file, 0);
    }
    put_tag(&file, "TRIS");
    for (uint32_t row = 0; row < 2; row++) {
        for (uint32_t column = 0; column < 2; column++) {
            uint32_t a = row * 3 + column;
            const uint32_t corners[6] = { a, a + 3, a + 4, a, a + 4, a + 1 };
            for (int i = 0; i < 6; i++) put32(&file, corners[i]);
        }
    }
    put_tag(&file, "BLKI");
    put32(&file, 3);
    for (uint32_t i = 0; i < 3; i++) put32(&file, 3 * i);
    for (uint32_t i = 0; i < 3; i++) put32(&file, 3);
    return file;
}

static uint8_t *point(bytes *file, int i) { return file->data + POINTS + 12 * i; }
static uint8_t *corner(bytes *file, int triangle, int i) { return file->data + TRIANGLES + 12 * triangle + 4 * i; }
static void set_nan(uint8_t *at) { set32(at, 0x7FC00000); }
static void set_infinite(uint8_t *at) { set32(at, 0xFF800000); }

/* A repaired surface, opened again without `partial`; its check is clean but for notes and what nobody has described. */
typedef struct mended {
    uint8_t *data;
    size_t size;
    pdk_document *document;
    pdk_repair_report report;
    pdk_surface surface;
} mended;

static bool refuse_serious(void *user, const pdk_finding *finding)
{
    (void)user;
    bool unknown = strcmp(finding->code, "rld.trailing") == 0 || strcmp(finding->code, "rld.section.unknown") == 0;
    if (finding->severity != PDK_NOTE && !unknown) fail_msg("after a repair: %s %s", finding->code, finding->message);
    return true;
}

static mended mend_with(const uint8_t *data, size_t size, const pdk_repair_options *options)
{
    mended result = { 0 };
    pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
    opening.partial = true;
    pdk_document *damaged = NULL;
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(data, size, &opening, &damaged, &error), error);
    assert_ok(pdk_output_memory(&output, &error), error);
    assert_ok(pdk_repair(damaged, options, &result.report, output, &error), error);
    pdk_bytes written = pdk_output_bytes(output);
    result.size = written.size;
    result.data = malloc(written.size);
    assert_non_null(result.data);
    memcpy(result.data, written.data, written.size);
    pdk_output_close(output);
    pdk_close(damaged);
    result.document = open_bytes_or_fail(result.data, result.size);
    assert_ok(pdk_check(result.document, PDK_CHECK_FULL, refuse_serious, NULL, NULL, &error), error);
    assert_ok(pdk_document_surface(result.document, 0, &result.surface, &error), error);
    return result;
}

static mended mend(const bytes *file) { return mend_with(file->data, file->size, NULL); }

static void release(mended *of)
{
    pdk_close(of->document);
    free(of->data);
}

static uint64_t changes(const mended *of, const char *code)
{
    for (size_t i = 0; i < of->report.count; i++) {
        if (strcmp(of->report.changes[i].code, code) == 0) return of->report.changes[i].count;
    }
    return 0;
}

/* Counts of the repaired surface, and that so many kinds of things were done. */
static void assert_counts(const mended *of, uint64_t points, uint64_t triangles, uint64_t blocks, size_t kinds)
{
    assert_int_equal(of->surface.vertex_count, points);
    assert_int_equal(of->surface.triangle_count, triangles);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(of->document, "blocks")), blocks);
    assert_int_equal(of->report.count, kinds);
    assert_int_equal(of->size, 32 + 12 * (points + triangles) + 8 * blocks);
}

static void assert_block(const mended *of, uint64_t block, uint32_t start, uint32_t points)
{
    size_t count;
    double *starts = column_f64(of->document, "blocks", "start", &count), *counts = column_f64(of->document, "blocks", "points", &count);
    assert_true(block < count);
    assert_near(starts[block], start, 0);
    assert_near(counts[block], points, 0);
    free(starts);
    free(counts);
}

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
    put_tag(&file, "MORE"); /* nobody knows what, but nothing is wrong */
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
    assert_memory_equal(result.data + TRIANGLES, file.data + TRIANGLES, 24); /* 0, 1 */
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
    assert_blocks((const uint32_t[]){ 0, 3, 6, 3, 3, 9 }, 3, thirds);       /* beyond the points */
    assert_blocks((const uint32_t[]){ 0, 3, 5, 3, 3, 4 }, 3, (const uint32_t[][2]){ { 0, 3 }, { 3, 2 }, { 5, 4 } }); /* overlap */
    assert_blocks((const uint32_t[]){ 0, 3, 7, 3, 3, 2 }, 4,
                  (const uint32_t[][2]){ { 0, 3 }, { 3, 3 }, { 6, 1 }, { 7, 2 } }); /* a gap */
    assert_blocks((const uint32_t[]){ 0, 3, 3, 3, 6, 3 }, 3, thirds);       /* pairs */
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

/* What nobody has described goes only when what it may be about has changed. */
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
        uint64_t points = size < POINTS ? 0 : (size - POINTS) / 12, triangles = size < TRIANGLES ? 0 : (size - TRIANGLES) / 12;
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

/* ------------------------------------------------------------------------------------------------- large */

static uint32_t dice(uint64_t *state, uint32_t sides)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 33) % sides);
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
    for (int i = 0; i < 500; i++) set32(first_triangle + 12 * (size_t)dice(&seed, triangles) + 4 * dice(&seed, 3), points + dice(&seed, 9));
    mended result = mend_with(file, size, NULL);
    uint64_t kept = 0, kept_points = 0;
    for (uint32_t i = 0; i < points; i++) {
        float place[3];
        memcpy(place, file + 20 + 12 * (size_t)i, 12);
        kept_points += isfinite(place[0]) && isfinite(place[1]) && isfinite(place[2]);
    }
    for (uint32_t i = 0; i < triangles; i++) {
        float places[9];
        bool sound = true;
        for (int k = 0; k < 3; k++) {
            uint32_t number = get32(first_triangle + 12 * (size_t)i + 4 * k);
            if (number >= points) sound = false;
            else memcpy(places + 3 * k, file + 20 + 12 * (size_t)number, 12);
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

/* Whatever opens with `partial` can be mended, and is then sound: mend_with asserts it. */
static void test_hostile(void **state)
{
    (void)state;
    static const uint32_t odd[] = { 0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7FC00000, 0xFF800000, 8, 9, 10 };
    pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
    opening.partial = true;
    uint64_t seed = 3;
    unsigned mended_count = 0;
    for (int round = 0; round < 20000; round++) {
        bytes file = grid();
        for (uint32_t i = 0; i < 1 + dice(&seed, 4); i++) {
            uint32_t at = 4 * dice(&seed, (uint32_t)file.size / 4);
            if (dice(&seed, 2) == 0) set32(file.data + at, odd[dice(&seed, 10)]);
            else file.data[at + dice(&seed, 4)] ^= (uint8_t)(1 + dice(&seed, 255));
        }
        if (dice(&seed, 4) == 0) file.size -= dice(&seed, 200);
        pdk_document *document = NULL;
        if (pdk_open_memory(file.data, file.size, &opening, &document, NULL) != PDK_OK) continue;
        pdk_close(document);
        pdk_repair_options options = PDK_REPAIR_OPTIONS_INIT;
        options.drop_degenerate = dice(&seed, 2) == 0;
        options.drop_duplicates = dice(&seed, 2) == 0;
        options.drop_unused = dice(&seed, 2) == 0;
        mended result = mend_with(file.data, file.size, &options), again = mend_with(result.data, result.size, &options);
        assert_int_equal(again.report.count, 0); /* once is enough */
        assert_memory_equal(again.data, result.data, result.size);
        release(&again);
        release(&result);
        mended_count++;
    }
    assert_true(mended_count > 5000);
}

static bool stop(void *user, uint64_t done, uint64_t total)
{
    assert_true(done <= total);
    ++*(int *)user;
    return false;
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
    repair.progress = stop;
    repair.progress_user = &calls;
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_output_memory(&output, &error), error);
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
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_output_memory(&output, &error), error);
    pdk_repair_options options = { 0 };
    assert_fails(pdk_repair(document, &options, NULL, output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_repair(NULL, NULL, NULL, output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_repair(document, NULL, NULL, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    pdk_close(document);
    size_t size;
    uint8_t *lap = synth_or_fail("raf", NULL, &size);
    document = open_bytes_or_fail(lap, size);
    assert_fails(pdk_repair(document, NULL, NULL, output, &error), error, PDK_E_UNSUPPORTED, "edit.unsupported", PDK_NO_OFFSET);
    pdk_close(document);
    free(lap);
    pdk_output_close(output);
}

static size_t calls_left;
static void *take_memory(void *user, size_t size)
{
    (void)user;
    return calls_left > 0 && calls_left-- > 0 ? malloc(size) : NULL;
}
static void *change_memory(void *user, void *pointer, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    return calls_left > 0 && calls_left-- > 0 ? realloc(pointer, new_size) : NULL;
}
static void give_memory(void *user, void *pointer, size_t size)
{
    (void)user;
    (void)size;
    free(pointer);
}

static pdk_status refuse(void *user, const void *data, size_t size)
{
    (void)user;
    (void)data;
    (void)size;
    return PDK_E_IO;
}

static void test_memory_and_output(void **state)
{
    (void)state;
    bytes file = grid();
    set_nan(point(&file, 4));
    pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
    opening.allocator = (pdk_allocator){ take_memory, change_memory, give_memory, NULL };
    calls_left = SIZE_MAX;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(file.data, file.size, &opening, &document, &error), error);
    pdk_repair_options all = PDK_REPAIR_OPTIONS_INIT;
    all.drop_degenerate = all.drop_duplicates = all.drop_unused = true;
    size_t failures = 0;
    for (pdk_status status = PDK_E_MEMORY; status != PDK_OK; failures++) {
        pdk_output *output = NULL;
        assert_ok(pdk_output_memory(&output, &error), error);
        calls_left = failures;
        status = pdk_repair(document, &all, NULL, output, &error);
        if (status != PDK_OK) assert_int_equal(status, PDK_E_MEMORY);
        pdk_output_close(output);
    }
    assert_true(failures > 5); /* points, triangles, duplicates, used */
    calls_left = SIZE_MAX;
    pdk_output *output = NULL;
    assert_ok(pdk_output_callback(refuse, NULL, &output, &error), error);
    pdk_status status = pdk_repair(document, NULL, NULL, output, &error);
    if (status == PDK_OK) status = pdk_output_finish(output, &error);
    assert_int_equal(status, PDK_E_IO);
    pdk_output_close(output);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing), cmocka_unit_test(test_index),    cmocka_unit_test(test_points),
        cmocka_unit_test(test_options), cmocka_unit_test(test_cloud),    cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_tags),    cmocka_unit_test(test_unknown),  cmocka_unit_test(test_cut),
        cmocka_unit_test(test_large),   cmocka_unit_test(test_hostile),cmocka_unit_test(test_cancel),   cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_memory_and_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
