/* A chunk of points one after the other, as the first edition packed them. */
#include "laz_pack_items.h"

typedef struct state {
    laz_stream stream;
    laz_model changed, returns[256], classes[256], users[256], same, multiple, color_used, *extra_classes;
    laz_number dx, dy, z, intensity, angle, source, time, color, extra;
    int32_t steps_x[3], steps_y[3];
    uint32_t count;
    uint64_t last_time;
    int32_t step;
    uint32_t far;
    laz_wave wave;
    laz_wave_last wave_last;
} state;

static uint32_t middle(const int32_t *of)
{
    int32_t a = of[0], b = of[1], c = of[2];
    if ((a <= b && b <= c) || (c <= b && b <= a)) return (uint32_t)b;
    return (uint32_t)((b <= a && a <= c) || (c <= a && a <= b) ? a : c);
}

static uint32_t up_to(uint32_t number, uint32_t most)
{
    return number < most ? number : most;
}

static void put_point(state *all, const uint8_t *last, const uint8_t *now)
{
    laz_stream *stream = &all->stream;
    uint32_t dx = pdk_load_u32(now) - pdk_load_u32(last), dy = pdk_load_u32(now + 4) - pdk_load_u32(last + 4);
    laz_put_number(stream, &all->dx, 32, 0, middle(all->steps_x), dx);
    laz_put_number(stream, &all->dy, 32, up_to(all->dx.size, 19), middle(all->steps_y), dy);
    uint32_t size = (all->dx.size + all->dy.size) / 2;
    laz_put_number(stream, &all->z, 32, up_to(size, 19), pdk_load_u32(last + 8), pdk_load_u32(now + 8));
    all->steps_x[all->count % 3] = (int32_t)dx;
    all->steps_y[all->count % 3] = (int32_t)dy;
    all->count++;
    uint32_t changed = (memcmp(now + 12, last + 12, 2) != 0 ? 32U : 0U) | (now[14] != last[14] ? 16U : 0U) |
                       (now[15] != last[15] ? 8U : 0U) | (now[16] != last[16] ? 4U : 0U) |
                       (now[17] != last[17] ? 2U : 0U) | (memcmp(now + 18, last + 18, 2) != 0 ? 1U : 0U);
    laz_put_symbol(stream, &all->changed, 64, changed);
    if (changed & 32) laz_put_number(stream, &all->intensity, 16, 0, pdk_load_u16(last + 12), pdk_load_u16(now + 12));
    if (changed & 16) laz_put_symbol(stream, &all->returns[last[14]], 256, now[14]);
    if (changed & 8) laz_put_symbol(stream, &all->classes[last[15]], 256, now[15]);
    if (changed & 4) laz_put_number(stream, &all->angle, 8, size < 3, last[16], now[16]);
    if (changed & 2) laz_put_symbol(stream, &all->users[last[17]], 256, now[17]);
    if (changed & 1) laz_put_number(stream, &all->source, 16, 0, pdk_load_u16(last + 18), pdk_load_u16(now + 18));
}

static void put_time(state *all, uint64_t value)
{
    laz_stream *stream = &all->stream;
    int64_t change = (int64_t)(value - all->last_time);
    bool near = change >= INT32_MIN && change <= INT32_MAX, none = all->step == 0;
    if (change == 0) {
        laz_put_symbol(stream, none ? &all->same : &all->multiple, none ? 3 : 512, none ? 0 : 511);
    } else if (!near) {
        laz_put_symbol(stream, none ? &all->same : &all->multiple, none ? 3 : 512, none ? 2 : 510);
        laz_put_raw_long(stream, value);
    } else if (none) {
        laz_put_symbol(stream, &all->same, 3, 1);
        laz_put_number(stream, &all->time, 32, 0, 0, (uint32_t)change);
        all->step = (int32_t)change;
    } else {
        int64_t factor = change / all->step;
        uint32_t symbol = factor < 0 ? 0 : factor > 509 ? 509 : (uint32_t)factor;
        uint32_t context = symbol == 0 ? 2 : symbol == 1 ? 1 : symbol < 10 ? 3 : symbol < 50 ? 4 : 5;
        uint32_t guess = symbol == 0 ? (uint32_t)(all->step / 4) : symbol * (uint32_t)all->step;
        laz_put_symbol(stream, &all->multiple, 512, symbol);
        laz_put_number(stream, &all->time, 32, context, guess, (uint32_t)change);
        bool far = (symbol == 0 || symbol == 509) && ++all->far > 3;
        if (symbol == 1 || far) {
            all->step = (int32_t)change;
            all->far = 0;
        }
    }
    all->last_time = value;
}

