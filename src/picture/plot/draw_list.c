/* Building the list: items and points in two arrays. */
#include "plot/draw_list.h"

#include <string.h>

#include "base/visible_text.h"
#include "base/text.h"
#include "plot/text_width.h"

enum { LONGEST_TEXT = 512 };

void pdk_draw_list_init(pdk_draw_list *list, pdk_memory *memory)
{
    *list = (pdk_draw_list){ .memory = memory,
                             .items = pdk_vector_of(memory, sizeof(pdk_draw_item)),
                             .points = pdk_vector_of(memory, sizeof(pdk_draw_point)) };
}

static pdk_draw_item *add(pdk_draw_list *list, pdk_draw_kind kind)
{
    pdk_draw_item *item = list->failed ? NULL : pdk_vector_push(&list->items);
    if (item == NULL) {
        list->failed = true;
        return NULL;
    }
    item->kind = kind;
    item->driver = list->driver;
    return item;
}

static pdk_draw_item *last_item(const pdk_draw_list *list)
{
    return list->items.count > 0 ? (pdk_draw_item *)list->items.items + list->items.count - 1 : NULL;
}

void pdk_draw_path_begin(pdk_draw_list *list, const pdk_draw_path *style)
{
    pdk_draw_item *last = last_item(list);
    bool reuse = last != NULL && last->kind == PDK_DRAW_PATH && last->as.path.count == 0;
    if (!reuse) last = add(list, PDK_DRAW_PATH);
    if (last == NULL) return;
    last->driver = list->driver;
    last->as.path = *style;
    last->as.path.first = list->points.count;
    last->as.path.count = 0;
    if (last->as.path.opacity == 0) last->as.path.opacity = 100;
}

void pdk_draw_to(pdk_draw_list *list, int32_t x, int32_t y, bool begins)
{
    pdk_draw_point *point = list->failed ? NULL : pdk_vector_push(&list->points);
    pdk_draw_item *item = last_item(list);
    if (point == NULL || item == NULL) {
        list->failed = true;
        return;
    }
    *point = (pdk_draw_point){ x, y, begins || item->as.path.count == 0 };
    item->as.path.count++;
}

void pdk_draw_line(pdk_draw_list *list, pdk_draw_span from_to, uint32_t colour, int32_t width)
{
    pdk_draw_path style = { .stroke = colour, .fill = PDK_NO_COLOUR, .width = width, .square = true };
    pdk_draw_path_begin(list, &style);
    pdk_draw_to(list, from_to.x1, from_to.y1, true);
    pdk_draw_to(list, from_to.x2, from_to.y2, false);
}

void pdk_draw_rectangle(pdk_draw_list *list, pdk_draw_box box, uint32_t fill, uint8_t opacity)
{
    pdk_draw_path style = { .stroke = PDK_NO_COLOUR, .fill = fill, .opacity = opacity, .closed = true, .square = true };
    pdk_draw_path_begin(list, &style);
    pdk_draw_to(list, box.left, box.top, true);
    pdk_draw_to(list, box.right, box.top, false);
    pdk_draw_to(list, box.right, box.bottom, false);
    pdk_draw_to(list, box.left, box.bottom, false);
}

void pdk_draw_dot(pdk_draw_list *list, int32_t x, int32_t y, uint32_t colour, int32_t diameter)
{
    pdk_draw_path style = { .stroke = colour, .fill = PDK_NO_COLOUR, .width = diameter };
    pdk_draw_path_begin(list, &style);
    pdk_draw_to(list, x, y, true);
}

/* Letters that XML, terminals or readers must not meet: controls, and marks that turn the direction of text. */
static bool is_dropped(uint32_t letter)
{
    if (letter < 0x20 || (letter >= 0x7F && letter < 0xA0)) return true;
    if (pdk_is_direction_mark(letter)) return true;
    return letter == 0x2028 || letter == 0x2029 || letter == 0xFEFF || (letter & 0xFFFE) == 0xFFFE ||
           (letter >= 0xFDD0 && letter <= 0xFDEF);
}

void pdk_draw_clean(char *to, size_t size, const char *text, size_t length)
{
    static const char unknown[] = "\xEF\xBF\xBD";
    size_t made = 0;
    for (size_t at = 0; at < length && text[at] != '\0';) {
        const uint8_t *bytes = (const uint8_t *)text + at;
        size_t sequence = pdk_utf8_sequence(bytes, length - at);
        const char *from = sequence > 0 ? text + at : unknown;
        size_t take = sequence > 0 ? sequence : sizeof unknown - 1;
        bool tab = *bytes == '\t' || *bytes == '\n' || *bytes == '\r';
        at += sequence > 0 ? sequence : 1;
        if (tab) {
            from = " ";
            take = 1;
        } else if (sequence > 0 && is_dropped(pdk_utf8_letter(bytes, sequence))) {
            continue;
        }
        if (made + take >= size) break;
        memcpy(to + made, from, take);
        made += take;
    }
    to[made] = '\0';
}

void pdk_draw_text(pdk_draw_list *list, const char *text, const pdk_draw_label *label)
{
    char clean[LONGEST_TEXT];
    pdk_draw_clean(clean, sizeof clean, text, strlen(text));
    if (label->room > 0) pdk_text_shorten(clean, label->size, label->bold, label->room);
    if (clean[0] == '\0' && (label->behind == NULL || label->behind[0] == '\0')) return;
    pdk_draw_item *item = add(list, PDK_DRAW_TEXT);
    if (item == NULL) return;
    pdk_draw_text_item *made = &item->as.text;
    *made = (pdk_draw_text_item){ .x = label->x,
                                  .y = label->y,
                                  .size = label->size,
                                  .anchor = label->anchor,
                                  .halo = label->has_halo ? label->halo : PDK_NO_COLOUR,
                                  .runs = { { pdk_strdup(list->memory, clean), label->colour, label->bold } },
                                  .run_count = 1 };
    if (label->behind != NULL && label->behind[0] != '\0') {
        pdk_draw_clean(clean, sizeof clean, label->behind, strlen(label->behind));
        made->runs[made->run_count++] = (pdk_draw_run){ pdk_strdup(list->memory, clean), label->behind_colour, false };
    }
    for (size_t i = 0; i < made->run_count; i++) list->failed = list->failed || made->runs[i].text == NULL;
}

void pdk_draw_image(pdk_draw_list *list, const pdk_draw_picture *image)
{
    pdk_draw_item *item = add(list, PDK_DRAW_IMAGE);
    if (item != NULL) item->as.image = *image;
}

void pdk_draw_list_finish(const pdk_draw_list *list, pdk_drawing *drawing)
{
    drawing->items = list->items.items;
    drawing->item_count = list->items.count;
    drawing->points = list->points.items;
    const pdk_draw_item *last = last_item(list);
    if (last != NULL && last->kind == PDK_DRAW_PATH && last->as.path.count == 0) drawing->item_count--;
}
