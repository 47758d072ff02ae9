/* Temporary files that have a name, because their file system has none without. */
#ifndef PADDOCK_PLATFORM_POSIX_NAMES_POSIX_H
#define PADDOCK_PLATFORM_POSIX_NAMES_POSIX_H

/* From now on this file is deleted when a signal ends the program: at most a few dozen at a time. The text stays until
 * it is forgotten. */
void pdk_names_add(const char *path);
/* NULL is fine. */
void pdk_names_forget(const char *path);
/* For handlers of signals. */
void pdk_names_remove_files(void);

#endif
