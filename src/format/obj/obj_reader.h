/* OBJ, Wavefront's text: points, texture coordinates and normals in separate lists, faces that name them.
 *
 *     obj_lines.c    lines into lists
 *     obj_mesh.c     faces into triangles, attributes to points
 *     obj_library.c  materials
 *     obj_import.c   the document
 *     obj_corners.c  its table of corners
 */
#ifndef PADDOCK_FORMAT_OBJ_OBJ_READER_H
#define PADDOCK_FORMAT_OBJ_OBJ_READER_H

#include "format/obj/obj_names.h"
#include "mesh/mesh_arrays.h"
#include "mesh/stated_place.h"
#include "mesh/text_lines.h"

/* Not in any list. */
#define PDK_OBJ_DANGLING (UINT32_MAX - 1)

/* Numbers of a point, its texture coordinate and normal in their lists; UINT32_MAX = none. */
typedef struct pdk_obj_corner {
    uint32_t point, coordinate, normal;
} pdk_obj_corner;

typedef struct pdk_obj_face {
    uint64_t offset; /* of its line */
    uint64_t first;  /* corner */
    uint32_t count;
} pdk_obj_face;

/* From this face on triangles are in the group of this name, or of this material (1 + its number; 0 = none). */
typedef struct pdk_obj_change {
    uint64_t first_face;
    const char *group; /* NULL = the group stays */
    uint32_t material; /* UINT32_MAX = the material stays */
} pdk_obj_change;

typedef struct pdk_obj {
    pdk_document *document;
    pdk_vector points;             /* double[3] */
    pdk_vector coordinates;        /* float[2] */
    pdk_vector normals;            /* float[3] */
    pdk_vector corners;            /* pdk_obj_corner */
    pdk_vector faces;              /* pdk_obj_face */
    pdk_vector blocks;             /* pdk_mesh_block */
    pdk_vector colors;             /* float[3]: empty, or one for each point */
    bool wide_colors;              /* some are above 1: they go to 255 */
    pdk_vector changes;            /* pdk_obj_change */
    pdk_obj_names names;           /* of materials */
    pdk_vector materials;          /* pdk_mesh_material, by those numbers */
    pdk_vector groups;             /* pdk_mesh_group */
    pdk_vector triangle_materials; /* uint32_t */
    pdk_attribute attributes[2];
    size_t attribute_count;
    pdk_stated_place place;
    uint64_t passed_over;                         /* lines */
    uint64_t materials_left_out, groups_left_out; /* lines that would begin one */
    pdk_text library;                             /* mtllib; data NULL = none */
    uint64_t bad, bad_offset;                     /* faces that cannot be taken */
    const char *bad_code, *bad_text;
    uint64_t polygons, ears, tangled;
    pdk_vector triangles;                               /* uint32_t[3] */
    float (*point_normals)[3], (*point_coordinates)[2]; /* where every point has one and the same in all faces */
    pdk_mesh_arrays arrays;
    pdk_mesh mesh;
} pdk_obj;

pdk_status pdk_obj_read_lines(pdk_obj *obj, pdk_error *error);
pdk_status pdk_obj_make_mesh(pdk_obj *obj, pdk_error *error);
/* obj_library.c: looks of the materials, from the file that mtllib names. Without it they have their names alone. */
pdk_status pdk_obj_read_library(pdk_obj *obj, pdk_error *error);
/* obj_corners.c: the table "corners". A point may have other texture coordinates in each face. */
void pdk_obj_add_corners(pdk_obj *obj);
/* A face that cannot be used: the first is reported, all are counted. */
void pdk_obj_bad_face(pdk_obj *obj, uint64_t offset, const char *code, const char *text);

#endif
