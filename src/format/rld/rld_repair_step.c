/* How far a repair has come. */
#include "base/callback.h"
#include "format/rld/rld_repair.h"

static const uint64_t trim_after = UINT64_C(128) << 20;

bool pdk_rld_repair_step(pdk_rld_repair *repair, uint64_t bytes)
{
    const pdk_repair_options *options = repair->options;
    repair->done += bytes;
    if (repair->done - repair->trimmed < trim_after) return true;
    repair->trimmed = repair->done;
    pdk_trim(repair->document);
    return pdk_tell_progress(options->progress, options->progress_user, repair->done, repair->total);
}
