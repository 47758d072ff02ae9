/* A progress bar on standard error, when that is a terminal and the work takes more than a second; and interrupts. */
#include <stdio.h>

#include "exit_status.h"
#include "messages.h"
#include "platform/clock.h"
#include "platform/console.h"
#include "platform/signals.h"
#include "progress.h"

enum { BAR = 30 };
static const double quiet_seconds = 1, redraw_seconds = 0.1, log_seconds = 60;

int cli_end(int status)
{
    if (pdk_interrupted() && status == CLI_INTERRUPTED) pdk_end_by_interrupt();
    return status; /* otherwise it came when all was done, or had failed */
}

void cli_progress_begin(cli_progress *progress, const char *label)
{
    double start = pdk_clock_seconds();
    *progress = (cli_progress){ .label = label,
                                .start = start,
                                .drawn = start,
                                .logged = start,
                                .visible = pdk_stream_is_terminal(PDK_STANDARD_ERROR) && !cli_is_quiet() };
}

/* "85 MB/s, 12 min to go", as far as it is known. */
static void describe(const cli_progress *progress, double time, double share, uint64_t done, char *text, size_t size)
{
    double taken = time - progress->start, left = share > 0.01 ? taken * (1 - share) / share : 0;
    size_t used = 0;
    text[0] = '\0';
    if (progress->counts_bytes && taken > 0 && done > 0)
        used = (size_t)snprintf(text, size, "%.3g MB/s%s", (double)done / taken / 1e6, left >= 1 ? ", " : "");
    if (used >= size) return;
    if (left >= 5400) snprintf(text + used, size - used, "%.1f h to go", left / 3600);
    else if (left >= 90) snprintf(text + used, size - used, "%.0f min to go", left / 60);
    else if (left >= 1) snprintf(text + used, size - used, "%.0f s to go", left);
}

static void draw(cli_progress *progress, double time, double share, uint64_t done)
{
    static const char filled[] = "##############################", blank[] = "                              ";
    int count = (int)(share * BAR);
    char text[64];
    describe(progress, time, share, done, text, sizeof text);
    fprintf(stderr, "\r%s [%.*s%.*s] %3d %%  %-26s", progress->label, count, filled, BAR - count, blank,
            (int)(share * 100), text);
    fflush(stderr);
    progress->shown = true;
    progress->drawn = time;
}

bool cli_progress_step(void *user, uint64_t done, uint64_t total)
{
    cli_progress *progress = user;
    if (pdk_interrupted()) return false;
    if (total == 0 || (!progress->visible && !progress->logs)) return true;
    double time = pdk_clock_seconds(), share = done < total ? (double)done / (double)total : 1;
    if (progress->visible) {
        if (time - progress->start >= quiet_seconds && time - progress->drawn >= redraw_seconds)
            draw(progress, time, share, done);
    } else if (!cli_is_quiet() && time - progress->logged >= log_seconds) {
        char text[64];
        describe(progress, time, share, done, text, sizeof text);
        cli_note("%s: %.3g of %.3g MB, %s", progress->label, (double)done / 1e6, (double)total / 1e6, text);
        progress->logged = time;
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
