/* What reversing and flattening share: the copy, its records, directions that follow from places. */
#include "format/tri/tri_edit.h"

#include <string.h>

/* Whatever is to be moved must be there, and what it seems to be: nothing `partial` had to overlook. */
static pdk_status check_whole(const pdk_document *document, const pdk_tri_track *track, pdk_error *error)
{
    const pdk_finding *findings = document->findings.items;
    bool whole = track->record_count == track->announced && track->props_at != 0 &&
                 track->node_count == track->announced * PDK_TRI_ROWS && track->speed_count == track->announced;
    uint64_t at = document->content.size;
    for (size_t i = document->findings.count; i-- > 0;) {
        if (findings[i].severity != PDK_ERROR) continue;
        whole = false;
        at = findings[i].offset;
    }
    if (whole) return PDK_OK;
    return pdk_fail_where(error, PDK_E_CORRUPT, at, "tri.edit.incomplete", "tri",
                          "parts of this track are missing or damaged: repair it before editing");
}

static pdk_status run(pdk_tri_edit *edit, const pdk_document *document, pdk_track_edit which, pdk_output *output,
                      pdk_error *error)
{
    pdk_bytes content = document->content;
    edit->file = pdk_alloc_raw(edit->memory, content.size);
    edit->places = pdk_alloc_array(edit->memory, edit->track->node_count, sizeof *edit->places);
    if (edit->file == NULL || edit->places == NULL) return pdk_fail_memory(error, edit->memory, "the edited track");
    memcpy(edit->file, content.data, content.size);
    pdk_status status = which == PDK_TRACK_REVERSE ? pdk_tri_reverse(edit, error) : pdk_tri_flatten(edit, error);
    return status == PDK_OK ? pdk_output_write(output, edit->file, content.size, error) : status;
}

pdk_status pdk_tri_edit_track(const pdk_document *document, pdk_track_edit which, pdk_output *output, pdk_error *error)
{
    const pdk_tri_track *track = document->state;
    pdk_status status = check_whole(document, track, error);
    if (status != PDK_OK) return status;
    pdk_memory *memory = (pdk_memory *)(uintptr_t)&document->memory; /* locked within; the document stays as it is */
    pdk_tri_edit edit = { .track = track, .memory = memory };
    status = run(&edit, document, which, output, error);
    pdk_free(memory, edit.places);
    pdk_free(memory, edit.file);
    return status;
}
