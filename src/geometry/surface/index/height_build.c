/* Building an index in four steps, each shared between all processors: survey all triangles, count those of each
 * tile, list them tile by tile, make a grid for each tile. When the queries are known beforehand, the survey also
 * selects triangles. */
#include <string.h>

#include "base/allocator.h"
#include "base/callback.h"
#include "base/options.h"
#include "surface/vertical_ray.h"
#include "surface/rasterise.h"
#include "surface/index/height_build.h"
#include "surface/index/lattice.h"

enum {
    TRIANGLES_PER_TILE = 4096, /* so that the tile table of millions stays in the cache */
    MIN_PER_TILE = 32,         /* where a road covers little of its box */
    PIECE = 1 << 14,
    TILES_AT_ONCE = 8,
    BYTES_FAST = 58,
    BYTES_SMALL = 18, /* about, a triangle */
    LARGE = 50000000  /* triangles: from here on memory counts more than speed */
};

typedef struct building {
    pdk_height_index *index;
    const pdk_height_index_options *options;
    _Atomic uint32_t *ends; /* of each tile's list; while lists are filled, the next free place */
    uint32_t *triangles;    /* by tile */
    pdk_arena arena;
    pdk_grid_workspace workspaces[PDK_MAX_THREADS];
    pdk_grid_plan plan;
    atomic_bool failed;
    bool fill;        /* the second pass, which fills the lists */
    bool disjoint;    /* no two triangles overlap, seen from above */
    uint64_t *chosen; /* a bit for each triangle that is near; NULL = all */
} building;

static uint64_t tile_count(const pdk_height_index *index)
{
    return (uint64_t)index->tiles.columns * index->tiles.rows;
}

/* As many tiles as if the triangles covered the box evenly; fewer where large triangles would be in too many lists. */
static void choose_tiles(pdk_height_index *index, const pdk_survey *survey)
{
    double width = pdk_max(survey->high[0] - survey->low[0], 1e-30),
           depth = pdk_max(survey->high[1] - survey->low[1], 1e-30);
    double count = (double)survey->triangles, covered = pdk_clamp(survey->areas / (width * depth), 1e-9, 1);
    double wanted = pdk_clamp(count / TRIANGLES_PER_TILE / covered, 1, pdk_max(count / MIN_PER_TILE, 1));
    for (;; wanted = pdk_max(wanted / 2, 1)) {
        double columns = floor(pdk_clamp(sqrt(wanted * (width / depth)) + 0.5, 1, wanted));
        double rows = floor(pdk_clamp(wanted / columns + 0.5, 1, wanted)), per_x = columns / width,
               per_y = rows / depth;
        double entries = survey->boxes * per_x * per_y + survey->widths * per_x + survey->depths * per_y + count;
        index->tiles = (pdk_cells){ survey->low[0], survey->low[1], per_x, per_y, (uint32_t)columns, (uint32_t)rows };
        if (wanted <= 1 || entries <= 2.5 * count + 4096) return;
    }
}

/* Counts an entry of the tile, or writes it. */
static inline void add_entry(building *work, uint64_t tile, uint32_t triangle)
{
    uint32_t place = atomic_fetch_add_explicit(&work->ends[tile], 1, memory_order_relaxed);
    if (work->fill) work->triangles[place] = triangle;
}

static void add_triangle_entries(building *work, uint64_t triangle)
{
    const pdk_cells *tiles = &work->index->tiles;
    pdk_survey ignored = { .triangles = 0 };
    pdk_triangle_corners corners;
    if (!pdk_survey_check_triangle(&work->index->surface, triangle, &corners, &ignored)) return;
    pdk_rasterise footprint;
    for (int k = 0; k < 3; k++) {
        footprint.u[k] = (corners.at[k][0] - tiles->x) * tiles->per_x;
        footprint.v[k] = (corners.at[k][1] - tiles->y) * tiles->per_y;
    }
    pdk_rasterise_begin(&footprint, tiles->columns, tiles->rows);
    for (int64_t row = footprint.first_row; row <= footprint.last_row; row++) {
        int64_t from, to;
        if (!pdk_rasterise_row(&footprint, row, &from, &to)) continue;
        for (int64_t column = from; column <= to; column++) {
            add_entry(work, (uint64_t)row * tiles->columns + (uint64_t)column, (uint32_t)triangle);
        }
    }
}

