/* Stretches of a run without a break. */
#include "page/page_motion.h"

pdk_status pdk_page_stretches(const pdk_page_moving *moving, size_t run, pdk_memory *memory,
                              pdk_page_stretch **stretches, size_t *count, pdk_error *error)
{
    const pdk_motion_segment *segments = NULL;
    const pdk_path *path = moving->paths != NULL ? &moving->paths->paths[run] : NULL;
    pdk_status status = PDK_OK;
    if (path != NULL) *count = path->segment_count;
    else status = pdk_motion_segments(moving->motion, run, &segments, count, error);
    if (status != PDK_OK) return status;
    *stretches = pdk_alloc_array(memory, *count, sizeof **stretches);
    if (*stretches == NULL) return pdk_fail_memory(error, memory, "positions of a page");
    for (size_t i = 0; i < *count; i++) {
        if (path == NULL) {
            (*stretches)[i] = (pdk_page_stretch){ segments[i].first, segments[i].count, segments[i].start_time,
                                                  segments[i].end_time };
            continue;
        }
        const pdk_path_segment *segment = &path->segments[i];
        (*stretches)[i] = (pdk_page_stretch){ segment->first, segment->count, path->samples[segment->first].time,
                                              path->samples[segment->first + segment->count - 1].time };
    }
    return PDK_OK;
}
