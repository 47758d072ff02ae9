/* Memory that several Arrow structs share: it is freed when the last of them is released, in any order and on any
 * thread. So a child that was moved out of its batch stays valid without it. */
#ifndef PADDOCK_ARROW_ARROW_BLOCK_H
#define PADDOCK_ARROW_ARROW_BLOCK_H

#include <stdatomic.h>

#include "base/memory.h"
#include "paddock/arrow.h"

typedef struct pdk_arrow_block {
    pdk_memory memory;
    pdk_allocator allocator; /* of this struct itself */
    atomic_size_t holders;
    pdk_document *document; /* held as long as the block; NULL = none */
} pdk_arrow_block;

/* With one holder; NULL when memory runs out. `document` may be NULL. */
pdk_arrow_block *pdk_arrow_block_make(const pdk_allocator *allocator, const pdk_document *document);
/* So many holders more. */
void pdk_arrow_block_hold(pdk_arrow_block *block, size_t holders);
/* One less. */
void pdk_arrow_block_drop(pdk_arrow_block *block);

#endif
