/* A glTF scene as a document with one surface: every triangle of every mesh, where its nodes put it. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "format/glb/glb_layout.h"
#include "format/glb/glb_reader.h"
#include "format/glb/glb_probe.h"
#include "mesh/imported.h"
#include "mesh/points_table.h"
#include "mesh/stated_place.h"

static void report(pdk_glb *glb)
{
    const struct {
        uint64_t count;
        const char *code, *what;
    } notes[] = {
        { glb->lines, "glb.primitives", "parts of meshes are lines, which are not read" },
        { glb->no_shape, "glb.primitives", "parts of meshes have no positions, or a mode that glTF does not define" },
        { glb->cut_off, "glb.primitives", "parts of meshes are left out: their numbers are not all in the file" },
        { glb->bad_attributes, "glb.attributes",
          "accessors of normals, texture coordinates or colours do not fit: those points have none" },
        { glb->bad_images, "glb.images", "pictures do not exist, or are neither PNG nor JPEG: they are left out" },
        { glb->skins, "glb.skins", "nodes have a skin: their mesh is read without it" },
        { glb->morphs, "glb.morphs", "parts of meshes have morph targets: they are read without them" },
        { glb->hidden, "glb.hidden", "nodes are scaled to nothing: what they would show is not here" },
        { glb->mirrored, "glb.mirrored", "nodes mirror their mesh: its triangles are reversed to keep their facing" },
    };
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        if (notes[i].count == 0) continue;
        pdk_document_add_finding(glb->document, PDK_NOTE, notes[i].code, PDK_NO_OFFSET, "glb", "%" PRIu64 " %s",
                                 notes[i].count, notes[i].what);
    }
}

/* Kept: the JSON is freed when the file is read. */
static void add_generator(pdk_document *document, pdk_text generator)
{
    char *text = generator.data != NULL ? pdk_keep_room(&document->memory, generator.size + 1) : NULL;
    if (generator.data == NULL) return;
    if (text == NULL) {
        document->failed = true;
        return;
    }
    memcpy(text, generator.data, generator.size);
    text[generator.size] = '\0';
    pdk_document_add_text(document, "generator", text, generator.size, "the program that wrote the file",
                          PDK_CONFIRMED);
}

static pdk_status make_mesh(pdk_glb *glb, pdk_error *error)
{
    glb->held = (pdk_mesh_arrays){ .points = glb->points.items,
                                   .triangles = glb->triangles.items,
                                   .normals = glb->normals.items,
                                   .coordinates = glb->coordinates.items };
    glb->mesh = pdk_mesh_of_arrays(&glb->held, glb->points.count, glb->triangles.count, PDK_FRAME_Y_UP);
    glb->mesh.single = !glb->moved;
    glb->mesh.rows_down = true;
    glb->mesh.blocks = glb->blocks.items;
    glb->mesh.block_count = glb->blocks.count;
    return pdk_glb_add_facts(glb, error);
}

/* What a file of ours says about its place. */
static void add_place(pdk_glb *glb)
{
    pdk_json_found extras = pdk_json_member(pdk_json_member(pdk_json_root(&glb->json), "asset"), "extras"),
                   ours = pdk_json_member(extras, "paddock"), origin = pdk_json_member(ours, "origin");
    pdk_stated_place place = { .has_origin = pdk_json_count(origin, 4) == 3 };
    double epsg;
    for (size_t k = 0; k < 3 && place.has_origin; k++)
        place.has_origin = pdk_json_as_number(pdk_json_item(origin, k), &place.origin[k]) && isfinite(place.origin[k]);
    if (pdk_json_as_number(pdk_json_member(ours, "epsg"), &epsg)) pdk_place_take_epsg(&place, epsg);
    pdk_document_add_place(glb->document, &place);
}

static pdk_status read_scene(pdk_glb *glb, pdk_error *error)
{
    pdk_document *document = glb->document;
    pdk_status status = pdk_glb_open_container(glb, error);
    if (status == PDK_OK) status = pdk_glb_read_images(glb, error);
    if (status == PDK_OK) status = pdk_glb_read_materials(glb, error);
    if (status == PDK_OK) status = pdk_glb_read_scene(glb, error);
    if (status != PDK_OK) return status;
    if (glb->points.count == 0) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, glb->json_at, "glb.scene",
                        glb->lines > 0 ? "the scene has only lines, which are not read: export triangles or points"
                                       : "the scene has no mesh");
    }
    pdk_document_set_dialect(document, "2.0, %s%s", pdk_glb_is_binary(document->content) ? "binary" : "JSON",
                             glb->triangles.count == 0 ? ", points only" : "");
    add_generator(document,
                  pdk_json_as_text(pdk_json_member(pdk_json_member(pdk_json_root(&glb->json), "asset"), "generator")));
    pdk_document_add_count(document, "placed_meshes", glb->blocks.count, "nodes with a mesh");
    add_place(glb);
    report(glb);
    return PDK_OK;
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_glb *glb = pdk_document_new_state(document, sizeof *glb);
    if (glb == NULL) return pdk_document_built(document, error);
    pdk_memory *memory = &document->memory;
    *glb = (pdk_glb){ .document = document,
                      .points = pdk_vector_of(memory, sizeof(double[3])),
                      .triangles = pdk_vector_of(memory, sizeof(uint32_t[3])),
                      .arrays = pdk_vector_of(memory, sizeof(pdk_glb_array)),
                      .normals = pdk_vector_of(memory, sizeof(float[3])),
                      .coordinates = pdk_vector_of(memory, sizeof(float[2])),
                      .second = pdk_vector_of(memory, sizeof(float[2])),
                      .colors = pdk_vector_of(memory, sizeof(float[4])),
                      .triangle_materials = pdk_vector_of(memory, sizeof(uint32_t)),
                      .tree = pdk_vector_of(memory, sizeof(pdk_mesh_node)),
                      .places = pdk_vector_of(memory, sizeof(pdk_glb_matrix)),
                      .node_places = pdk_vector_of(memory, sizeof(uint32_t)),
                      .attributes = pdk_vector_of(memory, sizeof(pdk_attribute)),
                      .facts = pdk_vector_of(memory, sizeof(pdk_mesh_fact)),
                      .blocks = pdk_vector_of(memory, sizeof(pdk_mesh_block)) };
    pdk_status status = read_scene(glb, error);
    if (status == PDK_OK) status = make_mesh(glb, error);
    pdk_json_free(&glb->json);
    if (status != PDK_OK) return status;
    pdk_document_add_points_table(document, &glb->mesh, "a row for each point, at the position its node gives it");
    pdk_glb_add_triangles(glb);
    pdk_glb_add_nodes(glb);
    pdk_document_add_blocks(document, &glb->mesh, "a row for each node with a mesh");
    return pdk_document_imported(document, &glb->mesh, NULL, error);
}

const pdk_format pdk_format_glb = {
    .info = { .id = "glb",
              .title = "glTF scene",
              .extensions = ".glb .gltf",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK,
              .certainty = PDK_CONFIRMED,
              .basis = "the published specification; checked on files of Blender and assimp",
              .records = pdk_glb_records },
    .probe = pdk_glb_probe,
    .open = open_document,
};
