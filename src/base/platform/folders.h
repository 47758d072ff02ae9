/* Folders. Only the library's outputs ask for pdk_folder_store_names; the rest is for the command, and sides without
 * programs need not have it. */
#ifndef PADDOCK_PLATFORM_FOLDERS_H
#define PADDOCK_PLATFORM_FOLDERS_H

#include <stdbool.h>

#include "platform/failure.h"

/* PDK_FAILED_EXISTS also when it is a file that is there. */
bool pdk_folder_make(const char *path, pdk_failure *failure);
/* Only an empty one. */
bool pdk_folder_remove(const char *path, pdk_failure *failure);
/* Waits until the names in the folder of this file are on the disk, so that they are found after a power cut. Not every
 * file system can. */
bool pdk_folder_store_names(const char *file, pdk_failure *failure);

/* Is it of a file system that the kernel makes up (/proc, /sys), where reading may wait or never end? For programs that
 * look for files; sides without them need not have it. */
bool pdk_folder_is_virtual(const char *path);

typedef struct pdk_folder pdk_folder;

/* To list; NULL after a failure. */
pdk_folder *pdk_folder_open(const char *path, pdk_failure *failure);
/* The next name, in no order, until the next call; NULL after the last. Some systems list "." and ".." too. */
const char *pdk_folder_next(pdk_folder *folder);
/* NULL is fine. */
void pdk_folder_close(pdk_folder *folder);

#endif
