/* Parts that are linked in. */
#include <stdio.h>

#include "parts/cairo_part.h"
#include "parts/mesh_part.h"
#include "parts/png_part.h"

/* Weak: absent where this build has no such part. The static library has them as members that no linker asks for by
 * itself, so that a program need not come with a C++ library (docs/decisions, "Parts"); PNG it always asks for. */
#ifndef PADDOCK_LINKS_PNG
__attribute__((weak))
#endif
extern const pdk_png_part_table pdk_png_part;
__attribute__((weak)) extern const pdk_mesh_part_table pdk_mesh_part;
__attribute__((weak)) extern const pdk_cairo_part_table pdk_cairo_part;

bool pdk_part_find(pdk_part *part, pdk_part_kind kind, const pdk_part_name *name, char *reason, size_t size)
{
    const void *const tables[PDK_PART_KINDS] = {
        [PDK_PART_PNG] = &pdk_png_part, [PDK_PART_MESH] = &pdk_mesh_part, [PDK_PART_CAIRO] = &pdk_cairo_part
    };
    part->table = tables[kind];
    if (part->table != NULL) return true;
    snprintf(reason, size, "%s, but this program was linked without it", name->library);
    return false;
}
