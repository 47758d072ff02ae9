/* What people ask of a file first: car, track, driver, lap times; session, drivers, duration. It is found by the names
 * of properties and columns that formats share (docs/adding-a-format.md lists them), never by the format. */
#include <math.h>
#include <string.h>

#include "info.h"
#include "layout.h"
#include "output.h"

enum { LABEL = 14, MAX_NAMES = 24, MAX_SECTORS = 8 };

/* The label, and the properties that may answer: the first one there is. Those of a second list are printed after
 * commas. */
static const struct {
    const char *label, *names[4], *more[3];
} asked[] = {
    { "Session", { "session" }, { NULL } },
    { "Date", { "date" }, { NULL } },
    { "Track", { "track", "track_code" }, { "config", "track_kind" } },
    { "Kind", { "kind" }, { NULL } },
    { "Length", { "track_length", "length" }, { NULL } },
    { "Car", { "car", "vehicle", "mod_name" }, { NULL } },
    { "Driver", { "player", "driver" }, { NULL } },
    { "Lap time", { "lap_time" }, { NULL } },
    { "Weather", { "weather" }, { NULL } },
    { "Software", { "software", "generator" }, { NULL } },
    { "Coordinates", { "coordinate_system" }, { "epsg" } },
    { "Origin", { "origin_x" }, { "origin_y", "origin_z" } }, /* that was subtracted when the file was written */
    { "Models", { "models" }, { NULL } },
    { "Pictures", { "bitmaps" }, { NULL } },
    { "Not recorded", { "unrecorded" }, { NULL } },
};

static void put_label(cli_out *out, const char *label)
{
    cli_print(out, "  %-*s", LABEL, label);
}

static const pdk_property *find_first(const pdk_document *document, const char *const *names, size_t count)
{
    const pdk_property *found = NULL;
    for (size_t i = 0; i < count && names[i] != NULL && found == NULL; i++)
        found = pdk_document_find_property(document, names[i]);
    bool empty = found != NULL && found->value.type == PDK_TEXT && found->value.as.text.size == 0;
    return empty ? NULL : found;
}

static bool is_time(const pdk_property *property)
{
    bool number = property->value.type == PDK_FLOAT64 || property->value.type == PDK_FLOAT32;
    return number && property->unit != NULL && strcmp(property->unit, "s") == 0;
}

static void put_property(cli_out *out, const pdk_property *property)
{
    if (property->label != NULL) cli_put_text(out, property->label, strlen(property->label));
    else if (is_time(property)) cli_put_clock(out, property->value.as.number);
    else cli_put_value(out, &property->value);
    if (property->unit != NULL && !is_time(property)) cli_print(out, " %s", property->unit);
    if (property->certainty <= PDK_GUESSED) cli_print(out, " (%s)", pdk_certainty_name(property->certainty));
}

static size_t put_properties(cli_out *out, const pdk_document *document)
{
    size_t answers = 0;
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        const pdk_property *property = find_first(document, asked[i].names, 4);
        if (property == NULL) continue;
        put_label(out, asked[i].label);
        put_property(out, property);
        for (const char *const *name = asked[i].more; *name != NULL; name++) {
            const pdk_property *more = find_first(document, name, 1);
            if (more == NULL) continue;
            cli_print(out, ", ");
            put_property(out, more);
        }
        cli_print(out, "\n");
        answers++;
    }
    return answers;
}

/* "duration", or from "start_time" to "end_time". */
static size_t put_duration(cli_out *out, const pdk_document *document)
{
    const pdk_property *duration = pdk_document_find_property(document, "duration");
    const pdk_property *start = pdk_document_find_property(document, "start_time"),
                       *end = pdk_document_find_property(document, "end_time");
    bool from_ends = duration == NULL && start != NULL && end != NULL && is_time(start) && is_time(end);
    if (!from_ends && (duration == NULL || !is_time(duration))) return 0;
    put_label(out, "Duration");
    cli_put_clock(out, from_ends ? end->value.as.number - start->value.as.number : duration->value.as.number);
    cli_print(out, "\n");
    return 1;
}

/* The column `sector_time` of any table. */
static size_t put_sectors(cli_out *out, const pdk_document *document)
{
    for (size_t i = 0; i < pdk_document_table_count(document); i++) {
        const pdk_table *table = pdk_document_table_at(document, i);
        size_t column = pdk_table_find_column(table, "sector_time"), rows = (size_t)pdk_table_rows(table);
        if (column == PDK_NO_COLUMN || rows == 0 || rows > MAX_SECTORS) continue;
        double times[MAX_SECTORS];
        if (pdk_table_read_f64(table, column, 0, rows, times, NULL) != PDK_OK) return 0;
        size_t known = 0;
        for (size_t row = 0; row < rows; row++) known += isfinite(times[row]) ? 1 : 0;
        if (known == 0) return 0;
        put_label(out, "Sectors");
        for (size_t row = 0; row < rows; row++) {
            if (row > 0) cli_print(out, "  ");
            if (isfinite(times[row])) cli_put_clock(out, times[row]);
            else cli_print(out, "-");
        }
        cli_print(out, "\n");
        return 1;
    }
    return 0;
}

/* The names in the table `drivers` or `cars`, wrapped; "label: N". */
static size_t put_names(cli_out *out, const pdk_document *document, const char *name, const char *label)
{
    const pdk_table *table = pdk_document_own_table(document, name);
    if (table == NULL) return 0;
    size_t column = pdk_table_find_role(table, PDK_ROLE_DRIVER_NAME), rows = (size_t)pdk_table_rows(table);
    if (column == PDK_NO_COLUMN) column = pdk_table_find_column(table, "name");
    size_t count = rows < MAX_NAMES ? rows : MAX_NAMES;
    pdk_text names[MAX_NAMES];
    if (column == PDK_NO_COLUMN || pdk_table_read_column(table, column, 0, count, names, NULL) != PDK_OK) return 0;
    char buffer[32];
    put_label(out, label);
    cli_print(out, "%s", cli_grouped(buffer, rows));
    int at = out->width;
    for (size_t i = 0; i < count; i++) {
        if (names[i].size == 0) continue;
        if (at + 2 + (int)names[i].size > out->width) {
            cli_print(out, "\n  %*s", LABEL, "");
            at = LABEL + 2;
        } else {
            cli_print(out, ", ");
            at += 2;
        }
        cli_put_text(out, names[i].data, names[i].size);
        at += (int)names[i].size;
    }
    if (rows > count) cli_print(out, " ... and %s more", cli_grouped(buffer, rows - count));
    cli_print(out, "\n");
    return 1;
}

size_t cli_put_answers(cli_out *out, const pdk_document *document)
{
    size_t answers = put_properties(out, document);
    answers += put_sectors(out, document);
    answers += put_duration(out, document);
    size_t names = put_names(out, document, "drivers", "Drivers");
    if (names == 0) names = put_names(out, document, "cars", "Cars");
    return answers + names;
}
