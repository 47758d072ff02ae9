/* Shared libraries: loaded when needed, and found from the folder of this code. */
#ifndef PADDOCK_PLATFORM_LIBRARY_H
#define PADDOCK_PLATFORM_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct pdk_library pdk_library;

/* Loads the library at `path` (UTF-8), or counts one more user of it. NULL on failure, with the system's reason in
 * `reason`, or an empty text when there is no such file. */
pdk_library *pdk_library_open(const char *path, char *reason, size_t size);
/* The same for a library that the system's loader finds by its file's name alone ("libedit.so.2"). */
pdk_library *pdk_library_find(const char *name, char *reason, size_t size);
/* An object that the library exports; NULL when there is none of this name. */
const void *pdk_library_object(pdk_library *library, const char *name);
/* One user less; the system unloads it after the last. NULL is fine. */
void pdk_library_close(pdk_library *library);

/* The path of the program or shared library that `code` (the address of anything in it) belongs to. False when the
 * system does not say, or the path does not fit. */
bool pdk_library_path_of(const void *code, char *path, size_t size);

#endif
