/* GLB packed for EXT_meshopt_compression: unpacked it is the same mesh. */
#include <stdlib.h>
#include <string.h>

#include <meshoptimizer.h>
#include "glb_look.h"
#include "random.h"

/* The bytes of a packed view, unpacked. */
static uint8_t *unpack(const glb *file, size_t number)
{
    const json_t *view = item_at(glb_list(file, "bufferViews"), number);
    const json_t *packing = json_object_get(json_object_get(view, "extensions"), "EXT_meshopt_compression");
    assert_non_null(packing);
    assert_int_equal(glb_number(view, "buffer"), 1);
    size_t count = glb_number(packing, "count"), stride = glb_number(packing, "byteStride"),
           size = glb_number(packing, "byteLength");
    assert_int_equal(count * stride, glb_number(view, "byteLength"));
    assert_true(glb_number(packing, "byteOffset") + size <= file->size);
    assert_true(glb_number(view, "byteOffset") + count * stride <=
                glb_number(item_at(glb_list(file, "buffers"), 1), "byteLength"));
    const uint8_t *packed = file->binary + glb_number(packing, "byteOffset");
    uint8_t *bytes = malloc(count * stride);
    assert_non_null(bytes);
    bool attributes = strcmp(json_string_value(json_object_get(packing, "mode")), "ATTRIBUTES") == 0;
    int status = attributes ? meshopt_decodeVertexBuffer(bytes, count, stride, packed, size)
                            : meshopt_decodeIndexBuffer(bytes, count, stride, packed, size);
    assert_int_equal(status, 0);
    return bytes;
}

/* A triangle with its least corner first: its winding stays. */
typedef struct triangle {
    uint32_t corners[3];
} triangle;

static int by_corners(const void *a, const void *b)
{
    const triangle *left = a, *right = b;
    for (int k = 0; k < 3; k++) {
        if (left->corners[k] != right->corners[k]) return left->corners[k] < right->corners[k] ? -1 : 1;
    }
    return 0;
}

static triangle *sorted(const uint8_t *bytes, size_t size, size_t count)
{
    triangle *all = calloc(count / 3, sizeof *all);
    assert_non_null(all);
    for (size_t t = 0; t < count / 3; t++) {
        uint32_t corners[3] = { 0 };
        for (size_t k = 0; k < 3; k++) memcpy(&corners[k], bytes + size * (3 * t + k), size);
        size_t minimum = corners[1] < corners[0] ? 1 : 0;
        if (corners[2] < corners[minimum]) minimum = 2;
        for (size_t k = 0; k < 3; k++) all[t].corners[k] = corners[(minimum + k) % 3];
    }
    qsort(all, count / 3, sizeof *all, by_corners);
    return all;
}

static void assert_same_view(const glb *plain, const glb *packed, size_t number)
{
    access wanted = glb_accessor(plain, number), got = glb_accessor(packed, number);
    const json_t *view = item_at(glb_list(plain, "bufferViews"), number);
    uint8_t *bytes = unpack(packed, number);
    assert_int_equal(got.count, wanted.count);
    assert_int_equal(got.stride, wanted.stride);
    if (glb_number(view, "target") == 34962) {
        assert_memory_equal(bytes, wanted.bytes, wanted.count * wanted.stride);
    } else { /* in another order */
        triangle *a = sorted(wanted.bytes, wanted.stride, wanted.count), *b = sorted(bytes, got.stride, got.count);
        assert_memory_equal(a, b, wanted.count / 3 * sizeof *a);
        free(a);
        free(b);
    }
    free(bytes);
}

static void assert_same(const char *format, const char *dialect, uint64_t points, bool quantize)
{
    made source = make_file(format, dialect, points);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_glb_options how = PDK_GLB_OPTIONS_INIT;
    how.quantize = quantize;
    options.glb = &how;
    glb plain = glb_convert(source.document, &options);
    how.compress = true;
    glb packed = glb_convert(source.document, &options);
    assert_glb(&packed);
    size_t count = json_array_size(glb_list(&plain, "accessors"));
    assert_int_equal(json_array_size(glb_list(&packed, "accessors")), count);
    for (size_t i = 0; i < count; i++) assert_same_view(&plain, &packed, i);
    assert_true(packed.size < plain.size);
    glb_forget(&plain);
    glb_forget(&packed);
    drop_file(&source);
}

