/* What vertices and faces have besides, as attributes of the mesh: colours, and every other number by its name. */
#include <inttypes.h>
#include <math.h>

#include "base/parallel.h"
#include "format/ply/ply.h"

enum { MAX_COMPONENTS = 4, RUN = 256 };

/* What an attribute reads from. */
typedef struct ply_value {
    const pdk_ply *ply;
    const pdk_ply_element *element;
    size_t properties[MAX_COMPONENTS];
} ply_value;

/* ------------------------------------------------------------------------------------------------- reading */

static pdk_status fail_changed(pdk_error *error)
{
    return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.changed", "the file changed while it was read");
}

static bool read_value(const ply_value *value, size_t property, const uint8_t *at, pdk_line line, double *number)
{
    const pdk_ply *ply = value->ply;
    at = pdk_ply_property_at(ply, value->element, property, at, &line);
    if (at == NULL) return false;
    if (ply->encoding != PDK_PLY_TEXT) {
        *number = pdk_scalar_load(at, value->element->properties[property].type, ply->encoding == PDK_PLY_BIG);
        return true;
    }
    if (!pdk_ply_read_word(&value->element->properties[property], &line, number)) *number = NAN; /* in ply.value */
    return true;
}

static pdk_status read_walking(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                               pdk_error *error)
{
    const ply_value *value = attribute->state;
    pdk_ply_walk walk = pdk_ply_walk_at(value->ply, value->element, first);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *at = pdk_ply_walk_next(&walk);
        for (uint32_t k = 0; k < attribute->components; k++) {
            double number;
            if (at == NULL || !read_value(value, value->properties[k], at, walk.line, &number))
                return fail_changed(error);
            pdk_attribute_store(number, attribute->type, values, i * attribute->components + k);
        }
    }
    return PDK_OK;
}

