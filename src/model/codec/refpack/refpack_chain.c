#include "codec/refpack/refpack_chain.h"

#include "codec/refpack/refpack_hash.h"

enum { FOUR_BITS = 16, SIX_BITS = 16, SIXTEEN_BITS = 15, MASK = PDK_REFPACK_WINDOW - 1, LOADED = 16, AHEAD = 8 };

bool pdk_refpack_chain_init(pdk_refpack_chain *chain, const uint8_t *data, uint32_t size, uint32_t depth,
                            uint32_t content, pdk_memory *memory)
{
    uint32_t places = PDK_REFPACK_WINDOW;
    while (places / 2 > size) places /= 2; /* a small file never comes round */
    *chain = (pdk_refpack_chain){ .data = data, .size = size, .depth = depth, .content = content };
    chain->near = pdk_alloc(memory, sizeof *chain->near);
    chain->four = pdk_alloc_array(memory, 1 << FOUR_BITS, sizeof *chain->four);
    chain->six = pdk_alloc_array(memory, 1 << SIX_BITS, sizeof *chain->six);
    chain->sixteen = pdk_alloc_array(memory, 1 << SIXTEEN_BITS, sizeof *chain->sixteen);
    chain->older = pdk_alloc_array(memory, places, sizeof *chain->older);
    return chain->near != NULL && chain->four != NULL && chain->six != NULL && chain->sixteen != NULL &&
           chain->older != NULL;
}

void pdk_refpack_chain_free(pdk_refpack_chain *chain, pdk_memory *memory)
{
    pdk_free(memory, chain->near);
    pdk_free(memory, chain->four);
    pdk_free(memory, chain->six);
    pdk_free(memory, chain->sixteen);
    pdk_free(memory, chain->older);
}

/* Puts `at` instead of the position that is returned, + 1. */
static inline uint32_t exchange(uint32_t *place, uint32_t at)
{
    uint32_t before = *place;
    *place = at + 1;
    return before;
}

/* What is found at one position: nearest and shortest first. */
typedef struct found {
    pdk_refpack_reach reach;
    pdk_refpack_copy best; /* the last one */
    uint32_t at, limit;
} found;

static inline void take(found *all, uint32_t length, uint32_t distance)
{
    all->best = (pdk_refpack_copy){ length, distance };
    pdk_refpack_reach_add(&all->reach, all->at, all->best);
}

/* Takes the copy from there when it is longer than all nearer ones. */
static inline bool consider(found *all, const uint8_t *here, uint32_t distance)
{
    const uint8_t *there = here - distance;
    uint32_t best = all->best.length;
    if (best >= all->limit || there[best] != here[best]) return false;
    if (pdk_load_u32(there) != pdk_load_u32(here)) return false;
    uint32_t length = pdk_refpack_common(there, here, 4, all->limit);
    if (length <= best) return false;
    take(all, length, distance);
    return true;
}

/* Enters `at` in all tables, and finds copies for it. */
static inline void find_copies(pdk_refpack_chain *chain, found *all)
{
    uint32_t at = all->at;
    const uint8_t *here = chain->data + at;
    uint32_t four = exchange(&chain->four[pdk_refpack_hash_four(here, FOUR_BITS)], at);
    uint32_t next = exchange(&chain->six[pdk_refpack_hash_six(here, SIX_BITS)], at);
    uint32_t sixteen = exchange(&chain->sixteen[pdk_refpack_hash_sixteen(here, SIXTEEN_BITS)], at);
    chain->older[at & MASK] = next;
    uint32_t three = pdk_refpack_near_enter(chain->near, chain->data, at);
    uint32_t distance = pdk_refpack_distance(four, at, PDK_REFPACK_WINDOW);
    /* Four bytes from nearby cost no more than three from nearer still. */
    if (distance > PDK_REFPACK_WINDOW_SHORT || distance == 0 || !consider(all, here, distance)) {
        uint32_t near = pdk_refpack_near_find(chain->near, chain->data, at, three);
        if (near != 0) take(all, pdk_refpack_common(here - near, here, 3, all->limit), near);
        if (distance > PDK_REFPACK_WINDOW_SHORT) consider(all, here, distance);
    }
    for (uint32_t depth = chain->depth; depth > 0; depth--) {
        distance = pdk_refpack_distance(next, at, PDK_REFPACK_WINDOW);
        if (distance == 0) break;
        consider(all, here, distance);
        uint32_t older = chain->older[(next - 1) & MASK];
        if (older >= next) break; /* its place was taken by a newer one: it was too far */
        next = older;
    }
    distance = pdk_refpack_distance(sixteen, at, PDK_REFPACK_WINDOW);
    if (distance > all->best.distance) consider(all, here, distance);
}

/* Inside a copy that is long enough: what of it is left, and only some positions are entered. */
static inline void pass(pdk_refpack_chain *chain, found *all)
{
    uint32_t at = all->at;
    const uint8_t *here = chain->data + at;
    chain->four[pdk_refpack_hash_four(here, FOUR_BITS)] = at + 1;
    chain->sixteen[pdk_refpack_hash_sixteen(here, SIXTEEN_BITS)] = at + 1;
    chain->older[at & MASK] = exchange(&chain->six[pdk_refpack_hash_six(here, SIX_BITS)], at);
    take(all, chain->known_length, at - chain->known_from);
}

/* The copy was as long as a command can say: is the byte after it the same, too? */
static inline bool goes_on(const pdk_refpack_chain *chain, uint32_t at)
{
    return chain->data[chain->known_from + PDK_REFPACK_MAX_COPY - 1] == chain->data[at + PDK_REFPACK_MAX_COPY - 1];
}

/* The places a coming position will ask for. */
static inline void prefetch(const pdk_refpack_chain *chain, const uint8_t *at)
{
    __builtin_prefetch(&chain->four[pdk_refpack_hash_four(at, FOUR_BITS)], 1);
    __builtin_prefetch(&chain->six[pdk_refpack_hash_six(at, SIX_BITS)], 1);
}

static inline void find(pdk_refpack_chain *chain, found *all)
{
    uint32_t at = all->at, left = chain->size - at;
    if (left < LOADED) return;
    if (left > LOADED + AHEAD) prefetch(chain, chain->data + at + AHEAD);
    chain->known_from++;
    if (chain->known_length > 0) chain->known_length--;
    if (chain->known_length == PDK_REFPACK_MAX_COPY - 1 && left >= PDK_REFPACK_MAX_COPY && goes_on(chain, at)) {
        chain->known_length++;
    }
    if (chain->known_length >= chain->content) {
        pass(chain, all);
        return;
    }
    find_copies(chain, all);
    if (all->best.length >= chain->known_length) {
        chain->known_from = at - all->best.distance;
        chain->known_length = all->best.length;
    } else {
        take(all, chain->known_length, at - chain->known_from);
    }
}

bool pdk_refpack_chain_reach(void *user, uint32_t first, uint32_t count, pdk_refpack_reach *reaches)
{
    pdk_refpack_chain *chain = user;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = first + i, left = chain->size - at;
        found all = { .best = { 2, 0 }, .at = at, .limit = left < PDK_REFPACK_MAX_COPY ? left : PDK_REFPACK_MAX_COPY };
        find(chain, &all);
        reaches[i] = all.reach;
    }
    return true;
}
