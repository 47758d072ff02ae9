/* Files by their handles. What others do with a file that is open here is allowed, so that a game keeps its own. */
#include "platform/files.h"

#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "platform/windows/failure_windows.h"
#include "platform/windows/wide.h"

enum { SHARE_ALL = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };
static const DWORD most_at_once = 1u << 30; /* calls count in 32 bits */

static HANDLE handle_of(pdk_file file)
{
    return (HANDLE)file.handle;
}

/* INVALID_HANDLE_VALUE with the last error. Folders can be opened only with FILE_FLAG_BACKUP_SEMANTICS. */
static HANDLE open_path(const char *path, DWORD access, DWORD flags)
{
    wchar_t *wide = pdk_wide_path(path);
    if (wide == NULL) return INVALID_HANDLE_VALUE;
    HANDLE handle = CreateFileW(wide, access, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
    DWORD number = GetLastError();
    free(wide);
    SetLastError(number);
    return handle;
}

static uint64_t joined(DWORD high, DWORD low)
{
    return (uint64_t)high << 32 | low;
}

/* What says nothing about itself stays PDK_FILE_OTHER, as files that Wine inherits as standard streams; reading it
 * reports what is wrong. */
static void look_into(HANDLE handle, pdk_file_info *info)
{
    *info = (pdk_file_info){ .kind = PDK_FILE_OTHER };
    DWORD type = GetFileType(handle);
    if (type == FILE_TYPE_CHAR) info->kind = PDK_FILE_DEVICE;
    if (type == FILE_TYPE_PIPE) info->kind = PDK_FILE_PIPE;
    BY_HANDLE_FILE_INFORMATION about;
    if (type != FILE_TYPE_DISK || !GetFileInformationByHandle(handle, &about)) return;
    bool folder = (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    info->kind = folder ? PDK_FILE_FOLDER : PDK_FILE_REGULAR;
    info->size = folder ? 0 : joined(about.nFileSizeHigh, about.nFileSizeLow);
    info->modified = (int64_t)joined(about.ftLastWriteTime.dwHighDateTime, about.ftLastWriteTime.dwLowDateTime);
    info->volume = about.dwVolumeSerialNumber;
    info->identity = joined(about.nFileIndexHigh, about.nFileIndexLow);
}

static bool read_info(const char *path, DWORD flags, pdk_file_info *info, pdk_failure *failure)
{
    HANDLE handle = open_path(path, FILE_READ_ATTRIBUTES, flags);
    if (handle == INVALID_HANDLE_VALUE) return pdk_fail_last_error(failure, NULL);
    look_into(handle, info);
    FILE_ATTRIBUTE_TAG_INFO tag;
    if (flags != 0 && GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &tag, sizeof tag) &&
        tag.ReparseTag == IO_REPARSE_TAG_SYMLINK) {
        info->kind = PDK_FILE_LINK;
        info->size = 0;
    }
    CloseHandle(handle);
    return true;
}

bool pdk_file_look(const char *path, pdk_file_info *info, pdk_failure *failure)
{
    return read_info(path, 0, info, failure);
}

bool pdk_file_look_at_name(const char *path, pdk_file_info *info, pdk_failure *failure)
{
    return read_info(path, FILE_FLAG_OPEN_REPARSE_POINT, info, failure);
}

bool pdk_file_look_into(pdk_file file, pdk_file_info *info, pdk_failure *failure)
{
    (void)failure;
    look_into(handle_of(file), info);
    return true;
}

bool pdk_file_remove(const char *path, pdk_failure *failure)
{
    wchar_t *wide = pdk_wide_path(path);
    bool removed = wide != NULL && DeleteFileW(wide);
    if (!removed) pdk_fail_last_error(failure, NULL);
    free(wide);
    return removed;
}

/* Scanners open what was just written, some without letting others rename it, and soon let go. */
static bool move_patiently(const wchar_t *from, const wchar_t *to)
{
    enum { ATTEMPTS = 20, MILLISECONDS = 50 };
    for (int attempt = 1;; attempt++) {
        if (MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING)) return true;
        DWORD number = GetLastError();
        if (attempt == ATTEMPTS || (number != ERROR_SHARING_VIOLATION && number != ERROR_ACCESS_DENIED)) return false;
        Sleep(MILLISECONDS);
    }
}

