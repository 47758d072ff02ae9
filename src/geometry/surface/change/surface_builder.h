/* A document's surfaces as one, and new documents with one surface. */
#ifndef PADDOCK_SURFACE_CHANGE_SURFACE_BUILDER_H
#define PADDOCK_SURFACE_CHANGE_SURFACE_BUILDER_H

#include "surface/surface_work.h"
#include "model/mesh.h"

/* How much a surface has, and which attributes. */
typedef struct pdk_surface_size {
    uint64_t points, triangles;
    bool normals, coordinates;
    size_t blocks;
} pdk_surface_size;

/* All of a document as arrays. */
typedef struct pdk_surface_source {
    pdk_surface surface;
    pdk_frame frame;
    bool rows_down;   /* as of a mesh */
    double origin[3]; /* what floats leave out: surface + origin = point */
    pdk_float_loss loss;
    const pdk_mesh_block *blocks;
    size_t block_count;
} pdk_surface_source;

/* Copies, where there must be any, are in `memory`. */
pdk_status pdk_surface_source_of(const pdk_document *document, pdk_memory *memory, pdk_surface_source *whole,
                                 pdk_error *error);

/* A surface being built: fill its arrays, add its blocks, then end it as a document. */
typedef struct pdk_surface_builder {
    pdk_document *document;
    pdk_mesh *mesh;
    pdk_surface *surface;
    float *positions, *normals, *coordinates; /* the last two are NULL when not wanted */
    uint32_t *triangles;
    pdk_mesh_block *blocks; /* `block_capacity` of them */
    size_t block_capacity;
} pdk_surface_builder;

/* Allocates a surface in the frame and with the origin of `like`, with normals and coordinates as asked. */
pdk_status pdk_surface_builder_begin(pdk_surface_builder *made, const pdk_surface_source *like,
                                     const pdk_surface_options *options, pdk_surface_size size, pdk_error *error);
/* Makes the points of a mesh over this surface, which must live as long, position + origin. */
void pdk_surface_move_mesh(pdk_mesh *mesh, const pdk_surface *surface, const double origin[3]);
/* One more block, unless it is empty. */
void pdk_surface_builder_add_block(pdk_surface_builder *made, const char *name, uint64_t first, uint64_t count);
/* Frees the end of the arrays when the surface became smaller than planned. Call it before adding blocks. */
void pdk_surface_builder_shrink(pdk_surface_builder *made, uint64_t points, uint64_t triangles);
/* *result = the document. Fails if memory ran out at any time since the beginning. */
pdk_status pdk_surface_builder_end(pdk_surface_builder *made, pdk_document **result, pdk_error *error);
void pdk_surface_builder_drop(pdk_surface_builder *made);

/* What the new document has of its sources besides shape: the coordinate system, where all have the same and it is
 * still true. Findings for what changed surfaces do not carry, one for each kind. */
pdk_status pdk_surface_take_facts(pdk_document *made, const pdk_document *const *sources, size_t count,
                                  pdk_error *error);

/* Part of a surface: the points and triangles whose bits are set (NULL = all), renumbered, with their blocks. Every
 * kept triangle must have all its corners kept. Worth `share` of the whole work. */
pdk_status pdk_surface_builder_part(const pdk_surface_source *whole, pdk_surface_work *work, double share,
                                    const uint8_t *points, const uint8_t *triangles, pdk_document **result,
                                    pdk_error *error);

static inline bool pdk_has_bit(const uint8_t *bits, uint64_t number)
{
    return bits == NULL || (bits[number / 8] >> number % 8 & 1) != 0;
}
static inline void pdk_set_bit(uint8_t *bits, uint64_t number)
{
    bits[number / 8] |= (uint8_t)(1u << number % 8);
}

#endif
