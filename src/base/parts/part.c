/* Which parts there are, and opening one. */
#include <stdio.h>

#include "parts/cairo_part.h"
#include "parts/duckdb_part.h"
#include "parts/mesh_part.h"
#include "parts/part.h"
#include "parts/png_part.h"

static const pdk_part_name names[PDK_PART_KINDS] = {
    [PDK_PART_PNG] = { "png", "libpng", "read and write PNG, draw surfaces as PNG", "paddock-png", "pdk_png_part" },
    [PDK_PART_MESH] = { "meshoptimizer", "meshoptimizer", "simplify surfaces, pack GLB", "paddock-mesh",
                        "pdk_mesh_part" },
    [PDK_PART_CAIRO] = { "cairo", "cairo", "plots as PNG and PDF", "paddock-cairo", "pdk_cairo_part" },
    [PDK_PART_DUCKDB] = { "duckdb", "DuckDB", "read telemetry of Le Mans Ultimate", "paddock-duckdb",
                          "pdk_duckdb_part" },
};
static const uint32_t sizes[PDK_PART_KINDS] = { sizeof(pdk_png_part_table), sizeof(pdk_mesh_part_table),
                                                sizeof(pdk_cairo_part_table), sizeof(pdk_duckdb_part_table) };

static bool open_part(pdk_part *part, pdk_part_kind kind, char *reason, size_t size)
{
    *part = (pdk_part){ 0 };
    if (!pdk_part_find(part, kind, &names[kind], reason, size)) return false;
    const pdk_part_head *head = part->table;
    if (head->version == PDK_PART_VERSION && head->size == sizes[kind]) return true;
    snprintf(reason, size, "%s of this version of Paddock, but the one found belongs to another version",
             names[kind].file);
    pdk_part_close(part);
    return false;
}

pdk_status pdk_part_open(pdk_part *part, pdk_part_kind kind, const char *code, const char *what, pdk_error *error)
{
    char reason[400];
    if (open_part(part, kind, reason, sizeof reason)) return PDK_OK;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, code, "%s needs %s", what, reason);
}

void pdk_part_close(pdk_part *part)
{
    if (part == NULL) return;
    pdk_library_close(part->library);
    *part = (pdk_part){ 0 };
}

size_t pdk_part_count(void)
{
    return PDK_PART_KINDS;
}

bool pdk_part_at(size_t index, pdk_part_info *info)
{
    if (index >= PDK_PART_KINDS || info == NULL) return false;
    char reason[400];
    pdk_part part;
    bool present = open_part(&part, (pdk_part_kind)index, reason, sizeof reason);
    pdk_part_close(&part);
    *info = (pdk_part_info){ names[index].id, names[index].library, names[index].gives, present };
    return true;
}
