/* What a motion says it has: evidence, runs, channels. */
#include "motion/motion.h"

const char *pdk_motion_evidence_at(const pdk_motion *motion, size_t index)
{
    return index < motion->evidence.count ? ((char *const *)motion->evidence.items)[index] : NULL;
}

size_t pdk_motion_run_count(const pdk_motion *motion)
{
    return motion->run_count;
}

const pdk_motion_run *pdk_motion_run_at(const pdk_motion *motion, size_t run)
{
    return run < motion->run_count ? &motion->runs[run] : NULL;
}

size_t pdk_motion_channel_count(const pdk_motion *motion)
{
    return motion->channel_count;
}

const pdk_motion_channel *pdk_motion_channel_at(const pdk_motion *motion, size_t channel)
{
    return channel < motion->channel_count ? &motion->channels[channel] : NULL;
}

size_t pdk_motion_find_channel(const pdk_motion *motion, pdk_role role)
{
    for (size_t i = 0; role != PDK_ROLE_NONE && i < motion->channel_count; i++) {
        if (motion->channels[i].role == role) return i;
    }
    return PDK_NO_COLUMN;
}
