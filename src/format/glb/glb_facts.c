/* What a glTF has that a mesh carries, and what it has that no conversion of it keeps. */
#include <math.h>
#include <string.h>

#include "format/glb/glb_reader.h"

static pdk_status read_color(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                             pdk_error *error)
{
    const pdk_glb *glb = attribute->state;
    const float(*from)[4] = (const float(*)[4])glb->colors.items + first;
    (void)error;
    for (size_t i = 0; i < 4 * count; i++) {
        float value = from[i / 4][i % 4];
        if (attribute->type == PDK_UINT8) ((uint8_t *)values)[i] = (uint8_t)lroundf(value * UINT8_MAX);
        else if (attribute->type == PDK_UINT16) ((uint16_t *)values)[i] = (uint16_t)lroundf(value * UINT16_MAX);
        else ((float *)values)[i] = value;
    }
    return PDK_OK;
}

static pdk_status read_material(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                                pdk_error *error)
{
    const pdk_glb *glb = attribute->state;
    (void)error;
    if (count > 0) memcpy(values, (const uint32_t *)glb->triangle_materials.items + first, count * sizeof(uint32_t));
    return PDK_OK;
}

static pdk_status read_second(const pdk_attribute *attribute, size_t which, uint64_t first, size_t count, float *values)
{
    const pdk_glb *glb = attribute->state;
    const float(*from)[2] = (const float(*)[2])glb->second.items + first;
    for (size_t i = 0; i < count; i++) values[i] = from[i][which];
    return PDK_OK;
}

static pdk_status read_second_u(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                                pdk_error *error)
{
    (void)error;
    return read_second(attribute, 0, first, count, values);
}

static pdk_status read_second_v(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                                pdk_error *error)
{
    (void)error;
    return read_second(attribute, 1, first, count, values);
}

/* Texture coordinates of a second map. */
static bool add_second(pdk_glb *glb)
{
    pdk_attribute second = {
        .name = "second_u", .type = PDK_FLOAT32, .components = 1, .state = glb, .read = read_second_u
    };
    if (glb->second.count == 0) return true;
    pdk_attribute *u = pdk_vector_push(&glb->attributes);
    if (u == NULL) return false;
    *u = second;
    pdk_attribute *v = pdk_vector_push(&glb->attributes);
    if (v == NULL) return false;
    *v = second;
    v->name = "second_v";
    v->read = read_second_v;
    return true;
}

static bool add_attributes(pdk_glb *glb)
{
    if (glb->colors.count > 0) {
        pdk_attribute *color = pdk_vector_push(&glb->attributes);
        if (color == NULL) return false;
        *color = (pdk_attribute){ .name = "color",
                                  .role = PDK_ATTRIBUTE_COLOR,
                                  .linear = true,
                                  .type = glb->color_type,
                                  .components = 4,
                                  .state = glb,
                                  .read = read_color };
    }
    if (glb->material_count == 0 || glb->triangles.count == 0) return true;
    pdk_attribute *material = pdk_vector_push(&glb->attributes);
    if (material == NULL) return false;
    *material = (pdk_attribute){ .name = "material",
                                 .role = PDK_ATTRIBUTE_MATERIAL,
                                 .of_triangles = true,
                                 .type = PDK_UINT32,
                                 .components = 1,
                                 .state = glb,
                                 .read = read_material };
    return true;
}

/* Maps of a material besides its colour. */
static uint64_t count_maps(const pdk_glb *glb)
{
    static const char *const maps[] = { "normalTexture", "occlusionTexture", "emissiveTexture" };
    pdk_json_found materials = pdk_json_member(pdk_json_root(&glb->json), "materials");
    uint64_t count = 0;
    for (pdk_json_found at = pdk_json_first(materials); at.tree != NULL; at = pdk_json_next(materials, at)) {
        pdk_json_found material = pdk_glb_small(at), paint = pdk_json_member(material, "pbrMetallicRoughness");
        for (size_t i = 0; i < 3; i++) count += pdk_json_member(material, maps[i]).tree != NULL;
        count += pdk_json_member(pdk_glb_small(paint), "metallicRoughnessTexture").tree != NULL;
    }
    return count;
}

