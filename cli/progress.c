/* A progress bar on standard error, when that is a terminal and the work takes more than a second; and interrupts. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

enum { BAR = 30 };
static const double quiet_seconds = 1, redraw_seconds = 0.1;

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number)
{
    interrupted = signal_number;
}

void cli_catch_interrupt(void)
{
    struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = (int)(SA_RESETHAND | SA_RESTART) };
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool cli_interrupted(void)
{
    return interrupted != 0;
}

int cli_end(int status)
{
    if (interrupted == 0 || status != CLI_INTERRUPTED) return status; /* it came when all was done, or had failed */
    signal(interrupted, SIG_DFL);
    raise(interrupted);
    return status;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void cli_progress_begin(cli_progress *progress, const char *label)
{
    double start = now();
    *progress = (cli_progress){
        .label = label, .start = start, .drawn = start, .visible = isatty(STDERR_FILENO) != 0 && !cli_is_quiet()
    };
}

static void draw(cli_progress *progress, double time, double share)
{
    static const char filled[] = "##############################", blank[] = "                              ";
    int count = (int)(share * BAR);
    double left = share > 0.01 ? (time - progress->start) * (1 - share) / share : 0;
    fprintf(stderr, "\r%s [%.*s%.*s] %3d %%", progress->label, count, filled, BAR - count, blank, (int)(share * 100));
    if (left >= 1) fprintf(stderr, "  %.0f s to go  ", left);
    else fputs("              ", stderr);
    fflush(stderr);
    progress->shown = true;
    progress->drawn = time;
}

bool cli_progress_step(void *user, uint64_t done, uint64_t total)
{
    cli_progress *progress = user;
    if (interrupted) return false;
    if (!progress->visible || total == 0) return true;
    double time = now();
    if (time - progress->start >= quiet_seconds && time - progress->drawn >= redraw_seconds) {
        draw(progress, time, done < total ? (double)done / (double)total : 1);
    }
    return true;
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->shown) fputs("\r\033[K", stderr);
    progress->shown = false;
}
