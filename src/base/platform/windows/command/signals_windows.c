#include "platform/signals.h"

#include <stdatomic.h>
#include <string.h>
#include <windows.h>

void pdk_signals_of_writing_off(void)
{
    /* Windows reports these only where we write */
}

static atomic_bool interrupted;

/* Runs on a separate thread. Windows ends the program when this returns for a window that is closed: what was being
 * written then vanishes with its handle. */
static BOOL WINAPI on_event(DWORD event)
{
    bool first = !atomic_exchange(&interrupted, true);
    return first && (event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT);
}

void pdk_catch_interrupts(void)
{
    static atomic_flag caught = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&caught)) SetConsoleCtrlHandler(on_event, TRUE);
}

bool pdk_interrupted(void)
{
    return atomic_load(&interrupted);
}

void pdk_end_by_interrupt(void)
{
    /* Shells of Windows look at the status alone. */
}

static const pdk_lost_pages *lost_pages;

/* A read of a page that could not be fetched. Inside a mapped file Wine calls the same an access violation. */
static bool is_lost_page(const EXCEPTION_RECORD *record)
{
    enum { READING = 0 };
    bool kind = record->ExceptionCode == EXCEPTION_IN_PAGE_ERROR || record->ExceptionCode == EXCEPTION_ACCESS_VIOLATION;
    return kind && record->NumberParameters >= 2 && record->ExceptionInformation[0] == READING;
}

static LONG CALLBACK on_exception(EXCEPTION_POINTERS *exception)
{
    const EXCEPTION_RECORD *record = exception->ExceptionRecord;
    if (!is_lost_page(record)) return EXCEPTION_CONTINUE_SEARCH;
    if (!lost_pages->are_ours((const void *)record->ExceptionInformation[1])) return EXCEPTION_CONTINUE_SEARCH;
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&said)) Sleep(INFINITE); /* several threads read: one speaks, for all */
    for (const char *const *text = lost_pages->texts; *text != NULL; text++) {
        DWORD written;
        WriteFile(GetStdHandle(STD_ERROR_HANDLE), *text, (DWORD)strlen(*text), &written, NULL);
    }
    TerminateProcess(GetCurrentProcess(), (UINT)lost_pages->status);
    return EXCEPTION_CONTINUE_SEARCH;
}

void pdk_answer_lost_pages(const pdk_lost_pages *pages)
{
    lost_pages = pages;
    AddVectoredExceptionHandler(1, on_exception);
}
