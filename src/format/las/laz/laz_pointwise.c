/* Points one after the other: formats 0 to 5, in one stream. */
#include "format/las/las_layout.h"
#include "format/las/laz/laz_chunk.h"

enum { SLOTS = 16, LEVELS = 8, BYTES = 256 };

/* Returns that behave alike share what is remembered: by number of returns, then number of this one. */
static const uint8_t slot_of[LEVELS][LEVELS] = {
    { 15, 14, 13, 12, 11, 10, 9, 8 },  { 14, 0, 1, 3, 6, 10, 10, 9 },    { 13, 1, 2, 4, 7, 11, 11, 10 },
    { 12, 3, 4, 5, 8, 12, 12, 11 },    { 11, 6, 7, 8, 9, 13, 13, 12 },   { 10, 10, 11, 12, 13, 14, 14, 13 },
    { 9, 10, 11, 12, 13, 14, 15, 14 }, { 8, 9, 10, 11, 12, 13, 14, 15 },
};

struct pdk_laz_pointwise {
    const pdk_laz_scheme *scheme;
    uint32_t age;
    /* The last point. */
    int32_t x, y, z;
    uint16_t intensity, source, color[3];
    uint8_t returns, class_of, angle, user;
    pdk_laz_times times;
    pdk_laz_wave wave;
    uint8_t *extra;
    /* What else is remembered. */
    pdk_laz_median median_x[SLOTS], median_y[SLOTS];
    uint16_t intensities[SLOTS];
    int32_t heights[LEVELS];
    pdk_laz_model changed, angles[2], all_returns[BYTES], classes[BYTES], users[BYTES];
    pdk_laz_number dx, dy, height, brightness, sources;
    pdk_laz_time_models time_models;
    pdk_laz_color_models color_models;
    pdk_laz_wave_models wave_models;
    pdk_laz_model *extra_models;
    uint16_t *words;
};

static void place(pdk_laz_pointwise *state, pdk_laz_room *room)
{
    const pdk_laz_scheme *scheme = state->scheme;
    pdk_laz_model_place(&state->changed, 64, PDK_LAZ_MIDDLE, room);
    pdk_laz_models_place(state->angles, 2, BYTES, PDK_LAZ_MIDDLE, room);
    pdk_laz_models_place(state->all_returns, BYTES, BYTES, PDK_LAZ_MIDDLE, room);
    pdk_laz_models_place(state->classes, BYTES, BYTES, PDK_LAZ_MIDDLE, room);
    pdk_laz_models_place(state->users, BYTES, BYTES, PDK_LAZ_MIDDLE, room);
    pdk_laz_number_place(&state->dx, 32, 2, room);
    pdk_laz_number_place(&state->dy, 32, 22, room);
    pdk_laz_number_place(&state->height, 32, 20, room);
    pdk_laz_number_place(&state->brightness, 16, 4, room);
    pdk_laz_number_place(&state->sources, 16, 1, room);
    if (scheme->time_at != 0) pdk_laz_times_place(&state->time_models, false, room);
    if (scheme->color_at != 0) pdk_laz_color_place(&state->color_models, room);
    if (scheme->wave_at != 0) pdk_laz_wave_place(&state->wave_models, room);
    pdk_laz_models_place(state->extra_models, scheme->extra, BYTES, PDK_LAZ_MIDDLE, room);
}

pdk_laz_pointwise *pdk_laz_pointwise_make(pdk_memory *memory, const pdk_laz_scheme *scheme)
{
    pdk_laz_pointwise *state = pdk_alloc(memory, sizeof *state);
    if (state == NULL) return NULL;
    pdk_laz_room room = { .used = 0 };
    state->scheme = scheme;
    state->extra_models = pdk_alloc_array(memory, scheme->extra, sizeof *state->extra_models);
    state->extra = pdk_alloc(memory, scheme->extra);
    if (state->extra_models != NULL) place(state, &room);
    state->words = pdk_alloc_raw(memory, room.used * sizeof *state->words);
    if (state->extra_models == NULL || state->extra == NULL || state->words == NULL) {
        pdk_laz_pointwise_free(memory, state);
        return NULL;
    }
    room = (pdk_laz_room){ .words = state->words };
    place(state, &room);
    return state;
}

void pdk_laz_pointwise_free(pdk_memory *memory, pdk_laz_pointwise *state)
{
    pdk_free(memory, state->words);
    pdk_free(memory, state->extra);
    pdk_free(memory, state->extra_models);
    pdk_free(memory, state);
}

