/* Points in layers: colours, infrared, wave packets and extra bytes. */
#include "format/las/las_layout.h"
#include "format/las/laz/laz_layers.h"

enum { BYTES = 256, INFRARED_USES = 4 };

typedef struct color_item {
    pdk_laz_contexts contexts;
    pdk_laz_layer layer;
    pdk_laz_color_models models[PDK_LAZ_CHANNELS];
    uint16_t last[PDK_LAZ_CHANNELS][3];
} color_item;

typedef struct infrared_item {
    pdk_laz_contexts contexts;
    pdk_laz_layer layer;
    pdk_laz_model used[PDK_LAZ_CHANNELS], halves[PDK_LAZ_CHANNELS][2];
    uint16_t last[PDK_LAZ_CHANNELS];
} infrared_item;

typedef struct wave_item {
    pdk_laz_contexts contexts;
    pdk_laz_layer layer;
    pdk_laz_wave_models models[PDK_LAZ_CHANNELS];
    pdk_laz_wave last[PDK_LAZ_CHANNELS];
} wave_item;

/* One extra byte: there may be thousands. */
typedef struct byte_item {
    pdk_laz_contexts contexts;
    bool present;
    uint8_t last[PDK_LAZ_CHANNELS];
    pdk_laz_model models[PDK_LAZ_CHANNELS]; /* with their own memory, from the first use on */
    pdk_laz_stream stream;
    uint8_t tail[PDK_LAZ_BYTE_TAIL];
} byte_item;

struct pdk_laz_items {
    const pdk_laz_scheme *scheme;
    pdk_memory *memory;
    uint32_t age;
    bool third; /* edition */
    color_item color;
    infrared_item infrared;
    wave_item wave;
    byte_item *bytes;
    uint16_t *words;
};

/* -------------------------------------------------------------------------------------------------- colours */

static bool decode_color(pdk_laz_items *items, const pdk_laz_block *block)
{
    color_item *item = &items->color;
    pdk_laz_coder coder = item->layer.stream.coder;
    uint8_t *to = block->records + items->scheme->color_at;
    for (size_t i = 0; i < block->count; i++, to += items->scheme->size) {
        pdk_laz_turn turn = pdk_laz_turn_to(&item->contexts, block, i, items->third);
        uint16_t *color = item->last[turn.values];
        if (turn.made) {
            memcpy(color, item->last[turn.before], sizeof item->last[0]);
            pdk_laz_color_begin(&item->models[turn.models], items->age);
        }
        if (item->layer.present) {
            pdk_laz_approach(&item->layer.stream, &coder);
            pdk_laz_color(&coder, &item->models[turn.models], color, items->age);
        }
        for (size_t k = 0; k < 3; k++) pdk_store_u16(to + 2 * k, color[k]);
    }
    return !item->layer.present || pdk_laz_layer_keep(&item->layer, &coder);
}

static bool decode_infrared(pdk_laz_items *items, const pdk_laz_block *block)
{
    infrared_item *item = &items->infrared;
    pdk_laz_coder coder = item->layer.stream.coder;
    uint8_t *to = block->records + items->scheme->infrared_at;
    for (size_t i = 0; i < block->count; i++, to += items->scheme->size) {
        pdk_laz_turn turn = pdk_laz_turn_to(&item->contexts, block, i, items->third);
        uint16_t *last = &item->last[turn.values];
        pdk_laz_model *halves = item->halves[turn.models];
        if (turn.made) *last = item->last[turn.before];
        if (item->layer.present) {
            pdk_laz_approach(&item->layer.stream, &coder);
            uint32_t low = *last & UINT8_MAX, high = *last >> 8;
            uint32_t used = pdk_laz_rare_symbol(&coder, &item->used[turn.models], PDK_LAZ_SMALL, items->age);
            if (used & 1) low += pdk_laz_rare_symbol(&coder, &halves[0], PDK_LAZ_MIDDLE, items->age);
            if (used & 2) high += pdk_laz_rare_symbol(&coder, &halves[1], PDK_LAZ_MIDDLE, items->age);
            *last = (uint16_t)((low & UINT8_MAX) | (high & UINT8_MAX) << 8);
        }
        pdk_store_u16(to, *last);
    }
    return !item->layer.present || pdk_laz_layer_keep(&item->layer, &coder);
}

/* -------------------------------------------------------------------------------------------- wave packets */

