/* delta: where the time is, with speed and pedals beneath. */
#include <math.h>
#include <stdio.h>

#include "plot/plot_comparison.h"
#include "plot/shown_unit.h"
#include "plot/stacked.h"

enum { MOST_MARKS = 256, PANELS = 5 };

typedef struct delta_plot {
    pdk_plot_work *work;
    pdk_plot_comparison comparison;
    double *distances;
    pdk_stacked_panel panels[PANELS];
    size_t panel_count;
    pdk_stacked_mark marks[MOST_MARKS];
    char labels[MOST_MARKS][PDK_LABEL_SIZE], notes[MOST_MARKS][PDK_LABEL_SIZE];
    size_t mark_count;
    int mark_rows;
} delta_plot;

static void add_panel(delta_plot *plot, const char *column, pdk_role role, const char *unit, pdk_stacked_panel panel)
{
    const pdk_plot_work *work = plot->work;
    pdk_shown_unit shown = pdk_shown_unit_of(work->options->units, unit, role);
    panel.unit = shown.name;
    panel.colour = PDK_NO_COLOUR;
    if (!(panel.low > panel.high)) panel.high *= shown.factor;
    bool has = false;
    for (size_t lap = 0; lap < plot->comparison.lap_count; lap++) {
        double *values = pdk_plot_compared(work, plot->comparison.steps, column, (int)lap);
        if (values == NULL || (lap == 0 && role == PDK_ROLE_NONE)) continue;
        for (size_t i = 0; i < plot->comparison.rows; i++) {
            values[i] = values[i] * shown.factor + shown.offset;
            has = has || isfinite(values[i]);
        }
        panel.lines[panel.line_count++] = (pdk_stacked_line){ plot->distances, values, plot->comparison.rows, lap };
    }
    if (has) plot->panels[plot->panel_count++] = panel;
}

static void add_panels(delta_plot *plot)
{
    add_panel(plot, "delta", PDK_ROLE_NONE, "s",
              (pdk_stacked_panel){ .name = "delta", .height = 150, .low = 1, .zero = true, .signed_area = true });
    add_panel(plot, "speed", PDK_ROLE_SPEED, "m/s", (pdk_stacked_panel){ .name = "speed", .height = 180, .low = 1 });
    add_panel(plot, "throttle", PDK_ROLE_THROTTLE, NULL,
              (pdk_stacked_panel){ .name = "throttle", .height = 80, .high = 1 });
    add_panel(plot, "brake", PDK_ROLE_BRAKE, NULL, (pdk_stacked_panel){ .name = "brake", .height = 80, .high = 1 });
    add_panel(plot, "gear", PDK_ROLE_GEAR, NULL,
              (pdk_stacked_panel){ .name = "gear", .height = 60, .high = 5, .whole = true, .steps = true });
}

static void add_mark(delta_plot *plot, double at, double to, const char *label, double delta)
{
    if (plot->mark_count == MOST_MARKS || !isfinite(at)) return;
    size_t mark = plot->mark_count++;
    snprintf(plot->labels[mark], PDK_LABEL_SIZE, "%s", label);
    plot->marks[mark] = (pdk_stacked_mark){ .at = at, .to = to, .label = plot->labels[mark] };
    if (!isfinite(delta)) return;
    pdk_signed_text(plot->notes[mark], delta, 2);
    plot->marks[mark].note = plot->notes[mark];
    const pdk_theme *theme = plot->work->theme;
    plot->marks[mark].colour = fabs(delta) < 0.005 ? theme->muted : delta < 0 ? theme->faster : theme->slower;
}

/* Sectors end at dotted lines; above corners stand their numbers, with one lap what each costs. */
static void add_sectors(delta_plot *plot)
{
    const pdk_plot_work *work = plot->work;
    const pdk_table *sectors = plot->comparison.sectors;
    double *starts = pdk_plot_compared(work, sectors, "start_distance", -1),
           *ends = pdk_plot_compared(work, sectors, "end_distance", -1),
           *numbers = pdk_plot_compared(work, sectors, "sector", -1),
           *deltas = plot->comparison.lap_count == 2 ? pdk_plot_compared(work, sectors, "delta", 1) : NULL;
    uint64_t count = pdk_table_rows(sectors);
    if (starts == NULL || ends == NULL || numbers == NULL || count < 2) return;
    for (uint64_t i = 0; i < count; i++) {
        char label[PDK_LABEL_SIZE];
        double middle = starts[i] + (ends[i] - starts[i]) / 2;
        if (i + 1 < count) add_mark(plot, ends[i], NAN, "", NAN);
        snprintf(label, sizeof label, "sector %.0f", numbers[i]);
        size_t before = plot->mark_count;
        add_mark(plot, middle, middle, label, deltas != NULL ? deltas[i] : NAN);
        if (plot->mark_count == before) continue;
        plot->marks[before].row = 1;
        plot->mark_rows = 2;
    }
}

