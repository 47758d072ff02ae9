/* The full check: every slice and event once, each kind of trouble reported once with its first place and its number.
 */
#include <math.h>
#include <stdio.h>

#include "format/vcr/vcr_session.h"
#include "model/plausible_times.h"

/* One kind of trouble. */
typedef struct tally {
    uint64_t count, offset, slice, event;
} tally;

typedef struct checker {
    const pdk_vcr_state *state;
    tally times, drivers, sizes, numbers, places, sessions, orders, crossings, lap_times, rains;
    float last_time, slice_time;
    uint64_t event; /* within its slice */
    uint64_t slice;
    int64_t session; /* as the session byte has it; -1 = unknown */
    const pdk_field *session_field;
} checker;

static void note(const checker *check, tally *kind, uint64_t offset)
{
    if (kind->count++ > 0) return;
    kind->offset = offset;
    kind->slice = check->slice;
    kind->event = check->event;
}

static void check_time(checker *check, uint64_t at)
{
    float time = pdk_load_f32(check->state->shape.bytes.data + at);
    if (!isfinite(time) || time < check->last_time) note(check, &check->times, at);
    if (isfinite(time)) check->last_time = time;
    check->slice_time = time;
}

/* What a checkpoint stores, by itself: whether lap times fit the clock is seen when all are there. */
static void check_checkpoint(checker *check, uint32_t header, uint64_t at)
{
    const pdk_record *record = pdk_vcr_record_of(check->state, header);
    const uint8_t *payload = check->state->shape.bytes.data + at;
    const pdk_field *lap_time = pdk_record_field(record, "lap_time"),
                    *exact = pdk_record_field(record, "crossing_time");
    if (!isfinite(pdk_get_f64(lap_time, 0, payload))) note(check, &check->lap_times, at + lap_time->offset);
    double shift = fabs(pdk_get_f64(exact, 0, payload) - (double)check->slice_time);
    if (isfinite(check->slice_time) && !(shift <= PDK_VCR_MAX_SHIFT))
        note(check, &check->crossings, at + exact->offset);
}

static void check_pose(checker *check, uint64_t at, uint32_t size)
{
    const uint8_t *tail = check->state->shape.bytes.data + at + size - 24;
    for (uint32_t i = 0; i < 6; i++) {
        float value = pdk_load_f32(tail + 4 * i);
        if (!isfinite(value)) note(check, &check->numbers, at + size - 24 + 4 * i);
        else if (i < 3 && fabsf(value) > 1e5f) note(check, &check->places, at + size - 24 + 4 * i);
    }
}

/* The rain of L is one value, stored nine times as three equal bytes and a 0 wherever it was seen. */
static void check_weather(checker *check, uint64_t at)
{
    const uint8_t *rain = check->state->shape.bytes.data + at + PDK_VCR_L_RAIN_AT;
    for (unsigned place = 1; place < PDK_VCR_L_RAIN_PLACES; place++) {
        const uint8_t *here = rain + (size_t)place * PDK_VCR_L_RAIN_STEP;
        if (here[0] == rain[0]) continue;
        note(check, &check->rains, (uint64_t)(here - check->state->shape.bytes.data));
        return;
    }
}

/* A class and type somebody has described, in a size nobody has. In L one type has many unrelated sizes: nothing
 * follows. */
static bool has_strange_size(const pdk_vcr_shape *shape, uint32_t dialect, uint32_t header)
{
    uint32_t key = pdk_vcr_class(shape, header) * PDK_VCR_TYPES + pdk_vcr_type(shape, header);
    return dialect != PDK_VCR_L && shape->pages[key] != 0;
}

static void check_event(checker *check, uint64_t at)
{
    const pdk_vcr_state *state = check->state;
    const pdk_vcr_shape *shape = &state->shape;
    const uint8_t *event = shape->bytes.data + at;
    uint32_t header = pdk_load_u32(event), size = pdk_vcr_size(shape, header);
    uint8_t driver = (uint8_t)header;
    pdk_vcr_table table = pdk_vcr_table_at(shape, header);
    if (driver != PDK_VCR_NOBODY && !state->head->slots[driver]) note(check, &check->drivers, at);
    if (table == PDK_VCR_NONE && has_strange_size(shape, state->layout->dialect, header)) {
        note(check, &check->sizes, at);
    }
    if (table == PDK_VCR_POSES) check_pose(check, at + shape->event_head, size);
    if (table == PDK_VCR_CHECKPOINTS) check_checkpoint(check, header, at + shape->event_head);
    if (table == PDK_VCR_WEATHER && state->layout->dialect == PDK_VCR_L) check_weather(check, at + shape->event_head);
    if (table == PDK_VCR_RUNNING_ORDER && state->layout->dialect != PDK_VCR_R1 &&
        event[shape->event_head] != size - shape->order_head) {
        note(check, &check->orders, at);
    }
    if (check->session >= 0 && pdk_get_i64(check->session_field, 0, event) != check->session) {
        note(check, &check->sessions, at);
    }
}

/* L marks itself by the highest bit of the word after the tag; the versions of R1 and R2 are small numbers. */
static void check_version(const pdk_document *document, pdk_report *report)
{
    const pdk_vcr_state *state = document->state;
    const uint8_t *tag = document->content.data + state->head->tag_at;
    const pdk_field *field = pdk_record_field(&pdk_vcr_tag, "version");
    double version = pdk_get_f64(field, 0, tag);
    bool marked = (pdk_get_i64(pdk_record_field(&pdk_vcr_tag, "format_word"), 0, tag) & 0x80000000) != 0;
    if (state->layout->dialect == PDK_VCR_L ? marked : version > 0 && version < 100) return;
    pdk_report_finding(report, PDK_WARNING, "vcr.version", state->head->tag_at + field->offset, "vcr.tag.version",
                       "the version %g does not fit the layout, which was chosen by the bytes after it", version);
}

