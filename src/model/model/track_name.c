/* Which track a recording is of, by what the file says. */
#include "model/document.h"

static pdk_text text_of(const pdk_document *document, const char *name)
{
    const pdk_property *property = pdk_document_find_property(document, name);
    bool is_text = property != NULL && property->value.type == PDK_TEXT;
    return is_text ? property->value.as.text : (pdk_text){ "", 0 };
}

/* The parts of the name; the second is empty where there is one. */
static void find_parts(const pdk_document *document, pdk_text parts[2])
{
    static const char *const names[] = { "track_code", "track", "scn" };
    parts[0] = parts[1] = (pdk_text){ "", 0 };
    for (size_t i = 0; i < sizeof names / sizeof names[0] && parts[0].size == 0; i++) {
        parts[0] = text_of(document, names[i]);
        if (i > 0 && parts[0].size > 0) parts[1] = text_of(document, "config");
    }
}

size_t pdk_document_track_name(const pdk_document *document, char *text, size_t size)
{
    pdk_text parts[2];
    find_parts(document, parts);
    size_t length = parts[0].size + (parts[1].size > 0 ? 2 + parts[1].size : 0), at = 0;
    for (size_t i = 0; i < 2 && size > 0; i++) {
        const char *between = i > 0 && parts[i].size > 0 ? ", " : "";
        for (; *between != '\0' && at + 1 < size; between++) text[at++] = *between;
        for (size_t k = 0; k < parts[i].size && at + 1 < size; k++) text[at++] = parts[i].data[k];
    }
    while (at > 0 && at < length && ((uint8_t)text[at] & 0xC0) == 0x80) at--;
    if (size > 0) text[at] = '\0';
    return length;
}