static void take_first(pdk_laz_pointwise *state, const uint8_t *first)
{
    const pdk_laz_scheme *scheme = state->scheme;
    state->x = pdk_load_i32(first);
    state->y = pdk_load_i32(first + PDK_LAS_Y);
    state->z = pdk_load_i32(first + PDK_LAS_Z);
    state->intensity = pdk_load_u16(first + PDK_LAS_INTENSITY);
    state->returns = first[PDK_LAS_RETURNS];
    state->class_of = first[PDK_LAS_OLD_CLASS];
    state->angle = first[PDK_LAS_OLD_ANGLE];
    state->user = first[PDK_LAS_USER];
    state->source = pdk_load_u16(first + PDK_LAS_OLD_SOURCE);
    for (size_t k = 0; k < 3 && scheme->color_at != 0; k++)
        state->color[k] = pdk_load_u16(first + scheme->color_at + 2 * k);
    if (scheme->wave_at != 0) state->wave = pdk_laz_wave_load(first + scheme->wave_at);
    if (scheme->extra > 0) memcpy(state->extra, first + scheme->extra_at, scheme->extra);
}

void pdk_laz_pointwise_begin(pdk_laz_pointwise *state, const uint8_t *first)
{
    const pdk_laz_scheme *scheme = state->scheme;
    uint32_t age = ++state->age;
    take_first(state, first);
    memset(state->median_x, 0, sizeof state->median_x);
    memset(state->median_y, 0, sizeof state->median_y);
    memset(state->intensities, 0, sizeof state->intensities);
    memset(state->heights, 0, sizeof state->heights);
    pdk_laz_model_begin(&state->changed, age);
    pdk_laz_number *const numbers[] = { &state->dx, &state->dy, &state->height, &state->brightness, &state->sources };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) pdk_laz_number_begin(numbers[i]);
    if (scheme->time_at != 0)
        pdk_laz_times_begin(&state->time_models, &state->times, pdk_load_u64(first + scheme->time_at), age);
    if (scheme->color_at != 0) pdk_laz_color_begin(&state->color_models, age);
    if (scheme->wave_at != 0) pdk_laz_wave_begin(&state->wave_models, age);
}

enum {
    CHANGED_SOURCE = 1,
    CHANGED_USER = 2,
    CHANGED_ANGLE = 4,
    CHANGED_CLASS = 8,
    CHANGED_INTENSITY = 16,
    CHANGED_RETURNS = 32
};

/* What did not change is as it was, except the intensity, which then is that of the last such return. */
static PDK_LAZ_INLINE uint32_t decode_values(pdk_laz_pointwise *state, pdk_laz_coder *coder)
{
    uint32_t age = state->age, changed = pdk_laz_symbol(coder, &state->changed, PDK_LAZ_MIDDLE);
    if (changed & CHANGED_RETURNS)
        state->returns = (uint8_t)pdk_laz_rare_symbol(coder, &state->all_returns[state->returns], PDK_LAZ_MIDDLE, age);
    uint32_t slot = slot_of[state->returns >> 3 & 7][state->returns & 7];
    if (changed & CHANGED_INTENSITY) {
        state->intensities[slot] =
            (uint16_t)pdk_laz_get(coder, &state->brightness, state->intensities[slot], slot < 3 ? slot : 3, 16, age);
    }
    state->intensity = state->intensities[slot];
    if (changed & CHANGED_CLASS)
        state->class_of = (uint8_t)pdk_laz_rare_symbol(coder, &state->classes[state->class_of], PDK_LAZ_MIDDLE, age);
    if (changed & CHANGED_ANGLE) {
        state->angle = (uint8_t)(state->angle + pdk_laz_rare_symbol(coder, &state->angles[state->returns >> 6 & 1],
                                                                    PDK_LAZ_MIDDLE, age));
    }
    if (changed & CHANGED_USER)
        state->user = (uint8_t)pdk_laz_rare_symbol(coder, &state->users[state->user], PDK_LAZ_MIDDLE, age);
    if (changed & CHANGED_SOURCE)
        state->source = (uint16_t)pdk_laz_get(coder, &state->sources, state->source, 0, 16, age);
    return slot;
}

static inline uint32_t even_up_to(uint32_t number, uint32_t most)
{
    return (number < most ? number : most) & ~UINT32_C(1);
}

