/* Points one after the other, as the first edition packed them. */
#include "format/las/las_layout.h"
#include "format/las/laz/laz_chunk.h"

enum { BYTES = 256, LAST = 3, HALF_CONTEXTS = 20 };

struct pdk_laz_first {
    const pdk_laz_scheme *scheme;
    uint32_t age;
    uint8_t *record; /* the last point */
    int32_t steps_x[LAST], steps_y[LAST];
    uint32_t step_at; /* the oldest of them */
    uint64_t time;
    int32_t step;
    uint32_t far;
    pdk_laz_wave wave;
    pdk_laz_model changed, all_returns[BYTES], classes[BYTES], users[BYTES];
    pdk_laz_number dx, dy, height, brightness, angle, sources;
    pdk_laz_model time_same, time_multiple, color_used;
    pdk_laz_number time_number, color_halves, extra_values;
    pdk_laz_wave_models wave_models;
    pdk_laz_model *extra_classes;
    uint16_t *words;
};

static void place(pdk_laz_first *state, pdk_laz_room *room)
{
    pdk_laz_model_place(&state->changed, 64, PDK_LAZ_MIDDLE, room);
    pdk_laz_models_place(state->all_returns, BYTES, BYTES, PDK_LAZ_MIDDLE, room);
    pdk_laz_models_place(state->classes, BYTES, BYTES, PDK_LAZ_MIDDLE, room);
    pdk_laz_models_place(state->users, BYTES, BYTES, PDK_LAZ_MIDDLE, room);
    pdk_laz_number_place(&state->dx, 32, 1, room);
    pdk_laz_number_place(&state->dy, 32, HALF_CONTEXTS, room);
    pdk_laz_number_place(&state->height, 32, HALF_CONTEXTS, room);
    pdk_laz_number_place(&state->brightness, 16, 1, room);
    pdk_laz_number_place(&state->angle, 8, 2, room);
    pdk_laz_number_place(&state->sources, 16, 1, room);
    pdk_laz_model_place(&state->time_same, 3, PDK_LAZ_SMALL, room);
    pdk_laz_model_place(&state->time_multiple, 512, PDK_LAZ_WIDE, room);
    pdk_laz_model_place(&state->color_used, 64, PDK_LAZ_MIDDLE, room);
    pdk_laz_number_place(&state->time_number, 32, 6, room);
    pdk_laz_number_place(&state->color_halves, 8, PDK_LAZ_COLOR_HALVES, room);
    pdk_laz_number_place(&state->extra_values, 8, 0, room);
    pdk_laz_wave_place(&state->wave_models, room);
    pdk_laz_models_place(state->extra_classes, state->scheme->extra, 9, PDK_LAZ_SMALL, room);
}

pdk_laz_first *pdk_laz_first_make(pdk_memory *memory, const pdk_laz_scheme *scheme)
{
    pdk_laz_first *state = pdk_alloc(memory, sizeof *state);
    if (state == NULL) return NULL;
    pdk_laz_room room = { .used = 0 };
    state->scheme = scheme;
    state->extra_classes = pdk_alloc_array(memory, scheme->extra, sizeof *state->extra_classes);
    state->record = pdk_alloc(memory, scheme->size);
    if (state->extra_classes != NULL) place(state, &room);
    state->words = pdk_alloc_raw(memory, room.used * sizeof *state->words);
    if (state->extra_classes == NULL || state->record == NULL || state->words == NULL) {
        pdk_laz_first_free(memory, state);
        return NULL;
    }
    room = (pdk_laz_room){ .words = state->words };
    place(state, &room);
    return state;
}

void pdk_laz_first_free(pdk_memory *memory, pdk_laz_first *state)
{
    pdk_free(memory, state->words);
    pdk_free(memory, state->record);
    pdk_free(memory, state->extra_classes);
    pdk_free(memory, state);
}

