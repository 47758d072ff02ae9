/* Looking for parts of a replay that are not where they should be. Each search is bounded, and what it finds is only a
 * proposal: the slices must hold together after it. */
#include <math.h>
#include <string.h>

#include "base/load.h"
#include "format/vcr/vcr_head.h"

enum {
    SEARCH = 8 << 20,          /* L: the metadata is searched in this much of the end */
    COUNTERS_SEARCH = 64 << 10 /* R1, R2: the counters in this much after the drivers */
};

/* The info's length word before the JSON that has the key "sceneDesc", searched from the end of the file. */
uint64_t pdk_vcr_search_metadata(pdk_bytes bytes, uint64_t from)
{
    static const char key[] = "\"sceneDesc\"";
    enum { LENGTH = sizeof key - 1, BACK = 4096, TRIES = 16 };
    int tries = 0;
    uint64_t minimum = bytes.size > SEARCH ? bytes.size - SEARCH : 0;
    if (minimum < from + 4) minimum = from + 4;
    for (uint64_t at = bytes.size; at >= minimum + LENGTH && tries < TRIES;) {
        at--;
        if (bytes.data[at - LENGTH + 1] != '"' || memcmp(bytes.data + at - LENGTH + 1, key, LENGTH) != 0) continue;
        uint64_t found = at - LENGTH + 1;
        tries++;
        for (uint64_t start = found; start >= minimum && found - start < BACK; start--) {
            uint64_t length = pdk_load_u32(bytes.data + start - 4);
            if (bytes.data[start] == '{' && length > found - start && length <= bytes.size - start) return start - 4;
        }
    }
    return PDK_NO_OFFSET;
}

bool pdk_vcr_times_run(float start, float end)
{
    return isfinite(start) && isfinite(end) && fabsf(start) < 1e7f && fabsf(end) < 1e7f && start <= end;
}

/* Do these bytes count what follows them? The recording's start must be the first slice's time, or nearly. */
static bool are_counters(const pdk_vcr_layout *layout, pdk_bytes bytes, uint64_t at)
{
    const pdk_record *counters = layout->counters;
    const uint8_t *here = bytes.data + at;
    uint64_t slices = (uint64_t)pdk_get_i64(pdk_record_field(counters, "slice_count"), 0, here);
    uint64_t events = (uint64_t)pdk_get_i64(pdk_record_field(counters, "event_count"), 0, here);
    uint64_t capacity = bytes.size - at - counters->size;
    if (slices == 0 || events == 0 || slices * layout->slice->size + events * layout->event->size > capacity)
        return false;
    float start = (float)pdk_get_f64(pdk_record_field(counters, "start_time"), 0, here);
    float end = (float)pdk_get_f64(pdk_record_field(counters, "end_time"), 0, here);
    float first = pdk_load_f32(here + counters->size);
    bool moment = slices == 1 && start == end && start == first; /* a recording of one slice takes no time */
    return pdk_vcr_times_run(start, end) && ((start < end && fabsf(first - start) < 2) || moment);
}

uint64_t pdk_vcr_search_counters(const pdk_vcr_layout *layout, pdk_bytes bytes, uint64_t from)
{
    uint32_t minimum = layout->counters->size + layout->slice->size;
    for (uint64_t at = from; at - from < COUNTERS_SEARCH && bytes.size - at >= minimum; at++) {
        if (are_counters(layout, bytes, at)) return at;
    }
    return PDK_NO_OFFSET;
}
