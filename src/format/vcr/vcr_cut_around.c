/* The parts of a replay around its slices when slices are left out: as they are, except counters, times of the
 * recording and, in L, the pointer over the slices. */
#include "format/vcr/vcr_cut.h"

#include <math.h>

static bool put(const pdk_record *record, uint8_t *bytes, const char *name, uint64_t value)
{
    return pdk_put_i64(pdk_record_field(record, name), 0, bytes, (int64_t)value);
}

static void put_time(const pdk_record *record, uint8_t *bytes, const char *name, float time)
{
    pdk_store_f32(bytes + pdk_record_field(record, name)->offset, time);
}

static float time_of(const pdk_record *record, const uint8_t *bytes, const char *name)
{
    return pdk_load_f32(bytes + pdk_record_field(record, name)->offset);
}

static const float duration_tolerance = 0.01f; /* s: roundings of a session's times */

/* Where slices are left out at an end, the recording begins or ends with the first or last that is kept. R1's duration
 * is believed where it is the difference of the two times, and then is again. */
static void change_times(const pdk_record *record, uint8_t *counters, const pdk_vcr_kept *kept)
{
    bool has_duration = pdk_record_field(record, "duration") != NULL;
    float length = time_of(record, counters, "end_time") - time_of(record, counters, "start_time");
    bool follows = has_duration && fabsf(time_of(record, counters, "duration") - length) <= duration_tolerance;
    if (kept->front && isfinite(kept->first_time)) put_time(record, counters, "start_time", kept->first_time);
    if (kept->back && isfinite(kept->last_time)) put_time(record, counters, "end_time", kept->last_time);
    if (!follows) return;
    put_time(record, counters, "duration",
             time_of(record, counters, "end_time") - time_of(record, counters, "start_time"));
}

static pdk_status write_counters(const pdk_vcr_state *state, const pdk_vcr_kept *kept, pdk_output *output,
                                 pdk_error *error)
{
    enum { BUFFER_SIZE = 64 };
    const pdk_record *record = state->layout->counters;
    uint8_t counters[BUFFER_SIZE];
    memcpy(counters, state->shape.bytes.data + state->head->counters_at, record->size);
    if (!kept->whole) {
        if (!put(record, counters, "slice_count", kept->slices) ||
            !put(record, counters, "event_count", kept->events)) {
            return pdk_fail(error, PDK_E_LIMIT, state->head->counters_at, "vcr.cut.count",
                            "%llu events are more than the counters can hold", (unsigned long long)kept->events);
        }
        change_times(record, counters, kept);
    }
    return pdk_output_write(output, counters, record->size, error);
}

static pdk_status copy(const pdk_vcr_state *state, uint64_t from, uint64_t end, pdk_output *output, pdk_error *error)
{
    return pdk_output_write(output, state->shape.bytes.data + from, (size_t)(end - from), error);
}

/* L: banner and tag, then the pointer over the slices. Where it was wrong and the metadata found otherwise, it is right
 * from now on; a replay without metadata keeps what it has, and so does one too long for the pointer. */
static pdk_status write_stream(const pdk_vcr_state *state, const pdk_vcr_kept *kept, pdk_output *output,
                               pdk_error *error)
{
    const pdk_vcr_head *head = state->head;
    uint8_t stream[16];
    uint64_t stream_at = head->slices_at - pdk_vcr_l_stream.size;
    memcpy(stream, state->shape.bytes.data + stream_at, pdk_vcr_l_stream.size);
    if (!kept->whole && head->has_info) {
        (void)put(&pdk_vcr_l_stream, stream, "metadata_offset", head->slices_at + kept->bytes + kept->trailing);
    }
    pdk_status status = copy(state, 0, stream_at, output, error);
    return status == PDK_OK ? pdk_output_write(output, stream, pdk_vcr_l_stream.size, error) : status;
}

pdk_status pdk_vcr_cut_front(const pdk_vcr_state *state, const pdk_vcr_kept *kept, pdk_output *output, pdk_error *error)
{
    const pdk_vcr_head *head = state->head;
    if (state->layout->dialect == PDK_VCR_L) return write_stream(state, kept, output, error);
    pdk_status status = copy(state, 0, head->counters_at, output, error);
    return status == PDK_OK ? write_counters(state, kept, output, error) : status;
}

pdk_status pdk_vcr_cut_back(const pdk_vcr_state *state, const pdk_vcr_kept *kept, pdk_output *output, pdk_error *error)
{
    const pdk_vcr_head *head = state->head;
    uint64_t end = pdk_vcr_end(state)->at;
    pdk_status status = copy(state, end, end + kept->trailing, output, error);
    if (status != PDK_OK || state->layout->dialect != PDK_VCR_L) return status;
    if (head->counters_at == PDK_NO_OFFSET)
        return copy(state, head->slices_end, state->shape.bytes.size, output, error);
    status = copy(state, head->slices_end, head->counters_at, output, error);
    return status == PDK_OK ? write_counters(state, kept, output, error) : status;
}
