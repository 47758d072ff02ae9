#define _DEFAULT_SOURCE
#include "platform/signals.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "platform/posix/names_posix.h"

void pdk_signals_of_writing_off(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    if (interrupted != 0) { /* the second one */
        pdk_names_remove_files();
        signal(number, SIG_DFL);
        raise(number); /* when this returns */
        return;
    }
    interrupted = number;
}

void pdk_catch_interrupts(void)
{
    struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = (int)SA_RESTART }, before;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, NULL);
}

bool pdk_interrupted(void)
{
    return interrupted != 0;
}

void pdk_end_by_interrupt(void)
{
    signal(interrupted, SIG_DFL);
    raise(interrupted);
}

static const pdk_lost_pages *lost_pages;

static void on_bus_error(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (!lost_pages->are_ours(info->si_addr)) {
        signal(number, SIG_DFL); /* comes again, and ends us */
        return;
    }
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&said)) { /* several threads read: one speaks, for all */
        for (;;) pause();
    }
    for (const char *const *text = lost_pages->texts; *text != NULL; text++) {
        if (write(STDERR_FILENO, *text, strlen(*text)) < 0) break; /* there is nothing else to do */
    }
    pdk_names_remove_files();
    _exit(lost_pages->status);
}

void pdk_answer_lost_pages(const pdk_lost_pages *pages)
{
    lost_pages = pages;
    struct sigaction action = { .sa_sigaction = on_bus_error, .sa_flags = (int)SA_SIGINFO };
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}
