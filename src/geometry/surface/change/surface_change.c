#include "surface/change/surface_change.h"

pdk_status pdk_surface_change_begin(pdk_surface_change *change, const pdk_document *document,
                                    const pdk_surface_options *options, pdk_document **made, pdk_error *error)
{
    if (made != NULL) *made = NULL;
    *change = (pdk_surface_change){ .report = { 0 } };
    pdk_status status = pdk_surface_work_prepare(&change->work, options, error);
    change->options = change->work.given;
    change->options.document = document;
    change->work.options = &change->options;
    if (status != PDK_OK) return status;
    if (document == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "there is no document to change");
    status = pdk_surface_source_of(document, &change->work.memory, &change->whole, error);
    if (status != PDK_OK) return status;
    change->options.frame = change->whole.frame;
    return pdk_surface_work_on(&change->work, &change->whole.surface, error);
}

pdk_status pdk_surface_change_end(pdk_surface_change *change, pdk_status status, pdk_document **made,
                                  pdk_surface_report *report, pdk_error *error)
{
    const pdk_document *document = change->options.document;
    if (status == PDK_OK && document != NULL) status = pdk_document_unchanged(document, error);
    if (status == PDK_OK && made != NULL && *made != NULL && document != NULL)
        status = pdk_surface_take_facts(*made, &document, 1, error);
    if (status == PDK_OK && report != NULL) *report = change->report;
    if (status != PDK_OK && made != NULL) {
        pdk_close(*made);
        *made = NULL;
    }
    pdk_surface_work_end(&change->work);
    return status;
}
