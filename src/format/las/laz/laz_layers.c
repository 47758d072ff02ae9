/* Points in layers: formats 6 to 10 without colours, waves and extra bytes. */
#include "format/las/laz/laz_layers.h"

#include "format/las/las_layout.h"

enum { XY, HEIGHT, CLASS, FLAGS, INTENSITY, ANGLE, USER, SOURCE, TIME };
enum { COUNTS = 16, SLOTS = 12, LEVELS = 8, ECHOES = 4, SETS = 64, BYTES = 256, SAME_TIME_RETURNS = 13 };

/* Returns that behave alike share a median: by number of returns, then number of this one. */
static const uint8_t slot_of[COUNTS][COUNTS] = {
    { 0, 1, 2, 3, 4, 5, 3, 4, 4, 5, 5, 5, 5, 5, 5, 5 }, { 1, 0, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3 },
    { 2, 1, 2, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3 }, { 3, 3, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4 },
    { 4, 3, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4 }, { 5, 3, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4 },
    { 3, 3, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4 }, { 4, 3, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4 },
    { 4, 3, 4, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4 }, { 5, 3, 4, 4, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4 },
    { 5, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4 }, { 5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 4, 4, 4 },
    { 5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 4, 4 }, { 5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 4 },
    { 5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5 }, { 5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5 },
};

/* All that is remembered of a scanner channel. */
typedef struct channel {
    /* The last point. */
    int32_t x, y, z;
    uint8_t number, count; /* of its return, of returns */
    bool time_changed;
    uint8_t class_of, flags, user;
    uint16_t intensity, angle, source;
    pdk_laz_times times;
    /* Before it. */
    pdk_laz_median median_x[SLOTS], median_y[SLOTS];
    int32_t heights[LEVELS];
    uint16_t intensities[LEVELS];
    pdk_laz_model changed[8], channel, counts[COUNTS], numbers[COUNTS], same_time_number;
    pdk_laz_model classes[SETS], all_flags[SETS], users[SETS];
    pdk_laz_number dx, dy, height, brightness, angles, sources;
    pdk_laz_time_models time_models;
    uint32_t age; /* of the chunk that its models of numbers and times were made for */
    uint16_t *words;
} channel;

/* Which channel a layer is at, and which it has met. */
typedef struct layer_at {
    uint32_t current, known;
} layer_at;

struct pdk_laz_layers {
    const pdk_laz_scheme *scheme;
    pdk_memory *memory;
    uint32_t age;
    channel *channels[PDK_LAZ_CHANNELS]; /* made when they come */
    layer_at at[PDK_LAZ_POINT_LAYERS];
    pdk_laz_layer layers[PDK_LAZ_POINT_LAYERS];
    pdk_laz_items *items; /* NULL = points alone */
    uint8_t first[30];
    pdk_laz_block block;
};

/* ------------------------------------------------------------------------------------------------- channels */

static void place(channel *of, pdk_laz_room *room)
{
    pdk_laz_models_place(of->changed, 8, 128, PDK_LAZ_MIDDLE, room);
    pdk_laz_model_place(&of->channel, 3, PDK_LAZ_SMALL, room);
    pdk_laz_models_place(of->counts, COUNTS, COUNTS, PDK_LAZ_SMALL, room);
    pdk_laz_models_place(of->numbers, COUNTS, COUNTS, PDK_LAZ_SMALL, room);
    pdk_laz_model_place(&of->same_time_number, SAME_TIME_RETURNS, PDK_LAZ_SMALL, room);
    pdk_laz_models_place(of->classes, SETS, BYTES, PDK_LAZ_MIDDLE, room);
    pdk_laz_models_place(of->all_flags, SETS, SETS, PDK_LAZ_MIDDLE, room);
    pdk_laz_models_place(of->users, SETS, BYTES, PDK_LAZ_MIDDLE, room);
    pdk_laz_number_place(&of->dx, 32, 2, room);
    pdk_laz_number_place(&of->dy, 32, 22, room);
    pdk_laz_number_place(&of->height, 32, 20, room);
    pdk_laz_number_place(&of->brightness, 16, 4, room);
    pdk_laz_number_place(&of->angles, 16, 2, room);
    pdk_laz_number_place(&of->sources, 16, 1, room);
    pdk_laz_times_place(&of->time_models, true, room);
}

