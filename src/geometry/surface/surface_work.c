#include "surface/surface_work.h"
#include "base/callback.h"
#include "base/options.h"

#include "surface/key_sort.h"
#include "model/frame.h"

static const uint64_t min_step_memory = UINT64_C(64) << 20, trim_every = UINT64_C(256) << 20;

pdk_status pdk_surface_work_prepare(pdk_surface_work *work, const pdk_surface_options *given, pdk_error *error)
{
    *work = (pdk_surface_work){ .surface = NULL };
    pdk_status status = pdk_options_copy(&work->given, sizeof work->given, given, "PDK_SURFACE_OPTIONS_INIT", error);
    const pdk_surface_options *options = work->options = &work->given;
    work->held = pdk_retain(options->document);
    pdk_memory_init(&work->memory, &options->allocator, options->limits.memory);
    work->threads = options->threads != 0 && options->threads <= PDK_MAX_THREADS ? options->threads : pdk_processors();
    return status;
}

pdk_status pdk_surface_work_on(pdk_surface_work *work, const pdk_surface *surface, pdk_error *error)
{
    const pdk_surface_options *options = work->options;
    work->surface = surface;
    if (surface == NULL || (surface->vertex_count > 0 && surface->positions == NULL) ||
        (surface->triangle_count > 0 && surface->triangles == NULL)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "the arrays of the surface are missing");
    }
    if (surface->vertex_count > UINT32_MAX || surface->triangle_count > UINT32_MAX) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "surface.size",
                        "the surface has more than 2^32 points or triangles");
    }
    work->up = options->frame == PDK_FRAME_Y_UP ? 1 : 2;
    uint64_t quarter = 3 * (surface->vertex_count + surface->triangle_count);
    work->step_memory = options->memory != 0 ? options->memory : quarter;
    if (work->step_memory < min_step_memory) work->step_memory = min_step_memory;
    return PDK_OK;
}

pdk_status pdk_surface_work_begin(pdk_surface_work *work, const pdk_surface *surface,
                                  const pdk_surface_options *options, pdk_error *error)
{
    pdk_status status = pdk_surface_work_prepare(work, options, error);
    return status == PDK_OK ? pdk_surface_work_on(work, surface, error) : status;
}

void pdk_surface_work_end(pdk_surface_work *work)
{
    pdk_memory_destroy(&work->memory);
    if (work->options->document != NULL) pdk_trim(work->options->document);
    pdk_close(work->held);
}

void *pdk_surface_alloc(pdk_surface_work *work, uint64_t count, size_t size)
{
    void *array = pdk_alloc_array(&work->memory, count, size);
    if (array == NULL) atomic_store(&work->short_of_memory, true);
    return array;
}

pdk_status pdk_surface_fail_memory(const pdk_surface_work *work, pdk_error *error)
{
    return pdk_fail_memory(error, &work->memory, "work on a surface");
}

typedef struct step_progress {
    pdk_surface_work *work;
    uint64_t steps, trims; /* of progress; when pages were last returned to the system */
} step_progress;

/* Gives pages back by the share of the walk that is done: steps read different amounts for each item, but that is
 * often enough. */
static bool report(void *user, uint64_t done, uint64_t total)
{
    step_progress *step = user;
    pdk_surface_work *work = step->work;
    const pdk_surface_options *options = work->options;
    double part = (double)done / (double)total;
    if (options->document != NULL) {
        uint64_t bytes = 12 * (work->surface->vertex_count + work->surface->triangle_count);
        uint64_t trims = (uint64_t)(part * (double)bytes / (double)trim_every);
        if (trims != step->trims) pdk_trim(options->document);
        step->trims = trims;
    }
    return pdk_surface_progress(work, part);
}

bool pdk_surface_progress(pdk_surface_work *work, double part)
{
    const pdk_surface_options *options = work->options;
    return pdk_tell_progress(options->progress, options->progress_user,
                             (uint64_t)((work->done + work->share * part) * 10000), 10000);
}

void pdk_surface_begin_step(pdk_surface_work *work, double share)
{
    work->done += work->share;
    work->share = share;
}

pdk_status pdk_surface_run(pdk_surface_work *work, pdk_surface_pass pass,
                           void (*step)(void *user, size_t thread, uint64_t first, uint64_t count), void *user,
                           pdk_error *error)
{
    step_progress progress = { .work = work };
    pdk_surface_begin_step(work, pass.share);
    pdk_parallel job = { .count = pass.count,
                         .piece = pass.piece,
                         .threads = work->threads,
                         .work = step,
                         .user = user,
                         .progress = report,
                         .progress_user = &progress };
    if (!pdk_parallel_run(&job)) return pdk_fail_cancelled(error);
    return atomic_load(&work->short_of_memory) ? pdk_surface_fail_memory(work, error) : PDK_OK;
}

static void sort_runs(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) pdk_sort_run(user, (size_t)i);
}

pdk_status pdk_surface_sort(pdk_surface_work *work, double share, uint64_t *keys, uint64_t count, unsigned bits,
                            pdk_error *error)
{
    pdk_key_runs runs;
    pdk_sort_split(&runs, keys, (size_t)count, bits);
    return pdk_surface_run(work, (pdk_surface_pass){ share, PDK_KEY_RUNS, 1 }, sort_runs, &runs, error);
}

uint64_t pdk_count_bits_of_either(const _Atomic uint8_t *bits, const _Atomic uint8_t *others, uint64_t count)
{
    uint64_t marks = 0;
    for (uint64_t i = 0; i < (count + 7) / 8; i++) {
        unsigned byte = atomic_load_explicit(&bits[i], memory_order_relaxed);
        marks += (uint64_t)__builtin_popcount(byte | atomic_load_explicit(&others[i], memory_order_relaxed));
    }
    return marks;
}

uint64_t pdk_count_bits(const _Atomic uint8_t *bits, uint64_t count)
{
    return pdk_count_bits_of_either(bits, bits, count);
}