static void put_color(state *all, const uint8_t *last, const uint8_t *now)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < 6; i++) used |= (uint32_t)(last[i] != now[i]) << i;
    laz_put_symbol(&all->stream, &all->color_used, 64, used);
    for (uint32_t i = 0; i < 6; i++) {
        if (used >> i & 1) laz_put_number(&all->stream, &all->color, 8, i, last[i], now[i]);
    }
}

/* As numbers whose classes have a context for each byte; the contexts of one number do not suffice. */
static void put_extra(state *all, uint32_t number, uint8_t last, uint8_t now)
{
    laz_model swapped = all->extra.classes[0];
    all->extra.classes[0] = all->extra_classes[number];
    laz_put_number(&all->stream, &all->extra, 8, 0, last, now);
    all->extra_classes[number] = all->extra.classes[0];
    all->extra.classes[0] = swapped;
}

static void free_state(state *all, uint32_t extra)
{
    laz_model *const models[] = { &all->changed, &all->same, &all->multiple, &all->color_used };
    for (size_t i = 0; i < 4; i++) laz_model_free(models[i]);
    for (int i = 0; i < 256; i++) {
        laz_model_free(&all->returns[i]);
        laz_model_free(&all->classes[i]);
        laz_model_free(&all->users[i]);
    }
    for (uint32_t i = 0; i < extra; i++) laz_model_free(&all->extra_classes[i]);
    laz_number *const numbers[] = { &all->dx,     &all->dy,   &all->z,     &all->intensity, &all->angle,
                                    &all->source, &all->time, &all->color, &all->extra };
    for (size_t i = 0; i < 9; i++) laz_number_free(numbers[i]);
    laz_wave_free(&all->wave);
    laz_stream_free(&all->stream);
    free(all->extra_classes);
    free(all);
}

void laz_pack_first(const laz_shape *shape, const uint8_t *records, uint32_t count, laz_bytes *to)
{
    state *all = calloc(1, sizeof *all);
    if (all == NULL) abort();
    all->extra_classes = calloc(shape->extra + 1, sizeof *all->extra_classes);
    if (all->extra_classes == NULL) abort();
    laz_stream_begin(&all->stream);
    if (shape->time_at != 0) all->last_time = pdk_load_u64(records + shape->time_at);
    for (uint32_t i = 1; i < count; i++) {
        const uint8_t *last = records + (size_t)(i - 1) * shape->size, *now = last + shape->size;
        put_point(all, last, now);
        if (shape->time_at != 0) put_time(all, pdk_load_u64(now + shape->time_at));
        if (shape->color_at != 0) put_color(all, last + shape->color_at, now + shape->color_at);
        if (shape->wave_at != 0)
            laz_put_wave(&all->stream, &all->wave, &all->wave_last, last + shape->wave_at, now + shape->wave_at);
        for (uint32_t k = 0; k < shape->extra; k++)
            put_extra(all, k, last[shape->extra_at + k], now[shape->extra_at + k]);
    }
    laz_stream_end(&all->stream);
    laz_add(to, records, shape->size);
    laz_add(to, all->stream.bytes, all->stream.size);
    free_state(all, shape->extra);
}
