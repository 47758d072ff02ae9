/* What a document holds, as JSON. */
#include "model/document_life.h"
#include "paddock/describe.h"

#include <stdio.h>

#include "base/error.h"
#include "base/options.h"
#include "io/output.h"
#include "json/json.h"

#include "paddock/analysis.h"
#include "paddock/image.h"
#include "paddock/line.h"
#include "paddock/motion.h"
#include "paddock/surface.h"

typedef struct describer {
    pdk_json json;
    const pdk_document *document;
    bool details;
    pdk_progress progress;
    void *progress_user;
} describer;

static void put_certainty(describer *to, pdk_certainty certainty)
{
    if (to->details) pdk_member_text(&to->json, "certainty", pdk_certainty_name(certainty));
}

/* ------------------------------------------------------------------------------------------------- properties */

static void put_properties(describer *to)
{
    pdk_json *json = &to->json;
    size_t count = pdk_document_property_count(to->document);
    pdk_member_begin(json, "properties", '{');
    for (size_t i = 0; i < count; i++) {
        const pdk_property *property = pdk_document_property_at(to->document, i);
        pdk_member_value(json, property->name, &property->value);
    }
    pdk_json_end(json, '}');
    if (!to->details) return;
    pdk_member_begin(json, "property_facts", '{');
    for (size_t i = 0; i < count; i++) {
        const pdk_property *property = pdk_document_property_at(to->document, i);
        pdk_member_begin(json, property->name, '{');
        pdk_member_text(json, "unit", property->unit);
        pdk_member_text(json, "meaning", property->meaning);
        pdk_member_text(json, "certainty", pdk_certainty_name(property->certainty));
        if (property->label != NULL) pdk_member_text(json, "label", property->label);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, '}');
}

/* ----------------------------------------------------------------------------------------------------- tables */

/* What only some columns have: members that say nothing are left out. */
static void put_column_facts(pdk_json *json, const pdk_column_info *column)
{
    if (column->nullable) pdk_member_boolean(json, "nullable", true);
    if (column->hidden) pdk_member_boolean(json, "hidden", true);
    if (column->role != PDK_ROLE_NONE) pdk_member_text(json, "role", pdk_role_name(column->role));
    if (column->frame != PDK_FRAME_NONE) pdk_member_text(json, "frame", pdk_frame_text(column->frame));
    if (column->labels == NULL) return;
    pdk_member_begin(json, column->is_flags ? "flags" : "labels", '{');
    for (const pdk_label *label = column->labels; label->text != NULL; label++) {
        char value[24];
        snprintf(value, sizeof value, "%lld", (long long)label->value);
        pdk_member_text(json, value, label->text);
    }
    pdk_json_end(json, '}');
}

static void put_column(describer *to, const pdk_column_info *column)
{
    pdk_json *json = &to->json;
    pdk_json_begin(json, '{');
    pdk_member_text(json, "name", column->name);
    pdk_member_text(json, "type", pdk_type_name(column->type));
    pdk_member_text(json, "unit", column->unit);
    if (to->details) pdk_member_text(json, "meaning", column->meaning);
    put_certainty(to, column->certainty);
    put_column_facts(json, column);
    pdk_json_end(json, '}');
}

static void put_table(describer *to, const pdk_table *table, bool computed)
{
    pdk_json *json = &to->json;
    pdk_json_begin(json, '{');
    pdk_member_text(json, "name", pdk_table_name(table));
    if (computed) pdk_member_boolean(json, "computed", true);
    if (to->details) pdk_member_text(json, "meaning", pdk_table_meaning(table));
    pdk_member_natural(json, "rows", pdk_table_rows(table));
    size_t sorted_by = pdk_table_sorted_by(table);
    if (to->details && sorted_by != PDK_NO_COLUMN)
        pdk_member_text(json, "sorted_by", pdk_table_column_at(table, sorted_by)->name);
    pdk_member_begin(json, "columns", '[');
    for (size_t c = 0; c < pdk_table_columns(table); c++) put_column(to, pdk_table_column_at(table, c));
    pdk_json_end(json, ']');
    pdk_json_end(json, '}');
}

/* Those of the file, then those computed from it: one that cannot be is not there. False when it was cancelled. */
static bool put_tables(describer *to)
{
    pdk_member_begin(&to->json, "tables", '[');
    for (size_t i = 0; i < pdk_document_table_count(to->document); i++)
        put_table(to, pdk_document_table_at(to->document, i), false);
    for (size_t i = 0; !to->details && pdk_answer_name(i) != NULL; i++) {
        const pdk_table *table = NULL;
        pdk_status status =
            pdk_answer_with_progress(to->document, pdk_answer_name(i), to->progress, to->progress_user, &table, NULL);
        if (status == PDK_E_CANCELLED) return false;
        if (status == PDK_OK) put_table(to, table, true);
    }
    pdk_json_end(&to->json, ']');
    return true;
}

