/* A record's layout as text, Markdown and JSON. */
#include <stdio.h>
#include <string.h>

#include "json/json.h"
#include "output.h"
#include "record.h"

/* ------------------------------------------------------------------------------------------ pieces of a line */

static void offset_text(char buffer[24], const pdk_field *field)
{
    if (field->offset == PDK_FOLLOWS) snprintf(buffer, 24, "then");
    else snprintf(buffer, 24, "%u", (unsigned)field->offset);
}

/* A whole turn is clearer by its name. */
static void factor_text(char buffer[PDK_NUMBER_SIZE], double factor)
{
    static const double turn = 6.283185307179586;
    if (factor == turn || factor == -turn) snprintf(buffer, PDK_NUMBER_SIZE, "%s2 pi", factor < 0 ? "-" : "");
    else pdk_format_number(buffer, factor, PDK_FLOAT64);
}

/* How the value comes from what is stored: "i8 / 20", "u8 - 1". */
static void type_text(char buffer[96], const pdk_field *field)
{
    char storage[48], text[PDK_NUMBER_SIZE];
    int at = snprintf(buffer, 96, "%s", pdk_storage_text(storage, field));
    if (field->multiplier != 0 && field->multiplier != 1) {
        factor_text(text, field->multiplier);
        at += snprintf(buffer + at, 96 - (size_t)at, " * %s", text);
    }
    if (field->divisor != 0 && field->divisor != 1) {
        pdk_format_number(text, field->divisor, PDK_FLOAT64);
        at += snprintf(buffer + at, 96 - (size_t)at, " / %s", text);
    }
    if (field->bias != 0) {
        pdk_format_number(text, field->bias < 0 ? -field->bias : field->bias, PDK_FLOAT64);
        snprintf(buffer + at, 96 - (size_t)at, " %c %s", field->bias < 0 ? '-' : '+', text);
    }
}

static void range_text(char buffer[80], const pdk_field *field)
{
    char minimum[PDK_NUMBER_SIZE], maximum[PDK_NUMBER_SIZE];
    buffer[0] = '\0';
    if (field->minimum == 0 && field->maximum == 0) return;
    pdk_format_number(minimum, field->minimum, PDK_FLOAT64);
    pdk_format_number(maximum, field->maximum, PDK_FLOAT64);
    snprintf(buffer, 80, "%s to %s", minimum, maximum);
}

static void put_labels(cli_out *out, const pdk_field *field)
{
    for (const pdk_label *label = field->labels; label != NULL && label->text != NULL; label++) {
        cli_print(out, "%s%lld %s", label == field->labels ? (field->is_flags ? "; bits: " : "; ") : ", ",
                  (long long)label->value, label->text);
    }
}

/* ------------------------------------------------------------------------------------------------- markdown */

/* A cell must not hold the bar that ends it. */
static void put_cell(cli_out *out, const char *text)
{
    for (; text != NULL && *text != '\0'; text++) cli_print(out, *text == '|' ? "\\%c" : "%c", *text);
}

void cli_put_record_markdown(cli_out *out, const pdk_record *record, const pdk_field *only)
{
    cli_print(out, "| offset | type | name | unit | range | meaning | certainty |\n|---:|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < pdk_record_field_count(record); i++) {
        const pdk_field *field = pdk_record_field_at(record, i);
        char offset[24], type[96], range[80];
        if (only != NULL && field != only) continue;
        offset_text(offset, field);
        type_text(type, field);
        range_text(range, field);
        cli_print(out, "| %s | %s | `%s` | ", offset, type, field->name);
        put_cell(out, field->unit);
        cli_print(out, " | %s | ", range);
        put_cell(out, field->meaning);
        put_labels(out, field);
        if (field->encoding != PDK_ENCODING_NONE) cli_print(out, "; %s", pdk_encoding_name(field->encoding));
        cli_print(out, " | %s |\n", pdk_certainty_name(field->certainty));
    }
}

/* ----------------------------------------------------------------------------------------------------- text */

static int widen(int width, const char *text)
{
    int length = text != NULL ? (int)strlen(text) : 0;
    return length > width ? length : width;
}

