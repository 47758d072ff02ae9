/* What a document is and holds, as JSON. */
#include "page/page_document.h"

#include <stdio.h>

#include "base/callback.h"

enum { MOST_FINDINGS = 1000, VALUE = 64 };

/* ----------------------------------------------------------------------------------------------- properties */

/* "track_length" as "Track length". */
static void put_label(pdk_json *json, const char *name)
{
    char label[VALUE];
    snprintf(label, sizeof label, "%s", name);
    for (char *at = label; *at != '\0'; at++) {
        if (*at == '_') *at = ' ';
    }
    if (label[0] >= 'a' && label[0] <= 'z') label[0] = (char)(label[0] - 'a' + 'A');
    pdk_member_text(json, "label", label);
}

static void put_text_member(pdk_json *json, const char *key, pdk_text text)
{
    pdk_member_value(json, key, &(pdk_value){ .type = PDK_TEXT, .as.text = text });
}

/* The value for people: its name where it has one; numbers with nine digits. */
static void put_shown(pdk_json *json, const pdk_property *property)
{
    char text[VALUE];
    const pdk_value *value = &property->value;
    switch (value->type) {
    case PDK_TEXT: put_text_member(json, "text", value->as.text); return;
    case PDK_BYTES: pdk_member_value(json, "text", value); return;
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
    pdk_member_text(json, "text", property->label != NULL ? property->label : text);
}

static void put_properties(pdk_json *json, const pdk_document *document)
{
    pdk_member_begin(json, "properties", '[');
    for (size_t i = 0; i < pdk_document_property_count(document); i++) {
        const pdk_property *property = pdk_document_property_at(document, i);
        pdk_json_begin(json, '{');
        pdk_member_text(json, "name", property->name);
        put_label(json, property->name);
        pdk_member_value(json, "value", &property->value);
        pdk_member_text(json, "unit", property->unit);
        put_shown(json, property);
        pdk_member_text(json, "meaning", property->meaning);
        pdk_member_text(json, "certainty", pdk_certainty_name(property->certainty));
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

/* ------------------------------------------------------------------------------------------------- findings */

typedef struct gathering {
    pdk_json *json;
    uint64_t counts[3]; /* by severity */
    uint64_t told;
    pdk_vector offsets;
    bool failed;
} gathering;

static bool put_finding(void *user, const pdk_finding *finding)
{
    gathering *work = user;
    work->counts[finding->severity]++;
    work->told++;
    if (work->told > MOST_FINDINGS) return true;
    pdk_callback_leave(); /* pdk_check takes this for a function of its caller, who may not write into the output */
    pdk_json_finding(work->json, finding);
    pdk_callback_enter();
    if (finding->offset == PDK_NO_OFFSET) return true;
    uint64_t *offset = pdk_vector_push(&work->offsets);
    if (offset == NULL) work->failed = true;
    else *offset = finding->offset;
    return true;
}

/* "2 errors, 1 warning"; "sound" where there is neither. */
static void put_verdict(pdk_json *json, const uint64_t counts[3])
{
    static const char *const names[] = { "note", "warning", "error" };
    char text[VALUE] = "";
    size_t size = 0;
    for (int i = 2; i > 0; i--) {
        if (counts[i] == 0) continue;
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%llu %s%s", size > 0 ? ", " : "",
                                 (unsigned long long)counts[i], names[i], counts[i] == 1 ? "" : "s");
    }
    pdk_member_text(json, "verdict", size > 0 ? text : "sound");
}

static pdk_status put_findings(pdk_json *json, const pdk_document *document, pdk_memory *memory,
                               pdk_page_offsets *offsets, pdk_error *error)
{
    gathering work = { .json = json, .offsets = pdk_vector_of(memory, sizeof(uint64_t)) };
    uint64_t total = 0;
    pdk_member_begin(json, "findings", '[');
    pdk_status status = pdk_check(document, PDK_CHECK_FULL, put_finding, &work, &total, error);
    pdk_json_end(json, ']');
    if (status == PDK_OK && work.failed) status = pdk_fail_memory(error, memory, "findings of a page");
    pdk_member_natural(json, "findingCount", total);
    put_verdict(json, work.counts);
    if (offsets != NULL) *offsets = (pdk_page_offsets){ work.offsets.items, work.offsets.count };
    else pdk_free(memory, work.offsets.items);
    return status;
}

/* --------------------------------------------------------------------------------------------------- tables */

/* Laps are ranked with those of the same track only. */
static void put_track_name(pdk_json *json, const pdk_document *document)
{
    char name[VALUE];
    pdk_member_text(json, "trackName", pdk_document_track_name(document, name, sizeof name) > 0 ? name : NULL);
}

static void put_optional(pdk_json *json, const char *key, const char *text)
{
    pdk_member_text(json, key, text != NULL && text[0] != '\0' ? text : NULL);
}

static void put_column(pdk_json *json, const pdk_column_info *column)
{
    pdk_json_begin(json, '{');
    pdk_member_text(json, "name", column->name);
    pdk_member_text(json, "type", pdk_type_name(column->type));
    pdk_member_text(json, "unit", column->unit);
    pdk_member_text(json, "meaning", column->meaning);
    pdk_member_text(json, "certainty", pdk_certainty_name(column->certainty));
    pdk_member_boolean(json, "nullable", column->nullable);
    put_optional(json, "role", pdk_role_name(column->role));
    put_optional(json, "frame", pdk_frame_text(column->frame));
    if (column->labels == NULL) pdk_member_text(json, "labels", NULL);
    else pdk_member_labels(json, "labels", column->labels);
    pdk_member_boolean(json, "isFlags", column->is_flags);
    pdk_member_boolean(json, "hidden", column->hidden);
    pdk_json_end(json, '}');
}

/* A table is as certain as the least certain of its columns that mean something. */
static pdk_certainty certainty_of(const pdk_table *table)
{
    pdk_certainty least = PDK_CONFIRMED;
    for (size_t c = 0; c < pdk_table_columns(table); c++) {
        pdk_certainty certainty = pdk_table_column_at(table, c)->certainty;
        if (certainty != PDK_UNKNOWN && certainty < least) least = certainty;
    }
    return least;
}

static void put_table(pdk_json *json, const pdk_page_table *entry, uint64_t embedded)
{
    const pdk_table *table = entry->table;
    size_t sorted = pdk_table_sorted_by(table);
    pdk_json_begin(json, '{');
    pdk_member_text(json, "name", pdk_table_name(table));
    pdk_member_text(json, "meaning", pdk_table_meaning(table));
    pdk_member_natural(json, "rows", pdk_table_rows(table));
    pdk_member_text(json, "sortedBy", sorted != PDK_NO_COLUMN ? pdk_table_column_at(table, sorted)->name : NULL);
    pdk_member_boolean(json, "computed", entry->computed);
    pdk_member_text(json, "certainty", pdk_certainty_name(certainty_of(table)));
    pdk_member_begin(json, "columns", '[');
    for (size_t c = 0; c < pdk_table_columns(table); c++) put_column(json, pdk_table_column_at(table, c));
    pdk_json_end(json, ']');
    pdk_member_natural(json, "embeddedRows", embedded);
    pdk_json_end(json, '}');
}

/* ------------------------------------------------------------------------------------- surfaces, pictures */

static void put_surfaces(pdk_json *json, const pdk_document *document)
{
    pdk_member_begin(json, "surfaces", '[');
    for (size_t i = 0; i < pdk_document_surface_count(document); i++) {
        const pdk_surface_info *info = pdk_document_surface_at(document, i);
        pdk_json_begin(json, '{');
        pdk_member_text(json, "name", info->name);
        pdk_member_natural(json, "vertices", info->vertices);
        pdk_member_natural(json, "triangles", info->triangles);
        put_optional(json, "frame", pdk_frame_text(info->frame));
        pdk_member_text(json, "certainty", pdk_certainty_name(info->certainty));
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_images(pdk_json *json, const pdk_page_file *file)
{
    pdk_member_begin(json, "images", '[');
    for (size_t i = 0; i < pdk_page_image_count(file); i++) {
        const pdk_image_info *info = pdk_page_image_info(file, i);
        pdk_json_begin(json, '{');
        pdk_member_text(json, "name", info->name);
        pdk_member_natural(json, "width", info->width);
        pdk_member_natural(json, "height", info->height);
        pdk_member_text(json, "pixels", info->storage);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

/* ------------------------------------------------------------------------------------------------- the whole */

const char *pdk_page_base_name(const char *name)
{
    const char *base = name != NULL ? name : "";
    for (const char *at = base; *at != '\0'; at++) {
        if (*at == '/' || *at == '\\') base = at + 1;
    }
    return base;
}

static void put_evidence(pdk_json *json, const pdk_document *document)
{
    const char *evidence;
    pdk_member_begin(json, "evidence", '[');
    for (size_t i = 0; (evidence = pdk_document_evidence_at(document, i)) != NULL; i++) pdk_json_text(json, evidence);
    pdk_json_end(json, ']');
}

void pdk_page_put_reasons(pdk_json *json, const pdk_vector *reasons)
{
    for (size_t i = 0; i < reasons->count; i++) pdk_json_text(json, ((char *const *)reasons->items)[i]);
}

pdk_status pdk_page_put_document(pdk_json *json, const pdk_page_subject *subject, const pdk_page_table *tables,
                                 size_t table_count, const uint64_t *rows, pdk_memory *memory,
                                 pdk_page_offsets *offsets, pdk_error *error)
{
    const pdk_document *document = subject->file.document;
    const pdk_format_info *format = pdk_document_format(document);
    pdk_member_text(json, "file", pdk_page_base_name(subject->file.name));
    pdk_member_text(json, "format", format->id);
    pdk_member_text(json, "formatName", format->title);
    pdk_member_text(json, "dialect", pdk_document_dialect(document));
    pdk_member_text(json, "dialectName", pdk_document_dialect(document));
    pdk_member_natural(json, "size", pdk_document_size(document));
    pdk_member_natural(json, "contentSize", pdk_document_content(document).size);
    pdk_member_text(json, "packed", pdk_document_packed(document));
    pdk_member_text(json, "kind", subject->kind);
    put_track_name(json, document);
    put_evidence(json, document);
    put_properties(json, document);
    pdk_status status = put_findings(json, document, memory, offsets, error);
    if (status != PDK_OK) return status;
    pdk_member_begin(json, "tables", '[');
    for (size_t i = 0; i < table_count; i++)
        put_table(json, &tables[i], rows != NULL ? rows[i] : pdk_table_rows(tables[i].table));
    pdk_json_end(json, ']');
    put_surfaces(json, document);
    put_images(json, &subject->file);
    return PDK_OK;
}
