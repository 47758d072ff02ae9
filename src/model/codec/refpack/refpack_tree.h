/* Finds every useful copy: for each length the nearest one. Exact, in one pass, in memory of fixed size. */
#ifndef PADDOCK_CODEC_REFPACK_REFPACK_TREE_H
#define PADDOCK_CODEC_REFPACK_REFPACK_TREE_H

#include "base/memory.h"
#include "codec/refpack/refpack_near.h"
#include "codec/refpack/refpack_runs.h"

/*
 * Positions that begin with the same four bytes (or with others of the same hash) form a binary tree: sorted by the
 * bytes that follow, and each newer than those below it. Looking a position up walks one path down; it contains the
 * nearest place for every length. The walk splits the tree in what is smaller and what is larger, and the position
 * itself becomes the new root of both.
 *
 * Two kinds of positions go other ways. Copies of three bytes are only worth having within 1024 bytes: those have a
 * separate chain. And where one byte is repeated, all trailing parts of all such runs would crowd one tree and each
 * walk pass most of them: what runs alone give is known from their ends, and a tree has only those of the same byte
 * with the same number of repeats to go and the same byte after, where longer copies come from.
 */
typedef struct pdk_refpack_tree {
    const uint8_t *data;
    uint32_t size;
    uint32_t *roots;      /* by the hash of four bytes: the newest position + 1 */
    uint32_t (*nodes)[2]; /* by position modulo the window: the roots + 1 of what is smaller and larger below it */
    pdk_refpack_near *near;
    pdk_refpack_runs runs;
    uint64_t work; /* bytes compared and places passed so far, a place as PDK_REFPACK_TREE_PLACE bytes */
    uint32_t known_from, known_length; /* what the longest copy of the position before says about this one */
} pdk_refpack_tree;

/* No position has more copies of different lengths. */
enum { PDK_REFPACK_MAX_COPIES = PDK_REFPACK_MAX_COPY, PDK_REFPACK_TREE_PLACE = 16 };

/* false = out of memory. */
bool pdk_refpack_tree_init(pdk_refpack_tree *tree, const uint8_t *data, uint32_t size, pdk_memory *memory);
void pdk_refpack_tree_free(pdk_refpack_tree *tree, pdk_memory *memory);

/* The copies that can be made at `at`, nearest and shortest first, each longer than all nearer ones; returns how many.
 * Enters the position in the tree: it must be called for every one, in order. */
uint32_t pdk_refpack_tree_find(pdk_refpack_tree *tree, uint32_t at, pdk_refpack_copy copies[PDK_REFPACK_MAX_COPIES]);

/* The same for up to `count` positions from `first`, as what each kind of command can reach. Stops early once the work
 * so far is more than `allowed`; returns how many positions were done. */
uint32_t pdk_refpack_tree_reach(pdk_refpack_tree *tree, uint32_t first, uint32_t count, uint64_t allowed,
                                pdk_refpack_reach *reaches);

#endif
