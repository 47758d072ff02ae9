/* A surface's vertices against another surface. Distances are kept, 8 bytes a vertex, so that percentiles are exact;
 * sums are added up piece by piece in order, so that they do not depend on who computed which. */
#include <math.h>
#include <string.h>

#include "base/allocator.h"
#include "base/callback.h"
#include "base/options.h"
#include "surface/index/height_build.h"
#include "surface/min_max.h"
#include "surface/measure/order_statistics.h"

enum { PIECE = 1 << 12 };

struct pdk_surface_comparison {
    pdk_memory memory;
    pdk_surface_comparison_info info;
};

/* What the vertices of a piece add up to. */
typedef struct sums {
    uint64_t not_finite, covered;
    double sum, squares, absolute, normal_squares, low, high, normal_low, normal_high;
} sums;

typedef struct comparing {
    const pdk_surface *surface;
    const pdk_height_index *other;
    float *vertical, *normal;
    sums *pieces;
} comparing;

static void add_distance(sums *piece, double vertical, double normal)
{
    piece->covered++;
    piece->sum += vertical;
    piece->squares += vertical * vertical;
    piece->absolute += fabs(vertical);
    piece->normal_squares += normal * normal;
    piece->low = pdk_min(piece->low, vertical);
    piece->high = pdk_max(piece->high, vertical);
    piece->normal_low = pdk_min(piece->normal_low, normal);
    piece->normal_high = pdk_max(piece->normal_high, normal);
}

static void compare_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    comparing *work = user;
    sums piece = { .low = INFINITY, .high = -INFINITY, .normal_low = INFINITY, .normal_high = -INFINITY };
    pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
    for (uint64_t i = first; i < first + count; i++) {
        const float *position = work->surface->positions + 3 * i;
        double x = (double)position[0], y = (double)position[1], z = (double)position[2];
        pdk_surface_hit hit;
        work->vertical[i] = work->normal[i] = NAN;
        if (!isfinite(x) || !isfinite(y) || !isfinite(z)) {
            piece.not_finite++;
        } else if (pdk_surface_query_near(work->other, x, y, z, &hint, &hit)) {
            double vertical = z - hit.z, normal = vertical * fabs(hit.normal[2]);
            add_distance(&piece, vertical, normal);
            work->vertical[i] = (float)vertical;
            work->normal[i] = (float)normal;
        }
    }
    work->pieces[first / PIECE] = piece;
}

static void add_up(pdk_surface_comparison_info *info, const sums *pieces, uint64_t count)
{
    sums all = { .low = INFINITY, .high = -INFINITY, .normal_low = INFINITY, .normal_high = -INFINITY };
    for (uint64_t i = 0; i < count; i++) {
        all.not_finite += pieces[i].not_finite;
        all.covered += pieces[i].covered;
        all.sum += pieces[i].sum;
        all.squares += pieces[i].squares;
        all.absolute += pieces[i].absolute;
        all.normal_squares += pieces[i].normal_squares;
        all.low = pdk_min(all.low, pieces[i].low);
        all.high = pdk_max(all.high, pieces[i].high);
        all.normal_low = pdk_min(all.normal_low, pieces[i].normal_low);
        all.normal_high = pdk_max(all.normal_high, pieces[i].normal_high);
    }
    double covered = all.covered > 0 ? (double)all.covered : NAN, mean = all.sum / covered;
    info->not_finite = all.not_finite;
    info->covered = all.covered;
    info->mean = mean;
    info->rms = sqrt(all.squares / covered);
    info->deviation = sqrt(pdk_max(all.squares / covered - mean * mean, 0));
    info->mean_absolute = all.absolute / covered;
    info->minimum = all.covered > 0 ? all.low : NAN;
    info->maximum = all.covered > 0 ? all.high : NAN;
    info->normal_rms = sqrt(all.normal_squares / covered);
    info->normal_minimum = all.covered > 0 ? all.normal_low : NAN;
    info->normal_maximum = all.covered > 0 ? all.normal_high : NAN;
    if (all.covered == 0) info->deviation = NAN;
}

static void fill_bins(pdk_surface_comparison_info *info)
{
    for (uint64_t i = 0; i < info->count; i++) {
        if (isnan(info->vertical[i])) continue;
        double bin = floor((double)info->vertical[i] / info->bin_width + 0.5 * PDK_SURFACE_COMPARISON_BINS);
        if (bin < 0) info->below++;
        else if (bin >= PDK_SURFACE_COMPARISON_BINS) info->above++;
        else info->bins[(size_t)bin]++;
    }
}