static void add_piece_entries(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) add_triangle_entries(user, i);
}

/* Words of chosen triangles. */
static void add_chosen_entries(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    building *work = user;
    for (uint64_t word = first; word < first + count; word++) {
        for (uint64_t left = work->chosen[word]; left != 0; left &= left - 1) {
            add_triangle_entries(work, 64 * word + (uint64_t)__builtin_ctzll(left));
        }
    }
}

static pdk_status add_all_entries(building *work, pdk_steps *steps, pdk_error *error)
{
    uint64_t count = work->index->surface.triangle_count;
    pdk_parallel job = { .count = count,
                         .piece = PIECE,
                         .threads = work->options->threads,
                         .work = add_piece_entries,
                         .user = work,
                         .progress = pdk_steps_progress,
                         .progress_user = steps };
    if (work->chosen != NULL) {
        job.count = (count + 63) / 64;
        job.piece = PIECE / 64;
        job.work = add_chosen_entries;
    }
    return pdk_parallel_run(&job) ? PDK_OK : pdk_fail_cancelled(error);
}

/* Counts become starts. */
static pdk_status sum_counts(building *work, pdk_error *error)
{
    uint64_t sum = 0, tiles = tile_count(work->index);
    for (uint64_t i = 0; i < tiles; i++) {
        uint32_t count = atomic_load_explicit(&work->ends[i], memory_order_relaxed);
        atomic_store_explicit(&work->ends[i], (uint32_t)sum, memory_order_relaxed);
        sum += count;
        if (sum > UINT32_MAX) {
            return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "surface.large",
                            "the surface has too many triangles and tiles: at most 4294967295 can be indexed");
        }
    }
    work->triangles = pdk_alloc_raw(&work->index->memory, (size_t)sum * sizeof *work->triangles);
    return work->triangles != NULL ? PDK_OK : pdk_fail_memory(error, &work->index->memory, "the tiles of a surface");
}

static void make_grids(void *user, size_t thread, uint64_t first, uint64_t count)
{
    building *work = user;
    pdk_height_index *index = work->index;
    const pdk_cells *tiles = &index->tiles;
    double width = 1 / tiles->per_x, depth = 1 / tiles->per_y, margin = 2 * PDK_RASTERISE_MARGIN;
    for (uint64_t tile = first; tile < first + count && !atomic_load_explicit(&work->failed, memory_order_relaxed);
         tile++) {
        uint32_t start = tile > 0 ? atomic_load_explicit(&work->ends[tile - 1], memory_order_relaxed) : 0;
        uint32_t entries = atomic_load_explicit(&work->ends[tile], memory_order_relaxed) - start;
        if (entries == 0) continue;
        double x = tiles->x + width * (double)(tile % tiles->columns),
               y = tiles->y + depth * (double)(tile / tiles->columns);
        double rectangle[4] = { x - margin * width, y - margin * depth, x + (1 + margin) * width,
                                y + (1 + margin) * depth };
        if (!pdk_grid_make(&work->workspaces[thread], &work->plan, rectangle, work->triangles + start, entries,
                           &index->grids[tile])) {
            atomic_store(&work->failed, true);
        }
    }
}

static pdk_status make_all_grids(building *work, uint64_t triangles, pdk_steps *steps, pdk_error *error)
{
    pdk_memory *memory = &work->index->memory;
    pdk_arena_begin(&work->arena, memory, triangles * (work->index->packed ? BYTES_FAST : BYTES_SMALL));
    for (int i = 0; i < PDK_MAX_THREADS; i++)
        work->workspaces[i] = (pdk_grid_workspace){ .arena = &work->arena, .memory = memory };
    pdk_parallel job = { .count = tile_count(work->index),
                         .piece = TILES_AT_ONCE,
                         .threads = work->options->threads,
                         .work = make_grids,
                         .user = work,
                         .progress = pdk_steps_progress,
                         .progress_user = steps };
    bool done = pdk_parallel_run(&job);
    work->disjoint = work->index->packed;
    for (int i = 0; i < PDK_MAX_THREADS; i++) {
        if (work->workspaces[i].overlapping) work->disjoint = false;
        pdk_free(memory, work->workspaces[i].pairs);
        pdk_free(memory, work->workspaces[i].words);
    }
    pdk_arena_end(&work->arena);
    pdk_free(memory, work->triangles);
    pdk_free(memory, work->ends);
    if (atomic_load(&work->failed)) return pdk_fail_memory(error, memory, "the index of a surface");
    return done ? PDK_OK : pdk_fail_cancelled(error);
}

