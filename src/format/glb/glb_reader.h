/* glTF 2.0, as one binary file (GLB), or as JSON with its data inside or in files beside it.
 *
 *     glb_container.c  chunks, JSON
 *     glb_buffers.c    bytes of the binary part, of data: URIs and of other files
 *     glb_accessor.c   numbers out of buffers
 *     glb_scene.c      nodes and where they are
 *     glb_nodes.c      the same as a table
 *     glb_primitive.c  points and triangles of meshes
 *     glb_attributes.c normals, texture coordinates and colours
 *     glb_materials.c  materials and textures
 *     glb_images.c     pictures
 *     glb_facts.c      what is in the file and is not read
 *     glb_triangles.c  triangles as a table
 *     glb_import.c     the document
 */
#ifndef PADDOCK_FORMAT_GLB_GLB_READER_H
#define PADDOCK_FORMAT_GLB_GLB_READER_H

#include "format/glb/glb_matrix.h"
#include "mesh/mesh_arrays.h"

/* An array of the file that others name items of by their number: where each sixteenth begins. */
typedef struct pdk_glb_list {
    pdk_json_found array;
    uint64_t count;
    uint32_t *marks;
} pdk_glb_list;

/* What is read of the points of a primitive. */
enum { PDK_GLB_ATTRIBUTES = 5 };
extern const char *const pdk_glb_attribute_names[PDK_GLB_ATTRIBUTES];

/* The points that came from some accessors, in one node. */
typedef struct pdk_glb_array {
    uint64_t node, accessors[PDK_GLB_ATTRIBUTES];
    uint64_t first, count;
} pdk_glb_array;

typedef struct pdk_glb {
    pdk_document *document;
    pdk_json_tree json;
    uint64_t json_at; /* where the text begins */
    pdk_glb_list accessors, views, meshes, nodes, images, textures, samplers;
    uint64_t placed; /* parts of meshes that were looked at, and numbers that replace others */
    pdk_bytes *buffers;
    size_t buffer_count;
    uint64_t size;        /* bytes of the file, and of what its buffers have outside of it */
    pdk_vector points;    /* double[3] */
    pdk_vector triangles; /* uint32_t[3] */
    pdk_vector blocks;    /* pdk_mesh_block */
    bool moved;           /* some node has its own matrix */
    uint64_t lines, no_shape, skins, morphs, mirrored, hidden, bad_attributes;
    uint64_t cut_off;              /* parts of meshes that are not whole, with `partial` */
    uint64_t node_number;          /* of the node with a mesh that is being read, from 1 */
    pdk_vector arrays;             /* pdk_glb_array */
    uint32_t *last_arrays;         /* of each accessor: 1 + the last array whose positions it has */
    pdk_vector normals;            /* float[3], of the points; empty, or one for each */
    pdk_vector coordinates;        /* float[2], likewise */
    pdk_vector second;             /* float[2], likewise: of the second map */
    pdk_vector colors;             /* float[4], likewise, as floats whatever they are in the file */
    pdk_type color_type;           /* the largest of the file's: PDK_UINT8, PDK_UINT16 or PDK_FLOAT32 */
    pdk_vector triangle_materials; /* uint32_t of each triangle: 1 + its material, 0 = none */
    pdk_mesh_material *materials;
    size_t material_count;
    pdk_vector tree;        /* pdk_mesh_node: every node of the scene */
    pdk_vector places;      /* pdk_glb_matrix; nodes that do not move have that of their parent */
    pdk_vector node_places; /* uint32_t: of each node, which of the places */
    size_t image_count;     /* that can be used at all */
    size_t *image_numbers;  /* of each image of the file among the document's; PDK_MESH_NONE = it cannot be used */
    uint64_t bad_images;
    pdk_vector attributes, facts; /* pdk_attribute, pdk_mesh_fact */
    pdk_mesh_arrays held;
    pdk_mesh mesh;
} pdk_glb;

/* --- glb_container.c --- */
bool pdk_glb_is_binary(pdk_bytes bytes);
pdk_status pdk_glb_open_container(pdk_glb *glb, pdk_error *error);

/* --- glb_buffers.c --- */
pdk_status pdk_glb_read_buffers(pdk_glb *glb, pdk_bytes binary, pdk_error *error);

/* --- glb_lookup.c --- */
/* All failures in the JSON are reported with the offset of its text. */
pdk_status pdk_glb_fail(const pdk_glb *glb, pdk_error *error, const char *code, const char *where, uint64_t number,
                        const char *what);
