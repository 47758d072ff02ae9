/* RLD: each doubtful or damaged case has one stated outcome (docs/formats/rld.md), with its code and its offset. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "support.h"

/* A file in the making: 3 x 3 points a metre apart, 8 triangles, then whatever a test appends. Of this file:
 * VERT at 16, points at 20, TRIS at 128, triangles at 132, what follows at 228. */
typedef struct scan {
    uint8_t data[1024];
    size_t size;
} scan;

enum { POINTS = 20, TRIS = 128, TRIANGLES = 132, BLKI = 228, BLOCKS = 232, STARTS = 236 };

static void put_tag(scan *file, const char *tag)
{
    memcpy(file->data + file->size, tag, 4);
    file->size += 4;
}

static void put_number(scan *file, uint32_t number)
{
    pdk_store_u32(file->data + file->size, number);
    file->size += 4;
}

static void put_float(scan *file, float number)
{
    pdk_store_f32(file->data + file->size, number);
    file->size += 4;
}

static scan grid(void)
{
    scan file = { .size = 0 };
    put_tag(&file, "RLD0");
    put_tag(&file, "HEAD");
    put_number(&file, 9);
    put_number(&file, 8);
    put_tag(&file, "VERT");
    for (int i = 0; i < 9; i++) {
        put_float(&file, (float)(i / 3));
        put_float(&file, (float)(i % 3));
        put_float(&file, (float)i / 100);
    }
    put_tag(&file, "TRIS");
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t corner = i / 2 * 3 + i % 2;
        const uint32_t corners[] = { corner, corner + 3, corner + 4, corner, corner + 4, corner + 1 };
        for (int k = 0; k < 6; k++) put_number(&file, corners[k]);
    }
    assert_int_equal(file.size, BLKI);
    return file;
}

static void put_blocks(scan *file, uint32_t count, const uint32_t *numbers)
{
    put_tag(file, "BLKI");
    put_number(file, count);
    for (uint32_t i = 0; i < 2 * count; i++) put_number(file, numbers[i]);
}

static scan whole(void)
{
    scan file = grid();
    put_blocks(&file, 1, (const uint32_t[]){ 0, 9 });
    return file;
}

static pdk_status try_open(const scan *file, bool partial, pdk_document **document, pdk_error *error)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = partial;
    options.format = "rld";
    return pdk_open_memory(file->data, file->size, &options, document, error);
}

static pdk_document *open_scan(const scan *file, bool partial)
{
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(try_open(file, partial, &document, &error), error);
    read_everything(document);
    return document;
}

static void assert_refused(const scan *file, pdk_status status, const char *code, uint64_t offset)
{
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(try_open(file, false, &document, &error), error, status, code, offset);
    assert_null(document);
}

typedef struct wanted {
    pdk_severity severity;
    const char *code, *where, *says;
    uint64_t offset;
    int seen;
} wanted;

static bool look_for(void *user, const pdk_finding *finding)
{
    wanted *want = user;
    want->seen += finding->severity == want->severity && strcmp(finding->code, want->code) == 0 &&
                  finding->offset == want->offset && strcmp(finding->where, want->where) == 0 &&
                  strstr(finding->message, want->says) != NULL;
    return true;
}

/* Exactly one such finding at this level. */
static void assert_finding(const pdk_document *document, pdk_check_level level, pdk_severity severity, const char *code,
                           uint64_t offset, const char *where, const char *says)
{
    wanted want = { severity, code, where, says, offset, 0 };
    assert_int_equal(pdk_check(document, level, look_for, &want, NULL, NULL), PDK_OK);
    if (want.seen != 1) fail_msg("%d findings %s at 0x%llX in %s", want.seen, code, (unsigned long long)offset, where);
}

static void assert_total(const pdk_document *document, uint64_t wanted_total)
{
    uint64_t total = 0;
    assert_int_equal(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, &total, NULL), PDK_OK);
    assert_int_equal(total, wanted_total);
}

