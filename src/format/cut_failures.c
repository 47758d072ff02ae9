/* Errors of cutting a recording, for all formats. */
#include <math.h>
#include <stdio.h>

#include "base/callback.h"
#include "format/format.h"

/* As tables print it: some files hold times as floats. */
static void format_time(char text[PDK_NUMBER_SIZE], double time)
{
    pdk_format_number(text, time, (double)(float)time == time ? PDK_FLOAT32 : PDK_FLOAT64);
}

/* "between 5 and 7 s", "from 5 s on", "up to 7 s" */
static void name_range(const pdk_cut_part *part, char *text, size_t capacity)
{
    char from[PDK_NUMBER_SIZE], to[PDK_NUMBER_SIZE];
    pdk_format_number(from, part->from, PDK_FLOAT64);
    pdk_format_number(to, part->to, PDK_FLOAT64);
    if (!isfinite(part->to)) snprintf(text, capacity, "from %s s on", from);
    else if (!isfinite(part->from)) snprintf(text, capacity, "up to %s s", to);
    else snprintf(text, capacity, "between %s and %s s", from, to);
}

pdk_status pdk_cut_fail_empty(const pdk_cut_part *part, double first, double last, pdk_error *error)
{
    char range[96], begin[PDK_NUMBER_SIZE], end[PDK_NUMBER_SIZE];
    if (first > last) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "cut.empty", "the file has nothing to cut");
    }
    name_range(part, range, sizeof range);
    format_time(begin, first);
    format_time(end, last);
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "cut.empty",
                    "there is nothing %s; the file covers %s to %s s", range, begin, end);
}

pdk_status pdk_cut_progress(const pdk_cut_part *part, uint64_t done, uint64_t total, pdk_error *error)
{
    if (pdk_tell_progress(part->progress, part->progress_user, done, total)) return PDK_OK;
    return pdk_fail_cancelled(error);
}
