/* Square tiles. Triangles, and points in none, are sorted by tile; each tile is then made from its own, so that the work does
 * not grow with the number of tiles. */
#include <string.h>

#include "analysis/surface/key_sort.h"
#include "analysis/surface/surface_crop.h"

typedef struct tile_plan {
    pdk_change *change;
    double size;
    int64_t low[2], high[2]; /* the tiles there are, both included */
    uint64_t across;         /* tiles in a row */
    uint64_t *triangles, *points; /* tile << 32 | number, ascending */
    size_t triangle_count, point_count;
    uint32_t *numbers;       /* of points within the tile under way */
} tile_plan;

/* Beyond this many rows or columns tiles have no sensible names. */
static const double most_tiles = 1e9;

static pdk_status lay_out(tile_plan *tiling, pdk_error *error)
{
    const pdk_surface *surface = &tiling->change->whole.surface;
    double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
    int axes[2] = { 0, 3 - tiling->change->work.up };
    for (uint64_t i = 0; i < surface->vertex_count; i++) {
        const float *p = surface->positions + 3 * i;
        if (!pdk_is_finite3(p)) continue;
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], (double)p[axes[k]]);
            high[k] = fmax(high[k], (double)p[axes[k]]);
        }
    }
    for (int k = 0; k < 2; k++) {
        if (!(low[k] <= high[k])) low[k] = high[k] = 0;
        double first = floor(low[k] / tiling->size), last = floor(high[k] / tiling->size);
        if (fmax(fabs(first), fabs(last)) > most_tiles || (last - first + 1) > 65535) {
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "tile.size", "tiles of %g m are too small for a surface %g m wide",
                            tiling->size, high[k] - low[k]);
        }
        tiling->low[k] = (int64_t)first;
        tiling->high[k] = (int64_t)last;
    }
    tiling->across = (uint64_t)(tiling->high[0] - tiling->low[0]) + 1;
    return PDK_OK;
}

static uint64_t tile_of(const tile_plan *tiling, double x, double y)
{
    double at[2] = { x, y };
    uint64_t place[2];
    for (int k = 0; k < 2; k++) { /* a middle may be rounded over the last edge */
        double number = floor(at[k] / tiling->size), low = (double)tiling->low[k], high = (double)tiling->high[k];
        place[k] = (uint64_t)(fmin(fmax(number, low), high) - low);
    }
    return place[1] * tiling->across + place[0];
}

static void sort_triangles(tile_plan *tiling, _Atomic uint8_t *used)
{
    pdk_change *change = tiling->change;
    const pdk_surface *surface = &change->whole.surface;
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        const uint32_t *c = surface->triangles + 3 * i;
        pdk_triangle_kind kind = pdk_triangle_kind_of(surface, i);
        for (int k = 0; k < 3; k++) {
            if (c[k] < surface->vertex_count) pdk_mark(used, c[k]);
        }
        if (kind == PDK_TRIANGLE_RANGE || kind == PDK_TRIANGLE_ODD) {
            change->report.triangles_unsound++;
            continue;
        }
        double middle[2];
        pdk_triangle_middle(surface, i, change->work.up, middle);
        tiling->triangles[tiling->triangle_count++] = tile_of(tiling, middle[0], middle[1]) << 32 | i;
    }
    pdk_sort_keys(tiling->triangles, tiling->triangle_count, 64);
}

/* Those in no triangle: first counted, then sorted. */
static pdk_status sort_points(tile_plan *tiling, const _Atomic uint8_t *used, pdk_error *error)
{
    pdk_change *change = tiling->change;
    const pdk_surface *surface = &change->whole.surface;
    uint64_t lone = surface->vertex_count - pdk_count_marks(used, surface->vertex_count);
    tiling->points = pdk_surface_room(&change->work, lone, sizeof *tiling->points);
    if (tiling->points == NULL) return pdk_surface_no_room(&change->work, error);
    int across = 3 - change->work.up;
    for (uint64_t i = 0; i < surface->vertex_count && lone > 0; i++) {
        const float *p = surface->positions + 3 * i;
        if (pdk_is_marked(used, i)) continue;
        lone--;
        if (!pdk_is_finite3(p)) change->report.points_outside++;
        else tiling->points[tiling->point_count++] = tile_of(tiling, (double)p[0], (double)p[across]) << 32 | i;
    }
    pdk_sort_keys(tiling->points, tiling->point_count, 64);
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------------ one tile */

typedef struct tile_part {
    uint64_t tile;
    const uint64_t *triangles, *points;
    size_t triangle_count, point_count;
} tile_part;

/* The tile's points in ascending order, each once. */
static size_t list_members(tile_plan *tiling, const tile_part *part, uint64_t *keys)
{
    const pdk_surface *surface = &tiling->change->whole.surface;
    size_t count = 0, members = 0;
    for (size_t i = 0; i < part->triangle_count; i++) {
        const uint32_t *c = surface->triangles + 3 * (uint64_t)(uint32_t)part->triangles[i];
        for (int k = 0; k < 3; k++) keys[count++] = c[k];
    }
    for (size_t i = 0; i < part->point_count; i++) keys[count++] = (uint32_t)part->points[i];
    pdk_sort_keys(keys, count, 32);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || keys[i] != keys[i - 1]) keys[members++] = keys[i];
    }
    return members;
}

/* Block by block: those of the source, as far as the tile has points of theirs. */
static void add_blocks(pdk_made *made, const pdk_whole *whole, const uint64_t *members, size_t count)
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
        pdk_made_add_block(made, block->name, low, end - low);
    }
}

