/* A chunk of points in layers. */
#include "laz_pack_items.h"

static const char slots[16][17] = {
    "0123453445555555", "1013333333333333", "2124444444433333", "3345444444444444",
    "4344544444444444", "5344454444444444", "3344445444444444", "4344444544444444",
    "4344444454444444", "5344444445444444", "5344444444544444", "5334444444455444",
    "5334444444455544", "5334444444445554", "5334444444444555", "5334444444444455",
};

enum { XY, Z, CLASS, FLAGS, INTENSITY, ANGLE, USER, SOURCE, TIME, POINT_LAYERS };

typedef struct channel {
    bool known, time_changed;
    const uint8_t *last;
    laz_model changed[8], channel, counts[16], numbers[16], same_time, classes[64], flags[64], users[64];
    laz_number dx, dy, z, intensity, angle, source;
    laz_median median_x[12], median_y[12];
    uint32_t heights[8];
    uint16_t intensities[8];
    laz_time time;
} channel;

/* The models of the values beside the point. */
typedef struct items {
    bool known;
    const uint8_t *last; /* the record with its last values */
    laz_color color;
    laz_model infrared_used, infrared[2];
    laz_wave wave;
    laz_wave_last wave_last;
    laz_model *extra;
} items;

typedef struct state {
    const laz_shape *shape;
    channel channels[4];
    items sets[4];
    uint32_t at, set; /* the current ones */
    laz_stream *layers;
    bool *used; /* the values of this layer are not all the same */
    uint32_t layer_count;
} state;

static uint32_t even(uint32_t number, uint32_t most)
{
    return (number < most ? number : most) / 2 * 2;
}

static uint32_t like(const uint8_t *record)
{
    uint32_t number = record[14] & 15, count = record[14] >> 4;
    return (number == 1 ? 2U : 0U) + (number >= count ? 1U : 0U);
}

static void make_channel(channel *made, const uint8_t *last)
{
    made->known = true;
    made->last = last;
    for (int i = 0; i < 8; i++) made->heights[i] = pdk_load_u32(last + 8);
    for (int i = 0; i < 8; i++) made->intensities[i] = pdk_load_u16(last + 12);
    made->time.last[0] = pdk_load_u64(last + 22);
}

static uint32_t channel_number(const uint8_t *record)
{
    return record[15] >> 4 & 3;
}

static void put_return(laz_stream *stream, channel *to, const uint8_t *now, uint32_t changed)
{
    uint32_t before = to->last[14] & 15, number = now[14] & 15;
    if (changed & 4) laz_put_symbol(stream, &to->counts[to->last[14] >> 4], 16, now[14] >> 4);
    if ((changed & 3) != 3) return;
    if (changed & 16) laz_put_symbol(stream, &to->numbers[before], 16, number);
    else laz_put_symbol(stream, &to->same_time, 13, (number - before - 2) & 15);
}

static void put_place(state *all, channel *to, const uint8_t *now, bool new_time)
{
    laz_stream *xy = &all->layers[XY];
    uint32_t number = now[14] & 15, count = now[14] >> 4, only = count == 1;
    uint32_t slot = 2 * (uint32_t)(slots[count][number] - '0') + new_time;
    uint32_t level = count > number ? count - number : number - count;
    if (level > 7) level = 7;
    uint32_t change = pdk_load_u32(now) - pdk_load_u32(to->last);
    laz_put_number(xy, &to->dx, 32, only, (uint32_t)laz_median_of(&to->median_x[slot]), change);
    laz_median_push(&to->median_x[slot], (int32_t)change);
    change = pdk_load_u32(now + 4) - pdk_load_u32(to->last + 4);
    laz_put_number(xy, &to->dy, 32, only + even(to->dx.size, 20), (uint32_t)laz_median_of(&to->median_y[slot]), change);
    laz_median_push(&to->median_y[slot], (int32_t)change);
    laz_put_number(&all->layers[Z], &to->z, 32, only + even((to->dx.size + to->dy.size) / 2, 18), to->heights[level],
                   pdk_load_u32(now + 8));
    to->heights[level] = pdk_load_u32(now + 8);
}

static uint32_t flags_of(const uint8_t *record)
{
    return (record[15] & 15U) | (record[15] >> 6 & 3U) << 4;
}

