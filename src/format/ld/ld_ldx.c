/* The .ldx beside a log: XML with a marker for each beacon. Read by its tags alone, because that is all it takes and
 * the files in the wild are of many writers. */
#include <inttypes.h>
#include <string.h>

#include "format/ld/ld.h"
#include "format/ldx/ldx_markers.h"
#include "model/referenced_file.h"

enum { MOST_BYTES = 16 << 20 };

/* Within the log. */
static bool is_within(const pdk_ld *log, const pdk_ldx_marker *marker)
{
    return marker->timed && marker->time >= 0 && marker->time <= log->duration + 1;
}

static pdk_status read_markers(pdk_ld *log, const char *name, pdk_bytes bytes, pdk_vector *crossings, pdk_error *error)
{
    const char *begin = (const char *)bytes.data;
    pdk_ldx_text text = { begin, begin + bytes.size };
    pdk_ldx_marker marker;
    uint64_t refused = 0, first = 0;
    while (pdk_ldx_next_marker(&text, &marker)) {
        if (!is_within(log, &marker)) {
            if (refused++ == 0) first = (uint64_t)(marker.at - begin);
            continue;
        }
        pdk_ld_crossing *crossing = pdk_vector_push(crossings);
        if (crossing == NULL) return pdk_fail_memory(error, &log->document->memory, "the beacons");
        *crossing = (pdk_ld_crossing){ marker.time, 0 };
    }
    if (refused > 0) {
        pdk_document_add_finding(log->document, PDK_WARNING, "ld.ldx.time", PDK_NO_OFFSET, "ld",
                                 "%" PRIu64 " beacons of %s have no time within the log, the first at byte %" PRIu64
                                 ": they are left out",
                                 refused, name, first);
    }
    return PDK_OK;
}

/* "lap.ld" as "lap.ldx", in capitals where the log's name is. */
static char *name_beside(pdk_ld *log)
{
    const char *name = log->document->file_name;
    size_t length = strlen(name);
    if (length < 3 || name[length - 3] != '.') return NULL;
    return pdk_text_printf(&log->document->memory, "%s%c", name, name[length - 1] == 'D' ? 'X' : 'x');
}

pdk_status pdk_ld_read_ldx(pdk_ld *log, pdk_vector *crossings, pdk_error *error)
{
    pdk_document *document = log->document;
    char *name = document->folder != NULL ? name_beside(log) : NULL;
    if (name == NULL) return PDK_OK; /* opened from memory, or not called .ld: nothing is beside it */
    pdk_input input;
    pdk_error reason;
    pdk_status status = pdk_referenced_file_open_once(document, name, MOST_BYTES, &document->memory, &input, &reason);
    if (status == PDK_E_MEMORY) {
        if (error != NULL) *error = reason;
        return status;
    }
    if (status == PDK_E_LIMIT)
        pdk_document_add_finding(document, PDK_WARNING, "ld.ldx.size", PDK_NO_OFFSET, "ld", "%s is not read: %s", name,
                                 reason.message);
    if (status != PDK_OK) return PDK_OK; /* most logs have none */
    status = read_markers(log, name, input.bytes, crossings, error);
    pdk_input_close(&input);
    if (status == PDK_OK && crossings->count > 0)
        pdk_document_add_evidence(document, "laps are between the %zu beacons of %s", crossings->count, name);
    return status;
}
