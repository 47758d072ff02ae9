/*
 * A palette made again from the pictures that use it. What means more than its colour keeps its place: the transparent
 * index, and the lights of cars. Colours that the palette has already stay where they are, as far as there is room.
 */
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_quantise.h"

/* One palette on its way. */
typedef struct recoloring {
    const pdk_field *channels[4]; /* NULL = not stored */
    pdk_fam_rounding rounding;
    uint8_t palette[PDK_FAM_COLORS * 4]; /* old, then new */
    bool is_fixed[PDK_FAM_COLORS];       /* keeps its colour from now on */
    bool is_new[PDK_FAM_COLORS];
    uint32_t count;
    int clear; /* the index that is transparent, -1 = none */
    bool stores_alpha;
    bool graded; /* shades of opacity can be stored */
    bool car;
    uint32_t holders[PDK_FAM_COLORS]; /* indices that pixels of just their colour get */
    size_t holder_count;
    pdk_memory *memory;
    pdk_error *error;
} recoloring;

/* ------------------------------------------------------------------------------------------------ the palette */

/* The lowest index of a colour that may change, and does not count as used yet; -1 = none. */
static int find_ordinary(const recoloring *into, const uint8_t rgba[4], size_t limit)
{
    for (uint32_t i = 0; i < into->count && i < limit; i++) {
        if (!into->is_fixed[i] && memcmp(into->palette + i * 4, rgba, 4) == 0) return (int)i;
    }
    return -1;
}

/* A light is chosen for its exact colour, if no other index has it: that stays so. */
static void hold_lights(recoloring *into)
{
    for (uint32_t i = 0; i < into->count; i++) into->is_fixed[i] = pdk_fam_is_light(into->car, i);
    if (into->clear >= 0) into->is_fixed[into->clear] = true;
    for (uint32_t i = 0; i < into->count; i++) {
        if (!pdk_fam_is_light(into->car, i)) continue;
        int other = find_ordinary(into, into->palette + i * 4, PDK_FAM_COLORS);
        into->holders[into->holder_count++] = other >= 0 ? (uint32_t)other : i;
    }
}

static void begin(recoloring *into, const uint8_t *colors)
{
    static const char *const names[] = { "red", "green", "blue", "alpha" };
    const pdk_record *color = pdk_fam_color(colors[0] & 0x7F);
    uint32_t count = pdk_load_u16(colors + PDK_SHPI_WIDTH);
    into->count = count < PDK_FAM_COLORS ? count : PDK_FAM_COLORS;
    pdk_fam_expand_palette(colors, PDK_FAM_COLORS, into->palette);
    for (size_t c = 0; c < 4; c++) {
        into->channels[c] = pdk_record_field(color, names[c]);
        uint32_t bits = into->channels[c] != NULL ? into->channels[c]->bits : 8;
        for (uint32_t v = 0; v < 256; v++)
            into->rounding[c][v] = pdk_fam_expand(pdk_fam_shrink((uint8_t)v, bits), bits);
    }
    uint8_t stored[PDK_FAM_COLORS * 4]; /* an opacity that is 0 everywhere says nothing, and stays 0 */
    pdk_fam_decode_colors(color, colors + pdk_shpi_entry.size, into->count, stored);
    for (uint32_t i = 0; i < into->count && into->channels[3] != NULL; i++)
        into->stores_alpha = into->stores_alpha || stored[i * 4 + 3] != 0;
    into->graded = into->stores_alpha && into->channels[3]->bits > 1;
    into->clear = -1;
    for (uint32_t i = into->count; i-- > 0 && into->clear < 0;) { /* as pictures choose it */
        if (into->palette[i * 4 + 3] == 0) into->clear = (int)i;
    }
    hold_lights(into);
}

static void put(recoloring *into, uint32_t index, const uint8_t rgba[4])
{
    into->is_fixed[index] = true;
    into->holders[into->holder_count++] = index;
    into->is_new[index] = into->is_new[index] || memcmp(into->palette + index * 4, rgba, 4) != 0;
    memcpy(into->palette + index * 4, rgba, 4);
}

/* Only the colours that are new are written: unused bits of the others stay. */
static void store(const recoloring *into, uint8_t *colors)
{
    const pdk_record *color = pdk_fam_color(colors[0] & 0x7F);
    for (uint32_t i = 0; i < into->count; i++) {
        if (!into->is_new[i]) continue;
        uint8_t *at = colors + pdk_shpi_entry.size + (size_t)i * color->size;
        for (size_t c = 0; c < 4; c++) {
            if (into->channels[c] == NULL) continue;
            uint8_t value = pdk_fam_shrink(into->palette[i * 4 + c], into->channels[c]->bits);
            pdk_put_i64(into->channels[c], 0, at, c < 3 || into->stores_alpha ? value : 0);
        }
    }
}

/* ---------------------------------------------------------------------------------------------- the pictures */