static void put_values(state *all, channel *to, const uint8_t *now, uint32_t changed)
{
    uint32_t e = like(now), t = (changed & 16) != 0, slot = 2 * e + t;
    laz_stream *layers = all->layers;
    laz_put_symbol(&layers[CLASS], &to->classes[2 * (to->last[16] & 31U) + (e == 3)], 256, now[16]);
    laz_put_symbol(&layers[FLAGS], &to->flags[flags_of(to->last)], 64, flags_of(now));
    laz_put_number(&layers[INTENSITY], &to->intensity, 16, e, to->intensities[slot], pdk_load_u16(now + 12));
    to->intensities[slot] = pdk_load_u16(now + 12);
    laz_put_symbol(&layers[USER], &to->users[to->last[17] >> 2], 256, now[17]);
    if (changed & 8)
        laz_put_number(&layers[ANGLE], &to->angle, 16, t, pdk_load_u16(to->last + 18), pdk_load_u16(now + 18));
    if (changed & 32)
        laz_put_number(&layers[SOURCE], &to->source, 16, 0, pdk_load_u16(to->last + 20), pdk_load_u16(now + 20));
    if (changed & 16) laz_put_time(&layers[TIME], &to->time, pdk_load_u64(now + 22), true);
}

/* Which bits say what changed from the last point of its channel. */
static uint32_t changes(const channel *to, const uint8_t *now)
{
    uint32_t number = now[14] & 15, before = to->last[14] & 15, changed = 0;
    if (number == ((before + 1) & 15)) changed |= 1;
    else if (number == ((before + 15) & 15)) changed |= 2;
    else if (number != before) changed |= 3;
    if (now[14] >> 4 != to->last[14] >> 4) changed |= 4;
    if (memcmp(now + 18, to->last + 18, 2) != 0) changed |= 8;
    if (memcmp(now + 22, to->last + 22, 8) != 0) changed |= 16;
    if (memcmp(now + 20, to->last + 20, 2) != 0) changed |= 32;
    return changed;
}

/* Returns whether the channel changed. */
static bool put_point(state *all, const uint8_t *now)
{
    channel *from = &all->channels[all->at], *to = from;
    uint32_t next = channel_number(now);
    uint32_t q = (from->last[14] & 15) == 1;
    q += 2U * ((from->last[14] & 15) >= (from->last[14] >> 4)) + 4U * from->time_changed;
    bool turns = next != all->at;
    if (turns) {
        to = &all->channels[next];
        if (!to->known) make_channel(to, from->last);
    }
    uint32_t changed = changes(to, now) | (turns ? 64U : 0U);
    laz_put_symbol(&all->layers[XY], &from->changed[q], 128, changed);
    if (turns) laz_put_symbol(&all->layers[XY], &from->channel, 3, (next - all->at - 1) & 3);
    put_return(&all->layers[XY], to, now, changed);
    put_place(all, to, now, (changed & 16) != 0);
    put_values(all, to, now, changed);
    to->time_changed = (changed & 16) != 0;
    to->last = now;
    all->at = next;
    return turns;
}

static void put_infrared(laz_stream *stream, items *set, const uint8_t *last, const uint8_t *now)
{
    uint32_t used = (last[0] != now[0] ? 1U : 0U) | (last[1] != now[1] ? 2U : 0U);
    laz_put_symbol(stream, &set->infrared_used, 4, used);
    for (int i = 0; i < 2; i++) {
        if (used >> i & 1) laz_put_symbol(stream, &set->infrared[i], 256, (uint8_t)(now[i] - last[i]));
    }
}

/* The third edition has sets 0 and those that are turned to, and mixes up their last values (the fourth does not). */
static void put_items(state *all, const uint8_t *now, bool turns)
{
    const laz_shape *shape = all->shape;
    bool third = shape->edition == 3;
    uint32_t next = third && !turns ? 0 : channel_number(now), layer = POINT_LAYERS, values = next;
    if (next != all->set) {
        if (!all->sets[next].known) {
            all->sets[next].known = true;
            all->sets[next].last = all->sets[all->set].last;
        } else if (third) {
            values = all->set;
        }
    }
    items *set = &all->sets[next];
    const uint8_t *last = all->sets[values].last;
    all->set = next;
    if (shape->color_at != 0)
        laz_put_color(&all->layers[layer++], &set->color, last + shape->color_at, now + shape->color_at);
    if (shape->infrared_at != 0)
        put_infrared(&all->layers[layer++], set, last + shape->infrared_at, now + shape->infrared_at);
    if (shape->wave_at != 0) {
        laz_put_wave(&all->layers[layer++], &set->wave, &set->wave_last, last + shape->wave_at, now + shape->wave_at);
    }
    if (set->extra == NULL) set->extra = calloc(shape->extra + 1, sizeof *set->extra);
    if (set->extra == NULL) abort();
    for (uint32_t i = shape->extra_at; i < shape->size && shape->extra > 0; i++)
        laz_put_symbol(&all->layers[layer++], &set->extra[i - shape->extra_at], 256, (uint8_t)(now[i] - last[i]));
    all->sets[values].last = now;
}

