#include "codec/refpack_chain.h"

#include "codec/refpack_hash.h"

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

/* Puts `at` in place of the position that is handed back, + 1. */
static inline uint32_t exchange(uint32_t *place, uint32_t at)
{
    uint32_t before = *place;
    *place = at + 1;
    return before;
}

/* How far back that place is; 0 = there is none within the window. */
static inline uint32_t distance_of(uint32_t place, uint32_t at, uint32_t window)
{
    return place != 0 && at + 1 - place <= window ? at + 1 - place : 0;
}

/* Copies found at one position so far: nearest and shortest first. */
typedef struct found {
    pdk_refpack_copy *copies;
    uint32_t count, best;
} found;

/* Adds the copy from there when it is longer than all nearer ones. */
static inline void consider(found *list, const uint8_t *here, uint32_t distance, uint32_t limit)
{
    const uint8_t *there = here - distance;
    if (list->best >= limit || there[list->best] != here[list->best]) return;
    if (pdk_load_u32(there) != pdk_load_u32(here)) return;
    uint32_t length = pdk_refpack_common(there, here, 4, limit);
    if (length <= list->best) return;
    list->best = length;
    list->copies[list->count++] = (pdk_refpack_copy){ length, distance };
}

/* Enters `at` everywhere and looks. */
static inline uint32_t look(pdk_refpack_chain *chain, uint32_t at, uint32_t limit, pdk_refpack_copy *copies)
{
    const uint8_t *here = chain->data + at;
    uint32_t four = exchange(&chain->four[pdk_refpack_hash_four(here, FOUR_BITS)], at);
    uint32_t next = exchange(&chain->six[pdk_refpack_hash_six(here, SIX_BITS)], at);
    uint32_t sixteen = exchange(&chain->sixteen[pdk_refpack_hash_sixteen(here, SIXTEEN_BITS)], at);
    chain->older[at & MASK] = next;
    found list = { copies, 0, 2 };
    uint32_t near = pdk_refpack_near_find(chain->near, chain->data, at), distance;
    if (near != 0) {
        list.best = pdk_refpack_common(here - near, here, 3, limit);
        copies[list.count++] = (pdk_refpack_copy){ list.best, near };
    }
    distance = distance_of(four, at, PDK_REFPACK_WINDOW);
    if (distance != 0 && distance != near) consider(&list, here, distance, limit);
    for (uint32_t depth = chain->depth; depth > 0; depth--) {
        distance = distance_of(next, at, PDK_REFPACK_WINDOW);
        if (distance == 0) break;
        consider(&list, here, distance, limit);
        uint32_t older = chain->older[(next - 1) & MASK];
        if (older >= next) break; /* its place was taken by a newer one: it was too far */
        next = older;
    }
    distance = distance_of(sixteen, at, PDK_REFPACK_WINDOW);
    if (distance != 0 && (list.count == 0 || distance > copies[list.count - 1].distance)) {
        consider(&list, here, distance, limit);
    }
    return list.count;
}

/* Inside a copy that is long enough: what of it is left, and only some positions are entered. */
static inline uint32_t pass(pdk_refpack_chain *chain, uint32_t at, pdk_refpack_copy *copies)
{
    const uint8_t *here = chain->data + at;
    chain->four[pdk_refpack_hash_four(here, FOUR_BITS)] = at + 1;
    chain->sixteen[pdk_refpack_hash_sixteen(here, SIXTEEN_BITS)] = at + 1;
    chain->older[at & MASK] = exchange(&chain->six[pdk_refpack_hash_six(here, SIX_BITS)], at);
    copies[0] = (pdk_refpack_copy){ chain->known_length, at - chain->known_from };
    return 1;
}

/* The copy was as long as a command can say: is the byte behind it the same, too? */
static inline bool goes_on(const pdk_refpack_chain *chain, uint32_t at)
{
    return chain->data[chain->known_from + PDK_REFPACK_MOST - 1] == chain->data[at + PDK_REFPACK_MOST - 1];
}

/* The places a coming position will ask for. */
static inline void prefetch(const pdk_refpack_chain *chain, const uint8_t *at)
{
    __builtin_prefetch(&chain->four[pdk_refpack_hash_four(at, FOUR_BITS)], 1);
    __builtin_prefetch(&chain->six[pdk_refpack_hash_six(at, SIX_BITS)], 1);
}

static inline uint32_t find(pdk_refpack_chain *chain, uint32_t at, pdk_refpack_copy *copies)
{
    uint32_t left = chain->size - at, limit = left < PDK_REFPACK_MOST ? left : PDK_REFPACK_MOST;
    if (left < LOADED) return 0;
    if (left > LOADED + AHEAD) prefetch(chain, chain->data + at + AHEAD);
    chain->known_from++;
    if (chain->known_length > 0) chain->known_length--;
    if (chain->known_length == PDK_REFPACK_MOST - 1 && limit == PDK_REFPACK_MOST && goes_on(chain, at)) {
        chain->known_length++;
    }
    if (chain->known_length >= chain->content) return pass(chain, at, copies);
    uint32_t count = look(chain, at, limit, copies), known = at - chain->known_from;
    if (count > 0 && copies[count - 1].length >= chain->known_length) {
        chain->known_from = at - copies[count - 1].distance;
        chain->known_length = copies[count - 1].length;
    } else if (chain->known_length > 2) {
        while (count > 0 && copies[count - 1].distance >= known) count--;
        copies[count++] = (pdk_refpack_copy){ chain->known_length, known };
    }
    return count;
}

void pdk_refpack_chain_reach(void *user, uint32_t first, uint32_t count, pdk_refpack_reach *reaches)
{
    pdk_refpack_chain *chain = user;
    pdk_refpack_copy copies[PDK_REFPACK_MOST];
    for (uint32_t i = 0; i < count; i++) {
        reaches[i] = pdk_refpack_reach_of(copies, find(chain, first + i, copies));
    }
}
