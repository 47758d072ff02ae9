/* The one table: time, place, and every column of the file. */
#include <math.h>
#include <string.h>

#include "format/vbo/vbo.h"

enum { NAME_SIZE = 64 };

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

/* A name that the table has not yet. */
static const char *own_name(pdk_vbo *vbo, const pdk_table *table, const char *wanted, size_t index)
{
    char name[NAME_SIZE];
    pdk_memory *memory = &vbo->document->memory;
    pdk_logged_name(name, sizeof name, wanted);
    const char *kept =
        name[0] != '\0' ? pdk_keep(memory, name) : pdk_keep_printf(memory, "column_%u", (unsigned)index + 1);
    for (unsigned more = (unsigned)index + 1; kept != NULL && pdk_table_find_column(table, kept) != PDK_NO_COLUMN;
         more++)
        kept = pdk_keep_printf(memory, "%s_%u", name[0] != '\0' ? name : "column", more);
    if (kept == NULL) vbo->document->failed = true;
    return kept != NULL ? kept : "";
}

static void scale(pdk_vbo *vbo, double *values, const pdk_si_unit *si)
{
    for (uint64_t i = 0; i < vbo->rows; i++) values[i] = values[i] * si->multiplier / si->divisor;
}

static void add_column(pdk_vbo *vbo, pdk_table *table, size_t index, bool *taken)
{
    pdk_vbo_column *column = &vbo->columns[index];
    const pdk_vbo_line name = { column->name, column->name + strlen(column->name) };
    const char *unit = column->unit, *wanted = column->name, *meaning = column->title[0] != '\0' ? column->title : NULL;
    for (size_t i = 0; i < sizeof standard / sizeof standard[0]; i++) {
        if (!pdk_vbo_is(name, standard[i].name)) continue;
        wanted = standard[i].column;
        unit = standard[i].unit != NULL ? standard[i].unit : unit_of_title(column);
        if (standard[i].meaning != NULL) meaning = standard[i].meaning;
    }
    size_t rank;
    pdk_si_unit si;
    pdk_logged_id id = pdk_logged_find(wanted, unit, &rank, &si);
    bool known = id != PDK_LOGGED_IDS && !taken[id] && (id != PDK_LOGGED_HEIGHT || vbo->x != NULL);
    if (!known) si = pdk_si_unit_of(unit);
    pdk_column_info info = { .type = PDK_FLOAT64, .unit = si.unit, .meaning = meaning, .certainty = PDK_LIKELY };
    if (known) {
        info = pdk_logged_column(id, &si, PDK_LIKELY);
        taken[id] = true;
    }
    info.name = own_name(vbo, table, known ? info.name : wanted, index);
    scale(vbo, column->values, &si);
    pdk_table_add_array(table, info, column->values);
    pdk_table_set_sentinel(table, NAN);
}

/* A way needs heights: where there are none it is flat. */
static void add_flat(pdk_vbo *vbo, pdk_table *table)
{
    double *none = pdk_alloc_array(&vbo->document->memory, vbo->rows, sizeof *none);
    const pdk_si_unit metre = { "m", 1, 1 };
    pdk_column_info info = pdk_logged_column(PDK_LOGGED_HEIGHT, &metre, PDK_LIKELY);
    info.nullable = false;
    info.meaning = "0 everywhere: no heights are logged";
    if (none == NULL) vbo->document->failed = true;
    else pdk_table_add_array(table, info, none);
}

static void add_places(pdk_vbo *vbo, pdk_table *table)
{
    const pdk_si_unit metre = { "m", 1, 1 }, degree = { "deg", 1, 1 };
    const struct {
        pdk_logged_id id;
        const pdk_si_unit *si;
        const double *values;
    } all[] = { { PDK_LOGGED_EAST, &metre, vbo->x },
                { PDK_LOGGED_NORTH, &metre, vbo->y },
                { PDK_LOGGED_LATITUDE, &degree, vbo->columns[vbo->latitude].values },
                { PDK_LOGGED_LONGITUDE, &degree, vbo->columns[vbo->longitude].values } };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        pdk_table_add_array(table, pdk_logged_column(all[i].id, all[i].si, PDK_LIKELY), all[i].values);
        pdk_table_set_sentinel(table, NAN);
    }
}

void pdk_vbo_add_table(pdk_vbo *vbo)
{
    bool taken[PDK_LOGGED_IDS] = { false };
    pdk_table *table = pdk_document_add_table(vbo->document, "telemetry", "a row for each line of the data", vbo->rows,
                                              vbo->column_count + 4);
    if (table == NULL) return;
    pdk_table_add_array(table,
                        (pdk_column_info){ .name = "time",
                                           .type = PDK_FLOAT64,
                                           .unit = "s",
                                           .meaning = "since the first row",
                                           .role = PDK_ROLE_TIME,
                                           .certainty = PDK_LIKELY },
                        vbo->times);
    if (vbo->x != NULL) add_places(vbo, table);
    for (size_t i = 0; i < vbo->column_count && !vbo->document->failed; i++)
        if (i != vbo->time && i != vbo->latitude && i != vbo->longitude) add_column(vbo, table, i, taken);
    if (vbo->x != NULL && !taken[PDK_LOGGED_HEIGHT]) add_flat(vbo, table);
    pdk_table_set_sorted(table, "time");
}
