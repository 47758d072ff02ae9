/* A mesh read by ranges: what converting needs, whether the arrays are in memory, in a mapped file or in lines of text.
 */
#ifndef PADDOCK_MODEL_MESH_H
#define PADDOCK_MODEL_MESH_H

#include "model/attribute.h"
#include "model/document.h"
#include "model/frame.h"
#include "model/material.h"

/* Points from `first_point` on belong together. */
typedef struct pdk_mesh_block {
    const char *name; /* NULL = none */
    uint64_t first_point, point_count;
} pdk_mesh_block;

/* How far points reach; what is not finite is counted and left out. */
typedef struct pdk_extent {
    double minimum[3], maximum[3]; /* minimum > maximum while there is no point */
    uint64_t not_finite;
} pdk_extent;

/* What is too little to be reported, metres. */
#define PDK_FLOAT_LIMIT 0.0001
#define PDK_FLOAT_LOSS_CODE "surface.precision"

/* How far points are off that became floats. */
typedef struct pdk_float_loss {
    uint64_t points; /* with a coordinate that is off by more than PDK_FLOAT_LIMIT */
    uint64_t beyond; /* finite, but too large for a float: infinite now, and not among the others */
    double largest;  /* of the points, metres */
} pdk_float_loss;

pdk_extent pdk_extent_none(void);
void pdk_extent_add(pdk_extent *extent, const double point[3]);
void pdk_extent_join(pdk_extent *extent, const pdk_extent *more);

/* What the coordinates are measured in, where that is not metres. */
typedef struct pdk_mesh_units {
    bool degrees;          /* across: longitude and latitude */
    double across, upward; /* metres in one unit; 0 = not stated, taken for metres */
    const char *text;      /* "US survey ft", as the frame says it; NULL = metres, or not stated */
    const char *finding;   /* code of the document's warning, which no longer applies once the points are scaled */
} pdk_mesh_units;

typedef struct pdk_mesh pdk_mesh;

/* The reading calls come from any thread, for ranges in any order, those in order being the cheap ones. What they read
 * was checked when the mesh was made, as far as opening does that; corners may name points that are not there where the
 * document says so (an RLD is not walked by opening it). */
struct pdk_mesh {
    uint64_t point_count, triangle_count;
    pdk_frame frame;
    bool sound;       /* every corner is a point: all were looked at when the mesh was made */
    bool single;      /* coordinates are floats to begin with: as floats they lose nothing */
    bool rows_down;   /* texture coordinates: v 0 is the top row of the picture, as in glTF; otherwise the bottom row */
    double origin[3]; /* what the document's own surface, of floats, leaves out of them: surface + origin = point */
    bool measured;    /* `extent` is known */
    pdk_extent extent;
    pdk_float_loss loss; /* of the document's own surface; of one that is made on first use, known from then on */
    pdk_mesh_units units;
    const pdk_mesh_block *blocks; /* NULL = all is one */
    size_t block_count;
    const pdk_input *input; /* its pages are returned to the system during long walks; NULL = none */
    pdk_surface arrays;     /* the same in memory, where it is there: positions == NULL otherwise */
    /* Some of its points, where reading them all takes long: its origin is found by these. NULL = by all. */
    const pdk_mesh *sketch;
    const void *state; /* of what reads */
    pdk_status (*read_points)(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3],
                              pdk_error *error);
    pdk_status (*read_triangles)(const pdk_mesh *mesh, uint64_t first, size_t count, uint32_t (*corners)[3],
                                 pdk_error *error);
    /* NULL = there are none. */
    pdk_status (*read_normals)(const pdk_mesh *mesh, uint64_t first, size_t count, float (*normals)[3],
                               pdk_error *error);
    pdk_status (*read_coordinates)(const pdk_mesh *mesh, uint64_t first, size_t count, float (*coordinates)[2],
                                   pdk_error *error);
    const pdk_attribute *attributes; /* of points and of triangles */
    size_t attribute_count;
    const pdk_mesh_group *groups; /* NULL = triangles have none */
    size_t group_count;
    const pdk_mesh_material *materials; /* that the triangle attribute of PDK_ATTRIBUTE_MATERIAL names */
    size_t material_count;
    const pdk_mesh_node *nodes; /* NULL = blocks are side by side */
    size_t node_count;
    const pdk_mesh_fact *facts;
    size_t fact_count;
};

/* The first attribute of points with this role; NULL = none. */
const pdk_attribute *pdk_mesh_attribute(const pdk_mesh *mesh, pdk_attribute_role role);

/* read_triangles of points alone: nothing to read. */
pdk_status pdk_mesh_no_triangles(const pdk_mesh *mesh, uint64_t first, size_t count, uint32_t (*corners)[3],
                                 pdk_error *error);

/* A mesh over arrays, which must live as long. */
pdk_mesh pdk_mesh_of_surface(const pdk_surface *surface, pdk_frame frame);

/* A document whose content is this mesh (which must be in document memory, or constant) gets a surface of it: floats,
 * made when first asked for, less mesh->origin. */
void pdk_document_add_mesh(pdk_document *document, const char *name, pdk_mesh *mesh, pdk_certainty certainty);
/* Everything a document has of triangles and points as one mesh: its own, or its surfaces one after the other. What is
 * made on the way is in `memory`. Fails with "mesh.none" where there is nothing. */
pdk_status pdk_document_mesh(const pdk_document *document, pdk_memory *memory, pdk_mesh *mesh, pdk_error *error);

/* By looking at every point, unless that has been done. */
pdk_status pdk_mesh_extent(const pdk_mesh *mesh, pdk_extent *extent, pdk_error *error);

/* The most a coordinate of this size is off as a float, metres. */
double pdk_float_cost(double coordinate);
/* An origin, of round numbers, near the middle of an extent. model/float_loss.h finds one for a mesh. */
void pdk_round_origin(const pdk_extent *extent, double origin[3]);

#endif
