/* Laps compared, as JSON. */
#include <stdio.h>

#include "compared.h"
#include "json/json.h"
#include "output.h"

static void member_text(pdk_json *json, const char *key, pdk_text text)
{
    pdk_value value = { .type = PDK_TEXT, .as.text = text };
    pdk_member_value(json, key, &value);
}

/* How a lap was laid over the reference's line; null where it was compared as it is. */
static void json_alignment(pdk_json *json, const pdk_table *laps, uint64_t row)
{
    static const char *const keys[] = { "rotation", "scale", "x", "y", "residual", "start" };
    if (row >= pdk_table_rows(laps) || !cli_is_aligned(laps, row)) {
        pdk_member_text(json, "alignment", NULL);
        return;
    }
    pdk_member_begin(json, "alignment", '{');
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        char column[32];
        snprintf(column, sizeof column, "alignment_%s", keys[i]);
        pdk_member_number(json, keys[i], cli_number_at(laps, column, row));
    }
    pdk_json_end(json, '}');
}

static void json_lap(pdk_json *json, const pdk_table *laps, uint64_t row)
{
    member_text(json, "file", cli_text_at(laps, "file", row));
    member_text(json, "driver", cli_text_at(laps, "driver", row));
    pdk_member_natural(json, "slot", (uint64_t)cli_number_at(laps, "slot", row));
    pdk_member_natural(json, "lap", (uint64_t)cli_number_at(laps, "lap", row));
    pdk_member_number(json, "lap_time", cli_number_at(laps, "lap_time", row));
    pdk_member_number(json, "found_time", cli_number_at(laps, "found_time", row));
    if (row > 0) pdk_member_number(json, "delta", cli_number_at(laps, "delta", row));
    json_alignment(json, laps, row);
}

static void json_times(pdk_json *json, const pdk_table *table, uint64_t row, size_t laps)
{
    pdk_member_begin(json, "times", '[');
    for (size_t lap = 0; lap < laps; lap++) pdk_json_number(json, cli_lap_number_at(table, "time", (int)lap, row));
    pdk_json_end(json, ']');
    pdk_member_begin(json, "deltas", '[');
    for (size_t lap = 1; lap < laps; lap++) pdk_json_number(json, cli_lap_number_at(table, "delta", (int)lap, row));
    pdk_json_end(json, ']');
}

/* A text of each compared lap; null where there is none. */
static void json_texts(pdk_json *json, const pdk_table *table, uint64_t row, size_t laps, const char *column,
                       const char *key)
{
    pdk_member_begin(json, key, '[');
    for (size_t lap = 1; lap < laps; lap++) {
        pdk_text text = cli_lap_text_at(table, column, (int)lap, row);
        pdk_value value = { .type = PDK_TEXT, .as.text = text.size > 0 ? text : (pdk_text){ NULL, 0 } };
        pdk_json_value(json, &value);
    }
    pdk_json_end(json, ']');
}

/* The values of the set-up in which the laps differ; an empty list where they do not. */
static void json_setup(pdk_json *json, const pdk_table *setup, size_t laps)
{
    pdk_member_begin(json, "setup", '[');
    for (uint64_t row = 0; setup != NULL && row < pdk_table_rows(setup); row++) {
        if (!(cli_number_at(setup, "differs", row) > 0)) continue;
        pdk_json_begin(json, '{');
        member_text(json, "name", cli_text_at(setup, "name", row));
        member_text(json, "wheel", cli_text_at(setup, "wheel", row));
        member_text(json, "unit", cli_text_at(setup, "unit", row));
        pdk_member_begin(json, "values", '[');
        for (size_t lap = 0; lap < laps; lap++) {
            pdk_text text = cli_lap_text_at(setup, "text", (int)lap, row);
            pdk_value value = { .type = PDK_TEXT, .as.text = text };
            if (text.size > 0) pdk_json_value(json, &value);
            else pdk_json_number(json, cli_lap_number_at(setup, "value", (int)lap, row));
        }
        pdk_json_end(json, ']');
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

void cli_put_compared_json(const pdk_document *result, cli_out *out)
{
    const pdk_table *laps = pdk_document_own_table(result, "laps"),
                    *sectors = pdk_document_own_table(result, "sectors"),
                    *corners = pdk_document_own_table(result, "corners"),
                    *residuals = pdk_document_own_table(result, "residuals");
    size_t count = (size_t)pdk_table_rows(laps);
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '{');
    pdk_member_begin(&json, "reference", '{');
    json_lap(&json, laps, 0);
    pdk_json_end(&json, '}');
    member_text(&json, "method", cli_compared_method(result));
    pdk_member_number(&json, "length", cli_compared_length(result));
    const pdk_property *rulers = pdk_document_find_property(result, "rulers");
    if (rulers != NULL && rulers->value.as.text.size > 0) member_text(&json, "rulers", rulers->value.as.text);
    else pdk_member_text(&json, "rulers", NULL);
    uint64_t aligned = 1;
    while (aligned < count && !cli_is_aligned(laps, aligned)) aligned++;
    json_alignment(&json, laps, aligned); /* that of the first; null where no lap needed one */
    pdk_member_begin(&json, "laps", '[');
    for (uint64_t row = 1; row < count; row++) {
        pdk_json_begin(&json, '{');
        json_lap(&json, laps, row);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_member_begin(&json, "sectors", '[');
    for (uint64_t row = 0; row < pdk_table_rows(sectors); row++) {
        pdk_json_begin(&json, '{');
        pdk_member_natural(&json, "sector", row + 1);
        pdk_member_number(&json, "start_distance", cli_number_at(sectors, "start_distance", row));
        pdk_member_number(&json, "end_distance", cli_number_at(sectors, "end_distance", row));
        json_times(&json, sectors, row, count);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_member_begin(&json, "corners", '[');
    for (uint64_t row = 0; row < pdk_table_rows(corners); row++) {
        pdk_json_begin(&json, '{');
        pdk_member_natural(&json, "corner", (uint64_t)cli_number_at(corners, "corner", row));
        pdk_member_natural(&json, "last_corner", (uint64_t)cli_number_at(corners, "last_corner", row));
        member_text(&json, "name", cli_text_at(corners, "name", row));
        pdk_member_number(&json, "start_distance", cli_number_at(corners, "start_distance", row));
        pdk_member_number(&json, "end_distance", cli_number_at(corners, "end_distance", row));
        json_times(&json, corners, row, count);
        json_texts(&json, corners, row, count, "sentence", "sentence");
        json_texts(&json, corners, row, count, "reason", "reason");
        json_texts(&json, corners, row, count, "sentence", "texts"); /* an older name */
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_member_begin(&json, "residuals", '[');
    for (uint64_t row = 0; row < pdk_table_rows(residuals); row++) {
        pdk_json_begin(&json, '{');
        pdk_member_natural(&json, "lap", (uint64_t)cli_number_at(residuals, "lap", row));
        pdk_member_natural(&json, "sector", (uint64_t)cli_number_at(residuals, "sector", row));
        pdk_member_number(&json, "distance", cli_number_at(residuals, "distance", row));
        pdk_member_number(&json, "official", cli_number_at(residuals, "official", row));
        pdk_member_number(&json, "found", cli_number_at(residuals, "found", row));
        pdk_member_number(&json, "residual", cli_number_at(residuals, "residual", row));
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    json_setup(&json, pdk_document_own_table(result, "setup"), count);
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}