static pdk_status read_value_run(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                                 pdk_error *error)
{
    const ply_value *value = attribute->state;
    const pdk_ply *ply = value->ply;
    const pdk_ply_element *element = value->element;
    if (count == 0) return PDK_OK;
    if (element->stride == 0 || ply->encoding == PDK_PLY_TEXT)
        return read_walking(attribute, first, count, values, error);
    const uint8_t *from = ply->document->content.data + element->begin + first * element->stride;
    for (uint32_t k = 0; k < attribute->components; k++) {
        const pdk_ply_property *property = &element->properties[value->properties[k]];
        double numbers[RUN];
        for (size_t at = 0; at < count; at += RUN) {
            size_t some = count - at < RUN ? count - at : RUN;
            pdk_scalar_gather((pdk_scalar_run){ from + at * element->stride + property->offset, property->type,
                                                ply->encoding == PDK_PLY_BIG, element->stride },
                              some, numbers, 1);
            for (size_t i = 0; i < some; i++)
                pdk_attribute_store(numbers[i], attribute->type, values, (at + i) * attribute->components + k);
        }
    }
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- the list */

static int find(const pdk_ply_element *element, const char *name)
{
    for (size_t i = 0; i < element->property_count; i++) {
        if (element->properties[i].counts == PDK_SCALAR_NONE && strcmp(element->properties[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}

/* Names for the same thing in use: our own, and those of PDAL. */
static pdk_attribute_role role_of(const char *name)
{
    static const struct {
        const char *name;
        pdk_attribute_role role;
    } roles[] = { { "intensity", PDK_ATTRIBUTE_INTENSITY },
                  { "Intensity", PDK_ATTRIBUTE_INTENSITY },
                  { "classification", PDK_ATTRIBUTE_CLASSIFICATION },
                  { "Classification", PDK_ATTRIBUTE_CLASSIFICATION },
                  { "return_number", PDK_ATTRIBUTE_RETURN_NUMBER },
                  { "ReturnNumber", PDK_ATTRIBUTE_RETURN_NUMBER },
                  { "returns", PDK_ATTRIBUTE_RETURNS },
                  { "NumberOfReturns", PDK_ATTRIBUTE_RETURNS },
                  { "scan_angle", PDK_ATTRIBUTE_SCAN_ANGLE },
                  { "ScanAngleRank", PDK_ATTRIBUTE_SCAN_ANGLE },
                  { "gps_time", PDK_ATTRIBUTE_TIME },
                  { "GpsTime", PDK_ATTRIBUTE_TIME } };
    for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++) {
        if (strcmp(roles[i].name, name) == 0) return roles[i].role;
    }
    return PDK_ATTRIBUTE_OTHER;
}

typedef struct value_list {
    pdk_ply *ply;
    const pdk_ply_element *element;
    bool of_triangles;
    pdk_attribute *attributes;
    size_t count;
    bool *taken; /* properties */
} value_list;

static bool add(value_list *list, const char *name, pdk_attribute_role role, const int *properties, uint32_t components)
{
    ply_value *value = pdk_alloc(&list->ply->document->memory, sizeof *value);
    if (value == NULL) return false;
    *value = (ply_value){ .ply = list->ply, .element = list->element };
    for (uint32_t k = 0; k < components; k++) {
        value->properties[k] = (size_t)properties[k];
        list->taken[properties[k]] = true;
    }
    list->attributes[list->count++] =
        (pdk_attribute){ .name = name,
                         .role = role,
                         .of_triangles = list->of_triangles,
                         .type = pdk_scalar_column(list->element->properties[properties[0]].type),
                         .components = components,
                         .state = value,
                         .read = read_value_run };
    return true;
}

/* red, green and blue of one type, and alpha where there is one. */
static bool add_color(value_list *list)
{
    static const char *const names[][MAX_COMPONENTS] = { { "red", "green", "blue", "alpha" },
                                                         { "r", "g", "b", "a" },
                                                         { "diffuse_red", "diffuse_green", "diffuse_blue",
                                                           "diffuse_alpha" } };
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        int found[MAX_COMPONENTS];
        uint32_t count = 0;
        for (; count < MAX_COMPONENTS; count++) {
            found[count] = find(list->element, names[n][count]);
            if (found[count] < 0) break;
            if (list->element->properties[found[count]].type != list->element->properties[found[0]].type) break;
        }
        pdk_scalar type = count > 0 ? list->element->properties[found[0]].type : PDK_SCALAR_NONE;
        bool known =
            type == PDK_SCALAR_U8 || type == PDK_SCALAR_U16 || type == PDK_SCALAR_F32 || type == PDK_SCALAR_F64;
        if (count >= 3 && known) return add(list, "color", PDK_ATTRIBUTE_COLOR, found, count);
    }
    return true;
}

static bool add_element(value_list *list, const pdk_ply_element *element, bool of_triangles)
{
    list->element = element;
    list->of_triangles = of_triangles;
    list->taken = pdk_alloc_array(&list->ply->document->memory, element->property_count, sizeof *list->taken);
    if (list->taken == NULL) return false;
    for (int i = 0; i < PDK_PLY_ROLES && !of_triangles; i++) {
        /* A part of a normal alone is none. */
        int first = i < PDK_PLY_NX ? PDK_PLY_X : i < PDK_PLY_U ? PDK_PLY_NX : PDK_PLY_U;
        int count = first == PDK_PLY_U ? 2 : 3;
        bool all = true;
        for (int k = first; k < first + count; k++) all = all && list->ply->property_of[k] >= 0;
        if (all) list->taken[list->ply->property_of[i]] = true;
    }
    bool fine = add_color(list);
    for (size_t i = 0; i < element->property_count && fine; i++) {
        const pdk_ply_property *property = &element->properties[i];
        if (property->counts != PDK_SCALAR_NONE || list->taken[i]) continue;
        int number = (int)i;
        fine = add(list, property->name, role_of(property->name), &number, 1);
    }
    return fine;
}

/* Face n is triangle n: then what a face has is what a triangle has. */
static bool faces_are_triangles(const pdk_ply *ply)
{
    return ply->faces != NULL && ply->faces->count > 0 && (ply->plain || ply->triangles != NULL) &&
           ply->strip_triangle_count == 0;
}

pdk_status pdk_ply_add_attributes(pdk_ply *ply, pdk_error *error)
{
    pdk_memory *memory = &ply->document->memory;
    size_t maximum = ply->vertices->property_count + (ply->faces != NULL ? ply->faces->property_count : 0);
    value_list list = { .ply = ply, .attributes = pdk_alloc_array(memory, maximum, sizeof *list.attributes) };
    bool fine = list.attributes != NULL && add_element(&list, ply->vertices, false);
    if (fine && faces_are_triangles(ply)) fine = add_element(&list, ply->faces, true);
    if (!fine) return pdk_fail_memory(error, memory, "attributes");
    ply->mesh.attributes = list.attributes;
    ply->mesh.attribute_count = list.count;
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------------- facts */

static size_t lists_of(const pdk_ply_element *element, int but)
{
    size_t lists = 0;
    for (size_t i = 0; i < element->property_count; i++)
        lists += element->properties[i].counts != PDK_SCALAR_NONE && (int)i != but;
    return lists;
}

static bool begins(const pdk_text *text, const char *with)
{
    return text->size >= strlen(with) && memcmp(text->data, with, strlen(with)) == 0;
}

static bool add_fact(pdk_vector *facts, pdk_mesh_fact fact)
{
    pdk_mesh_fact *to = pdk_vector_push(facts);
    if (to != NULL) *to = fact;
    return to != NULL;
}

/* Our own comments are about the file they are in: the next one gets its own. */
static bool add_comments(pdk_vector *facts, const pdk_vector *comments, const char *name)
{
    for (size_t i = 0; i < comments->count; i++) {
        const pdk_text *text = (const pdk_text *)comments->items + i;
        if (begins(text, "written by Paddock") || begins(text, "origin ") || begins(text, "coordinate system EPSG:"))
            continue;
        pdk_mesh_fact fact = { .kind = PDK_FACT_COMMENT, .format = "ply", .name = name };
        fact.bytes = (pdk_bytes){ (const uint8_t *)text->data, text->size };
        if (!add_fact(facts, fact)) return false;
    }
    return true;
}

pdk_status pdk_ply_add_facts(pdk_ply *ply, pdk_error *error)
{
    pdk_memory *memory = &ply->document->memory;
    pdk_vector facts = pdk_vector_of(memory, sizeof(pdk_mesh_fact));
    bool fine = add_comments(&facts, &ply->comments, "comments") && add_comments(&facts, &ply->infos, "obj_info lines");
    size_t lists = lists_of(ply->vertices, -1), values = 0;
    if (ply->faces != NULL && ply->faces->count > 0) {
        size_t all = ply->faces->property_count, of_faces = lists_of(ply->faces, ply->corners);
        values = faces_are_triangles(ply) ? of_faces : all - 1;
    }
    pdk_mesh_fact fact = { .kind = PDK_FACT_OTHER, .format = "ply", .name = "lists of the vertices", .count = lists };
    if (fine && lists > 0) fine = add_fact(&facts, fact);
    fact.name = "properties of the faces";
    fact.count = values;
    if (fine && values > 0) fine = add_fact(&facts, fact);
    if (!fine) return pdk_fail_memory(error, memory, "comments");
    ply->mesh.facts = facts.items;
    ply->mesh.fact_count = facts.count;
    return PDK_OK;
}
