/* Finds good copies fast: tries only a few candidates for each position. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_CHAIN_H
#define PADDOCK_CODEC_REFPACK_REFPACK_CHAIN_H

#include "base/memory.h"
#include "codec/refpack/refpack_near.h"

/* Four and sixteen bytes are looked for at their newest place only, six along a chain of older ones. */
typedef struct pdk_refpack_chain {
    const uint8_t *data;
    uint32_t size;
    uint32_t depth;   /* places of six bytes looked at */
    uint32_t content; /* a copy this long is good enough: inside it nothing is looked for */
    pdk_refpack_near *near;
    uint32_t *four, *six, *sixteen;    /* by their hashes: the newest position + 1 */
    uint32_t *older;                   /* by position modulo the window: the one before of the same six, + 1 */
    uint32_t known_from, known_length; /* the copy that continues from the position before; its length is 0 for none */
} pdk_refpack_chain;

/* false = out of memory. */
bool pdk_refpack_chain_init(pdk_refpack_chain *chain, const uint8_t *data, uint32_t size, uint32_t depth,
                            uint32_t content, pdk_memory *memory);
void pdk_refpack_chain_free(pdk_refpack_chain *chain, pdk_memory *memory);

/* A pdk_refpack_find. */
bool pdk_refpack_chain_reach(void *chain, uint32_t first, uint32_t count, pdk_refpack_reach *reaches);

#endif