static pdk_status summarise(pdk_surface_comparison *comparison, double bin_width, pdk_error *error)
{
    static const double parts[PDK_SURFACE_COMPARISON_PERCENTILES] = {
        0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99
    };
    pdk_surface_comparison_info *info = &comparison->info;
    uint64_t places[PDK_SURFACE_COMPARISON_PERCENTILES];
    float found[PDK_SURFACE_COMPARISON_PERCENTILES];
    for (int i = 0; i < PDK_SURFACE_COMPARISON_PERCENTILES; i++) {
        places[i] = info->covered > 0 ? (uint64_t)floor(parts[i] * (double)(info->covered - 1) + 0.5) : 0;
    }
    if (!pdk_order_statistics(&comparison->memory, info->vertical, info->count, places,
                              PDK_SURFACE_COMPARISON_PERCENTILES, found)) {
        return pdk_fail_memory(error, &comparison->memory, "distances");
    }
    for (int i = 0; i < PDK_SURFACE_COMPARISON_PERCENTILES; i++) info->percentiles[i] = (double)found[i];
    double reach = pdk_max(fabs(info->percentiles[0]), fabs(info->percentiles[PDK_SURFACE_COMPARISON_PERCENTILES - 1]));
    info->bin_width = bin_width > 0 ? bin_width : reach > 0 ? 2 * reach / PDK_SURFACE_COMPARISON_BINS : 1e-6;
    fill_bins(info);
    return PDK_OK;
}

static pdk_status compare(pdk_surface_comparison *comparison, const pdk_surface *surface, const pdk_height_index *other,
                          const pdk_surface_comparison_options *options, pdk_error *error)
{
    pdk_memory *memory = &comparison->memory;
    uint64_t count = surface->vertex_count, pieces = count / PIECE + 1;
    comparing work = { .surface = surface, .other = other };
    work.vertical = pdk_alloc_array(memory, count, sizeof *work.vertical);
    work.normal = pdk_alloc_array(memory, count, sizeof *work.normal);
    work.pieces = pdk_alloc_array(memory, pieces, sizeof *work.pieces);
    if (work.vertical == NULL || work.normal == NULL || work.pieces == NULL)
        return pdk_fail_memory(error, memory, "distances");
    pdk_parallel job = { .count = count,
                         .piece = PIECE,
                         .threads = options->threads,
                         .work = compare_piece,
                         .user = &work,
                         .progress = options->progress,
                         .progress_user = options->progress_user };
    if (!pdk_parallel_run(&job)) return pdk_fail_cancelled(error);
    comparison->info =
        (pdk_surface_comparison_info){ .count = count, .vertical = work.vertical, .normal = work.normal };
    add_up(&comparison->info, work.pieces, (count + PIECE - 1) / PIECE);
    pdk_free(memory, work.pieces);
    return summarise(comparison, options->bin_width, error);
}

pdk_status pdk_surface_compare(const pdk_surface *surface, const pdk_height_index *other,
                               const pdk_surface_comparison_options *given, pdk_surface_comparison **result,
                               pdk_error *error)
{
    PDK_HOLD_INDEX(other);
    pdk_surface_comparison_options own;
    const pdk_surface_comparison_options *options = &own;
    if (result != NULL) *result = NULL;
    if (surface == NULL || other == NULL || result == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "a comparison needs a surface, the index of another one and a pointer for the result");
    }
    pdk_status status = pdk_options_copy(&own, sizeof own, given, "PDK_SURFACE_COMPARISON_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    pdk_allocator allocator = pdk_allocator_of(&options->allocator);
    pdk_surface_comparison *comparison = pdk_allocator_take(&allocator, sizeof *comparison);
    if (comparison == NULL)
        return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for a comparison");
    memset(comparison, 0, sizeof *comparison);
    pdk_memory_init(&comparison->memory, &allocator, options->limits.memory);
    status = compare(comparison, surface, other, options, error);
    if (status == PDK_OK) *result = comparison;
    else pdk_surface_comparison_close(comparison);
    return status;
}

const pdk_surface_comparison_info *pdk_surface_comparison_about(const pdk_surface_comparison *comparison)
{
    return &comparison->info;
}

void pdk_surface_comparison_close(pdk_surface_comparison *comparison)
{
    if (comparison == NULL || pdk_in_allocator()) return;
    pdk_allocator allocator = comparison->memory.allocator;
    pdk_memory_destroy(&comparison->memory);
    pdk_allocator_give_back(&allocator, comparison, sizeof *comparison);
}
