/* Heights next to contour lines: where there is room, and not everywhere. */
#include "plot/contours.h"

#include <stdlib.h>

#include "plot/text_width.h"

enum { SIZE = 105, MOST = 60, BETWEEN = 60 };

static int by_length(const void *a, const void *b)
{
    const pdk_contour_place *one = a, *other = b;
    if (one->length != other->length) return one->length > other->length ? -1 : 1;
    if (one->level != other->level) return one->level < other->level ? -1 : 1;
    if (one->y != other->y) return one->y < other->y ? -1 : 1;
    return one->x < other->x ? -1 : one->x > other->x;
}

typedef struct label_box {
    int32_t x, y, half;
} label_box;

static bool is_free(const label_box *boxes, size_t count, label_box wanted)
{
    for (size_t i = 0; i < count; i++) {
        if (abs(boxes[i].y - wanted.y) < SIZE + BETWEEN &&
            abs(boxes[i].x - wanted.x) < boxes[i].half + wanted.half + BETWEEN)
            return false;
    }
    return true;
}

void pdk_contour_put_labels(pdk_plot_work *work, pdk_vector *places, const char (*texts)[PDK_LABEL_SIZE],
                            const bool *strong)
{
    label_box boxes[MOST];
    size_t count = 0;
    pdk_contour_place *list = places->items;
    if (places->count > 0) qsort(list, places->count, sizeof *list, by_length);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < places->count && count < MOST; i++) {
            const char *text = texts[list[i].level];
            if (strong[list[i].level] != (pass == 0)) continue;
            label_box box = { list[i].x, list[i].y, pdk_text_width(text, SIZE, false) / 2 };
            if (!is_free(boxes, count, box)) continue;
            boxes[count++] = box;
            pdk_draw_label label = { .x = box.x,
                                     .y = box.y + SIZE * 36 / 100,
                                     .size = SIZE,
                                     .anchor = PDK_ANCHOR_MIDDLE,
                                     .colour = work->theme->text,
                                     .has_halo = true,
                                     .halo = work->theme->background };
            pdk_draw_text(&work->list, text, &label);
        }
    }
}
