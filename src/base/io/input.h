/* Where bytes come from. Readers see one contiguous run of bytes, whatever it came from. */
#ifndef PADDOCK_IO_INPUT_H
#define PADDOCK_IO_INPUT_H

#include "io/guard.h"
#include "io/inputs.h"
#include "platform/mapping.h"

typedef struct pdk_input {
    pdk_bytes bytes;
    pdk_mapping mapping;    /* without bytes when they are in ordinary memory; what follows is freed with it */
    int64_t modified;       /* when, as it was when mapped */
    pdk_guard_place *place; /* NULL = without a guard */
} pdk_input;

/* What is to know about files that are opened, and how they are read; all may be NULL, and so may all together. */
typedef struct pdk_input_listeners {
    pdk_guard *guard;
    pdk_inputs *inputs;
    bool unmapped;         /* regular files are read into `memory` as well */
    pdk_progress progress; /* while that is done, in bytes */
    void *progress_user;
} pdk_input_listeners;

/* Regular files are mapped, or read; pipes and character devices are read to their end into `memory`.
 * A pipe nobody writes to for two seconds is an error rather than a hang. Directories and other kinds are refused. */
pdk_status pdk_input_file(pdk_input *input, const char *path, const pdk_input_listeners *listeners, pdk_memory *memory,
                          pdk_error *error);
pdk_status pdk_input_source(pdk_input *input, const pdk_source *source, pdk_memory *memory, pdk_error *error);
/* PDK_E_IO with "io.changed" when a mapped file is not as large or as old as it was. */
pdk_status pdk_input_unchanged(const pdk_input *input, pdk_error *error);
/* Drops the resident pages of a mapping; they come back from the file when touched. */
void pdk_input_trim(const pdk_input *input);
void pdk_input_close(pdk_input *input);

#endif
