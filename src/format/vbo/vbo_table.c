/* The one table: time, place, and every column of the file. */
#include <string.h>

#include "format/vbo/vbo.h"

/* What every unit has, by its short name, and what that is here; `unit` NULL = as the title says. */
static const struct {
    const char *name, *column, *unit, *meaning;
} standard[] = {
    { "sats", "satellites", "", "with 64 more while the brake's switch is on, and 128 more for differential GPS" },
    { "heading", "course", "deg", "clockwise from north" },
    { "height", "height", "m", NULL },
    { "velocity", "velocity", NULL, NULL },
    { "vert-vel", "vertical_velocity", NULL, "positive upward" },
    { "tsample", "tsample", "s", "since the row before" },
    { "solution_type", "solution_type", "", "0 none, 1 of one receiver, 2 differential" },
    { "avitime", "avitime", "ms", "in the film" },
    { "avifileindex", "avifileindex", "", "number of the film" },
};

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), length = strlen(end);
    const pdk_vbo_line last = { text + size - (length < size ? length : size), text + size };
    return pdk_vbo_is(last, end);
}

/* Of a speed whose title says it: "velocity kmh", "vertical velocity m/s". */
static const char *unit_of_title(const pdk_vbo_column *column)
{
    static const char *const units[] = { "kmh", "km/h", "knots", "mph", "m/s" };
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (ends_with(column->title, units[i])) return units[i];
    return strcmp(column->name, "vert-vel") == 0 ? "m/s" : "km/h";
}

static void add_column(const pdk_vbo *vbo, pdk_logged_table *to, size_t index)
{
    const pdk_vbo_column *column = &vbo->columns[index];
    const pdk_vbo_line name = { column->name, column->name + strlen(column->name) };
    pdk_logged_values values = { .name = column->name,
                                 .unit = column->unit,
                                 .meaning = column->title[0] != '\0' ? column->title : NULL,
                                 .values = column->values };
    for (size_t i = 0; i < sizeof standard / sizeof standard[0]; i++) {
        if (!pdk_vbo_is(name, standard[i].name)) continue;
        values.name = standard[i].column;
        values.unit = standard[i].unit != NULL ? standard[i].unit : unit_of_title(column);
        if (standard[i].meaning != NULL) values.meaning = standard[i].meaning;
    }
    pdk_logged_table_add(to, &values, index);
}

void pdk_vbo_add_table(pdk_vbo *vbo)
{
    pdk_logged_table to;
    if (!pdk_logged_table_begin(&to, &vbo->log, "a row for each line of the data", vbo->column_count)) return;
    for (size_t i = 0; i < vbo->column_count && !vbo->document->failed; i++)
        if (i != vbo->time && i != vbo->latitude && i != vbo->longitude) add_column(vbo, &to, i);
    pdk_logged_table_end(&to);
}