/* Corners as bands from the braking zone on, every other one shaded; with one lap, what each costs. */
static void add_marks(delta_plot *plot)
{
    const pdk_plot_work *work = plot->work;
    const pdk_table *corners = plot->comparison.corners;
    double *start = pdk_plot_compared(work, corners, "start_distance", -1),
           *end = pdk_plot_compared(work, corners, "end_distance", -1),
           *number = pdk_plot_compared(work, corners, "corner", -1),
           *last = pdk_plot_compared(work, corners, "last_corner", -1),
           *delta = plot->comparison.lap_count == 2 ? pdk_plot_compared(work, corners, "delta", 1) : NULL;
    for (uint64_t i = 0; start != NULL && end != NULL && number != NULL && i < pdk_table_rows(corners); i++) {
        char label[PDK_LABEL_SIZE] = "";
        if (last != NULL && last[i] > number[i])
            snprintf(label, sizeof label, "%.0f\xE2\x80\x93%.0f", number[i], last[i]);
        else if (number[i] > 0) snprintf(label, sizeof label, "%.0f", number[i]);
        bool shaded = i % 2 == 1;
        double middle = start[i] + (end[i] - start[i]) / 2;
        if (shaded) add_mark(plot, start[i], end[i], label, delta != NULL ? delta[i] : NAN);
        else if (label[0] != '\0' || delta != NULL) {
            /* a band of no width in its middle carries the words */
            add_mark(plot, middle, middle, label, delta != NULL ? delta[i] : NAN);
        }
    }
    add_sectors(plot);
}

static void write_title(delta_plot *plot)
{
    pdk_plot_work *work = plot->work;
    char how[120], laps[220], end[PDK_LABEL_SIZE] = "";
    double *deltas = pdk_plot_compared(work, plot->comparison.laps, "delta", -1);
    pdk_plot_compared_how(&plot->comparison, how, sizeof how);
    pdk_plot_compared_title(&plot->comparison, laps, sizeof laps);
    if (plot->comparison.lap_count == 2 && deltas != NULL) pdk_signed_text(end, deltas[1], 3);
    snprintf(work->title, sizeof work->title, "%s%s%s", end, end[0] != '\0' ? " s: " : "", laps);
    snprintf(work->subtitle, sizeof work->subtitle, "delta: above 0 is slower than %s; %s", plot->comparison.names[0],
             how);
}

pdk_status pdk_plot_delta(pdk_plot_work *work, pdk_error *error)
{
    pdk_status status = pdk_shown_units_check(work->options->units, error);
    delta_plot *plot = status == PDK_OK ? pdk_alloc(work->memory, sizeof *plot) : NULL;
    if (status == PDK_OK && plot == NULL) status = pdk_fail_memory(error, work->memory, "a comparison");
    if (status == PDK_OK) status = pdk_plot_compare(work, &plot->comparison, error);
    if (status != PDK_OK) return status;
    plot->work = work;
    plot->distances = pdk_plot_compared(work, plot->comparison.steps, "distance", -1);
    const char *names[PDK_PLOT_MOST_LAPS];
    for (size_t i = 0; i < plot->comparison.lap_count; i++) names[i] = plot->comparison.names[i];
    if (plot->distances != NULL) {
        add_panels(plot);
        add_marks(plot);
    }
    pdk_stacked stacked = { .panels = plot->panels,
                            .panel_count = plot->panel_count,
                            .x_name = "distance (m)",
                            .low = 1,
                            .marks = plot->marks,
                            .mark_count = plot->mark_count,
                            .mark_rows = plot->mark_rows,
                            .has_reference = true,
                            .series_names = names,
                            .series_count = plot->comparison.lap_count };
    if (plot->panel_count == 0) status = pdk_fail_memory(error, work->memory, "a comparison");
    if (status == PDK_OK) status = pdk_stacked_draw(work, &stacked, error);
    if (status == PDK_OK) {
        write_title(plot);
        pdk_plot_put_title(work);
    }
    pdk_close(plot->comparison.document);
    return status;
}
