/* Edges: the sides of all triangles, sorted so that equal ones lie together. A side is a key: its lower end (as a distance
 * from the range's first point), its higher end, and which way it runs. */
#include "analysis/surface/key_sort.h"
#include "analysis/surface/measure.h"
#include "analysis/surface/union_find.h"

/* What a range of points adds up to; lengths go by bucket, which no choice of ranges changes. */
typedef struct edge_counts {
    uint64_t edges, boundary, non_manifold, inconsistent, links;
    double shortest, longest;
} edge_counts;

typedef struct edge_room {
    uint64_t *keys;
    size_t capacity;
} edge_room;

typedef struct edge_step {
    pdk_measuring *measuring;
    edge_counts *counts; /* by range */
    double *lengths, *boundaries; /* by bucket */
    edge_room rooms[PDK_MOST_THREADS];
} edge_step;

/* An edge and the sides that lie on it. */
typedef struct side_run {
    uint32_t low, high;
    uint64_t sides, upward; /* how many, and of these from the lower number to the higher */
    bool doubled;           /* two of them run the same way */
} side_run;

/* Appends the side when it is the range's; there is always room for one more. */
static inline size_t take_side(uint64_t *keys, size_t count, const pdk_point_range *range, uint32_t from, uint32_t to)
{
    uint64_t low = from < to ? from : to, high = from < to ? to : from;
    uint64_t distance = low - range->first; /* huge when it is below */
    keys[count] = distance << 33 | high << 1 | (from < to);
    return count + (distance < range->count);
}