void pdk_laz_first_begin(pdk_laz_first *state, const uint8_t *first)
{
    const pdk_laz_scheme *scheme = state->scheme;
    uint32_t age = ++state->age;
    memcpy(state->record, first, scheme->size);
    memset(state->steps_x, 0, sizeof state->steps_x);
    memset(state->steps_y, 0, sizeof state->steps_y);
    state->step_at = state->far = 0;
    state->step = 0;
    pdk_laz_model_begin(&state->changed, age);
    pdk_laz_number *const numbers[] = { &state->dx,          &state->dy,           &state->height,
                                        &state->brightness,  &state->angle,        &state->sources,
                                        &state->time_number, &state->color_halves, &state->extra_values };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) pdk_laz_number_begin(numbers[i]);
    if (scheme->time_at != 0) state->time = pdk_load_u64(first + scheme->time_at);
    if (scheme->wave_at != 0) state->wave = pdk_laz_wave_load(first + scheme->wave_at);
    if (scheme->wave_at != 0) pdk_laz_wave_begin(&state->wave_models, age);
}

static int32_t middle(const int32_t values[LAST])
{
    int32_t low = pdk_laz_smaller(values[0], values[1]), high = pdk_laz_larger(values[0], values[1]);
    return pdk_laz_larger(low, pdk_laz_smaller(high, values[2]));
}

static uint32_t up_to(uint32_t number, uint32_t most)
{
    return number < most ? number : most;
}

static void decode_point(pdk_laz_first *state, pdk_laz_coder *coder)
{
    enum { SOURCE = 1, USER = 2, ANGLE = 4, CLASS = 8, RETURNS = 16, INTENSITY = 32, FEW = 3 };
    uint8_t *record = state->record;
    uint32_t age = state->age, at = state->step_at;
    uint32_t guess_x = (uint32_t)middle(state->steps_x), guess_y = (uint32_t)middle(state->steps_y);
    uint32_t dx = pdk_laz_get(coder, &state->dx, guess_x, 0, 32, age);
    uint32_t dy = pdk_laz_get(coder, &state->dy, guess_y, up_to(state->dx.size, HALF_CONTEXTS - 1), 32, age);
    uint32_t size = (state->dx.size + state->dy.size) / 2;
    uint32_t z =
        pdk_laz_get(coder, &state->height, pdk_load_u32(record + PDK_LAS_Z), up_to(size, HALF_CONTEXTS - 1), 32, age);
    state->steps_x[at] = (int32_t)dx;
    state->steps_y[at] = (int32_t)dy;
    state->step_at = (at + 1) % LAST;
    pdk_store_u32(record, pdk_load_u32(record) + dx);
    pdk_store_u32(record + PDK_LAS_Y, pdk_load_u32(record + PDK_LAS_Y) + dy);
    pdk_store_u32(record + PDK_LAS_Z, z);
    uint32_t changed = pdk_laz_symbol(coder, &state->changed, PDK_LAZ_MIDDLE);
    if (changed & INTENSITY) {
        uint16_t last = pdk_load_u16(record + PDK_LAS_INTENSITY);
        pdk_store_u16(record + PDK_LAS_INTENSITY, (uint16_t)pdk_laz_get(coder, &state->brightness, last, 0, 16, age));
    }
    uint8_t *byte = record + PDK_LAS_RETURNS;
    if (changed & RETURNS) *byte = (uint8_t)pdk_laz_rare_symbol(coder, &state->all_returns[*byte], PDK_LAZ_MIDDLE, age);
    byte = record + PDK_LAS_OLD_CLASS;
    if (changed & CLASS) *byte = (uint8_t)pdk_laz_rare_symbol(coder, &state->classes[*byte], PDK_LAZ_MIDDLE, age);
    byte = record + PDK_LAS_OLD_ANGLE;
    if (changed & ANGLE) *byte = (uint8_t)pdk_laz_get(coder, &state->angle, *byte, size < FEW, 8, age);
    byte = record + PDK_LAS_USER;
    if (changed & USER) *byte = (uint8_t)pdk_laz_rare_symbol(coder, &state->users[*byte], PDK_LAZ_MIDDLE, age);
    if (changed & SOURCE) {
        uint16_t last = pdk_load_u16(record + PDK_LAS_OLD_SOURCE);
        pdk_store_u16(record + PDK_LAS_OLD_SOURCE, (uint16_t)pdk_laz_get(coder, &state->sources, last, 0, 16, age));
    }
}

