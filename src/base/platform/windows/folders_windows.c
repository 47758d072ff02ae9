#include "platform/folders.h"

#include <stdlib.h>
#include <windows.h>

#include "platform/path.h"
#include "platform/windows/failure_windows.h"
#include "platform/windows/wide.h"

bool pdk_folder_make(const char *path, pdk_failure *failure)
{
    wchar_t *wide = pdk_wide_path(path);
    bool made = wide != NULL && CreateDirectoryW(wide, NULL);
    if (!made) pdk_fail_last_error(failure, NULL);
    free(wide);
    return made;
}

bool pdk_folder_remove(const char *path, pdk_failure *failure)
{
    wchar_t *wide = pdk_wide_path(path);
    bool removed = wide != NULL && RemoveDirectoryW(wide);
    if (!removed) pdk_fail_last_error(failure, NULL);
    free(wide);
    return removed;
}

/* Windows stores names by itself; programs of users cannot ask for it. */
bool pdk_folder_store_names(const char *file, pdk_failure *failure)
{
    (void)file;
    (void)failure;
    return true;
}

bool pdk_folder_is_virtual(const char *path)
{
    (void)path; /* Windows has none among the paths of files */
    return false;
}

struct pdk_folder {
    HANDLE search;
    WIN32_FIND_DATAW found;
    bool is_new; /* `found` has not been given out yet */
    char *name;  /* that was given out last */
};

pdk_folder *pdk_folder_open(const char *path, pdk_failure *failure)
{
    pdk_folder *folder = calloc(1, sizeof *folder);
    char *pattern = pdk_path_join(path, "*");
    wchar_t *wide = pattern != NULL ? pdk_wide_path(pattern) : NULL;
    if (folder == NULL || pattern == NULL) SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    if (folder != NULL) folder->search = INVALID_HANDLE_VALUE;
    if (folder != NULL && wide != NULL) folder->search = FindFirstFileW(wide, &folder->found);
    bool opened = folder != NULL && folder->search != INVALID_HANDLE_VALUE;
    if (!opened) pdk_fail_last_error(failure, NULL);
    free(wide);
    free(pattern);
    if (opened) {
        folder->is_new = true;
        return folder;
    }
    free(folder);
    return NULL;
}

const char *pdk_folder_next(pdk_folder *folder)
{
    if (!folder->is_new && !FindNextFileW(folder->search, &folder->found)) return NULL;
    folder->is_new = false;
    free(folder->name);
    folder->name = pdk_utf8_of_wide(folder->found.cFileName);
    return folder->name;
}

void pdk_folder_close(pdk_folder *folder)
{
    if (folder == NULL) return;
    FindClose(folder->search);
    free(folder->name);
    free(folder);
}