static void describe(pdk_height_index *index, const pdk_survey *survey)
{
    pdk_height_index_info *info = &index->info;
    info->triangles = survey->triangles;
    info->upright = survey->upright;
    info->not_finite = survey->not_finite;
    info->out_of_range = survey->out_of_range;
    memcpy(info->minimum, survey->low, sizeof info->minimum);
    memcpy(info->maximum, survey->high, sizeof info->maximum);
}

/* Surveys all triangles, and selects those near the places if that is less than half of them. */
static pdk_status survey_surface(building *work, const pdk_near_places *places, pdk_steps *steps, pdk_survey *wanted,
                                 pdk_error *error)
{
    pdk_height_index *index = work->index;
    pdk_memory *memory = &index->memory;
    const pdk_surface *surface = &index->surface;
    size_t threads = work->options->threads;
    pdk_near_map map;
    pdk_survey all;
    pdk_near_map_status made =
        places != NULL ? pdk_near_map_make(&map, memory, places, surface->triangle_count) : PDK_NEAR_TOO_MANY;
    bool done = true;
    if (made == PDK_NEAR_MADE) {
        *steps = (pdk_steps){ steps->progress, steps->user, 0, 10, 15 };
        work->chosen = pdk_alloc_array(memory, surface->triangle_count / 64 + 1, sizeof *work->chosen);
        if (work->chosen != NULL) done = pdk_survey_run_near(surface, &map, threads, steps, &all, wanted, work->chosen);
    } else if (made == PDK_NEAR_TOO_MANY) {
        done = pdk_survey_run(surface, threads, steps, &all);
    }
    if (places != NULL) pdk_near_map_free(&map, memory);
    if (made == PDK_NEAR_NO_MEMORY || (made == PDK_NEAR_MADE && work->chosen == NULL))
        return pdk_fail_memory(error, memory, "the points where heights are requested");
    if (!done) return pdk_fail_cancelled(error);
    describe(index, &all);
    if (work->chosen != NULL && wanted->triangles <= all.triangles / 2) return PDK_OK;
    pdk_free(memory, work->chosen);
    work->chosen = NULL;
    *wanted = all;
    return PDK_OK;
}

static pdk_status build(pdk_height_index *index, const pdk_near_places *places, const pdk_height_index_options *options,
                        pdk_error *error)
{
    pdk_memory *memory = &index->memory;
    building work = { .index = index, .options = options };
    pdk_steps steps = { options->progress, options->progress_user, 0, 1, 6 };
    pdk_survey survey;
    pdk_status status = survey_surface(&work, places, &steps, &survey, error);
    if (status == PDK_OK && survey.triangles == 0) pdk_free(memory, work.chosen);
    if (status != PDK_OK || survey.triangles == 0) return status;
    choose_tiles(index, &survey);
    index->packed = options->form == PDK_INDEX_FAST || (options->form == PDK_INDEX_USUAL && survey.triangles < LARGE);
    work.plan = (pdk_grid_plan){ &index->surface, index->packed || survey.triangles >= LARGE ? 4 : 2, index->packed };
    work.ends = pdk_alloc_array(memory, tile_count(index), sizeof *work.ends);
    index->grids = pdk_alloc_array(memory, tile_count(index), sizeof *index->grids);
    if (work.ends == NULL || index->grids == NULL) return pdk_fail_memory(error, memory, "the tiles of a surface");
    steps.before = steps.total - 5;
    steps.share = 1;
    status = add_all_entries(&work, &steps, error);
    if (status == PDK_OK) status = sum_counts(&work, error);
    work.fill = true;
    steps.before++;
    if (status == PDK_OK) status = add_all_entries(&work, &steps, error);
    bool whole = work.chosen == NULL;
    pdk_free(memory, work.chosen);
    steps.before++;
    steps.share = 3;
    if (status == PDK_OK) status = make_all_grids(&work, survey.triangles, &steps, error);
    if (status == PDK_OK && whole && work.disjoint) {
        status = pdk_lattice_make(memory, &index->surface, &index->info, survey.areas, &index->lattice, error);
    }
    index->info.bytes = memory->used;
    return status;
}

