/* Edited tracks: what the tests of reversing and flattening share. */
#ifndef PADDOCK_TESTS_TRACK_H
#define PADDOCK_TESTS_TRACK_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum {
    NODES = 0x98C,
    NODE = 36,
    SPEEDS = 0x15B0C,
    PROPS = 0x16628,
    PROP = 16,
    RECORDS = 0x1A4A8,
    RECORD = 288,
    COLUMNS = 11
};
typedef pdk_status (*track_edit)(const pdk_document *document, pdk_output *output, pdk_error *error);

/* A track's bytes, opened. */
typedef struct track {
    uint8_t *bytes;
    size_t size;
    pdk_document *document;
    uint32_t records, nodes, props;
    bool closed;
} track;

static inline uint32_t load32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}
static inline int32_t loads(const uint8_t *at)
{
    return (int32_t)load32(at);
}
static inline const uint8_t *node(const track *of, uint32_t i)
{
    return of->bytes + NODES + (size_t)i * NODE;
}
static inline uint8_t *prop(const track *of, uint32_t i)
{
    return of->bytes + PROPS + (size_t)i * PROP;
}
static inline const uint8_t *record(const track *of, uint32_t i)
{
    return of->bytes + RECORDS + (size_t)i * RECORD;
}

static inline track opened(uint8_t *bytes, size_t size)
{
    track result = { .bytes = bytes, .size = size, .document = open_bytes_or_fail(bytes, size) };
    result.records = load32(bytes + 6);
    result.nodes = 4 * result.records;
    result.closed = bytes[4] != 0 || bytes[5] != 0;
    while (result.props < 1000 && loads(prop(&result, result.props)) != -1) result.props++;
    return result;
}

static inline void release(track *of)
{
    pdk_close(of->document);
    free(of->bytes);
}

/* After its bytes were changed. */
static inline void reopen(track *of)
{
    pdk_close(of->document);
    *of = opened(of->bytes, of->size);
}

static inline track edited(const track *of, track_edit edit)
{
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(edit(of->document, output, &error), error);
    size_t size;
    uint8_t *bytes = take_bytes(output, &size);
    return opened(bytes, size);
}

static inline track generated(const char *dialect)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    size_t size;
    uint8_t *bytes = synth_or_fail("tri", &options, &size);
    return opened(bytes, size);
}

/* Every track there is, in turn: generated closed and open, TR1, AL1. False when that one is not here. */
enum { TRACKS = 4 };
static inline bool take(int which, track *result)
{
    static const char *const names[] = { "nfs/TR1.TRI", "nfs/AL1.TRI" };
    *result = (track){ 0 };
    if (which < 2) {
        *result = generated(which == 0 ? "closed" : "open");
        return true;
    }
    const char *path = real_file(names[which - 2]);
    if (path == NULL) return false;
    size_t size;
    uint8_t *bytes = read_file(path, &size);
    *result = opened(bytes, size);
    return true;
}

static inline void for_each(void (*test)(const track *original))
{
    for (int i = 0; i < TRACKS; i++) {
        track original;
        if (!take(i, &original)) continue;
        test(&original);
        release(&original);
    }
}

static inline uint64_t findings(const pdk_document *document)
{
    uint64_t total = 0;
    pdk_error error = { 0 };
    assert_ok(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, &total, &error), error);
    return total;
}

/* Points of the road surface by row and column, left to right. */
static inline const float *points(const track *of)
{
    pdk_surface surface = surface_or_fail(of->document, 0);
    assert_true(surface.vertex_count >= (uint64_t)of->nodes * COLUMNS);
    return surface.positions;
}

static inline const float *point(const float *all, uint32_t row, uint32_t column)
{
    return all + ((size_t)row * COLUMNS + column) * 3;
}

static inline double apart(const float *a, const float *b)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) sum += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]);
    return sqrt(sum);
}

/* How far the two ends of a row are apart: in a tunnel they meet over the middle. */
static inline double gap(const float *all, uint32_t row)
{
    return apart(point(all, row, 0), point(all, row, COLUMNS - 1));
}

/* An edit whose result is not needed. */
static inline pdk_status run(pdk_document *document, track_edit edit, pdk_error *error)
{
    pdk_output *output = output_or_fail();
    pdk_status status = edit(document, output, error);
    pdk_output_close(output);
    return status;
}

static inline void set32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static inline void assert_refused(track *original, track_edit edit, const char *where)
{
    pdk_error error = { 0 };
    reopen(original);
    assert_fails(run(original->document, edit, &error), error, PDK_E_CORRUPT, "tri.edit.range", PDK_NO_OFFSET);
    assert_string_equal(error.where, where);
    release(original);
}

#endif
