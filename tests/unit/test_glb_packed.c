/* GLB packed for EXT_meshopt_compression: unpacked it is the same mesh. */
#include <stdlib.h>
#include <string.h>

#include "base/meshopt.h"
#include "glb_look.h"

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
        size_t least = corners[1] < corners[0] ? 1 : 0;
        if (corners[2] < corners[least]) least = 2;
        for (size_t k = 0; k < 3; k++) all[t].corners[k] = corners[(least + k) % 3];
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
    options.quantize = quantize;
    glb plain = glb_convert(source.document, &options);
    options.compress = true;
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

static void tracks_unpack(void **state)
{
    (void)state;
    assert_same("tri", "closed", 0, false);
    assert_same("tri", "open", 0, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(surfaces_unpack), cmocka_unit_test(tracks_unpack) };
    return cmocka_run_group_tests_name("glb_packed", tests, NULL, NULL);
}