static void surfaces_unpack(void **state)
{
    (void)state;
    assert_same("rld", NULL, 3000, false);
    assert_same("rld", NULL, 3000, true);
    assert_same("rld", NULL, 80000, true);
}

/* Bytes of all corners when they are ordered at once. */
static size_t at_once(const pdk_surface *surface)
{
    size_t count = 3 * (size_t)surface->triangle_count,
           capacity = meshopt_encodeIndexBufferBound(count, (size_t)surface->vertex_count);
    uint32_t *ordered = malloc(count * sizeof *ordered);
    uint8_t *packed = malloc(capacity);
    assert_non_null(ordered);
    assert_non_null(packed);
    meshopt_optimizeVertexCache(ordered, surface->triangles, count, (size_t)surface->vertex_count);
    size_t size = meshopt_encodeIndexBuffer(packed, capacity, ordered, count);
    free(ordered);
    free(packed);
    return size;
}

static bool never_back(void *user, uint64_t done, uint64_t total)
{
    uint64_t *last = user; /* done, total, calls */
    assert_true(done <= total);
    if (total == last[1]) assert_true(done >= last[0]);
    last[0] = done;
    last[1] = total;
    last[2]++;
    return true;
}

/* More triangles than are put in order at a time, and the same in no order at all. */
static void pieces_unpack(void **state)
{
    (void)state;
    enum { POINTS = 560000, PIECE = 1 << 20 };
    for (int mixed = 0; mixed < 2; mixed++) {
        made source = make_file("rld", NULL, POINTS);
        pdk_surface surface;
        pdk_error error;
        assert_ok(pdk_document_surface_read(source.document, 0, &surface, &error), error);
        assert_in_range(surface.triangle_count, PIECE + 1, 2 * PIECE);
        uint8_t *bytes = source.bytes + ((const uint8_t *)surface.triangles - source.bytes);
        for (uint64_t i = 0, seed = 7; mixed && i < surface.triangle_count; i++) {
            uint32_t one[3], other = (uint32_t)(random_next(&seed) % surface.triangle_count);
            memcpy(one, bytes + 12 * i, sizeof one);
            memcpy(bytes + 12 * i, bytes + 12 * (size_t)other, sizeof one);
            memcpy(bytes + 12 * (size_t)other, one, sizeof one);
        }
        uint64_t last[3] = { 0 };
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        options.origin = PDK_ORIGIN_NONE;
        options.progress = never_back;
        options.progress_user = last;
        glb plain = glb_convert(source.document, &options);
        options.glb = &(pdk_glb_options){ .struct_size = sizeof(pdk_glb_options), .compress = true };
        glb packed = glb_convert(source.document, &options);
        assert_glb(&packed);
        for (size_t i = 0; i < json_array_size(glb_list(&plain, "accessors")); i++) {
            assert_same_view(&plain, &packed, i);
            const json_t *view = item_at(glb_list(&packed, "bufferViews"), i);
            if (glb_number(view, "target") != 34963) continue;
            size_t size = glb_number(json_object_get(json_object_get(view, "extensions"), "EXT_meshopt_compression"),
                                     "byteLength");
            assert_true((double)size < 1.02 * (double)at_once(&surface));
        }
        assert_true(last[2] > 8);
        glb_forget(&plain);
        glb_forget(&packed);
        drop_file(&source);
    }
}

static void tracks_unpack(void **state)
{
    (void)state;
    assert_same("tri", "closed", 0, false);
    assert_same("tri", "open", 0, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(surfaces_unpack), cmocka_unit_test(pieces_unpack),
                                        cmocka_unit_test(tracks_unpack) };
    return cmocka_run_group_tests_name("glb_packed", tests, NULL, NULL);
}
