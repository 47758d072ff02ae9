/* Lines of a document: the path of a track, its edges, the reference line of a road. */
#ifndef PADDOCK_LINE_H
#define PADDOCK_LINE_H

#include "document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Belongs to the document. Members may be added at the end. */
typedef struct pdk_line_info {
    const char *name; /* "centre", "left edge" */
    uint64_t points;
    bool closed; /* after the last point it continues to the first, which is not stored again */
    pdk_frame frame;
    pdk_certainty certainty;
} pdk_line_info;

PDK_API size_t pdk_document_line_count(const pdk_document *document);
/* NULL when there is no such line. The first is the driving line. */
PDK_API const pdk_line_info *pdk_document_line_at(const pdk_document *document, size_t index);
/* Points first .. first+count-1 of a line, in its frame. Any thread, any order. */
PDK_API pdk_status pdk_document_line_read(const pdk_document *document, size_t index, uint64_t first, size_t count,
                                          double (*points)[3], pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
