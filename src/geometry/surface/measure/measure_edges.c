/* Edges: the sides of all triangles, put together by their lower end, each end's in the order of the higher one, so
 * that equal ones lie together. A side is the number of its higher end, and which way it runs. */
#include <string.h>

#include "surface/key_sort.h"
#include "surface/measure/measure.h"
#include "surface/union_find.h"

/* What a range of points adds up to; lengths go by bucket, which no choice of ranges changes. */
typedef struct edge_sums {
    uint64_t edges, boundary, non_manifold, inconsistent, links;
    double shortest, longest;
} edge_sums;

/* A thread's, for one range at a time. */
typedef struct edge_buffers {
    uint64_t *sides;
    uint32_t *ends; /* for each point: after the last of its sides */
    size_t side_capacity, point_capacity;
} edge_buffers;

typedef struct edge_step {
    pdk_measuring *measuring;
    edge_sums *counts;            /* by range */
    double *lengths, *boundaries; /* by bucket */
    edge_buffers buffers[PDK_MAX_THREADS];
} edge_step;

/* An edge and the sides on it. */
typedef struct side_run {
    uint32_t low, high;
    uint64_t sides, upward; /* how many, and of these from the lower number to the higher */
    bool doubled;           /* two of them run the same way */
} side_run;

/* What is done with each side of a range: counted, or put where it belongs. Inlined into one loop each. */
static inline void take_side(edge_buffers *buffers, const pdk_point_range *range, uint32_t from, uint32_t to, bool put)
{
    uint64_t low = from < to ? from : to, high = from < to ? to : from;
    uint64_t point = low - range->first; /* huge when it is below */
    if (point >= range->count) return;
    if (put) buffers->sides[buffers->ends[point]++] = high << 1 | (from < to);
    else buffers->ends[point + 1]++;
}

static inline void take_piece(const pdk_surface *surface, uint64_t piece, const pdk_piece_span *span,
                              const pdk_point_range *range, edge_buffers *buffers, bool put)
{
    uint64_t first = piece * PDK_SURFACE_PIECE, end = first + PDK_SURFACE_PIECE;
    if (end > surface->triangle_count) end = surface->triangle_count;
    for (uint64_t i = first; i < end; i++) {
        if (!span->sound && pdk_triangle_kind_of(surface, i) != PDK_TRIANGLE_VALID) continue;
        const uint32_t *c = surface->triangles + 3 * i;
        take_side(buffers, range, c[0], c[1], put);
        take_side(buffers, range, c[1], c[2], put);
        take_side(buffers, range, c[2], c[0], put);
    }
}

static void take_sides(const pdk_measuring *measuring, const pdk_point_range *range, edge_buffers *buffers)
{
    const pdk_surface *surface = measuring->work.surface;
    const pdk_point_ranges *ranges = &measuring->ranges;
    memset(buffers->ends, 0, (size_t)(range->count + 1) * sizeof *buffers->ends);
    for (uint64_t piece = 0; piece < ranges->piece_count; piece++) {
        if (pdk_piece_overlaps(&ranges->spans[piece], range))
            take_piece(surface, piece, &ranges->spans[piece], range, buffers, false);
    }
    for (uint64_t i = 0; i < range->count; i++) buffers->ends[i + 1] += buffers->ends[i];
    for (uint64_t piece = 0; piece < ranges->piece_count; piece++) {
        if (pdk_piece_overlaps(&ranges->spans[piece], range))
            take_piece(surface, piece, &ranges->spans[piece], range, buffers, true);
    }
}

static double length_of(const pdk_surface *surface, const side_run *edge)
{
    const float *a = surface->positions + 3 * (uint64_t)edge->low, *b = surface->positions + 3 * (uint64_t)edge->high;
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        double difference = (double)a[axis] - (double)b[axis];
        sum += difference * difference;
    }
    return sqrt(sum);
}

static void keep_boundary_edge(pdk_measuring *measuring, size_t thread, uint64_t key)
{
    pdk_edge_list *list = &measuring->boundary_edges[thread];
    if (list->count == list->capacity) {
        size_t capacity = list->capacity * 2 + 1024;
        uint64_t *more = pdk_realloc(&measuring->work.memory, list->edges, capacity * sizeof *more);
        if (more == NULL) {
            atomic_store(&measuring->work.short_of_memory, true);
            return;
        }
        list->edges = more;
        list->capacity = capacity;
    }
    list->edges[list->count++] = key;
}

static void count_edge(const edge_step *step, size_t thread, const side_run *edge, edge_sums *counts)
{
    pdk_measuring *measuring = step->measuring;
    double length = length_of(measuring->work.surface, edge);
    uint64_t bucket = edge->low >> measuring->ranges.shift, key = (uint64_t)edge->low << 32 | edge->high;
    counts->edges++;
    if (length < counts->shortest) counts->shortest = length;
    if (length > counts->longest) counts->longest = length;
    step->lengths[bucket] += length;
    if (edge->doubled) pdk_atomic_set_bit(measuring->doubtful, edge->low);
    if (edge->sides == 2) {
        if (edge->upward == 1) return;
        counts->inconsistent++;
        pdk_defects_add(measuring->places, thread, PDK_DEFECT_INCONSISTENT, key, 0);
    } else if (edge->sides == 1) {
        counts->boundary++;
        step->boundaries[bucket] += length;
        pdk_atomic_set_bit(measuring->boundary_points, edge->low);
        pdk_atomic_set_bit(measuring->boundary_points, edge->high);
        if (measuring->boundary_edges != NULL) keep_boundary_edge(measuring, thread, key);
        counts->links += pdk_sets_join(measuring->sets, edge->low, edge->high);
    } else {
        counts->non_manifold++;
        pdk_defects_add(measuring->places, thread, PDK_DEFECT_NON_MANIFOLD, key, edge->sides);
    }
}

