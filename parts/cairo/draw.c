/* Items of a drawing as calls of cairo. */
#include "draw.h"

#include <stdlib.h>
#include <string.h>

static void set_colour(cairo_t *cairo, uint32_t colour, double opacity)
{
    cairo_set_source_rgba(cairo, (colour >> 16 & 0xFF) / 255.0, (colour >> 8 & 0xFF) / 255.0, (colour & 0xFF) / 255.0,
                          opacity);
}

static void draw_path(cairo_t *cairo, const pdk_draw_path *path, const pdk_draw_point *points)
{
    double opacity = path->opacity / 100.0, dash[2] = { path->dash[0] / 10.0, path->dash[1] / 10.0 };
    cairo_new_path(cairo);
    for (size_t i = path->first; i < path->first + path->count; i++) {
        const pdk_draw_point *point = &points[i];
        bool begins = point->begins || i == path->first,
             ends = i + 1 == path->first + path->count || points[i + 1].begins;
        if (begins) cairo_move_to(cairo, point->x / 10.0, point->y / 10.0);
        if (!begins || ends) cairo_line_to(cairo, point->x / 10.0, point->y / 10.0); /* a dot is a line of no length */
        if (ends && path->closed) cairo_close_path(cairo);
    }
    if (path->fill != PDK_NO_COLOUR) {
        set_colour(cairo, path->fill, opacity);
        cairo_fill_preserve(cairo);
    }
    if (path->stroke == PDK_NO_COLOUR) return;
    set_colour(cairo, path->stroke, opacity);
    cairo_set_line_width(cairo, path->width / 10.0);
    cairo_set_line_cap(cairo, path->square ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, path->square ? CAIRO_LINE_JOIN_MITER : CAIRO_LINE_JOIN_ROUND);
    cairo_set_dash(cairo, dash, path->dash[0] > 0 ? 2 : 0, 0);
    cairo_stroke(cairo);
}

/* Windows would take "sans-serif" for a font that is not there, and choose one by itself. */
#ifdef _WIN32
#define FONT "Segoe UI"
#else
#define FONT "sans-serif"
#endif

static void set_font(cairo_t *cairo, const pdk_draw_text_item *text, bool bold)
{
    cairo_select_font_face(cairo, FONT, CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, text->size / 10.0);
}

/* How far a run moves the pen; a blank is between two runs. */
static double width_of(cairo_t *cairo, const pdk_draw_text_item *text, size_t run)
{
    cairo_text_extents_t size, blank;
    set_font(cairo, text, text->runs[run].bold);
    cairo_text_extents(cairo, text->runs[run].text, &size);
    cairo_text_extents(cairo, " ", &blank);
    return size.x_advance + (run + 1 < text->run_count ? blank.x_advance : 0);
}

static void draw_text(cairo_t *cairo, const pdk_draw_text_item *text)
{
    double width = 0, x = text->x / 10.0, y = text->y / 10.0;
    for (size_t i = 0; i < text->run_count; i++) width += width_of(cairo, text, i);
    if (text->anchor == PDK_ANCHOR_MIDDLE) x -= width / 2;
    if (text->anchor == PDK_ANCHOR_END) x -= width;
    for (size_t i = 0; i < text->run_count; i++) {
        const pdk_draw_run *run = &text->runs[i];
        double own = width_of(cairo, text, i);
        set_font(cairo, text, run->bold);
        if (text->halo != PDK_NO_COLOUR) {
            cairo_new_path(cairo);
            cairo_move_to(cairo, x, y);
            cairo_text_path(cairo, run->text);
            set_colour(cairo, text->halo, 1);
            cairo_set_line_width(cairo, 3);
            cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
            cairo_set_dash(cairo, NULL, 0, 0);
            cairo_stroke(cairo);
        }
        set_colour(cairo, run->colour, 1);
        cairo_move_to(cairo, x, y);
        cairo_show_text(cairo, run->text);
        x += own;
    }
    cairo_new_path(cairo);
}

static void draw_image(cairo_t *cairo, const pdk_draw_picture *image)
{
    cairo_surface_t *pixels = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)image->columns, (int)image->rows);
    if (cairo_surface_status(pixels) == CAIRO_STATUS_SUCCESS) {
        unsigned char *data = cairo_image_surface_get_data(pixels);
        int stride = cairo_image_surface_get_stride(pixels);
        for (uint32_t y = 0; y < image->rows; y++) {
            for (uint32_t x = 0; x < image->columns; x++) {
                uint8_t number = image->pixels[(size_t)y * image->columns + x];
                uint32_t colour = number == 0 ? 0 : image->palette[number] | 0xFF000000;
                memcpy(data + (size_t)y * (size_t)stride + 4 * (size_t)x, &colour, 4);
            }
        }
        cairo_surface_mark_dirty(pixels);
        cairo_save(cairo);
        cairo_translate(cairo, image->x / 10.0, image->y / 10.0);
        cairo_scale(cairo, image->width / 10.0 / image->columns, image->height / 10.0 / image->rows);
        cairo_set_source_surface(cairo, pixels, 0, 0);
        cairo_paint(cairo);
        cairo_restore(cairo);
    }
    cairo_surface_destroy(pixels);
}

void pdk_cairo_draw(cairo_t *cairo, const pdk_drawing *drawing)
{
    set_colour(cairo, drawing->background, 1);
    cairo_paint(cairo);
    for (size_t i = 0; i < drawing->item_count && cairo_status(cairo) == CAIRO_STATUS_SUCCESS; i++) {
        const pdk_draw_item *item = &drawing->items[i];
        if (item->kind == PDK_DRAW_PATH) draw_path(cairo, &item->as.path, drawing->points);
        else if (item->kind == PDK_DRAW_TEXT) draw_text(cairo, &item->as.text);
        else draw_image(cairo, &item->as.image);
    }
}
