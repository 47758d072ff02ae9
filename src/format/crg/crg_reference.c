/* $ROAD_CRG_FILE: a header without data, which names the file that has it. Modifiers and options of the first count. */
#include <stdio.h>
#include <string.h>

#include "format/crg/crg_import.h"
#include "model/referenced_file.h"
#include "text/shown_text.h"

/* Failures in the other file say so: their offsets count in that one. */
static pdk_status fail_inside(const pdk_crg_reference *reference, const pdk_error *reason, pdk_error *error)
{
    char shown[80];
    return pdk_fail_where(
        error, reason->status, reason->offset, reason->code, reason->where, "in the file it names, %s: %s",
        pdk_text_show(shown, sizeof shown, reference->path, strlen(reference->path)), reason->message);
}

/* The named file has no grid either, and names a third, or itself. */
static pdk_status fail_again(const pdk_crg_reference *first, const pdk_crg_reference *second, pdk_error *error)
{
    char named[80], third[80];
    pdk_text_show(named, sizeof named, first->path, strlen(first->path));
    if (strcmp(first->path, second->path) == 0)
        return pdk_fail(error, PDK_E_UNSUPPORTED, first->at, "crg.include",
                        "the grid should be in %s, but that file has none and names itself", named);
    return pdk_fail(error, PDK_E_UNSUPPORTED, first->at, "crg.include",
                    "the grid should be in %s, but that file has none and names %s; open that one", named,
                    pdk_text_show(third, sizeof third, second->path, strlen(second->path)));
}

static void note_blocks(const pdk_crg_file *crg)
{
    if (crg->modifiers > 0) {
        pdk_document_add_finding(
            crg->document, PDK_WARNING, "crg.modifiers", PDK_NO_OFFSET, "crg",
            "the file has modifiers ($ROAD_CRG_MODS), which change the grid in programs that apply them; Paddock "
            "shows the grid as stored");
    }
    if (crg->options > 0) {
        pdk_document_add_finding(
            crg->document, PDK_NOTE, "crg.options", PDK_NO_OFFSET, "crg",
            "the file has options ($ROAD_CRG_OPTS) for heights outside the grid; they change nothing here");
    }
}

pdk_status pdk_crg_read_headers(pdk_crg_file *crg, pdk_error *error)
{
    pdk_crg_reference reference, another;
    pdk_error reason;
    pdk_bytes bytes;
    pdk_status status = pdk_crg_read_header(crg, &reference, error);
    if (status == PDK_OK && reference.path != NULL) {
        status = pdk_referenced_file_open(crg->document, reference.path, SIZE_MAX, &bytes, &reason);
        if (status != PDK_OK)
            return pdk_fail(error, status, reference.at, reason.code, "the grid is in another file: %s",
                            reason.message);
        *crg = (pdk_crg_file){ .document = crg->document,
                               .text = (const char *)bytes.data,
                               .size = bytes.size,
                               .modifiers = crg->modifiers,
                               .options = crg->options,
                               .option_lines = crg->option_lines,
                               .modifiers_fixed = crg->modifiers_fixed,
                               .options_fixed = crg->options_fixed,
                               .place = crg->place };
        status = pdk_crg_read_header(crg, &another, &reason);
        if (status != PDK_OK) return fail_inside(&reference, &reason, error);
        if (another.path != NULL) return fail_again(&reference, &another, error);
    }
    if (status == PDK_OK) note_blocks(crg);
    return status;
}
