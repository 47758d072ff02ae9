/* T-junctions: corners of triangles that lie on a neighbour's edge which is not split there. A wheel does not feel
 * them, a light does, and so does whatever follows edges. Only boundaries can have them.
 *
 * The boundary's points go into square cells as wide as its edges are long on average, so that each edge passes few
 * cells. */

#include "surface/measure/surface_check.h"
#include "base/whole.h"
#include "surface/key_sort.h"

/* At most this many points are looked at near a stretch of an edge: where thousands are in one cell, more show nothing
 * new.
 */
enum { MAX_TESTS = 1024 };

typedef struct junction_search {
    const pdk_surface *surface;
    int axes[2];           /* those that are not up */
    double cell;           /* metres */
    const uint64_t *edges; /* ascending */
    size_t edge_count;
    const uint64_t *points; /* hash of the cell << 32 | point, ascending */
    size_t point_count;
    unsigned shift;       /* of a hash, to its place in `starts` */
    const size_t *starts; /* where the hashes from there on begin in `points` */
    pdk_mutex lock;
    pdk_junction *shown;
    size_t shown_count;
    _Atomic uint64_t found;
} junction_search;

static uint32_t cell_hash(int64_t x, int64_t y)
{
    uint64_t h = (uint64_t)x * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)y * UINT64_C(0xD6E8FEB86659FD93);
    return (uint32_t)((h ^ h >> 31) * UINT64_C(0x94D049BB133111EB) >> 32);
}

static int64_t cell_of(double coordinate, double cell)
{
    double number = floor(coordinate / cell);
    return fabs(number) < 1e18 ? (int64_t)number : 0;
}

static void point_at(const pdk_surface *surface, uint32_t number, double point[3])
{
    for (int axis = 0; axis < 3; axis++)
        point[axis] = (double)surface->positions[3 * (uint64_t)number + (uint64_t)axis];
}

typedef struct rim_edge {
    uint64_t key;
    uint32_t ends[2];
    double from[3], along[3], length;
    uint64_t stretches;
} rim_edge;

static bool read_edge(const junction_search *search, uint64_t key, rim_edge *edge)
{
    *edge = (rim_edge){ .key = key, .ends = { (uint32_t)(key >> 32), (uint32_t)key } };
    double to[3], sum = 0;
    point_at(search->surface, edge->ends[0], edge->from);
    point_at(search->surface, edge->ends[1], to);
    for (int axis = 0; axis < 3; axis++) {
        edge->along[axis] = to[axis] - edge->from[axis];
        sum += edge->along[axis] * edge->along[axis];
    }
    edge->length = sqrt(sum);
    edge->stretches = (uint64_t)pdk_whole(edge->length / search->cell) + 1;
    return edge->length > 2 * PDK_JUNCTION_TOLERANCE;
}

static void keep(junction_search *search, const pdk_junction *junction)
{
    atomic_fetch_add(&search->found, 1);
    pdk_mutex_lock(&search->lock);
    bool full = search->shown_count == PDK_DEFECTS_SHOWN;
    size_t last = search->shown_count - 1;
    if (!full || search->shown[last].edge > junction->edge) {
        size_t at = full ? last : search->shown_count++;
        for (; at > 0 &&
               (search->shown[at - 1].edge > junction->edge ||
                (search->shown[at - 1].edge == junction->edge && search->shown[at - 1].point > junction->point));
             at--) {
            search->shown[at] = search->shown[at - 1];
        }
        search->shown[at] = *junction;
    }
    pdk_mutex_unlock(&search->lock);
}

/* Is the point on this stretch of the edge? */
static void try_point(junction_search *search, const rim_edge *edge, uint64_t stretch, uint32_t number)
{
    double point[3], dot = 0, gap2 = 0;
    if (number == edge->ends[0] || number == edge->ends[1]) return;
    point_at(search->surface, number, point);
    for (int axis = 0; axis < 3; axis++) dot += (point[axis] - edge->from[axis]) * edge->along[axis];
    double share = dot / (edge->length * edge->length), at = share * edge->length;
    if (!(at > PDK_JUNCTION_TOLERANCE && at < edge->length - PDK_JUNCTION_TOLERANCE)) return;
    if ((uint64_t)(share * (double)edge->stretches) != stretch) return; /* another stretch's */
    for (int axis = 0; axis < 3; axis++) {
        double off = point[axis] - (edge->from[axis] + share * edge->along[axis]);
        gap2 += off * off;
    }
    if (gap2 > PDK_JUNCTION_TOLERANCE * PDK_JUNCTION_TOLERANCE) return;
    keep(search, &(pdk_junction){ edge->key, number, sqrt(gap2) });
}