static size_t limit_of(const pdk_palette_user *user)
{
    const pdk_fam_entry *entry = user->state;
    return pdk_fam_index_limit(entry->code);
}

/* Has the colour an index below the limit? That one is in use, then. */
static bool is_held(recoloring *into, const uint8_t rgba[4], size_t limit)
{
    for (size_t i = 0; i < into->holder_count; i++) {
        uint32_t index = into->holders[i];
        if (index >= limit || memcmp(into->palette + index * 4, rgba, 4) != 0) continue;
        into->is_fixed[index] = true;
        return true;
    }
    return false;
}

/* Where only colours can be transparent, and none is yet, the last that is free becomes so. */
static void need_clear(recoloring *into, size_t limit)
{
    static const uint8_t clear[4] = { 0 };
    if (into->clear >= 0 || !into->stores_alpha) return;
    for (uint32_t i = into->count < limit ? into->count : (uint32_t)limit; i-- > 0;) {
        if (into->is_fixed[i]) continue;
        put(into, i, clear);
        into->clear = (int)i;
        return;
    }
}

static void tally_user(recoloring *into, const pdk_palette_user *user, pdk_fam_tally *tally)
{
    for (uint64_t i = 0; i < user->pixels; i++) {
        uint8_t rgba[4];
        for (size_t c = 0; c < 4; c++) rgba[c] = into->rounding[c][user->rgba[i * 4 + c]];
        if (!into->graded) rgba[3] = user->rgba[i * 4 + 3] < 128 ? 0 : 255;
        if (rgba[3] == 0) need_clear(into, limit_of(user));
        else if (!is_held(into, rgba, limit_of(user))) pdk_fam_tally_add(tally, rgba);
    }
}

static size_t count_free(const recoloring *into, size_t limit)
{
    size_t count = 0;
    for (uint32_t i = 0; i < into->count && i < limit; i++) count += !into->is_fixed[i];
    return count;
}

static uint32_t next_free(const recoloring *into)
{
    uint32_t index = 0;
    while (into->is_fixed[index]) index++;
    return index;
}

/* Every colour gets an index: those that have one keep it. */
static void place_all(recoloring *into, const pdk_fam_shade *shades, size_t count, size_t limit)
{
    bool is_placed[PDK_FAM_COLORS] = { false };
    for (size_t i = 0; i < count; i++) {
        int index = find_ordinary(into, shades[i].rgba, limit);
        is_placed[i] = index >= 0;
        if (index < 0) continue;
        put(into, (uint32_t)index, shades[i].rgba);
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_placed[i]) put(into, next_free(into), shades[i].rgba);
    }
}

static void place_nearest(recoloring *into, pdk_fam_shade *shades, size_t count, size_t free)
{
    uint8_t colors[PDK_FAM_COLORS][4];
    pdk_fam_quantise(shades, count, into->rounding, colors, free);
    for (size_t i = 0; i < free; i++) put(into, next_free(into), colors[i]);
}

/* Makes colours for the pictures whose indices go up to `limit`. */
static pdk_status serve(recoloring *into, const pdk_palette_user *users, size_t count, size_t limit)
{
    pdk_fam_tally tally = { 0 };
    pdk_fam_shade *shades = NULL;
    pdk_status status = pdk_fam_tally_begin(&tally, into->memory, into->error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        if (limit_of(&users[i]) == limit) tally_user(into, &users[i], &tally);
    }
    if (status == PDK_OK) {
        shades = pdk_fam_tally_end(&tally, into->memory);
        if (shades == NULL) status = pdk_fail_memory(into->error, into->memory, "the colours of pictures");
    }
    size_t free = count_free(into, limit);
    if (status == PDK_OK) {
        if (tally.dropped == 0 && tally.used <= free) place_all(into, shades, tally.used, limit);
        else if (free > 0) place_nearest(into, shades, tally.used, free);
    }
    pdk_free(into->memory, shades);
    pdk_free(into->memory, tally.cells);
    pdk_free(into->memory, tally.spare);
    return status;
}

pdk_status pdk_fam_recolor(const pdk_document *document, const pdk_palette_user *users, size_t count, uint8_t *colors,
                           pdk_memory *memory, pdk_error *error)
{
    const uint8_t *block = pdk_fam_colors_of(document, users[0].state);
    if (memcmp(colors, block, pdk_shpi_entry.size) != 0) return pdk_fam_fail_header(users[0].state, error);
    recoloring *into = pdk_alloc(memory, sizeof *into);
    if (into == NULL) return pdk_fail_memory(error, memory, "the colours of a palette");
    into->memory = memory;
    into->error = error;
    into->car = strcmp(document->dialect, "car") == 0;
    begin(into, colors);
    pdk_status status = serve(into, users, count, pdk_fam_index_limit(0x40)); /* first those with less choice */
    if (status == PDK_OK) status = serve(into, users, count, pdk_fam_index_limit(0x7B));
    if (status == PDK_OK) store(into, colors);
    pdk_free(memory, into);
    return status;
}
