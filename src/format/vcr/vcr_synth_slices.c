/* A slice while it is filled. The same calls count in the first pass and write in the second. */
#include <string.h>

#include "base/load.h"
#include "format/vcr/vcr_synth.h"

bool pdk_vcr_writer_start(pdk_vcr_writer *writer, const pdk_vcr_variation *variation, uint8_t session,
                          pdk_memory *memory, pdk_output *output)
{
    static const char *const names[] = { "driver", "size", "type", "class", "session", "flag" };
    *writer = (pdk_vcr_writer){
        .variation = variation, .output = output, .memory = memory, .session = session, .capacity = 1 << 16
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        writer->header[i] = pdk_record_field(variation->layout.event, names[i]);
    }
    writer->bytes = pdk_alloc_raw(memory, writer->capacity);
    return writer->bytes != NULL;
}

void pdk_vcr_begin_slice(pdk_vcr_writer *writer, double time)
{
    if (writer->totals.slices == 0) writer->totals.start_time = time;
    writer->totals.end_time = time;
    writer->slice_time = time;
    writer->slice_events = 0;
    writer->fill = writer->variation->layout.slice->size;
}

static bool make_room(pdk_vcr_writer *writer, size_t more)
{
    if (writer->capacity - writer->fill >= more) return true;
    size_t capacity = writer->capacity * 2 + more;
    uint8_t *bytes = pdk_realloc(writer->memory, writer->bytes, capacity);
    if (bytes == NULL) {
        pdk_fail_memory(&writer->error, writer->memory, "a slice");
        return false;
    }
    writer->bytes = bytes;
    writer->capacity = capacity;
    return true;
}

uint8_t *pdk_vcr_add_event(pdk_vcr_writer *writer, unsigned driver, unsigned event_class, unsigned type, unsigned flag,
                           uint32_t size)
{
    uint32_t head = writer->variation->layout.event->size;
    if (!make_room(writer, head + size)) return NULL;
    uint8_t *event = writer->bytes + writer->fill;
    const int64_t values[] = { driver, size, type, event_class, writer->session, flag };
    memset(event, 0, head + size);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (pdk_put_i64(writer->header[i], 0, event, values[i])) continue;
        pdk_fail(&writer->error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "vcr.synth", "%s %lld does not fit an event's header",
                 writer->header[i]->name, (long long)values[i]);
        return NULL;
    }
    writer->fill += head + size;
    writer->slice_events++;
    return event + head;
}

void pdk_vcr_end_slice(pdk_vcr_writer *writer)
{
    const pdk_record *slice = writer->variation->layout.slice;
    writer->totals.slices++;
    writer->totals.events += writer->slice_events;
    writer->totals.bytes += writer->fill;
    if (writer->output == NULL || writer->error.status != PDK_OK) return;
    if (!pdk_put(slice, writer->bytes, "time", writer->slice_time) ||
        !pdk_put(slice, writer->bytes, "event_count", writer->slice_events)) {
        pdk_fail(&writer->error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "vcr.synth", "%u events do not fit a slice",
                 (unsigned)writer->slice_events);
        return;
    }
    pdk_output_write(writer->output, writer->bytes, writer->fill, &writer->error);
}