/* -1 stands for a missing value. */
static void assert_column(const pdk_document *document, const char *table, const char *column, size_t count,
                          const int *values)
{
    size_t rows;
    double *got = column_f64(document, table, column, &rows);
    assert_int_equal(rows, count);
    for (size_t i = 0; i < count; i++) {
        if (values[i] == -1) assert_false(has_value(document, table, column, i));
        else assert_int_equal((int)got[i], values[i]);
    }
    free(got);
}

/* ---------------------------------------------------------------------------------------- header and sections */

static void sound_file(void **state)
{
    (void)state;
    scan file = whole();
    pdk_document *document = open_scan(&file, false);
    assert_total(document, 0);
    assert_column(document, "triangles", "b", 8, (const int[]){ 3, 4, 4, 5, 6, 7, 7, 8 });
    pdk_close(document);
}

static void magic_and_version(void **state)
{
    (void)state;
    scan file = whole();
    file.data[3] = '1';
    assert_refused(&file, PDK_E_UNSUPPORTED, "rld.version", 3);
    pdk_document *document = NULL;
    pdk_error error = { 0 }; /* by detection too: the name says what it is */
    assert_fails(pdk_open_memory(file.data, file.size, NULL, &document, &error), error, PDK_E_UNSUPPORTED,
                 "rld.version", 3);
    file.data[3] = 'X';
    assert_refused(&file, PDK_E_CORRUPT, "rld.magic", 0);
    assert_fails(pdk_open_memory(file.data, file.size, NULL, &document, &error), error, PDK_E_UNKNOWN_FORMAT,
                 "detect.unknown", 0);
    file = whole();
    file.size = 15;
    assert_refused(&file, PDK_E_TRUNCATED, "rld.header.truncated", 15);
    file.size = 3;
    assert_refused(&file, PDK_E_CORRUPT, "rld.magic", 0);
}

static void wrong_tags(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        const char *code, *where;
    } tags[] = {
        { 4, "rld.head.tag", "rld.header.head_tag" },
        { 16, "rld.vert.tag", "rld.vert.tag" },
        { TRIS, "rld.tris.tag", "rld.tris.tag" },
        { BLKI, "rld.blki.tag", "rld.blocks.tag" },
    };
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        scan file = whole();
        memset(file.data + tags[i].at, 0, 4);
        assert_refused(&file, PDK_E_CORRUPT, tags[i].code, tags[i].at);
        pdk_document *document = NULL;
        pdk_error error = { 0 };
        pdk_status status = try_open(&file, true, &document, &error);
        assert_int_equal(status, i == 0 ? PDK_E_CORRUPT : PDK_OK);
        if (i == 0) {
            assert_string_equal(error.where, tags[i].where);
            assert_non_null(strstr(error.message, "found 00 00 00 00"));
            continue;
        }
        assert_finding(document, PDK_CHECK_STRUCTURE, PDK_ERROR, tags[i].code, tags[i].at, tags[i].where,
                       "found 00 00 00 00");
        assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "triangles")), 8);
        pdk_close(document);
    }
}

static void negative_counts(void **state)
{
    (void)state;
    scan file = whole();
    pdk_store_u32(file.data + 8, UINT32_MAX);
    assert_refused(&file, PDK_E_CORRUPT, "rld.points.negative", 8);
    file = whole();
    pdk_store_u32(file.data + 12, UINT32_C(0x80000000));
    assert_refused(&file, PDK_E_CORRUPT, "rld.triangles.negative", 12);
}

