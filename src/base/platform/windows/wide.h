/* Text and paths as Windows takes them: UTF-16. Everything here is malloc'd, and NULL with the last error set when it
 * fails. */
#ifndef PADDOCK_PLATFORM_WINDOWS_WIDE_H
#define PADDOCK_PLATFORM_WINDOWS_WIDE_H

#include <wchar.h>

wchar_t *pdk_wide_of_utf8(const char *text);
char *pdk_utf8_of_wide(const wchar_t *text);
/* A path to give to a call: one that is too long for Windows' old limit of 260 characters gets the form that has
 * none. */
wchar_t *pdk_wide_path(const char *path);
/* The absolute path in that form, however short. */
wchar_t *pdk_wide_full_path(const char *path);

#endif
