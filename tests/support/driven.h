/* Recordings with their motion and paths, for tests of what is computed from them. */
#ifndef PADDOCK_TESTS_DRIVEN_H
#define PADDOCK_TESTS_DRIVEN_H

#include "motion/paths.h"
#include "support.h"

typedef struct driven {
    uint8_t *bytes; /* of generated files */
    pdk_document *document;
    pdk_motion *motion;
    pdk_memory memory; /* for whatever the test computes */
    pdk_paths *paths;
} driven;

/* From a file; or generated, `seconds` long. All samples are kept. They fail the test when something does. */
void drive_file(driven *drive, const char *path);
void drive_synth(driven *drive, const char *format, const char *dialect, double seconds, uint64_t seed);
/* From a document, which it closes in the end. */
void drive_document(driven *drive, pdk_document *document);
void drive_close(driven *drive);

#endif