static void counts_beyond_the_file(void **state)
{
    (void)state;
    scan file = whole();
    pdk_store_u32(file.data + 8, INT32_MAX);
    assert_refused(&file, PDK_E_TRUNCATED, "rld.vert.truncated", file.size);
    pdk_document *document = open_scan(&file, true);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "points")), 9); /* up to the next tag */
    assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "triangles")), 8);
    pdk_close(document);

    file = whole();
    pdk_store_u32(file.data + 12, INT32_MAX);
    assert_refused(&file, PDK_E_TRUNCATED, "rld.tris.truncated", file.size);
    document = open_scan(&file, true);
    assert_finding(document, PDK_CHECK_STRUCTURE, PDK_ERROR, "rld.displaced", 16, "rld", "8 of 2147483647 triangles");
    assert_int_equal(pdk_document_surface_at(document, 0)->triangles, 8);
    pdk_close(document);

    file = whole();
    pdk_store_u32(file.data + BLOCKS, 2);
    assert_refused(&file, PDK_E_TRUNCATED, "rld.blki.truncated", file.size);
    document = open_scan(&file, true);
    assert_column(document, "blocks", "points", 1, (const int[]){ 9 });
    pdk_close(document);
    file.size = BLKI + 2;
    assert_refused(&file, PDK_E_TRUNCATED, "rld.blki.truncated", BLKI + 2);
}

static void empty_surfaces(void **state)
{
    (void)state;
    for (int points = 0; points <= 9; points += 9) {
        scan file = grid();
        file.size = 16;
        pdk_store_u32(file.data + 8, (uint32_t)points);
        pdk_store_u32(file.data + 12, 0);
        file.size = 20 + 12 * (size_t)points;
        put_tag(&file, "TRIS");
        put_blocks(&file, 1, (const uint32_t[]){ 0, (uint32_t)points });
        pdk_document *document = open_scan(&file, false);
        assert_total(document, 0);
        assert_int_equal(pdk_document_surface_at(document, 0)->vertices, points);
        pdk_close(document);
    }
    scan file = grid(); /* triangles over no points */
    pdk_store_u32(file.data + 8, 0);
    memmove(file.data + 20, file.data + TRIS, BLKI - TRIS);
    file.size = 20 + BLKI - TRIS;
    pdk_document *document = open_scan(&file, false);
    assert_int_equal(count_findings(document, PDK_CHECK_FULL, "rld.index.range"), 11);
    pdk_close(document);
    document = open_scan(&file, true);
    assert_int_equal(pdk_document_surface_at(document, 0)->triangles, 0);
    pdk_close(document);
}

/* ---------------------------------------------------------------------------------------------------- blocks */

static void blocks_missing(void **state)
{
    (void)state;
    scan file = grid();
    pdk_document *document = open_scan(&file, false);
    assert_string_equal(pdk_document_dialect(document), "version 0, no blocks");
    assert_finding(document, PDK_CHECK_STRUCTURE, PDK_NOTE, "rld.blki.missing", BLKI, "rld.blocks", "one block");
    assert_column(document, "blocks", "start", 1, (const int[]){ 0 });
    assert_column(document, "blocks", "points", 1, (const int[]){ 9 });
    assert_column(document, "points", "block", 9, (const int[]){ 0, 0, 0, 0, 0, 0, 0, 0, 0 });
    pdk_close(document);
}

static void blocks_as_published(void **state)
{
    (void)state;
    scan file = grid();
    put_blocks(&file, 3, (const uint32_t[]){ 0, 3, 5, 3, 2, 4 });
    pdk_document *document = open_scan(&file, false);
    assert_total(document, 0);
    assert_string_equal(pdk_document_dialect(document), "version 0");
    assert_column(document, "blocks", "start", 3, (const int[]){ 0, 3, 5 });
    assert_column(document, "blocks", "points", 3, (const int[]){ 3, 2, 4 });
    assert_column(document, "points", "block", 9, (const int[]){ 0, 0, 0, 1, 1, 2, 2, 2, 2 });
    assert_column(document, "triangles", "block", 8, (const int[]){ 0, 0, 0, 0, 1, 1, 1, 1 });
    pdk_close(document);
}

