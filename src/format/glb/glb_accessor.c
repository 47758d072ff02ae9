#include <math.h>

#include "format/glb/glb_reader.h"
#include "mesh/scalar.h"

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
static pdk_bytes view_of(const pdk_glb *glb, pdk_json_found index, uint64_t offset, uint64_t *stride)
{
    pdk_json_found view = pdk_glb_item(&glb->views, index);
    uint64_t buffer = pdk_glb_number(view, "buffer", UINT64_MAX), at = pdk_glb_number(view, "byteOffset", 0);
    uint64_t length = pdk_glb_number(view, "byteLength", UINT64_MAX);
    *stride = pdk_glb_number(view, "byteStride", 0);
    if (view.tree == NULL || buffer >= glb->buffer_count) return (pdk_bytes){ NULL, 0 };
    pdk_bytes bytes = glb->buffers[buffer];
    if (at > bytes.size || length > bytes.size - at || offset > length) return (pdk_bytes){ NULL, 0 };
    return (pdk_bytes){ bytes.data + at + offset, (size_t)(length - offset) };
}

pdk_bytes pdk_glb_view_bytes(const pdk_glb *glb, pdk_json_found view)
{
    uint64_t stride;
    return view_of(glb, view, 0, &stride);
}

static bool fits(const pdk_glb_numbers *numbers)
{
    uint64_t item = numbers->components * pdk_scalar_size(scalar_of(numbers->type));
    if (numbers->count == 0) return true;
    if (numbers->stride < item || numbers->bytes.size < item) return false;
    return (numbers->bytes.size - item) / numbers->stride >= numbers->count - 1;
}

pdk_status pdk_glb_find_numbers(const pdk_glb *glb, pdk_json_found accessor, uint32_t components,
                                pdk_glb_numbers *numbers, pdk_error *error)
{
    pdk_json_found from = pdk_glb_item(&glb->accessors, accessor);
    uint64_t number = pdk_glb_whole(accessor) != UINT64_MAX ? pdk_glb_whole(accessor) : 0;
    *numbers = (pdk_glb_numbers){ .accessor = from,
                                  .count = pdk_glb_number(from, "count", UINT64_MAX),
                                  .type = (unsigned)pdk_glb_number(from, "componentType", 0),
                                  .components = components,
                                  .normalized = pdk_json_kind(pdk_json_member(from, "normalized")) == 't' };
    static const char *const shapes[] = { "SCALAR", "VEC2", "VEC3", "VEC4" };
    bool shape = pdk_json_is(pdk_json_member(from, "type"), shapes[components - 1]);
    if (from.tree == NULL || !shape || scalar_of(numbers->type) == PDK_SCALAR_NONE || numbers->count >= UINT32_MAX) {
        return pdk_glb_fail(glb, error, "glb.accessor", "accessors", number,
                            "the accessor does not exist, or is of the wrong kind for its use");
    }
    pdk_json_found view = pdk_json_member(from, "bufferView");
    if (view.tree == NULL) { /* zeros, of which a sparse part may be something else: as many as the file could fill */
        if (numbers->count <= glb->size) return PDK_OK;
        return pdk_glb_fail(glb, error, "glb.accessor", "accessors", number,
                            "the accessor has more zeros than the file has bytes");
    }
    numbers->bytes = view_of(glb, view, pdk_glb_number(from, "byteOffset", 0), &numbers->stride);
    if (numbers->stride == 0) numbers->stride = components * pdk_scalar_size(scalar_of(numbers->type));
    if (fits(numbers)) return PDK_OK;
    return pdk_glb_fail(glb, error, "glb.accessor", "accessors", number,
                        "the accessor reaches beyond its buffer view, or the view beyond its buffer");
}

double pdk_glb_value(const pdk_glb_numbers *numbers, uint64_t item, uint32_t component)
{
    pdk_scalar type = scalar_of(numbers->type);
    if (numbers->bytes.size == 0) return 0;
    double value =
        pdk_scalar_load(numbers->bytes.data + item * numbers->stride + component * pdk_scalar_size(type), type, false);
    if (!numbers->normalized) return value;
    switch (type) {
    case PDK_SCALAR_I8: return fmax(value / 127, -1);
    case PDK_SCALAR_U8: return value / 255;
    case PDK_SCALAR_I16: return fmax(value / 32767, -1);
    case PDK_SCALAR_U16: return value / 65535;
    default: return value;
    }
}

uint64_t pdk_glb_sparse_count(const pdk_glb_numbers *numbers)
{
    return pdk_glb_number(pdk_glb_small(pdk_json_member(numbers->accessor, "sparse")), "count", 0);
}

pdk_status pdk_glb_put_sparse(const pdk_glb *glb, const pdk_glb_numbers *numbers, double *items, pdk_error *error)
{
    pdk_json_found whole = pdk_json_member(numbers->accessor, "sparse"), sparse = pdk_glb_small(whole);
    if (whole.tree == NULL) return PDK_OK;
    pdk_json_found indices = pdk_glb_small(pdk_json_member(sparse, "indices")),
                   values = pdk_glb_small(pdk_json_member(sparse, "values"));
    pdk_glb_numbers where = { .count = pdk_glb_number(sparse, "count", UINT64_MAX),
                              .type = (unsigned)pdk_glb_number(indices, "componentType", 0),
                              .components = 1 };
    pdk_glb_numbers what = *numbers;
    what.count = where.count;
    uint64_t stride;
    where.bytes =
        view_of(glb, pdk_json_member(indices, "bufferView"), pdk_glb_number(indices, "byteOffset", 0), &stride);
    what.bytes = view_of(glb, pdk_json_member(values, "bufferView"), pdk_glb_number(values, "byteOffset", 0), &stride);
    where.stride = pdk_scalar_size(scalar_of(where.type));
    what.stride = numbers->components * pdk_scalar_size(scalar_of(numbers->type));
    bool fine = where.type != 5126 && where.stride > 0 && fits(&where) && fits(&what);
    for (uint64_t i = 0; i < where.count && fine; i++) {
        uint64_t item = (uint64_t)pdk_glb_value(&where, i, 0);
        fine = item < numbers->count;
        for (uint32_t c = 0; c < numbers->components && fine; c++)
            items[item * numbers->components + c] = pdk_glb_value(&what, i, c);
    }
    return fine ? PDK_OK
                : pdk_glb_fail(glb, error, "glb.sparse", "accessors", 0, "the sparse part of an accessor does not fit");
}

/* Nodes may use a mesh again and again: what comes of it stays in proportion to the file. */
pdk_status pdk_glb_check_size(const pdk_glb *glb, uint64_t more, pdk_error *error)
{
    uint64_t maximum = (UINT64_C(1) << 24) + 16 * glb->size,
             all = glb->points.count + glb->triangles.count + glb->placed + more;
    if (all < maximum && glb->points.count + more < UINT32_MAX) return PDK_OK;
    return pdk_fail(error, PDK_E_LIMIT, glb->json_at, "glb.instances",
                    "the nodes place more copies of meshes than one surface can have");
}

pdk_status pdk_glb_count_sparse(pdk_glb *glb, const pdk_glb_numbers *numbers, pdk_error *error)
{
    uint64_t count = pdk_glb_sparse_count(numbers);
    pdk_status status = pdk_glb_check_size(glb, count < UINT32_MAX ? count : UINT32_MAX, error);
    if (status == PDK_OK) glb->placed += count;
    return status;
}
