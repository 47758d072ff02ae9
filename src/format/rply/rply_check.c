/* The full check: every frame and every command. */
#include <math.h>
#include <stdio.h>

#include "format/rply/rply_walk.h"

typedef struct frame_checker {
    pdk_report *report;
    const pdk_rply *replay;
    uint64_t frame;
    const char *part; /* of the command being checked, as in "rply.frame[17].state.x" */
    uint32_t element; /* wheel, for the arrays; UINT32_MAX = none */
} frame_checker;

static void place(const frame_checker *checker, const char *field, char where[80])
{
    char wheel[16] = "";
    const char *part = checker->part;
    if (checker->element != UINT32_MAX) snprintf(wheel, sizeof wheel, "[%u]", (unsigned)checker->element);
    snprintf(where, 80, "rply.frame[%llu]%s%s%s%s%s", (unsigned long long)checker->frame, part[0] != '\0' ? "." : "",
             part, field[0] != '\0' ? "." : "", field, wheel);
}

static void find(frame_checker *checker, pdk_severity severity, const char *code, const uint8_t *at, const char *field,
                 const char *message)
{
    char where[80];
    place(checker, field, where);
    pdk_report_finding(checker->report, severity, code, (uint64_t)(at - checker->replay->bytes.data), where, "%s",
                       message);
}

static bool report_range(void *user, uint64_t index, const pdk_field *field, uint32_t element, uint64_t offset,
                         double value)
{
    frame_checker *checker = user;
    char message[160];
    const char *unit = field->unit != NULL ? field->unit : "";
    const uint8_t *at = checker->replay->bytes.data + offset;
    (void)index;
    (void)element;
    if (!isfinite(value)) {
        snprintf(message, sizeof message, "%s is not a number", field->name);
        find(checker, PDK_ERROR, "rply.nan", at, field->name, message);
    } else if (pdk_field_is_plain(field) && field->storage != PDK_RAW_F32) {
        snprintf(message, sizeof message, "%s is %g, outside %g to %g", field->name, value, field->minimum,
                 field->maximum);
        find(checker, PDK_WARNING, "rply.index", at, field->name, message);
    } else {
        snprintf(message, sizeof message, "%s is %g %s, outside %g to %g", field->name, value, unit, field->minimum,
                 field->maximum);
        find(checker, PDK_WARNING, "rply.range", at, field->name, message);
    }
    return !checker->report->stopped;
}

static void check_record(frame_checker *checker, const pdk_record *record, const uint8_t *at)
{
    pdk_record_check(record, at, (uint64_t)(at - checker->replay->bytes.data), report_range, checker);
}

static void check_orientation(frame_checker *checker, const uint8_t *state)
{
    double sum = 0;
    for (size_t i = 0; i < 4; i++)
        sum += (double)pdk_load_f32(state + PDK_RPLY_STATE_ORIENTATION + 4 * i) *
               (double)pdk_load_f32(state + PDK_RPLY_STATE_ORIENTATION + 4 * i);
    if (!isfinite(sum) || fabs(sqrt(sum) - 1) <= 0.01) return; /* not a number is reported as such */
    char message[96];
    snprintf(message, sizeof message, "the orientation has length %g, not 1", sqrt(sum));
    find(checker, PDK_WARNING, "rply.orientation", state + 12, "orientation", message);
}

static void check_state(frame_checker *checker, const pdk_rply_walk *walk)
{
    const pdk_record *const arrays[] = { &pdk_rply_wheel_y, &pdk_rply_wheel_angle, &pdk_rply_wheel_speed };
    uint32_t wheels = checker->replay->wheels[walk->car];
    const uint8_t *at = walk->payload + pdk_rply_state.size;
    check_record(checker, &pdk_rply_state, walk->payload);
    check_orientation(checker, walk->payload);
    for (size_t array = 0; array < 3; array++) {
        for (uint32_t wheel = 0; wheel < wheels; wheel++, at += 4) {
            checker->element = wheel;
            check_record(checker, arrays[array], at);
        }
    }
    checker->element = UINT32_MAX;
    check_record(checker, checker->replay->state_end, at);
}

