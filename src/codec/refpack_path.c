/*
 * Shortest path over the positions of the file, forwards. cost[t] is the least number of bytes whose commands make
 * exactly the first t bytes. A command into t is one of
 *
 *     a copy that starts at s, after 0 to 3 literals of its own:  min(cost[s], cost[s-1] + 1 .. cost[s-3] + 3) + 2, 3,
 * 4 a run of 4, 8 .. 112 literals:                              cost[t-n] + 1 + n
 *
 * A copy found at s serves every t from s + its least to s + its length at one price, so copies are kept as spans, and
 * of two spans the one that is neither cheaper nor reaches further is dropped. For runs, what counts of a start i is
 * cost[i] - i among the starts with the same i modulo 4: a full run more costs one byte, so of these values only the
 * least and the next one above can ever matter.
 */
#include "codec/refpack_path.h"

enum {
    BATCH = 2048,
    DELAY = 8,                        /* a power of two above the least lengths */
    SPANS = 3 * PDK_REFPACK_MOST + 16 /* room; live ones end at different places */
};

static const uint64_t unreachable = UINT64_C(1) << 56;

/* Copies that can end anywhere up to `end`. */
typedef struct span {
    uint64_t cost;
    uint32_t end;
    uint32_t start;
    uint32_t choice; /* with no length in it */
} span;

typedef struct run_start {
    uint64_t cost;
    uint32_t at;
} run_start;

typedef struct path {
    span spans[SPANS]; /* first to last: dearer, and reaching further */
    uint32_t first, last;
    run_start least[4], next[4]; /* by position modulo 4 */
    uint64_t recent[4];          /* cost[t] .. cost[t-3], at t modulo 4 */
    struct waiting {
        uint64_t cost; /* of being at the start with the literals to carry */
        uint32_t carried;
        pdk_refpack_reach reach;
    } waiting[DELAY]; /* positions whose copies begin to count soon */
} path;

/* Makes room at the end when the dropped ones at the front have eaten it. */
static void compact(path *way)
{
    memmove(way->spans, way->spans + way->first, (way->last - way->first) * sizeof way->spans[0]);
    way->last -= way->first;
    way->first = 0;
}

static inline void add_span(path *way, span added)
{
    uint32_t place = way->last;
    while (place > way->first && way->spans[place - 1].cost > added.cost) place--;
    if (place > way->first && way->spans[place - 1].end >= added.end) return;
    uint32_t kept = place;
    while (kept < way->last && way->spans[kept].end <= added.end) kept++;
    if (place > way->first && way->spans[place - 1].cost == added.cost) place--;
    if (kept < way->last && kept != place + 1) {
        memmove(way->spans + place + 1, way->spans + kept, (way->last - kept) * sizeof way->spans[0]);
    }
    way->spans[place] = added;
    way->last = place + 1 + (way->last - kept);
    if (way->last == SPANS) compact(way);
}

/* The copies of one kind found `least` positions ago can end from here on. */
static inline void begin_spans(path *way, uint32_t at, uint32_t kind)
{
    uint32_t least = 3 + kind;
    if (at < least) return;
    uint32_t start = at - least;
    const struct waiting *from = &way->waiting[start % DELAY];
    uint32_t put = from->reach.kinds[kind], length = pdk_refpack_length_of(put);
    if (length < least) return;
    if (kind > 0 && length <= pdk_refpack_length_of(from->reach.kinds[kind - 1])) return; /* there it is cheaper */
    add_span(way, (span){ from->cost + 2 + kind, start + length, start,
                          from->carried << PDK_REFPACK_CARRIED_SHIFT | (put - length) });
}

/* The cheapest command that ends at `at`. */
static inline uint64_t settle(path *way, uint32_t at, pdk_refpack_choice *choice)
{
    uint64_t cost = unreachable;
    for (uint32_t kind = 0; kind < PDK_REFPACK_KINDS; kind++) begin_spans(way, at, kind);
    while (way->first < way->last && way->spans[way->first].end < at) way->first++;
    if (way->first < way->last) {
        const span *cheapest = &way->spans[way->first];
        cost = cheapest->cost;
        *choice = cheapest->choice | (at - cheapest->start);
    } else {
        way->first = way->last = 0;
    }
    run_start *least = &way->least[at % 4];
    if (least->cost != unreachable && at - least->at > PDK_REFPACK_MOST_LITERALS) *least = way->next[at % 4];
    uint64_t run = least->cost + 1 + (at - least->at);
    if (run >= cost) return cost;
    *choice = PDK_REFPACK_RUN | (at - least->at);
    return run;
}

