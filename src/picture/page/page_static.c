/* The main answer of each document as plain tables, for readers without JavaScript. */
#include "page/page_html.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 200, MOST_COLUMNS = 14, NUMBER = 48 };

/* What is taken from which answer: columns and their headings. */
typedef struct shown_column {
    const char *name, *heading;
    bool clock; /* as m:ss.mmm */
} shown_column;

typedef struct shown_table {
    const char *kind, *answer, *heading;
    shown_column columns[MOST_COLUMNS];
} shown_table;

static const shown_table tables[] = {
    { "race",
      "results",
      "Results",
      { { "position", "Position", false },
        { "recorded_position", "Recorded", false },
        { "number", "No.", false },
        { "driver", "Driver", false },
        { "co_driver", "Co-driver", false },
        { "team", "Team", false },
        { "vehicle", "Vehicle", false },
        { "laps", "Laps", false },
        { "total_time", "Time", true },
        { "gap", "Gap (s)", false },
        { "best_lap_time", "Best lap", true },
        { "status", "Status", false },
        { "rulings", "Rulings", false } } },
    { "race",
      "incidents",
      "Incidents",
      { { "time", "Time", true },
        { "kind", "Kind", false },
        { "lap", "Lap", false },
        { "drivers", "Drivers", false },
        { "place", "Place", false } } },
    { "lap",
      "laps",
      "Laps",
      { { "driver", "Driver", false },
        { "lap", "Lap", false },
        { "lap_time", "Time", true },
        { "sector_1_time", "Sector 1", true },
        { "sector_2_time", "Sector 2", true },
        { "sector_3_time", "Sector 3", true },
        { "kind", "Kind", false },
        { "reasons", "Not clean because", false } } },
};

/* Gaps and the like with three decimals, whole numbers as they are; the point is a point whatever the locale. */
static void number_text(char text[NUMBER], double value, pdk_type type)
{
    bool real = type == PDK_FLOAT32 || type == PDK_FLOAT64;
    text[pdk_format_number(text, real ? round(value * 1000) / 1000 : value, PDK_FLOAT64)] = '\0';
}

static pdk_status put_cell(pdk_output *output, const pdk_table *table, size_t column, const shown_column *shown,
                           uint64_t row, pdk_error *error)
{
    char text[NUMBER];
    uint8_t there = 1;
    const pdk_column_info *info = pdk_table_column_at(table, column);
    pdk_text word = { "", 0 };
    double number = 0;
    bool is_text = info->type == PDK_TEXT;
    pdk_column_read read = { .column = column,
                             .type = is_text ? PDK_TYPE_NONE : PDK_FLOAT64,
                             .values = is_text ? (void *)&word : (void *)&number,
                             .validity = info->nullable ? &there : NULL };
    pdk_status status = pdk_table_read(table, row, 1, &read, 1, error);
    if (status != PDK_OK) return status;
    pdk_html_put(output, "<td>");
    if ((there & 1) != 0 && is_text) {
        pdk_html_put(output, "<bdi>");
        pdk_html_text(output, word.data, word.size);
        pdk_html_put(output, "</bdi>");
    } else if ((there & 1) != 0 && isfinite(number)) {
        if (shown->clock) pdk_format_time(text, number, 3);
        else number_text(text, number, info->type);
        pdk_html_put(output, text);
    }
    pdk_html_put(output, "</td>");
    return PDK_OK;
}

/* Does any of the rows have a value there? Not every file says who the second driver is, or which team, and only some
 * results have rulings. */
static pdk_status has_values(const pdk_table *table, size_t column, uint64_t rows, bool *has, pdk_error *error)
{
    const pdk_column_info *info = pdk_table_column_at(table, column);
    pdk_status status = PDK_OK;
    *has = !info->nullable;
    for (uint64_t row = 0; row < rows && !*has && status == PDK_OK; row++) {
        pdk_text word = { NULL, 0 };
        uint8_t there = 1;
        double number = NAN;
        bool text = info->type == PDK_TEXT;
        pdk_column_read read = { .column = column, .values = text ? (void *)&word : &number, .validity = &there };
        if (!text) read.type = PDK_FLOAT64;
        status = pdk_table_read(table, row, 1, &read, 1, error);
        *has = (there & 1) != 0;
    }
    return status;
}

/* The columns of the table that are shown; ends with a NULL name. */
static pdk_status choose_columns(const shown_table *shown, const pdk_table *table, uint64_t rows,
                                 shown_column chosen[MOST_COLUMNS], pdk_error *error)
{
    size_t count = 0;
    for (const shown_column *column = shown->columns; column->name != NULL; column++) {
        size_t index = pdk_table_find_column(table, column->name);
        bool has = true;
        pdk_status status = index != PDK_NO_COLUMN ? has_values(table, index, rows, &has, error) : PDK_OK;
        if (status != PDK_OK) return status;
        if (has) chosen[count++] = *column;
    }
    chosen[count] = (shown_column){ NULL, NULL, false };
    return PDK_OK;
}

