/* What measuring and changing surfaces share: valid triangles, memory, threads, progress. */
#ifndef PADDOCK_SURFACE_SURFACE_WORK_H
#define PADDOCK_SURFACE_SURFACE_WORK_H

#include <math.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/vector3.h"

/* A pass: its share of the whole work for progress, and how many things in pieces of how many. */
typedef struct pdk_surface_pass {
    double share;
    uint64_t count, piece;
} pdk_surface_pass;

/* Triangles and points are processed in pieces of this many. Sums are made piece by piece and added up in the order
 * of the pieces, so that they do not depend on the threads. */
enum { PDK_SURFACE_PIECE = 1 << 14 };

typedef struct pdk_surface_work {
    const pdk_surface *surface;
    const pdk_surface_options *options;
    pdk_surface_options given; /* the caller's, which `options` points to unless they are changed on the way */
    pdk_document *held;        /* options.document, during the work */
    pdk_memory memory;
    int up;               /* the axis that is */
    uint64_t step_memory; /* bytes one step may take */
    size_t threads;
    double done, share;          /* for progress, as shares of the whole: before the current step, and in it */
    atomic_bool short_of_memory; /* an allocation failed: other threads may stop */
} pdk_surface_work;

/* Checks options and surface. Call pdk_surface_work_end afterwards, also after a failure. */
pdk_status pdk_surface_work_begin(pdk_surface_work *work, const pdk_surface *surface,
                                  const pdk_surface_options *options, pdk_error *error);
/* The same in two steps, for surfaces that are made on the way. */
pdk_status pdk_surface_work_prepare(pdk_surface_work *work, const pdk_surface_options *options, pdk_error *error);
pdk_status pdk_surface_work_on(pdk_surface_work *work, const pdk_surface *surface, pdk_error *error);
void pdk_surface_work_end(pdk_surface_work *work);

/* A zeroed array; NULL also makes the other threads stop. */
void *pdk_surface_alloc(pdk_surface_work *work, uint64_t count, size_t size);
/* Runs a step over `count` items that is `share` of the whole work. */
pdk_status pdk_surface_run(pdk_surface_work *work, pdk_surface_pass pass,
                           void (*step)(void *user, size_t thread, uint64_t first, uint64_t count), void *user,
                           pdk_error *error);
/* A step that sorts: see pdk_sort_keys. */
pdk_status pdk_surface_sort(pdk_surface_work *work, double share, uint64_t *keys, uint64_t count, unsigned bits,
                            pdk_error *error);
/* For work on one thread: begins a step worth `share` of the whole, then reports which part of it is done. False
 * when cancelled. */
void pdk_surface_begin_step(pdk_surface_work *work, double share);
bool pdk_surface_progress(pdk_surface_work *work, double part);
/* Reports now and then: after item `at` of `count`. */
static inline bool pdk_surface_progress_at(pdk_surface_work *work, uint64_t at, uint64_t count)
{
    enum { OFTEN = 1 << 19 };
    return at % OFTEN != 0 || pdk_surface_progress(work, (double)at / (double)count);
}
pdk_status pdk_surface_fail_memory(const pdk_surface_work *work, pdk_error *error);

static inline uint64_t pdk_surface_pieces(uint64_t count)
{
    return (count + PDK_SURFACE_PIECE - 1) / PDK_SURFACE_PIECE;
}

/* Bits that any thread may set at any time. */
static inline void pdk_atomic_set_bit(_Atomic uint8_t *bits, uint64_t number)
{
    uint8_t bit = (uint8_t)(1u << number % 8);
    _Atomic uint8_t *byte = &bits[number / 8];
    if ((atomic_load_explicit(byte, memory_order_relaxed) & bit) != 0) return; /* most are set again and again */
    atomic_fetch_or_explicit(byte, bit, memory_order_relaxed);
}
static inline bool pdk_atomic_has_bit(const _Atomic uint8_t *bits, uint64_t number)
{
    return (atomic_load_explicit(&bits[number / 8], memory_order_relaxed) >> number % 8 & 1) != 0;
}
uint64_t pdk_count_bits(const _Atomic uint8_t *bits, uint64_t count);
/* Those that are marked in one or the other. */
uint64_t pdk_count_bits_of_either(const _Atomic uint8_t *bits, const _Atomic uint8_t *others, uint64_t count);

/* Why a triangle cannot be measured. */
typedef enum pdk_triangle_kind {
    PDK_TRIANGLE_VALID,
    PDK_TRIANGLE_OUT_OF_RANGE,   /* a corner is not the number of a point */
    PDK_TRIANGLE_NOT_FINITE,     /* a corner is not finite */
    PDK_TRIANGLE_REPEATED_CORNER /* a corner occurs twice */
} pdk_triangle_kind;

static inline bool pdk_is_finite3(const float *p)
{
    return (p[0] - p[0]) + (p[1] - p[1]) + (p[2] - p[2]) == 0;
}

static inline pdk_triangle_kind pdk_triangle_kind_of(const pdk_surface *surface, uint64_t triangle)
{
    const uint32_t *c = surface->triangles + 3 * triangle;
    uint64_t points = surface->vertex_count;
    if (c[0] >= points || c[1] >= points || c[2] >= points) return PDK_TRIANGLE_OUT_OF_RANGE;
    for (int i = 0; i < 3; i++) {
        if (!pdk_is_finite3(surface->positions + 3 * (uint64_t)c[i])) return PDK_TRIANGLE_NOT_FINITE;
    }
    return c[0] == c[1] || c[1] == c[2] || c[2] == c[0] ? PDK_TRIANGLE_REPEATED_CORNER : PDK_TRIANGLE_VALID;
}

/* Twice the area, along the normal. Differences of floats are exact enough in doubles to be 0 only for corners on a
 * line. */
static inline void pdk_triangle_cross(const pdk_surface *surface, uint64_t triangle, double cross[3])
{
    const uint32_t *c = surface->triangles + 3 * triangle;
    const float *a = surface->positions + 3 * (uint64_t)c[0], *b = surface->positions + 3 * (uint64_t)c[1];
    const float *d = surface->positions + 3 * (uint64_t)c[2];
    double u[3], v[3];
    for (int axis = 0; axis < 3; axis++) {
        u[axis] = (double)b[axis] - (double)a[axis];
        v[axis] = (double)d[axis] - (double)a[axis];
    }
    pdk_cross3(u, v, cross);
}

#endif
