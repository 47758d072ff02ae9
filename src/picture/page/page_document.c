/* What a document is and holds, as JSON. */
#include "page/page_document.h"

#include <stdio.h>

#include "base/callback.h"
#include "json/contract.h"
#include "model/document_facts.h"

enum { MOST_FINDINGS = 1000, VALUE = 64 };

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
    char text[VALUE] = "";
    size_t size = 0;
    for (pdk_severity i = PDK_ERROR; i > PDK_NOTE; i--) {
        if (counts[i] == 0) continue;
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%llu %s%s", size > 0 ? ", " : "",
                                 (unsigned long long)counts[i], pdk_severity_name(i), counts[i] == 1 ? "" : "s");
    }
    pdk_member_text(json, PDK_KEY_OF(head, verdict), size > 0 ? text : "sound");
}

static pdk_status put_findings(pdk_json *json, const pdk_document *document, pdk_memory *memory,
                               pdk_page_offsets *offsets, pdk_error *error)
{
    gathering work = { .json = json, .offsets = pdk_vector_of(memory, sizeof(uint64_t)) };
    uint64_t total = 0;
    pdk_member_begin(json, PDK_KEY_OF(head, findings), '[');
    pdk_status status = pdk_check(document, PDK_CHECK_FULL, put_finding, &work, &total, error);
    pdk_json_end(json, ']');
    if (status == PDK_OK && work.failed) status = pdk_fail_memory(error, memory, "findings of a page");
    pdk_member_natural(json, PDK_KEY_OF(head, finding_count), total);
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
    pdk_member_text(json, PDK_KEY_OF(head, track_name),
                    pdk_document_track_name(document, name, sizeof name) > 0 ? name : NULL);
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
    pdk_json_begin(json, '{');
    pdk_put_table(json, entry->table, entry->computed, true);
    pdk_member_text(json, PDK_KEY_OF(page_table, certainty), pdk_certainty_name(certainty_of(entry->table)));
    pdk_member_natural(json, PDK_KEY_OF(page_table, embedded_rows), embedded);
    pdk_json_end(json, '}');
}

static void put_images(pdk_json *json, const pdk_page_file *file)
{
    pdk_member_begin(json, PDK_KEY_OF(document, images), '[');
    for (size_t i = 0; i < pdk_page_image_count(file); i++) pdk_put_image(json, pdk_page_image_info(file, i), true);
    pdk_json_end(json, ']');
}

/* ------------------------------------------------------------------------------------------------- the whole */

void pdk_page_put_reasons(pdk_json *json, const pdk_vector *reasons)
{
    for (size_t i = 0; i < reasons->count; i++) pdk_json_text(json, ((char *const *)reasons->items)[i]);
}

pdk_status pdk_page_put_document(pdk_json *json, const pdk_page_subject *subject, pdk_page_table_list shown,
                                 pdk_memory *memory, pdk_page_offsets *offsets, pdk_error *error)
{
    const pdk_document *document = subject->file.document;
    pdk_member_natural(json, PDK_KEY_OF(head, version), PDK_CONTRACT);
    pdk_member_text(json, PDK_KEY_OF(head, file), subject->name);
    pdk_put_format(json, document, true);
    pdk_member_begin(json, PDK_KEY_OF(document, evidence), '[');
    pdk_put_evidence(json, document);
    pdk_json_end(json, ']');
    pdk_put_file(json, document);
    pdk_member_natural(json, PDK_KEY_OF(head, content_size), pdk_document_content(document).size);
    pdk_member_text(json, PDK_KEY_OF(head, kind), subject->kind);
    pdk_member_boolean(json, PDK_KEY_OF(head, moves), subject->moves);
    put_track_name(json, document);
    pdk_put_properties(json, document, true);
    pdk_status status = put_findings(json, document, memory, offsets, error);
    if (status != PDK_OK) return status;
    pdk_member_begin(json, PDK_KEY_OF(head, tables), '[');
    for (size_t i = 0; i < shown.count; i++)
        put_table(json, &shown.tables[i], shown.rows != NULL ? shown.rows[i] : pdk_table_rows(shown.tables[i].table));
    pdk_json_end(json, ']');
    pdk_put_surfaces(json, document, true);
    put_images(json, &subject->file);
    return PDK_OK;
}
