/* LAZ: packed points are those of the LAS beside them, in whatever ranges they are read; damage costs a chunk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "base/parallel.h"
#include "foreign.h"
#include "format/las/las_layout.h"
#include "laz_maker.h"
#include "laz_scan.h"
#include "random.h"
#include "sweep_stride.h"

/* Of eight kinds of a file, one in so many: each choice is made and not made. */
static unsigned one_in(void)
{
    return sweep_stride() > 1 ? 3 : 1;
}

/* All values of a column, in its own type. */
static void *column_of(const pdk_table *table, size_t column, uint64_t first, size_t count, size_t *size)
{
    pdk_error error;
    *size = pdk_type_size(table->columns[column].info.type);
    void *values = calloc(count + 1, *size);
    assert_non_null(values);
    assert_ok(pdk_table_read_column(table, column, first, count, values, &error), error);
    return values;
}

static void assert_same_columns(const pdk_document *one, const pdk_document *other)
{
    const pdk_table *a = pdk_document_find_table(one, "points"), *b = pdk_document_find_table(other, "points");
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->column_count, b->column_count);
    for (size_t i = 0; i < a->column_count; i++) {
        size_t size;
        assert_string_equal(a->columns[i].info.name, b->columns[i].info.name);
        void *left = column_of(a, i, 0, (size_t)a->rows, &size), *right = column_of(b, i, 0, (size_t)b->rows, &size);
        assert_memory_equal(left, right, (size_t)a->rows * size);
        free(left);
        free(right);
    }
}

static void assert_same_attributes(const pdk_document *one, const pdk_document *other)
{
    const pdk_mesh *a = one->mesh, *b = other->mesh;
    assert_int_equal(a->attribute_count, b->attribute_count);
    for (size_t i = 0; i < a->attribute_count; i++) {
        size_t size = pdk_attribute_size(&a->attributes[i]), count = (size_t)a->point_count;
        uint8_t *left = malloc(count * size + 1), *right = malloc(count * size + 1);
        pdk_error error;
        assert_ok(a->attributes[i].read(&a->attributes[i], 0, count, left, &error), error);
        assert_ok(b->attributes[i].read(&b->attributes[i], 0, count, right, &error), error);
        assert_memory_equal(left, right, count * size);
        free(left);
        free(right);
    }
    double(*left)[3] = mesh_points(one, 0), (*right)[3] = mesh_points(other, 777);
    assert_memory_equal(left, right, (size_t)a->point_count * sizeof *left);
    free(left);
    free(right);
}

static void assert_same(const uint8_t *las, size_t las_size, const uint8_t *laz, size_t laz_size)
{
    pdk_document *plain = open_mesh(las, las_size, NULL, false), *packed = open_mesh(laz, laz_size, NULL, false);
    assert_string_equal(pdk_document_format(packed)->id, "las");
    assert_string_equal(pdk_document_packed(packed), "laz");
    assert_string_equal(pdk_document_dialect(packed), pdk_document_dialect(plain));
    assert_same_columns(plain, packed);
    assert_same_attributes(plain, packed);
    assert_int_equal(count_findings(packed, PDK_CHECK_FULL, "las.laz.chunk"), 0);
    pdk_close(plain);
    pdk_close(packed);
}

static void check_round_trip(const laz_scan_options *scan_options, const laz_options *options)
{
    laz_scan scan = laz_scan_make(scan_options);
    laz_file file = laz_make(scan.bytes, scan.size, options);
    assert_same(scan.bytes, scan.size, file.bytes, file.size);
    laz_free(&file);
    free(scan.bytes);
}

static void every_format(void **state)
{
    (void)state;
    for (unsigned format = 0; format < PDK_LAS_FORMATS; format++) {
        for (unsigned kind = 0; kind < 8; kind += one_in()) {
            laz_scan_options scan = { .format = format,
                                      .extra = kind & 1 ? 3 : 0,
                                      .points = 1500,
                                      .random = kind & 2 ? true : false,
                                      .seed = 100 * format + kind };
            laz_options options = { .chunk_points = 400 };
            if (kind & 4) options.first_edition = format < 6;
            if (kind & 4) options.fourth_edition = format >= 6;
            check_round_trip(&scan, &options);
        }
    }
}

/* Scanners of one number that is not 0, of two, of all: the third edition mixes up the values beside the point. */
static void scanner_channels(void **state)
{
    (void)state;
    static const unsigned channels[] = { 1, 4, 10, 15 };
    for (unsigned format = 6; format < PDK_LAS_FORMATS; format++) {
        for (size_t i = 0; i < 8; i += one_in()) {
            laz_scan_options scan = {
                .format = format, .extra = 2, .points = 1200, .channels = channels[i / 2], .seed = i + format
            };
            laz_options options = { .chunk_points = 500, .fourth_edition = i % 2 == 1 };
            check_round_trip(&scan, &options);
        }
    }
}

