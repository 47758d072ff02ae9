#include "glb_look.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"

static bool keep_note(void *user, const pdk_finding *finding)
{
    glb *result = user;
    size_t used = strlen(result->notes);
    snprintf(result->notes + used, sizeof result->notes - used, "%s ", finding->code);
    return true;
}

glb glb_convert(const pdk_document *document, pdk_convert_options *options)
{
    glb result = { 0 };
    pdk_error error = { 0 };
    options->note = keep_note;
    options->note_user = &result;
    result.output = output_or_fail();
    assert_ok(pdk_convert(document, "glb", options, &result.report, result.output, &error), error);
    pdk_bytes bytes = pdk_output_bytes(result.output);
    assert_true(bytes.size >= 20 && bytes.size % 4 == 0);
    assert_memory_equal(bytes.data, "glTF\2\0\0\0", 8);
    assert_int_equal(pdk_load_u32(bytes.data + 8), bytes.size);
    uint32_t length = pdk_load_u32(bytes.data + 12);
    assert_memory_equal(bytes.data + 16, "JSON", 4);
    assert_int_equal(length % 4, 0);
    result.json = json_loadb((const char *)bytes.data + 20, length, 0, NULL);
    assert_non_null(result.json);
    if (20 + length < bytes.size) {
        result.size = pdk_load_u32(bytes.data + 20 + length);
        assert_memory_equal(bytes.data + 24 + length, "BIN\0", 4);
        assert_int_equal(28 + length + result.size, bytes.size);
        result.binary = bytes.data + 28 + length;
    }
    return result;
}

void glb_forget(glb *result)
{
    json_decref(result->json);
    pdk_output_close(result->output);
}

json_t *item_at(const json_t *list, size_t index)
{
    json_t *value = json_array_get(list, index);
    assert_non_null(value);
    return value;
}
json_t *glb_list(const glb *file, const char *key)
{
    return json_object_get(file->json, key);
}
size_t glb_number(const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    assert_true(json_is_integer(value) && json_integer_value(value) >= 0);
    return (size_t)json_integer_value(value);
}

access glb_accessor(const glb *file, size_t number)
{
    const json_t *accessor = item_at(glb_list(file, "accessors"), number);
    const json_t *view = item_at(glb_list(file, "bufferViews"), glb_number(accessor, "bufferView"));
    const char *kind = json_string_value(json_object_get(accessor, "type"));
    access result = { .count = glb_number(accessor, "count"), .type = (int)glb_number(accessor, "componentType") };
    result.components = strcmp(kind, "SCALAR") == 0 ? 1 : (size_t)(kind[3] - '0');
    size_t size = result.type == 5126 || result.type == 5125 ? 4 : result.type == 5123 || result.type == 5122 ? 2 : 1;
    result.stride =
        json_object_get(view, "byteStride") != NULL ? glb_number(view, "byteStride") : size * result.components;
    size_t offset = glb_number(view, "byteOffset"), length = glb_number(view, "byteLength");
    assert_int_equal(offset % 4, 0);
    assert_int_equal(result.count * result.stride, length);
    assert_true(result.count > 0 && result.components * size <= result.stride);
    if (glb_number(view, "buffer") != 0) return result; /* unpacked by others */
    assert_true(offset <= file->size && length <= file->size - offset);
    result.bytes = file->binary + offset;
    return result;
}

double glb_component(const access *from, size_t element, size_t component)
{
    const uint8_t *place = from->bytes + element * from->stride;
    if (from->type == 5123) return pdk_load_u16(place + 2 * component);
    if (from->type == 5122) return (int16_t)pdk_load_u16(place + 2 * component);
    if (from->type == 5120) return (int8_t)place[component];
    if (from->type == 5125) return pdk_load_u32(place + 4 * component);
    float value;
    uint32_t bits = pdk_load_u32(place + 4 * component);
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static void assert_bounds(const glb *file, size_t number, const access *points)
{
    const json_t *told = item_at(glb_list(file, "accessors"), number);
    for (size_t k = 0; k < 3; k++) {
        double minimum = INFINITY, maximum = -INFINITY;
        for (size_t i = 0; i < points->count; i++) {
            minimum = fmin(minimum, glb_component(points, i, k));
            maximum = fmax(maximum, glb_component(points, i, k));
        }
        assert_true((float)json_number_value(item_at(json_object_get(told, "min"), k)) == (float)minimum);
        assert_true((float)json_number_value(item_at(json_object_get(told, "max"), k)) == (float)maximum);
    }
}

static void assert_primitive(const glb *file, const json_t *primitive)
{
    const json_t *attributes = json_object_get(primitive, "attributes"),
                 *normals = json_object_get(attributes, "NORMAL");
    size_t number = glb_number(attributes, "POSITION");
    access points = glb_accessor(file, number);
    if (points.bytes == NULL) return;
    assert_bounds(file, number, &points);
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)attributes, key, value)
    {
        assert_int_equal(glb_accessor(file, (size_t)json_integer_value(value)).count, points.count);
    }
    access all = { 0 };
    if (normals != NULL) all = glb_accessor(file, (size_t)json_integer_value(normals));
    for (size_t i = 0; i < all.count && all.type == 5126; i++) {
        double x = glb_component(&all, i, 0), y = glb_component(&all, i, 1), z = glb_component(&all, i, 2);
        assert_near(x * x + y * y + z * z, 1, 1e-5);
    }
    if (json_object_get(primitive, "indices") == NULL) return;
    access corners = glb_accessor(file, glb_number(primitive, "indices"));
    assert_int_equal(corners.count % 3, 0);
    for (size_t i = 0; i < corners.count; i++) assert_true(glb_component(&corners, i, 0) < (double)points.count);
    size_t materials = json_array_size(glb_list(file, "materials"));
    if (json_object_get(primitive, "material") != NULL) assert_true(glb_number(primitive, "material") < materials);
}

