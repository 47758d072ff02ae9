/* A file of a page: what can be shown of it. */
#ifndef PADDOCK_PAGE_SUBJECT_H
#define PADDOCK_PAGE_SUBJECT_H

#include "page/page_data.h"

/* A file of a page while it is made. */
typedef struct pdk_page_subject {
    pdk_page_file file;
    const char *name;            /* what the page calls the file: the end of file.name, or "" */
    const pdk_document *answers; /* the document itself, or its analysis with a track or rulings */
    pdk_document *analysis;      /* the same where it was made; to be closed */
    const char *kind;            /* "race" ... */
    bool moves;
    pdk_page_moving moving; /* where it moves */
} pdk_page_subject;

/* Looks at files[number], one of those that share a page: what is it called, can it be analysed, does it move? To be
 * given to pdk_page_forget, also after a failure. */
pdk_status pdk_page_look(const pdk_page_file *files, size_t count, size_t number, const pdk_page_options *options,
                         pdk_page_subject *subject, pdk_error *error);
void pdk_page_forget(pdk_page_subject *subject);

/* A table of the document or an answer about it; NULL past the last. `computed` says which. */
typedef struct pdk_page_table {
    const pdk_table *table;
    bool computed;
} pdk_page_table;
/* All of them, answers first as people read them, in `memory`. What cannot be had is left out; of a recording `reasons`
 * (char *) gets why. Fails where the file cannot be read. */
pdk_status pdk_page_tables(const pdk_page_subject *subject, pdk_memory *memory, pdk_page_table **tables, size_t *count,
                           pdk_vector *reasons, pdk_error *error);

#endif
