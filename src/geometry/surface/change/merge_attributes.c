/* Attributes of points in arrays of the new document. */
#include "surface/change/merge_attributes.h"

#include <string.h>

/* The values of one: `size` bytes a point. */
typedef struct stored_values {
    uint8_t *values;
    size_t size;
} stored_values;

static pdk_status read_stored(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                              pdk_error *error)
{
    (void)error;
    const stored_values *stored = attribute->state;
    if (count > 0) memcpy(values, stored->values + first * stored->size, count * stored->size);
    return PDK_OK;
}

bool pdk_attributes_are_alike(const pdk_attribute *a, const pdk_attribute *b)
{
    const char *unit = a->unit != NULL ? a->unit : "", *other_unit = b->unit != NULL ? b->unit : "";
    return a->of_triangles == b->of_triangles && a->role == b->role && a->type == b->type &&
           a->components == b->components && a->linear == b->linear && strcmp(unit, other_unit) == 0 &&
           (a->role != PDK_ATTRIBUTE_OTHER || strcmp(a->name, b->name) == 0);
}

static const pdk_attribute *find_alike(const pdk_mesh *mesh, const pdk_attribute *like)
{
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        const pdk_attribute *attribute = &mesh->attributes[i];
        if (!attribute->fixed_axes && pdk_attributes_are_alike(attribute, like)) return attribute;
    }
    return NULL;
}

/* One that all have. Places in the record of a file (fixed_axes) say nothing in another. */
static bool add_common(pdk_merged_attributes *merged, const pdk_mesh *meshes, const pdk_attribute *like)
{
    const pdk_attribute **parts = merged->parts + merged->count * merged->mesh_count;
    for (size_t i = 0; i < merged->count; i++) {
        if (pdk_attributes_are_alike(&merged->made[i], like)) return false; /* a file may have two of a kind */
    }
    for (size_t i = 0; i < merged->mesh_count; i++) {
        parts[i] = like->of_triangles || like->fixed_axes ? NULL : find_alike(&meshes[i], like);
        if (parts[i] == NULL) return false;
    }
    merged->made[merged->count++] = *like;
    return true;
}

static bool make_array(pdk_attribute *attribute, pdk_memory *memory, uint64_t points)
{
    size_t size = pdk_attribute_size(attribute), bytes;
    stored_values *stored = pdk_alloc(memory, sizeof *stored);
    const char *unit = attribute->unit != NULL ? pdk_strdup(memory, attribute->unit) : NULL;
    if (stored == NULL || (unit == NULL) != (attribute->unit == NULL)) return false;
    attribute->unit = unit;
    attribute->name = pdk_strdup(memory, attribute->name);
    if (attribute->name == NULL || __builtin_mul_overflow(points, size, &bytes)) return false;
    *stored = (stored_values){ .values = pdk_alloc_raw(memory, bytes > 0 ? bytes : 1), .size = size };
    attribute->state = stored;
    attribute->read = read_stored;
    return stored->values != NULL;
}

pdk_status pdk_merge_attributes_begin(pdk_merged_attributes *merged, const pdk_mesh *meshes, size_t mesh_count,
                                      pdk_surface_builder *made, pdk_memory *memory, pdk_error *error)
{
    size_t possible = meshes[0].attribute_count;
    pdk_memory *own = &made->document->memory;
    *merged = (pdk_merged_attributes){ .mesh_count = mesh_count };
    if (possible == 0) return PDK_OK;
    merged->made = pdk_alloc_array(own, possible, sizeof *merged->made);
    merged->parts = pdk_alloc_array(memory, possible * mesh_count, sizeof(const pdk_attribute *));
    if (merged->made == NULL) return pdk_fail_memory(error, own, "the attributes of a new surface");
    if (merged->parts == NULL) return pdk_fail_memory(error, memory, "the attributes of surfaces");
    for (size_t i = 0; i < possible; i++) {
        if (!add_common(merged, meshes, &meshes[0].attributes[i])) continue;
        if (!make_array(&merged->made[merged->count - 1], own, made->surface->vertex_count))
            return pdk_fail_memory(error, own, "the attributes of a new surface");
    }
    made->mesh->attributes = merged->made;
    made->mesh->attribute_count = merged->count;
    return PDK_OK;
}

static stored_values *stored_in(const pdk_attribute *attribute)
{
    return (stored_values *)(uintptr_t)attribute->state; /* ours, and not yet anyone else's to read */
}

pdk_status pdk_merge_attributes_copy(const pdk_merged_attributes *merged, size_t mesh, uint64_t first, size_t count,
                                     uint64_t to, pdk_error *error)
{
    for (size_t i = 0; i < merged->count; i++) {
        const pdk_attribute *part = merged->parts[i * merged->mesh_count + mesh];
        const stored_values *stored = stored_in(&merged->made[i]);
        pdk_status status = part->read(part, first, count, stored->values + to * stored->size, error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

void pdk_merge_attributes_move(const pdk_merged_attributes *merged, uint64_t from, uint64_t to)
{
    for (size_t i = 0; i < merged->count; i++) {
        const stored_values *stored = stored_in(&merged->made[i]);
        memmove(stored->values + to * stored->size, stored->values + from * stored->size, stored->size);
    }
}

void pdk_merge_attributes_shrink(const pdk_merged_attributes *merged, pdk_document *document, uint64_t points)
{
    for (size_t i = 0; i < merged->count; i++) {
        stored_values *stored = stored_in(&merged->made[i]);
        size_t size = (size_t)points * stored->size;
        uint8_t *less = pdk_realloc(&document->memory, stored->values, size > 0 ? size : 1);
        if (less == NULL) document->failed = true;
        else stored->values = less;
    }
}
