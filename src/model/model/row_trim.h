/* Long passes over a table give the file's pages back on the way, so that they do not count as the program's memory. */
#ifndef PADDOCK_MODEL_ROW_TRIM_H
#define PADDOCK_MODEL_ROW_TRIM_H

#include "model/document.h"

typedef struct pdk_row_trim {
    const pdk_document *document;
    pdk_progress progress; /* called for every step that pdk_row_trim_step gets; NULL = none */
    void *progress_user;
    uint64_t trimmed; /* rows */
} pdk_row_trim;

/* `done` of `total` rows are read. Gives pages back after some 8 MB of the file, as far as rows are spread evenly. */
void pdk_row_trim_on(pdk_row_trim *trim, uint64_t done, uint64_t total);
/* The same as a pdk_progress whose user is a pdk_row_trim: false when its own progress says so. */
bool pdk_row_trim_step(void *trim, uint64_t done, uint64_t total);

#endif
