#include "model/document_facts.h"

#include <stdio.h>

#include "json/contract.h"

enum { VALUE = 64 };

static void put_certainty(pdk_json *json, const char *key, pdk_certainty certainty, bool details)
{
    if (details) pdk_member_text(json, key, pdk_certainty_name(certainty));
}

/* A text that may be missing, or empty for that. */
static void put_optional(pdk_json *json, const char *key, const char *text, bool details)
{
    bool is_there = text != NULL && text[0] != '\0';
    if (is_there || details) pdk_member_text(json, key, is_there ? text : NULL);
}

static void put_flag(pdk_json *json, const char *key, bool value, bool details)
{
    if (value || details) pdk_member_boolean(json, key, value);
}

/* ------------------------------------------------------------------------------------------------- the whole */

void pdk_put_format(pdk_json *json, const pdk_document *document, bool details)
{
    const pdk_format_info *format = pdk_document_format(document);
    pdk_member_text(json, PDK_KEY_OF(document, format), format->id);
    pdk_member_text(json, PDK_KEY_OF(document, dialect), pdk_document_dialect(document));
    if (!details) return;
    pdk_member_text(json, PDK_KEY_OF(document, title), format->title);
    pdk_member_text(json, PDK_KEY_OF(document, certainty), pdk_certainty_name(format->certainty));
    pdk_member_text(json, PDK_KEY_OF(document, basis), format->basis);
}

void pdk_put_evidence(pdk_json *json, const pdk_document *document)
{
    const char *evidence;
    for (size_t i = 0; (evidence = pdk_document_evidence_at(document, i)) != NULL; i++) pdk_json_text(json, evidence);
}

void pdk_put_file(pdk_json *json, const pdk_document *document)
{
    pdk_member_text(json, PDK_KEY_OF(document, packed), pdk_document_packed(document));
    pdk_member_natural(json, PDK_KEY_OF(document, size), pdk_document_size(document));
}

/* ------------------------------------------------------------------------------------------------- properties */

static void put_text_member(pdk_json *json, const char *key, pdk_text text)
{
    pdk_member_value(json, key, &(pdk_value){ .type = PDK_TEXT, .as.text = text });
}

/* Display text: the label if there is one; floats with nine digits. */
static void put_shown(pdk_json *json, const pdk_property *property)
{
    const char *key = PDK_KEY_OF(property, text);
    char text[VALUE];
    const pdk_value *value = &property->value;
    switch (value->type) {
    case PDK_TEXT: put_text_member(json, key, value->as.text); return;
    case PDK_BYTES: pdk_member_value(json, key, value); return;
    case PDK_BOOL: snprintf(text, sizeof text, "%s", value->as.boolean ? "yes" : "no"); break;
    case PDK_INT8:
    case PDK_INT16:
    case PDK_INT32:
    case PDK_INT64: snprintf(text, sizeof text, "%lld", (long long)value->as.integer); break;
    case PDK_FLOAT32: text[pdk_format_number(text, value->as.number, PDK_FLOAT32)] = '\0'; break;
    case PDK_FLOAT64: text[pdk_format_number(text, value->as.number, PDK_FLOAT64)] = '\0'; break;
    case PDK_TYPE_NONE: text[0] = '\0'; break;
    default: snprintf(text, sizeof text, "%llu", (unsigned long long)value->as.natural); break;
    }
    pdk_member_text(json, key, property->label != NULL ? property->label : text);
}

void pdk_put_properties(pdk_json *json, const pdk_document *document, bool details)
{
    const pdk_property *property;
    size_t count = pdk_document_property_count(document);
    pdk_member_begin(json, PDK_KEY_OF(document, properties), '{');
    for (size_t i = 0; i < count; i++) {
        property = pdk_document_property_at(document, i);
        pdk_member_value(json, property->name, &property->value);
    }
    pdk_json_end(json, '}');
    if (!details) return;
    pdk_member_begin(json, PDK_KEY_OF(document, property_facts), '{');
    for (size_t i = 0; i < count; i++) {
        property = pdk_document_property_at(document, i);
        pdk_member_begin(json, property->name, '{');
        pdk_member_text(json, PDK_KEY_OF(property, unit), property->unit);
        pdk_member_text(json, PDK_KEY_OF(property, meaning), property->meaning);
        pdk_member_text(json, PDK_KEY_OF(property, certainty), pdk_certainty_name(property->certainty));
        pdk_member_text(json, PDK_KEY_OF(property, label), property->label);
        put_shown(json, property);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, '}');
}