static void check_set_car(frame_checker *checker, const pdk_rply_walk *walk)
{
    const pdk_rply *replay = checker->replay;
    const pdk_rply_car *cars = replay->cars.items;
    uint16_t row = replay->row_of[walk->car];
    if (row != PDK_RPLY_NO_ROW && (cars[row].in_header || cars[row].name.size > 0)) return;
    char message[128];
    snprintf(message, sizeof message, "car %d is not in the header (%u cars), and no command adds it", (int)walk->car,
             (unsigned)replay->header_cars);
    find(checker, PDK_WARNING, "rply.car", walk->payload, "car", message);
}

static void check_command(frame_checker *checker, const pdk_rply_walk *walk)
{
    static const struct {
        const char *part;
        const pdk_record *record;
    } parts[PDK_RPLY_IDS] = {
        [PDK_RPLY_SET_CAR] = { "set_car", &pdk_rply_set_car },
        [PDK_RPLY_POSITION] = { "position", &pdk_rply_position },
        [PDK_RPLY_STATE] = { "state", NULL },
        [PDK_RPLY_SMOKE] = { "smoke", &pdk_rply_smoke },
        [PDK_RPLY_SKID_START] = { "skid_start", &pdk_rply_skid_strip },
        [PDK_RPLY_SKID_POINT] = { "skid_point", &pdk_rply_skid_point },
        [PDK_RPLY_SKID_END] = { "skid_end", &pdk_rply_skid_strip },
        [PDK_RPLY_CAR_ENTRY] = { "car_entry", &pdk_rply_car_entry },
    };
    const pdk_record *record = parts[walk->id].record;
    if (walk->id == PDK_RPLY_SKID_POINT && walk->size != record->size) record = &pdk_rply_skid_point_transparent;
    checker->part = parts[walk->id].part;
    if (record != NULL) check_record(checker, record, walk->payload);
    else check_state(checker, walk);
    if (walk->id == PDK_RPLY_SET_CAR) check_set_car(checker, walk);
}

static void check_head(frame_checker *checker, const uint8_t *frame, int32_t before)
{
    char message[128];
    int32_t time = pdk_rply_frame_time(frame);
    checker->part = "";
    check_record(checker, &pdk_rply_frame, frame);
    if (checker->frame > 0 && time <= before) {
        snprintf(message, sizeof message, "time goes from %d to %d ms: another recording may begin here", (int)before,
                 (int)time);
        find(checker, PDK_WARNING, "rply.time", frame + 2, "time", message);
    }
    if (pdk_rply_frame_size(frame) > INT16_MAX) {
        snprintf(message, sizeof message,
                 "a frame of %u bytes: Racer itself reads sizes as signed and cannot play this",
                 (unsigned)pdk_rply_frame_size(frame));
        find(checker, PDK_WARNING, "rply.frame.long", frame, "size", message);
    }
}

static void check_rest(frame_checker *checker, const pdk_rply_walk *walk)
{
    if (walk->stop == PDK_RPLY_DONE) return;
    char message[128];
    snprintf(message, sizeof message, "the last %u bytes of the frame cannot be read (id %u)",
             (unsigned)(walk->end - walk->next), walk->id);
    checker->part = "command";
    find(checker, PDK_NOTE, "rply.opaque", walk->next, "", message);
}

pdk_status pdk_rply_check(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    (void)error;
    const pdk_rply *replay = document->state;
    frame_checker checker = { .report = report, .replay = replay, .element = UINT32_MAX };
    int32_t before = 0;
    pdk_rply_cursor cursor = pdk_rply_enter(replay, 0);
    for (; cursor.frame < replay->frames && !report->stopped; pdk_rply_advance(&cursor)) {
        checker.frame = cursor.frame;
        check_head(&checker, cursor.at, before);
        before = pdk_rply_frame_time(cursor.at);
        pdk_rply_walk walk = pdk_rply_walk_frame(replay, cursor.at);
        while (!report->stopped && pdk_rply_walk_next(&walk)) check_command(&checker, &walk);
        check_rest(&checker, &walk);
        pdk_report_walked(report, pdk_rply_frame_size(cursor.at));
    }
    return PDK_OK;
}