static void put_answers(describer *to)
{
    pdk_json *json = &to->json;
    pdk_member_begin(json, "answers", '[');
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        if (pdk_answer_available(to->document, pdk_answer_name(i), NULL) != PDK_OK) continue;
        pdk_json_begin(json, '{');
        pdk_member_text(json, "name", pdk_answer_name(i));
        pdk_member_text(json, "meaning", pdk_answer_meaning(i));
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

/* -------------------------------------------------------------------------------- lines, surfaces, images */

static void put_lines(describer *to)
{
    pdk_json *json = &to->json;
    pdk_member_begin(json, "lines", '[');
    for (size_t i = 0; i < pdk_document_line_count(to->document); i++) {
        const pdk_line_info *line = pdk_document_line_at(to->document, i);
        pdk_json_begin(json, '{');
        pdk_member_text(json, "name", line->name);
        pdk_member_natural(json, "points", line->points);
        pdk_member_boolean(json, "closed", line->closed);
        pdk_member_text(json, "frame", pdk_frame_text(line->frame));
        pdk_member_text(json, "certainty", pdk_certainty_name(line->certainty));
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_surfaces(describer *to)
{
    pdk_json *json = &to->json;
    pdk_member_begin(json, "surfaces", '[');
    for (size_t i = 0; i < pdk_document_surface_count(to->document); i++) {
        const pdk_surface_info *surface = pdk_document_surface_at(to->document, i);
        pdk_json_begin(json, '{');
        pdk_member_text(json, "name", surface->name);
        pdk_member_natural(json, "vertices", surface->vertices);
        pdk_member_natural(json, "triangles", surface->triangles);
        pdk_member_text(json, "frame", pdk_frame_text(surface->frame));
        if (surface->unit != NULL) pdk_member_text(json, "unit", surface->unit);
        if (to->details) pdk_member_numbers(json, "origin", surface->origin, 3);
        put_certainty(to, surface->certainty);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_images(describer *to)
{
    pdk_json *json = &to->json;
    pdk_member_begin(json, "images", '[');
    for (size_t i = 0; i < pdk_document_image_count(to->document); i++) {
        const pdk_image_info *image = pdk_document_image_at(to->document, i);
        pdk_json_begin(json, '{');
        pdk_member_text(json, "name", image->name);
        pdk_member_natural(json, "width", image->width);
        pdk_member_natural(json, "height", image->height);
        if (to->details) pdk_member_text(json, "storage", image->storage);
        put_certainty(to, image->certainty);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

/* -------------------------------------------------------------------------------------------------- documents */

/* A recording's motion, whose frame the file had to settle, has evidence too. */
static void put_evidence(describer *to, bool of_motion)
{
    const char *evidence;
    pdk_member_begin(&to->json, "evidence", '[');
    for (size_t i = 0; (evidence = pdk_document_evidence_at(to->document, i)) != NULL; i++)
        pdk_json_text(&to->json, evidence);
    pdk_motion *motion = NULL;
    if (of_motion && pdk_motion_open(to->document, NULL, &motion, NULL) == PDK_OK) {
        for (size_t i = 0; (evidence = pdk_motion_evidence_at(motion, i)) != NULL; i++)
            pdk_json_text(&to->json, evidence);
    }
    pdk_motion_close(motion);
    pdk_json_end(&to->json, ']');
}

pdk_status pdk_describe(const pdk_document *document, const pdk_describe_options *options, pdk_output *output,
                        pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    pdk_describe_options own;
    pdk_status status = pdk_options_copy(&own, sizeof own, options, "PDK_DESCRIBE_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    if (document == NULL || output == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a document and an output are needed");
    status = pdk_document_can_answer(document, error);
    if (status != PDK_OK) return status;
    describer to = { .json = { .output = output },
                     .document = document,
                     .details = own.details,
                     .progress = own.progress,
                     .progress_user = own.progress_user };
    pdk_json *json = &to.json;
    const pdk_format_info *format = pdk_document_format(document);
    pdk_json_begin(json, '{');
    if (own.path != NULL) pdk_member_text(json, "path", own.path);
    pdk_member_text(json, "format", format->id);
    pdk_member_text(json, "dialect", pdk_document_dialect(document));
    if (own.details) {
        pdk_member_text(json, "title", format->title);
        pdk_member_text(json, "certainty", pdk_certainty_name(format->certainty));
        pdk_member_text(json, "basis", format->basis);
    }
    put_evidence(&to, own.evidence);
    pdk_member_text(json, "packed", pdk_document_packed(document));
    pdk_member_natural(json, "size", pdk_document_size(document));
    put_properties(&to);
    if (!put_tables(&to)) return pdk_fail_cancelled(error);
    if (own.details) put_answers(&to);
    put_lines(&to);
    put_surfaces(&to);
    put_images(&to);
    uint64_t findings = 0;
    pdk_check(document, PDK_CHECK_STRUCTURE, NULL, NULL, &findings, NULL);
    pdk_member_natural(json, "findings", findings);
    pdk_json_end(json, '}');
    return pdk_output_failure(output, error);
}

pdk_status pdk_describe_table(const pdk_table *table, pdk_output *output, pdk_error *error)
{
    PDK_HOLD(table != NULL ? table->document : NULL);
    PDK_HOLD_OUTPUT(output);
    if (table == NULL || output == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a table and an output are needed");
    describer to = { .json = { .output = output }, .details = true };
    put_table(&to, table, false);
    return pdk_output_failure(output, error);
}