/* ----------------------------------------------------------------------------------------------------- tables */

static void put_labels(pdk_json *json, const char *key, const pdk_label *labels, bool details)
{
    if (labels != NULL) pdk_member_label_names(json, key, labels);
    else if (details) pdk_member_text(json, key, NULL);
}

static void put_column(pdk_json *json, const pdk_column_info *column, bool details)
{
    pdk_json_begin(json, '{');
    pdk_member_text(json, PDK_KEY_OF(column, name), column->name);
    pdk_member_text(json, PDK_KEY_OF(column, type), pdk_type_name(column->type));
    pdk_member_text(json, PDK_KEY_OF(column, unit), column->unit);
    if (details) pdk_member_text(json, PDK_KEY_OF(column, meaning), column->meaning);
    put_certainty(json, PDK_KEY_OF(column, certainty), column->certainty, details);
    put_flag(json, PDK_KEY_OF(column, nullable), column->nullable, details);
    put_flag(json, PDK_KEY_OF(column, hidden), column->hidden, details);
    put_optional(json, PDK_KEY_OF(column, role), pdk_role_name(column->role), details);
    put_optional(json, PDK_KEY_OF(column, frame), pdk_frame_text(column->frame), details);
    put_labels(json, PDK_KEY_OF(column, labels), column->is_flags ? NULL : column->labels, details);
    put_labels(json, PDK_KEY_OF(column, flags), column->is_flags ? column->labels : NULL, details);
    pdk_json_end(json, '}');
}

void pdk_put_table(pdk_json *json, const pdk_table *table, bool computed, bool details)
{
    size_t sorted_by = pdk_table_sorted_by(table);
    const char *sorted = sorted_by != PDK_NO_COLUMN ? pdk_table_column_at(table, sorted_by)->name : NULL;
    pdk_member_text(json, PDK_KEY_OF(table, name), pdk_table_name(table));
    put_flag(json, PDK_KEY_OF(table, computed), computed, details);
    if (details) pdk_member_text(json, PDK_KEY_OF(table, meaning), pdk_table_meaning(table));
    pdk_member_natural(json, PDK_KEY_OF(table, rows), pdk_table_rows(table));
    if (details) pdk_member_text(json, PDK_KEY_OF(table, sorted_by), sorted);
    pdk_member_begin(json, PDK_KEY_OF(table, columns), '[');
    for (size_t c = 0; c < pdk_table_columns(table); c++) put_column(json, pdk_table_column_at(table, c), details);
    pdk_json_end(json, ']');
}

/* ----------------------------------------------------------------------------------------- surfaces, pictures */

void pdk_put_surfaces(pdk_json *json, const pdk_document *document, bool details)
{
    pdk_member_begin(json, PDK_KEY_OF(document, surfaces), '[');
    for (size_t i = 0; i < pdk_document_surface_count(document); i++) {
        const pdk_surface_info *surface = pdk_document_surface_at(document, i);
        pdk_json_begin(json, '{');
        pdk_member_text(json, PDK_KEY_OF(surface, name), surface->name);
        pdk_member_natural(json, PDK_KEY_OF(surface, vertices), surface->vertices);
        pdk_member_natural(json, PDK_KEY_OF(surface, triangles), surface->triangles);
        pdk_member_text(json, PDK_KEY_OF(surface, frame), pdk_frame_text(surface->frame));
        if (surface->unit != NULL) pdk_member_text(json, PDK_KEY_OF(surface, unit), surface->unit);
        if (details) pdk_member_numbers(json, PDK_KEY_OF(surface, origin), surface->origin, 3);
        put_certainty(json, PDK_KEY_OF(surface, certainty), surface->certainty, details);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

void pdk_put_image(pdk_json *json, const pdk_image_info *image, bool details)
{
    pdk_json_begin(json, '{');
    pdk_member_text(json, PDK_KEY_OF(image, name), image->name);
    pdk_member_natural(json, PDK_KEY_OF(image, width), image->width);
    pdk_member_natural(json, PDK_KEY_OF(image, height), image->height);
    if (details) pdk_member_text(json, PDK_KEY_OF(image, storage), image->storage);
    put_certainty(json, PDK_KEY_OF(image, certainty), image->certainty, details);
    pdk_json_end(json, '}');
}
