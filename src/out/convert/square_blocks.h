/* Blocks for a target that has them: the squares of the ground points are in. */
#ifndef PADDOCK_CONVERT_SQUARE_BLOCKS_H
#define PADDOCK_CONVERT_SQUARE_BLOCKS_H

#include "target/exporter.h"

/* Sorts the points of job->mesh, whose z is up, by squares of block_size metres, its triangles by those of their
 * first corners, and makes the squares its blocks instead of those it has. What was done is noted. */
pdk_status pdk_export_square_blocks(pdk_export *job, pdk_error *error);

#endif