static size_t take_piece(const pdk_surface *surface, uint64_t piece, const pdk_piece_span *span, const pdk_point_range *range,
                         uint64_t *keys, size_t count)
{
    uint64_t first = piece * PDK_SURFACE_PIECE, end = first + PDK_SURFACE_PIECE;
    if (end > surface->triangle_count) end = surface->triangle_count;
    for (uint64_t i = first; i < end; i++) {
        if (!span->sound && pdk_triangle_kind_of(surface, i) != PDK_TRIANGLE_SOUND) continue;
        const uint32_t *c = surface->triangles + 3 * i;
        count = take_side(keys, count, range, c[0], c[1]);
        count = take_side(keys, count, range, c[1], c[2]);
        count = take_side(keys, count, range, c[2], c[0]);
    }
    return count;
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

static void count_edge(const edge_step *step, size_t thread, const side_run *edge, edge_counts *counts)
{
    pdk_measuring *measuring = step->measuring;
    double length = length_of(measuring->work.surface, edge);
    uint64_t bucket = edge->low >> measuring->ranges.shift, key = (uint64_t)edge->low << 32 | edge->high;
    counts->edges++;
    if (length < counts->shortest) counts->shortest = length;
    if (length > counts->longest) counts->longest = length;
    step->lengths[bucket] += length;
    if (edge->doubled) pdk_mark(measuring->doubtful, edge->low);
    if (edge->sides == 2) {
        if (edge->upward == 1) return;
        counts->inconsistent++;
        pdk_places_add(measuring->places, thread, PDK_PLACE_INCONSISTENT, key, 0);
    } else if (edge->sides == 1) {
        counts->boundary++;
        step->boundaries[bucket] += length;
        pdk_mark(measuring->rim, edge->low);
        pdk_mark(measuring->rim, edge->high);
        counts->links += pdk_sets_join(measuring->sets, edge->low, edge->high);
    } else {
        counts->non_manifold++;
        pdk_places_add(measuring->places, thread, PDK_PLACE_NON_MANIFOLD, key, edge->sides);
    }
}

static edge_counts count_edges(const edge_step *step, size_t thread, const pdk_point_range *range, const uint64_t *keys,
                               size_t count)
{
    edge_counts counts = { .shortest = INFINITY };
    for (size_t i = 0; i < count;) {
        uint64_t key = keys[i] >> 1;
        side_run edge = { .low = (uint32_t)(range->first + (key >> 32)), .high = (uint32_t)key };
        for (; i < count && keys[i] >> 1 == key; i++) {
            edge.sides++;
            edge.upward += keys[i] & 1;
        }
        edge.doubled = edge.upward > 1 || edge.sides - edge.upward > 1;
        count_edge(step, thread, &edge, &counts);
    }
    return counts;
}

static uint64_t *keys_for(edge_step *step, size_t thread, uint64_t edges)
{
    edge_room *room = &step->rooms[thread];
    if (room->capacity > edges) return room->keys;
    pdk_memory *memory = &step->measuring->work.memory;
    pdk_free(memory, room->keys);
    *room = (edge_room){ pdk_alloc_raw(memory, (size_t)(edges + 1) * sizeof *room->keys), (size_t)edges + 1 };
    if (room->keys != NULL) return room->keys;
    room->capacity = 0;
    atomic_store(&step->measuring->work.short_of_memory, true);
    return NULL;
}

static unsigned bits_of(uint64_t number) { return number > 0 ? 64 - (unsigned)__builtin_clzll(number) : 0; }

static void do_range(void *user, size_t thread, uint64_t number, uint64_t ranges)
{
    edge_step *step = user;
    pdk_measuring *measuring = step->measuring;
    const pdk_point_range *range = &measuring->ranges.ranges[number];
    (void)ranges; /* one at a time */
    if (range->edges == 0 || atomic_load(&measuring->work.short_of_memory)) return;
    uint64_t *keys = keys_for(step, thread, range->edges);
    if (keys == NULL) return;
    size_t count = 0;
    for (uint64_t piece = 0; piece < measuring->ranges.piece_count; piece++) {
        const pdk_piece_span *span = &measuring->ranges.spans[piece];
        if (pdk_piece_meets(span, range)) count = take_piece(measuring->work.surface, piece, span, range, keys, count);
    }
    pdk_sort_keys(keys, count, 33 + bits_of(range->count - 1));
    step->counts[number] = count_edges(step, thread, range, keys, count);
}

static void add_up(pdk_measuring *measuring, const edge_step *step)
{
    pdk_surface_stats *stats = measuring->stats;
    const pdk_point_ranges *ranges = &measuring->ranges;
    double shortest = INFINITY, longest = 0, length = 0;
    uint64_t links = 0;
    for (size_t i = 0; i < ranges->range_count; i++) {
        const edge_counts *counts = &step->counts[i];
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
    stats->edge_length_min = any ? shortest : (double)NAN;
    stats->edge_length_mean = any ? length / (double)stats->edges.total : (double)NAN;
    stats->edge_length_max = any ? longest : (double)NAN;
    stats->boundary_loops = pdk_count_marks(measuring->rim, stats->points) - links;
    stats->euler -= (int64_t)stats->edges.total;
}

pdk_status pdk_measure_edges(pdk_measuring *measuring, pdk_error *error)
{
    pdk_surface_work *work = &measuring->work;
    pdk_point_ranges *ranges = &measuring->ranges;
    edge_step step = { .measuring = measuring };
    uint64_t all = 24 * work->surface->triangle_count, room = work->room < all ? work->room : all;
    if (!pdk_ranges_divide(ranges, work, room / work->threads, sizeof(uint64_t), 0)) return pdk_surface_no_room(work, error);
    step.counts = pdk_surface_room(work, ranges->range_count, sizeof *step.counts);
    step.lengths = pdk_surface_room(work, ranges->bucket_count, sizeof *step.lengths);
    step.boundaries = pdk_surface_room(work, ranges->bucket_count, sizeof *step.boundaries);
    if (step.counts == NULL || step.lengths == NULL || step.boundaries == NULL) return pdk_surface_no_room(work, error);
    pdk_status status = pdk_surface_run(work, 0.4, ranges->range_count, 1, do_range, &step, error);
    if (status == PDK_OK) add_up(measuring, &step);
    for (size_t i = 0; i < PDK_MOST_THREADS; i++) pdk_free(&work->memory, step.rooms[i].keys);
    pdk_free(&work->memory, step.counts);
    pdk_free(&work->memory, step.lengths);
    pdk_free(&work->memory, step.boundaries);
    return status;
}