static void blocks_as_pairs(void **state)
{
    (void)state;
    scan file = grid(); /* as published the second would be 9 .. 14 */
    put_blocks(&file, 2, (const uint32_t[]){ 0, 9, 4, 5 });
    pdk_document *document = open_scan(&file, false);
    assert_string_equal(pdk_document_dialect(document), "version 0, blocks as pairs");
    assert_finding(document, PDK_CHECK_STRUCTURE, PDK_WARNING, "rld.blki.pairs", BLKI, "rld.blocks",
                   "beyond the points");
    assert_column(document, "blocks", "start", 2, (const int[]){ 0, 4 });
    assert_column(document, "blocks", "points", 2, (const int[]){ 9, 5 });
    pdk_close(document);

    file = grid(); /* in range both ways; only as pairs do they follow each other */
    put_blocks(&file, 3, (const uint32_t[]){ 0, 2, 2, 4, 6, 3 });
    document = open_scan(&file, false);
    assert_finding(document, PDK_CHECK_STRUCTURE, PDK_WARNING, "rld.blki.pairs", BLKI, "rld.blocks",
                   "follow each other");
    assert_column(document, "points", "block", 9, (const int[]){ 0, 0, 1, 1, 1, 1, 2, 2, 2 });
    pdk_close(document);
}

/* Odd blocks never stop a reader: each row is the arrays, what is said about them, and the block of each point. */
static void odd_blocks(void **state)
{
    (void)state;
    static const struct {
        uint32_t count, numbers[6];
        const char *code, *where, *says;
        uint64_t offset;
        int blocks[9];
    } cases[] = {
        { 1, { 0, 12 }, "rld.block.range", "rld.block_start[0]", "1 of 1,", STARTS, { 0, 0, 0, 0, 0, 0, 0, 0, 0 } },
        { 1,
          { UINT32_MAX, 4 },
          "rld.block.range",
          "rld.block_start[0]",
          "1 of 1,",
          STARTS,
          { -1, -1, -1, -1, -1, -1, -1, -1, -1 } },
        { 2,
          { 0, 3, 5, 6 },
          "rld.block.overlap",
          "rld.block_start[1]",
          "others: ",
          STARTS + 4,
          { 0, 0, 0, 1, 1, 1, 1, 1, 1 } },
        { 2,
          { 0, 3, 9, 2 },
          "rld.block.overlap",
          "rld.block_start[1]",
          "others: ",
          STARTS + 4,
          { 0, 0, 0, 1, 1, 0, 0, 0, 0 } },
        { 2, { 0, 5, 3, 4 }, "rld.block.gap", "rld.blocks", "2 of 9", BLKI, { 0, 0, 0, -1, -1, 1, 1, 1, 1 } },
        { 2, { 6, 1, 2, 4 }, "rld.block.gap", "rld.blocks", "3 of 9", BLKI, { -1, 1, 1, 1, 1, -1, 0, 0, -1 } },
        { 3,
          { 0, 2, 4, 9, 5, 1 },
          "rld.block.overlap",
          "rld.block_start[1]",
          "others: ",
          STARTS + 4,
          { 0, 0, 1, 1, 2, 1, 1, 0, 0 } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scan file = grid();
        put_blocks(&file, cases[i].count, cases[i].numbers);
        pdk_document *document = open_scan(&file, false);
        assert_string_equal(pdk_document_dialect(document), "version 0");
        assert_finding(document, PDK_CHECK_STRUCTURE, PDK_WARNING, cases[i].code, cases[i].offset, cases[i].where,
                       cases[i].says);
        assert_column(document, "points", "block", 9, cases[i].blocks);
        pdk_close(document);
    }
    scan file = grid(); /* out of order, but sound */
    put_blocks(&file, 2, (const uint32_t[]){ 6, 0, 3, 6 });
    pdk_document *document = open_scan(&file, false);
    assert_total(document, 0);
    assert_column(document, "points", "block", 9, (const int[]){ 1, 1, 1, 1, 1, 1, 0, 0, 0 });
    pdk_close(document);
}

static void no_blocks_announced(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) { /* 0, -1 */
        scan file = grid();
        put_tag(&file, "BLKI");
        put_number(&file, 0 - i);
        pdk_document *document = open_scan(&file, false);
        assert_finding(document, PDK_CHECK_STRUCTURE, PDK_WARNING, "rld.blki.count", BLOCKS, "rld.blocks.blocks",
                       i == 0 ? "0 blocks" : "-1 blocks");
        assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "blocks")), 0);
        assert_column(document, "points", "block", 9, (const int[]){ -1, -1, -1, -1, -1, -1, -1, -1, -1 });
        pdk_close(document);
    }
}