pdk_status pdk_glb_no_memory(const pdk_glb *glb, pdk_error *error);
/* A whole number, 0 or more; UINT64_MAX when it is none. */
uint64_t pdk_glb_whole(pdk_json_found value);
/* One of an object; `otherwise` when it is not there. */
uint64_t pdk_glb_number(pdk_json_found object, const char *name, uint64_t otherwise);
/* An object, unless it has more members than glTF knows: what is named again and again is looked through each time. */
pdk_json_found pdk_glb_small(pdk_json_found object);
/* The root's array of that name. */
pdk_status pdk_glb_find_list(const pdk_glb *glb, const char *name, pdk_glb_list *list, pdk_error *error);
/* Item `index` of it; nothing when it is not there. */
pdk_json_found pdk_glb_at(const pdk_glb_list *list, pdk_json_found index);
/* Both. */
pdk_json_found pdk_glb_item(const pdk_glb_list *list, pdk_json_found index);

/* --- glb_accessor.c --- */
/* Numbers of an accessor, `components` each (1 to 4): as doubles, normalised where it says so; sparse ones replaced. */
typedef struct pdk_glb_numbers {
    pdk_json_found accessor;
    pdk_bytes bytes; /* of its view, from its offset; size 0 = all zeros */
    uint64_t count, stride;
    unsigned type; /* glTF's componentType */
    uint32_t components;
    bool normalized;
} pdk_glb_numbers;
pdk_status pdk_glb_find_numbers(const pdk_glb *glb, pdk_json_found accessor, uint32_t components,
                                pdk_glb_numbers *numbers, pdk_error *error);
double pdk_glb_value(const pdk_glb_numbers *numbers, uint64_t item, uint32_t component);
/* The bytes of a buffer view; size 0 = there are none. */
pdk_bytes pdk_glb_view_bytes(const pdk_glb *glb, pdk_json_found view);
/* How many numbers are sparse. */
uint64_t pdk_glb_sparse_count(const pdk_glb_numbers *numbers);
/* Writes them over `items` (count * components doubles). */
pdk_status pdk_glb_put_sparse(const pdk_glb *glb, const pdk_glb_numbers *numbers, double *items, pdk_error *error);
/* Is there room for this many more? */
pdk_status pdk_glb_check_size(const pdk_glb *glb, uint64_t more, pdk_error *error);
/* Numbers put in one for one count, too, however often: they may all go to the same place. */
pdk_status pdk_glb_count_sparse(pdk_glb *glb, const pdk_glb_numbers *numbers, pdk_error *error);

/* --- glb_primitive.c --- */
pdk_status pdk_glb_add_primitive(pdk_glb *glb, pdk_json_found primitive, const pdk_glb_matrix *place, pdk_error *error);

/* --- glb_attributes.c --- */
/* The attributes of points that have just been added. */
pdk_status pdk_glb_add_attributes(pdk_glb *glb, pdk_json_found attributes, const pdk_glb_matrix *place,
                                  const pdk_glb_array *points, pdk_error *error);
/* Once all points are there. */
pdk_status pdk_glb_end_attributes(pdk_glb *glb, pdk_error *error);

/* --- glb_materials.c --- */
pdk_status pdk_glb_read_materials(pdk_glb *glb, pdk_error *error);
/* The triangles added last, up to all there are, get the material of this primitive. */
pdk_status pdk_glb_set_material(pdk_glb *glb, pdk_json_found primitive, pdk_error *error);

/* --- glb_images.c --- */
/* Images become those of the document. One that is not there or of another kind costs itself. */
pdk_status pdk_glb_read_images(pdk_glb *glb, pdk_error *error);

/* --- glb_facts.c --- */
/* Attributes of the mesh, and notes on what it does not carry. */
pdk_status pdk_glb_add_facts(pdk_glb *glb, pdk_error *error);

/* --- glb_triangles.c --- */
/* The table of that name. */
void pdk_glb_add_triangles(const pdk_glb *glb);

/* --- glb_nodes.c --- */
/* Keeps the place of a node whose own matrix is `own`. *number is which of the places it is: its parent's before. */
pdk_status pdk_glb_keep_place(pdk_glb *glb, const pdk_glb_matrix *own, const pdk_glb_matrix *place, uint32_t *number,
                              pdk_error *error);
/* The table of that name. */
void pdk_glb_add_nodes(const pdk_glb *glb);

/* --- glb_scene.c --- */
/* The scene to be shown; with document->every_scene the others, too. */
pdk_status pdk_glb_read_scene(pdk_glb *glb, pdk_error *error);

#endif
