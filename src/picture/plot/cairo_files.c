/* A drawing as PNG or PDF: the part draws, its bytes go to the output. */
#include "plot/cairo_files.h"

#include <string.h>

#include "plot/visual_text.h"

typedef struct passing {
    pdk_output *output;
    pdk_error failure;
} passing;

static bool pass_on(void *user, const void *data, size_t size)
{
    passing *to = user;
    return pdk_output_write(to->output, data, size, &to->failure) == PDK_OK;
}

/* cairo draws one letter after the other from the left: the items with their texts so. NULL when out of memory. */
static const pdk_draw_item *visual_items(const pdk_drawing *drawing, pdk_memory *memory)
{
    pdk_draw_item *items = pdk_alloc_array(memory, drawing->item_count, sizeof *items);
    if (items == NULL) return NULL;
    if (drawing->item_count > 0) memcpy(items, drawing->items, drawing->item_count * sizeof *items);
    for (size_t i = 0; i < drawing->item_count; i++) {
        pdk_draw_text_item *text = &items[i].as.text;
        for (size_t run = 0; items[i].kind == PDK_DRAW_TEXT && run < text->run_count; run++) {
            text->runs[run].text = pdk_visual_text(memory, text->runs[run].text);
            if (text->runs[run].text == NULL) return NULL;
        }
    }
    return items;
}

pdk_status pdk_cairo_write(const pdk_drawing *drawing, pdk_memory *memory, pdk_plot_format format, pdk_output *output,
                           pdk_error *error)
{
    pdk_part part;
    pdk_drawing visual = *drawing;
    const char *what = format == PDK_PLOT_PDF ? "drawing PDF" : "drawing PNG";
    pdk_status status = pdk_part_open(&part, PDK_PART_CAIRO, "plot.absent", what, error);
    if (status != PDK_OK) return status;
    visual.items = visual_items(drawing, memory);
    if (visual.items == NULL) {
        pdk_part_close(&part);
        return pdk_fail_memory(error, memory, "a picture");
    }
    const pdk_cairo_part_table *cairo = part.table;
    passing to = { .output = output };
    pdk_cairo_host host = { .user = &to, .write = pass_on };
    pdk_cairo_result result = (format == PDK_PLOT_PDF ? cairo->pdf : cairo->png)(&host, &visual);
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
