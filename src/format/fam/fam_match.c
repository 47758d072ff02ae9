/* Colours into indices: the exact colour if the palette has it, otherwise the nearest as eyes see it. */
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_pixels.h"

enum { FIRST_LIGHT = 250, LAST_LIGHT = 254 };

void pdk_fam_matcher_begin(pdk_fam_matcher *matcher, const uint8_t *colors, size_t limit, bool car)
{
    size_t count = colors != NULL ? pdk_load_u16(colors + PDK_SHPI_WIDTH) : limit;
    pdk_fam_expand_palette(colors, limit, matcher->palette);
    matcher->count = (uint32_t)(count < limit ? count : limit);
    matcher->car = car;
    matcher->clear = -1;
    for (uint32_t i = matcher->count; i-- > 0;) { /* from above: 255 where it is the transparent one */
        uint8_t alpha = matcher->palette[i * 4 + 3];
        if (alpha == 0 && matcher->clear < 0) matcher->clear = (int)i;
        matcher->graded = matcher->graded || (alpha != 0 && alpha != 255);
    }
}

bool pdk_fam_is_light(bool car, uint32_t index)
{
    return car && index >= FIRST_LIGHT && index <= LAST_LIGHT;
}

/* The lowest index of exactly this colour; in cars one that is no light, if there is one. */
static int find_exact(const pdk_fam_matcher *matcher, const uint8_t rgba[4])
{
    int light = -1;
    uint32_t color = pdk_load_u32(rgba);
    for (uint32_t i = 0; i < matcher->count; i++) {
        if (pdk_load_u32(matcher->palette + i * 4) != color) continue;
        if (!pdk_fam_is_light(matcher->car, i)) return (int)i;
        if (light < 0) light = (int)i;
    }
    return light;
}

static int find_nearest(const pdk_fam_matcher *matcher, const uint8_t rgba[4])
{
    int best = -1;
    uint64_t minimum = UINT64_MAX;
    for (uint32_t i = 0; i < matcher->count; i++) {
        const uint8_t *color = matcher->palette + i * 4;
        if (pdk_fam_is_far(color, rgba, minimum)) continue;
        if (pdk_fam_is_light(matcher->car, i) || (!matcher->graded && color[3] != rgba[3])) continue;
        uint64_t found = pdk_fam_distance(color, rgba);
        if (found >= minimum) continue;
        minimum = found;
        best = (int)i;
    }
    return best;
}

static int find(const pdk_fam_matcher *matcher, const uint8_t rgba[4])
{
    if (rgba[3] == 0 && matcher->clear >= 0) return matcher->clear;
    int exact = find_exact(matcher, rgba);
    return exact >= 0 ? exact : find_nearest(matcher, rgba);
}

int pdk_fam_match(pdk_fam_matcher *matcher, const uint8_t rgba[4])
{
    uint32_t color = pdk_load_u32(rgba), place = color * UINT32_C(2654435761) >> 20;
    if (matcher->known[place].index != 0 && matcher->known[place].color == color) {
        return matcher->known[place].index > 0 ? matcher->known[place].index - 1 : -1;
    }
    int index = find(matcher, rgba);
    matcher->known[place].color = color;
    matcher->known[place].index = (int16_t)(index >= 0 ? index + 1 : -1);
    return index;
}
