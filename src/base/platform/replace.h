/* A file that takes its name when it is complete. Until then it is in the same folder, with a new name or
 * none at all, and disappears when it is closed or the program ends. */
#ifndef PADDOCK_PLATFORM_REPLACE_H
#define PADDOCK_PLATFORM_REPLACE_H

#include "platform/files.h"

typedef struct pdk_replacement pdk_replacement;

/* For the file that the path leads to, which is regular or not there. Links stay; the new file gets the owner, group
 * and mode of the one whose place it takes, as far as we may set them, otherwise the default ones. NULL after a
 * failure. */
pdk_replacement *pdk_replacement_begin(const char *path, pdk_failure *failure);
/* What to write to, from its beginning to its end. */
pdk_file pdk_replacement_file(const pdk_replacement *replacement);
/* Tells the disk to begin storing `size` bytes from `at`, which were written. Waits for nothing, and cannot fail:
 * pdk_replacement_store reports what is wrong. */
void pdk_replacement_begin_storing(const pdk_replacement *replacement, uint64_t at, uint64_t size);
/* Waits until all that was written is on the disk. */
bool pdk_replacement_store(const pdk_replacement *replacement, pdk_failure *failure);
/* Takes the name, at once: a program that opens it sees the old file or the new one. */
bool pdk_replacement_finish(pdk_replacement *replacement, pdk_failure *failure);
/* What was not finished vanishes. NULL is fine. */
void pdk_replacement_close(pdk_replacement *replacement);

#endif