static void kinds_of_chunks(void **state)
{
    (void)state;
    static const laz_options kinds[] = { { .chunk_points = 1 },
                                         { .chunk_points = 300, .variable = true },
                                         { .chunk_points = 300, .place_at_end = true },
                                         { .whole = true },
                                         { .chunk_points = 100000 } };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        check_round_trip(&(laz_scan_options){ .format = 3, .points = 900 }, &kinds[i]);
        check_round_trip(&(laz_scan_options){ .format = 1, .points = 1 }, &kinds[i]);
        check_round_trip(&(laz_scan_options){ .format = 0, .points = 0 }, &kinds[i]);
        if (kinds[i].whole) continue;
        check_round_trip(&(laz_scan_options){ .format = 8, .points = 900 }, &kinds[i]);
        check_round_trip(&(laz_scan_options){ .format = 6, .points = 1 }, &kinds[i]);
        check_round_trip(&(laz_scan_options){ .format = 7, .points = 0 }, &kinds[i]);
    }
}

/* Values that never change have no layer. */
static void constant_layers(void **state)
{
    (void)state;
    laz_scan scan = laz_scan_make(&(laz_scan_options){ .format = 8, .extra = 4, .points = 700, .channels = 2 });
    for (size_t i = 1; i < 700; i++) {
        uint8_t *point = scan.bytes + scan.points_at + i * scan.point_size;
        memcpy(point + 12, scan.bytes + scan.points_at + 12, scan.point_size - 12);
    }
    laz_file file = laz_make(scan.bytes, scan.size, NULL);
    assert_same(scan.bytes, scan.size, file.bytes, file.size);
    laz_free(&file);
    free(scan.bytes);
}

/* ---------------------------------------------------------------------------------------------------- ranges */

typedef struct ranges_job {
    const pdk_mesh *mesh;
    double (*points)[3];
    atomic_uint wrong;
} ranges_job;

static void read_range(void *user, size_t thread, uint64_t first, uint64_t count)
{
    ranges_job *job = user;
    uint64_t seed = first * 977 + 5;
    (void)thread;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t total = job->mesh->point_count, from = random_next(&seed) % total, some = random_next(&seed) % 2000;
        if (some > total - from) some = total - from;
        double(*points)[3] = calloc((size_t)some + 1, sizeof *points);
        pdk_status status = job->mesh->read_points(job->mesh, from, (size_t)some, points, NULL);
        if (status != PDK_OK || memcmp(points, job->points + from, (size_t)some * sizeof *points) != 0) job->wrong++;
        free(points);
    }
}

static void read_ranges(const laz_scan_options *scan_options, const laz_options *options, uint64_t times)
{
    laz_scan scan = laz_scan_make(scan_options);
    laz_file file = laz_make(scan.bytes, scan.size, options);
    pdk_document *plain = open_mesh(scan.bytes, scan.size, NULL, false);
    pdk_document *packed = open_mesh(file.bytes, file.size, NULL, false);
    ranges_job job = { .mesh = packed->mesh, .points = mesh_points(plain, 0) };
    pdk_parallel_run(&(pdk_parallel){ .count = times, .piece = 5, .threads = 4, .work = read_range, .user = &job });
    assert_int_equal(job.wrong, 0);
    free(job.points);
    pdk_close(plain);
    pdk_close(packed);
    laz_free(&file);
    free(scan.bytes);
}

static void ranges(void **state)
{
    (void)state;
    read_ranges(&(laz_scan_options){ .format = 1, .points = 20000 }, &(laz_options){ .chunk_points = 700 }, 200);
    read_ranges(&(laz_scan_options){ .format = 7, .points = 20000 },
                &(laz_options){ .chunk_points = 900, .variable = true }, 200);
}

/* Chunks that are unpacked in parts: their records are long. */
static void large_chunks(void **state)
{
    (void)state;
    laz_scan_options scan = { .format = 0, .extra = 6000, .points = 4500 };
    read_ranges(&scan, &(laz_options){ .whole = true }, 12);
    read_ranges(&scan, &(laz_options){ .chunk_points = 2000 }, 12);
    scan.format = 6;
    read_ranges(&scan, &(laz_options){ .chunk_points = 3000 }, 12);
}

/* ---------------------------------------------------------------------------------------------------- damage */

static laz_file small_file(unsigned format)
{
    laz_scan scan = laz_scan_make(&(laz_scan_options){ .format = format, .points = 1000, .channels = 1 });
    laz_file file = laz_make(scan.bytes, scan.size, &(laz_options){ .chunk_points = 100 });
    free(scan.bytes);
    return file;
}

