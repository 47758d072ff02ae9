/* What points have besides their place: normals, texture coordinates and colours. */
#include <math.h>
#include <string.h>

#include "format/glb/glb_reader.h"

const char *const pdk_glb_attribute_names[PDK_GLB_ATTRIBUTES] = { "POSITION", "NORMAL", "TEXCOORD_0", "COLOR_0",
                                                                  "TEXCOORD_1" };

/* As many numbers for each point of the array. One that cannot be read costs the attribute, not the mesh. */
static pdk_status read_attribute(pdk_glb *glb, pdk_json_found accessor, uint32_t components,
                                 const pdk_glb_array *points, double **values, pdk_error *error)
{
    pdk_glb_numbers numbers;
    pdk_error reason;
    *values = NULL;
    pdk_status status = pdk_glb_find_numbers(glb, accessor, components, &numbers, &reason);
    if (status != PDK_OK || numbers.count != points->count) {
        glb->bad_attributes++;
        return PDK_OK;
    }
    status = pdk_glb_count_sparse(glb, &numbers, error);
    if (status != PDK_OK) return status;
    double *to = pdk_alloc_array(&glb->document->memory, numbers.count, components * sizeof *to);
    if (to == NULL) return pdk_glb_no_memory(glb, error);
    for (uint64_t i = 0; i < numbers.count; i++) {
        for (uint32_t k = 0; k < components; k++) to[i * components + k] = pdk_glb_value(&numbers, i, k);
    }
    if (pdk_glb_put_sparse(glb, &numbers, to, &reason) != PDK_OK) {
        pdk_free(&glb->document->memory, to);
        glb->bad_attributes++;
        return PDK_OK;
    }
    *values = to;
    return PDK_OK;
}

/* Points that have none before those that have some: zeros. */
static bool fill_up(pdk_vector *list, uint64_t count)
{
    while (list->count < count) {
        if (pdk_vector_push(list) == NULL) return false;
    }
    return true;
}

static pdk_status add_normals(pdk_glb *glb, pdk_json_found accessor, const pdk_glb_matrix *place,
                              const pdk_glb_array *points, pdk_error *error)
{
    double *values;
    pdk_status status = read_attribute(glb, accessor, 3, points, &values, error);
    if (status != PDK_OK || values == NULL) return status;
    if (!fill_up(&glb->normals, points->first)) return pdk_glb_no_memory(glb, error);
    for (uint64_t i = 0; i < points->count; i++) {
        float(*to)[3] = pdk_vector_push(&glb->normals);
        if (to == NULL) return pdk_glb_no_memory(glb, error);
        pdk_glb_matrix_turn_normal(place, values + 3 * i, *to);
    }
    pdk_free(&glb->document->memory, values);
    return PDK_OK;
}

/* Of the first map or the second: `list`. */
static pdk_status add_coordinates(pdk_glb *glb, pdk_json_found accessor, pdk_vector *list, const pdk_glb_array *points,
                                  pdk_error *error)
{
    double *values;
    pdk_status status = read_attribute(glb, accessor, 2, points, &values, error);
    if (status != PDK_OK || values == NULL) return status;
    if (!fill_up(list, points->first)) return pdk_glb_no_memory(glb, error);
    for (uint64_t i = 0; i < points->count; i++) {
        float(*to)[2] = pdk_vector_push(list);
        if (to == NULL) return pdk_glb_no_memory(glb, error);
        for (uint64_t k = 0; k < 2; k++) (*to)[k] = (float)values[2 * i + k];
    }
    pdk_free(&glb->document->memory, values);
    return PDK_OK;
}

/* Three components or four. */
static pdk_status add_colors(pdk_glb *glb, pdk_json_found accessor, const pdk_glb_array *points, pdk_error *error)
{
    static const float white[4] = { 1, 1, 1, 1 };
    pdk_json_found item = pdk_glb_item(&glb->accessors, accessor);
    uint64_t type = pdk_glb_number(item, "componentType", 0);
    uint32_t components = pdk_json_is(pdk_json_member(item, "type"), "VEC4") ? 4 : 3;
    double *values;
    pdk_status status = read_attribute(glb, accessor, components, points, &values, error);
    if (status != PDK_OK || values == NULL) return status;
    pdk_type stored = type == 5121 ? PDK_UINT8 : type == 5123 ? PDK_UINT16 : PDK_FLOAT32;
    if (glb->colors.count == 0 || stored > glb->color_type) glb->color_type = stored;
    while (glb->colors.count < points->first) { /* points without a colour are white: colours are factors */
        float(*to)[4] = pdk_vector_push(&glb->colors);
        if (to == NULL) return pdk_glb_no_memory(glb, error);
        memcpy(*to, white, sizeof white);
    }
    for (uint64_t i = 0; i < points->count; i++) {
        float(*to)[4] = pdk_vector_push(&glb->colors);
        if (to == NULL) return pdk_glb_no_memory(glb, error);
        (*to)[3] = 1;
        for (uint32_t k = 0; k < components; k++) (*to)[k] = (float)fmin(fmax(values[i * components + k], 0), 1);
    }
    pdk_free(&glb->document->memory, values);
    return PDK_OK;
}

pdk_status pdk_glb_add_attributes(pdk_glb *glb, pdk_json_found attributes, const pdk_glb_matrix *place,
                                  const pdk_glb_array *points, pdk_error *error)
{
    pdk_json_found normals = pdk_json_member(attributes, "NORMAL"),
                   coordinates = pdk_json_member(attributes, "TEXCOORD_0"),
                   colors = pdk_json_member(attributes, "COLOR_0"), second = pdk_json_member(attributes, "TEXCOORD_1");
    pdk_status status = PDK_OK;
    if (points->count == 0) return PDK_OK;
    if (normals.tree != NULL) status = add_normals(glb, normals, place, points, error);
    if (status == PDK_OK && coordinates.tree != NULL)
        status = add_coordinates(glb, coordinates, &glb->coordinates, points, error);
    if (status == PDK_OK && colors.tree != NULL) status = add_colors(glb, colors, points, error);
    if (status == PDK_OK && second.tree != NULL) status = add_coordinates(glb, second, &glb->second, points, error);
    return status;
}

pdk_status pdk_glb_end_attributes(pdk_glb *glb, pdk_error *error)
{
    bool all = (glb->normals.count == 0 || fill_up(&glb->normals, glb->points.count)) &&
               (glb->coordinates.count == 0 || fill_up(&glb->coordinates, glb->points.count)) &&
               (glb->second.count == 0 || fill_up(&glb->second, glb->points.count));
    while (all && glb->colors.count > 0 && glb->colors.count < glb->points.count) {
        float(*to)[4] = pdk_vector_push(&glb->colors);
        all = to != NULL;
        for (int k = 0; k < 4 && all; k++) (*to)[k] = 1;
    }
    return all ? PDK_OK : pdk_glb_no_memory(glb, error);
}
