/*
 * Shortest path over the positions of the file, forwards. cost[t] is the least number of bytes whose commands make
 * exactly the first t bytes. A command into t is one of
 *
 *     a copy that starts at s, after 0 to 3 literals:  min(cost[s], cost[s-1] + 1 .. cost[s-3] + 3) + 2, 3, 4
 *     a run of 4, 8 .. 112 literals:                   cost[t-n] + 1 + n
 *
 * A copy found at s serves every t from s + its least to s + its length at one price, and of copies of one price only
 * the one that reaches furthest counts: a place for each price is all there is to keep. Prices of copies that still
 * reach on lie close together (the way to any earlier position costs at most a few bytes more than the way to this
 * one), so the price modulo 64 identifies a place, and one word says which are taken. For runs, what counts of a start
 * i is cost[i] - i among the starts with the same i modulo 4: a full run more costs one byte, so of these values only
 * the least and the next one above can ever matter.
 *
 * The loop has few branches, because where copies begin and end cannot be foretold.
 */
#include "codec/refpack/refpack_path.h"

#include "base/callback.h"

enum {
    BATCH = 2048,
    DELAY = 8, /* a power of two above the least lengths */
    PRICES = 64,
    CHEAPER = 24 /* no live copy is this much cheaper than being at a position just before */
};

/* More than all that is left to choose from can differ. Positions that no commands make exactly cost this much more. */
static const uint64_t forbidding = 1 << 20;

typedef struct run_start {
    uint64_t cost;
    uint32_t at;
} run_start;

/* A position whose copies begin to count soon. */
typedef struct start {
    uint64_t cost;    /* of being there with the literals to carry */
    uint64_t carried; /* as they are in a choice */
    pdk_refpack_reach reach;
} start;

typedef struct path {
    uint64_t copies[PRICES];       /* by price: of the copy that reaches furthest, the end << 32 | its choice */
    uint64_t live;                 /* a bit for each place of `copies` that is taken */
    uint64_t recent[4];            /* cost[t] .. cost[t-3] plus what carrying 0 .. 3 literals costs, << 2 | how many */
    run_start minimum[4], next[4]; /* by position modulo 4 */
    start waiting[DELAY];
} path;

/* The copies of one kind found `minimum` positions ago can end from here on. */
static inline void begin_copy(path *way, uint32_t at, uint32_t kind)
{
    const start *from = &way->waiting[(at - (3 + kind)) % DELAY];
    uint64_t found = from->reach.kinds[kind], copy = found | from->carried, price = (from->cost + 2 + kind) % PRICES;
    way->copies[price] = copy > way->copies[price] ? copy : way->copies[price];
    way->live |= (uint64_t)(found != 0) << price;
}

/* The price of the cheapest copy that can end here, or `otherwise` when there is none that is cheaper. */
static inline uint64_t cheapest_copy(path *way, uint32_t at, uint64_t otherwise, pdk_refpack_choice *choice)
{
    uint64_t base = way->waiting[(at - 3) % DELAY].cost - CHEAPER;
    unsigned turn = base % PRICES;
    uint64_t left = way->live >> turn | way->live << (-turn % PRICES);
    for (; left != 0; left &= left - 1) {
        uint64_t price = base + (uint64_t)__builtin_ctzll(left), copy = way->copies[price % PRICES];
        uint32_t end = (uint32_t)(copy >> 32);
        if (end < at) {
            way->live &= ~(UINT64_C(1) << price % PRICES);
            continue;
        }
        if (price >= otherwise) break;
        *choice = (uint32_t)copy - (end - at);
        return price;
    }
    return otherwise;
}

/* The cheapest command that ends at `at`. */
static inline uint64_t settle(path *way, uint32_t at, pdk_refpack_choice *choice)
{
    for (uint32_t kind = 0; kind < PDK_REFPACK_KINDS; kind++) begin_copy(way, at, kind);
    run_start *minimum = &way->minimum[at % 4];
    if (at - minimum->at > PDK_REFPACK_MAX_LITERALS) *minimum = way->next[at % 4];
    *choice = PDK_REFPACK_RUN | (at - minimum->at);
    return cheapest_copy(way, at, minimum->cost + 1 + (at - minimum->at), choice);
}

/* Runs can start where a command ended. */
static inline void offer_run(path *way, uint32_t at, uint64_t cost)
{
    run_start *minimum = &way->minimum[at % 4], here = { cost, at };
    if (cost <= minimum->cost + (at - minimum->at)) *minimum = here;
    else way->next[at % 4] = here;
}

static inline uint64_t lesser(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The cheapest way to be at `at` with up to three literals not yet said. */
static inline void queue(path *way, uint32_t at, const pdk_refpack_reach *reach)
{
    uint64_t best = lesser(lesser(way->recent[0], way->recent[1]), lesser(way->recent[2], way->recent[3]));
    way->waiting[at % DELAY] = (start){ best >> 2, (best & 3) << PDK_REFPACK_CARRIED_SHIFT, *reach };
}

static void begin(path *way)
{
    memset(way, 0, sizeof *way);
    for (uint32_t i = 1; i < 4; i++) {
        way->recent[i] = forbidding << 2;
        way->minimum[i] = (run_start){ forbidding, i };
    }
}

static inline void take_step(path *way, uint32_t at, pdk_refpack_choice *choices)
{
    enum { ONE_MORE = 1 << 2 | 1 };
    uint64_t cost = settle(way, at, &choices[at]);
    for (uint32_t carried = PDK_REFPACK_MAX_CARRIED; carried > 0; carried--) {
        way->recent[carried] = way->recent[carried - 1] + ONE_MORE;
    }
    way->recent[0] = cost << 2;
    offer_run(way, at, cost);
}

/* From the end back: each step moves to where it starts. Returns the literals the stop carries. */
static void turn_round(uint32_t size, const path *way, pdk_refpack_way *result)
{
    result->packed_size = UINT64_MAX;
    for (uint32_t carried = 0; carried <= PDK_REFPACK_MAX_CARRIED && carried <= size; carried++) {
        uint64_t cost = (way->recent[carried] >> 2) + 1;
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
        if (!pdk_tell_progress(progress, progress_user, first, size)) return pdk_fail_cancelled(error);
        if (!find(finder, first, count, reaches)) return pdk_fail_memory(error, memory, "packing");
        for (uint32_t i = 0; i < count; i++, first++) {
            queue(way, first, &reaches[i]);
            take_step(way, first + 1, result->choices);
        }
    }
    turn_round(size, way, result);
    pdk_free(memory, reaches);
    pdk_free(memory, way);
    return PDK_OK;
}
