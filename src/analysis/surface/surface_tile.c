/* Square tiles. Runs of triangles in the same tile, and points in no triangle, are sorted by tile; each tile is then made from
 * its own, so that the work does not grow with the number of tiles. Where triangles lie in the file as they lie in the world
 * runs are few; at worst each triangle is one. */
#include <string.h>

#include "analysis/surface/key_sort.h"
#include "analysis/surface/surface_crop.h"

typedef struct tile_plan {
    pdk_change *change;
    double size;
    int64_t low[2], high[2]; /* the tiles there are, both included */
    uint64_t across;         /* tiles in a row */
    uint64_t *runs, *points; /* tile << 32 | number of the triangle a run begins with, or of the point; ascending */
    size_t run_count, point_count;
    uint64_t *first_runs;    /* by piece: runs before it; one more at the end. Runs end with their piece. */
    _Atomic uint8_t *used;   /* bits: points in any triangle */
    _Atomic uint64_t unsound;
    uint32_t *numbers;       /* of points within the tile under way, in the order they are met, then ascending */
    uint64_t *members;       /* points of the tile under way */
    size_t member_count, member_capacity;
} tile_plan;

/* More than there are. */
static const uint64_t no_tile = UINT32_MAX;
/* Beyond this many rows or columns tiles have no sensible names. */
static const double most_tiles = 1e9;
/* Triangles and points: pages of large files are given back so often. */
static const uint64_t trim_every = UINT64_C(1) << 23;

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

/* The tile of a triangle, or no_tile. */
static uint64_t tile_of_triangle(const tile_plan *tiling, uint64_t triangle)
{
    const pdk_surface *surface = &tiling->change->whole.surface;
    pdk_triangle_kind kind = pdk_triangle_kind_of(surface, triangle);
    if (kind == PDK_TRIANGLE_RANGE || kind == PDK_TRIANGLE_ODD) return no_tile;
    double middle[2];
    pdk_triangle_middle(surface, triangle, tiling->change->work.up, middle);
    return tile_of(tiling, middle[0], middle[1]);
}

static uint64_t piece_end(const tile_plan *tiling, uint64_t triangle)
{
    uint64_t end = (triangle / PDK_SURFACE_PIECE + 1) * PDK_SURFACE_PIECE, all = tiling->change->whole.surface.triangle_count;
    return end < all ? end : all;
}

/* Counts the piece's runs, or once there is room for them, names them. */
static void find_runs(void *user, size_t thread, uint64_t first, uint64_t count)
{
    tile_plan *tiling = user;
    uint64_t piece = first / PDK_SURFACE_PIECE, last = no_tile, runs = 0, unsound = 0;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        uint64_t tile = tile_of_triangle(tiling, i);
        unsound += tile == no_tile;
        if (tile != last && tile != no_tile) {
            if (tiling->runs != NULL) tiling->runs[tiling->first_runs[piece] + runs] = tile << 32 | i;
            runs++;
        }
        last = tile;
    }
    if (tiling->runs != NULL) return;
    tiling->first_runs[piece + 1] = runs;
    atomic_fetch_add(&tiling->unsound, unsound);
}

static void mark_used(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const tile_plan *tiling = user;
    const pdk_surface *surface = &tiling->change->whole.surface;
    (void)thread;
    for (uint64_t i = 3 * first; i < 3 * (first + count); i++) {
        if (surface->triangles[i] < surface->vertex_count) pdk_mark(tiling->used, surface->triangles[i]);
    }
}

static unsigned bits_of(const tile_plan *tiling)
{
    uint64_t tiles = tiling->across * (uint64_t)(tiling->high[1] - tiling->low[1] + 1);
    unsigned bits = 32;
    while (tiles >> (bits - 32) > 0) bits++;
    return bits;
}

static pdk_status sort_triangles(tile_plan *tiling, pdk_error *error)
{
    pdk_surface_work *work = &tiling->change->work;
    uint64_t triangles = tiling->change->whole.surface.triangle_count, pieces = pdk_surface_pieces(triangles);
    tiling->first_runs = pdk_surface_room(work, pieces + 1, sizeof *tiling->first_runs);
    if (tiling->first_runs == NULL) return pdk_surface_no_room(work, error);
    pdk_status status = pdk_surface_run(work, 0.06, triangles, PDK_SURFACE_PIECE, mark_used, tiling, error);
    if (status == PDK_OK) status = pdk_surface_run(work, 0.07, triangles, PDK_SURFACE_PIECE, find_runs, tiling, error);
    if (status != PDK_OK) return status;
    for (uint64_t i = 0; i < pieces; i++) tiling->first_runs[i + 1] += tiling->first_runs[i];
    tiling->run_count = (size_t)tiling->first_runs[pieces];
    tiling->change->report.triangles_unsound = atomic_load(&tiling->unsound);
    tiling->runs = pdk_surface_room(work, tiling->run_count, sizeof *tiling->runs);
    if (tiling->runs == NULL) return pdk_surface_no_room(work, error);
    status = pdk_surface_run(work, 0.07, triangles, PDK_SURFACE_PIECE, find_runs, tiling, error);
    if (status == PDK_OK) pdk_sort_keys(tiling->runs, tiling->run_count, bits_of(tiling));
    return status;
}

