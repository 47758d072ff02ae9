/* Colours as the target has them: proportional to light, as in glTF, or sRGB, as everywhere else. */
#ifndef PADDOCK_TARGET_COLOR_SPACE_H
#define PADDOCK_TARGET_COLOR_SPACE_H

#include "model/mesh.h"

/* Replaces the colours of `mesh` that are of the other kind. 8 bits become 16 where they become linear, as 8 are too
 * few for dark ones then. */
pdk_status pdk_convert_colors(pdk_memory *memory, pdk_mesh *mesh, bool linear, pdk_error *error);

#endif
