/* A hash table of square cells: a line may be anywhere and of any size, and costs as many entries as it has points. */
#include "track/track_grid.h"

#include "base/trigonometry.h"
#include "base/whole.h"

#include <math.h>

enum { CELL = 32 /* m */, AROUND = 2 /* cells */, NOBODY = -1 };

struct pdk_track_grid {
    int32_t *heads; /* of each slot the first point, or NOBODY */
    int32_t *next;  /* of each point the next in its slot */
    uint32_t mask;
};

static uint32_t slot_of(const pdk_track_grid *grid, int64_t column, int64_t row)
{
    uint64_t mixed = (uint64_t)column * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)row * UINT64_C(0xC2B2AE3D27D4EB4F);
    return (uint32_t)(mixed >> 32) & grid->mask;
}

static int64_t cell_of(double coordinate)
{
    return pdk_whole(floor(coordinate / CELL));
}

bool pdk_track_grid_make(pdk_track_model *model)
{
    pdk_track_grid *grid = pdk_alloc(model->memory, sizeof *grid);
    if (grid == NULL) return false;
    uint32_t slots = 64;
    while (slots < model->count / 8) slots *= 2;
    grid->mask = slots - 1;
    grid->heads = pdk_alloc_raw(model->memory, slots * sizeof *grid->heads);
    grid->next = pdk_alloc_raw(model->memory, model->count * sizeof *grid->next);
    if (grid->heads == NULL || grid->next == NULL) return false;
    for (uint32_t i = 0; i < slots; i++) grid->heads[i] = NOBODY;
    for (size_t i = 0; i < model->count; i++) {
        uint32_t slot = slot_of(grid, cell_of(model->points[i][0]), cell_of(model->points[i][1]));
        grid->next[i] = grid->heads[slot];
        grid->heads[slot] = (int32_t)i;
    }
    model->grid = grid;
    return true;
}

void pdk_track_grid_free(pdk_track_model *model)
{
    if (model->grid == NULL) return;
    pdk_free(model->memory, model->grid->heads);
    pdk_free(model->memory, model->grid->next);
    pdk_free(model->memory, model->grid);
    model->grid = NULL;
}

size_t pdk_track_grid_nearest(const pdk_track_model *model, const double place[3], double heading, double reach)
{
    const pdk_track_grid *grid = model->grid;
    if (!(fabs(place[0]) < 1e9 && fabs(place[1]) < 1e9)) return SIZE_MAX;
    int64_t column = cell_of(place[0]), row = cell_of(place[1]);
    double best = INFINITY;
    size_t found = SIZE_MAX;
    for (int64_t r = row - AROUND; r <= row + AROUND; r++) {
        for (int64_t c = column - AROUND; c <= column + AROUND; c++) {
            for (int32_t i = grid->heads[slot_of(grid, c, r)]; i != NOBODY; i = grid->next[i]) {
                const float *point = model->points[i];
                double x = point[0] - place[0], y = point[1] - place[1], z = point[2] - place[2], away = x * x + y * y;
                if (away > reach * reach || away + z * z >= best) continue;
                if (!isnan(heading) && pdk_cos(heading - model->heading[i]) <= 0) continue;
                best = away + z * z;
                found = (size_t)i;
            }
        }
    }
    return found;
}
