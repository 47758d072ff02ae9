#include "scene/scene_slice.h"

typedef struct slice_state {
    const pdk_mesh *whole;
    pdk_scene_range range;
} slice_state;

typedef struct attribute_state {
    const pdk_attribute *whole;
    uint64_t first;
} attribute_state;

static pdk_status read_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3], pdk_error *error)
{
    const slice_state *state = mesh->state;
    return state->whole->read_points(state->whole, state->range.first_point + first, count, points, error);
}

static pdk_status read_triangles(const pdk_mesh *mesh, uint64_t first, size_t count, uint32_t (*corners)[3],
                                 pdk_error *error)
{
    const slice_state *state = mesh->state;
    uint64_t begin = state->range.first_point, points = state->range.point_count;
    pdk_status status =
        state->whole->read_triangles(state->whole, state->range.first_triangle + first, count, corners, error);
    for (size_t i = 0; i < 3 * count && status == PDK_OK; i++) {
        uint32_t *corner = &corners[i / 3][i % 3];
        *corner = *corner >= begin && *corner - begin < points ? (uint32_t)(*corner - begin) : UINT32_MAX;
    }
    return status;
}

static pdk_status read_normals(const pdk_mesh *mesh, uint64_t first, size_t count, float (*normals)[3],
                               pdk_error *error)
{
    const slice_state *state = mesh->state;
    return state->whole->read_normals(state->whole, state->range.first_point + first, count, normals, error);
}

static pdk_status read_coordinates(const pdk_mesh *mesh, uint64_t first, size_t count, float (*coordinates)[2],
                                   pdk_error *error)
{
    const slice_state *state = mesh->state;
    return state->whole->read_coordinates(state->whole, state->range.first_point + first, count, coordinates, error);
}

static pdk_status read_attribute(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                                 pdk_error *error)
{
    const attribute_state *state = attribute->state;
    return state->whole->read(state->whole, state->first + first, count, values, error);
}

static pdk_status find_normals(const pdk_mesh *slice, bool *any, pdk_error *error)
{
    enum { RUN = 256 };
    float normals[RUN][3];
    *any = false;
    for (uint64_t at = 0; at < slice->point_count && !*any; at += RUN) {
        size_t count = slice->point_count - at < RUN ? (size_t)(slice->point_count - at) : RUN;
        pdk_status status = read_normals(slice, at, count, normals, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++)
            *any = *any || normals[i][0] != 0 || normals[i][1] != 0 || normals[i][2] != 0;
    }
    return PDK_OK;
}

static bool slice_attributes(pdk_memory *memory, const pdk_mesh *whole, const pdk_scene_range *range, pdk_mesh *slice)
{
    pdk_attribute *attributes = pdk_alloc_array(memory, whole->attribute_count, sizeof *attributes);
    attribute_state *states = pdk_alloc_array(memory, whole->attribute_count, sizeof *states);
    if (attributes == NULL || states == NULL) return false;
    slice->attribute_count = 0;
    for (size_t i = 0; i < whole->attribute_count; i++) {
        if (whole->attributes[i].of_triangles) continue;
        size_t number = slice->attribute_count++;
        states[number] = (attribute_state){ &whole->attributes[i], range->first_point };
        attributes[number] = whole->attributes[i];
        attributes[number].state = &states[number];
        attributes[number].read = read_attribute;
    }
    slice->attributes = attributes;
    return true;
}

pdk_status pdk_scene_slice(pdk_memory *memory, const pdk_mesh *whole, const pdk_scene_range *range, pdk_mesh *slice,
                           pdk_error *error)
{
    slice_state *state = pdk_alloc(memory, sizeof *state);
    *slice = (pdk_mesh){ .point_count = range->point_count,
                         .triangle_count = range->triangle_count,
                         .frame = whole->frame,
                         .single = whole->single,
                         .rows_down = whole->rows_down,
                         .input = whole->input,
                         .state = state,
                         .read_points = read_points,
                         .read_triangles = read_triangles,
                         .read_normals = whole->read_normals != NULL ? read_normals : NULL,
                         .read_coordinates = whole->read_coordinates != NULL ? read_coordinates : NULL };
    if (state == NULL || !slice_attributes(memory, whole, range, slice))
        return pdk_fail_memory(error, memory, "a scene");
    *state = (slice_state){ whole, *range };
    bool any = true;
    pdk_status status = slice->read_normals != NULL ? find_normals(slice, &any, error) : PDK_OK;
    if (!any) slice->read_normals = NULL;
    return status;
}
