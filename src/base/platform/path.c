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

size_t pdk_path_part_size_in(pdk_path_style style, const char *path)
{
    size_t size = 0;
    while (path[size] != '\0' && !is_separator(style, path[size])) size++;
    return size;
}

/* With the separator after it, if there is one. */
static size_t whole_part(pdk_path_style style, const char *path)
{
    size_t size = pdk_path_part_size_in(style, path);
    return size + (path[size] != '\0');
}

size_t pdk_path_root_size_in(pdk_path_style style, const char *path)
{
    size_t size = has_drive(style, path) ? 2 : 0;
    if (!is_separator(style, path[size])) return size;
    size++;
    if (style != PDK_PATH_WINDOWS || size > 1 || !is_separator(style, path[1])) return size;
    size = 2 + whole_part(style, path + 2); /* the server's name, and its share's */
    return size + whole_part(style, path + size);
}

void pdk_path_use_slashes_in(pdk_path_style style, char *path)
{
    if (style != PDK_PATH_WINDOWS || strncmp(path, "\\\\?\\", 4) == 0) return;
    for (; *path != '\0'; path++) {
        if (*path == '\\') *path = '/';
    }
}

char pdk_path_other_case_in(pdk_path_style style, char letter)
{
    bool small = letter >= 'a' && letter <= 'z', large = letter >= 'A' && letter <= 'Z';
    if (style != PDK_PATH_WINDOWS || (!small && !large)) return letter;
    return (char)(small ? letter - 'a' + 'A' : letter - 'A' + 'a');
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

size_t pdk_path_root_size(const char *path)
{
    return pdk_path_root_size_in(pdk_path_own_style, path);
}

size_t pdk_path_part_size(const char *path)
{
    return pdk_path_part_size_in(pdk_path_own_style, path);
}

void pdk_path_use_slashes(char *path)
{
    pdk_path_use_slashes_in(pdk_path_own_style, path);
}

char pdk_path_other_case(char letter)
{
    return pdk_path_other_case_in(pdk_path_own_style, letter);
}

char *pdk_path_join(const char *folder, const char *name)
{
    size_t length = strlen(folder), room = length + strlen(name) + 2;
    bool ends = length > 0 && is_separator(pdk_path_own_style, folder[length - 1]);
    char *path = malloc(room);
    if (path != NULL) snprintf(path, room, "%s%s%s", folder, ends ? "" : "/", name);
    return path;
}
