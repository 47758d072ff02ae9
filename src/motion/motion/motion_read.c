/* Reading samples: the rows of a run, in stretches of rows that are near each other, and channels from their columns.
 */

#include "motion/motion.h"

static pdk_status check(const pdk_motion *motion, size_t run, uint64_t first, size_t count,
                        const pdk_channel_read *reads, size_t read_count, pdk_error *error)
{
    if (motion == NULL || (reads == NULL && read_count > 0) || run >= motion->run_count) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "there is no such run to read from");
    }
    uint64_t samples = motion->runs[run].samples;
    if (first > samples || count > samples - first) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.rows", "run %zu has %llu samples", run,
                        (unsigned long long)samples);
    }
    for (size_t i = 0; i < read_count; i++) {
        if (reads[i].channel < motion->channel_count && reads[i].values != NULL) continue;
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.column", "the motion has no channel %zu",
                        reads[i].channel);
    }
    return PDK_OK;
}

pdk_status pdk_motion_read(const pdk_motion *motion, size_t run, uint64_t first, size_t count,
                           const pdk_channel_read *reads, size_t read_count, pdk_error *error)
{
    pdk_status status = check(motion, run, first, count, reads, read_count, error);
    if (status == PDK_OK) status = pdk_motion_read_stored(motion, run, first, count, reads, read_count, error);
    for (size_t i = 0; i < read_count && status == PDK_OK; i++) {
        const pdk_motion_source *source = &motion->sources[reads[i].channel];
        if (source->kind == PDK_MOTION_DIFFERENCE)
            status =
                pdk_motion_read_rate(motion, run, first, count, (pdk_motion_rate)source->axis, reads[i].values, error);
    }
    return status;
}