static channel *make_channel(pdk_memory *memory)
{
    channel *made = pdk_alloc(memory, sizeof *made);
    if (made == NULL) return NULL;
    pdk_laz_room room = { .used = 0 };
    place(made, &room);
    made->words = pdk_alloc_raw(memory, room.used * sizeof *made->words);
    if (made->words == NULL) {
        pdk_free(memory, made);
        return NULL;
    }
    room = (pdk_laz_room){ .words = made->words };
    place(made, &room);
    return made;
}

/* Fresh models; last values are each layer's own affair. */
static void begin_channel(channel *of, uint32_t age)
{
    memset(of->median_x, 0, sizeof of->median_x);
    memset(of->median_y, 0, sizeof of->median_y);
    pdk_laz_number *const numbers[] = { &of->dx, &of->dy, &of->height, &of->brightness, &of->angles, &of->sources };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) pdk_laz_number_begin(numbers[i]);
    of->age = age;
    of->time_changed = false;
}

/* Of this number, ready; NULL = out of memory. */
static channel *channel_of(pdk_laz_layers *state, uint32_t number)
{
    if (state->channels[number] == NULL) state->channels[number] = make_channel(state->memory);
    channel *of = state->channels[number];
    if (of != NULL && of->age != state->age) begin_channel(of, state->age);
    return of;
}

/* A layer continues with the channel of a point: true where that is new to it. */
static inline bool turns(layer_at *at, uint32_t next)
{
    bool is_new = (at->known >> next & 1) == 0;
    at->known |= UINT32_C(1) << next;
    at->current = next;
    return is_new;
}

/* -------------------------------------------------------------------------------------------------- layers */

static inline uint32_t even_up_to(uint32_t number, uint32_t most)
{
    return (number < most ? number : most) & ~UINT32_C(1);
}

/* Numbers of the return and of returns. */
static PDK_LAZ_INLINE void decode_return(pdk_laz_coder *coder, channel *of, uint32_t changed, uint32_t age)
{
    uint32_t last = of->number;
    if (changed & PDK_LAZ_COUNT_CHANGED)
        of->count = (uint8_t)pdk_laz_rare_symbol(coder, &of->counts[of->count], PDK_LAZ_SMALL, age);
    switch (changed & (PDK_LAZ_RETURN_UP | PDK_LAZ_RETURN_DOWN)) {
    case 0: break;
    case PDK_LAZ_RETURN_UP: last++; break;
    case PDK_LAZ_RETURN_DOWN: last += COUNTS - 1; break;
    default:
        if (changed & PDK_LAZ_TIME_CHANGED) last = pdk_laz_rare_symbol(coder, &of->numbers[last], PDK_LAZ_SMALL, age);
        else last += 2 + pdk_laz_rare_symbol(coder, &of->same_time_number, PDK_LAZ_SMALL, age);
    }
    of->number = (uint8_t)(last % COUNTS);
}

static PDK_LAZ_INLINE void decode_place(pdk_laz_coder *coder, channel *of, pdk_laz_block *block, size_t i, uint32_t age)
{
    uint32_t number = of->number, count = of->count, only = count == 1;
    uint32_t slot = 2U * slot_of[count][number] + of->time_changed;
    uint32_t level = number < count ? count - number : number - count;
    int32_t change = (int32_t)pdk_laz_get(coder, &of->dx, (uint32_t)of->median_x[slot].values[2], only, 32, age);
    of->x = (int32_t)((uint32_t)of->x + (uint32_t)change);
    pdk_laz_median_add(&of->median_x[slot], change);
    change = (int32_t)pdk_laz_get(coder, &of->dy, (uint32_t)of->median_y[slot].values[2],
                                  only + even_up_to(of->dx.size, 20), 32, age);
    of->y = (int32_t)((uint32_t)of->y + (uint32_t)change);
    pdk_laz_median_add(&of->median_y[slot], change);
    block->height_context[i] = (uint8_t)(only + even_up_to((of->dx.size + of->dy.size) / 2, 18));
    block->level[i] = (uint8_t)(level < LEVELS ? level : LEVELS - 1);
    block->echo[i] = (uint8_t)(2 * (number == 1) + (number >= count));
}

static void make_xy(channel *of, const channel *before)
{
    of->x = before->x;
    of->y = before->y;
    of->number = before->number;
    of->count = before->count;
}

