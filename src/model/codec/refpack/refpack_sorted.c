#include "codec/refpack/refpack_sorted.h"

enum { PAIRS = 257 * 257 /* two bytes, or one and the end */ };

static const uint32_t windows[PDK_REFPACK_KINDS] = { PDK_REFPACK_WINDOW_SHORT, PDK_REFPACK_WINDOW_MIDDLE,
                                                     PDK_REFPACK_WINDOW };
static const uint32_t maximum[PDK_REFPACK_KINDS] = { PDK_REFPACK_MAX_SHORT, PDK_REFPACK_MAX_MIDDLE,
                                                     PDK_REFPACK_MAX_COPY };

bool pdk_refpack_sorted_init(pdk_refpack_sorted *order, const uint8_t *data, uint32_t size, pdk_memory *memory)
{
    *order = (pdk_refpack_sorted){ .data = data, .size = size };
    order->sorted = pdk_alloc_array(memory, PDK_REFPACK_MAX_SORTED, sizeof *order->sorted);
    order->place = pdk_alloc_array(memory, PDK_REFPACK_MAX_SORTED, sizeof *order->place);
    for (int i = 0; i < 2; i++) {
        order->scratch[i] = pdk_alloc_array(memory, PDK_REFPACK_MAX_SORTED, sizeof *order->scratch[i]);
    }
    order->windows = pdk_alloc_array(memory, PDK_REFPACK_KINDS, sizeof *order->windows);
    return order->sorted != NULL && order->place != NULL && order->scratch[0] != NULL && order->scratch[1] != NULL &&
           order->windows != NULL;
}

void pdk_refpack_sorted_free(pdk_refpack_sorted *order, pdk_memory *memory)
{
    pdk_free(memory, order->sorted);
    pdk_free(memory, order->place);
    pdk_free(memory, order->scratch[0]);
    pdk_free(memory, order->scratch[1]);
    pdk_free(memory, order->windows);
}

/* ------------------------------------------------------------------------------------------------- sorting
 * By twice as many bytes in every round. A group are positions that begin with the same bytes as far as they are
 * compared; its number is where it begins in `sorted`. */

/* By the first two bytes. */
static void sort_pairs(pdk_refpack_sorted *order, uint32_t count)
{
    const uint8_t *data = order->data + order->base;
    uint32_t *group = order->place, *begins = order->scratch[0], begin = 0;
    memset(begins, 0, (PAIRS + 1) * sizeof *begins);
    for (uint32_t at = 0; at < count; at++) {
        group[at] = (data[at] + 1u) * 257 + (at + 1 < count ? data[at + 1] + 1u : 0);
        begins[group[at]]++;
    }
    for (uint32_t pair = 0; pair <= PAIRS; pair++) {
        uint32_t members = begins[pair];
        begins[pair] = begin;
        begin += members;
    }
    for (uint32_t at = 0; at < count; at++) order->sorted[begins[group[at]]++] = at;
    for (uint32_t i = 0, first = 0; i < count; i++) {
        uint32_t at = order->sorted[i];
        if (i > 0 && group[at] != group[order->sorted[i - 1]]) first = i;
        begins[at] = first;
    }
    memcpy(group, begins, count * sizeof *group);
}

/* Within each group by the group `known` bytes on; those after which the stretch ends come first. */
static void sort_further(pdk_refpack_sorted *order, uint32_t count, uint32_t known)
{
    const uint32_t *group = order->place;
    uint32_t *sorted = order->sorted, *by_second = order->scratch[0], *next = order->scratch[1], filled = 0;
    for (uint32_t at = count - known; at < count; at++) by_second[filled++] = at;
    for (uint32_t i = 0; i < count; i++) {
        if (sorted[i] >= known) by_second[filled++] = sorted[i] - known;
        next[i] = i;
    }
    for (uint32_t i = 0; i < count; i++) sorted[next[group[by_second[i]]]++] = by_second[i];
}

/* Makes groups of those that are the same `known` bytes on, too; returns how many. */
static uint32_t split_groups(pdk_refpack_sorted *order, uint32_t count, uint32_t known)
{
    uint32_t *group = order->place, *fresh = order->scratch[0], groups = 0, first = 0;
    uint64_t before = UINT64_MAX;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = order->sorted[i], behind = at + known < count ? group[at + known] + 1 : 0;
        uint64_t both = (uint64_t)group[at] << 32 | behind;
        if (both != before) {
            first = i;
            groups++;
        }
        fresh[at] = first;
        before = both;
    }
    order->scratch[0] = group;
    order->place = fresh;
    return groups;
}

static void sort(pdk_refpack_sorted *order)
{
    uint32_t count = order->end - order->base, groups = 0;
    sort_pairs(order, count);
    for (uint32_t known = 2; known < PDK_REFPACK_MAX_COPY && known < count && groups < count; known *= 2) {
        sort_further(order, count, known);
        groups = split_groups(order, count, known);
    }
    for (uint32_t i = 0; i < count; i++) order->place[order->sorted[i]] = i;
}

/* ---------------------------------------------------------------------------------------------------- sets */

static inline void add(pdk_refpack_set *set, uint32_t number)
{
    set->low[number >> 6] |= UINT64_C(1) << (number & 63);
    set->middle[number >> 12] |= UINT64_C(1) << (number >> 6 & 63);
    set->top |= UINT64_C(1) << (number >> 12);
}

