/* Every public function that calls functions of its caller, as a list: what is tried inside them (test_callbacks.c).
 * tests/install/callbacks.sh compares the list with the headers. */
#ifndef PADDOCK_TESTS_CALLERS_H
#define PADDOCK_TESTS_CALLERS_H

#include <stdatomic.h>

#include "support.h"

/* The caller's functions. */
typedef enum caller_kind {
    CALL_PROGRESS,
    CALL_STORED_PROGRESS, /* of the open options, kept by the document */
    CALL_WRITE,
    CALL_FINDING,
    CALL_SOURCE,
    CALL_FILTER,
    CALL_PULL,
    CALL_TILE,
    CALL_ALLOCATE,
    CALL_KINDS
} caller_kind;

/* One call: what it works on, and what its callbacks do. */
typedef struct caller_stage caller_stage;
struct caller_stage {
    const uint8_t *bytes; /* of the file */
    size_t size;
    pdk_document *document; /* with one holder; NULL once that is closed */
    pdk_document *other;    /* of another file, with answers */
    pdk_output *output;     /* by a callback; NULL once it is closed */
    pdk_edit *edit;         /* what the call works on besides; NULL = not this one, or closed */
    pdk_plot *plot;
    pdk_raster *raster;
    pdk_height_index *index;
    uint8_t *written; /* what came out; for calls without an output a word about the result */
    size_t written_size, written_room;
    atomic_uint heard[CALL_KINDS];
    caller_kind kind; /* in which `act` is called, once, at call number `turn` (from 0) */
    unsigned turn;
    void (*act)(caller_stage *stage);
    unsigned column;  /* the test's own: what `act` does, ... */
    pdk_status inner; /*   ... and what came of it */
    char inner_code[48];
    atomic_bool acted;
    atomic_bool stop;      /* callbacks ask to stop from now on */
    const void *thread;    /* that calls the library (stage_thread) */
    atomic_bool elsewhere; /* a function that belongs to that thread was called on another one */
};

typedef struct caller {
    const char *name;   /* of the function in the header */
    const char *format; /* of the file that it gets, as synth has it */
    pdk_status (*run)(caller_stage *stage, pdk_error *error);
    bool opens;      /* `document` is not open before */
    bool late;       /* the output is in use in its own callback only */
    unsigned kinds;  /* bits of those that it must call, besides the allocator's */
    bool needs_part; /* PDK_E_UNSUPPORTED is fine: this build is without one of Paddock's parts */
} caller;

extern const caller callers[]; /* ends with a NULL name */

/* The caller's functions: each counts, and acts where the stage says so. */
bool stage_progress(void *user, uint64_t done, uint64_t total);
bool stage_finding(void *user, const pdk_finding *finding);
pdk_status stage_write(void *user, const void *data, size_t size);
/* Which thread this is. */
const void *stage_thread(void);
/* Counts; acts when it is the stage's turn. True = go on. */
bool stage_heard(caller_stage *stage, caller_kind kind);
/* Blocks that are out, of all stages; and the allocator that counts them. */
extern atomic_int stage_blocks;
pdk_allocator stage_allocator(caller_stage *stage);
/* A file of the format, which lives until the program ends. */
const uint8_t *stage_file(const char *format, size_t *size);
pdk_status stage_open(caller_stage *stage, pdk_document **document, pdk_error *error);
/* Puts a word about the result among what was written. */
void stage_tell(caller_stage *stage, const void *data, size_t size);

#endif
