#include "platform/library.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

#include "platform/windows/failure_windows.h"
#include "platform/windows/wide.h"

/* malloc'd; NULL with the last error. Its own folder is looked into only for a library with an absolute path. */
static wchar_t *full_path(const wchar_t *path)
{
    DWORD room = GetFullPathNameW(path, 0, NULL, NULL);
    wchar_t *full = room > 0 ? calloc(room, sizeof *full) : NULL;
    if (full != NULL) GetFullPathNameW(path, room, full, NULL);
    else if (room > 0) SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return full;
}

/* A pdk_library is what LoadLibrary returned. */
pdk_library *pdk_library_open(const char *path, char *reason, size_t size)
{
    reason[0] = '\0';
    wchar_t *given = pdk_wide_path(path), *wide = given != NULL ? full_path(given) : NULL;
    bool there = wide != NULL && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
    /* What it needs is looked for beside it, beside the program and in Windows' own folder; never in the current one.
     */
    HMODULE library =
        there ? LoadLibraryExW(wide, NULL, LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS) : NULL;
    pdk_failure failure;
    if (there && library == NULL) {
        pdk_fail_last_error(&failure, NULL);
        snprintf(reason, size, "%s", failure.reason);
    }
    free(given);
    free(wide);
    return (pdk_library *)(void *)library;
}

pdk_library *pdk_library_find(const char *name, char *reason, size_t size)
{
    reason[0] = '\0';
    wchar_t *wide = pdk_wide_of_utf8(name);
    HMODULE library = wide != NULL ? LoadLibraryExW(wide, NULL, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS) : NULL;
    pdk_failure failure;
    if (library == NULL) {
        pdk_fail_last_error(&failure, NULL);
        snprintf(reason, size, "%s", failure.reason);
    }
    free(wide);
    return (pdk_library *)(void *)library;
}

const void *pdk_library_object(pdk_library *library, const char *name)
{
    union {
        FARPROC function;
        const void *object;
    } found = { GetProcAddress((HMODULE)(void *)library, name) };
    return found.object;
}

void pdk_library_close(pdk_library *library)
{
    if (library != NULL) FreeLibrary((HMODULE)(void *)library);
}

bool pdk_library_path_of(const void *code, char *path, size_t size)
{
    HMODULE module;
    wchar_t wide[4096];
    enum { WIDE = sizeof wide / sizeof wide[0] };
    if (!GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT, code,
                            &module))
        return false;
    DWORD length = GetModuleFileNameW(module, wide, WIDE);
    if (length == 0 || length >= WIDE) return false;
    char *text = pdk_utf8_of_wide(wide);
    bool fits = text != NULL && strlen(text) < size;
    if (fits) strcpy(path, text);
    free(text);
    return fits;
}
