#include <math.h>
#include <string.h>

#include "import/glb/glb_reader.h"
#include "import/scalar.h"

uint64_t pdk_glb_number(const json_t *object, const char *name, uint64_t otherwise)
{
    const json_t *value = json_object_get(object, name);
    if (value == NULL) return otherwise;
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    if (json_is_real(value) && json_real_value(value) >= 0 && json_real_value(value) < 9e15) number = (json_int_t)json_real_value(value);
    return number >= 0 ? (uint64_t)number : UINT64_MAX;
}

json_t *pdk_glb_item(const pdk_glb *glb, const char *name, json_t *index)
{
    if (!json_is_integer(index) || json_integer_value(index) < 0) return NULL;
    json_t *item = json_array_get(json_object_get(glb->root, name), (size_t)json_integer_value(index));
    return json_is_object(item) ? item : NULL;
}

static pdk_scalar scalar_of(unsigned type)
{
    switch (type) {
    case 5120: return PDK_SCALAR_I8;
    case 5121: return PDK_SCALAR_U8;
    case 5122: return PDK_SCALAR_I16;
    case 5123: return PDK_SCALAR_U16;
    case 5125: return PDK_SCALAR_U32;
    case 5126: return PDK_SCALAR_F32;
    default: return PDK_SCALAR_NONE;
    }
}

/* A view's bytes from an offset; size 0 when something does not fit. */
static pdk_bytes view_of(const pdk_glb *glb, json_t *index, uint64_t offset, uint64_t *stride)
{
    const json_t *view = pdk_glb_item(glb, "bufferViews", index);
    uint64_t buffer = pdk_glb_number(view, "buffer", UINT64_MAX), at = pdk_glb_number(view, "byteOffset", 0);
    uint64_t length = pdk_glb_number(view, "byteLength", UINT64_MAX);
    *stride = pdk_glb_number(view, "byteStride", 0);
    if (view == NULL || buffer >= glb->buffer_count) return (pdk_bytes){ NULL, 0 };
    pdk_bytes bytes = glb->buffers[buffer];
    if (at > bytes.size || length > bytes.size - at || offset > length) return (pdk_bytes){ NULL, 0 };
    return (pdk_bytes){ bytes.data + at + offset, (size_t)(length - offset) };
}

static bool fits(const pdk_glb_numbers *numbers)
{
    uint64_t item = numbers->components * pdk_scalar_size(scalar_of(numbers->type));
    if (numbers->count == 0) return true;
    if (numbers->stride < item || numbers->bytes.size < item) return false;
    return (numbers->bytes.size - item) / numbers->stride >= numbers->count - 1;
}

pdk_status pdk_glb_find_numbers(const pdk_glb *glb, json_t *accessor, uint32_t components, pdk_glb_numbers *numbers, pdk_error *error)
{
    const json_t *from = pdk_glb_item(glb, "accessors", accessor);
    uint64_t number = json_is_integer(accessor) ? (uint64_t)json_integer_value(accessor) : 0;
    const char *type = json_string_value(json_object_get(from, "type"));
    *numbers = (pdk_glb_numbers){ .accessor = from,
                                  .count = pdk_glb_number(from, "count", UINT64_MAX),
                                  .type = (unsigned)pdk_glb_number(from, "componentType", 0),
                                  .components = components,
                                  .normalized = json_is_true(json_object_get(from, "normalized")) };
    bool shape = type != NULL && strcmp(type, components == 3 ? "VEC3" : "SCALAR") == 0;
    if (from == NULL || !shape || scalar_of(numbers->type) == PDK_SCALAR_NONE || numbers->count >= UINT32_MAX) {
        return pdk_glb_fail(glb, error, "glb.accessor", "accessors", number, "the accessor is not there, or not of a kind that fits its use");
    }
    json_t *view = json_object_get(from, "bufferView");
    if (view == NULL) { /* zeros, of which a sparse part may be something else: as many as the file could fill */
        if (numbers->count <= glb->document->content.size) return PDK_OK;
        return pdk_glb_fail(glb, error, "glb.accessor", "accessors", number, "the accessor has more zeros than the file has bytes");
    }
    numbers->bytes = view_of(glb, view, pdk_glb_number(from, "byteOffset", 0), &numbers->stride);
    if (numbers->stride == 0) numbers->stride = components * pdk_scalar_size(scalar_of(numbers->type));
    if (fits(numbers)) return PDK_OK;
    return pdk_glb_fail(glb, error, "glb.accessor", "accessors", number, "the accessor reaches beyond its buffer view, or the view beyond its buffer");
}

double pdk_glb_value(const pdk_glb_numbers *numbers, uint64_t item, uint32_t component)
{
    pdk_scalar type = scalar_of(numbers->type);
    if (numbers->bytes.size == 0) return 0;
    double value = pdk_scalar_load(numbers->bytes.data + item * numbers->stride + component * pdk_scalar_size(type), type, false);
    if (!numbers->normalized) return value;
    switch (type) {
    case PDK_SCALAR_I8: return fmax(value / 127, -1);
    case PDK_SCALAR_U8: return value / 255;
    case PDK_SCALAR_I16: return fmax(value / 32767, -1);
    case PDK_SCALAR_U16: return value / 65535;
    default: return value;
    }
}

pdk_status pdk_glb_put_sparse(const pdk_glb *glb, const pdk_glb_numbers *numbers, double *items, pdk_error *error)
{
    const json_t *sparse = json_object_get(numbers->accessor, "sparse");
    if (sparse == NULL) return PDK_OK;
    const json_t *indices = json_object_get(sparse, "indices"), *values = json_object_get(sparse, "values");
    pdk_glb_numbers where = { .count = pdk_glb_number(sparse, "count", UINT64_MAX), .type = (unsigned)pdk_glb_number(indices, "componentType", 0), .components = 1 };
    pdk_glb_numbers what = *numbers;
    what.count = where.count;
    uint64_t stride;
    where.bytes = view_of(glb, json_object_get(indices, "bufferView"), pdk_glb_number(indices, "byteOffset", 0), &stride);
    what.bytes = view_of(glb, json_object_get(values, "bufferView"), pdk_glb_number(values, "byteOffset", 0), &stride);
    where.stride = pdk_scalar_size(scalar_of(where.type));
    what.stride = numbers->components * pdk_scalar_size(scalar_of(numbers->type));
    bool fine = where.type != 5126 && where.stride > 0 && fits(&where) && fits(&what);
    for (uint64_t i = 0; i < where.count && fine; i++) {
        uint64_t item = (uint64_t)pdk_glb_value(&where, i, 0);
        fine = item < numbers->count;
        for (uint32_t c = 0; c < numbers->components && fine; c++) items[item * numbers->components + c] = pdk_glb_value(&what, i, c);
    }
    return fine ? PDK_OK : pdk_glb_fail(glb, error, "glb.sparse", "accessors", 0, "the sparse part of an accessor does not fit");
}
