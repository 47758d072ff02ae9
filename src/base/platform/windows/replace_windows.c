/* A file beside the one whose place it takes. It is marked to be deleted until it is complete, so that it disappears
 * with its handle, whatever ends the program. */
#include "platform/replace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "platform/path.h"
#include "platform/windows/failure_windows.h"
#include "platform/windows/wide.h"

struct pdk_replacement {
    wchar_t *path;      /* the name to take at the end ... */
    wchar_t *temporary; /* ... and the one until then */
    HANDLE handle;
    bool finished;
};

static bool mark(HANDLE handle, bool to_be_deleted)
{
    FILE_DISPOSITION_INFO info = { .DeleteFile = to_be_deleted };
    return SetFileInformationByHandle(handle, FileDispositionInfo, &info, sizeof info);
}

/* Can a file have this name? One that is too long, say, is refused now and not when the work is done. */
static bool is_possible(const wchar_t *path)
{
    if (GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES) return true;
    DWORD number = GetLastError();
    return number == ERROR_FILE_NOT_FOUND || number == ERROR_PATH_NOT_FOUND || number == ERROR_ACCESS_DENIED ||
           number == ERROR_SHARING_VIOLATION;
}

/* In the same folder, with a new name: one made from `path` could be too long. */
static bool create(pdk_replacement *made, const char *path)
{
    int folder = (int)pdk_path_folder_size(path);
    size_t room = (size_t)folder + sizeof ".paddock-123456";
    char *name = malloc(room);
    made->handle = INVALID_HANDLE_VALUE;
    if (name == NULL) SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    for (unsigned attempt = 0; name != NULL && attempt < 1000; attempt++) {
        snprintf(name, room, "%.*s.paddock-%06u", folder, path,
                 ((unsigned)GetCurrentProcessId() * 1000 + attempt) % 1000000);
        free(made->temporary);
        made->temporary = pdk_wide_full_path(name);
        if (made->temporary == NULL) break;
        made->handle = CreateFileW(made->temporary, GENERIC_WRITE | DELETE, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
                                   CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
        if (made->handle != INVALID_HANDLE_VALUE || GetLastError() != ERROR_FILE_EXISTS) break;
    }
    DWORD number = GetLastError();
    free(name);
    SetLastError(number);
    return made->handle != INVALID_HANDLE_VALUE;
}

/* The attributes and permissions of the file that this one replaces, as far as we may set them. */
static void keep_attributes(const pdk_replacement *made)
{
    DWORD attributes = GetFileAttributesW(made->path), size = 0;
    if (attributes == INVALID_FILE_ATTRIBUTES) return;
    GetFileSecurityW(made->path, DACL_SECURITY_INFORMATION, NULL, 0, &size);
    void *access = size > 0 ? malloc(size) : NULL;
    if (access != NULL && GetFileSecurityW(made->path, DACL_SECURITY_INFORMATION, access, size, &size))
        SetFileSecurityW(made->temporary, DACL_SECURITY_INFORMATION, access);
    free(access);
    SetFileAttributesW(made->temporary, attributes & ~(DWORD)FILE_ATTRIBUTE_READONLY);
}

static void destroy(pdk_replacement *made)
{
    if (made == NULL) return;
    free(made->path);
    free(made->temporary);
    free(made);
}

pdk_replacement *pdk_replacement_begin(const char *path, pdk_failure *failure)
{
    const char *doing = "cannot create a file in its folder";
    pdk_replacement *made = calloc(1, sizeof *made);
    bool exists = pdk_file_exists(path);
    char *end = exists ? pdk_file_resolve(path, NULL) : _strdup(path); /* through links, which stay */
    if (made != NULL && end != NULL) made->path = pdk_wide_full_path(end);
    if (made == NULL || end == NULL) SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    if (made == NULL || end == NULL || made->path == NULL || !is_possible(made->path) || !create(made, end)) {
        pdk_fail_last_error(failure, doing);
        free(end);
        destroy(made);
        return NULL;
    }
    free(end);
    if (exists) keep_attributes(made);
    mark(made->handle, true); /* if the file system cannot do this, the file remains if we are killed */
    return made;
}

pdk_file pdk_replacement_file(const pdk_replacement *replacement)
{
    return (pdk_file){ (intptr_t)replacement->handle };
}

void pdk_replacement_begin_storing(const pdk_replacement *replacement, uint64_t at, uint64_t size)
{
    (void)replacement; /* Windows begins by itself */
    (void)at;
    (void)size;
}

bool pdk_replacement_store(const pdk_replacement *replacement, pdk_failure *failure)
{
    return FlushFileBuffers(replacement->handle) || pdk_fail_last_error(failure, "cannot write to the disk");
}

/* By its handle, so that there is no moment without a file or with half of one. */
static bool take_name(const pdk_replacement *replacement)
{
    size_t length = wcslen(replacement->path) * sizeof(wchar_t);
    FILE_RENAME_INFO *info = calloc(1, sizeof *info + length + sizeof(wchar_t));
    if (info == NULL) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return false;
    }
    info->ReplaceIfExists = TRUE;
    info->FileNameLength = (DWORD)length;
    memcpy(info->FileName, replacement->path, length);
    bool taken = SetFileInformationByHandle(replacement->handle, FileRenameInfo, info, (DWORD)(sizeof *info + length));
    DWORD number = GetLastError();
    free(info);
    SetLastError(number);
    return taken;
}

bool pdk_replacement_finish(pdk_replacement *replacement, pdk_failure *failure)
{
    mark(replacement->handle, false);
    replacement->finished = take_name(replacement);
    if (replacement->finished) return true;
    pdk_fail_last_error(failure, "cannot put the finished file in place");
    mark(replacement->handle, true);
    return false;
}

void pdk_replacement_close(pdk_replacement *replacement)
{
    if (replacement == NULL) return;
    CloseHandle(replacement->handle);
    if (!replacement->finished) DeleteFileW(replacement->temporary); /* where marking it was not possible */
    destroy(replacement);
}
