/* channels: columns over time or distance, a panel each. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot/plot_series.h"
#include "plot/stacked.h"

static const pdk_role usual[] = { PDK_ROLE_SPEED, PDK_ROLE_THROTTLE, PDK_ROLE_BRAKE, PDK_ROLE_STEER, PDK_ROLE_GEAR };
enum { USUAL = sizeof usual / sizeof usual[0], OTHERWISE = 4 };

typedef struct drawn_lap {
    pdk_plot_series series;
    double *x;
} drawn_lap;

/* The columns by name, or the usual ones, or the first numbers. Another lap's table has those of the first, by name. */
static size_t choose_columns(const pdk_plot_work *work, const pdk_table *table, size_t columns[PDK_STACKED_PANELS])
{
    size_t count = 0;
    const char *const *named = work->options->columns;
    for (; named != NULL && named[count] != NULL && count < PDK_STACKED_PANELS; count++)
        columns[count] = pdk_table_find_column(table, named[count]);
    for (size_t i = 0; i < USUAL && count < PDK_STACKED_PANELS && (named == NULL || named[0] == NULL); i++) {
        size_t column = pdk_table_find_role(table, usual[i]);
        if (column != PDK_NO_COLUMN) columns[count++] = column;
    }
    for (size_t i = 0; count == 0 && i < pdk_table_columns(table); i++) {
        const pdk_column_info *info = pdk_table_column_at(table, i);
        bool number = info->type >= PDK_BOOL && info->type <= PDK_FLOAT64;
        if (!number || info->hidden || info->role == PDK_ROLE_TIME || info->role == PDK_ROLE_DRIVER) continue;
        size_t made = 0;
        columns[made++] = i;
        for (i++; i < pdk_table_columns(table) && made < OTHERWISE; i++) {
            info = pdk_table_column_at(table, i);
            if (info->type >= PDK_BOOL && info->type <= PDK_FLOAT64 && !info->hidden) columns[made++] = i;
        }
        return made;
    }
    return count;
}

static void settle_panel(const pdk_plot_work *work, const pdk_plot_column *column, pdk_stacked_panel *panel)
{
    *panel = (pdk_stacked_panel){
        .name = column->name, .unit = column->unit.name, .height = 90, .low = 1, .high = 0, .colour = PDK_NO_COLOUR
    };
    switch ((int)column->role) {
    case PDK_ROLE_SPEED: panel->height = 200; break;
    case PDK_ROLE_THROTTLE:
    case PDK_ROLE_BRAKE:
    case PDK_ROLE_CLUTCH:
    case PDK_ROLE_HANDBRAKE:
        panel->low = 0;
        panel->high = column->unit.factor;
        break;
    case PDK_ROLE_GEAR:
        panel->height = 70;
        panel->low = 0;
        panel->high = 5;
        panel->whole = panel->steps = true;
        break;
    default: break;
    }
    switch ((int)column->role) { /* the same channel has the same colour in every picture of one lap */
    case PDK_ROLE_SPEED: panel->colour = work->theme->series[0]; break;
    case PDK_ROLE_THROTTLE: panel->colour = work->theme->series[2]; break;
    case PDK_ROLE_BRAKE: panel->colour = work->theme->dark ? work->theme->series[4] : work->theme->series[1]; break;
    case PDK_ROLE_GEAR: panel->colour = work->theme->muted; break;
    case PDK_ROLE_STEER: panel->colour = work->theme->series[3]; break;
    default: panel->colour = work->theme->series[0];
    }
}

/* Distance, unless time is wanted, or some lap has none. */
static pdk_status choose_x(const pdk_plot_work *work, drawn_lap *drawn, const pdk_plot_lap *laps, size_t count,
                           bool *by_distance, pdk_error *error)
{
    static const char *const ways[] = { "distance", "time", NULL };
    size_t way;
    pdk_status status = pdk_plot_choose("--over", work->options->over, ways, &way, error);
    if (status != PDK_OK) return status;
    *by_distance = way == 0;
    for (size_t i = 0; i < count; i++) {
        bool known = drawn[i].series.distances != NULL;
        if (way == 0 && work->options->over != NULL && !known)
            return pdk_plot_lacks(error, "%s has no distances along the track: draw it over time",
                                  laps[i].file[0] != '\0' ? laps[i].file : "the file");
        if (!known || (laps[i].lap == 0 && work->options->over == NULL)) *by_distance = false;
    }
    for (size_t i = 0; i < count; i++) {
        drawn[i].x = *by_distance ? drawn[i].series.distances : drawn[i].series.times;
        for (size_t k = 0; !*by_distance && laps[i].lap > 0 && k < drawn[i].series.count; k++)
            drawn[i].x[k] -= laps[i].start;
    }
    return PDK_OK;
}

/* Says which times there are: a session's clock seldom begins at 0. */
static pdk_status lacks_rows(const pdk_table *table, pdk_error *error)
{
    size_t time = pdk_table_find_role(table, PDK_ROLE_TIME);
    uint64_t rows = pdk_table_rows(table);
    double first, last;
    if (time == PDK_NO_COLUMN || rows == 0 || pdk_table_read_f64(table, time, 0, 1, &first, NULL) != PDK_OK ||
        pdk_table_read_f64(table, time, rows - 1, 1, &last, NULL) != PDK_OK)
        return pdk_plot_lacks(error, "the table %s has no rows of this lap or time", pdk_table_name(table));
    return pdk_plot_lacks(error, "the table %s has no rows of this lap or time: it begins at %.6g s and ends at %.6g s",
                          pdk_table_name(table), first, last);
}