/* A layer whose values are all those of the first point is left out. */
static void find_used(state *all, const uint8_t *records, uint32_t count)
{
    const laz_shape *shape = all->shape;
    static const uint8_t parts[][3] = { { CLASS, 16, 1 }, { INTENSITY, 12, 2 }, { ANGLE, 18, 2 },
                                        { USER, 17, 1 },  { SOURCE, 20, 2 },    { TIME, 22, 8 } };
    all->used[XY] = all->used[Z] = true;
    for (uint32_t i = 1; i < count; i++) {
        const uint8_t *now = records + (size_t)i * shape->size;
        for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++)
            all->used[parts[k][0]] |= memcmp(now + parts[k][1], records + parts[k][1], parts[k][2]) != 0;
        all->used[FLAGS] |= flags_of(now) != flags_of(records);
        uint32_t layer = POINT_LAYERS;
        if (shape->color_at != 0)
            all->used[layer++] |= memcmp(now + shape->color_at, records + shape->color_at, 6) != 0;
        if (shape->infrared_at != 0)
            all->used[layer++] |= memcmp(now + shape->infrared_at, records + shape->infrared_at, 2) != 0;
        if (shape->wave_at != 0) all->used[layer++] |= memcmp(now + shape->wave_at, records + shape->wave_at, 29) != 0;
        for (uint32_t k = 0; k < shape->extra; k++)
            all->used[layer++] |= now[shape->extra_at + k] != records[shape->extra_at + k];
    }
}

static void free_channel(channel *of)
{
    for (int i = 0; i < 8; i++) laz_model_free(&of->changed[i]);
    for (int i = 0; i < 16; i++) laz_model_free(&of->counts[i]);
    for (int i = 0; i < 16; i++) laz_model_free(&of->numbers[i]);
    for (int i = 0; i < 64; i++) {
        laz_model_free(&of->classes[i]);
        laz_model_free(&of->flags[i]);
        laz_model_free(&of->users[i]);
    }
    laz_model_free(&of->channel);
    laz_model_free(&of->same_time);
    laz_number *const numbers[] = { &of->dx, &of->dy, &of->z, &of->intensity, &of->angle, &of->source };
    for (size_t i = 0; i < 6; i++) laz_number_free(numbers[i]);
    laz_time_free(&of->time);
}

static void free_items(items *of, uint32_t extra)
{
    laz_color_free(&of->color);
    laz_model_free(&of->infrared_used);
    for (int i = 0; i < 2; i++) laz_model_free(&of->infrared[i]);
    laz_wave_free(&of->wave);
    for (uint32_t i = 0; i < extra && of->extra != NULL; i++) laz_model_free(&of->extra[i]);
    free(of->extra);
}

static void free_state(state *all)
{
    for (int i = 0; i < 4; i++) {
        free_channel(&all->channels[i]);
        free_items(&all->sets[i], all->shape->extra);
    }
    for (uint32_t i = 0; i < all->layer_count; i++) laz_stream_free(&all->layers[i]);
    free(all->layers);
    free(all->used);
    free(all);
}

void laz_pack_layers(const laz_shape *shape, const uint8_t *records, uint32_t count, laz_bytes *to)
{
    state *all = calloc(1, sizeof *all);
    if (all == NULL) abort();
    all->shape = shape;
    all->layer_count = POINT_LAYERS + shape->extra;
    all->layer_count +=
        (shape->color_at != 0 ? 1U : 0U) + (shape->infrared_at != 0 ? 1U : 0U) + (shape->wave_at != 0 ? 1U : 0U);
    all->layers = calloc(all->layer_count, sizeof *all->layers);
    all->used = calloc(all->layer_count, sizeof *all->used);
    if (all->layers == NULL || all->used == NULL) abort();
    for (uint32_t i = 0; i < all->layer_count; i++) laz_stream_begin(&all->layers[i]);
    find_used(all, records, count);
    all->at = all->set = channel_number(records);
    make_channel(&all->channels[all->at], records);
    all->sets[all->set].known = true;
    all->sets[all->set].last = records;
    for (uint32_t i = 1; i < count; i++) {
        const uint8_t *now = records + (size_t)i * shape->size;
        put_items(all, now, put_point(all, now));
    }
    laz_add(to, records, shape->size);
    laz_add_u32(to, count);
    for (uint32_t i = 0; i < all->layer_count; i++) {
        laz_stream_end(&all->layers[i]);
        laz_add_u32(to, all->used[i] ? (uint32_t)all->layers[i].size : 0);
    }
    for (uint32_t i = 0; i < all->layer_count; i++) {
        if (all->used[i]) laz_add(to, all->layers[i].bytes, all->layers[i].size);
    }
    free_state(all);
}