static void put_normals(scan *file)
{
    put_tag(file, "NORM");
    for (int i = 0; i < 27; i++) put_float(file, i % 3 == 2 ? 1.0f : 0.0f);
}

static void unknown_sections(void **state)
{
    (void)state;
    scan file = whole();
    put_normals(&file);
    pdk_document *document = open_scan(&file, false);
    assert_finding(document, PDK_CHECK_STRUCTURE, PDK_WARNING, "rld.trailing", 244, "rld", "\"NORM\"");
    assert_finding(document, PDK_CHECK_STRUCTURE, PDK_WARNING, "rld.trailing", 244, "rld", "normals");
    assert_total(document, 1);
    pdk_close(document);

    file = grid();
    put_normals(&file);
    scan stopped = file; /* no BLKI after it: nothing says how far the section goes */
    put_blocks(&file, 2, (const uint32_t[]){ 0, 4, 4, 5 });
    document = open_scan(&file, false);
    assert_finding(document, PDK_CHECK_STRUCTURE, PDK_WARNING, "rld.section.unknown", BLKI, "rld", "normals");
    assert_column(document, "blocks", "points", 2, (const int[]){ 4, 5 });
    assert_total(document, 1);
    pdk_close(document);

    assert_refused(&stopped, PDK_E_CORRUPT, "rld.blki.tag", BLKI);
    document = open_scan(&stopped, true);
    assert_column(document, "blocks", "points", 1, (const int[]){ 9 });
    pdk_close(document);
    stopped.size = BLKI + 1;
    assert_refused(&stopped, PDK_E_CORRUPT, "rld.blki.tag", BLKI);
}

/* ------------------------------------------------------------------------------------------------ full check */

static void bad_indices(void **state)
{
    (void)state;
    scan file = whole();
    pdk_store_u32(file.data + TRIANGLES + 12 * 2 + 4, 9);
    pdk_store_u32(file.data + TRIANGLES + 12 * 7 + 8, UINT32_MAX);
    pdk_document *document = open_scan(&file, false);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "rld.index.range"), 0);
    assert_finding(document, PDK_CHECK_FULL, PDK_ERROR, "rld.index.range", TRIANGLES + 28, "rld.triangle[2].b",
                   "point 9 ");
    assert_finding(document, PDK_CHECK_FULL, PDK_ERROR, "rld.index.range", TRIANGLES + 92, "rld.triangle[7].c",
                   "point -1 ");
    assert_int_equal(pdk_document_surface_at(document, 0)->triangles, 8);
    pdk_close(document);

    document = open_scan(&file, true);
    assert_finding(document, PDK_CHECK_STRUCTURE, PDK_ERROR, "rld.index.dropped", TRIANGLES, "rld.triangle", "2 of 8");
    pdk_surface surface = surface_or_fail(document, 0);
    assert_int_equal(surface.triangle_count, 6);
    assert_int_equal(pdk_document_surface_at(document, 0)->triangles, 6);
    assert_int_equal(surface.triangles[6], 1); /* what was the fourth is now the third */
    assert_int_equal(surface.triangles[7], 5);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(document, "triangles")), 8);
    pdk_close(document);
}

