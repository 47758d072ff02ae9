/* Names of files, as each system writes them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/path_style.h"

static bool is_separator(pdk_path_style style, char letter)
{
    return letter == '/' || (style == PDK_PATH_WINDOWS && letter == '\\');
}

static bool has_drive(pdk_path_style style, const char *path)
{
    bool letter = (path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z');
    return style == PDK_PATH_WINDOWS && letter && path[1] == ':';
}

size_t pdk_path_folder_size_in(pdk_path_style style, const char *path)
{
    size_t size = has_drive(style, path) ? 2 : 0;
    for (size_t i = size; path[i] != '\0'; i++) {
        if (is_separator(style, path[i])) size = i + 1;
    }
    return size;
}

const char *pdk_path_extension_in(pdk_path_style style, const char *path)
{
    const char *name = path + pdk_path_folder_size_in(style, path), *dot = strrchr(name, '.');
    return dot != NULL && dot != name ? dot : name + strlen(name);
}

bool pdk_path_is_absolute_in(pdk_path_style style, const char *path)
{
    return is_separator(style, path[0]) || has_drive(style, path);
}

bool pdk_path_is_below_in(pdk_path_style style, const char *folder, const char *path)
{
    size_t length = strlen(folder);
    if (length > 0 && is_separator(style, folder[length - 1])) length--; /* the root */
    return strncmp(folder, path, length) == 0 && is_separator(style, path[length]);
}

size_t pdk_path_folder_size(const char *path)
{
    return pdk_path_folder_size_in(pdk_path_own_style, path);
}

const char *pdk_path_name(const char *path)
{
    return path + pdk_path_folder_size(path);
}

const char *pdk_path_extension(const char *path)
{
    return pdk_path_extension_in(pdk_path_own_style, path);
}

bool pdk_path_is_absolute(const char *path)
{
    return pdk_path_is_absolute_in(pdk_path_own_style, path);
}

bool pdk_path_is_below(const char *folder, const char *path)
{
    return pdk_path_is_below_in(pdk_path_own_style, folder, path);
}

char *pdk_path_join(const char *folder, const char *name)
{
    size_t length = strlen(folder), room = length + strlen(name) + 2;
    bool ends = length > 0 && is_separator(pdk_path_own_style, folder[length - 1]);
    char *path = malloc(room);
    if (path != NULL) snprintf(path, room, "%s%s%s", folder, ends ? "" : "/", name);
    return path;
}