static pdk_status put_table(pdk_output *output, const shown_table *shown, const pdk_table *table, pdk_error *error)
{
    uint64_t rows = pdk_table_rows(table), most = rows < MOST_ROWS ? rows : MOST_ROWS;
    shown_column chosen[MOST_COLUMNS];
    pdk_status chose = choose_columns(shown, table, most, chosen, error);
    if (chose != PDK_OK) return chose;
    pdk_html_put(output, "<h3>");
    pdk_html_put(output, shown->heading);
    pdk_html_put(output, "</h3>\n<table>\n<thead><tr>");
    for (const shown_column *column = chosen; column->name != NULL; column++) {
        pdk_html_put(output, "<th scope=\"col\">");
        pdk_html_put(output, column->heading);
        pdk_html_put(output, "</th>");
    }
    pdk_html_put(output, "</tr></thead>\n<tbody>\n");
    for (uint64_t row = 0; row < most; row++) {
        pdk_html_put(output, "<tr>");
        for (const shown_column *column = chosen; column->name != NULL; column++) {
            size_t index = pdk_table_find_column(table, column->name);
            pdk_status status = PDK_OK;
            if (index != PDK_NO_COLUMN) status = put_cell(output, table, index, column, row, error);
            else pdk_html_put(output, "<td></td>");
            if (status != PDK_OK) return status;
        }
        pdk_html_put(output, "</tr>\n");
    }
    pdk_html_put(output, "</tbody>\n</table>\n");
    if (most < rows) {
        char text[128];
        snprintf(text, sizeof text, "<p>The first %llu of %llu rows.</p>\n", (unsigned long long)most,
                 (unsigned long long)rows);
        pdk_html_put(output, text);
    }
    return PDK_OK;
}

static void put_properties(pdk_output *output, const pdk_document *document)
{
    pdk_html_put(output, "<dl>\n");
    for (size_t i = 0; i < pdk_document_property_count(document); i++) {
        const pdk_property *property = pdk_document_property_at(document, i);
        if (property->value.type != PDK_TEXT || property->value.as.text.size == 0) continue;
        pdk_html_put(output, "<dt>");
        pdk_html_text(output, property->name, strlen(property->name));
        pdk_html_put(output, "</dt><dd><bdi>");
        pdk_html_text(output, property->value.as.text.data, property->value.as.text.size);
        pdk_html_put(output, "</bdi></dd>\n");
    }
    pdk_html_put(output, "</dl>\n");
}

static pdk_status put_subject(pdk_output *output, const pdk_page_subject *subject, pdk_error *error)
{
    const char *title = pdk_document_format(subject->file.document)->title;
    const char *name = subject->name;
    pdk_html_put(output, "<section>\n<h2><bdi>");
    pdk_html_text(output, name, strlen(name));
    pdk_html_put(output, "</bdi></h2>\n<p>");
    pdk_html_text(output, title, strlen(title));
    pdk_html_put(output, "</p>\n");
    put_properties(output, subject->file.document);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const pdk_table *table;
        if (strcmp(tables[i].kind, subject->kind) != 0) continue;
        pdk_error reason = { 0 };
        pdk_status status = pdk_answer(subject->answers, tables[i].answer, &table, &reason);
        if (status == PDK_E_UNSUPPORTED) continue;
        if (status != PDK_OK && error != NULL) *error = reason;
        if (status == PDK_OK) status = put_table(output, &tables[i], table, error);
        if (status != PDK_OK) return status;
    }
    pdk_html_put(output, "</section>\n");
    return PDK_OK;
}

void pdk_page_put_title(const pdk_page_bundle *bundle, pdk_output *output)
{
    const char *title = bundle->options->title;
    if (title != NULL) pdk_html_text(output, title, strlen(title));
    for (size_t i = 0; i < bundle->count && title == NULL; i++) {
        const char *name = bundle->subjects[i].name;
        if (i > 0) pdk_html_put(output, ", ");
        pdk_html_text(output, name, strlen(name));
    }
    if (title == NULL) pdk_html_put(output, bundle->count > 0 ? " - Paddock" : "Paddock");
}

pdk_status pdk_page_put_static(const pdk_page_bundle *bundle, pdk_output *output, pdk_error *error)
{
    pdk_html_put(output, "<h1>");
    pdk_page_put_title(bundle, output);
    pdk_html_put(output, "</h1>\n");
    if (bundle->count == 0)
        pdk_html_put(output, "<p>This page opens files of racing simulators. It needs JavaScript and a browser from "
                             "2023 or later.</p>\n");
    for (size_t i = 0; i < bundle->count; i++) {
        pdk_status status = put_subject(output, &bundle->subjects[i], error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}
