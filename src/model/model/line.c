/* Lines: what a document has of them, read by ranges. */
#include "model/line.h"

void pdk_document_add_line(pdk_document *document, const pdk_line_entry *entry)
{
    pdk_line_entry *line = document->failed ? NULL : pdk_vector_push(&document->lines);
    if (line == NULL) document->failed = true;
    else *line = *entry;
}

size_t pdk_document_line_count(const pdk_document *document)
{
    return document->lines.count;
}

static const pdk_line_entry *line_at(const pdk_document *document, size_t index)
{
    return index < document->lines.count ? (const pdk_line_entry *)document->lines.items + index : NULL;
}

const pdk_line_info *pdk_document_line_at(const pdk_document *document, size_t index)
{
    const pdk_line_entry *line = line_at(document, index);
    return line != NULL ? &line->info : NULL;
}

pdk_status pdk_document_line_read(const pdk_document *document, size_t index, uint64_t first, size_t count,
                                  double (*points)[3], pdk_error *error)
{
    const pdk_line_entry *line = line_at(document, index);
    if (line == NULL || points == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "there is no line %zu", index);
    }
    if (first > line->info.points || count > line->info.points - first) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.rows", "line %s has only %llu points",
                        line->info.name, (unsigned long long)line->info.points);
    }
    return line->read(document, line, first, count, points, error);
}
