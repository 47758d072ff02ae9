/* Finding the next sound frame after damage. */
#include "format/rply/rply_walk.h"

enum {
    LATEST = 7 * 24 * 3600 * 1000, /* ms: floats read as times are beyond it */
    LONGEST_STEP = 600 * 1000,     /* ms from a found frame to the next */
    COMMANDS_TRIED = 16            /* of a candidate: enough to know, and the search stays linear */
};

bool pdk_rply_plausible(const pdk_rply *replay, uint64_t offset)
{
    pdk_bytes bytes = replay->bytes;
    uint32_t minimum = pdk_rply_frame.size + pdk_rply_command.size;
    if (offset > bytes.size || bytes.size - offset < minimum) return false;
    const uint8_t *frame = bytes.data + offset;
    uint32_t size = pdk_rply_frame_size(frame);
    int32_t time = pdk_rply_frame_time(frame);
    return size >= minimum && size <= bytes.size - offset && time >= 0 && time < LATEST &&
           pdk_load_u16(frame + pdk_rply_frame.size) < PDK_RPLY_IDS;
}

/* A frame whose commands can be followed, and that is followed by a later one or the end of the file. */
static bool is_sound(const pdk_rply *replay, uint64_t offset)
{
    if (!pdk_rply_plausible(replay, offset)) return false;
    const uint8_t *frame = replay->bytes.data + offset;
    uint64_t behind = offset + pdk_rply_frame_size(frame);
    if (behind != replay->bytes.size) {
        if (!pdk_rply_plausible(replay, behind)) return false;
        int32_t step = pdk_rply_frame_time(replay->bytes.data + behind) - pdk_rply_frame_time(frame);
        if (step <= 0 || step > LONGEST_STEP) return false;
    }
    pdk_rply_walk walk = pdk_rply_walk_frame(replay, frame);
    for (int tried = 0; tried < COMMANDS_TRIED; tried++) {
        if (!pdk_rply_walk_next(&walk)) return walk.stop == PDK_RPLY_DONE || walk.stop >= PDK_RPLY_NO_WHEELS;
    }
    return true;
}

uint64_t pdk_rply_resume(const pdk_rply *replay, uint64_t offset)
{
    while (offset < replay->bytes.size && !is_sound(replay, offset)) offset++;
    return offset;
}
