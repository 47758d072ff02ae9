/* Points in layers: what the decoders of single layers share. They work on a block of points, one layer after the
 * other; the first layer says what the others need to know about each point. */
#ifndef PADDOCK_FORMAT_LAS_LAZ_LAYERS_H
#define PADDOCK_FORMAT_LAS_LAZ_LAYERS_H

#include "format/las/laz/laz_chunk.h"

enum {
    PDK_LAZ_BLOCK = 256,
    PDK_LAZ_CHANNELS = 4, /* scanner channels, each with its own models */
    PDK_LAZ_POINT_LAYERS = 9,
    PDK_LAZ_POINT_RESERVE = 128, /* bytes of a layer that a point takes at most */
    PDK_LAZ_BYTE_RESERVE = 16,
    PDK_LAZ_POINT_TAIL = 2 * PDK_LAZ_POINT_RESERVE + PDK_LAZ_TAIL_MORE,
    PDK_LAZ_BYTE_TAIL = 2 * PDK_LAZ_BYTE_RESERVE + PDK_LAZ_TAIL_MORE
};

/* Of a point, as its first byte in the first layer says. */
enum {
    PDK_LAZ_RETURN_UP = 1,
    PDK_LAZ_RETURN_DOWN = 2,
    PDK_LAZ_COUNT_CHANGED = 4,
    PDK_LAZ_ANGLE_CHANGED = 8,
    PDK_LAZ_TIME_CHANGED = 16,
    PDK_LAZ_SOURCE_CHANGED = 32,
    PDK_LAZ_CHANNEL_CHANGED = 64
};

/* What the first layer said about the points of a block. */
typedef struct pdk_laz_block {
    size_t count;
    uint8_t *records;
    uint8_t channel[PDK_LAZ_BLOCK], changed[PDK_LAZ_BLOCK];
    uint8_t height_context[PDK_LAZ_BLOCK], level[PDK_LAZ_BLOCK]; /* of the layer of heights */
    uint8_t echo[PDK_LAZ_BLOCK]; /* 1: the last of its pulse; 2: the first; 3: the only one */
} pdk_laz_block;

/* A layer that is not there (of size 0) has the same value at every point. */
typedef struct pdk_laz_layer {
    bool present;
    pdk_laz_stream stream;
    uint8_t tail[PDK_LAZ_POINT_TAIL];
} pdk_laz_layer;

/* Opens a layer of that many bytes; 0 = it is not there. False where no stream begins so. */
static inline bool pdk_laz_layer_open(pdk_laz_layer *layer, const uint8_t *bytes, uint32_t size)
{
    layer->present = size > 0;
    return size == 0 || pdk_laz_stream_open(&layer->stream, bytes, size, layer->tail, PDK_LAZ_POINT_RESERVE);
}

/* Was it used up? */
static inline bool pdk_laz_layer_is_done(const pdk_laz_layer *layer)
{
    return !layer->present || pdk_laz_stream_left(&layer->stream) == 0;
}

/* False at a damage. */
static inline bool pdk_laz_layer_keep(pdk_laz_layer *layer, const pdk_laz_coder *coder)
{
    layer->stream.coder = *coder;
    return coder->bad == 0 && coder->at <= layer->stream.end;
}

/* Which of four sets of models and last values a point takes: two editions differ. */
typedef struct pdk_laz_contexts {
    uint32_t current, known;
} pdk_laz_contexts;

typedef struct pdk_laz_turn {
    uint32_t models, values; /* numbers of the sets */
    uint32_t before;
    bool made; /* it is new: its last value is that of `before` */
} pdk_laz_turn;

/* The third edition forgets the channel of points that have the same one as the point before, and at a change takes
 * the last value of the set before. Its files are as they are. */
static inline pdk_laz_turn pdk_laz_turn_to(pdk_laz_contexts *contexts, const pdk_laz_block *block, size_t i, bool third)
{
    bool named = (block->changed[i] & PDK_LAZ_CHANNEL_CHANGED) != 0;
    uint32_t next = third && !named ? 0 : block->channel[i], before = contexts->current;
    pdk_laz_turn turn = { next, next, before, false };
    if (next == before) return turn;
    contexts->current = next;
    turn.made = (contexts->known >> next & 1) == 0;
    contexts->known |= UINT32_C(1) << next;
    if (!turn.made && third) turn.values = before;
    return turn;
}

/* --- laz_layer_items.c: everything but the point itself --- */

typedef struct pdk_laz_items pdk_laz_items;

pdk_laz_items *pdk_laz_items_make(pdk_memory *memory, const pdk_laz_scheme *scheme);
void pdk_laz_items_free(pdk_memory *memory, pdk_laz_items *items);
pdk_laz_trouble pdk_laz_items_begin(pdk_laz_items *items, const uint8_t *first, const uint8_t *sizes,
                                    const uint8_t *bytes);
pdk_laz_trouble pdk_laz_items_next(pdk_laz_items *items, const pdk_laz_block *block);
pdk_laz_trouble pdk_laz_items_end(const pdk_laz_items *items);

#endif