static void walk(checker *check, pdk_report *report)
{
    const pdk_vcr_shape *shape = &check->state->shape;
    uint64_t at = shape->begin, end = pdk_vcr_end(check->state)->at;
    for (check->slice = 0; at < end && !report->stopped; check->slice++) {
        uint32_t left = pdk_vcr_event_count(shape, at);
        uint64_t begin = at;
        check_time(check, at);
        at += shape->slice_head;
        for (check->event = 0; check->event < left; check->event++) {
            check_event(check, at);
            at += shape->event_head + pdk_vcr_size(shape, pdk_load_u32(shape->bytes.data + at));
        }
        pdk_report_walked(report, at - begin);
    }
}

static void report_tally(pdk_report *report, const tally *kind, pdk_severity severity, const char *code, bool is_slice,
                         const char *what)
{
    if (kind->count == 0 || report->stopped) return;
    char where[80];
    size_t length = (size_t)snprintf(where, sizeof where, "vcr.slice[%llu]", (unsigned long long)kind->slice);
    if (!is_slice) snprintf(where + length, sizeof where - length, ".event[%llu]", (unsigned long long)kind->event);
    pdk_report_finding(report, severity, code, kind->offset, where, "%llu %s; this is the first",
                       (unsigned long long)kind->count, what);
}

/* Stored lap times that cannot be true, the first of them with its reason. */
static pdk_status check_lap_times(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    pdk_memory memory;
    pdk_memory_init(&memory, &document->memory.allocator, document->memory.limit);
    pdk_vcr_gathering to = { .document = document, .state = document->state, .memory = &memory, .error = error };
    pdk_session_crossing *first = NULL;
    uint64_t count = 0;
    pdk_status status = pdk_vcr_gather_lines(&to);
    pdk_session_crossing *crossings = to.crossings.items;
    for (size_t i = 0; i < to.crossings.count && status == PDK_OK; i++) {
        if (crossings[i].fault == PDK_TIME_SOUND || crossings[i].fault == PDK_TIME_NO_NUMBER) continue;
        if (first == NULL || crossings[i].row < first->row) first = &crossings[i];
        count++;
    }
    if (first != NULL) {
        const pdk_vcr_shape *shape = &to.state->shape;
        pdk_row row;
        pdk_vcr_index_rows(shape, &to.state->index, PDK_VCR_CHECKPOINTS, first->row, 1, &row);
        char where[48];
        snprintf(where, sizeof where, "vcr.checkpoint[%llu].lap_time", (unsigned long long)first->row);
        pdk_report_finding(report, PDK_WARNING, "vcr.checkpoint.lap_time",
                           (uint64_t)(row.at - shape->bytes.data) + shape->event_head, where,
                           "%llu lap times cannot be true, so no answer uses them; the first %s",
                           (unsigned long long)count, pdk_time_fault_text(first->fault));
    }
    pdk_memory_destroy(&memory);
    return status;
}

pdk_status pdk_vcr_check(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    const pdk_vcr_state *state = document->state;
    checker check = { .state = state,
                      .last_time = -INFINITY,
                      .session = -1,
                      .session_field = pdk_record_field(state->layout->event, "session") };
    if (state->head->has_info) {
        const pdk_place *byte = pdk_vcr_place_of(state->layout->info, state->head->info, "session_byte");
        check.session = pdk_get_i64(&state->layout->session->fields[0], 0, document->content.data + byte->offset);
    }
    check_version(document, report);
    walk(&check, report);
    report_tally(report, &check.times, PDK_WARNING, "vcr.slice.time", true,
                 "slice times are earlier than the one before, or not numbers");
    report_tally(report, &check.drivers, PDK_WARNING, "vcr.event.driver", false,
                 "events belong to a driver who is not in the list");
    report_tally(report, &check.sizes, PDK_NOTE, "vcr.event.size", false,
                 "events of a known class and type have an undocumented size; they are only in the table events");
    report_tally(report, &check.numbers, PDK_ERROR, "vcr.pose.number", false,
                 "coordinates or angles of poses are not numbers");
    report_tally(report, &check.places, PDK_WARNING, "vcr.pose.place", false,
                 "coordinates of poses are more than 100 km from the origin");
    report_tally(report, &check.orders, PDK_WARNING, "vcr.order.count", false,
                 "running orders give another number of cars than they hold");
    report_tally(report, &check.sessions, PDK_NOTE, "vcr.event.session", false,
                 "events name another session than the session byte; that reading of their bits is a guess");
    report_tally(
        report, &check.rains, PDK_NOTE, "vcr.weather.rain", false,
        "weather reports have different rain at nine places, which we have not seen before; the table has the first");
    report_tally(report, &check.lap_times, PDK_ERROR, "vcr.checkpoint.number", false, "lap times are not numbers");
    report_tally(report, &check.crossings, PDK_WARNING, "vcr.checkpoint.time", false,
                 "times of crossings are more than 2.5 s from the slice that holds them, so the slice's is used");
    return report->stopped ? PDK_OK : check_lap_times(document, report, error);
}