static void try_cell(junction_search *search, const rim_edge *edge, uint64_t stretch, int64_t x, int64_t y, int *looks)
{
    uint32_t hash = cell_hash(x, y);
    for (size_t i = search->starts[hash >> search->shift]; i < search->point_count; i++) {
        uint32_t other = (uint32_t)(search->points[i] >> 32), number = (uint32_t)search->points[i];
        if (other > hash || *looks >= MAX_TESTS) return;
        (*looks)++;
        if (other != hash) continue;
        const float *position = search->surface->positions + 3 * (uint64_t)number;
        bool here = cell_of((double)position[search->axes[0]], search->cell) == x &&
                    cell_of((double)position[search->axes[1]], search->cell) == y;
        if (here) try_point(search, edge, stretch, number); /* cells of one hash would be met twice otherwise */
    }
}

static void search_edges(void *user, size_t thread, uint64_t first, uint64_t count)
{
    junction_search *search = user;
    (void)thread;
    for (uint64_t i = first; i < first + count; i++) {
        rim_edge edge;
        if (!read_edge(search, search->edges[i], &edge)) continue;
        for (uint64_t stretch = 0; stretch < edge.stretches; stretch++) {
            double middle = ((double)stretch + 0.5) / (double)edge.stretches, at[2];
            for (int k = 0; k < 2; k++) at[k] = edge.from[search->axes[k]] + middle * edge.along[search->axes[k]];
            int64_t x = cell_of(at[0], search->cell), y = cell_of(at[1], search->cell);
            int looks = 0;
            for (int cell = 0; cell < 9; cell++)
                try_cell(search, &edge, stretch, x + cell % 3 - 1, y + cell / 3 - 1, &looks);
        }
    }
}

/* All threads' lists as one, ascending. */
static uint64_t *gather_edges(pdk_measuring *measuring, size_t *count)
{
    *count = 0;
    for (size_t thread = 0; thread < PDK_MAX_THREADS; thread++) *count += measuring->boundary_edges[thread].count;
    uint64_t *edges = pdk_surface_alloc(&measuring->work, *count, sizeof *edges);
    size_t at = 0;
    for (size_t thread = 0; thread < PDK_MAX_THREADS; thread++) {
        pdk_edge_list *list = &measuring->boundary_edges[thread];
        for (size_t i = 0; i < list->count && edges != NULL; i++) edges[at++] = list->edges[i];
        pdk_free(&measuring->work.memory, list->edges);
        *list = (pdk_edge_list){ 0 };
    }
    if (edges != NULL) pdk_sort_keys(edges, *count, 64);
    return edges;
}

static uint64_t *place_points(pdk_measuring *measuring, junction_search *search)
{
    uint64_t *points = pdk_surface_alloc(&measuring->work, 2 * search->edge_count, sizeof *points);
    for (size_t i = 0; i < 2 * search->edge_count && points != NULL; i++) {
        uint32_t number = (uint32_t)(i % 2 == 0 ? search->edges[i / 2] >> 32 : search->edges[i / 2]);
        const float *position = search->surface->positions + 3 * (uint64_t)number;
        int64_t x = cell_of((double)position[search->axes[0]], search->cell);
        int64_t y = cell_of((double)position[search->axes[1]], search->cell);
        points[i] = (uint64_t)cell_hash(x, y) << 32 | number;
    }
    if (points == NULL) return NULL;
    pdk_sort_keys(points, 2 * search->edge_count, 64);
    for (size_t i = 0; i < 2 * search->edge_count; i++) { /* most are ends of two edges */
        if (i == 0 || points[i] != points[i - 1]) points[search->point_count++] = points[i];
    }
    return points;
}

static size_t *place_starts(pdk_measuring *measuring, junction_search *search)
{
    search->shift = 31;
    while (search->shift > 8 && (UINT64_C(1) << (32 - search->shift)) < search->point_count) search->shift--;
    size_t places = (size_t)1 << (32 - search->shift), at = 0;
    size_t *starts = pdk_surface_alloc(&measuring->work, places, sizeof *starts);
    for (size_t place = 0; place < places && starts != NULL; place++) {
        while (at < search->point_count && search->points[at] >> (32 + search->shift) < place) at++;
        starts[place] = at;
    }
    return starts;
}

pdk_status pdk_find_junctions(pdk_measuring *measuring, pdk_junction shown[PDK_DEFECTS_SHOWN], uint64_t *found,
                              pdk_error *error)
{
    pdk_surface_work *work = &measuring->work;
    junction_search search = { .surface = work->surface, .axes = { 0, 3 - work->up }, .shown = shown };
    *found = 0;
    search.edges = gather_edges(measuring, &search.edge_count);
    if (search.edges == NULL) return pdk_surface_fail_memory(work, error);
    if (search.edge_count == 0) return PDK_OK;
    search.cell = fmax(measuring->stats->boundary_length / (double)search.edge_count, 4 * PDK_JUNCTION_TOLERANCE);
    search.points = place_points(measuring, &search);
    if (search.points != NULL) search.starts = place_starts(measuring, &search);
    if (search.starts == NULL) return pdk_surface_fail_memory(work, error);
    pdk_mutex_init(&search.lock);
    pdk_status status =
        pdk_surface_run(work, (pdk_surface_pass){ 0, search.edge_count, 256 }, search_edges, &search, error);
    pdk_mutex_destroy(&search.lock);
    *found = atomic_load(&search.found);
    return status;
}
