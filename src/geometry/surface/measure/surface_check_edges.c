/* Which triangles have the edges that were found: one walk over all of them, with a filter that nearly none passes. */

#include "surface/measure/surface_check.h"

enum { FILTER = 4096 };

typedef struct edge_search {
    const pdk_surface *surface;
    pdk_edge_triangles *edges;
    size_t count;
    bool filter[FILTER]; /* by the lower point's number */
    pdk_mutex lock;
} edge_search;

/* Keeps the lowest numbers, ascending. */
static void remember_triangle(edge_search *search, uint64_t key, uint64_t triangle)
{
    for (size_t e = 0; e < search->count; e++) {
        pdk_edge_triangles *edge = &search->edges[e];
        if (edge->key != key) continue;
        pdk_mutex_lock(&search->lock);
        bool full = edge->count == PDK_TRIANGLES_SHOWN;
        if (!full || edge->triangles[edge->count - 1] > triangle) {
            size_t at = full ? edge->count - 1 : edge->count++;
            for (; at > 0 && edge->triangles[at - 1] > triangle; at--) edge->triangles[at] = edge->triangles[at - 1];
            edge->triangles[at] = triangle;
        }
        pdk_mutex_unlock(&search->lock);
    }
}

static void search_triangles(void *user, size_t thread, uint64_t first, uint64_t count)
{
    edge_search *search = user;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        const uint32_t *c = search->surface->triangles + 3 * i;
        if (!search->filter[c[0] % FILTER] && !search->filter[c[1] % FILTER] && !search->filter[c[2] % FILTER])
            continue;
        if (pdk_triangle_kind_of(search->surface, i) != PDK_TRIANGLE_VALID) continue;
        for (int k = 0; k < 3; k++) {
            uint64_t a = c[k], b = c[(k + 1) % 3];
            remember_triangle(search, a < b ? a << 32 | b : b << 32 | a, i);
        }
    }
}

pdk_status pdk_find_edge_triangles(pdk_surface_work *work, pdk_edge_triangles *edges, size_t count, pdk_error *error)
{
    edge_search search = { .surface = work->surface, .edges = edges, .count = count };
    if (count == 0) return PDK_OK;
    for (size_t e = 0; e < count; e++) search.filter[(edges[e].key >> 32) % FILTER] = true;
    pdk_mutex_init(&search.lock);
    pdk_status status = pdk_surface_run(work, (pdk_surface_pass){ 0, work->surface->triangle_count, PDK_SURFACE_PIECE },
                                        search_triangles, &search, error);
    pdk_mutex_destroy(&search.lock);
    return status;
}
