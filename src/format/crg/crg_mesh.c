/* The grid as points and triangles. Nodes without a height are not points; a cell is there when its four corners are,
 * as a height between them needs all four. */
#include <inttypes.h>
#include <math.h>

#include "base/binary_search.h"
#include "format/crg/crg_import.h"

static double grid_height(const pdk_crg_file *crg, uint64_t row, uint32_t section)
{
    return pdk_crg_value(crg, row, crg->sections[section].channel);
}

static bool is_there(const pdk_crg_file *crg, uint64_t row, uint32_t section)
{
    return isfinite(grid_height(crg, row, section));
}

static pdk_status read_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3], pdk_error *error)
{
    (void)error;
    const pdk_crg_file *crg = mesh->state;
    uint64_t row = pdk_last_not_above(crg->points_before, crg->rows, first), number = crg->points_before[row];
    size_t done = 0;
    for (; done < count && row < crg->rows; row++) {
        double banking = pdk_crg_banking(crg, row);
        for (uint32_t i = 0; i < crg->section_count && done < count; i++) {
            double z = grid_height(crg, row, i), v = crg->sections[i].v;
            if (!isfinite(z) || number++ < first) continue;
            for (int k = 0; k < 2; k++) points[done][k] = crg->line[row][k] + v * crg->left[row][k];
            points[done++][2] = z + crg->height[row] + banking * v;
        }
    }
    return PDK_OK;
}

static pdk_status read_triangles(const pdk_mesh *mesh, uint64_t first, size_t count, uint32_t (*corners)[3],
                                 pdk_error *error)
{
    (void)error;
    const pdk_crg_file *crg = mesh->state;
    uint64_t row = pdk_last_not_above(crg->triangles_before, crg->rows - 1, first), number = crg->triangles_before[row];
    size_t done = 0;
    for (; done < count && row + 1 < crg->rows; row++) {
        uint32_t here = (uint32_t)crg->points_before[row], ahead = (uint32_t)crg->points_before[row + 1];
        bool a = is_there(crg, row, 0), c = is_there(crg, row + 1, 0);
        for (uint32_t i = 0; i + 1 < crg->section_count && done < count; i++) {
            bool b = is_there(crg, row, i + 1), d = is_there(crg, row + 1, i + 1);
            if (a && b && c && d) {
                const uint32_t pair[2][3] = { { here, ahead, ahead + 1 }, { here, ahead + 1, here + 1 } };
                for (int t = 0; t < 2 && done < count; t++) {
                    if (number++ >= first) memcpy(corners[done++], pair[t], sizeof *corners);
                }
            }
            here += a;
            ahead += c;
            a = b;
            c = d;
        }
    }
    return PDK_OK;
}

pdk_status pdk_crg_open_mesh(pdk_crg_file *crg, pdk_error *error)
{
    pdk_memory *memory = &crg->document->memory;
    crg->points_before = pdk_alloc_array(memory, crg->rows + 1, sizeof *crg->points_before);
    crg->triangles_before = pdk_alloc_array(memory, crg->rows + 1, sizeof *crg->triangles_before);
    if (crg->points_before == NULL || crg->triangles_before == NULL) return pdk_fail_memory(error, memory, "a grid");
    uint64_t unused = 0, first_unused = PDK_NO_OFFSET;
    for (uint64_t row = 0; row < crg->rows; row++) {
        uint64_t points = 0, cells = 0;
        bool before = false;
        for (uint32_t i = 0; i < crg->section_count; i++) {
            bool here = is_there(crg, row, i), both = row + 1 < crg->rows && here && is_there(crg, row + 1, i);
            points += here;
            if (!here && pdk_crg_is_unused(crg, row, crg->sections[i].channel) && unused++ == 0) {
                first_unused = pdk_crg_value_at(crg, row, crg->sections[i].channel);
            }
            cells += both && before;
            before = both;
        }
        crg->points_before[row + 1] = crg->points_before[row] + points;
        crg->triangles_before[row + 1] = crg->triangles_before[row] + 2 * cells;
    }
    uint64_t points = crg->points_before[crg->rows], nodes = crg->rows * crg->section_count;
    if (points >= UINT32_MAX) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, crg->data, "crg.points",
                        "%" PRIu64 " points are too many: at most 4294967295 can be read", points);
    }
    if (points < nodes) {
        pdk_document_add_finding(crg->document, PDK_NOTE, "crg.gaps", PDK_NO_OFFSET, "crg",
                                 "%" PRIu64 " of %" PRIu64
                                 " nodes of the grid have no height; they and the cells around them are left out",
                                 nodes - points, nodes);
    }
    if (unused > 0) {
        pdk_document_add_finding(
            crg->document, PDK_WARNING, "crg.unused", first_unused, "crg.row",
            "%" PRIu64
            " heights are **unused**: read as gaps, as OpenCRG's MATLAB tools do; its C library reads them as 0",
            unused);
    }
    crg->mesh = (pdk_mesh){ .point_count = points,
                            .triangle_count = crg->triangles_before[crg->rows],
                            .frame = PDK_FRAME_ROAD,
                            .state = crg,
                            .read_points = read_points,
                            .read_triangles = read_triangles };
    return PDK_OK;
}
