/* The list of what a picture is drawn from, from the back to the front. */
#ifndef PADDOCK_PLOT_DRAW_LIST_H
#define PADDOCK_PLOT_DRAW_LIST_H

#include "base/memory.h"
#include "parts/cairo_part.h"

typedef struct pdk_draw_span {
    int32_t x1, y1, x2, y2;
} pdk_draw_span;

typedef struct pdk_draw_box {
    int32_t left, top, right, bottom;
} pdk_draw_box;

/* Once memory is out, `failed` is set and nothing more is added. */
typedef struct pdk_draw_list {
    pdk_memory *memory;
    pdk_vector items, points;
    bool failed;
    const char *driver; /* whose the next items are; NULL = nobody's. Clean text that lives as long */
} pdk_draw_list;

void pdk_draw_list_init(pdk_draw_list *list, pdk_memory *memory);

/* A path: its style, then its points. One that gets no points is left out. */
void pdk_draw_path_begin(pdk_draw_list *list, const pdk_draw_path *style);
void pdk_draw_to(pdk_draw_list *list, int32_t x, int32_t y, bool begins);

/* The short way to what is drawn often. */
void pdk_draw_line(pdk_draw_list *list, pdk_draw_span from_to, uint32_t colour, int32_t width);
void pdk_draw_rectangle(pdk_draw_list *list, pdk_draw_box box, uint32_t fill, uint8_t opacity);
void pdk_draw_dot(pdk_draw_list *list, int32_t x, int32_t y, uint32_t colour, int32_t diameter);

/* Texts of files may be anything: what is no letter is dropped (see pdk_draw_clean). */
typedef struct pdk_draw_label {
    int32_t x, y, size;
    pdk_draw_anchor anchor;
    uint32_t colour;
    bool bold;
    bool has_halo; /* `halo` is used */
    uint32_t halo;
    const char *behind; /* a second text, plain; NULL = none */
    uint32_t behind_colour;
    int32_t room; /* longer texts are cut to this; 0 = not */
} pdk_draw_label;
void pdk_draw_text(pdk_draw_list *list, const char *text, const pdk_draw_label *label);

/* The pixels and palette are kept as they are, for as long as the list. */
void pdk_draw_image(pdk_draw_list *list, const pdk_draw_picture *image);

/* Valid UTF-8 without control characters and marks that turn the direction of what follows; `size` bytes at most with
 * the NUL. */
void pdk_draw_clean(char *to, size_t size, const char *text, size_t length);

/* What the list has drawn, as a drawing of this size. */
void pdk_draw_list_finish(const pdk_draw_list *list, pdk_drawing *drawing);

#endif