static bool decode_wave(pdk_laz_items *items, const pdk_laz_block *block)
{
    wave_item *item = &items->wave;
    pdk_laz_coder coder = item->layer.stream.coder;
    uint8_t *to = block->records + items->scheme->wave_at;
    for (size_t i = 0; i < block->count; i++, to += items->scheme->size) {
        pdk_laz_turn turn = pdk_laz_turn_to(&item->contexts, block, i, items->third);
        pdk_laz_wave *last = &item->last[turn.values];
        if (turn.made) {
            *last = item->last[turn.before];
            pdk_laz_wave_begin(&item->models[turn.models], items->age);
        }
        if (item->layer.present) {
            pdk_laz_approach(&item->layer.stream, &coder);
            pdk_laz_wave_decode(&coder, &item->models[turn.models], last, items->age);
        }
        pdk_laz_wave_store(last, to);
    }
    return !item->layer.present || pdk_laz_layer_keep(&item->layer, &coder);
}

/* ---------------------------------------------------------------------------------------------- extra bytes */

/* Ready to decode with; false when out of memory. */
static bool begin_model(pdk_laz_items *items, pdk_laz_model *model)
{
    if (model->words == NULL) {
        uint16_t *words = pdk_alloc_raw(items->memory, pdk_laz_words(BYTES, PDK_LAZ_MIDDLE) * sizeof *words);
        if (words == NULL) return false;
        pdk_laz_model_place(model, BYTES, PDK_LAZ_MIDDLE, &(pdk_laz_room){ .words = words });
    }
    if (model->age != items->age) pdk_laz_model_begin(model, items->age);
    return true;
}

static pdk_laz_trouble decode_byte(pdk_laz_items *items, byte_item *item, const pdk_laz_block *block, uint8_t *to)
{
    pdk_laz_coder coder = item->stream.coder;
    for (size_t i = 0; i < block->count; i++, to += items->scheme->size) {
        pdk_laz_turn turn = pdk_laz_turn_to(&item->contexts, block, i, items->third);
        if (turn.made) item->last[turn.values] = item->last[turn.before];
        if (item->present) {
            pdk_laz_model *model = &item->models[turn.models];
            if (model->age != items->age && !begin_model(items, model)) return PDK_LAZ_NO_MEMORY;
            pdk_laz_approach(&item->stream, &coder);
            item->last[turn.values] =
                (uint8_t)(item->last[turn.values] + pdk_laz_symbol(&coder, model, PDK_LAZ_MIDDLE));
        }
        *to = item->last[turn.values];
    }
    item->stream.coder = coder;
    return !item->present || coder.at <= item->stream.end ? PDK_LAZ_FINE : PDK_LAZ_SHORT;
}

/* ---------------------------------------------------------------------------------------------------- chunk */

static void place(pdk_laz_items *items, pdk_laz_room *room)
{
    for (size_t i = 0; i < PDK_LAZ_CHANNELS; i++) {
        if (items->scheme->color_at != 0) pdk_laz_color_place(&items->color.models[i], room);
        if (items->scheme->infrared_at != 0) {
            pdk_laz_model_place(&items->infrared.used[i], INFRARED_USES, PDK_LAZ_SMALL, room);
            pdk_laz_models_place(items->infrared.halves[i], 2, BYTES, PDK_LAZ_MIDDLE, room);
        }
        if (items->scheme->wave_at != 0) pdk_laz_wave_place(&items->wave.models[i], room);
    }
}

pdk_laz_items *pdk_laz_items_make(pdk_memory *memory, const pdk_laz_scheme *scheme)
{
    pdk_laz_items *items = pdk_alloc(memory, sizeof *items);
    if (items == NULL) return NULL;
    pdk_laz_room room = { .used = 0 };
    items->scheme = scheme;
    items->memory = memory;
    items->third = scheme->version != 4;
    place(items, &room);
    items->words = pdk_alloc_raw(memory, room.used * sizeof *items->words);
    items->bytes = pdk_alloc_array(memory, scheme->extra, sizeof *items->bytes);
    if (items->words == NULL || items->bytes == NULL) {
        pdk_laz_items_free(memory, items);
        return NULL;
    }
    room = (pdk_laz_room){ .words = items->words };
    place(items, &room);
    return items;
}

void pdk_laz_items_free(pdk_memory *memory, pdk_laz_items *items)
{
    for (size_t i = 0; i < items->scheme->extra && items->bytes != NULL; i++) {
        for (size_t k = 0; k < PDK_LAZ_CHANNELS; k++) pdk_free(memory, items->bytes[i].models[k].words);
    }
    pdk_free(memory, items->bytes);
    pdk_free(memory, items->words);
    pdk_free(memory, items);
}

