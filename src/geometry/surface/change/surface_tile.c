/* Square tiles, each made from its own part of the plan, so that the work does not grow with the number of tiles. */
#include <string.h>

#include "base/callback.h"
#include "model/document_life.h"
#include "surface/key_sort.h"
#include "surface/change/surface_tile_plan.h"

/* After this many triangles and points the pages of large files are returned to the system. */
static const uint64_t trim_every = UINT64_C(1) << 23;

typedef struct tile_part {
    uint64_t tile;
    const uint64_t *runs, *points;
    size_t run_count, point_count;
    uint64_t triangle_count; /* known once its members are */
} tile_part;

/* Once per tile: the index of a point among the members, by its number, if it is one. */
static bool add_member(pdk_tile_plan *tiling, uint32_t point)
{
    uint32_t number = tiling->numbers[point];
    if (number < tiling->member_count && tiling->members[number] == point) return true;
    if (tiling->member_count == tiling->member_capacity) {
        size_t capacity = tiling->member_capacity * 2 + 4096;
        uint64_t *more = pdk_realloc(&tiling->change->work.memory, tiling->members, capacity * sizeof *more);
        if (more == NULL) return false;
        tiling->members = more;
        tiling->member_capacity = capacity;
    }
    tiling->numbers[point] = (uint32_t)tiling->member_count;
    tiling->members[tiling->member_count++] = point;
    return true;
}

/* The tile's points in ascending order, each once. */
static bool list_members(pdk_tile_plan *tiling, tile_part *part)
{
    const pdk_surface *surface = &tiling->change->whole.surface;
    tiling->member_count = 0;
    for (size_t i = 0; i < part->run_count; i++) {
        uint64_t first = (uint32_t)part->runs[i], end = pdk_tile_run_end(tiling, part->tile, first);
        part->triangle_count += end - first;
        for (uint64_t k = 3 * first; k < 3 * end; k++) {
            if (!add_member(tiling, surface->triangles[k])) return false;
        }
    }
    for (size_t i = 0; i < part->point_count; i++) {
        if (!add_member(tiling, (uint32_t)part->points[i])) return false;
    }
    pdk_sort_keys(tiling->members, tiling->member_count, 32);
    return true;
}

/* The source's blocks, as far as the tile has points of theirs. */
static void add_blocks(pdk_surface_builder *made, const pdk_surface_source *whole, const uint64_t *members,
                       size_t count)
{
    for (size_t b = 0; b < whole->block_count; b++) {
        const pdk_mesh_block *block = &whole->blocks[b];
        size_t low = 0, high = count;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (members[middle] < block->first_point) low = middle + 1;
            else high = middle;
        }
        size_t end = low;
        while (end < count && members[end] < block->first_point + block->point_count) end++;
        pdk_surface_builder_add_block(made, block->name, low, end - low);
    }
}

static void fill(pdk_surface_builder *made, const pdk_tile_plan *tiling, const tile_part *part)
{
    const pdk_surface *surface = &tiling->change->whole.surface;
    const uint64_t *members = tiling->members;
    size_t count = tiling->member_count;
    for (size_t i = 0; i < count; i++) {
        uint64_t from = members[i];
        tiling->numbers[from] = (uint32_t)i;
        memcpy(made->positions + 3 * i, surface->positions + 3 * from, 12);
        if (made->normals != NULL) memcpy(made->normals + 3 * i, surface->normals + 3 * from, 12);
        if (made->coordinates != NULL) memcpy(made->coordinates + 2 * i, surface->coordinates + 2 * from, 8);
    }
    uint32_t *to = made->triangles;
    for (size_t i = 0; i < part->run_count; i++) {
        uint64_t first = (uint32_t)part->runs[i], end = pdk_tile_run_end(tiling, part->tile, first);
        for (uint64_t k = 3 * first; k < 3 * end; k++) *to++ = tiling->numbers[surface->triangles[k]];
    }
    add_blocks(made, &tiling->change->whole, members, count);
}

