/* Everything that can be had of a document, as a list: tables, answers, pictures, other programs' files, pages. For
 * promises that hold for all of it. */
#ifndef PADDOCK_TESTS_WORKS_H
#define PADDOCK_TESTS_WORKS_H

#include "paddock/paddock.h"

typedef struct work_call {
    const pdk_document *document;
    pdk_progress progress;
    void *progress_user;
    pdk_limits limits; /* of the work, where it has such options; so has it this allocator */
    pdk_allocator allocator;
} work_call;

/* "answer laps", "plot map", "convert gpx" ...; NULL past the end. */
const char *work_name(size_t index);
/* Whether it computes what the document keeps then, so that a second call does nothing. */
bool work_is_kept(size_t index);
/* Does it; what is written is thrown away. The status is that of the call. */
pdk_status work_do(size_t index, const work_call *call, pdk_error *error);

#endif
