/* Pictures drawn by rule: what generated families and sets show. */
#ifndef PADDOCK_FORMAT_FAM_FAM_PAINT_H
#define PADDOCK_FORMAT_FAM_FAM_PAINT_H

#include "format/fam/fam_writer.h"

enum {
    PDK_PAINT_ASPHALT, /* white line at the top, yellow dashes at the bottom: half a road */
    PDK_PAINT_VERGE,
    PDK_PAINT_GRASS,
    PDK_PAINT_ROCK,
    PDK_PAINT_FOREST,
    PDK_PAINT_WALL,
    PDK_PAINT_RAIL,
    PDK_PAINT_TREE, /* from here on with transparent parts */
    PDK_PAINT_SIGN,
    PDK_PAINT_BANNER,
    PDK_PAINT_FLAG, /* three frames */
    PDK_PAINT_LAST_FLAG = PDK_PAINT_FLAG + 2,
    PDK_PAINT_HOUSE,
    PDK_PAINT_HORIZON,
    PDK_PAINT_BODY,
    PDK_PAINT_GLASS,
    PDK_PAINT_SHADES /* the low four bits alone matter: for masks */
};

/* The colour of an index: sixteen ramps of sixteen shades; 255 is transparent. */
void pdk_fam_ramp(uint8_t index, uint8_t rgba[4]);
/* The index of a pixel. */
uint8_t pdk_fam_paint(const pdk_fam_picture *picture, uint32_t x, uint32_t y);

#endif
