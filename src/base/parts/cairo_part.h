/* What the library and its part for cairo (in parts/cairo/) say to each other: a drawing, and the functions that make
 * PNG and PDF of it. The part calls nothing of the library but the function it is given here. */
#ifndef PADDOCK_PARTS_CAIRO_PART_H
#define PADDOCK_PARTS_CAIRO_PART_H

#include "parts/part.h"

/* Lengths are tenths of pixels, from the upper left corner; a colour is 0xRRGGBB. */
#define PDK_NO_COLOUR UINT32_MAX

typedef struct pdk_draw_point {
    int32_t x, y;
    bool begins; /* a part of the path: not joined with the point before */
} pdk_draw_point;

typedef struct pdk_draw_run {
    const char *text; /* clean UTF-8 */
    uint32_t colour;
    bool bold;
} pdk_draw_run;

typedef enum pdk_draw_anchor { PDK_ANCHOR_START = 0, PDK_ANCHOR_MIDDLE, PDK_ANCHOR_END } pdk_draw_anchor;

enum { PDK_DRAW_RUNS = 2 };

typedef struct pdk_draw_text_item {
    int32_t x, y; /* of the baseline */
    int32_t size;
    pdk_draw_anchor anchor;
    uint32_t halo; /* drawn around the characters, so that they can be read on lines */
    pdk_draw_run runs[PDK_DRAW_RUNS];
    size_t run_count;
} pdk_draw_text_item;

/* Rows from the top; the same colours for each pixel: numbers in a palette, of which 0 is transparent. */
typedef struct pdk_draw_picture {
    int32_t x, y, width, height;
    uint32_t columns, rows;
    const uint8_t *pixels;
    const uint32_t *palette; /* 256 colours */
} pdk_draw_picture;

typedef struct pdk_draw_path {
    size_t first, count; /* points of the drawing; a part of one point is a dot */
    uint32_t stroke, fill;
    int32_t width;
    int32_t dash[2]; /* on, off; 0 = solid */
    uint8_t opacity; /* percent */
    bool closed;     /* each part */
    bool square;     /* ends and corners are not round */
} pdk_draw_path;

typedef enum pdk_draw_kind { PDK_DRAW_PATH = 0, PDK_DRAW_TEXT, PDK_DRAW_IMAGE } pdk_draw_kind;

typedef struct pdk_draw_item {
    pdk_draw_kind kind;
    const char *driver; /* whose it is; NULL = nobody's. SVG says so in data-driver */
    union {
        pdk_draw_path path;
        pdk_draw_text_item text;
        pdk_draw_picture image;
    } as;
} pdk_draw_item;

typedef struct pdk_drawing {
    uint32_t width, height; /* pixels */
    uint32_t background;
    const char *title, *description;
    const pdk_draw_item *items;
    size_t item_count;
    const pdk_draw_point *points;
} pdk_drawing;

typedef enum pdk_cairo_result {
    PDK_CAIRO_DONE = 0,
    PDK_CAIRO_NO_MEMORY,
    PDK_CAIRO_NO_OUTPUT, /* `write` said stop */
    PDK_CAIRO_REFUSED    /* by cairo: `reason` says why */
} pdk_cairo_result;

typedef struct pdk_cairo_host {
    void *user;
    bool (*write)(void *user, const void *data, size_t size); /* false = stop */
    char reason[128];
} pdk_cairo_host;

typedef struct pdk_cairo_part_table {
    pdk_part_head head;
    pdk_cairo_result (*png)(pdk_cairo_host *host, const pdk_drawing *drawing);
    pdk_cairo_result (*pdf)(pdk_cairo_host *host, const pdk_drawing *drawing);
} pdk_cairo_part_table;

#endif