static pdk_laz_trouble decode_xy(pdk_laz_layers *state, pdk_laz_block *block)
{
    pdk_laz_layer *layer = &state->layers[XY];
    layer_at *at = &state->at[XY];
    pdk_laz_coder coder = layer->stream.coder;
    uint32_t age = state->age;
    channel *of = state->channels[at->current];
    uint8_t *record = block->records;
    for (size_t i = 0; i < block->count; i++, record += state->scheme->size) {
        pdk_laz_approach(&layer->stream, &coder);
        uint32_t like = (of->number == 1) + 2U * (of->number >= of->count) + 4U * of->time_changed;
        uint32_t changed = pdk_laz_rare_symbol(&coder, &of->changed[like], PDK_LAZ_MIDDLE, age);
        if (changed & PDK_LAZ_CHANNEL_CHANGED) {
            uint32_t more = 1 + pdk_laz_rare_symbol(&coder, &of->channel, PDK_LAZ_SMALL, age);
            uint32_t next = (at->current + more) % PDK_LAZ_CHANNELS;
            const channel *before = of;
            of = channel_of(state, next);
            if (of == NULL) return PDK_LAZ_NO_MEMORY;
            if (turns(at, next)) make_xy(of, before);
        }
        decode_return(&coder, of, changed, age);
        of->time_changed = (changed & PDK_LAZ_TIME_CHANGED) != 0;
        decode_place(&coder, of, block, i, age);
        block->channel[i] = (uint8_t)at->current;
        block->changed[i] = (uint8_t)changed;
        pdk_store_u32(record, (uint32_t)of->x);
        pdk_store_u32(record + PDK_LAS_Y, (uint32_t)of->y);
        record[PDK_LAS_RETURNS] = (uint8_t)(of->number | of->count << 4);
    }
    return pdk_laz_layer_keep(layer, &coder) ? PDK_LAZ_FINE : PDK_LAZ_IMPOSSIBLE;
}

/* The loop of a layer: `MAKE` with `of` new, after `before`; then `STEP`. */
#define LAYER(number, MAKE, STEP)                                              \
    pdk_laz_layer *layer = &state->layers[number];                             \
    layer_at *at = &state->at[number];                                         \
    pdk_laz_coder coder = layer->stream.coder;                                 \
    uint32_t age = state->age;                                                 \
    channel *of = state->channels[at->current];                                \
    uint8_t *record = block->records;                                          \
    for (size_t i = 0; i < block->count; i++, record += state->scheme->size) { \
        pdk_laz_approach(&layer->stream, &coder);                              \
        if (block->channel[i] != at->current) {                                \
            const channel *before = of;                                        \
            of = state->channels[block->channel[i]];                           \
            if (turns(at, block->channel[i])) MAKE;                            \
        }                                                                      \
        STEP;                                                                  \
    }                                                                          \
    return pdk_laz_layer_keep(layer, &coder)

static void make_height(channel *of, int32_t z)
{
    of->z = z;
    for (int i = 0; i < LEVELS; i++) of->heights[i] = z;
}

static bool decode_height(pdk_laz_layers *state, const pdk_laz_block *block)
{
    LAYER(HEIGHT, make_height(of, before->z), {
        int32_t *height = &of->heights[block->level[i]];
        *height = of->z =
            (int32_t)pdk_laz_get(&coder, &of->height, (uint32_t)*height, block->height_context[i], 32, age);
        pdk_store_u32(record + PDK_LAS_Z, (uint32_t)of->z);
    });
}

static bool decode_class(pdk_laz_layers *state, const pdk_laz_block *block)
{
    LAYER(CLASS, of->class_of = before->class_of, {
        uint32_t set = 2 * (of->class_of & 31U) + (block->echo[i] == 3);
        of->class_of = (uint8_t)pdk_laz_rare_symbol(&coder, &of->classes[set], PDK_LAZ_MIDDLE, age);
        record[PDK_LAS_NEW_CLASS] = of->class_of;
    });
}

static bool decode_flags(pdk_laz_layers *state, const pdk_laz_block *block)
{
    LAYER(FLAGS, of->flags = before->flags, {
        of->flags = (uint8_t)pdk_laz_rare_symbol(&coder, &of->all_flags[of->flags], PDK_LAZ_MIDDLE, age);
        record[PDK_LAS_NEW_FLAGS] = (uint8_t)((of->flags & 0x0F) | block->channel[i] << 4 | (of->flags & 0x30) << 2);
    });
}

