/* A drawing as PNG or PDF: the part draws, its bytes go to the output. */
#include "plot/cairo_files.h"

typedef struct passing {
    pdk_output *output;
    pdk_error failure;
} passing;

static bool pass_on(void *user, const void *data, size_t size)
{
    passing *to = user;
    return pdk_output_write(to->output, data, size, &to->failure) == PDK_OK;
}

pdk_status pdk_cairo_write(const pdk_drawing *drawing, pdk_plot_format format, pdk_output *output, pdk_error *error)
{
    pdk_part part;
    const char *what = format == PDK_PLOT_PDF ? "drawing PDF" : "drawing PNG";
    pdk_status status = pdk_part_open(&part, PDK_PART_CAIRO, "plot.absent", what, error);
    if (status != PDK_OK) return status;
    const pdk_cairo_part_table *cairo = part.table;
    passing to = { .output = output };
    pdk_cairo_host host = { .user = &to, .write = pass_on };
    pdk_cairo_result result = (format == PDK_PLOT_PDF ? cairo->pdf : cairo->png)(&host, drawing);
    if (result == PDK_CAIRO_NO_MEMORY) {
        status = pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for a picture of %u x %u",
                          drawing->width, drawing->height);
    } else if (result == PDK_CAIRO_NO_OUTPUT) {
        if (error != NULL) *error = to.failure;
        status = to.failure.status;
    } else if (result == PDK_CAIRO_REFUSED) {
        status =
            pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "plot.cairo", "cairo cannot draw this: %s", host.reason);
    }
    pdk_part_close(&part);
    return status;
}
