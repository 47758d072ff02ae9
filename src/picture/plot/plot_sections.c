/* A surface in sections: each in its own panel, all at one scale, seen in the direction of the line. */
#include "plot/plot_sections.h"

#include <math.h>
#include <stdio.h>

#include "plot/middle_line.h"
#include "plot/panel.h"
#include "plot/plot_number.h"

enum { MOST = 60, BETWEEN = 130, LEFT = 620, HEAD = 260, BELOW = 420 };

typedef struct section_plot {
    pdk_section_options options;
    const char *words;     /* what the line is */
    pdk_section *sections; /* in the surface's own coordinates */
    size_t count, across;
    double *right;   /* m to the right of the line, of each height */
    double *heights; /* mm above the line, from left to right */
    double *falls;   /* share by which each falls to the right; NaN = too few heights */
} section_plot;

static pdk_status make_room(const pdk_plot_work *work, section_plot *plot, pdk_error *error)
{
    if (plot->count > MOST)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.choice",
                        "%zu sections do not fit in a picture, which takes %d: take a larger --every or a shorter line",
                        plot->count, MOST);
    size_t heights = plot->count * plot->across;
    plot->sections = pdk_alloc_array(work->memory, plot->count, sizeof *plot->sections);
    plot->right = pdk_alloc_array(work->memory, plot->across, sizeof *plot->right);
    plot->heights = pdk_alloc_array(work->memory, heights, sizeof *plot->heights);
    plot->falls = pdk_alloc_array(work->memory, plot->count, sizeof *plot->falls);
    bool good = plot->sections != NULL && plot->right != NULL && plot->heights != NULL && plot->falls != NULL;
    return good ? PDK_OK : pdk_fail_memory(error, work->memory, "sections");
}

static pdk_status cut(const pdk_plot_work *work, const pdk_height_index *index, section_plot *plot, pdk_error *error)
{
    double(*path)[2] = NULL;
    size_t corners = 0;
    pdk_status status =
        pdk_surface_line_choose(work, pdk_height_index_about(index), &path, &corners, &plot->words, error);
    plot->options.path = (const double(*)[2])path;
    plot->options.corners = corners;
    if (status == PDK_OK)
        status = pdk_surface_sections_lay(&plot->options, NULL, 0, &plot->count, &plot->across, error);
    if (status == PDK_OK) status = make_room(work, plot, error);
    if (status == PDK_OK)
        status =
            pdk_surface_sections_lay(&plot->options, plot->sections, plot->count, &plot->count, &plot->across, error);
    if (status == PDK_OK)
        status = pdk_surface_sections(index, plot->sections, plot->count, &plot->options, plot->heights, error);
    return status;
}

static pdk_status read_surface(const pdk_plot_work *work, section_plot *plot, pdk_error *error)
{
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    pdk_height_index *index = NULL;
    options.form = PDK_INDEX_SMALL;
    options.limits = work->options->limits;
    options.allocator = work->options->allocator;
    options.progress = work->options->progress;
    options.progress_user = work->options->progress_user;
    pdk_status status = pdk_height_index_create(work->options->surface, &options, &index, error);
    if (status == PDK_OK) status = cut(work, index, plot, error);
    pdk_height_index_close(index);
    return status;
}

/* How much one section falls to the right, by least squares; NaN with less than a metre of heights. */
static double fall_of(const section_plot *plot, const double *heights)
{
    double n = 0, x = 0, z = 0, xx = 0, xz = 0;
    for (size_t i = 0; i < plot->across; i++) {
        if (isnan(heights[i])) continue;
        n++;
        x += plot->right[i];
        z += heights[i];
        xx += plot->right[i] * plot->right[i];
        xz += plot->right[i] * heights[i];
    }
    double spread = n * xx - x * x;
    return n * plot->options.step >= 1 && spread > 0 ? -(n * xz - x * z) / spread / 1000 : (double)NAN;
}

/* Heights come from right to left, in metres. A section is shown about its height on the line, or without one about its
 * mean. False if there is no height at all. */
static bool turn(section_plot *plot)
{
    size_t side = plot->across / 2, all = 0;
    for (size_t i = 0; i < plot->across; i++) plot->right[i] = ((double)i - (double)side) * plot->options.step;
    for (size_t s = 0; s < plot->count; s++) {
        double *heights = plot->heights + s * plot->across, sum = 0, count = 0;
        for (size_t i = 0; i < side; i++) {
            double right = heights[i];
            heights[i] = heights[plot->across - 1 - i];
            heights[plot->across - 1 - i] = right;
        }
        for (size_t i = 0; i < plot->across; i++) {
            if (isnan(heights[i])) continue;
            sum += heights[i];
            count++;
        }
        double level = isnan(heights[side]) ? sum / count : heights[side];
        for (size_t i = 0; i < plot->across; i++) heights[i] = (heights[i] - level) * 1000;
        plot->falls[s] = fall_of(plot, heights);
        all += count > 0;
    }
    return all > 0;
}