static void make_intensity(channel *of, uint16_t intensity)
{
    of->intensity = intensity;
    for (int i = 0; i < LEVELS; i++) of->intensities[i] = intensity;
}

static inline bool has_new_time(const pdk_laz_block *block, size_t i)
{
    return (block->changed[i] & PDK_LAZ_TIME_CHANGED) != 0;
}

static bool decode_intensity(pdk_laz_layers *state, const pdk_laz_block *block)
{
    LAYER(INTENSITY, make_intensity(of, before->intensity), {
        uint16_t *last = &of->intensities[2 * block->echo[i] + has_new_time(block, i)];
        *last = of->intensity = (uint16_t)pdk_laz_get(&coder, &of->brightness, *last, block->echo[i], 16, age);
        pdk_store_u16(record + PDK_LAS_INTENSITY, of->intensity);
    });
}

static bool decode_angle(pdk_laz_layers *state, const pdk_laz_block *block)
{
    LAYER(ANGLE, of->angle = before->angle, {
        if (block->changed[i] & PDK_LAZ_ANGLE_CHANGED)
            of->angle = (uint16_t)pdk_laz_get(&coder, &of->angles, of->angle, has_new_time(block, i), 16, age);
        pdk_store_u16(record + PDK_LAS_NEW_ANGLE, of->angle);
    });
}

static bool decode_user(pdk_laz_layers *state, const pdk_laz_block *block)
{
    LAYER(USER, of->user = before->user, {
        of->user = (uint8_t)pdk_laz_rare_symbol(&coder, &of->users[of->user >> 2], PDK_LAZ_MIDDLE, age);
        record[PDK_LAS_USER] = of->user;
    });
}

static bool decode_source(pdk_laz_layers *state, const pdk_laz_block *block)
{
    LAYER(SOURCE, of->source = before->source, {
        if (block->changed[i] & PDK_LAZ_SOURCE_CHANGED)
            of->source = (uint16_t)pdk_laz_get(&coder, &of->sources, of->source, 0, 16, age);
        pdk_store_u16(record + PDK_LAS_NEW_SOURCE, of->source);
    });
}

static bool decode_time(pdk_laz_layers *state, const pdk_laz_block *block)
{
    LAYER(TIME, pdk_laz_times_begin(&of->time_models, &of->times, before->times.last[before->times.current], age), {
        uint64_t time = of->times.last[of->times.current];
        if (has_new_time(block, i)) time = pdk_laz_time(&coder, &of->time_models, &of->times, true, age);
        pdk_store_u64(record + PDK_LAS_NEW_TIME, time);
    });
}

/* ---------------------------------------------------------------------------------------------------- chunk */

pdk_laz_layers *pdk_laz_layers_make(pdk_memory *memory, const pdk_laz_scheme *scheme)
{
    pdk_laz_layers *state = pdk_alloc(memory, sizeof *state);
    if (state == NULL) return NULL;
    state->scheme = scheme;
    state->memory = memory;
    if (scheme->layers == PDK_LAZ_POINT_LAYERS) return state;
    state->items = pdk_laz_items_make(memory, scheme);
    if (state->items != NULL) return state;
    pdk_laz_layers_free(memory, state);
    return NULL;
}

void pdk_laz_layers_free(pdk_memory *memory, pdk_laz_layers *state)
{
    for (size_t i = 0; i < PDK_LAZ_CHANNELS; i++) {
        if (state->channels[i] == NULL) continue;
        pdk_free(memory, state->channels[i]->words);
        pdk_free(memory, state->channels[i]);
    }
    if (state->items != NULL) pdk_laz_items_free(memory, state->items);
    pdk_free(memory, state);
}

