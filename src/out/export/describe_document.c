/* What a document holds, as JSON. */
#include "model/document_life.h"
#include "paddock/describe.h"

#include "base/error.h"
#include "base/options.h"
#include "io/output.h"
#include "json/contract.h"
#include "json/json.h"
#include "model/document_facts.h"

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

/* ----------------------------------------------------------------------------------------------------- tables */

static void put_table(describer *to, const pdk_table *table, bool computed)
{
    pdk_json_begin(&to->json, '{');
    pdk_put_table(&to->json, table, computed, to->details);
    pdk_json_end(&to->json, '}');
}

/* Does the failure say something about the document? Then the document does not have it. Other failures are ours, and
 * end the whole: a list that lacks something because memory ran out would be false. */
static bool is_of_document(pdk_status status)
{
    return status != PDK_E_MEMORY && status != PDK_E_IO && status != PDK_E_CANCELLED;
}

/* Those of the file, then those computed from it. */
static pdk_status put_tables(describer *to, pdk_error *error)
{
    pdk_member_begin(&to->json, PDK_KEY_OF(document, tables), '[');
    for (size_t i = 0; i < pdk_document_table_count(to->document); i++)
        put_table(to, pdk_document_table_at(to->document, i), false);
    for (size_t i = 0; !to->details && pdk_answer_name(i) != NULL; i++) {
        const pdk_table *table = NULL;
        pdk_status status =
            pdk_answer_with_progress(to->document, pdk_answer_name(i), to->progress, to->progress_user, &table, error);
        if (!is_of_document(status)) return status;
        if (status == PDK_OK) put_table(to, table, true);
    }
    pdk_json_end(&to->json, ']');
    return PDK_OK;
}

static pdk_status put_answers(describer *to, pdk_error *error)
{
    pdk_json *json = &to->json;
    pdk_member_begin(json, PDK_KEY_OF(info, answers), '[');
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        pdk_status status = pdk_answer_available(to->document, pdk_answer_name(i), error);
        if (!is_of_document(status)) return status;
        if (status != PDK_OK) continue;
        pdk_json_begin(json, '{');
        pdk_member_text(json, PDK_KEY_OF(answer, name), pdk_answer_name(i));
        pdk_member_text(json, PDK_KEY_OF(answer, meaning), pdk_answer_meaning(i));
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    return PDK_OK;
}

/* -------------------------------------------------------------------------------- lines, surfaces, images */

static void put_lines(describer *to)
{
    pdk_json *json = &to->json;
    pdk_member_begin(json, PDK_KEY_OF(info, lines), '[');
    for (size_t i = 0; i < pdk_document_line_count(to->document); i++) {
        const pdk_line_info *line = pdk_document_line_at(to->document, i);
        pdk_json_begin(json, '{');
        pdk_member_text(json, PDK_KEY_OF(line, name), line->name);
        pdk_member_natural(json, PDK_KEY_OF(line, points), line->points);
        pdk_member_boolean(json, PDK_KEY_OF(line, closed), line->closed);
        pdk_member_text(json, PDK_KEY_OF(line, frame), pdk_frame_text(line->frame));
        pdk_member_text(json, PDK_KEY_OF(line, certainty), pdk_certainty_name(line->certainty));
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_images(describer *to)
{
    pdk_json *json = &to->json;
    pdk_member_begin(json, PDK_KEY_OF(document, images), '[');
    for (size_t i = 0; i < pdk_document_image_count(to->document); i++)
        pdk_put_image(json, pdk_document_image_at(to->document, i), to->details);
    pdk_json_end(json, ']');
}

/* -------------------------------------------------------------------------------------------------- documents */

/* A recording's motion, whose frame the file had to settle, has evidence too. */
static pdk_status put_evidence(describer *to, bool of_motion, pdk_error *error)
{
    const char *evidence;
    pdk_member_begin(&to->json, PDK_KEY_OF(document, evidence), '[');
    pdk_put_evidence(&to->json, to->document);
    pdk_motion *motion = NULL;
    pdk_status status = of_motion ? pdk_motion_open(to->document, NULL, &motion, error) : PDK_OK;
    if (!is_of_document(status)) return status;
    for (size_t i = 0; motion != NULL && (evidence = pdk_motion_evidence_at(motion, i)) != NULL; i++)
        pdk_json_text(&to->json, evidence);
    pdk_motion_close(motion);
    pdk_json_end(&to->json, ']');
    return PDK_OK;
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
    pdk_json_begin(json, '{');
    if (own.path != NULL) pdk_member_text(json, PDK_KEY_OF(info, path), own.path);
    pdk_put_format(json, document, own.details);
    status = put_evidence(&to, own.evidence, error);
    if (status != PDK_OK) return status;
    pdk_put_file(json, document);
    pdk_put_properties(json, document, own.details);
    status = put_tables(&to, error);
    if (status == PDK_OK && own.details) status = put_answers(&to, error);
    if (status != PDK_OK) return status;
    put_lines(&to);
    pdk_put_surfaces(json, document, own.details);
    put_images(&to);
    uint64_t findings = 0;
    status = pdk_check(document, PDK_CHECK_STRUCTURE, NULL, NULL, &findings, error);
    if (status != PDK_OK) return status;
    pdk_member_natural(json, PDK_KEY_OF(info, findings), findings);
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
