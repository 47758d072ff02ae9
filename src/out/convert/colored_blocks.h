/* Blocks in colours, as materials of triangles. */
#ifndef PADDOCK_CONVERT_COLORED_BLOCKS_H
#define PADDOCK_CONVERT_COLORED_BLOCKS_H

#include "target/exporter.h"

/* Gives the triangles of `mesh` a material for the colour of their block, instead of those they have. Refuses
 * ("convert.block_colors") where the document has no blocks. */
pdk_status pdk_export_color_blocks(pdk_export *job, pdk_mesh *mesh, pdk_error *error);

#endif
