/*
 * PLY, the Stanford triangle format: a header in text that says what follows, then elements one after the other.
 *
 *     ply_header.c     the header into elements and properties
 *     ply_elements.c   where each element is, and stepping from one to the next, in text and in binary
 *     ply_plain.c      faces that are triangles all, at fixed places: looked at and read at once
 *     ply_vertices.c   points, normals, texture coordinates; the table
 *     ply_values.c     the other properties, as attributes of the mesh; comments
 *     ply_faces.c      faces into triangles
 *     ply_strips.c     triangle strips into triangles
 *     ply_import.c     the document
 */
#ifndef PADDOCK_FORMAT_PLY_PLY_H
#define PADDOCK_FORMAT_PLY_PLY_H

#include <string.h>

#include "mesh/scalar.h"
#include "mesh/text_lines.h"
#include "model/mesh.h"

typedef enum pdk_ply_encoding { PDK_PLY_TEXT, PDK_PLY_LITTLE, PDK_PLY_BIG } pdk_ply_encoding;

typedef struct pdk_ply_property {
    const char *name;
    pdk_scalar type;   /* of the list's items where it is one */
    pdk_scalar counts; /* of a list's length; PDK_SCALAR_NONE = no list */
    uint32_t offset;   /* in elements of one size */
} pdk_ply_property;

/* Where to begin a walk: element number `element` is at `offset`, and `items` triangles come before it. */
typedef struct pdk_ply_mark {
    uint64_t offset, element, items;
} pdk_ply_mark;

typedef struct pdk_ply_element {
    const char *name;
    uint64_t count;
    pdk_ply_property *properties;
    size_t property_count;
    uint64_t stride; /* bytes of one in binary; 0 = they differ, having lists */
    uint64_t
        largest; /* of the numbers in lists, where there are lists and yet a stride; negative ones are beyond all */
    uint64_t begin, end; /* in the file; in text: lines of the body */
    pdk_ply_mark *marks; /* where they differ, or are text */
    size_t mark_count;
} pdk_ply_element;

/* What a property of a vertex may be for us. */
enum { PDK_PLY_X, PDK_PLY_Y, PDK_PLY_Z, PDK_PLY_NX, PDK_PLY_NY, PDK_PLY_NZ, PDK_PLY_U, PDK_PLY_V, PDK_PLY_ROLES };

typedef struct pdk_ply {
    pdk_document *document;
    pdk_ply_encoding encoding;
    uint64_t body; /* the first byte after the header */
    pdk_ply_element *elements;
    size_t element_count;
    pdk_vector comments; /* pdk_text: lines "comment" ... */
    uint64_t comments_left_out;
    pdk_vector infos;     /*   ... and "obj_info" */
    pdk_text_index lines; /* of the body, in text */
    const pdk_ply_element *vertices;
    int8_t *roles;                  /* of each vertex property: one of the above, or -1 */
    int property_of[PDK_PLY_ROLES]; /* -1 = there is none */
    /* Of text: what opening read, kept so that it is not read again. NULL = too large, except points where polygons
     * must be looked at. */
    double (*points)[3];
    float (*normals)[3], (*coordinates)[2];
    uint32_t (*triangles)[3]; /* of faces, where all are triangles */
    pdk_line_faults surplus;  /* lines with more numbers than announced */
    pdk_line_faults words;    /* lines with a word where a property needs a number that its type holds */
    pdk_ply_element *faces;
    int corners; /* the faces' property */
    bool plain;  /* every face is three corners at a fixed place */
    uint64_t face_triangles;
    uint32_t (*strip_triangles)[3];
    uint64_t strip_triangle_count;
    pdk_mesh mesh;
} pdk_ply;

/* --- ply_header.c --- */
pdk_status pdk_ply_read_header(pdk_document *document, pdk_ply *ply, pdk_error *error);

/* --- ply_elements.c --- */
pdk_status pdk_ply_find_elements(pdk_ply *ply, pdk_error *error);
/* A walk over elements that differ in size. */
typedef struct pdk_ply_walk {
    const pdk_ply *ply;
    const pdk_ply_element *element;
    const uint8_t *at, *end; /* binary */
    pdk_text_cursor cursor;  /* text */
    pdk_line line;           /*   the element's */
    uint64_t number;         /* of the element that comes next */
} pdk_ply_walk;
pdk_ply_walk pdk_ply_walk_from(const pdk_ply *ply, const pdk_ply_element *element, const pdk_ply_mark *mark);
/* Where the next element begins; NULL after the last. The walk continues after it. */
const uint8_t *pdk_ply_walk_next(pdk_ply_walk *walk);
/* A walk that begins with this element. */
pdk_ply_walk pdk_ply_walk_at(const pdk_ply *ply, const pdk_ply_element *element, uint64_t number);
/* The mark a walk to this triangle begins at. */
const pdk_ply_mark *pdk_ply_mark_of_item(const pdk_ply_element *element, uint64_t item);
/* Where property number `property` of the element at `at` is; `line`: the rest of its line after it, in text. */
const uint8_t *pdk_ply_property_at(const pdk_ply *ply, const pdk_ply_element *element, size_t property,
                                   const uint8_t *at, pdk_line *line);
/* How many items a list has, and where the first is. False when it is no list one could read. */
bool pdk_ply_list(const pdk_ply *ply, const pdk_ply_property *property, const uint8_t *at, pdk_line *line,
                  uint64_t *count, const uint8_t **items);
/* The next word of a line of text as a value of this property; false when it is missing, or no number that the type
 * holds. */
bool pdk_ply_read_word(const pdk_ply_property *property, pdk_line *line, double *value);
/* Marks for an element, set by the first walk over it. */
enum { PDK_PLY_MARK_EVERY = 512 };

/* --- ply_plain.c --- */
/* Whether the file ends with these elements, and each has one list, of three: then they get a stride. */
bool pdk_ply_are_triangles(const pdk_ply *ply, pdk_ply_element *element);
/* Triangles of faces that are `plain`. */
void pdk_ply_read_plain(const pdk_ply *ply, uint64_t first, size_t count, uint32_t (*corners)[3]);

/* --- ply_vertices.c --- */
pdk_status pdk_ply_open_vertices(pdk_ply *ply, pdk_error *error);
pdk_status pdk_ply_read_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3],
                               pdk_error *error);
/* Memory for what may be kept, so many bytes for each point or face of text: NULL where that is too much. False when
 * memory runs out. */
bool pdk_ply_keeps(const pdk_ply *ply, uint64_t count, size_t size, void **kept);
/* Text only: all points into memory. */
pdk_status pdk_ply_keep_points(pdk_ply *ply, pdk_error *error);
void pdk_ply_add_points_table(pdk_ply *ply);

/* --- ply_values.c --- */
pdk_status pdk_ply_add_attributes(pdk_ply *ply, pdk_error *error);
pdk_status pdk_ply_add_facts(pdk_ply *ply, pdk_error *error);

/* --- ply_faces.c --- */
pdk_status pdk_ply_open_faces(pdk_ply *ply, pdk_error *error);
pdk_status pdk_ply_read_face_triangles(const pdk_ply *ply, uint64_t first, size_t count, uint32_t (*corners)[3],
                                       pdk_error *error);

/* --- ply_check.c --- */
pdk_status pdk_ply_check(const pdk_document *document, pdk_report *report, pdk_error *error);

/* --- ply_strips.c --- */
pdk_status pdk_ply_open_strips(pdk_ply *ply, pdk_error *error);

#endif
