/* What cutting a recording fails with, in any format. */
#include "format/format.h"

pdk_status pdk_cut_fail_empty(const pdk_part *part, double first, double last, pdk_error *error)
{
    char from[PDK_NUMBER_ROOM], to[PDK_NUMBER_ROOM], begin[PDK_NUMBER_ROOM], end[PDK_NUMBER_ROOM];
    if (first > last) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "cut.empty", "there is nothing in the file to cut from");
    }
    pdk_format_number(from, part->from, PDK_FLOAT64);
    pdk_format_number(to, part->to, PDK_FLOAT64);
    pdk_format_number(begin, first, PDK_FLOAT64);
    pdk_format_number(end, last, PDK_FLOAT64);
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "cut.empty",
                    "nothing lies between %s and %s s; the file goes from %s to %s s", from, to, begin, end);
}

pdk_status pdk_cut_progress(const pdk_part *part, uint64_t done, uint64_t total, pdk_error *error)
{
    if (part->progress == NULL || part->progress(part->progress_user, done, total)) return PDK_OK;
    return pdk_fail_cancelled(error);
}
