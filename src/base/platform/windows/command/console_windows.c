#include "platform/console.h"

#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <shellapi.h>

#include "platform/windows/failure_windows.h"
#include "platform/windows/wide.h"
#include "platform/windows/command/wildcards_windows.h"

static const DWORD numbers[] = { STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE };
static bool was_closed[3];
static UINT code_page_before, input_code_page_before;

static HANDLE handle_of(pdk_stream stream)
{
    return GetStdHandle(numbers[stream]);
}

/* The code page is the window's, and stays with it when we have ended. */
static void give_back_code_pages(void)
{
    SetConsoleOutputCP(code_page_before);
    SetConsoleCP(input_code_page_before);
}

static void speak_utf8(void)
{
    code_page_before = GetConsoleOutputCP();
    input_code_page_before = GetConsoleCP();
    if (code_page_before == 0 || code_page_before == CP_UTF8) return; /* no window, or nothing to do */
    atexit(give_back_code_pages);
    SetConsoleOutputCP(CP_UTF8);
    SetConsoleCP(CP_UTF8);
}

/* The C library has the arguments in the user's code page; the command line itself has all characters. They live as
 * long as the program. */
static bool read_arguments(int *count, char ***arguments)
{
    int given = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &given);
    pdk_name_list all = { 0 };
    bool read = wide != NULL;
    for (int i = 0; i < given && read; i++) {
        char *argument = pdk_utf8_of_wide(wide[i]);
        read = argument != NULL && pdk_add_matching(&all, argument);
        free(argument);
    }
    LocalFree(wide);
    if (!read || all.count == 0 || all.count > INT_MAX) {
        pdk_free_names(&all);
        return false;
    }
    *count = (int)all.count;
    *arguments = all.names;
    return true;
}

bool pdk_console_begin(int *count, char ***arguments)
{
    static char errors[1 << 14];
    setvbuf(stderr, errors, _IOFBF, sizeof errors);
    for (int i = 0; i < 3; i++) {
        HANDLE handle = handle_of((pdk_stream)i);
        was_closed[i] = handle == NULL || handle == INVALID_HANDLE_VALUE;
        if (!was_closed[i]) _setmode(i, _O_BINARY);
    }
    speak_utf8();
    return read_arguments(count, arguments);
}

pdk_file pdk_stream_file(pdk_stream stream, pdk_failure *failure)
{
    if (!was_closed[stream]) return (pdk_file){ (intptr_t)handle_of(stream) };
    SetLastError(ERROR_INVALID_HANDLE);
    pdk_fail_last_error(failure, NULL);
    return PDK_NO_FILE;
}

bool pdk_stream_is_terminal(pdk_stream stream)
{
    DWORD mode;
    return GetConsoleMode(handle_of(stream), &mode) != 0;
}

/* As UTF-16: before Windows 11, ReadFile returns no characters other than ASCII. */
char *pdk_console_read_line(void)
{
    enum { AT_ONCE = 256 };
    wchar_t *wide = NULL;
    size_t size = 0;
    bool ended = false;
    while (!ended) {
        wchar_t *larger = realloc(wide, (size + AT_ONCE + 1) * sizeof *larger);
        DWORD got = 0;
        bool read = larger != NULL && ReadConsoleW(handle_of(PDK_STANDARD_INPUT), larger + size, AT_ONCE, &got, NULL) &&
                    got > 0;
        if (larger != NULL) wide = larger;
        if (!read) break;
        size += got;
        ended = wide[size - 1] == L'\n';
    }
    while (ended && size > 0 && (wide[size - 1] == L'\n' || wide[size - 1] == L'\r')) size--;
    if (wide != NULL) wide[size] = L'\0';
    enum { CTRL_Z = 0x1A }; /* what ends input here */
    char *line = ended && wide[0] != CTRL_Z ? pdk_utf8_of_wide(wide) : NULL;
    free(wide);
    return line;
}

bool pdk_stream_has_colours(pdk_stream stream)
{
    DWORD mode;
    return GetConsoleMode(handle_of(stream), &mode) &&
           SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

int pdk_stream_width(pdk_stream stream)
{
    CONSOLE_SCREEN_BUFFER_INFO about;
    return GetConsoleScreenBufferInfo(handle_of(stream), &about) ? about.srWindow.Right - about.srWindow.Left + 1 : 0;
}

const char *pdk_standard_input_path(void)
{
    static char path[4096];
    wchar_t wide[sizeof path / 4];
    enum { WIDE = sizeof wide / sizeof wide[0] };
    pdk_file input = pdk_stream_file(PDK_STANDARD_INPUT, NULL);
    pdk_file_info info;
    uint64_t position;
    bool whole = pdk_file_is_open(input) && pdk_file_look_into(input, &info, NULL) && info.kind == PDK_FILE_REGULAR &&
                 info.size > 0 && pdk_file_position(input, &position) && position == 0;
    if (!whole) return NULL;
    DWORD length = GetFinalPathNameByHandleW((HANDLE)input.handle, wide, WIDE, 0);
    if (length == 0 || length >= WIDE) return NULL;
    return WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, sizeof path, NULL, NULL) > 0 ? path : NULL;
}

bool pdk_console_is_own(void)
{
    DWORD programs[2];
    return pdk_stream_is_terminal(PDK_STANDARD_INPUT) && pdk_stream_is_terminal(PDK_STANDARD_OUTPUT) &&
           GetConsoleProcessList(programs, 2) == 1;
}

/* Keys that were pressed before do not count, nor does letting one go, nor Shift and its like alone. */
void pdk_console_await_key(void)
{
    HANDLE input = handle_of(PDK_STANDARD_INPUT);
    FlushConsoleInputBuffer(input);
    INPUT_RECORD record;
    DWORD count;
    while (ReadConsoleInputW(input, &record, 1, &count) && count == 1) {
        const KEY_EVENT_RECORD *key = &record.Event.KeyEvent;
        bool letter =
            key->uChar.UnicodeChar != 0 || (key->wVirtualKeyCode >= VK_PRIOR && key->wVirtualKeyCode <= VK_DOWN);
        if (record.EventType == KEY_EVENT && key->bKeyDown && letter) return;
    }
}
