/* Where bytes come from. Readers see one contiguous run of bytes, whatever it came from. */
#ifndef PADDOCK_IO_INPUT_H
#define PADDOCK_IO_INPUT_H

#include "base/memory.h"

typedef struct pdk_input {
    pdk_bytes bytes;
    void *mapping; /* start of the mapped file, NULL when the bytes are in ordinary memory */
} pdk_input;

/* Regular files are mapped; pipes and character devices are read to their end into `memory`.
 * A pipe nobody writes to counts as empty rather than hanging. Directories and other kinds are refused. */
pdk_status pdk_input_file(pdk_input *input, const char *path, pdk_memory *memory, pdk_error *error);
pdk_status pdk_input_source(pdk_input *input, const pdk_source *source, pdk_memory *memory, pdk_error *error);
/* Drops the resident pages of a mapping; they come back from the file when touched. */
void pdk_input_trim(const pdk_input *input);
void pdk_input_close(pdk_input *input);

#endif
