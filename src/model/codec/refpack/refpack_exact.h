/* Finds every useful copy: by trees, and by sorting where hostile data make the trees slow. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_EXACT_H
#define PADDOCK_CODEC_REFPACK_REFPACK_EXACT_H

#include "codec/refpack/refpack_sorted.h"
#include "codec/refpack/refpack_tree.h"

/* What the trees may cost before they are given up, in pdk_refpack_tree.work. What people have takes a small part. */
enum {
    PDK_REFPACK_EXACT_ALLOWED = 64 << 20,
    PDK_REFPACK_EXACT_ALLOWED_FOR_EACH = 64 * PDK_REFPACK_TREE_PLACE /* position */
};

typedef struct pdk_refpack_exact {
    pdk_refpack_tree tree;
    pdk_refpack_sorted order;
    bool ordered; /* the trees were too much work: from here on by order */
    pdk_memory *memory;
} pdk_refpack_exact;

/* false = out of memory. */
bool pdk_refpack_exact_init(pdk_refpack_exact *exact, const uint8_t *data, uint32_t size, pdk_memory *memory);
void pdk_refpack_exact_free(pdk_refpack_exact *exact);

/* A pdk_refpack_find. */
bool pdk_refpack_exact_reach(void *exact, uint32_t first, uint32_t count, pdk_refpack_reach *reaches);

#endif