/* Other bytes in the fourth chunk; in layers they are those of the first, of places. */
static size_t spoil(laz_file *file)
{
    size_t at = file->chunks_at;
    for (int i = 0; i < 3; i++) at += file->chunk_sizes[i];
    for (size_t i = 0; i < 40; i++) file->bytes[at + 140 + i] ^= 0x5A;
    return at;
}

static void damaged_chunk(void **state)
{
    (void)state;
    for (unsigned format = 1; format < 8; format += 6) {
        laz_file file = small_file(format);
        size_t at = spoil(&file);
        pdk_document *document = open_mesh(file.bytes, file.size, NULL, false);
        static double points[1000][3];
        pdk_error error;
        const pdk_mesh *mesh = document->mesh;
        assert_int_equal(mesh->point_count, 1000);
        assert_ok(mesh->read_points(mesh, 0, 300, points, &error), error);
        assert_ok(mesh->read_points(mesh, 400, 600, points, &error), error);
        assert_int_equal(mesh->read_points(mesh, 399, 1, points, &error), PDK_E_CORRUPT);
        assert_string_equal(error.code, "las.laz.chunk");
        assert_string_equal(error.where, "las.chunk[3]");
        assert_int_equal(error.offset, at);
        assert_int_equal(mesh->read_points(mesh, 0, 1000, points, &error), PDK_E_CORRUPT);
        assert_int_equal(count_findings(document, PDK_CHECK_FULL, "las.laz.chunk"), 1);
        pdk_close(document);

        document = open_mesh(file.bytes, file.size, NULL, true);
        mesh = document->mesh;
        assert_int_equal(mesh->point_count, 900);
        assert_ok(mesh->read_points(mesh, 0, 900, points, &error), error);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.laz.chunk"), 1);
        pdk_close(document);
        laz_free(&file);
    }
}

/* Without a table, or with a damaged one, chunks are found from one to the next. */
static void damaged_table(void **state)
{
    (void)state;
    for (unsigned format = 1; format < 8; format += 6) {
        laz_file file = small_file(format);
        static const uint64_t places[] = { 0, 5, UINT64_MAX - 1, 1 << 30, UINT64_MAX };
        size_t pointer = file.chunks_at - 8;
        for (size_t i = 0; i < 6; i++) {
            pdk_store_u64(file.bytes + pointer, i < 5 ? places[i] : pointer);
            pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
            pdk_document *document;
            pdk_error error;
            assert_int_not_equal(pdk_open_memory(file.bytes, file.size, &options, &document, &error), PDK_OK);
            assert_string_equal(error.code, "las.laz.table");
            document = open_mesh(file.bytes, file.size, NULL, true);
            assert_int_equal(document->mesh->point_count, 1000);
            assert_int_equal(count_findings(document, PDK_CHECK_FULL, "las.laz.table"), 1);
            pdk_close(document);
        }
        pdk_store_u64(file.bytes + pointer, file.table_at);
        file.bytes[file.table_at + 9] ^= 0x55;
        pdk_document *document = open_mesh(file.bytes, file.size, NULL, true);
        assert_int_equal(document->mesh->point_count, 1000);
        pdk_close(document);

        size_t size = file.chunks_at; /* cut within the sixth chunk */
        for (int i = 0; i < 5; i++) size += file.chunk_sizes[i];
        document = open_mesh(file.bytes, size + 30, NULL, true);
        assert_int_equal(document->mesh->point_count, 500);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "las.laz.points"), 1);
        pdk_close(document);
        laz_free(&file);
    }
}

static void refused(void **state)
{
    (void)state;
    static const struct {
        size_t at; /* from the record's begin */
        uint8_t value;
        pdk_status status;
        const char *code;
    } cases[] = {
        { 0, 3, PDK_E_UNSUPPORTED, "las.laz.compressor" }, { 0, 9, PDK_E_UNSUPPORTED, "las.laz.compressor" },
        { 2, 1, PDK_E_UNSUPPORTED, "las.laz.compressor" }, { 32, 0, PDK_E_CORRUPT, "las.laz.record" },
        { 32, 9, PDK_E_CORRUPT, "las.laz.record" },        { 32, 1, PDK_E_UNSUPPORTED, "las.laz.items" },
        { 34, 7, PDK_E_UNSUPPORTED, "las.laz.items" },     { 36, 21, PDK_E_UNSUPPORTED, "las.laz.items" },
        { 38, 4, PDK_E_UNSUPPORTED, "las.laz.version" },   { 44, 1, PDK_E_UNSUPPORTED, "las.laz.version" },
    };
    laz_file file = small_file(1);
    size_t record = 375 + 54;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t before = file.bytes[record + cases[i].at];
        file.bytes[record + cases[i].at] = cases[i].value;
        pdk_document *document = NULL;
        pdk_error error;
        assert_int_equal(pdk_open_memory(file.bytes, file.size, NULL, &document, &error), cases[i].status);
        assert_string_equal(error.code, cases[i].code);
        assert_true(error.offset >= record && error.offset < record + 46);
        file.bytes[record + cases[i].at] = before;
    }
    file.bytes[375 + 2] = 'x';
    assert_refused(file.bytes, file.size, NULL, PDK_E_CORRUPT, "las.laz.record", 375);
    laz_free(&file);
}

