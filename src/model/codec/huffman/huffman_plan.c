#include "codec/huffman/huffman_plan.h"

#include <string.h>

enum {
    LONGEST = 15,  /* code EA's packer makes */
    TABLE = 252,   /* runs shorter than this have their cost counted ... */
    RUN_COST = 20, /* ... and longer ones are taken to cost this */
    COUNTED = 255  /* runs at least this long count for the escape from the start */
};

unsigned pdk_huffman_number_zeros(uint32_t number)
{
    unsigned zeros = 0;
    while (number >= (UINT64_C(8) << zeros) - 4) zeros++;
    return zeros;
}

uint32_t pdk_huffman_repeats(const uint8_t *data, size_t size, size_t at)
{
    if (at == 0) return 0;
    uint32_t repeats = 0;
    size_t last = size - at > PDK_HUFFMAN_MAX_RUN ? at + PDK_HUFFMAN_MAX_RUN : size - 1;
    while (at + repeats < last && data[at + repeats] == data[at - 1]) repeats++;
    return repeats;
}

bool pdk_huffman_says_run(const pdk_huffman_plan *plan, uint8_t byte, uint32_t repeats)
{
    uint32_t run = RUN_COST;
    if (repeats < TABLE) run = plan->lengths[plan->escape] + 3u + 2 * pdk_huffman_number_zeros(repeats);
    return (uint64_t)repeats * plan->lengths[byte] > run;
}

/* The first of the last longest row of bytes that do not occur; without such, the rarest byte, the first of equals. */
static uint8_t choose_escape(const uint64_t counts[256])
{
    unsigned best = 0, longest = 0, rarest = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
        unsigned row = 0;
        while (byte + row < 256 && counts[byte + row] == 0) row++;
        if (row > 0 && row >= longest) {
            longest = row;
            best = byte;
        }
        if (counts[byte] < counts[rarest]) rarest = byte;
        byte += row;
    }
    return (uint8_t)(longest > 0 ? best : rarest);
}

/* A tree while it is being made: what is not joined yet, in the order that decides between equals. */
typedef struct forest {
    uint64_t counts[256];
    uint16_t nodes[256];
    unsigned size;
    uint16_t parents[512];
    unsigned made;
} forest;

/* The two rarest; of equals those listed first. */
static void find_rarest(const forest *trees, unsigned *first, unsigned *second)
{
    *first = trees->counts[1] < trees->counts[0] ? 1 : 0;
    *second = 1 - *first;
    for (unsigned i = 2; i < trees->size; i++) {
        if (trees->counts[i] < trees->counts[*first]) {
            *second = *first;
            *first = i;
        } else if (trees->counts[i] < trees->counts[*second]) {
            *second = i;
        }
    }
}

/* The pair takes the second's place in the list, and the last takes the first's. */
static void join(forest *trees, unsigned first, unsigned second)
{
    uint16_t node = (uint16_t)(256 + trees->made++);
    trees->parents[trees->nodes[first]] = trees->parents[trees->nodes[second]] = node;
    trees->counts[second] += trees->counts[first];
    trees->nodes[second] = node;
    trees->size--;
    trees->counts[first] = trees->counts[trees->size];
    trees->nodes[first] = trees->nodes[trees->size];
}

static void make_lengths(pdk_huffman_plan *plan)
{
    forest trees = { 0 };
    memset(plan->lengths, 0, sizeof plan->lengths);
    for (unsigned byte = 0; byte < 256; byte++) {
        if (plan->counts[byte] == 0) continue;
        trees.counts[trees.size] = plan->counts[byte];
        trees.nodes[trees.size++] = (uint16_t)byte;
    }
    unsigned first, second;
    while (trees.size > 1) {
        find_rarest(&trees, &first, &second);
        join(&trees, first, second);
    }
    unsigned root = trees.nodes[0];
    for (unsigned byte = 0; byte < 256; byte++) {
        if (plan->counts[byte] == 0) continue;
        for (unsigned node = byte; node != root; node = trees.parents[node]) plan->lengths[byte]++;
    }
}

/* The longest code that is shorter than the longest allowed, the first of equals. */
static unsigned find_graft(const pdk_huffman_plan *plan)
{
    unsigned best = 256;
    for (unsigned byte = 0; byte < 256; byte++) {
        unsigned length = plan->lengths[byte];
        if (length == 0 || length >= LONGEST) continue;
        if (best == 256 || length > plan->lengths[best]) best = byte;
    }
    return best;
}

/* While a code is too long: of the last two of the longest, one moves up into the place of both, and the other shares
 * the place of a shorter code. */
static void limit_lengths(pdk_huffman_plan *plan)
{
    for (;;) {
        unsigned last = 0, before = 0, longest = 0;
        for (unsigned byte = 0; byte < 256; byte++) {
            if (plan->lengths[byte] == 0 || plan->lengths[byte] < longest) continue;
            before = last;
            last = byte;
            longest = plan->lengths[byte];
        }
        if (longest <= LONGEST) return;
        unsigned graft = find_graft(plan);
        plan->lengths[last] = ++plan->lengths[graft];
        plan->lengths[before]--;
    }
}

/* Bytes by themselves; runs count for the escape only when they are long. */
static void count_simply(pdk_huffman_plan *plan, const uint8_t *data, size_t size, uint64_t *escapes)
{
    memset(plan->counts, 0, sizeof plan->counts);
    *escapes = 0;
    for (size_t at = 0; at < size; at++) {
        if (at > 0 && data[at] == data[at - 1]) {
            uint32_t repeats = pdk_huffman_repeats(data, size, at);
            if (repeats == 0 || repeats >= COUNTED) ++*escapes;
            at += repeats;
        }
        plan->counts[data[at]]++;
    }
    if (*escapes == 0) *escapes = 1;
}

/* The same as the first lengths would have them said. */
static void count_as_said(pdk_huffman_plan *plan, const uint8_t *data, size_t size)
{
    uint64_t counts[256] = { 0 };
    for (size_t at = 0; at < size; at++) {
        uint32_t repeats = pdk_huffman_repeats(data, size, at);
        if (repeats > 0) {
            if (pdk_huffman_says_run(plan, data[at - 1], repeats)) counts[plan->escape]++;
            else counts[data[at - 1]] += repeats;
            at += repeats;
        }
        counts[data[at]]++;
    }
    counts[plan->escape]++; /* the end */
    memcpy(plan->counts, counts, sizeof counts);
}

void pdk_huffman_make_plan(pdk_huffman_plan *plan, const uint8_t *data, size_t size)
{
    uint64_t escapes;
    count_simply(plan, data, size, &escapes);
    plan->escape = choose_escape(plan->counts);
    plan->counts[plan->escape] = escapes;
    make_lengths(plan);
    count_as_said(plan, data, size);
    if (size == 0) plan->counts[(uint8_t)(plan->escape + 1)] = 1; /* a code needs two symbols to be full */
    make_lengths(plan);
    limit_lengths(plan);
}
