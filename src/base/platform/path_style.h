/* How paths are written: this system's way, and for tests each other system's. */
#ifndef PADDOCK_PLATFORM_PATH_STYLE_H
#define PADDOCK_PLATFORM_PATH_STYLE_H

#include "platform/path.h"

typedef enum pdk_path_style { PDK_PATH_POSIX, PDK_PATH_WINDOWS } pdk_path_style;

/* This system's; defined by its side. */
extern const pdk_path_style pdk_path_own_style;

/* What path.h has, for a style. */
size_t pdk_path_folder_size_in(pdk_path_style style, const char *path);
const char *pdk_path_extension_in(pdk_path_style style, const char *path);
bool pdk_path_is_absolute_in(pdk_path_style style, const char *path);
bool pdk_path_is_below_in(pdk_path_style style, const char *folder, const char *path);
size_t pdk_path_root_size_in(pdk_path_style style, const char *path);
size_t pdk_path_part_size_in(pdk_path_style style, const char *path);
void pdk_path_use_slashes_in(pdk_path_style style, char *path);
char pdk_path_other_case_in(pdk_path_style style, char letter);

#endif
