/* Lines while a document is built. */
#ifndef PADDOCK_MODEL_LINE_H
#define PADDOCK_MODEL_LINE_H

#include "model/document.h"

typedef struct pdk_line_entry pdk_line_entry;

struct pdk_line_entry {
    pdk_line_info info;
    /* Points first .. first+count-1, which are there. Any thread. */
    pdk_status (*read)(const pdk_document *document, const pdk_line_entry *line, uint64_t first, size_t count,
                       double (*points)[3], pdk_error *error);
    const void *state; /* the reader's own ... */
    uint64_t number;   /*   ... and a number for it: which edge */
};

void pdk_document_add_line(pdk_document *document, const pdk_line_entry *entry);

#endif