void cli_put_record_text(cli_out *out, const pdk_record *record, const pdk_field *only)
{
    char offset[24], type[96], range[80];
    int widths[5] = { 0 };
    for (size_t i = 0; i < pdk_record_field_count(record); i++) {
        const pdk_field *field = pdk_record_field_at(record, i);
        offset_text(offset, field);
        type_text(type, field);
        range_text(range, field);
        widths[0] = widen(widths[0], offset);
        widths[1] = widen(widths[1], type);
        widths[2] = widen(widths[2], field->name);
        widths[3] = widen(widths[3], field->unit);
        widths[4] = widen(widths[4], range);
    }
    cli_heading(out, pdk_record_name(record));
    if (pdk_record_size(record) > 0) cli_print(out, "  %u bytes", (unsigned)pdk_record_size(record));
    cli_print(out, "\n%s\n", pdk_record_meaning(record));
    for (size_t i = 0; i < pdk_record_field_count(record); i++) {
        const pdk_field *field = pdk_record_field_at(record, i);
        if (only != NULL && field != only) continue;
        offset_text(offset, field);
        type_text(type, field);
        range_text(range, field);
        cli_print(out, "  %*s  %-*s  %-*s  %-*s  %-*s  %s", widths[0], offset, widths[1], type, widths[2], field->name,
                  widths[3], field->unit != NULL ? field->unit : "", widths[4], range,
                  field->meaning != NULL ? field->meaning : "");
        put_labels(out, field);
        if (field->encoding != PDK_ENCODING_NONE) cli_print(out, "; %s", pdk_encoding_name(field->encoding));
        if (field->certainty != PDK_CONFIRMED) cli_print(out, " (%s)", pdk_certainty_name(field->certainty));
        cli_print(out, "\n");
    }
    if (pdk_record_source(record) != NULL) cli_print(out, "Source: %s.\n", pdk_record_source(record));
}

/* ----------------------------------------------------------------------------------------------------- JSON */

static void put_json_field(pdk_json *json, const pdk_field *field)
{
    char storage[48];
    pdk_json_begin(json, '{');
    pdk_member_text(json, "name", field->name);
    if (field->offset != PDK_FOLLOWS) pdk_member_natural(json, "offset", field->offset);
    else pdk_member_text(json, "offset", NULL);
    pdk_member_text(json, "storage", pdk_storage_text(storage, field));
    pdk_member_text(json, "type", field->storage == PDK_RAW_RECORD ? "record" : pdk_type_name(pdk_field_type(field)));
    pdk_member_natural(json, "count", field->count > 1 ? field->count : 1);
    pdk_member_number(json, "multiplier", field->multiplier != 0 ? field->multiplier : 1);
    pdk_member_number(json, "divisor", field->divisor != 0 ? field->divisor : 1);
    pdk_member_number(json, "bias", field->bias);
    pdk_member_text(json, "unit", field->unit);
    if (field->minimum != 0 || field->maximum != 0) {
        pdk_member_begin(json, "range", '[');
        pdk_json_number(json, field->minimum);
        pdk_json_number(json, field->maximum);
        pdk_json_end(json, ']');
    } else {
        pdk_member_text(json, "range", NULL);
    }
    pdk_member_text(json, "meaning", field->meaning);
    pdk_member_text(json, "encoding", field->encoding != PDK_ENCODING_NONE ? pdk_encoding_name(field->encoding) : NULL);
    pdk_member_text(json, "certainty", pdk_certainty_name(field->certainty));
    pdk_member_labels(json, field->is_flags ? "flags" : "labels", field->labels);
    pdk_json_end(json, '}');
}

void cli_put_record_json(pdk_json *json, const pdk_record *record, const pdk_field *only)
{
    pdk_json_begin(json, '{');
    pdk_member_text(json, "name", pdk_record_name(record));
    pdk_member_text(json, "meaning", pdk_record_meaning(record));
    if (pdk_record_size(record) > 0) pdk_member_natural(json, "size", pdk_record_size(record));
    else pdk_member_text(json, "size", NULL);
    pdk_member_text(json, "source", pdk_record_source(record));
    pdk_member_begin(json, "fields", '[');
    for (size_t i = 0; i < pdk_record_field_count(record); i++) {
        if (only == NULL || only == pdk_record_field_at(record, i))
            put_json_field(json, pdk_record_field_at(record, i));
    }
    pdk_json_end(json, ']');
    pdk_json_end(json, '}');
}