void assert_glb(const glb *file)
{
    const char *key;
    json_t *list, *item, *child;
    size_t i, k, reached = 0;
    json_object_foreach(file->json, key, list) assert_true(!json_is_array(list) || json_array_size(list) > 0);
    json_array_foreach(glb_list(file, "meshes"), i, item)
    {
        json_array_foreach(json_object_get(item, "primitives"), k, child) assert_primitive(file, child);
    }
    json_array_foreach(glb_list(file, "nodes"), i, item)
    {
        assert_true(strlen(json_string_value(json_object_get(item, "name"))) > 0);
        if (json_object_get(item, "mesh") != NULL)
            assert_true(glb_number(item, "mesh") < json_array_size(glb_list(file, "meshes")));
        json_array_foreach(json_object_get(item, "children"), k, child)
        {
            assert_true((size_t)json_integer_value(child) > i);
            reached++;
        }
    }
    json_array_foreach(glb_list(file, "scenes"), i, item) reached += json_array_size(json_object_get(item, "nodes"));
    assert_int_equal(reached, json_array_size(glb_list(file, "nodes")));
    json_array_foreach(glb_list(file, "images"), i, item)
    {
        const json_t *view = item_at(glb_list(file, "bufferViews"), glb_number(item, "bufferView"));
        assert_true(glb_number(view, "byteOffset") + glb_number(view, "byteLength") <= file->size);
        assert_memory_equal(file->binary + glb_number(view, "byteOffset"), "\x89PNG\r\n\x1A\n", 8);
    }
    json_array_foreach(glb_list(file, "textures"), i, item)
    {
        assert_true(glb_number(item, "source") < json_array_size(glb_list(file, "images")));
    }
}

const json_t *glb_node(const glb *file, const char *name)
{
    size_t i;
    json_t *node;
    json_array_foreach(glb_list(file, "nodes"), i, node)
    {
        if (strcmp(json_string_value(json_object_get(node, "name")), name) == 0) return node;
    }
    fail_msg("no node \"%s\"", name);
    return NULL;
}

const json_t *glb_mesh(const glb *file, const char *node)
{
    return item_at(glb_list(file, "meshes"), glb_number(glb_node(file, node), "mesh"));
}

access glb_attribute(const glb *file, const json_t *mesh, const char *name)
{
    return glb_accessor(
        file, glb_number(json_object_get(item_at(json_object_get(mesh, "primitives"), 0), "attributes"), name));
}

made make_file(const char *format, const char *dialect, uint64_t points)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    options.points = points;
    size_t size;
    made result;
    result.bytes = synth_or_fail(format, &options, &size);
    result.document = open_bytes_or_fail(result.bytes, size);
    return result;
}

void drop_file(made *all)
{
    pdk_close(all->document);
    free(all->bytes);
}

quantized glb_quantized(const char *attribute)
{
    quantized both = { .rld = make_file("rld", NULL, 5000) };
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    both.plain = glb_convert(both.rld.document, &options);
    options.glb = &(pdk_glb_options){ .struct_size = sizeof(pdk_glb_options), .quantize = true };
    both.coarse = glb_convert(both.rld.document, &options);
    assert_glb(&both.coarse);
    both.exact = glb_attribute(&both.plain, item_at(glb_list(&both.plain, "meshes"), 0), attribute);
    both.steps = glb_attribute(&both.coarse, item_at(glb_list(&both.coarse, "meshes"), 0), attribute);
    assert_int_equal(both.steps.stride, 8);
    assert_int_equal(both.steps.count, both.exact.count);
    return both;
}

void drop_quantized(quantized *both)
{
    glb_forget(&both->plain);
    glb_forget(&both->coarse);
    drop_file(&both->rld);
}
