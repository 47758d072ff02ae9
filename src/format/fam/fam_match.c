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

static bool is_light(const pdk_fam_matcher *matcher, uint32_t index)
{
    return matcher->car && index >= FIRST_LIGHT && index <= LAST_LIGHT;
}

/* The lowest index of exactly this colour; in cars one that is no light, if there is one. */
static int find_exact(const pdk_fam_matcher *matcher, const uint8_t rgba[4])
{
    int light = -1;
    for (uint32_t i = 0; i < matcher->count; i++) {
        if (memcmp(matcher->palette + i * 4, rgba, 4) != 0) continue;
        if (!is_light(matcher, i)) return (int)i;
        if (light < 0) light = (int)i;
    }
    return light;
}

/* Squared distance. Red, green and blue are weighed as they differ for eyes: red more in bright, blue more in dark
 * colours ("redmean"). Where two are nearly transparent their colours matter less. */
static uint64_t distance(const uint8_t a[4], const uint8_t b[4])
{
    int64_t red = a[0] - b[0], green = a[1] - b[1], blue = a[2] - b[2], alpha = a[3] - b[3], mean = (a[0] + b[0]) / 2;
    int64_t color = (512 + mean) * red * red + 1024 * green * green + (767 - mean) * blue * blue;
    int64_t minimum = a[3] < b[3] ? a[3] : b[3];
    return (uint64_t)(color * minimum / 255 + 2048 * alpha * alpha);
}

static int find_nearest(const pdk_fam_matcher *matcher, const uint8_t rgba[4])
{
    int best = -1;
    uint64_t minimum = UINT64_MAX;
    for (uint32_t i = 0; i < matcher->count; i++) {
        const uint8_t *color = matcher->palette + i * 4;
        if (is_light(matcher, i) || (!matcher->graded && color[3] != rgba[3])) continue;
        uint64_t found = distance(color, rgba);
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
