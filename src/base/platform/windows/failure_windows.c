/* Common reasons have the same words as on other systems, so that messages and what is written about them hold
 * everywhere; the rest is Windows' own text. */
#include "platform/windows/failure_windows.h"

#include <stdio.h>
#include <windows.h>

typedef struct reason {
    DWORD number;
    pdk_failure_kind kind;
    const char *text;
} reason;

static const reason reasons[] = {
    { ERROR_FILE_NOT_FOUND, PDK_FAILED_ABSENT, "No such file or directory" },
    { ERROR_PATH_NOT_FOUND, PDK_FAILED_ABSENT, "No such file or directory" },
    { ERROR_DIRECTORY, PDK_FAILED_ABSENT, "Not a directory" },
    { ERROR_INVALID_NAME, PDK_FAILED_ABSENT, "No file can have this name" },
    { ERROR_NO_UNICODE_TRANSLATION, PDK_FAILED, "The name is not UTF-8" },
    { ERROR_FILE_EXISTS, PDK_FAILED_EXISTS, "File exists" },
    { ERROR_ALREADY_EXISTS, PDK_FAILED_EXISTS, "File exists" },
    { ERROR_DIR_NOT_EMPTY, PDK_FAILED, "Directory not empty" },
    { ERROR_ACCESS_DENIED, PDK_FAILED, "Permission denied" },
    { ERROR_WRITE_PROTECT, PDK_FAILED, "Read-only file system" },
    { ERROR_SHARING_VIOLATION, PDK_FAILED, "Another program has it open" },
    { ERROR_LOCK_VIOLATION, PDK_FAILED, "Another program has locked a part of it" },
    { ERROR_USER_MAPPED_FILE, PDK_FAILED, "Another program has it open" },
    { ERROR_DISK_FULL, PDK_FAILED, "No space left on device" },
    { ERROR_HANDLE_DISK_FULL, PDK_FAILED, "No space left on device" },
    { ERROR_INVALID_HANDLE, PDK_FAILED, "Bad file descriptor" },
    { ERROR_NOT_ENOUGH_MEMORY, PDK_FAILED_MEMORY, "Cannot allocate memory" },
    { ERROR_OUTOFMEMORY, PDK_FAILED_MEMORY, "Cannot allocate memory" },
    { ERROR_BROKEN_PIPE, PDK_FAILED_READER_GONE, "Broken pipe" },
    { ERROR_NO_DATA, PDK_FAILED_READER_GONE, "Broken pipe" },
};

/* A line of the text from Windows, without its end. */
static void describe(DWORD number, char *text, size_t size)
{
    wchar_t wide[256];
    DWORD length = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, number, 0, wide,
                                  (DWORD)(sizeof wide / sizeof wide[0]), NULL);
    while (length > 0 && (wide[length - 1] <= L' ' || wide[length - 1] == L'.')) length--;
    int bytes = WideCharToMultiByte(CP_UTF8, 0, wide, (int)length, text, (int)size - 1, NULL, NULL);
    if (bytes > 0) text[bytes] = '\0';
    else snprintf(text, size, "Windows says %lu", number);
}

bool pdk_fail_last_error(pdk_failure *failure, const char *doing)
{
    DWORD number = GetLastError();
    if (failure == NULL) return false;
    *failure = (pdk_failure){ .kind = PDK_FAILED, .doing = doing };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (reasons[i].number != number) continue;
        failure->kind = reasons[i].kind;
        snprintf(failure->reason, sizeof failure->reason, "%s", reasons[i].text);
    }
    if (failure->reason[0] == '\0') describe(number, failure->reason, sizeof failure->reason);
    SetLastError(number);
    return false;
}