bool pdk_file_rename(const char *from, const char *to, pdk_failure *failure)
{
    wchar_t *old = pdk_wide_path(from), *new = old != NULL ? pdk_wide_path(to) : NULL;
    bool renamed = new != NULL &&move_patiently(old, new);
    if (!renamed) pdk_fail_last_error(failure, NULL);
    free(old);
    free(new);
    return renamed;
}

char *pdk_file_resolve(const char *path, pdk_failure *failure)
{
    HANDLE handle = open_path(path, FILE_READ_ATTRIBUTES, 0);
    DWORD room = handle != INVALID_HANDLE_VALUE ? GetFinalPathNameByHandleW(handle, NULL, 0, 0) : 0;
    wchar_t *wide = room > 0 ? calloc((size_t)room + 1, sizeof *wide) : NULL;
    if (room > 0 && wide == NULL) SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    char *resolved =
        wide != NULL && GetFinalPathNameByHandleW(handle, wide, room + 1, 0) > 0 ? pdk_utf8_of_wide(wide) : NULL;
    if (resolved == NULL) pdk_fail_last_error(failure, NULL);
    if (handle != INVALID_HANDLE_VALUE) CloseHandle(handle);
    free(wide);
    return resolved;
}

static pdk_file opened(HANDLE handle, pdk_failure *failure)
{
    if (handle == INVALID_HANDLE_VALUE) pdk_fail_last_error(failure, NULL);
    return (pdk_file){ (intptr_t)handle };
}

/* A named pipe cannot be opened before somebody serves it, so there is nothing to wait for. */
pdk_file pdk_file_open(const char *path, pdk_file_wait wait, pdk_failure *failure)
{
    (void)wait;
    return opened(open_path(path, GENERIC_READ, 0), failure);
}

pdk_file pdk_file_open_device(const char *path, pdk_failure *failure)
{
    return opened(open_path(path, GENERIC_WRITE, 0), failure);
}

/* A lock, not exclusive access: a scanner that opens the file is not another holder. */
pdk_file pdk_file_hold(const char *path, pdk_failure *failure)
{
    wchar_t *wide = pdk_wide_path(path);
    HANDLE handle = INVALID_HANDLE_VALUE;
    if (wide != NULL)
        handle =
            CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, SHARE_ALL, NULL, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
    pdk_file file = opened(handle, failure);
    free(wide);
    OVERLAPPED at = { 0 };
    if (!pdk_file_is_open(file) ||
        LockFileEx(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at))
        return file;
    bool held = GetLastError() == ERROR_LOCK_VIOLATION;
    pdk_fail_last_error(failure, NULL);
    if (held && failure != NULL) failure->kind = PDK_FAILED_EXISTS;
    CloseHandle(handle);
    return PDK_NO_FILE;
}

pdk_file pdk_file_of_descriptor(int descriptor)
{
    return (pdk_file){ _get_osfhandle(descriptor) };
}

void pdk_file_close(pdk_file file)
{
    if (pdk_file_is_open(file)) CloseHandle(handle_of(file));
}

bool pdk_file_position(pdk_file file, uint64_t *position)
{
    LARGE_INTEGER at = { 0 };
    bool told =
        GetFileType(handle_of(file)) == FILE_TYPE_DISK && SetFilePointerEx(handle_of(file), at, &at, FILE_CURRENT);
    *position = told ? (uint64_t)at.QuadPart : 0;
    return told;
}

bool pdk_file_read(pdk_file file, void *buffer, size_t size, size_t *got, pdk_failure *failure)
{
    DWORD count = 0;
    bool read = ReadFile(handle_of(file), buffer, size < most_at_once ? (DWORD)size : most_at_once, &count, NULL);
    *got = read ? count : 0;
    DWORD number = read ? NO_ERROR : GetLastError();
    if (read || number == ERROR_BROKEN_PIPE || number == ERROR_HANDLE_EOF) return true; /* it has no writers any more */
    return pdk_fail_last_error(failure, NULL);
}

bool pdk_file_await_writer(pdk_file pipe, int milliseconds)
{
    (void)pipe;
    (void)milliseconds;
    return true; /* the pipe had a server when it was opened */
}

bool pdk_file_write(pdk_file file, const void *data, size_t size, pdk_failure *failure)
{
    for (const char *at = data; size > 0;) {
        DWORD written = 0, piece = size < most_at_once ? (DWORD)size : most_at_once;
        if (!WriteFile(handle_of(file), at, piece, &written, NULL)) return pdk_fail_last_error(failure, NULL);
        at += written;
        size -= written;
    }
    return true;
}
