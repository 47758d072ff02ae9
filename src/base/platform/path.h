/* Names of files. A path is UTF-8. '/' is between its parts; on Windows so is '\', and a drive may come first. */
#ifndef PADDOCK_PLATFORM_PATH_H
#define PADDOCK_PLATFORM_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the part before the name, with the separator or the drive's colon at its end: 2 of "a/b", 0 of "b". */
size_t pdk_path_folder_size(const char *path);
/* The name in its folder: "b.csv" of "a/b.csv". */
const char *pdk_path_name(const char *path);
/* ".csv" of "a.b/c.csv"; the end of the path where there is none. The dot of ".profile" begins a name. */
const char *pdk_path_extension(const char *path);
/* Does its meaning not depend on the current folder? On Windows neither "C:a" nor "\a" says all, but both say too much
 * to be joined to a folder: they count. */
bool pdk_path_is_absolute(const char *path);
/* Is `path` a file below `folder`? Both without links, as pdk_file_resolve gives them. */
bool pdk_path_is_below(const char *folder, const char *path);
/* Bytes of what comes before the first name: 1 of "/a", 3 of "C:\a" and 2 of "C:a", 15 of "\\server\share\a". */
size_t pdk_path_root_size(const char *path);
/* Bytes up to the next separator, or to the end. */
size_t pdk_path_part_size(const char *path);
/* '/' between all parts, which Windows takes as well; "\\?\C:\a" stays, since there it does not. */
void pdk_path_use_slashes(char *path);
/* The letter that names have as well for this one: on Windows 'A' for 'a'; elsewhere, and of others than A to Z,
 * itself. */
char pdk_path_other_case(char letter);
/* "folder/name", with no separator where the folder ends in one. malloc'd; NULL when out of memory. */
char *pdk_path_join(const char *folder, const char *name);

#endif
