/* What maps and surfaces share. */
#include "plot/map_page.h"

#include <math.h>
#include <stdio.h>

#include "base/whole.h"

enum {
    SCALE_END = 2100,
    WORDS_BESIDE = 9000,
    ROW = 200,
    WORDS = 340,
    NUMBERS = 220,
    ABOVE = 740,
    BAR = 1600,
    BAR_HEIGHT = 80,
    LABEL = 120,
    NARROW = 5600,
    OWN_ROW = 300
};

/* If the bar of colours has no room next to the title, it has a separate row below. */
static bool is_narrow(const pdk_plot_work *work)
{
    return work->width > 0 && pdk_plot_width(work) < NARROW;
}

/* Below the data: the scale, and what the colours of incidents mean, where it is narrow in a separate row. */
static int32_t words_height(const pdk_plot_work *work)
{
    bool beside = work->width == 0 || pdk_plot_width(work) >= WORDS_BESIDE;
    return WORDS + (beside ? 0 : ROW);
}

int32_t pdk_map_bottom(const pdk_plot_work *work)
{
    return pdk_plot_height(work) - words_height(work);
}

void pdk_map_take(pdk_map_bounds *bounds, double x, double y)
{
    double at[2] = { x, y };
    if (!isfinite(x) || !isfinite(y)) return;
    bool first = pdk_map_is_empty(bounds);
    for (int axis = 0; axis < 2; axis++) {
        if (first || at[axis] < bounds->low[axis]) bounds->low[axis] = at[axis];
        if (first || at[axis] > bounds->high[axis]) bounds->high[axis] = at[axis];
    }
}

bool pdk_map_is_empty(const pdk_map_bounds *bounds)
{
    return !(bounds->low[0] <= bounds->high[0]);
}

pdk_status pdk_map_settle(pdk_plot_work *work, const pdk_map_bounds *bounds, pdk_panel *panel, pdk_error *error)
{
    enum { WIDTH = 960, LOWEST = 360, HIGHEST = 800, LEAST = 200 };
    double low[2], high[2];
    for (int axis = 0; axis < 2; axis++) {
        low[axis] = bounds->low[axis];
        high[axis] = bounds->high[axis];
        pdk_range_widen(&low[axis], &high[axis]);
    }
    int32_t above = is_narrow(work) ? ABOVE + OWN_ROW : ABOVE, below = words_height(work) + NUMBERS;
    double wide = high[0] - low[0], tall = high[1] - low[1];
    uint32_t width = work->width > 0 ? work->width : WIDTH;
    double room = (double)width - 2 * (PDK_PLOT_MARGIN / 10 + 8), shape = tall / wide * room + (above + below) / 10.0;
    uint32_t height = !(shape > LOWEST) ? LOWEST : shape > HIGHEST ? HIGHEST : (uint32_t)shape;
    pdk_status status = pdk_plot_settle(work, WIDTH, height, LEAST, error);
    if (status != PDK_OK) return status;
    int32_t left = PDK_PLOT_MARGIN + 80, right = pdk_plot_width(work) - left, top = above,
            bottom = pdk_map_bottom(work) - NUMBERS;
    double per_metre = fmin((right - left) / wide, (bottom - top) / tall);
    double half[2] = { (right - left) / per_metre / 2, (bottom - top) / per_metre / 2 };
    double middle[2] = { low[0] / 2 + high[0] / 2, low[1] / 2 + high[1] / 2 };
    *panel = (pdk_panel){ { middle[0] - half[0], middle[0] + half[0], left, right },
                          { middle[1] - half[1], middle[1] + half[1], bottom, top } };
    return PDK_OK;
}

double pdk_map_per_metre(const pdk_panel *panel)
{
    return (panel->x.to - panel->x.from) / (panel->x.high - panel->x.low);
}

int32_t pdk_map_scale_end(const pdk_plot_work *work)
{
    int32_t third = pdk_plot_width(work) / 3;
    return third > SCALE_END ? third : SCALE_END;
}

