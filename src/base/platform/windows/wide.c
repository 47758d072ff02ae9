#include "platform/windows/wide.h"

#include <stdbool.h>
#include <stdlib.h>
#include <windows.h>

enum { OLD_LIMIT = 240 }; /* of folders it is 248: room for a name of 8.3 characters must be left */

static void *none(void)
{
    SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return NULL;
}

wchar_t *pdk_wide_of_utf8(const char *text)
{
    int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    if (length <= 0) return NULL; /* ERROR_NO_UNICODE_TRANSLATION */
    wchar_t *wide = calloc((size_t)length, sizeof *wide);
    if (wide == NULL) return none();
    MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, length);
    return wide;
}

char *pdk_utf8_of_wide(const wchar_t *text)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *bytes = size > 0 ? malloc((size_t)size) : NULL;
    if (bytes == NULL) return none();
    WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, size, NULL, NULL);
    return bytes;
}

/* "\\?\C:\a\b" of "C:/a/b", "\\?\UNC\server\share" of "\\server\share": absolute and with backslashes only. */
static wchar_t *unlimited(const wchar_t *path)
{
    static const wchar_t plain[] = L"\\\\?\\", server[] = L"\\\\?\\UNC";
    DWORD room = GetFullPathNameW(path, 0, NULL, NULL);
    wchar_t *full = room > 0 ? calloc(room, sizeof *full) : NULL;
    wchar_t *result = full != NULL ? calloc(room + 8, sizeof *result) : NULL;
    if (result == NULL) {
        free(full);
        return none();
    }
    GetFullPathNameW(path, room, full, NULL);
    bool has_server = full[0] == L'\\' && full[1] == L'\\' && full[2] != L'?' && full[2] != L'.';
    bool has_prefix = full[0] == L'\\' && full[1] == L'\\' && !has_server;
    if (has_server) {
        wcscpy(result, server);
        wcscat(result, full + 1);
    } else {
        if (!has_prefix) wcscpy(result, plain);
        wcscat(result, full);
    }
    free(full);
    return result;
}

static wchar_t *wide_path(const char *path, size_t limit)
{
    wchar_t *wide = pdk_wide_of_utf8(path);
    if (wide == NULL || wcslen(wide) < limit) return wide;
    wchar_t *longer = unlimited(wide);
    free(wide);
    return longer;
}

wchar_t *pdk_wide_path(const char *path)
{
    return wide_path(path, OLD_LIMIT);
}

wchar_t *pdk_wide_full_path(const char *path)
{
    return wide_path(path, 0);
}