static void odd_coordinates(void **state)
{
    (void)state;
    scan file = whole();
    pdk_store_f32(file.data + POINTS + 12 * 4, NAN);
    pdk_store_f32(file.data + POINTS + 12 * 8 + 8, INFINITY);
    pdk_document *document = open_scan(&file, false);
    assert_finding(document, PDK_CHECK_FULL, PDK_ERROR, "rld.point.finite", POINTS + 48, "rld.point[4].x",
                   "not a number");
    assert_finding(document, PDK_CHECK_FULL, PDK_ERROR, "rld.point.finite", POINTS + 104, "rld.point[8].z", "infinite");
    assert_total(document, 2); /* triangles without a shape are not counted as flat ones */
    pdk_close(document);
    for (size_t i = 0; i < 27; i++) pdk_store_f32(file.data + POINTS + 4 * i, NAN);
    document = open_scan(&file, false);
    assert_finding(document, PDK_CHECK_FULL, PDK_ERROR, "rld.point.finite", POINTS, "rld.point", "17 more");
    assert_total(document, 11);
    pdk_close(document);
}

static void idle_parts(void **state)
{
    (void)state;
    scan file = whole();
    pdk_store_u32(file.data + TRIANGLES + 12 * 7 + 4, 7); /* 4 7 5 instead of 4 8 5: nothing has 8 */
    pdk_store_u32(file.data + TRIANGLES + 12 * 6 + 8, 7); /* 4 7 7 */
    pdk_document *document = open_scan(&file, false);
    assert_finding(document, PDK_CHECK_FULL, PDK_NOTE, "rld.point.unused", POINTS + 96, "rld.point[8]", "triangle: 1,");
    assert_finding(document, PDK_CHECK_FULL, PDK_NOTE, "rld.triangle.degenerate", TRIANGLES + 72, "rld.triangle[6]",
                   "area: 1,");
    assert_total(document, 2);
    pdk_close(document);

    file = whole(); /* three corners on a line */
    const uint32_t line[] = { 0, 4, 8 };
    for (size_t i = 0; i < 3; i++) pdk_store_u32(file.data + TRIANGLES + 36 + 4 * i, line[i]);
    for (size_t i = 0; i < 9; i++) pdk_store_f32(file.data + POINTS + 12 * i + 8, 0);
    document = open_scan(&file, false);
    assert_finding(document, PDK_CHECK_FULL, PDK_NOTE, "rld.triangle.degenerate", TRIANGLES + 36, "rld.triangle[3]",
                   "area: 1,");
    pdk_close(document);

    file = whole(); /* upright: no area from above, but one from the side */
    for (size_t i = 0; i < 9; i++) pdk_store_f32(file.data + POINTS + 12 * i + 4, 5);
    for (size_t i = 0; i < 9; i++) pdk_store_f32(file.data + POINTS + 12 * i + 8, (float)(i % 3));
    document = open_scan(&file, false);
    assert_total(document, 0);
    pdk_close(document);
}

static void far_from_the_origin(void **state)
{
    (void)state;
    scan file = whole();
    for (size_t i = 0; i < 9; i++) pdk_store_f32(file.data + POINTS + 12 * i, 300000.0f + (float)(i / 3));
    pdk_document *document = open_scan(&file, false);
    assert_finding(document, PDK_CHECK_FULL, PDK_NOTE, "rld.precision", POINTS, "rld.point", "31.2 mm");
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_file),
        cmocka_unit_test(magic_and_version),
        cmocka_unit_test(wrong_tags),
        cmocka_unit_test(negative_counts),
        cmocka_unit_test(counts_beyond_the_file),
        cmocka_unit_test(empty_surfaces),
        cmocka_unit_test(blocks_missing),
        cmocka_unit_test(blocks_as_published),
        cmocka_unit_test(blocks_as_pairs),
        cmocka_unit_test(odd_blocks),
        cmocka_unit_test(no_blocks_announced),
        cmocka_unit_test(unknown_sections),
        cmocka_unit_test(bad_indices),
        cmocka_unit_test(odd_coordinates),
        cmocka_unit_test(idle_parts),
        cmocka_unit_test(far_from_the_origin),
    };
    return cmocka_run_group_tests_name("rld cases", tests, NULL, NULL);
}
