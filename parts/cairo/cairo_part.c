/* PNG and PDF, and the table that the library finds. */
#include <stdio.h>

#include <cairo-pdf.h>

#include "draw.h"

typedef struct passing {
    pdk_cairo_host *host;
    bool stopped;
} passing;

static cairo_status_t pass_on(void *user, const unsigned char *data, unsigned size)
{
    passing *to = user;
    if (to->host->write(to->host->user, data, size)) return CAIRO_STATUS_SUCCESS;
    to->stopped = true;
    return CAIRO_STATUS_WRITE_ERROR;
}

static pdk_cairo_result result_of(const passing *to, cairo_status_t status)
{
    if (to->stopped) return PDK_CAIRO_NO_OUTPUT;
    if (status == CAIRO_STATUS_SUCCESS) return PDK_CAIRO_DONE;
    if (status == CAIRO_STATUS_NO_MEMORY) return PDK_CAIRO_NO_MEMORY;
    snprintf(to->host->reason, sizeof to->host->reason, "%s", cairo_status_to_string(status));
    return PDK_CAIRO_REFUSED;
}

/* The same picture wherever fonts are the same: no hints, grey edges, no settings of the screen. */
static cairo_t *begin(cairo_surface_t *surface)
{
    cairo_font_options_t *fonts = cairo_font_options_create();
    cairo_t *cairo = cairo_create(surface);
    cairo_font_options_set_antialias(fonts, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(fonts, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(fonts, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo, fonts);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_destroy(fonts);
    return cairo;
}

static cairo_status_t worse(cairo_status_t one, cairo_status_t other)
{
    return one != CAIRO_STATUS_SUCCESS ? one : other;
}

pdk_cairo_result pdk_cairo_png(pdk_cairo_host *host, const pdk_drawing *drawing)
{
    passing to = { .host = host };
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)drawing->width, (int)drawing->height);
    cairo_t *cairo = begin(surface);
    pdk_cairo_draw(cairo, drawing);
    cairo_status_t status = worse(cairo_status(cairo), cairo_surface_status(surface));
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_write_to_png_stream(surface, pass_on, &to);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return result_of(&to, status);
}

pdk_cairo_result pdk_cairo_pdf(pdk_cairo_host *host, const pdk_drawing *drawing)
{
    static const double points = 0.75; /* of a pixel: 96 to the inch */
    passing to = { .host = host };
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(pass_on, &to, drawing->width * points, drawing->height * points);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, drawing->title);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, drawing->description);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, ""); /* the same bytes tomorrow */
    cairo_t *cairo = begin(surface);
    cairo_scale(cairo, points, points);
    pdk_cairo_draw(cairo, drawing);
    cairo_show_page(cairo);
    cairo_surface_finish(surface);
    cairo_status_t status = worse(cairo_status(cairo), cairo_surface_status(surface));
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return result_of(&to, status);
}

PDK_PART_TABLE const pdk_cairo_part_table pdk_cairo_part;

const pdk_cairo_part_table pdk_cairo_part = {
    .head = { PDK_PART_VERSION, sizeof pdk_cairo_part },
    .png = pdk_cairo_png,
    .pdf = pdk_cairo_pdf,
};