/* Of distances. */
static int decimals_of(const section_plot *plot)
{
    double every = plot->options.every, tenths = every * 10;
    bool is_whole = fabs(every - round(every)) < 1e-9, has_tenths = fabs(tenths - round(tenths)) < 1e-9;
    return is_whole ? 0 : has_tenths ? 1 : 2;
}

static void describe_slope(const section_plot *plot, size_t number, char *text, size_t size)
{
    char percent[PDK_LABEL_SIZE];
    double fall = plot->falls[number] * 100;
    pdk_number_text(percent, fabs(fall), 1);
    if (isnan(fall)) snprintf(text, size, "no slope");
    else if (fabs(fall) < 0.05) snprintf(text, size, "level");
    else snprintf(text, size, "falls %s %% to the %s", percent, fall < 0 ? "left" : "right");
}

static void draw_section(pdk_plot_work *work, const section_plot *plot, size_t number, const pdk_panel *panel)
{
    char distance[PDK_LABEL_SIZE], name[64], slope[64];
    pdk_ticks ticks;
    pdk_axis_ticks(&ticks, PDK_AXIS_NUMBER, panel->y.low, panel->y.high, panel->y.from - panel->y.to, false);
    pdk_panel_grid_y(work, panel, &ticks);
    pdk_axis_ticks(&ticks, PDK_AXIS_NUMBER, panel->x.low, panel->x.high, panel->x.to - panel->x.from, true);
    pdk_panel_grid_x(work, panel, &ticks);
    const pdk_line_style style = { .colour = work->theme->series[0], .width = 14 };
    pdk_panel_line(work, panel, plot->right, plot->heights + number * plot->across, plot->across, &style);
    pdk_number_text(distance, plot->sections[number].distance, decimals_of(plot));
    snprintf(name, sizeof name, "%s m", distance);
    describe_slope(plot, number, slope, sizeof slope);
    const pdk_draw_label label = { .x = panel->x.from,
                                   .y = panel->y.to - 60,
                                   .size = 120,
                                   .colour = work->theme->text,
                                   .bold = true,
                                   .behind = slope,
                                   .behind_colour = work->theme->muted,
                                   .room = panel->x.to - panel->x.from };
    pdk_draw_text(&work->list, name, &label);
}

static pdk_status draw(pdk_plot_work *work, const section_plot *plot, pdk_error *error)
{
    size_t columns = plot->count > 24 ? 3 : plot->count > 5 ? 2 : 1, rows = (plot->count + columns - 1) / columns;
    double low = INFINITY, high = -INFINITY;
    uint32_t around = (PDK_PLOT_TOP + BELOW) / 10;
    pdk_range_take(&low, &high, plot->heights, plot->count * plot->across);
    pdk_range_widen(&low, &high);
    pdk_status status = pdk_plot_settle(work, 960, around + 110 * (uint32_t)rows, around + 60 * (uint32_t)rows, error);
    if (status != PDK_OK) return status;
    int32_t width = (pdk_plot_width(work) - PDK_PLOT_MARGIN) / (int32_t)columns,
            height = (pdk_plot_height(work) - PDK_PLOT_TOP - BELOW) / (int32_t)rows;
    for (size_t i = 0; i < plot->count; i++) { /* down the columns: the order of driving */
        int32_t left = width * (int32_t)(i / rows), top = PDK_PLOT_TOP + height * (int32_t)(i % rows);
        pdk_panel panel = { { plot->right[0], plot->right[plot->across - 1], left + LEFT, left + width - 40 },
                            { low, high, top + height - BETWEEN, top + HEAD } };
        draw_section(work, plot, i, &panel);
        if (i % rows != rows - 1 && i + 1 != plot->count) continue;
        pdk_ticks ticks;
        pdk_axis_ticks(&ticks, PDK_AXIS_NUMBER, panel.x.low, panel.x.high, panel.x.to - panel.x.from, true);
        pdk_panel_labels_x(work, &panel, &ticks, "right of the line (m)");
    }
    return PDK_OK;
}

static void describe(pdk_plot_work *work, const section_plot *plot)
{
    char every[PDK_LABEL_SIZE];
    const char *file = work->laps[0].name != NULL ? pdk_plot_file_name(work->laps[0].name) : "the surface";
    pdk_number_text(every, plot->options.every, decimals_of(plot));
    snprintf(work->title, sizeof work->title, "%.120s: a section each %s m", file, every);
    snprintf(work->subtitle, sizeof work->subtitle, "%s, in its direction; heights in mm above it", plot->words);
    pdk_plot_put_title(work);
}

pdk_status pdk_plot_sections(pdk_plot_work *work, pdk_error *error)
{
    const pdk_plot_options *own = work->options;
    section_plot plot = { .options = PDK_SECTION_OPTIONS_INIT };
    plot.options.every = own->section_every != 0 ? own->section_every : 10;
    plot.options.width = own->section_width != 0 ? own->section_width : 12;
    plot.options.step = own->step > 0 ? own->step : plot.options.width / 120;
    pdk_status status = read_surface(work, &plot, error);
    if (status != PDK_OK) return status;
    if (!turn(&plot)) return pdk_plot_lacks(error, "there is no surface along this line");
    status = draw(work, &plot, error);
    if (status == PDK_OK) describe(work, &plot);
    return status;
}
