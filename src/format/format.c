/* What a document's format can do, asked for by rooms above. */
#include "format/format.h"

#include "base/callback.h"
#include "model/document_life.h"

const pdk_format *pdk_format_of(const pdk_document *document)
{
    static const pdk_format of_computed = { .probe = NULL };
    return document->format != NULL ? document->format : &of_computed;
}

pdk_status pdk_check(const pdk_document *document, pdk_check_level level, pdk_finding_handler handler, void *user,
                     uint64_t *total, pdk_error *error)
{
    PDK_HOLD(document);
    if (document == NULL) return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "no document to check");
    pdk_report report = { .document = document, .handler = handler, .user = user, .limit = document->limits.findings };
    const pdk_finding *kept = document->findings.items;
    for (size_t i = 0; i < document->findings.count; i++) {
        report.total++;
        if (report.stopped || handler == NULL || report.total > report.limit) continue;
        if (!pdk_tell_finding(handler, user, &kept[i])) report.stopped = true;
    }
    report.total += document->findings_made - document->findings.count;
    pdk_status status = PDK_OK;
    if (level == PDK_CHECK_FULL && !report.stopped) {
        pdk_report_regions(&report);
        const pdk_format *format = pdk_format_of(document);
        if (format->check != NULL && !report.stopped) status = format->check(document, &report, error);
    }
    if (total != NULL) *total = report.total;
    pdk_status changed = pdk_document_unchanged(document, error);
    return changed != PDK_OK ? changed : status;
}