static pdk_status check_call(const pdk_surface *surface, const pdk_height_index_options *given,
                             pdk_height_index_options *options, pdk_height_index **result, pdk_error *error)
{
    if (result != NULL) *result = NULL;
    if (surface == NULL || result == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "an index needs a surface and a pointer for the index");
    }
    pdk_status status = pdk_options_copy(options, sizeof *options, given, "PDK_HEIGHT_INDEX_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    if (options->form > PDK_INDEX_SMALL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "there is no kind %u of index",
                        (unsigned)options->form);
    }
    if (surface->triangle_count > UINT32_MAX) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "surface.large",
                        "the surface has more than 4294967295 triangles");
    }
    return PDK_OK;
}

static pdk_status create(const pdk_surface *surface, const pdk_near_places *places,
                         const pdk_height_index_options *given, pdk_height_index **result, pdk_error *error)
{
    pdk_height_index_options own;
    const pdk_height_index_options *options = &own;
    pdk_status status = check_call(surface, given, &own, result, error);
    if (status != PDK_OK) return status;
    pdk_allocator allocator = pdk_allocator_of(&options->allocator);
    pdk_height_index *index = pdk_allocator_take(&allocator, sizeof *index);
    if (index == NULL) return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for an index");
    memset(index, 0, sizeof *index);
    atomic_init(&index->holders, 1);
    static atomic_uint_fast64_t numbers; /* state of the library: a hint of a closed index must match no other */
    index->number = atomic_fetch_add(&numbers, 1) + 1;
    pdk_memory_init(&index->memory, &allocator, options->limits.memory);
    index->surface = *surface;
    status = build(index, places, options, error);
    if (status == PDK_OK) *result = index;
    else pdk_height_index_close(index);
    return status;
}

pdk_status pdk_height_index_create(const pdk_surface *surface, const pdk_height_index_options *options,
                                   pdk_height_index **result, pdk_error *error)
{
    return create(surface, NULL, options, result, error);
}

pdk_status pdk_height_index_create_near(const pdk_surface *surface, const double *points, size_t count, size_t stride,
                                        bool along, const pdk_height_index_options *options, pdk_height_index **result,
                                        pdk_error *error)
{
    if (result != NULL) *result = NULL;
    if ((points == NULL && count > 0) || stride < 2) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "an index near points needs their x and y, with a stride of at least 2 numbers");
    }
    pdk_near_places places = { points, count, stride, along };
    return create(surface, &places, options, result, error);
}

static void destroy(pdk_height_index *index)
{
    pdk_memory_destroy(&index->memory);
    pdk_allocator allocator = index->memory.allocator;
    pdk_allocator_give_back(&allocator, index, sizeof *index);
}

void pdk_height_index_close(pdk_height_index *index)
{
    if (index != NULL && !pdk_in_allocator() && pdk_leaves_last(&index->holders)) destroy(index);
}

pdk_height_index *pdk_height_index_hold(const pdk_height_index *index)
{
    pdk_height_index *held = (pdk_height_index *)(uintptr_t)index; /* the same for all readers */
    if (held != NULL) atomic_fetch_add_explicit(&held->holders, 1, memory_order_relaxed);
    return held;
}

void pdk_height_index_let_go(pdk_height_index *const *held)
{
    if (*held != NULL && pdk_leaves_last(&(*held)->holders)) destroy(*held);
}

const pdk_height_index_info *pdk_height_index_about(const pdk_height_index *index)
{
    return &index->info;
}
