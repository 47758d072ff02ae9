#include "arrow/arrow_block.h"

#include "base/allocator.h"

pdk_arrow_block *pdk_arrow_block_make(const pdk_allocator *allocator, const pdk_document *document)
{
    pdk_allocator own = pdk_allocator_of(allocator);
    pdk_arrow_block *block = pdk_allocator_take(&own, sizeof *block);
    if (block == NULL) return NULL;
    pdk_memory_init(&block->memory, &own, 0);
    block->allocator = own;
    atomic_init(&block->holders, 1);
    block->document = pdk_retain(document);
    return block;
}

void pdk_arrow_block_hold(pdk_arrow_block *block, size_t holders)
{
    atomic_fetch_add_explicit(&block->holders, holders, memory_order_relaxed);
}

void pdk_arrow_block_drop(pdk_arrow_block *block)
{
    if (block == NULL || atomic_fetch_sub_explicit(&block->holders, 1, memory_order_acq_rel) != 1) return;
    pdk_allocator allocator = block->allocator;
    pdk_document *document = block->document;
    pdk_memory_destroy(&block->memory);
    pdk_allocator_give_back(&allocator, block, sizeof *block);
    pdk_close(document);
}