/* The sizes and bytes of layers, one after the other. */
typedef struct layer_walk {
    const uint8_t *sizes, *bytes;
    bool fine;
} layer_walk;

static uint32_t next_size(layer_walk *walk)
{
    uint32_t size = pdk_load_u32(walk->sizes);
    walk->sizes += sizeof size;
    return size;
}

static void open_next(layer_walk *walk, pdk_laz_layer *layer)
{
    uint32_t size = next_size(walk);
    if (!pdk_laz_layer_open(layer, walk->bytes, size)) walk->fine = false;
    walk->bytes += size;
}

static void open_byte(layer_walk *walk, byte_item *item)
{
    uint32_t size = next_size(walk);
    item->present = size > 0;
    if (size > 0 && !pdk_laz_stream_open(&item->stream, walk->bytes, size, item->tail, PDK_LAZ_BYTE_RESERVE))
        walk->fine = false;
    walk->bytes += size;
}

static pdk_laz_trouble begin_bytes(pdk_laz_items *items, const uint8_t *first, const pdk_laz_contexts *contexts,
                                   layer_walk *walk)
{
    for (uint32_t i = 0; i < items->scheme->extra; i++) {
        byte_item *item = &items->bytes[i];
        item->contexts = *contexts;
        item->last[contexts->current] = first[items->scheme->extra_at + i];
        open_byte(walk, item);
    }
    return walk->fine ? PDK_LAZ_FINE : PDK_LAZ_IMPOSSIBLE;
}

pdk_laz_trouble pdk_laz_items_begin(pdk_laz_items *items, const uint8_t *first, const uint8_t *sizes,
                                    const uint8_t *bytes)
{
    const pdk_laz_scheme *scheme = items->scheme;
    layer_walk walk = { sizes, bytes, true };
    uint32_t number = first[PDK_LAS_NEW_FLAGS] >> 4 & 3, age = ++items->age;
    pdk_laz_contexts contexts = { number, UINT32_C(1) << number };
    if (scheme->color_at != 0) {
        items->color.contexts = contexts;
        for (size_t k = 0; k < 3; k++) items->color.last[number][k] = pdk_load_u16(first + scheme->color_at + 2 * k);
        pdk_laz_color_begin(&items->color.models[number], age);
        open_next(&walk, &items->color.layer);
    }
    if (scheme->infrared_at != 0) {
        items->infrared.contexts = contexts;
        items->infrared.last[number] = pdk_load_u16(first + scheme->infrared_at);
        open_next(&walk, &items->infrared.layer);
    }
    if (scheme->wave_at != 0) {
        items->wave.contexts = contexts;
        items->wave.last[number] = pdk_laz_wave_load(first + scheme->wave_at);
        pdk_laz_wave_begin(&items->wave.models[number], age);
        open_next(&walk, &items->wave.layer);
    }
    return begin_bytes(items, first, &contexts, &walk);
}

pdk_laz_trouble pdk_laz_items_next(pdk_laz_items *items, const pdk_laz_block *block)
{
    const pdk_laz_scheme *scheme = items->scheme;
    if (scheme->color_at != 0 && !decode_color(items, block)) return PDK_LAZ_IMPOSSIBLE;
    if (scheme->infrared_at != 0 && !decode_infrared(items, block)) return PDK_LAZ_IMPOSSIBLE;
    if (scheme->wave_at != 0 && !decode_wave(items, block)) return PDK_LAZ_IMPOSSIBLE;
    pdk_laz_trouble trouble = PDK_LAZ_FINE;
    for (uint32_t i = 0; i < scheme->extra && trouble == PDK_LAZ_FINE; i++)
        trouble = decode_byte(items, &items->bytes[i], block, block->records + scheme->extra_at + i);
    return trouble;
}

pdk_laz_trouble pdk_laz_items_end(const pdk_laz_items *items)
{
    const pdk_laz_scheme *scheme = items->scheme;
    bool done = (scheme->color_at == 0 || pdk_laz_layer_is_done(&items->color.layer)) &&
                (scheme->infrared_at == 0 || pdk_laz_layer_is_done(&items->infrared.layer)) &&
                (scheme->wave_at == 0 || pdk_laz_layer_is_done(&items->wave.layer));
    for (uint32_t i = 0; i < scheme->extra && done; i++)
        done = !items->bytes[i].present || pdk_laz_stream_left(&items->bytes[i].stream) == 0;
    return done ? PDK_LAZ_FINE : PDK_LAZ_LEFT_OVER;
}
