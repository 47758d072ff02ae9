/* The scales of stacked panels: what groups share, and what single spikes are left out of. */
#include "plot/stacked_scale.h"

#include <math.h>
#include <stdlib.h>

typedef struct value_range {
    double low, high;
} value_range;

static bool are_together(const pdk_stacked_panel *one, const pdk_stacked_panel *other)
{
    return one == other || (one->group != 0 && one->group == other->group);
}

/* A scale that nothing else sets: neither a fixed one, nor steps, nor an area to 0. */
static bool follows_data(const pdk_stacked_panel *panel)
{
    return panel->low > panel->high && !panel->zero && !panel->steps && !panel->signed_area;
}

/* Of the panel, and of those that share its scale. */
static value_range range_of(const pdk_stacked *stacked, const pdk_stacked_panel *panel, size_t *count)
{
    value_range all = { HUGE_VAL, -HUGE_VAL };
    *count = 0;
    for (size_t p = 0; p < stacked->panel_count; p++) {
        const pdk_stacked_panel *other = &stacked->panels[p];
        if (!are_together(panel, other)) continue;
        for (size_t i = 0; i < other->line_count; i++) {
            pdk_range_take(&all.low, &all.high, other->lines[i].y, other->lines[i].count);
            for (size_t k = 0; k < other->lines[i].count; k++) *count += isfinite(other->lines[i].y[k]) ? 1 : 0;
        }
    }
    return all;
}

static int by_value(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return *a < *b ? -1 : *a > *b;
}

/* What 99.5 % of the values are within, if the rest would take more than half of the scale; otherwise `all`. */
static pdk_status without_spikes(const pdk_plot_work *work, const pdk_stacked *stacked, const pdk_stacked_panel *panel,
                                 size_t count, value_range *all, pdk_error *error)
{
    enum { FEWEST = 200 }; /* of fewer, 0.25 % is no value */
    if (count < FEWEST) return PDK_OK;
    double *values = pdk_alloc_array(work->memory, count, sizeof *values);
    if (values == NULL) return pdk_fail_memory(error, work->memory, "a scale");
    size_t filled = 0, left_out = count / 400;
    for (size_t p = 0; p < stacked->panel_count; p++) {
        const pdk_stacked_panel *other = &stacked->panels[p];
        for (size_t i = 0; are_together(panel, other) && i < other->line_count; i++) {
            for (size_t k = 0; k < other->lines[i].count; k++)
                if (isfinite(other->lines[i].y[k])) values[filled++] = other->lines[i].y[k];
        }
    }
    qsort(values, filled, sizeof *values, by_value);
    value_range most = { values[left_out], values[filled - 1 - left_out] };
    double room = (most.high - most.low) * 0.05;
    bool spikes = most.high > most.low && all->high - all->low > 2 * (most.high - most.low);
    if (spikes) *all = (value_range){ fmax(all->low, most.low - room), fmin(all->high, most.high + room) };
    pdk_free(work->memory, values);
    return PDK_OK;
}

static void set_scale(pdk_stacked_panel *panel, value_range data)
{
    bool fixed = panel->low <= panel->high;
    if (panel->zero && data.low <= data.high) data = (value_range){ fmin(data.low, 0), fmax(data.high, 0) };
    if (fixed) /* at least that; more where the data have more */
        data = (value_range){ fmin(panel->low, data.low), fmax(panel->high, data.high) + (panel->steps ? 0.5 : 0) };
    pdk_range_widen(&data.low, &data.high);
    double room = fixed ? 0 : (data.high / 2 - data.low / 2) * 0.12;
    panel->shown_low = panel->zero && data.low >= 0 ? data.low : data.low - room;
    panel->shown_high = data.high + room;
    pdk_range_widen(&panel->shown_low, &panel->shown_high);
}

/* To the edge, so that nothing is drawn over another panel. */
static pdk_status move_to_edge(const pdk_plot_work *work, pdk_stacked_panel *panel, pdk_error *error)
{
    for (size_t i = 0; i < panel->line_count; i++) {
        const pdk_stacked_line *line = &panel->lines[i];
        for (size_t k = 0; k < line->count; k++) {
            bool beyond = line->y[k] < panel->shown_low || line->y[k] > panel->shown_high;
            panel->values += isfinite(line->y[k]) ? 1 : 0;
            panel->beyond += beyond && isfinite(line->y[k]) ? 1 : 0;
        }
    }
    for (size_t i = 0; i < panel->line_count && panel->beyond > 0; i++) {
        pdk_stacked_line *line = &panel->lines[i];
        double *moved = pdk_alloc_array(work->memory, line->count, sizeof *moved);
        if (moved == NULL) return pdk_fail_memory(error, work->memory, "a scale");
        for (size_t k = 0; k < line->count; k++) {
            double value = line->y[k];
            moved[k] = isfinite(value) ? fmin(fmax(value, panel->shown_low), panel->shown_high) : value;
        }
        line->y = moved;
    }
    return PDK_OK;
}

/* The scale of the panel's group, where an earlier panel has it already. */
static const pdk_stacked_panel *find_scale(const pdk_stacked *stacked, size_t number)
{
    for (size_t p = 0; p < number; p++)
        if (are_together(&stacked->panels[p], &stacked->panels[number])) return &stacked->panels[p];
    return NULL;
}

static pdk_status find_range(const pdk_plot_work *work, const pdk_stacked *stacked, pdk_stacked_panel *panel,
                             pdk_error *error)
{
    size_t count;
    value_range data = range_of(stacked, panel, &count);
    pdk_status status = follows_data(panel) ? without_spikes(work, stacked, panel, count, &data, error) : PDK_OK;
    set_scale(panel, data);
    return status;
}

pdk_status pdk_stacked_scale(const pdk_plot_work *work, const pdk_stacked *stacked, pdk_error *error)
{
    pdk_status status = PDK_OK;
    /* All scales first: the values of a group are moved when the last of its panels has its scale. */
    for (size_t p = 0; p < stacked->panel_count && status == PDK_OK; p++) {
        pdk_stacked_panel *panel = &stacked->panels[p];
        const pdk_stacked_panel *known = find_scale(stacked, p);
        panel->values = panel->beyond = 0;
        if (known == NULL) {
            status = find_range(work, stacked, panel, error);
            continue;
        }
        panel->shown_low = known->shown_low;
        panel->shown_high = known->shown_high;
    }
    for (size_t p = 0; p < stacked->panel_count && status == PDK_OK; p++) {
        if (follows_data(&stacked->panels[p])) status = move_to_edge(work, &stacked->panels[p], error);
    }
    return status;
}
