/* A chunk of points one after the other. */
#include "laz_pack_items.h"

static const uint8_t slots[8][8] = {
    { 15, 14, 13, 12, 11, 10, 9, 8 },  { 14, 0, 1, 3, 6, 10, 10, 9 },    { 13, 1, 2, 4, 7, 11, 11, 10 },
    { 12, 3, 4, 5, 8, 12, 12, 11 },    { 11, 6, 7, 8, 9, 13, 13, 12 },   { 10, 10, 11, 12, 13, 14, 14, 13 },
    { 9, 10, 11, 12, 13, 14, 15, 14 }, { 8, 9, 10, 11, 12, 13, 14, 15 },
};

typedef struct state {
    laz_stream stream;
    laz_model changed, returns[256], classes[256], users[256], angles[2], *extra;
    laz_number dx, dy, z, intensity, source;
    laz_median median_x[16], median_y[16];
    uint16_t intensities[16];
    uint32_t heights[8];
    laz_time time;
    laz_color color;
    laz_wave wave;
    laz_wave_last wave_last;
} state;

static uint32_t even(uint32_t number, uint32_t most)
{
    return (number < most ? number : most) / 2 * 2;
}

static void put_values(state *all, const uint8_t *last, const uint8_t *now, uint32_t slot)
{
    laz_stream *stream = &all->stream;
    uint16_t intensity = pdk_load_u16(now + 12), source = pdk_load_u16(now + 18), before = pdk_load_u16(last + 18);
    uint32_t changed = (now[14] != last[14] ? 32U : 0U) | (intensity != all->intensities[slot] ? 16U : 0U) |
                       (now[15] != last[15] ? 8U : 0U) | (now[16] != last[16] ? 4U : 0U) |
                       (now[17] != last[17] ? 2U : 0U) | (source != before ? 1U : 0U);
    laz_put_symbol(stream, &all->changed, 64, changed);
    if (changed & 32) laz_put_symbol(stream, &all->returns[last[14]], 256, now[14]);
    if (changed & 16)
        laz_put_number(stream, &all->intensity, 16, slot < 3 ? slot : 3, all->intensities[slot], intensity);
    all->intensities[slot] = intensity;
    if (changed & 8) laz_put_symbol(stream, &all->classes[last[15]], 256, now[15]);
    if (changed & 4) laz_put_symbol(stream, &all->angles[now[14] >> 6 & 1], 256, (uint8_t)(now[16] - last[16]));
    if (changed & 2) laz_put_symbol(stream, &all->users[last[17]], 256, now[17]);
    if (changed & 1) laz_put_number(stream, &all->source, 16, 0, before, source);
}

static void put_point(state *all, const uint8_t *last, const uint8_t *now)
{
    uint32_t number = now[14] & 7, count = now[14] >> 3 & 7, slot = slots[count][number], only = count == 1;
    uint32_t level = count > number ? count - number : number - count, z = pdk_load_u32(now + 8);
    put_values(all, last, now, slot);
    uint32_t change = pdk_load_u32(now) - pdk_load_u32(last);
    laz_put_number(&all->stream, &all->dx, 32, only, (uint32_t)laz_median_of(&all->median_x[slot]), change);
    laz_median_push(&all->median_x[slot], (int32_t)change);
    change = pdk_load_u32(now + 4) - pdk_load_u32(last + 4);
    laz_put_number(&all->stream, &all->dy, 32, only + even(all->dx.size, 20),
                   (uint32_t)laz_median_of(&all->median_y[slot]), change);
    laz_median_push(&all->median_y[slot], (int32_t)change);
    laz_put_number(&all->stream, &all->z, 32, only + even((all->dx.size + all->dy.size) / 2, 18), all->heights[level],
                   z);
    all->heights[level] = z;
}

static void free_state(state *all, uint32_t extra)
{
    laz_model_free(&all->changed);
    for (int i = 0; i < 256; i++) {
        laz_model_free(&all->returns[i]);
        laz_model_free(&all->classes[i]);
        laz_model_free(&all->users[i]);
    }
    for (int i = 0; i < 2; i++) laz_model_free(&all->angles[i]);
    for (uint32_t i = 0; i < extra; i++) laz_model_free(&all->extra[i]);
    laz_number *const numbers[] = { &all->dx, &all->dy, &all->z, &all->intensity, &all->source };
    for (size_t i = 0; i < 5; i++) laz_number_free(numbers[i]);
    laz_time_free(&all->time);
    laz_color_free(&all->color);
    laz_wave_free(&all->wave);
    laz_stream_free(&all->stream);
    free(all->extra);
    free(all);
}

void laz_pack_points(const laz_shape *shape, const uint8_t *records, uint32_t count, laz_bytes *to)
{
    state *all = calloc(1, sizeof *all);
    if (all == NULL) abort();
    all->extra = calloc(shape->extra + 1, sizeof *all->extra);
    if (all->extra == NULL) abort();
    laz_stream_begin(&all->stream);
    if (shape->time_at != 0) all->time.last[0] = pdk_load_u64(records + shape->time_at);
    for (uint32_t i = 1; i < count; i++) {
        const uint8_t *last = records + (size_t)(i - 1) * shape->size, *now = last + shape->size;
        put_point(all, last, now);
        if (shape->time_at != 0) laz_put_time(&all->stream, &all->time, pdk_load_u64(now + shape->time_at), false);
        if (shape->color_at != 0)
            laz_put_color(&all->stream, &all->color, last + shape->color_at, now + shape->color_at);
        if (shape->wave_at != 0) {
            laz_put_wave(&all->stream, &all->wave, &all->wave_last, last + shape->wave_at, now + shape->wave_at);
        }
        for (uint32_t k = shape->extra_at; k < shape->size && shape->extra > 0; k++)
            laz_put_symbol(&all->stream, &all->extra[k - shape->extra_at], 256, (uint8_t)(now[k] - last[k]));
    }
    laz_stream_end(&all->stream);
    laz_add(to, records, shape->size);
    laz_add(to, all->stream.bytes, all->stream.size);
    free_state(all, shape->extra);
}