static void fill(pdk_made *made, const tile_plan *tiling, const tile_part *part, const uint64_t *members, size_t count)
{
    const pdk_surface *surface = &tiling->change->whole.surface;
    for (size_t i = 0; i < count; i++) {
        uint64_t from = members[i];
        tiling->numbers[from] = (uint32_t)i;
        memcpy(made->positions + 3 * i, surface->positions + 3 * from, 12);
        if (made->normals != NULL) memcpy(made->normals + 3 * i, surface->normals + 3 * from, 12);
        if (made->coordinates != NULL) memcpy(made->coordinates + 2 * i, surface->coordinates + 2 * from, 8);
    }
    for (size_t i = 0; i < part->triangle_count; i++) {
        const uint32_t *c = surface->triangles + 3 * (uint64_t)(uint32_t)part->triangles[i];
        for (size_t k = 0; k < 3; k++) made->triangles[3 * i + k] = tiling->numbers[c[k]];
    }
    add_blocks(made, &tiling->change->whole, members, count);
}

static pdk_status make_tile(tile_plan *tiling, const tile_part *part, pdk_document **document, pdk_error *error)
{
    pdk_change *change = tiling->change;
    const pdk_surface *surface = &change->whole.surface;
    uint64_t *members = pdk_surface_room(&change->work, 3 * part->triangle_count + part->point_count, sizeof *members);
    if (members == NULL) return pdk_surface_no_room(&change->work, error);
    size_t count = list_members(tiling, part, members);
    pdk_made made;
    pdk_status status = pdk_made_begin(&made, &change->whole, &change->options, count, part->triangle_count,
                                       surface->normals != NULL, surface->coordinates != NULL, change->whole.block_count, error);
    if (status == PDK_OK) {
        fill(&made, tiling, part, members, count);
        status = pdk_made_end(&made, document, error);
    }
    if (status != PDK_OK) pdk_made_drop(&made);
    pdk_free(&change->work.memory, members);
    change->report.points += count;
    change->report.triangles += part->triangle_count;
    return status;
}

/* The next tile with anything in it, from *triangle and *point on, which move behind it. */
static bool next_part(const tile_plan *tiling, size_t *triangle, size_t *point, tile_part *part)
{
    uint64_t first = *triangle < tiling->triangle_count ? tiling->triangles[*triangle] >> 32 : UINT64_MAX;
    uint64_t other = *point < tiling->point_count ? tiling->points[*point] >> 32 : UINT64_MAX;
    *part = (tile_part){ .tile = first < other ? first : other,
                         .triangles = tiling->triangles + *triangle,
                         .points = tiling->points + *point };
    if (part->tile == UINT64_MAX) return false;
    while (*triangle < tiling->triangle_count && tiling->triangles[*triangle] >> 32 == part->tile) (*triangle)++;
    while (*point < tiling->point_count && tiling->points[*point] >> 32 == part->tile) (*point)++;
    part->triangle_count = (size_t)(tiling->triangles + *triangle - part->triangles);
    part->point_count = (size_t)(tiling->points + *point - part->points);
    return true;
}

static pdk_status hand_out(tile_plan *tiling, pdk_tile_handler handler, void *user, pdk_error *error)
{
    const pdk_surface_options *options = &tiling->change->options;
    size_t triangle = 0, point = 0;
    tile_part part;
    while (next_part(tiling, &triangle, &point, &part)) {
        pdk_document *document = NULL;
        pdk_status status = make_tile(tiling, &part, &document, error);
        if (status != PDK_OK) return status;
        bool more = handler(user, (int64_t)(part.tile % tiling->across) + tiling->low[0],
                            (int64_t)(part.tile / tiling->across) + tiling->low[1], document);
        pdk_close(document);
        size_t done = triangle + point, all = tiling->triangle_count + tiling->point_count;
        if (options->progress != NULL) more = more && options->progress(options->progress_user, done, all);
        if (!more) return pdk_fail_cancelled(error);
    }
    return PDK_OK;
}

static pdk_status tile(pdk_change *change, double size, pdk_tile_handler handler, void *user, pdk_error *error)
{
    pdk_surface_work *work = &change->work;
    const pdk_surface *surface = &change->whole.surface;
    tile_plan tiling = { .change = change, .size = size };
    pdk_status status = lay_out(&tiling, error);
    if (status != PDK_OK) return status;
    _Atomic uint8_t *used = pdk_surface_room(work, surface->vertex_count / 8 + 1, 1);
    tiling.triangles = pdk_surface_room(work, surface->triangle_count, sizeof *tiling.triangles);
    tiling.numbers = pdk_surface_room(work, surface->vertex_count, sizeof *tiling.numbers);
    if (used == NULL || tiling.triangles == NULL || tiling.numbers == NULL) return pdk_surface_no_room(work, error);
    sort_triangles(&tiling, used);
    status = sort_points(&tiling, used, error);
    return status == PDK_OK ? hand_out(&tiling, handler, user, error) : status;
}

pdk_status pdk_surface_tile(const pdk_document *document, const pdk_surface_options *options, double size,
                            pdk_tile_handler handler, void *user, pdk_surface_report *report, pdk_error *error)
{
    pdk_change change;
    pdk_status status = pdk_change_begin(&change, document, options, NULL, error);
    if (status == PDK_OK && (handler == NULL || !isfinite(size) || size <= 0)) {
        status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "tile.size", "tiles need a size above 0 and somebody to take them");
    }
    if (status == PDK_OK) status = tile(&change, size, handler, user, error);
    return pdk_change_end(&change, status, NULL, report, error);
}
