/* A progress bar on standard error, when that is a terminal and the work takes more than a second; and interrupts. */
#include <stdio.h>

#include "cli.h"
#include "platform/clock.h"
#include "platform/console.h"
#include "platform/signals.h"

enum { BAR = 30 };
static const double quiet_seconds = 1, redraw_seconds = 0.1;

int cli_end(int status)
{
    if (pdk_interrupted() && status == CLI_INTERRUPTED) pdk_end_by_interrupt();
    return status; /* else it came when all was done, or had failed */
}

void cli_progress_begin(cli_progress *progress, const char *label)
{
    double start = pdk_clock_seconds();
    *progress = (cli_progress){ .label = label,
                                .start = start,
                                .drawn = start,
                                .visible = pdk_stream_is_terminal(PDK_STANDARD_ERROR) && !cli_is_quiet() };
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
    if (pdk_interrupted()) return false;
    if (!progress->visible || total == 0) return true;
    double time = pdk_clock_seconds();
    if (time - progress->start >= quiet_seconds && time - progress->drawn >= redraw_seconds) {
        draw(progress, time, done < total ? (double)done / (double)total : 1);
    }
    return true;
}

void cli_progress_end(cli_progress *progress)
{
    if (!progress->shown) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->shown = false;
}