static PDK_LAZ_INLINE void decode_point(pdk_laz_pointwise *state, pdk_laz_coder *coder, uint8_t *record)
{
    uint32_t age = state->age, slot = decode_values(state, coder);
    uint32_t number = state->returns & 7, count = state->returns >> 3 & 7, only = count == 1;
    uint32_t level = number < count ? count - number : number - count;
    int32_t change = (int32_t)pdk_laz_get(coder, &state->dx, (uint32_t)state->median_x[slot].values[2], only, 32, age);
    state->x = (int32_t)((uint32_t)state->x + (uint32_t)change);
    pdk_laz_median_add(&state->median_x[slot], change);
    uint32_t size = state->dx.size;
    change = (int32_t)pdk_laz_get(coder, &state->dy, (uint32_t)state->median_y[slot].values[2],
                                  only + even_up_to(size, 20), 32, age);
    state->y = (int32_t)((uint32_t)state->y + (uint32_t)change);
    pdk_laz_median_add(&state->median_y[slot], change);
    size = (size + state->dy.size) / 2;
    state->z = state->heights[level] = (int32_t)pdk_laz_get(coder, &state->height, (uint32_t)state->heights[level],
                                                            only + even_up_to(size, 18), 32, age);
    pdk_store_u32(record, (uint32_t)state->x);
    pdk_store_u32(record + PDK_LAS_Y, (uint32_t)state->y);
    pdk_store_u32(record + PDK_LAS_Z, (uint32_t)state->z);
    pdk_store_u16(record + PDK_LAS_INTENSITY, state->intensity);
    record[PDK_LAS_RETURNS] = state->returns;
    record[PDK_LAS_OLD_CLASS] = state->class_of;
    record[PDK_LAS_OLD_ANGLE] = state->angle;
    record[PDK_LAS_USER] = state->user;
    pdk_store_u16(record + PDK_LAS_OLD_SOURCE, state->source);
}

static inline void decode_color(pdk_laz_pointwise *state, pdk_laz_coder *coder, uint8_t *record)
{
    pdk_laz_color(coder, &state->color_models, state->color, state->age);
    for (size_t k = 0; k < 3; k++) pdk_store_u16(record + state->scheme->color_at + 2 * k, state->color[k]);
}

static void decode_extra(pdk_laz_pointwise *state, pdk_laz_coder *coder, uint8_t *record)
{
    const pdk_laz_scheme *scheme = state->scheme;
    for (uint32_t i = 0; i < scheme->extra; i++) {
        state->extra[i] = (uint8_t)(state->extra[i] +
                                    pdk_laz_rare_symbol(coder, &state->extra_models[i], PDK_LAZ_MIDDLE, state->age));
    }
    memcpy(record + scheme->extra_at, state->extra, scheme->extra);
}

static void decode_wave(pdk_laz_pointwise *state, pdk_laz_coder *coder, uint8_t *record)
{
    pdk_laz_wave_decode(coder, &state->wave_models, &state->wave, state->age);
    pdk_laz_wave_store(&state->wave, record + state->scheme->wave_at);
}

/* `time`, `color` are constants: the usual formats have their own loops. */
static PDK_LAZ_INLINE bool decode(pdk_laz_pointwise *state, pdk_laz_stream *stream, size_t count, uint8_t *record,
                                  bool time, bool color)
{
    const pdk_laz_scheme *scheme = state->scheme;
    pdk_laz_coder coder = stream->coder;
    for (size_t i = 0; i < count; i++, record += scheme->size) {
        pdk_laz_approach(stream, &coder);
        decode_point(state, &coder, record);
        if (time) {
            pdk_store_u64(record + scheme->time_at,
                          pdk_laz_time(&coder, &state->time_models, &state->times, false, state->age));
        }
        if (color) decode_color(state, &coder, record);
        if (scheme->wave_at != 0) decode_wave(state, &coder, record);
        if (scheme->extra > 0) decode_extra(state, &coder, record);
        if (coder.at > stream->end || coder.bad != 0) break;
    }
    stream->coder = coder;
    return coder.at <= stream->end && coder.bad == 0;
}

bool pdk_laz_pointwise_next(pdk_laz_pointwise *state, pdk_laz_stream *stream, size_t count, uint8_t *records)
{
    bool time = state->scheme->time_at != 0, color = state->scheme->color_at != 0;
    if (time && color) return decode(state, stream, count, records, true, true);
    if (time) return decode(state, stream, count, records, true, false);
    if (color) return decode(state, stream, count, records, false, true);
    return decode(state, stream, count, records, false, false);
}