static void decode_time_multiple(pdk_laz_first *state, pdk_laz_coder *coder)
{
    enum { SOME = 10, MANY = 50, MOST = 509, RAW = 510, SAME = 511 };
    uint32_t symbol = pdk_laz_symbol(coder, &state->time_multiple, PDK_LAZ_WIDE), guess, context;
    if (symbol == RAW) state->time = pdk_laz_raw_long(coder);
    if (symbol >= RAW) return;
    context = symbol == 0 ? 2 : symbol == 1 ? 1 : symbol < SOME ? 3 : symbol < MANY ? 4 : 5;
    guess = symbol == 0 ? (uint32_t)(state->step / 4) : symbol * (uint32_t)state->step;
    int32_t change = (int32_t)pdk_laz_get(coder, &state->time_number, guess, context, 32, state->age);
    state->time += (uint64_t)(int64_t)change;
    if (symbol == 1) {
        state->step = change;
        state->far = 0;
    } else if ((symbol == 0 || symbol == MOST) && ++state->far > 3) {
        state->step = change;
        state->far = 0;
    }
}

static void decode_time(pdk_laz_first *state, pdk_laz_coder *coder)
{
    if (state->time_same.age != state->age) {
        pdk_laz_model_begin(&state->time_same, state->age);
        pdk_laz_model_begin(&state->time_multiple, state->age);
    }
    if (state->step != 0) {
        decode_time_multiple(state, coder);
        return;
    }
    uint32_t symbol = pdk_laz_symbol(coder, &state->time_same, PDK_LAZ_SMALL);
    if (symbol == 1) {
        state->step = (int32_t)pdk_laz_get(coder, &state->time_number, 0, 0, 32, state->age);
        state->time += (uint64_t)(int64_t)state->step;
    } else if (symbol == 2) {
        state->time = pdk_laz_raw_long(coder);
    }
}

static void decode_color(pdk_laz_first *state, pdk_laz_coder *coder, uint8_t *color)
{
    uint32_t used = pdk_laz_rare_symbol(coder, &state->color_used, PDK_LAZ_MIDDLE, state->age);
    for (uint32_t i = 0; i < PDK_LAZ_COLOR_HALVES; i++) {
        if (used >> i & 1) color[i] = (uint8_t)pdk_laz_get(coder, &state->color_halves, color[i], i, 8, state->age);
    }
}

bool pdk_laz_first_next(pdk_laz_first *state, pdk_laz_stream *stream, size_t count, uint8_t *records)
{
    const pdk_laz_scheme *scheme = state->scheme;
    pdk_laz_coder coder = stream->coder;
    uint8_t *record = state->record;
    for (size_t i = 0; i < count && coder.at <= stream->end && coder.bad == 0; i++) {
        pdk_laz_approach(stream, &coder);
        decode_point(state, &coder);
        if (scheme->time_at != 0) {
            decode_time(state, &coder);
            pdk_store_u64(record + scheme->time_at, state->time);
        }
        if (scheme->color_at != 0) decode_color(state, &coder, record + scheme->color_at);
        if (scheme->wave_at != 0) {
            pdk_laz_wave_decode(&coder, &state->wave_models, &state->wave, state->age);
            pdk_laz_wave_store(&state->wave, record + scheme->wave_at);
        }
        uint8_t *extra = record + scheme->extra_at;
        for (uint32_t k = 0; k < scheme->extra; k++)
            extra[k] = (uint8_t)pdk_laz_get_by(&coder, &state->extra_values, &state->extra_classes[k], extra[k], 8,
                                               state->age);
        memcpy(records + i * scheme->size, record, scheme->size);
    }
    stream->coder = coder;
    return coder.at <= stream->end && coder.bad == 0;
}