/* The header can be changed; the points stay packed. */
static void edited(void **state)
{
    (void)state;
    laz_file file = small_file(7);
    pdk_document *document = open_mesh(file.bytes, file.size, NULL, false);
    pdk_output *output = output_or_fail();
    pdk_edit *edit;
    pdk_error error;
    assert_ok(pdk_edit_open(document, &edit, &error), error);
    assert_ok(pdk_edit_set(edit, "las.header.file_source", "7", &error), error);
    assert_ok(pdk_edit_write_packed(edit, output, &error), error);
    pdk_edit_close(edit);
    pdk_bytes written = pdk_output_bytes(output);
    assert_int_equal(written.size, file.size);
    assert_int_equal(written.data[4], 7);
    assert_memory_equal(written.data + 5, file.bytes + 5, file.size - 5);
    pdk_output_close(output);
    pdk_close(document);
    laz_free(&file);
}

/* ------------------------------------------------------------------------------------------------ real files */

static uint8_t *load(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    uint8_t *bytes = malloc(1 << 20);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

/* Goldens and seeds are copies of files that are kept: made again they are the same. */
static void kept_files(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        laz_scan_options scan;
        laz_options packing;
    } files[] = {
        { "chunks.laz", { .format = 3, .extra = 2, .points = 60 }, { .chunk_points = 25 } },
        { "layers.laz",
          { .format = 8, .extra = 1, .points = 60, .channels = 5 },
          { .chunk_points = 40, .variable = true } },
        { "whole.laz", { .format = 1, .points = 40 }, { .whole = true, .first_edition = true } },
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[512];
        size_t size;
        snprintf(path, sizeof path, "%s/%s", PADDOCK_FILES, files[i].name);
        uint8_t *kept = load(path, &size);
        laz_scan scan = laz_scan_make(&files[i].scan);
        laz_file file = laz_make(scan.bytes, scan.size, &files[i].packing);
        assert_int_equal(size, file.size);
        assert_memory_equal(kept, file.bytes, size);
        free(kept);
        laz_free(&file);
        free(scan.bytes);
    }
}

static void real_pairs(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        { "mesh/laz/point10-1.0.laz", "mesh/laz/point10-1.0.las" },
        { "mesh/laz/point10.las.laz", "mesh/laz/point10.las" },
        { "mesh/laz/point-color-time.las.laz", "mesh/laz/point-color-time.las" },
        { "mesh/laz/extrabytes.laz", "mesh/laz/extrabytes.las" },
        { "mesh/laz/1_4_w_evlr.laz", "mesh/laz/1_4_w_evlr.las" },
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *path = real_file(names[i][0]);
        if (path == NULL) skip();
        size_t laz_size, las_size;
        uint8_t *laz = load(path, &laz_size);
        path = real_file(names[i][1]);
        if (path == NULL) skip();
        uint8_t *las = load(path, &las_size);
        assert_same(las, las_size, laz, laz_size);
        free(las);
        free(laz);
    }
}

static void real_octree(void **state)
{
    (void)state;
    const char *path = real_file("mesh/laz/simple.copc.laz");
    if (path == NULL) skip();
    pdk_document *document = open_or_fail(path);
    assert_int_equal(document->mesh->point_count, 1065);
    double(*points)[3] = mesh_points(document, 100);
    assert_near(points[0][0], 636145.6, 1e-6);
    assert_near(points[1064][1], 852793.54, 1e-6);
    free(points);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "las.bounds"), 0);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format),    cmocka_unit_test(scanner_channels), cmocka_unit_test(kinds_of_chunks),
        cmocka_unit_test(constant_layers), cmocka_unit_test(ranges),           cmocka_unit_test(large_chunks),
        cmocka_unit_test(damaged_chunk),   cmocka_unit_test(damaged_table),    cmocka_unit_test(refused),
        cmocka_unit_test(edited),          cmocka_unit_test(real_pairs),       cmocka_unit_test(kept_files),
        cmocka_unit_test(real_octree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