static inline void drop(pdk_refpack_set *set, uint32_t number)
{
    if ((set->low[number >> 6] &= ~(UINT64_C(1) << (number & 63))) != 0) return;
    if ((set->middle[number >> 12] &= ~(UINT64_C(1) << (number >> 6 & 63))) != 0) return;
    set->top &= ~(UINT64_C(1) << (number >> 12));
}

static inline uint32_t lowest(uint64_t bits)
{
    return (uint32_t)__builtin_ctzll(bits);
}
static inline uint32_t highest(uint64_t bits)
{
    return 63 - (uint32_t)__builtin_clzll(bits);
}
static inline uint64_t above(uint64_t bits, uint32_t number)
{
    return bits & ~UINT64_C(1) << (number & 63);
}
static inline uint64_t below(uint64_t bits, uint32_t number)
{
    return bits & ((UINT64_C(1) << (number & 63)) - 1);
}

/* The member next above, or PDK_REFPACK_MAX_SORTED. */
static inline uint32_t next_above(const pdk_refpack_set *set, uint32_t number)
{
    uint64_t bits = above(set->low[number >> 6], number);
    if (bits != 0) return (number & ~UINT32_C(63)) + lowest(bits);
    bits = above(set->middle[number >> 12], number >> 6);
    uint32_t word = (number >> 6 & ~UINT32_C(63)) + (bits != 0 ? lowest(bits) : 0);
    if (bits == 0) {
        bits = above(set->top, number >> 12);
        if (bits == 0) return PDK_REFPACK_MAX_SORTED;
        word = lowest(bits) << 6;
        word += lowest(set->middle[word >> 6]);
    }
    return (word << 6) + lowest(set->low[word]);
}

/* The member next below, or PDK_REFPACK_MAX_SORTED. */
static inline uint32_t next_below(const pdk_refpack_set *set, uint32_t number)
{
    uint64_t bits = below(set->low[number >> 6], number);
    if (bits != 0) return (number & ~UINT32_C(63)) + highest(bits);
    bits = below(set->middle[number >> 12], number >> 6);
    uint32_t word = (number >> 6 & ~UINT32_C(63)) + (bits != 0 ? highest(bits) : 0);
    if (bits == 0) {
        bits = below(set->top, number >> 12);
        if (bits == 0) return PDK_REFPACK_MAX_SORTED;
        word = highest(bits) << 6;
        word += highest(set->middle[word >> 6]);
    }
    return (word << 6) + highest(set->low[word]);
}

/* -------------------------------------------------------------------------------------------------- asking */

/* Sorts the stretch in which `at` is the first that is requested. */
static void begin_stretch(pdk_refpack_sorted *order, uint32_t at)
{
    uint32_t left = order->size - at;
    order->base = at > PDK_REFPACK_WINDOW ? at - PDK_REFPACK_WINDOW : 0;
    order->asked = at + (left < PDK_REFPACK_SORTED_ASKED ? left : PDK_REFPACK_SORTED_ASKED);
    left = order->size - order->asked;
    order->end = order->asked + (left < PDK_REFPACK_MAX_COPY ? left : PDK_REFPACK_MAX_COPY);
    sort(order);
    memset(order->windows, 0, PDK_REFPACK_KINDS * sizeof *order->windows);
    for (uint32_t kind = 0; kind < PDK_REFPACK_KINDS; kind++) {
        uint32_t from = at > windows[kind] ? at - windows[kind] : 0;
        for (; from < at; from++) add(&order->windows[kind], order->place[from - order->base]);
    }
}

/* The longer of the copies from the neighbours. */
static inline pdk_refpack_copy longest(const pdk_refpack_sorted *order, uint32_t at, uint32_t kind)
{
    const pdk_refpack_set *set = &order->windows[kind];
    uint32_t place = order->place[at - order->base], left = order->size - at;
    uint32_t limit = left < maximum[kind] ? left : maximum[kind];
    const uint32_t neighbours[] = { next_below(set, place), next_above(set, place) };
    pdk_refpack_copy best = { 0, 1 };
    for (int i = 0; i < 2; i++) {
        if (neighbours[i] == PDK_REFPACK_MAX_SORTED) continue;
        uint32_t from = order->base + order->sorted[neighbours[i]];
        uint32_t length = pdk_refpack_common(order->data + from, order->data + at, 0, limit);
        if (length > best.length) best = (pdk_refpack_copy){ length, at - from };
    }
    return best;
}

void pdk_refpack_sorted_reach(pdk_refpack_sorted *order, uint32_t first, uint32_t count, pdk_refpack_reach *reaches)
{
    for (uint32_t at = first; at < first + count; at++) {
        if (at >= order->asked) begin_stretch(order, at);
        pdk_refpack_reach *reach = &reaches[at - first];
        *reach = (pdk_refpack_reach){ { 0 } };
        uint32_t longer = 2; /* than a cheaper kind reaches, or the kind's least */
        for (uint32_t kind = 0; kind < PDK_REFPACK_KINDS; kind++) {
            if (longer < 2 + kind) longer = 2 + kind;
            pdk_refpack_copy copy = longest(order, at, kind);
            if (copy.length > longer) {
                reach->kinds[kind] = pdk_refpack_reach_by(at, copy, maximum[kind]);
                longer = copy.length;
            }
            pdk_refpack_set *set = &order->windows[kind];
            add(set, order->place[at - order->base]);
            if (at >= order->base + windows[kind]) drop(set, order->place[at - windows[kind] - order->base]);
        }
    }
}