static bool is_read(pdk_text name)
{
    for (int i = 0; i < PDK_GLB_ATTRIBUTES; i++) {
        if (name.size == strlen(pdk_glb_attribute_names[i]) &&
            memcmp(name.data, pdk_glb_attribute_names[i], name.size) == 0)
            return true;
    }
    return false;
}

/* Attributes of primitives that are not read: tangents, further texture coordinates, weights. */
static uint64_t count_attributes(const pdk_glb *glb)
{
    uint64_t count = 0;
    pdk_json_found meshes = glb->meshes.array;
    for (pdk_json_found mesh = pdk_json_first(meshes); mesh.tree != NULL; mesh = pdk_json_next(meshes, mesh)) {
        pdk_json_found primitives = pdk_json_member(pdk_glb_small(mesh), "primitives");
        for (pdk_json_found at = pdk_json_first(primitives); at.tree != NULL; at = pdk_json_next(primitives, at)) {
            pdk_json_found attributes = pdk_glb_small(pdk_json_member(pdk_glb_small(at), "attributes"));
            bool name = true;
            for (pdk_json_found part = pdk_json_first(attributes); part.tree != NULL;
                 part = pdk_json_next(attributes, part), name = !name) {
                if (name) count += !is_read(pdk_json_as_text(part));
            }
        }
    }
    return count;
}

static uint64_t count_names(const pdk_glb *glb)
{
    const pdk_mesh_block *blocks = glb->blocks.items;
    uint64_t count = 0;
    for (size_t i = 0; i < glb->blocks.count; i++) count += blocks[i].name != NULL && blocks[i].name[0] != '\0';
    return count;
}

/* Nodes that are more than a mesh with a name: they have a parent, or show nothing. */
static uint64_t count_tree(const pdk_glb *glb)
{
    const pdk_mesh_node *nodes = glb->tree.items;
    uint64_t count = 0;
    for (size_t i = 0; i < glb->tree.count; i++)
        count += nodes[i].parent != PDK_MESH_NONE || nodes[i].block == PDK_MESH_NONE;
    return count;
}

static uint64_t count_scenes(const pdk_glb *glb)
{
    pdk_json_found scenes = pdk_json_member(pdk_json_root(&glb->json), "scenes");
    size_t count = pdk_json_kind(scenes) == '[' ? pdk_json_count(scenes, SIZE_MAX) : 0;
    return count > 0 ? count - 1 : 0;
}

static bool add_fact(pdk_glb *glb, const char *name, uint64_t count)
{
    if (count == 0) return true;
    pdk_mesh_fact *fact = pdk_vector_push(&glb->facts);
    if (fact != NULL) *fact = (pdk_mesh_fact){ .kind = PDK_FACT_OTHER, .format = "glb", .name = name, .count = count };
    return fact != NULL;
}

static bool add_list(pdk_glb *glb, const char *member, const char *name)
{
    pdk_json_found list = pdk_json_member(pdk_json_root(&glb->json), member);
    return pdk_json_kind(list) != '[' || add_fact(glb, name, pdk_json_count(list, SIZE_MAX));
}

pdk_status pdk_glb_add_facts(pdk_glb *glb, pdk_error *error)
{
    bool all = add_attributes(glb) && add_second(glb) && add_fact(glb, "names of objects", count_names(glb)) &&
               add_fact(glb, "tree of nodes", count_tree(glb)) && add_fact(glb, "other scenes", count_scenes(glb)) &&
               add_list(glb, "animations", "animations") && add_list(glb, "cameras", "cameras") &&
               add_fact(glb, "maps of materials other than the colour", count_maps(glb)) &&
               add_fact(glb, "attributes of points that are not read", count_attributes(glb));
    if (!all) return pdk_glb_no_memory(glb, error);
    glb->mesh.attributes = glb->attributes.items;
    glb->mesh.attribute_count = glb->attributes.count;
    glb->mesh.facts = glb->facts.items;
    glb->mesh.fact_count = glb->facts.count;
    glb->mesh.materials = glb->materials;
    glb->mesh.material_count = glb->material_count;
    glb->mesh.nodes = glb->tree.items;
    glb->mesh.node_count = glb->tree.count;
    return PDK_OK;
}
