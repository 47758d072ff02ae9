/* Rows as a measure of how much of the file has been walked over. */
#include "model/row_trim.h"

#include "base/callback.h"

enum { SPACING = 8 << 20 /* bytes */ };

void pdk_row_trim_on(pdk_row_trim *trim, uint64_t done, uint64_t total)
{
    uint64_t size = trim->document->content.size, spacing = size > SPACING ? total / (size / SPACING) : total;
    if (done < trim->trimmed || done - trim->trimmed < spacing || size <= SPACING) return;
    pdk_trim(trim->document);
    trim->trimmed = done;
}

bool pdk_row_trim_step(void *user, uint64_t done, uint64_t total)
{
    pdk_row_trim *trim = user;
    pdk_row_trim_on(trim, done, total);
    return pdk_tell_progress(trim->progress, trim->progress_user, done, total);
}
