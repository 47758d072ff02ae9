/* SVG: paths with steps from point to point in tenths of a pixel, text as text. */
#include "plot/svg.h"

#include <stdio.h>
#include <string.h>

#include "base/visible_text.h"
#include "base/xml.h"

static const char fonts[] = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif";

static void put_escaped(void *user, const char *bytes, size_t size)
{
    pdk_svg_text *to = user;
    for (size_t i = 0; i < size; i++) {
        const char *instead = pdk_xml_instead(bytes[i]);
        if (instead != NULL) pdk_svg_put(to, instead);
        else pdk_svg_put_bytes(to, bytes + i, 1);
    }
}

/* Viewers turn letters from right to left: names of these do not turn the numbers after them. */
static void put_shown(pdk_svg_text *to, const char *text)
{
    pdk_show_text(text, strlen(text), put_escaped, to);
}

static void put_attribute(pdk_svg_text *to, const char *name, int32_t tenths)
{
    pdk_svg_put(to, " ");
    pdk_svg_put(to, name);
    pdk_svg_put(to, "=\"");
    pdk_svg_put_tenths(to, tenths);
    pdk_svg_put(to, "\"");
}

static void put_colour(pdk_svg_text *to, const char *name, uint32_t colour)
{
    static const char digits[] = "0123456789abcdef";
    char text[8] = "#";
    for (int i = 0; i < 6; i++) text[1 + i] = digits[colour >> (20 - 4 * i) & 15];
    if (text[1] == text[2] && text[3] == text[4] && text[5] == text[6]) {
        text[2] = text[3];
        text[3] = text[5];
        text[4] = '\0';
    }
    pdk_svg_put(to, " ");
    pdk_svg_put(to, name);
    pdk_svg_put(to, "=\"");
    pdk_svg_put(to, colour == PDK_NO_COLOUR ? "none" : text);
    pdk_svg_put(to, "\"");
}

/* A number after another: a blank where no sign parts them. */
static void put_next(pdk_svg_text *to, int32_t tenths, bool parted)
{
    if (!parted && tenths >= 0) pdk_svg_put(to, " ");
    pdk_svg_put_tenths(to, tenths);
}

static void put_points(pdk_svg_text *to, const pdk_draw_point *points, size_t count, bool closed)
{
    char last = 0;
    for (size_t i = 0; i < count; i++) {
        const pdk_draw_point *point = &points[i], *before = point - 1;
        if (i == 0 || point->begins) {
            if (i > 0 && closed) pdk_svg_put(to, "z");
            pdk_svg_put(to, "M");
            pdk_svg_put_tenths(to, point->x);
            put_next(to, point->y, false);
            last = 'M';
            bool alone = i + 1 == count || points[i + 1].begins;
            if (alone) pdk_svg_put(to, "h0");
            continue;
        }
        int32_t dx = point->x - before->x, dy = point->y - before->y;
        char command = dy == 0 ? 'h' : dx == 0 ? 'v' : 'l';
        bool repeats = command == last && command == 'l';
        if (!repeats) pdk_svg_put_bytes(to, &command, 1);
        if (command == 'v') pdk_svg_put_tenths(to, dy);
        else put_next(to, dx, !repeats);
        if (command == 'l') put_next(to, dy, false);
        last = command;
    }
    if (closed && count > 0) pdk_svg_put(to, "z");
}

static void put_driver(pdk_svg_text *to, const char *driver)
{
    if (driver == NULL) return;
    pdk_svg_put(to, " data-driver=\"");
    put_escaped(to, driver, strlen(driver));
    pdk_svg_put(to, "\"");
}