/* Runs can start where a command ended. */
static inline void offer_run(path *way, uint32_t at, uint64_t cost)
{
    run_start *least = &way->least[at % 4], *next = &way->next[at % 4], here = { cost, at };
    if (cost == unreachable) return;
    if (least->cost == unreachable || cost <= least->cost + (at - least->at)) *least = here;
    else *next = here;
}

/* The cheapest way to be at `at` with up to three literals not yet said. */
static inline void wait(path *way, uint32_t at, pdk_refpack_reach reach)
{
    uint64_t best = way->recent[at % 4] << 2;
    for (uint32_t carried = 1; carried <= PDK_REFPACK_MOST_CARRIED; carried++) {
        uint64_t cost = (way->recent[(at - carried) % 4] + carried) << 2 | carried;
        best = cost < best ? cost : best;
    }
    way->waiting[at % DELAY] = (struct waiting){ best >> 2, best & 3, reach };
}

static void begin(path *way)
{
    way->first = way->last = 0;
    for (uint32_t i = 0; i < 4; i++) {
        way->least[i] = way->next[i] = (run_start){ unreachable, 0 };
        way->recent[i] = unreachable;
    }
    way->recent[0] = 0;
    offer_run(way, 0, 0);
}

static inline void take_step(path *way, uint32_t at, pdk_refpack_choice *choices)
{
    uint64_t cost = settle(way, at, &choices[at]);
    way->recent[at % 4] = cost;
    offer_run(way, at, cost);
}

/* From the end back: each step moves to where it starts. Returns the literals the stop carries. */
static void turn_round(uint32_t size, const path *way, pdk_refpack_way *result)
{
    result->packed_size = unreachable;
    for (uint32_t carried = 0; carried <= PDK_REFPACK_MOST_CARRIED && carried <= size; carried++) {
        uint64_t cost = way->recent[(size - carried) % 4] + 1 + carried;
        if (cost >= result->packed_size) continue;
        result->packed_size = cost;
        result->carried = carried;
    }
    pdk_refpack_choice *choices = result->choices;
    uint32_t at = size - result->carried;
    pdk_refpack_choice step = choices[at];
    while (at > 0) {
        uint32_t carried = step >> PDK_REFPACK_CARRIED_SHIFT & 3;
        at -= pdk_refpack_length_of(step) + ((step & PDK_REFPACK_RUN) != 0 ? 0 : carried);
        pdk_refpack_choice before = choices[at];
        choices[at] = step;
        step = before;
    }
}

pdk_status pdk_refpack_solve(uint32_t size, pdk_refpack_find find, void *finder, pdk_progress progress,
                             void *progress_user, pdk_memory *memory, pdk_refpack_way *result, pdk_error *error)
{
    path *way = pdk_alloc_raw(memory, sizeof *way);
    pdk_refpack_reach *reaches = pdk_alloc_array(memory, BATCH, sizeof *reaches);
    result->choices = pdk_alloc_raw(memory, ((size_t)size + 1) * sizeof *result->choices);
    if (way == NULL || reaches == NULL || result->choices == NULL) return pdk_fail_memory(error, memory, "packing");
    begin(way);
    result->choices[0] = 0;
    for (uint32_t first = 0; first < size;) {
        uint32_t count = size - first < BATCH ? size - first : BATCH;
        if (progress != NULL && !progress(progress_user, first, size)) return pdk_fail_cancelled(error);
        find(finder, first, count, reaches);
        for (uint32_t i = 0; i < count; i++, first++) {
            wait(way, first, reaches[i]);
            take_step(way, first + 1, result->choices);
        }
    }
    turn_round(size, way, result);
    pdk_free(memory, reaches);
    pdk_free(memory, way);
    return PDK_OK;
}
