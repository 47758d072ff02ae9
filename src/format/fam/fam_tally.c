/* How many pixels have which colour. The memory does not grow with the pictures. */
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_quantise.h"

enum { PLACES = 2 * PDK_FAM_TALLY };

pdk_status pdk_fam_tally_begin(pdk_fam_tally *tally, pdk_memory *memory, pdk_error *error)
{
    *tally = (pdk_fam_tally){ .cells = pdk_alloc_array(memory, PLACES, sizeof *tally->cells),
                              .spare = pdk_alloc_array(memory, PLACES, sizeof *tally->spare) };
    if (tally->cells == NULL || tally->spare == NULL) return pdk_fail_memory(error, memory, "the colours of pictures");
    return PDK_OK;
}

/* The cell of a key, or the free one where it belongs: half of them are free at least. */
static pdk_fam_cell *find(pdk_fam_cell *cells, uint32_t key)
{
    uint32_t place = key * UINT32_C(2654435761) >> 16;
    while (cells[place].count != 0 && cells[place].key != key) place = (place + 1) % PLACES;
    return &cells[place];
}

static uint32_t key_of(const pdk_fam_tally *tally, uint32_t color)
{
    return color & (UINT32_C(0x01010101) * (0xFFU << tally->dropped & 0xFF));
}

/* Drops a bit more of each channel until there is room again. */
static void coarsen(pdk_fam_tally *tally)
{
    while (tally->used >= PDK_FAM_TALLY) {
        pdk_fam_cell *old = tally->cells;
        tally->dropped++;
        tally->used = 0;
        tally->cells = tally->spare;
        tally->spare = old;
        memset(tally->cells, 0, PLACES * sizeof *tally->cells);
        for (size_t i = 0; i < PLACES; i++) {
            if (old[i].count == 0) continue;
            pdk_fam_cell *cell = find(tally->cells, key_of(tally, old[i].key));
            tally->used += cell->count == 0;
            cell->key = key_of(tally, old[i].key);
            cell->count += old[i].count;
            for (size_t c = 0; c < 4; c++) cell->sums[c] += old[i].sums[c];
        }
    }
}

void pdk_fam_tally_add(pdk_fam_tally *tally, const uint8_t rgba[4])
{
    uint32_t color = pdk_load_u32(rgba);
    pdk_fam_cell *cell = find(tally->cells, key_of(tally, color));
    if (cell->count == 0) {
        if (tally->used >= PDK_FAM_TALLY) {
            coarsen(tally);
            cell = find(tally->cells, key_of(tally, color));
        }
        tally->used += cell->count == 0;
        cell->key = key_of(tally, color);
    }
    cell->count++;
    for (size_t c = 0; c < 4; c++) cell->sums[c] += rgba[c];
}

static int by_key(const void *left, const void *right)
{
    const pdk_fam_cell *a = left, *b = right;
    return a->key < b->key ? -1 : a->key > b->key;
}

pdk_fam_shade *pdk_fam_tally_end(pdk_fam_tally *tally, pdk_memory *memory)
{
    pdk_fam_shade *shades = pdk_alloc_array(memory, tally->used, sizeof *shades);
    if (shades == NULL) return NULL;
    size_t found = 0;
    for (size_t i = 0; i < PLACES; i++) {
        if (tally->cells[i].count != 0) tally->cells[found++] = tally->cells[i];
    }
    if (found > 0) qsort(tally->cells, found, sizeof *tally->cells, by_key);
    for (size_t i = 0; i < found; i++) {
        const pdk_fam_cell *cell = &tally->cells[i];
        shades[i].count = cell->count;
        for (size_t c = 0; c < 4; c++) {
            shades[i].rgba[c] = (uint8_t)((cell->sums[c] + cell->count / 2) / cell->count);
        }
    }
    return shades;
}
