/* Parts that are linked in. */
#include <stdio.h>

#include "parts/cairo_part.h"
#include "parts/mesh_part.h"
#include "parts/png_part.h"

/* The parts that this build has. PNG is always linked. The others are weak: the static library has them as members that
 * a linker does not take by itself, so that a program need not come with a C++ library or cairo (docs/decisions,
 * "Parts").
 */
#ifdef PADDOCK_LINKS_PNG
extern const pdk_png_part_table pdk_png_part;
#define PNG_PART &pdk_png_part
#else
#define PNG_PART NULL
#endif
#ifdef PADDOCK_LINKS_MESH
__attribute__((weak)) extern const pdk_mesh_part_table pdk_mesh_part;
#define MESH_PART &pdk_mesh_part
#else
#define MESH_PART NULL
#endif
#ifdef PADDOCK_LINKS_CAIRO
__attribute__((weak)) extern const pdk_cairo_part_table pdk_cairo_part;
#define CAIRO_PART &pdk_cairo_part
#else
#define CAIRO_PART NULL
#endif

/* DuckDB is loaded where libraries are: not here. */
bool pdk_part_find(pdk_part *part, pdk_part_kind kind, const pdk_part_name *name, char *reason, size_t size)
{
    const void *const tables[PDK_PART_KINDS] = {
        [PDK_PART_PNG] = PNG_PART, [PDK_PART_MESH] = MESH_PART, [PDK_PART_CAIRO] = CAIRO_PART, [PDK_PART_DUCKDB] = NULL
    };
    part->table = tables[kind];
    if (part->table != NULL) return true;
    snprintf(reason, size, "%s, but this program was linked without it", name->library);
    return false;
}