static pdk_status make_tile(pdk_tile_plan *tiling, tile_part *part, pdk_document **document, pdk_error *error)
{
    pdk_surface_change *change = tiling->change;
    const pdk_surface *surface = &change->whole.surface;
    if (!list_members(tiling, part)) return pdk_surface_fail_memory(&change->work, error);
    pdk_surface_builder made;
    pdk_status status = pdk_surface_builder_begin(
        &made, &change->whole, &change->options,
        (pdk_surface_size){ tiling->member_count, part->triangle_count, surface->normals != NULL,
                            surface->coordinates != NULL, change->whole.block_count },
        error);
    if (status == PDK_OK) {
        fill(&made, tiling, part);
        status = pdk_surface_builder_end(&made, document, error);
        if (status == PDK_OK) status = pdk_surface_take_facts(*document, &change->options.document, 1, error);
    }
    if (status != PDK_OK) {
        pdk_surface_builder_drop(&made);
        *document = NULL;
    }
    change->report.points += tiling->member_count;
    change->report.triangles += part->triangle_count;
    return status;
}

/* The next tile that is not empty, from *run and *point on, which are moved after it. */
static bool next_part(const pdk_tile_plan *tiling, size_t *run, size_t *point, tile_part *part)
{
    uint64_t first = *run < tiling->run_count ? tiling->runs[*run] >> 32 : UINT64_MAX;
    uint64_t other = *point < tiling->point_count ? tiling->points[*point] >> 32 : UINT64_MAX;
    *part = (tile_part){ .tile = first < other ? first : other,
                         .runs = tiling->runs + *run,
                         .points = tiling->points + *point };
    if (part->tile == UINT64_MAX) return false;
    while (*run < tiling->run_count && tiling->runs[*run] >> 32 == part->tile) (*run)++;
    while (*point < tiling->point_count && tiling->points[*point] >> 32 == part->tile) (*point)++;
    part->run_count = (size_t)(tiling->runs + *run - part->runs);
    part->point_count = (size_t)(tiling->points + *point - part->points);
    return true;
}

static pdk_status give_tiles(pdk_tile_plan *tiling, pdk_tile_handler handler, void *user, pdk_error *error)
{
    pdk_surface_change *change = tiling->change;
    uint64_t all = change->whole.surface.triangle_count + tiling->point_count, given = 0;
    size_t run = 0, point = 0;
    tile_part part;
    pdk_surface_begin_step(&change->work, 0.8);
    while (next_part(tiling, &run, &point, &part)) {
        pdk_document *document = NULL;
        pdk_status status = make_tile(tiling, &part, &document, error);
        if (status != PDK_OK) return status;
        pdk_callback_enter();
        bool more = handler(user, (int64_t)(part.tile % tiling->across) + tiling->low[0],
                            (int64_t)(part.tile / tiling->across) + tiling->low[1], document);
        pdk_callback_leave();
        pdk_close(document);
        given += part.triangle_count + part.point_count;
        if (given / trim_every != (given - part.triangle_count - part.point_count) / trim_every)
            pdk_trim(change->options.document);
        if (!more || !pdk_surface_progress(&change->work, (double)given / (double)all))
            return pdk_fail_cancelled(error);
    }
    return PDK_OK;
}

static pdk_status tile(pdk_surface_change *change, double size, pdk_tile_handler handler, void *user, pdk_error *error)
{
    pdk_tile_plan tiling = { .change = change, .size = size };
    pdk_status status = pdk_tile_plan_make(&tiling, error);
    return status == PDK_OK ? give_tiles(&tiling, handler, user, error) : status;
}

pdk_status pdk_surface_tile(const pdk_document *document, const pdk_surface_options *options, double size,
                            pdk_tile_handler handler, void *user, pdk_surface_report *report, pdk_error *error)
{
    PDK_HOLD(document);
    pdk_surface_change change;
    pdk_status status = pdk_surface_change_begin(&change, document, options, NULL, error);
    if (status == PDK_OK && (handler == NULL || !isfinite(size) || size <= 0)) {
        status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "tile.size",
                          "tiles need a size above 0 and a function that takes them");
    }
    if (status == PDK_OK) status = tile(&change, size, handler, user, error);
    return pdk_surface_change_end(&change, status, NULL, report, error);
}
