/* RLD: any cut, any byte, any allocation that fails, any alignment, any size. */
#define _GNU_SOURCE /* mkdtemp, ftruncate */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/load.h"
#include "support.h"

static uint8_t *small_scan(uint64_t points, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = points;
    return synth_or_fail("rld", &options, size);
}

static void every_cut(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = small_scan(60, &size);
    sweep_truncation(data, size, 1, "rld");
    sweep_truncation(data, size, 1, NULL);
    free(data);
}

static void every_byte(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = small_scan(40, &size);
    sweep_mutation(data, size, 0, size, 1, "rld");
    free(data);
}

/* At an odd address, so that the copies of the arrays are allocations too; with and without BLKI. */
static void every_allocation(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = small_scan(40, &size), *shifted = malloc(size + 1);
    assert_non_null(shifted);
    memcpy(shifted + 1, data, size);
    assert_true(sweep_allocation(shifted + 1, size) > 15);
    assert_true(sweep_allocation(shifted + 1, size - 40) > 15);
    free(shifted);
    free(data);
}

static void assert_same_surface(const pdk_document *document, const pdk_document *other)
{
    pdk_surface a, b;
    a = surface_or_fail(document, 0);
    b = surface_or_fail(other, 0);
    assert_int_equal(a.vertex_count, b.vertex_count);
    assert_int_equal(a.triangle_count, b.triangle_count);
    assert_memory_equal(a.positions, b.positions, a.vertex_count * 12);
    assert_memory_equal(a.triangles, b.triangles, a.triangle_count * 12);
}

/* Wherever the bytes lie: arrays in place when they can be, copies with the same numbers when not. */
static void unaligned(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = small_scan(3000, &size), *shifted = malloc(size + 3);
    assert_non_null(shifted);
    pdk_document *straight = open_bytes_or_fail(data, size);
    for (size_t shift = 1; shift < 4; shift++) {
        memcpy(shifted + shift, data, size);
        pdk_document *document = open_bytes_or_fail(shifted + shift, size);
        assert_same_surface(straight, document);
        pdk_surface surface = surface_or_fail(document, 0);
        assert_true((uintptr_t)surface.positions % 4 == 0 && (uintptr_t)surface.triangles % 4 == 0);
        read_everything(document);
        pdk_close(document);
        pdk_store_u32(shifted + shift + size - 60, 1u << 30); /* the last triangles: found in a copied stretch too */
        document = open_bytes_or_fail(shifted + shift, size);
        assert_int_equal(count_findings(document, PDK_CHECK_FULL, "rld.index.range"), 1);
        pdk_close(document);
    }
    pdk_close(straight);
    free(shifted);
    free(data);
}

typedef struct run_of_bytes {
    const uint8_t *data;
    size_t size;
} run_of_bytes;

static pdk_status size_of_run(void *user, uint64_t *size)
{
    *size = ((run_of_bytes *)user)->size;
    return PDK_OK;
}

static pdk_status read_run(void *user, uint64_t offset, void *buffer, size_t size, size_t *got)
{
    const run_of_bytes *run = user;
    *got = size < 777 ? size : 777; /* in small pieces, as a socket would */
    if (*got > run->size - offset) *got = (size_t)(run->size - offset);
    memcpy(buffer, run->data + offset, *got);
    return PDK_OK;
}

static void from_callbacks(void **state)
{
    (void)state;
    run_of_bytes run;
    uint8_t *data = small_scan(3000, &run.size);
    run.data = data;
    pdk_source source = { &run, size_of_run, read_run };
    pdk_document *document = NULL, *straight = open_bytes_or_fail(data, run.size);
    pdk_error error = { 0 };
    assert_ok(pdk_open_source(&source, NULL, &document, &error), error);
    assert_same_surface(straight, document);
    read_everything(document);
    pdk_close(document);
    pdk_close(straight);
    free(data);
}

static bool stop_at_once(void *user, const pdk_finding *finding)
{
    (void)finding;
    return ++*(int *)user < 1;
}

static void check_can_be_stopped(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = small_scan(3000, &size);
    memset(data + 20, 0xFF, 12 * 100); /* NaN */
    pdk_document *document = open_bytes_or_fail(data, size);
    int calls = 0;
    assert_int_equal(pdk_check(document, PDK_CHECK_FULL, stop_at_once, &calls, NULL, NULL), PDK_OK);
    assert_int_equal(calls, 1);
    pdk_close(document);
    free(data);
}

/* ---------------------------------------------------------------------------------------------- huge files */

static bool write_at(int file, uint64_t offset, const void *data, size_t size)
{
    return pwrite(file, data, size, (off_t)offset) == (ssize_t)size;
}

/* A sparse file of `points` and `triangles`, zeros except for its tags, the last point and the last triangle. False
 * where there is no room or the file system has no holes. */
static bool make_sparse(const char *path, uint32_t points, uint32_t triangles)
{
    uint64_t tris = 20 + 12 * (uint64_t)points, blki = tris + 4 + 12 * (uint64_t)triangles;
    uint8_t header[20], last_point[12], last_triangle[12], blocks[16];
    memcpy(header, "RLD0HEAD", 8);
    pdk_store_u32(header + 8, points);
    pdk_store_u32(header + 12, triangles);
    memcpy(header + 16, "VERT", 4);
    for (size_t i = 0; i < 3; i++) {
        pdk_store_f32(last_point + 4 * i, (float)(i + 1));
        pdk_store_u32(last_triangle + 4 * i, points - 1 - (uint32_t)i);
    }
    memcpy(blocks, "BLKI", 4);
    pdk_store_u32(blocks + 4, 1);
    pdk_store_u32(blocks + 8, 0);
    pdk_store_u32(blocks + 12, points);
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return false;
    bool made = ftruncate(file, (off_t)(blki + 16)) == 0 && write_at(file, 0, header, sizeof header) &&
                write_at(file, tris - 12, last_point, sizeof last_point) && write_at(file, tris, "TRIS", 4) &&
                write_at(file, blki - 12, last_triangle, sizeof last_triangle) && write_at(file, blki, blocks, 16);
    struct stat about;
    made = made && fstat(file, &about) == 0 && about.st_blocks < 20000; /* of 512 bytes: it has holes */
    close(file);
    return made;
}