/* Those in no triangle: first counted, then sorted. */
static pdk_status sort_points(tile_plan *tiling, pdk_error *error)
{
    pdk_change *change = tiling->change;
    const pdk_surface *surface = &change->whole.surface;
    uint64_t lone = surface->vertex_count - pdk_count_marks(tiling->used, surface->vertex_count);
    tiling->points = pdk_surface_room(&change->work, lone, sizeof *tiling->points);
    if (tiling->points == NULL) return pdk_surface_no_room(&change->work, error);
    int across = 3 - change->work.up;
    for (uint64_t i = 0; i < surface->vertex_count && lone > 0; i++) {
        const float *p = surface->positions + 3 * i;
        if (pdk_is_marked(tiling->used, i)) continue;
        lone--;
        if (!pdk_is_finite3(p)) change->report.points_outside++;
        else tiling->points[tiling->point_count++] = tile_of(tiling, (double)p[0], (double)p[across]) << 32 | i;
    }
    pdk_sort_keys(tiling->points, tiling->point_count, bits_of(tiling));
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------------ one tile */

typedef struct tile_part {
    uint64_t tile;
    const uint64_t *runs, *points;
    size_t run_count, point_count;
    uint64_t triangle_count; /* known once its members are */
} tile_part;

/* Where the run that begins there ends. */
static uint64_t run_end(const tile_plan *tiling, const tile_part *part, uint64_t first)
{
    uint64_t end = first + 1, last = piece_end(tiling, first);
    while (end < last && tile_of_triangle(tiling, end) == part->tile) end++;
    return end;
}

/* Once: a point's number says where it is among the members, if it is. */
static bool add_member(tile_plan *tiling, uint32_t point)
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
static bool list_members(tile_plan *tiling, tile_part *part)
{
    const pdk_surface *surface = &tiling->change->whole.surface;
    tiling->member_count = 0;
    for (size_t i = 0; i < part->run_count; i++) {
        uint64_t first = (uint32_t)part->runs[i], end = run_end(tiling, part, first);
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

static void fill(pdk_made *made, const tile_plan *tiling, const tile_part *part)
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
        uint64_t first = (uint32_t)part->runs[i], end = run_end(tiling, part, first);
        for (uint64_t k = 3 * first; k < 3 * end; k++) *to++ = tiling->numbers[surface->triangles[k]];
    }
    add_blocks(made, &tiling->change->whole, members, count);
}

static pdk_status make_tile(tile_plan *tiling, tile_part *part, pdk_document **document, pdk_error *error)
{
    pdk_change *change = tiling->change;
    const pdk_surface *surface = &change->whole.surface;
    if (!list_members(tiling, part)) return pdk_surface_no_room(&change->work, error);
    pdk_made made;
    pdk_status status = pdk_made_begin(&made, &change->whole, &change->options, tiling->member_count, part->triangle_count,
                                       surface->normals != NULL, surface->coordinates != NULL, change->whole.block_count, error);
    if (status == PDK_OK) {
        fill(&made, tiling, part);
        status = pdk_made_end(&made, document, error);
    }
    if (status != PDK_OK) pdk_made_drop(&made);
    change->report.points += tiling->member_count;
    change->report.triangles += part->triangle_count;
    return status;
}

/* The next tile with anything in it, from *run and *point on, which move behind it. */
static bool next_part(const tile_plan *tiling, size_t *run, size_t *point, tile_part *part)
{
    uint64_t first = *run < tiling->run_count ? tiling->runs[*run] >> 32 : UINT64_MAX;
    uint64_t other = *point < tiling->point_count ? tiling->points[*point] >> 32 : UINT64_MAX;
    *part = (tile_part){ .tile = first < other ? first : other, .runs = tiling->runs + *run, .points = tiling->points + *point };
    if (part->tile == UINT64_MAX) return false;
    while (*run < tiling->run_count && tiling->runs[*run] >> 32 == part->tile) (*run)++;
    while (*point < tiling->point_count && tiling->points[*point] >> 32 == part->tile) (*point)++;
    part->run_count = (size_t)(tiling->runs + *run - part->runs);
    part->point_count = (size_t)(tiling->points + *point - part->points);
    return true;
}

static pdk_status hand_out(tile_plan *tiling, pdk_tile_handler handler, void *user, pdk_error *error)
{
    pdk_change *change = tiling->change;
    uint64_t all = change->whole.surface.triangle_count + tiling->point_count, given = 0;
    size_t run = 0, point = 0;
    tile_part part;
    pdk_surface_next(&change->work, 0.8);
    while (next_part(tiling, &run, &point, &part)) {
        pdk_document *document = NULL;
        pdk_status status = make_tile(tiling, &part, &document, error);
        if (status != PDK_OK) return status;
        bool more = handler(user, (int64_t)(part.tile % tiling->across) + tiling->low[0],
                            (int64_t)(part.tile / tiling->across) + tiling->low[1], document);
        pdk_close(document);
        given += part.triangle_count + part.point_count;
        if (given / trim_every != (given - part.triangle_count - part.point_count) / trim_every) pdk_trim(change->options.document);
        if (!more || !pdk_surface_tell(&change->work, (double)given / (double)all)) return pdk_fail_cancelled(error);
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
    tiling.used = pdk_surface_room(work, surface->vertex_count / 8 + 1, 1);
    tiling.numbers = pdk_surface_room(work, surface->vertex_count, sizeof *tiling.numbers);
    if (tiling.used == NULL || tiling.numbers == NULL) return pdk_surface_no_room(work, error);
    status = sort_triangles(&tiling, error);
    if (status == PDK_OK) status = sort_points(&tiling, error);
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
