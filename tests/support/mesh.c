#include "mesh.h"

#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "failing.h"
#include "sink.h"

uint8_t *rld_of(const float (*points)[3], uint32_t point_count, const uint32_t (*triangles)[3], uint32_t triangle_count,
                size_t *size)
{
    *size = 40 + 12 * ((size_t)point_count + triangle_count);
    uint8_t *bytes = malloc(*size), *at = bytes;
    assert_non_null(bytes);
    memcpy(at, "RLD0HEAD", 8);
    pdk_store_u32(at + 8, point_count);
    pdk_store_u32(at + 12, triangle_count);
    memcpy(at + 16, "VERT", 4);
    at += 20;
    for (size_t i = 0; i < 3 * (size_t)point_count; i++, at += 4) pdk_store_f32(at, points[i / 3][i % 3]);
    memcpy(at, "TRIS", 4);
    at += 4;
    for (size_t i = 0; i < 3 * (size_t)triangle_count; i++, at += 4) pdk_store_u32(at, triangles[i / 3][i % 3]);
    memcpy(at, "BLKI", 4);
    pdk_store_u32(at + 4, 1);
    pdk_store_u32(at + 8, 0);
    pdk_store_u32(at + 12, point_count);
    return bytes;
}

uint8_t *rld_grid(size_t columns, size_t rows, float step, float (*height)(float x, float y), size_t *size)
{
    float(*points)[3] = malloc(columns * rows * sizeof *points);
    uint32_t(*triangles)[3] = malloc(2 * columns * rows * sizeof *triangles), count = 0;
    assert_true(points != NULL && triangles != NULL);
    for (size_t i = 0; i < columns * rows; i++) {
        points[i][0] = step * (float)(i % columns);
        points[i][1] = step * (float)(i / columns);
        points[i][2] = height(points[i][0], points[i][1]);
        if (i % columns + 1 == columns || i / columns + 1 == rows) continue;
        uint32_t a = (uint32_t)i, b = a + 1, c = a + (uint32_t)columns, d = c + 1;
        memcpy(triangles[count++], (uint32_t[]){ a, b, d }, 12);
        memcpy(triangles[count++], (uint32_t[]){ a, d, c }, 12);
    }
    uint8_t *bytes =
        rld_of((const float(*)[3])points, (uint32_t)(columns * rows), (const uint32_t(*)[3])triangles, count, size);
    free(points);
    free(triangles);
    return bytes;
}

float hill(float x, float y)
{
    return 3 + 0.25f * x - 0.125f * y + 0.001f * x * y;
}

const uint8_t *behind(pdk_bytes bytes, const char *text)
{
    char *at = strstr((const char *)bytes.data, text);
    assert_non_null(at);
    return (const uint8_t *)at + strlen(text);
}

bool take_note(void *user, const pdk_finding *finding)
{
    notes *all = user;
    assert_true(all->count < 16);
    strncpy(all->codes[all->count++], finding->code, sizeof all->codes[0] - 1);
    return true;
}

bool has_note(const notes *all, const char *code)
{
    for (unsigned i = 0; i < all->count; i++) {
        if (strcmp(all->codes[i], code) == 0) return true;
    }
    return false;
}

pdk_output *convert_or_fail(const pdk_document *document, const char *target, const pdk_convert_options *options,
                            pdk_convert_report *report)
{
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_convert(document, target, options, report, output, &error), error);
    return output;
}

/* ------------------------------------------------------------------------------------------------- sweeps */

/* One conversion with failing memory, or failing writes. */
static bool fails_at(const pdk_document *document, const char *target, size_t call, bool memory)
{
    failing heap = { .fail_at = memory ? call : 0 };
    sink to = { .fail_at = memory ? 0 : call };
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.allocator = failing_allocator(&heap);
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_output_callback(sink_write, &to, &output, &error), error);
    pdk_status status = pdk_convert(document, target, &options, NULL, output, &error);
    if (status == PDK_OK) status = pdk_output_finish(output, &error);
    bool failed = (memory ? heap.calls : to.calls) >= call;
    if (failed && memory) assert_fails(status, error, PDK_E_MEMORY, "memory.out", PDK_NO_OFFSET);
    else if (failed) assert_fails(status, error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    else assert_int_equal(status, PDK_OK);
    if (failed && !memory) assert_int_equal(to.calls, call); /* nothing more was written */
    pdk_output_close(output);
    assert_true(heap.live == 0 && heap.bytes == 0);
    return failed;
}

void sweep_convert(const pdk_document *document, const char *target)
{
    size_t call = 1;
    while (fails_at(document, target, call, true)) call++;
    assert_true(call > 2);
    for (call = 1; fails_at(document, target, call, false);) call++;
    assert_true(call > 1);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.progress = stop_at_once;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    pdk_status status = pdk_convert(document, target, &options, NULL, output, &error);
    assert_int_equal(status, PDK_E_CANCELLED);
    pdk_output_close(output);
}
