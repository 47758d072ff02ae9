/* A file with a new name. Others open it by that only as long as we hold no handle that deletes it, so it
 * is removed when it is closed, and stays where Windows ends the program at once. */
#include "platform/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "platform/path.h"
#include "platform/windows/failure_windows.h"
#include "platform/windows/wide.h"

struct pdk_scratch {
    wchar_t *wide;
    char path[];
};

static bool create(pdk_scratch *made)
{
    HANDLE handle = CreateFileW(made->wide, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
    if (handle == INVALID_HANDLE_VALUE) return false;
    CloseHandle(handle);
    return true;
}

pdk_scratch *pdk_scratch_begin(const char *path, pdk_failure *failure)
{
    size_t room = strlen(path) + sizeof ".paddock-123456";
    pdk_scratch *made = calloc(1, sizeof *made + room);
    bool created = false;
    SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    for (unsigned attempt = 0; made != NULL && attempt < 1000; attempt++) {
        snprintf(made->path, room, "%.*s.paddock-%06u", (int)pdk_path_folder_size(path), path,
                 ((unsigned)GetCurrentProcessId() * 1000 + attempt) % 1000000);
        free(made->wide);
        made->wide = pdk_wide_full_path(made->path);
        created = made->wide != NULL && create(made);
        if (created || made->wide == NULL || GetLastError() != ERROR_FILE_EXISTS) break;
    }
    if (created) return made;
    pdk_fail_last_error(failure, NULL);
    if (made != NULL) free(made->wide);
    free(made);
    return NULL;
}

const char *pdk_scratch_path(const pdk_scratch *scratch)
{
    return scratch->path;
}

void pdk_scratch_close(pdk_scratch *scratch)
{
    if (scratch == NULL) return;
    DeleteFileW(scratch->wide);
    free(scratch->wide);
    free(scratch);
}