static pdk_status read_lap(const pdk_plot_work *work, const pdk_plot_lap *lap, drawn_lap *drawn, pdk_error *error)
{
    const pdk_table *table;
    size_t columns[PDK_STACKED_PANELS], count;
    pdk_status status = pdk_plot_find_table(work, lap->document, work->options->columns, &table, error);
    if (status != PDK_OK) return status;
    count = choose_columns(work, table, columns);
    if (count == 0) return pdk_plot_lacks(error, "the table %s has no columns of numbers", pdk_table_name(table));
    status = pdk_plot_read_series(work, table, lap, (pdk_plot_columns){ columns, count }, &drawn->series, error);
    if (status == PDK_OK && drawn->series.count == 0) status = lacks_rows(table, error);
    if (status == PDK_OK) status = pdk_plot_add_distances(work, table, lap, &drawn->series, error);
    return status;
}

static const pdk_plot_column *find_column(const pdk_plot_series *series, const pdk_plot_column *like)
{
    for (size_t i = 0; i < series->column_count; i++) {
        const pdk_plot_column *column = &series->columns[i];
        bool same = like->role != PDK_ROLE_NONE ? column->role == like->role : strcmp(column->name, like->name) == 0;
        if (same && strcmp(column->unit.name, like->unit.name) == 0) return column; /* they share an axis */
    }
    return NULL;
}

static bool has_values(const pdk_stacked_panel *panel)
{
    for (size_t i = 0; i < panel->line_count; i++) {
        const pdk_stacked_line *line = &panel->lines[i];
        for (size_t k = 0; k < line->count; k++) {
            if (isfinite(line->y[k])) return true;
        }
    }
    return false;
}

/* Is it the same quantity of another wheel: front_left_load and rear_right_load? */
static bool is_of_other_wheel(const char *one, const char *other)
{
    static const char *const wheels[] = { "front_left", "front_right", "rear_left", "rear_right" };
    enum { WHEELS = sizeof wheels / sizeof wheels[0] };
    for (size_t i = 0; i < WHEELS; i++) {
        const char *at = strstr(one, wheels[i]);
        size_t before = at != NULL ? (size_t)(at - one) : 0;
        for (size_t k = 0; k < WHEELS && at != NULL; k++) {
            bool same = strncmp(one, other, before) == 0 && strncmp(other + before, wheels[k], strlen(wheels[k])) == 0;
            if (same && strcmp(at + strlen(wheels[i]), other + before + strlen(wheels[k])) == 0) return true;
        }
    }
    return false;
}

/* Wheels are compared with each other: they have one scale. */
static void group_wheels(pdk_stacked_panel *panels, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i && panels[i].group == 0; k++) {
            if (!is_of_other_wheel(panels[i].name, panels[k].name)) continue;
            if (panels[k].group == 0) panels[k].group = (int)k + 1;
            panels[i].group = panels[k].group;
        }
    }
}

/* An empty panel says why it is. */
static bool say_unrecorded(const pdk_plot_work *work, pdk_stacked_panel *panel)
{
    if (has_values(panel)) return true;
    panel->name = pdk_keep_printf(work->memory, "%s: not recorded", panel->name);
    return panel->name != NULL;
}

pdk_status pdk_plot_channels(pdk_plot_work *work, pdk_error *error)
{
    pdk_plot_lap *laps;
    size_t count;
    bool by_distance;
    pdk_status status = pdk_shown_units_check(work->options->units, error);
    if (status == PDK_OK) status = pdk_plot_find_laps(work, &laps, &count, error);
    if (status != PDK_OK) return status;
    drawn_lap *drawn = pdk_alloc_array(work->memory, count, sizeof *drawn);
    pdk_stacked_panel *panels = pdk_alloc_array(work->memory, PDK_STACKED_PANELS, sizeof *panels);
    const char **names = pdk_alloc_array(work->memory, count, sizeof *names);
    if (drawn == NULL || panels == NULL || names == NULL) return pdk_fail_memory(error, work->memory, "channels");
    for (size_t i = 0; i < count && status == PDK_OK; i++) status = read_lap(work, &laps[i], &drawn[i], error);
    if (status == PDK_OK) status = choose_x(work, drawn, laps, count, &by_distance, error);
    if (status != PDK_OK) return status;
    const pdk_plot_series *first = &drawn[0].series;
    for (size_t p = 0; p < first->column_count; p++) settle_panel(work, &first->columns[p], &panels[p]);
    group_wheels(panels, first->column_count);
    for (size_t p = 0; p < first->column_count; p++) {
        for (size_t i = 0; i < count; i++) {
            const pdk_plot_column *column = find_column(&drawn[i].series, &first->columns[p]);
            if (column == NULL) continue;
            panels[p].lines[panels[p].line_count++] =
                (pdk_stacked_line){ drawn[i].x, column->values, drawn[i].series.count, i };
        }
        if (!say_unrecorded(work, &panels[p])) return pdk_fail_memory(error, work->memory, "channels");
    }
    for (size_t i = 0; i < count; i++) names[i] = laps[i].label;
    pdk_stacked stacked = { .panels = panels,
                            .panel_count = first->column_count,
                            .x_name = by_distance       ? "distance (m)"
                                      : laps[0].lap > 0 ? "time (m:ss)"
                                                        : "time of the session (m:ss)",
                            .x_kind = by_distance ? PDK_AXIS_NUMBER : PDK_AXIS_CLOCK,
                            .low = 1,
                            .high = 0,
                            .series_names = count > 1 ? names : NULL,
                            .series_count = count };
    status = pdk_stacked_draw(work, &stacked, error);
    if (status != PDK_OK) return status;
    pdk_plot_name_laps(work, NULL, laps, count);
    pdk_plot_put_title(work);
    return PDK_OK;
}
