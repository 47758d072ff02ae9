/* A document as a page describes it: what it is and holds, without rows and positions. */
#ifndef PADDOCK_PAGE_DOCUMENT_H
#define PADDOCK_PAGE_DOCUMENT_H

#include "page/page_data.h"

/* A file of a page while it is made. */
typedef struct pdk_page_subject {
    pdk_page_file file;
    const pdk_document *answers; /* the document itself, or its analysis with a track */
    pdk_document *analysis;      /* the same where it was made; to be closed */
    const char *kind;            /* "race" ... */
    bool moves;
    pdk_page_moving moving; /* where it moves */
} pdk_page_subject;

/* Looks at a file: can it be analysed, does it move? To be given to pdk_page_forget, also after a failure. `share` as
 * in pdk_page_moving_of. */
pdk_status pdk_page_look(const pdk_page_file *file, const pdk_page_options *options, size_t share,
                         pdk_page_subject *subject, pdk_error *error);
void pdk_page_forget(pdk_page_subject *subject);

/* A table of the document or an answer about it; NULL past the last. `computed` tells which. */
typedef struct pdk_page_table {
    const pdk_table *table;
    bool computed;
} pdk_page_table;
/* All of them, answers first as people read them, in `memory`. What cannot be had is left out; of a recording `reasons`
 * (char *) gets why. Fails where the file cannot be read. */
pdk_status pdk_page_tables(const pdk_page_subject *subject, pdk_memory *memory, pdk_page_table **tables, size_t *count,
                           pdk_vector *reasons, pdk_error *error);

/* The members that describe the document, in an object that is open; `rows[i]` says how many rows of table i can be
 * read (NULL = all). Notes are added by the caller. Findings go to `offsets` too (may be NULL). */
typedef struct pdk_page_offsets {
    uint64_t *at;
    size_t count;
} pdk_page_offsets;
pdk_status pdk_page_put_document(pdk_json *json, const pdk_page_subject *subject, const pdk_page_table *tables,
                                 size_t table_count, const uint64_t *rows, pdk_memory *memory,
                                 pdk_page_offsets *offsets, pdk_error *error);
/* The reasons, in a list that is open. */
void pdk_page_put_reasons(pdk_json *json, const pdk_vector *reasons);

#endif