static void put_path(pdk_svg_text *to, const pdk_draw_item *item, const pdk_draw_point *points)
{
    const pdk_draw_path *path = &item->as.path;
    pdk_svg_put(to, "<path");
    put_driver(to, item->driver);
    put_colour(to, "fill", path->fill);
    if (path->stroke != PDK_NO_COLOUR) {
        put_colour(to, "stroke", path->stroke);
        if (path->width != 10) put_attribute(to, "stroke-width", path->width);
        if (!path->square) pdk_svg_put(to, " stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        if (path->dash[0] > 0) {
            pdk_svg_put(to, " stroke-dasharray=\"");
            pdk_svg_put_tenths(to, path->dash[0]);
            put_next(to, path->dash[1], false);
            pdk_svg_put(to, "\"");
        }
    }
    if (path->opacity < 100) {
        pdk_svg_put(to, " opacity=\".");
        char text[3] = { (char)('0' + path->opacity / 10), (char)('0' + path->opacity % 10), '\0' };
        pdk_svg_put(to, text);
        pdk_svg_put(to, "\"");
    }
    pdk_svg_put(to, " d=\"");
    put_points(to, points + path->first, path->count, path->closed);
    pdk_svg_put(to, "\"/>\n");
}

static void put_text(pdk_svg_text *to, const pdk_draw_item *item)
{
    const pdk_draw_text_item *text = &item->as.text;
    static const char *const anchors[] = { "", " text-anchor=\"middle\"", " text-anchor=\"end\"" };
    pdk_svg_put(to, "<text");
    put_driver(to, item->driver);
    put_attribute(to, "x", text->x);
    put_attribute(to, "y", text->y);
    if (text->size != 120) put_attribute(to, "font-size", text->size);
    pdk_svg_put(to, anchors[text->anchor]);
    put_colour(to, "fill", text->runs[0].colour);
    if (text->runs[0].bold) pdk_svg_put(to, " font-weight=\"600\"");
    if (text->halo != PDK_NO_COLOUR) {
        put_colour(to, "stroke", text->halo);
        pdk_svg_put(to, " stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\"");
    }
    pdk_svg_put(to, ">");
    put_shown(to, text->runs[0].text);
    for (size_t i = 1; i < text->run_count; i++) {
        pdk_svg_put(to, " <tspan");
        put_colour(to, "fill", text->runs[i].colour);
        if (text->runs[0].bold && !text->runs[i].bold) pdk_svg_put(to, " font-weight=\"400\"");
        pdk_svg_put(to, ">");
        put_shown(to, text->runs[i].text);
        pdk_svg_put(to, "</tspan>");
    }
    pdk_svg_put(to, "</text>\n");
}

static void put_head(pdk_svg_text *to, const pdk_drawing *drawing)
{
    char size[128];
    unsigned width = drawing->width, height = drawing->height;
    snprintf(size, sizeof size, " width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\"", width, height, width, height);
    pdk_svg_put(to, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    pdk_svg_put(to, size);
    pdk_svg_put(to, " role=\"img\" aria-labelledby=\"t d\" font-family=\"");
    pdk_svg_put(to, fonts);
    pdk_svg_put(to, "\" font-size=\"12\" style=\"font-variant-numeric:tabular-nums\">\n<title id=\"t\">");
    put_shown(to, drawing->title);
    pdk_svg_put(to, "</title>\n<desc id=\"d\">");
    put_shown(to, drawing->description);
    pdk_svg_put(to, "</desc>\n<rect");
    snprintf(size, sizeof size, " width=\"%u\" height=\"%u\"", width, height);
    pdk_svg_put(to, size);
    put_colour(to, "fill", drawing->background);
    pdk_svg_put(to, "/>\n");
}

pdk_status pdk_svg_write(const pdk_drawing *drawing, pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    pdk_svg_text to;
    to.output = output;
    to.status = PDK_OK;
    to.used = 0;
    put_head(&to, drawing);
    for (size_t i = 0; i < drawing->item_count && to.status == PDK_OK; i++) {
        const pdk_draw_item *item = &drawing->items[i];
        if (item->kind == PDK_DRAW_PATH) put_path(&to, item, drawing->points);
        else if (item->kind == PDK_DRAW_TEXT) put_text(&to, item);
        else if (pdk_svg_put_image(&to, &item->as.image, memory, error) != PDK_OK) return PDK_E_MEMORY;
    }
    pdk_svg_put(&to, "</svg>\n");
    pdk_svg_drain(&to);
    if (to.status != PDK_OK && error != NULL) *error = to.failure;
    return to.status;
}