/* The edges a point is the lower end of. */
static void count_point(const edge_step *step, size_t thread, uint32_t low, uint64_t *sides, size_t count,
                        edge_sums *counts)
{
    pdk_sort_keys(sides, count, 33);
    for (size_t i = 0; i < count;) {
        side_run edge = { .low = low, .high = (uint32_t)(sides[i] >> 1) };
        for (; i < count && sides[i] >> 1 == edge.high; i++) {
            edge.sides++;
            edge.upward += sides[i] & 1;
        }
        edge.doubled = edge.upward > 1 || edge.sides - edge.upward > 1;
        count_edge(step, thread, &edge, counts);
    }
}

static bool grow_buffers(edge_step *step, edge_buffers *buffers, const pdk_point_range *range)
{
    pdk_memory *memory = &step->measuring->work.memory;
    if (range->edges > UINT32_MAX) return false; /* of the ends */
    if (buffers->side_capacity < range->edges) {
        pdk_free(memory, buffers->sides);
        buffers->sides = pdk_alloc_raw(memory, (size_t)range->edges * sizeof *buffers->sides);
        buffers->side_capacity = buffers->sides != NULL ? (size_t)range->edges : 0;
    }
    if (buffers->point_capacity < range->count) {
        pdk_free(memory, buffers->ends);
        buffers->ends = pdk_alloc_raw(memory, (size_t)(range->count + 1) * sizeof *buffers->ends);
        buffers->point_capacity = buffers->ends != NULL ? (size_t)range->count : 0;
    }
    return buffers->sides != NULL && buffers->ends != NULL;
}

static void do_range(void *user, size_t thread, uint64_t number, uint64_t ranges)
{
    edge_step *step = user;
    pdk_measuring *measuring = step->measuring;
    const pdk_point_range *range = &measuring->ranges.ranges[number];
    edge_buffers *buffers = &step->buffers[thread];
    edge_sums counts = { .shortest = INFINITY };
    (void)ranges; /* one at a time */
    if (range->edges == 0 || atomic_load(&measuring->work.short_of_memory)) return;
    if (!grow_buffers(step, buffers, range)) {
        atomic_store(&measuring->work.short_of_memory, true);
        return;
    }
    take_sides(measuring, range, buffers);
    size_t from = 0;
    for (uint64_t i = 0; i < range->count; i++) {
        size_t end = buffers->ends[i];
        if (end > from)
            count_point(step, thread, (uint32_t)(range->first + i), buffers->sides + from, end - from, &counts);
        from = end;
    }
    step->counts[number] = counts;
}

static void add_up(pdk_measuring *measuring, const edge_step *step)
{
    pdk_surface_stats *stats = measuring->stats;
    const pdk_point_ranges *ranges = &measuring->ranges;
    double shortest = INFINITY, longest = 0, length = 0;
    uint64_t links = 0;
    for (size_t i = 0; i < ranges->range_count; i++) {
        const edge_sums *counts = &step->counts[i];
        if (ranges->ranges[i].edges == 0) continue;
        stats->edges.total += counts->edges;
        stats->edges.boundary += counts->boundary;
        stats->edges.non_manifold += counts->non_manifold;
        stats->edges.inconsistent += counts->inconsistent;
        links += counts->links;
        shortest = fmin(shortest, counts->shortest);
        longest = fmax(longest, counts->longest);
    }
    for (uint64_t b = 0; b < ranges->bucket_count; b++) {
        length += step->lengths[b];
        stats->boundary_length += step->boundaries[b];
    }
    bool any = stats->edges.total > 0;
    stats->edges.shared = stats->edges.total - stats->edges.boundary - stats->edges.non_manifold;
    stats->has_edge_lengths = any;
    stats->edge_length_min = any ? shortest : (double)NAN;
    stats->edge_length_mean = any ? length / (double)stats->edges.total : (double)NAN;
    stats->edge_length_max = any ? longest : (double)NAN;
    stats->boundary_loops = pdk_count_bits(measuring->boundary_points, stats->points) - links;
    stats->euler -= (int64_t)stats->edges.total;
}

pdk_status pdk_measure_edges(pdk_measuring *measuring, pdk_error *error)
{
    pdk_surface_work *work = &measuring->work;
    pdk_point_ranges *ranges = &measuring->ranges;
    edge_step step = { .measuring = measuring };
    uint64_t wanted = 24 * work->surface->triangle_count + 4 * work->surface->vertex_count,
             memory = work->step_memory < wanted ? work->step_memory : wanted;
    if (!pdk_ranges_divide(ranges, work, memory / work->threads, sizeof(uint64_t), sizeof(uint32_t)))
        return pdk_surface_fail_memory(work, error);
    step.counts = pdk_surface_alloc(work, ranges->range_count, sizeof *step.counts);
    step.lengths = pdk_surface_alloc(work, ranges->bucket_count, sizeof *step.lengths);
    step.boundaries = pdk_surface_alloc(work, ranges->bucket_count, sizeof *step.boundaries);
    if (step.counts == NULL || step.lengths == NULL || step.boundaries == NULL)
        return pdk_surface_fail_memory(work, error);
    pdk_status status =
        pdk_surface_run(work, (pdk_surface_pass){ 0.4, ranges->range_count, 1 }, do_range, &step, error);
    if (status == PDK_OK) add_up(measuring, &step);
    for (size_t i = 0; i < PDK_MAX_THREADS; i++) {
        pdk_free(&work->memory, step.buffers[i].sides);
        pdk_free(&work->memory, step.buffers[i].ends);
    }
    pdk_free(&work->memory, step.counts);
    pdk_free(&work->memory, step.lengths);
    pdk_free(&work->memory, step.boundaries);
    return status;
}