static void take_first(channel *of, const uint8_t *first, uint32_t age)
{
    uint8_t flags = first[PDK_LAS_NEW_FLAGS];
    of->x = pdk_load_i32(first);
    of->y = pdk_load_i32(first + PDK_LAS_Y);
    make_height(of, pdk_load_i32(first + PDK_LAS_Z));
    make_intensity(of, pdk_load_u16(first + PDK_LAS_INTENSITY));
    of->number = first[PDK_LAS_RETURNS] & 0x0F;
    of->count = first[PDK_LAS_RETURNS] >> 4;
    of->flags = (uint8_t)((flags & 0x0F) | (flags >> 2 & 0x30));
    of->class_of = first[PDK_LAS_NEW_CLASS];
    of->user = first[PDK_LAS_USER];
    of->angle = pdk_load_u16(first + PDK_LAS_NEW_ANGLE);
    of->source = pdk_load_u16(first + PDK_LAS_NEW_SOURCE);
    pdk_laz_times_begin(&of->time_models, &of->times, pdk_load_u64(first + PDK_LAS_NEW_TIME), age);
}

pdk_laz_trouble pdk_laz_layers_begin(pdk_laz_layers *state, const uint8_t *first, const uint8_t *sizes,
                                     const uint8_t *bytes)
{
    state->age++;
    uint32_t number = first[PDK_LAS_NEW_FLAGS] >> 4 & 3;
    channel *of = channel_of(state, number);
    if (of == NULL) return PDK_LAZ_NO_MEMORY;
    memcpy(state->first, first, sizeof state->first);
    take_first(of, first, state->age);
    for (size_t i = 0; i < PDK_LAZ_POINT_LAYERS; i++) {
        uint32_t size = pdk_load_u32(sizes + 4 * i);
        state->at[i] = (layer_at){ number, UINT32_C(1) << number };
        if (!pdk_laz_layer_open(&state->layers[i], bytes, size)) return PDK_LAZ_IMPOSSIBLE;
        bytes += size;
    }
    if (state->items == NULL) return PDK_LAZ_FINE;
    return pdk_laz_items_begin(state->items, first, sizes + (size_t)4 * PDK_LAZ_POINT_LAYERS, bytes);
}

static pdk_laz_trouble decode_block(pdk_laz_layers *state, pdk_laz_block *block)
{
    static bool (*const decode[])(pdk_laz_layers *, const pdk_laz_block *) = {
        [HEIGHT] = decode_height, [CLASS] = decode_class, [FLAGS] = decode_flags,   [INTENSITY] = decode_intensity,
        [ANGLE] = decode_angle,   [USER] = decode_user,   [SOURCE] = decode_source, [TIME] = decode_time
    };
    if (!state->layers[XY].present) return PDK_LAZ_MISFIT;
    uint8_t *records = block->records;
    for (size_t i = 0; i < block->count; i++)
        memcpy(records + i * state->scheme->size, state->first, sizeof state->first);
    pdk_laz_trouble trouble = decode_xy(state, block);
    if (trouble != PDK_LAZ_FINE) return trouble;
    if (!state->layers[FLAGS].present) {
        for (size_t i = 0; i < block->count; i++) {
            uint8_t *flags = records + i * state->scheme->size + PDK_LAS_NEW_FLAGS;
            *flags = (uint8_t)((*flags & 0xCF) | block->channel[i] << 4);
        }
    }
    for (size_t i = HEIGHT; i < PDK_LAZ_POINT_LAYERS; i++) {
        if (state->layers[i].present && !decode[i](state, block)) return PDK_LAZ_IMPOSSIBLE;
    }
    return state->items != NULL ? pdk_laz_items_next(state->items, block) : PDK_LAZ_FINE;
}

pdk_laz_trouble pdk_laz_layers_next(pdk_laz_layers *state, size_t count, uint8_t *records)
{
    pdk_laz_block *block = &state->block;
    pdk_laz_trouble trouble = PDK_LAZ_FINE;
    for (size_t done = 0; done < count && trouble == PDK_LAZ_FINE; done += block->count) {
        block->count = count - done < PDK_LAZ_BLOCK ? count - done : PDK_LAZ_BLOCK;
        block->records = records + done * state->scheme->size;
        trouble = decode_block(state, block);
    }
    return trouble;
}

pdk_laz_trouble pdk_laz_layers_end(const pdk_laz_layers *state)
{
    for (size_t i = 0; i < PDK_LAZ_POINT_LAYERS; i++) {
        if (!pdk_laz_layer_is_done(&state->layers[i])) return PDK_LAZ_LEFT_OVER;
    }
    return state->items != NULL ? pdk_laz_items_end(state->items) : PDK_LAZ_FINE;
}
