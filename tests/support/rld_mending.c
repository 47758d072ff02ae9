#include "rld_mending.h"

#include <stdlib.h>
#include <string.h>

void put32(bytes *to, uint32_t value)
{
    for (int i = 0; i < 4; i++) to->data[to->size++] = (uint8_t)(value >> 8 * i);
}
void put_tag(bytes *to, const char *tag)
{
    memcpy(to->data + to->size, tag, 4);
    to->size += 4;
}
void put_float(bytes *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put32(to, bits);
}
void set32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}
uint32_t get32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

bytes grid(void)
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

uint8_t *point(bytes *file, int i)
{
    return file->data + POINTS + 12 * i;
}
uint8_t *corner(bytes *file, int triangle, int i)
{
    return file->data + TRIANGLES + 12 * triangle + 4 * i;
}
void set_nan(uint8_t *at)
{
    set32(at, 0x7FC00000);
}
void set_infinite(uint8_t *at)
{
    set32(at, 0xFF800000);
}

static bool refuse_serious(void *user, const pdk_finding *finding)
{
    (void)user;
    bool unknown = strcmp(finding->code, "rld.trailing") == 0 || strcmp(finding->code, "rld.section.unknown") == 0;
    if (finding->severity != PDK_NOTE && !unknown) fail_msg("after a repair: %s %s", finding->code, finding->message);
    return true;
}

mended mend_with(const uint8_t *data, size_t size, const pdk_repair_options *options)
{
    mended result = { 0 };
    pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
    opening.partial = true;
    pdk_document *damaged = NULL;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(data, size, &opening, &damaged, &error), error);
    assert_ok(pdk_repair(damaged, options, &result.report, output, &error), error);
    result.data = take_bytes(output, &result.size);
    pdk_close(damaged);
    result.document = open_bytes_or_fail(result.data, result.size);
    assert_ok(pdk_check(result.document, PDK_CHECK_FULL, refuse_serious, NULL, NULL, &error), error);
    result.surface = surface_or_fail(result.document, 0);
    return result;
}

mended mend(const bytes *file)
{
    return mend_with(file->data, file->size, NULL);
}

void release(mended *of)
{
    pdk_close(of->document);
    free(of->data);
}

uint64_t changes(const mended *of, const char *code)
{
    for (size_t i = 0; i < of->report.count; i++) {
        if (strcmp(of->report.changes[i].code, code) == 0) return of->report.changes[i].count;
    }
    return 0;
}

/* Counts of the repaired surface, and that so many kinds of things were done. */
void assert_counts(const mended *of, uint64_t points, uint64_t triangles, uint64_t blocks, size_t kinds)
{
    assert_int_equal(of->surface.vertex_count, points);
    assert_int_equal(of->surface.triangle_count, triangles);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(of->document, "blocks")), blocks);
    assert_int_equal(of->report.count, kinds);
    assert_int_equal(of->size, 32 + 12 * (points + triangles) + 8 * blocks);
}

void assert_block(const mended *of, uint64_t block, uint32_t start, uint32_t points)
{
    size_t count;
    double *starts = column_f64(of->document, "blocks", "start", &count),
           *counts = column_f64(of->document, "blocks", "points", &count);
    assert_true(block < count);
    assert_near(starts[block], start, 0);
    assert_near(counts[block], points, 0);
    free(starts);
    free(counts);
}
