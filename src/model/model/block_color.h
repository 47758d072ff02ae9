/* Blocks of a mesh in colours: blocks that meet in a triangle never have the same one. */
#ifndef PADDOCK_MODEL_BLOCK_COLOR_H
#define PADDOCK_MODEL_BLOCK_COLOR_H

#include "model/block_span.h"
#include "model/mesh.h"

typedef struct pdk_block_colors {
    pdk_block_spans spans; /* the block of each point; that of a triangle is its first corner's */
    uint32_t *colors;      /* of each block, from 0 */
    size_t block_count;
    uint32_t color_count;
} pdk_block_colors;

/* Reads every triangle once; what it makes is in `memory`. Fails with PDK_E_UNSUPPORTED, "mesh.blocks", where the mesh
 * has no blocks. */
pdk_status pdk_block_colors_make(const pdk_mesh *mesh, pdk_memory *memory, pdk_block_colors *made, pdk_error *error);

/* Colour number `number`, as screens have it: red, green, blue. */
void pdk_block_color(uint32_t number, uint8_t rgb[3]);

#endif