void pdk_map_put_scale(pdk_plot_work *work, const pdk_panel *panel)
{
    double metres = 1200 / pdk_map_per_metre(panel), power = pow(10, floor(log10(metres)));
    double step = metres / power >= 5 ? 5 : metres / power >= 2 ? 2 : 1;
    char text[PDK_LABEL_SIZE + 4], number[PDK_LABEL_SIZE];
    int32_t width = pdk_whole_i32(step * power * pdk_map_per_metre(panel)), left = PDK_PLOT_MARGIN,
            y = pdk_plot_height(work) - 200;
    if (width < 1 || width > pdk_plot_width(work)) return;
    pdk_draw_path style = { .stroke = work->theme->muted, .fill = PDK_NO_COLOUR, .width = 15, .square = true };
    pdk_draw_path_begin(&work->list, &style);
    pdk_draw_to(&work->list, left, y - 40, true);
    pdk_draw_to(&work->list, left, y, false);
    pdk_draw_to(&work->list, left + width, y, false);
    pdk_draw_to(&work->list, left + width, y - 40, false);
    if (step * power >= 1000) pdk_number_text(number, step * power / 1000, 0);
    else pdk_number_text(number, step * power, power < 1 ? pdk_whole_i32(-log10(power)) : 0);
    snprintf(text, sizeof text, "%s %s", number, step * power >= 1000 ? "km" : "m");
    pdk_draw_label label = { .x = left + width + 80, .y = y, .size = LABEL, .colour = work->theme->muted };
    pdk_draw_text(&work->list, text, &label);
}

size_t pdk_map_class(const pdk_map_colours *colours, double value)
{
    double low = colours->diverging ? -colours->high : colours->low, span = colours->high - low;
    if (!isfinite(value)) return PDK_RAMP_COLOURS;
    double place = colours->whole ? (round(value) - low) / (span > 0 ? span : 1) * (PDK_RAMP_COLOURS - 1)
                                  : (value - low) / (span > 0 ? span : 1) * PDK_RAMP_COLOURS;
    if (!(place > 0)) return 0;
    return place < PDK_RAMP_COLOURS ? (size_t)place : PDK_RAMP_COLOURS - 1;
}

uint32_t pdk_map_class_colour(const pdk_plot_work *work, const pdk_map_colours *colours, size_t number)
{
    if (number >= PDK_RAMP_COLOURS) return work->theme->context;
    double place = (double)number / (PDK_RAMP_COLOURS - 1);
    return colours->diverging ? pdk_diverging_colour(work->theme, 2 * place - 1) : pdk_ramp_colour(work->theme, place);
}

void pdk_map_put_colours(pdk_plot_work *work, const pdk_map_colours *colours)
{
    bool narrow = is_narrow(work);
    int32_t right = pdk_plot_width(work) - PDK_PLOT_MARGIN - 160, left = right - BAR, top = narrow ? 560 : 170;
    double low = colours->diverging ? -colours->high : colours->low, high = colours->high;
    pdk_scale scale = { low, high, left, right };
    int32_t fields = colours->whole && high - low < PDK_RAMP_COLOURS ? (int32_t)(high - low) + 1 : PDK_RAMP_COLOURS;
    bool each = fields < PDK_RAMP_COLOURS; /* numbers: a field for each, its number beneath */
    if (!(high > low) && !each) return;
    if (each) scale = (pdk_scale){ low - 0.5, high + 0.5, left, right };
    if (!narrow) work->title_room = left - 1100 - PDK_PLOT_MARGIN;
    for (int32_t i = 0; i < fields; i++) {
        int32_t from = left + BAR * i / fields, to = left + BAR * (i + 1) / fields;
        size_t class = each ? pdk_map_class(colours, low + i) : (size_t)i;
        pdk_draw_rectangle(&work->list, (pdk_draw_box){ from, top, to, top + BAR_HEIGHT },
                           pdk_map_class_colour(work, colours, class), 100);
    }
    pdk_ticks ticks;
    if (each) pdk_ticks_whole(&ticks, low - 0.5, high + 0.5, fields + 2);
    else pdk_ticks_make(&ticks, low, high, 4);
    for (size_t i = 0; i < ticks.count; i++) {
        pdk_draw_label label = { .x = pdk_scale_at(&scale, ticks.values[i]),
                                 .y = top + BAR_HEIGHT + 130,
                                 .size = 110,
                                 .anchor = PDK_ANCHOR_MIDDLE,
                                 .colour = work->theme->muted,
                                 .has_halo = true,
                                 .halo = work->theme->background };
        pdk_draw_text(&work->list, ticks.labels[i], &label);
    }
    char text[96];
    snprintf(text, sizeof text, "%.40s%s%.20s", colours->name, colours->unit[0] != '\0' ? ", " : "", colours->unit);
    pdk_draw_label label = { .x = left - 80,
                             .y = top + 80,
                             .size = LABEL,
                             .anchor = PDK_ANCHOR_END,
                             .colour = work->theme->muted,
                             .has_halo = true,
                             .halo = work->theme->background };
    pdk_draw_text(&work->list, text, &label);
}
