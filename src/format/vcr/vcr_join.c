/* Parts of a replay as one again. Slices follow each other by their time; what two parts both have must be the same
 * bytes, and is taken once. Around the slices is what the last part has: its list of drivers is the latest. */
#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "format/vcr/vcr_cut.h"

/* A part: the bytes of its slices that no earlier part has. */
typedef struct part {
    const pdk_document *document;
    const pdk_vcr_state *state;
    const uint8_t *begin, *from, *end;
    float first_time, last_time;
} part;

static pdk_status fail(pdk_error *error, const char *why)
{
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "join.session", "these are not parts of one recording: %s",
                    why);
}

static const uint8_t *next_slice(const pdk_vcr_shape *shape, const uint8_t *slice, uint64_t *events)
{
    uint32_t count = pdk_vcr_event_count(shape, (uint64_t)(slice - shape->bytes.data));
    const uint8_t *at = slice + shape->slice_head;
    for (uint32_t i = 0; i < count; i++) at += shape->event_head + pdk_vcr_size(shape, pdk_load_u32(at));
    *events += count;
    return at;
}

static part part_of(const pdk_document *document)
{
    const pdk_vcr_state *state = document->state;
    const uint8_t *data = state->shape.bytes.data;
    part one = { .document = document,
                 .state = state,
                 .begin = data + state->shape.begin,
                 .end = data + pdk_vcr_end(state)->at,
                 .first_time = INFINITY,
                 .last_time = -INFINITY };
    uint64_t events = 0;
    for (const uint8_t *at = one.begin; at < one.end; at = next_slice(&state->shape, at, &events)) {
        float time = pdk_load_f32(at);
        if (!isfinite(time)) continue;
        one.first_time = fminf(one.first_time, time);
        one.last_time = fmaxf(one.last_time, time);
    }
    one.from = one.begin;
    return one;
}

/* ------------------------------------------------------------------------------------------- do they fit? */

static bool same_bytes(const pdk_vcr_state *one, const pdk_vcr_state *other, uint64_t from, uint64_t end,
                       uint64_t other_from, uint64_t other_end)
{
    return end - from == other_end - other_from &&
           memcmp(one->shape.bytes.data + from, other->shape.bytes.data + other_from, (size_t)(end - from)) == 0;
}

static pdk_status check_drivers(const part *one, const part *last, pdk_error *error)
{
    for (size_t slot = 0; slot < 256; slot++) {
        if (!one->state->head->slots[slot]) continue;
        bool same = last->state->head->slots[slot] && pdk_same_text(one->state->names[slot], last->state->names[slot]);
        if (!same) return fail(error, "the last part has other drivers");
    }
    return PDK_OK;
}

static pdk_status check_pair(const part *one, const part *last, pdk_error *error)
{
    const pdk_vcr_layout *a = one->state->layout, *b = last->state->layout;
    const pdk_vcr_head *head = one->state->head, *other = last->state->head;
    bool same_layout = a->dialect == b->dialect && a->info == b->info && a->driver == b->driver &&
                       a->counters == b->counters && a->slice == b->slice && a->event == b->event;
    if (!same_layout) return fail(error, "their files are laid out in different ways");
    bool whole =
        head->has_info == other->has_info && head->counters_at != PDK_NO_OFFSET && other->counters_at != PDK_NO_OFFSET;
    if (!whole) return fail(error, "one of them is incomplete");
    if (!same_bytes(one->state, last->state, head->info_at, head->info_end, other->info_at, other->info_end))
        return fail(error, "game, track or session differ");
    return check_drivers(one, last, error);
}

/* Where the slices of `before` continue with the beginning of those of `one`; NULL = nowhere. */
static const uint8_t *find_overlap(const part *before, const part *one)
{
    uint64_t events = 0;
    for (const uint8_t *at = before->begin; at < before->end; at = next_slice(&before->state->shape, at, &events)) {
        if (pdk_load_u32(at) != pdk_load_u32(one->begin)) continue; /* the time, by its bits */
        size_t both = (size_t)(before->end - at), size = (size_t)(one->end - one->begin);
        if (memcmp(at, one->begin, both < size ? both : size) == 0) return at;
    }
    return NULL;
}

/* Sets what each part adds to those before it. */
static pdk_status settle(part *parts, size_t count, pdk_error *error)
{
    part *furthest = &parts[0];
    for (size_t i = 1; i < count; i++) {
        part *one = &parts[i];
        if (one->begin == one->end) continue;
        const uint8_t *at = find_overlap(furthest, one);
        if (at == NULL && !(one->first_time > furthest->last_time))
            return fail(error, "their times overlap, and hold different data");
        size_t both = at != NULL ? (size_t)(furthest->end - at) : 0, size = (size_t)(one->end - one->begin);
        one->from = one->begin + (both < size ? both : size);
        if (one->from < one->end) furthest = one;
    }
    return PDK_OK;
}

/* -------------------------------------------------------------------------------------------------- writing */

static int by_time(const void *a, const void *b)
{
    const part *one = a, *other = b;
    if (one->first_time < other->first_time || one->first_time > other->first_time)
        return one->first_time < other->first_time ? -1 : 1;
    return (one->last_time > other->last_time) - (one->last_time < other->last_time);
}

static float counter_time(const part *one, const char *name)
{
    const pdk_field *field = pdk_record_field(one->state->layout->counters, name);
    return pdk_load_f32(one->state->shape.bytes.data + one->state->head->counters_at + field->offset);
}

static pdk_vcr_kept count_kept(const part *parts, size_t count, const part *last)
{
    pdk_vcr_kept kept = { .front = true,
                          .back = true,
                          .first_time = counter_time(&parts[0], "start_time"),
                          .last_time = counter_time(last, "end_time"),
                          .trailing = last->state->head->slices_end - pdk_vcr_end(last->state)->at };
    for (size_t i = 0; i < count; i++) {
        kept.bytes += (uint64_t)(parts[i].end - parts[i].from);
        for (const uint8_t *at = parts[i].from; at < parts[i].end; kept.slices++)
            at = next_slice(&parts[i].state->shape, at, &kept.events);
    }
    return kept;
}

/* The part that ends last has what is around the slices. */
static const part *last_of(const part *parts, size_t count)
{
    const part *last = &parts[0];
    for (size_t i = 1; i < count; i++) {
        if (parts[i].last_time >= last->last_time) last = &parts[i];
    }
    return last;
}

pdk_status pdk_vcr_join(const pdk_document *const *documents, size_t count, pdk_memory *memory, pdk_output *output,
                        pdk_error *error)
{
    part *parts = pdk_alloc_array(memory, count, sizeof *parts);
    if (parts == NULL) return pdk_fail_memory(error, memory, "the parts");
    for (size_t i = 0; i < count; i++) parts[i] = part_of(documents[i]);
    qsort(parts, count, sizeof *parts, by_time);
    const part *last = last_of(parts, count);
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < count && status == PDK_OK; i++) status = check_pair(&parts[i], last, error);
    if (status == PDK_OK) status = settle(parts, count, error);
    if (status != PDK_OK || output == NULL) return status;
    pdk_vcr_kept kept = count_kept(parts, count, last);
    status = pdk_vcr_cut_front(last->state, &kept, output, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        if (parts[i].from < parts[i].end)
            status = pdk_output_write(output, parts[i].from, (size_t)(parts[i].end - parts[i].from), error);
        pdk_trim(parts[i].document);
    }
    return status == PDK_OK ? pdk_vcr_cut_back(last->state, &kept, output, error) : status;
}
