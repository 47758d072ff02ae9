/* The .ldx beside a log: XML with a marker for each beacon. Read by its tags alone, because that is all it takes and
 * the files in the wild are of many writers. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/read_number.h"
#include "format/ld/ld.h"
#include "model/referenced_file.h"

enum { MOST_BYTES = 16 << 20 };

/* A part of the text. */
typedef struct piece {
    const char *at, *end;
} piece;

/* The next tag of this name, without its brackets: what follows the name. */
static bool next_tag(piece *text, const char *name, piece *tag)
{
    size_t length = strlen(name);
    while (text->at < text->end) {
        const char *open = memchr(text->at, '<', (size_t)(text->end - text->at));
        if (open == NULL) break;
        const char *close = memchr(open, '>', (size_t)(text->end - open));
        if (close == NULL) break;
        text->at = close + 1;
        bool is_named = (size_t)(close - open) > length + 1 && memcmp(open + 1, name, length) == 0 &&
                        strchr(" \t\r\n", open[1 + length]) != NULL;
        if (!is_named) continue;
        *tag = (piece){ open + 1 + length, close };
        return true;
    }
    text->at = text->end;
    return false;
}

/* The value of an attribute; false where the tag has none of this name. */
static bool find_attribute(piece tag, const char *name, piece *value)
{
    size_t length = strlen(name);
    while (tag.at < tag.end) {
        while (tag.at < tag.end && strchr(" \t\r\n/", *tag.at) != NULL) tag.at++;
        const char *word = tag.at;
        while (tag.at < tag.end && strchr(" \t\r\n=", *tag.at) == NULL) tag.at++;
        size_t size = (size_t)(tag.at - word);
        while (tag.at < tag.end && strchr(" \t\r\n=", *tag.at) != NULL) tag.at++;
        if (tag.at == tag.end || (*tag.at != '"' && *tag.at != '\'')) return false;
        char quote = *tag.at++;
        const char *end = memchr(tag.at, quote, (size_t)(tag.end - tag.at));
        if (end == NULL) return false;
        *value = (piece){ tag.at, end };
        tag.at = end + 1;
        if (size == length && memcmp(word, name, length) == 0) return true;
    }
    return false;
}

static bool is_word(piece value, const char *word)
{
    return (size_t)(value.end - value.at) == strlen(word) && memcmp(value.at, word, strlen(word)) == 0;
}

/* Microseconds since the log began, within it. */
static bool read_time(const pdk_ld *log, piece tag, double *time)
{
    piece value;
    if (!find_attribute(tag, "Time", &value)) return false;
    while (value.at < value.end && *value.at == ' ') value.at++;
    if (!pdk_read_double(&value.at, value.end, time) || !isfinite(*time)) return false;
    while (value.at < value.end && *value.at == ' ') value.at++;
    *time /= 1e6;
    return value.at == value.end && *time >= 0 && *time <= log->duration + 1;
}

static pdk_status read_markers(pdk_ld *log, const char *name, pdk_bytes bytes, pdk_vector *crossings, pdk_error *error)
{
    const char *begin = (const char *)bytes.data;
    piece text = { begin, begin + bytes.size }, tag, kind;
    uint64_t refused = 0, first = 0;
    while (next_tag(&text, "Marker", &tag)) {
        double time;
        if (!find_attribute(tag, "ClassName", &kind) || !is_word(kind, "BCN")) continue;
        if (!read_time(log, tag, &time)) {
            if (refused++ == 0) first = (uint64_t)(tag.at - begin);
            continue;
        }
        pdk_ld_crossing *crossing = pdk_vector_push(crossings);
        if (crossing == NULL) return pdk_fail_memory(error, &log->document->memory, "the beacons");
        *crossing = (pdk_ld_crossing){ time, 0 };
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