/* With addresses of 32 bits such a file cannot be mapped. */
static bool is_mappable(uint32_t points, uint32_t triangles)
{
    return 40 + 12 * ((uint64_t)points + triangles) <= SIZE_MAX;
}

/* A sparse file, opened and already without a name; NULL (said on standard output) where there can be none, and where
 * it is refused as too large for this machine. */
static pdk_document *open_sparse(uint32_t points, uint32_t triangles, const pdk_open_options *options)
{
    const char *root = getenv("TMPDIR");
    char folder[512], path[600];
    snprintf(folder, sizeof folder, "%s/paddock-rld-XXXXXX", root != NULL && root[0] != '\0' ? root : "/tmp");
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    bool made = mkdtemp(folder) != NULL;
    if (made) {
        snprintf(path, sizeof path, "%s/huge.rld", folder);
        made = make_sparse(path, points, triangles);
        pdk_status status = made ? pdk_open_file(path, options, &document, &error) : PDK_OK;
        unlink(path);
        rmdir(folder);
        if (made && !is_mappable(points, triangles)) {
            assert_fails(status, error, PDK_E_LIMIT, "io.size", PDK_NO_OFFSET);
        } else {
            assert_ok(status, error);
        }
    }
    if (!made) printf("SKIPPED: no room for a sparse file in %s\n", folder);
    return document;
}

/* The bytes at both ends of a file that is too large to be read in a test. */
static void look_at_sparse(uint32_t points, uint32_t triangles, const char *finding)
{
    pdk_document *document = open_sparse(points, triangles, NULL);
    if (document == NULL && !is_mappable(points, triangles)) return;
    if (document == NULL) skip();
    pdk_error error = { 0 };
    assert_true(pdk_document_size(document) > UINT64_C(1) << 32);
    const pdk_table *table = pdk_document_find_table(document, "points");
    assert_int_equal(pdk_table_rows(table), points);
    double value;
    assert_ok(pdk_table_read_f64(table, pdk_table_find_column(table, "z"), points - 1, 1, &value, &error), error);
    assert_float_equal(value, 3, 0);
    pdk_surface surface = surface_or_fail(document, 0);
    assert_int_equal(surface.vertex_count, points);
    assert_int_equal(surface.triangles[3 * (uint64_t)triangles - 1], points - 3);
    assert_float_equal(surface.positions[3 * (uint64_t)points - 1], 3, 0);
    table = pdk_document_find_table(document, "triangles");
    assert_ok(pdk_table_read_f64(table, pdk_table_find_column(table, "block"), triangles - 1, 1, &value, &error),
              error);
    assert_float_equal(value, 0, 0);
    if (finding != NULL) assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, finding), 1);
    pdk_close(document);
}

static void beyond_four_gibibytes(void **state)
{
    (void)state;
    look_at_sparse(300000000, 100000000, NULL);
}

/* A count that is negative as the published int32, in a file that has as many as the unsigned number says. */
static void beyond_signed_counts(void **state)
{
    (void)state;
    if (!PDK_HOST_IS_LITTLE) { /* elsewhere the arrays are those of the file */
        printf("SKIPPED: copies of the points would take 24 GB on a big-endian machine\n");
        skip();
    }
    look_at_sparse(UINT32_C(0x80000001), 10, "rld.points.negative");
}

typedef struct patience {
    int calls, maximum;
} patience;

static bool until_impatient(void *user, uint64_t done, uint64_t total)
{
    patience *state = user;
    assert_true(done > 0 && done <= total);
    return ++state->calls < state->maximum;
}

/* 300 MB: long enough for a check to give pages back and ask whether to go on, among the points and the triangles. */
static void long_checks_can_be_cancelled(void **state)
{
    (void)state;
    patience caller = { 0, 100 };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.progress = until_impatient;
    options.progress_user = &caller;
    pdk_document *document = open_sparse(13000000, 12000000, &options);
    if (document == NULL) skip();
    pdk_error error = { 0 };
    uint64_t total = 0;
    assert_ok(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, &total, &error), error);
    assert_int_equal(total, 2); /* zeros are triangles without area, which use one point */
    assert_int_equal(caller.calls, 2);
    for (int maximum = 1; maximum <= 2; maximum++) {
        caller = (patience){ 0, maximum };
        assert_fails(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, NULL, &error), error, PDK_E_CANCELLED, "cancelled",
                     PDK_NO_OFFSET);
        assert_int_equal(caller.calls, maximum);
    }
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cut),
        cmocka_unit_test(every_byte),
        cmocka_unit_test(every_allocation),
        cmocka_unit_test(unaligned),
        cmocka_unit_test(from_callbacks),
        cmocka_unit_test(check_can_be_stopped),
        cmocka_unit_test(beyond_four_gibibytes),
        cmocka_unit_test(beyond_signed_counts),
        cmocka_unit_test(long_checks_can_be_cancelled),
    };
    return cmocka_run_group_tests_name("rld robust", tests, NULL, NULL);
}
