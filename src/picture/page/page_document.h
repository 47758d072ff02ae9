/* A document as a page describes it: what it is and holds, without rows and positions. */
#ifndef PADDOCK_PAGE_DOCUMENT_H
#define PADDOCK_PAGE_DOCUMENT_H

#include "page/page_subject.h"

/* Tables of a page, and how many rows each has. */
typedef struct pdk_page_table_list {
    const pdk_page_table *tables;
    size_t count;
    const uint64_t *rows;
} pdk_page_table_list;

/* The members that describe the document, in an object that is open; `rows[i]` says how many rows of table i can be
 * read (NULL = all). Notes are added by the caller. Findings go to `offsets` too (may be NULL). */
typedef struct pdk_page_offsets {
    uint64_t *at;
    size_t count;
} pdk_page_offsets;
pdk_status pdk_page_put_document(pdk_json *json, const pdk_page_subject *subject, pdk_page_table_list shown,
                                 pdk_memory *memory, pdk_page_offsets *offsets, pdk_error *error);
/* The reasons, in a list that is open. */
void pdk_page_put_reasons(pdk_json *json, const pdk_vector *reasons);

#endif
