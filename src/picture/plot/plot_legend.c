/* The legend of several series. */
#include "plot/plot_legend.h"

#include "plot/legend_numbers.h"
#include "plot/text_width.h"

enum { LABEL = 120, ROW = 170, SAMPLE = 260, NUMBER = 190, GAP = 240, ABOVE = 60, BELOW = 80 };

/* Columns of equal width. */
typedef struct columns {
    int32_t width; /* of each */
    size_t count, rows;
} columns;

static columns lay_out(const pdk_legend *legend, int32_t width)
{
    int32_t widest = 0, room = width - 2 * PDK_PLOT_MARGIN;
    for (size_t i = 0; i < legend->count; i++) {
        int32_t own = pdk_text_width(legend->names[i], LABEL, false);
        if (own > widest) widest = own;
    }
    int32_t wanted = SAMPLE + 60 + (pdk_legend_is_numbered(legend) ? NUMBER : 0) + widest + GAP;
    columns made = { .count = room > wanted ? (size_t)(room / wanted) : 1 };
    if (made.count > legend->count) made.count = legend->count;
    made.rows = (legend->count + made.count - 1) / made.count;
    made.count = (legend->count + made.rows - 1) / made.rows; /* none is left empty */
    made.width = wanted < room ? wanted : room;
    return made;
}

void pdk_legend_reserve(pdk_plot_work *work, const pdk_legend *legend, uint32_t width)
{
    columns made = lay_out(legend, (int32_t)(work->width > 0 ? work->width : width) * 10);
    work->legend = (int32_t)made.rows * ROW + ABOVE + BELOW;
}

static void put_sample(pdk_plot_work *work, const pdk_legend *legend, size_t series, int32_t x, int32_t y)
{
    pdk_line_style style;
    pdk_legend_style(work, legend, series, &style);
    if (legend->filled) {
        pdk_draw_rectangle(&work->list, (pdk_draw_box){ x + 100, y - 55, x + SAMPLE - 50, y + 55 }, style.colour, 100);
        return;
    }
    pdk_draw_path path = {
        .stroke = style.colour, .fill = PDK_NO_COLOUR, .width = 22, .dash = { style.dash[0], style.dash[1] }
    };
    pdk_draw_path_begin(&work->list, &path);
    pdk_draw_to(&work->list, x, y, true);
    pdk_draw_to(&work->list, x + SAMPLE, y, false);
}

void pdk_legend_put(pdk_plot_work *work, const pdk_legend *legend)
{
    columns made = lay_out(legend, pdk_plot_width(work));
    int32_t number = pdk_legend_is_numbered(legend) ? NUMBER : 0, top = pdk_plot_height(work) + ABOVE;
    pdk_legend_put_numbers(work, legend);
    for (size_t i = 0; i < legend->count; i++) {
        int32_t x = PDK_PLOT_MARGIN + made.width * (int32_t)(i / made.rows),
                y = top + ROW * (int32_t)(i % made.rows) + ROW / 2;
        put_sample(work, legend, i, x, y);
        if (number > 0) pdk_legend_put_number(work, legend, i, (pdk_draw_point){ x + SAMPLE + 100, y, false });
        pdk_draw_label label = { .x = x + SAMPLE + 60 + number,
                                 .y = y + 42,
                                 .size = LABEL,
                                 .colour = work->theme->text,
                                 .room = made.width - SAMPLE - 60 - number - 40 };
        pdk_draw_text(&work->list, legend->names[i], &label);
    }
}
