/* Events of the session besides crossings. All are rare, so each list is read whole. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "format/vcr/vcr_session.h"

static void *push(pdk_vcr_gathering *to, pdk_vector *list)
{
    void *place = pdk_vector_push(list);
    if (place == NULL) to->failed = true;
    return place;
}

/* ------------------------------------------------------------------------------------------------ pits */

/* What the codes of pit events say; those that only say "garage, in or out" say nothing that could be used. */
static bool pit_kind_of(double code, pdk_session_pit_kind *kind)
{
    static const struct {
        int code;
        pdk_session_pit_kind kind;
    } codes[] = { { 16, PDK_PIT_GARAGE_LEFT }, { 18, PDK_PIT_STOPPED }, { 20, PDK_PIT_SERVICE },
                  { 21, PDK_PIT_GARAGE },      { 32, PDK_PIT_LEFT },    { 33, PDK_PIT_REQUESTED },
                  { 34, PDK_PIT_ENTERED },     { 35, PDK_PIT_SERVICE }, { 36, PDK_PIT_SERVICE_END },
                  { 37, PDK_PIT_SERVICE_END } };
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        if (!(fabs(code - codes[i].code) < 0.5)) continue;
        *kind = codes[i].kind;
        return true;
    }
    return false;
}

enum { LANE_GARAGE = 4, LANE_REMOVED = 6, L_ON_JACKS = 36 };

static void take_pit(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    double time = row->values[0], slot = row->values[1], lane = row->values[3], escape = row->values[4];
    pdk_session_pit_kind kind = PDK_PIT_GARAGE;
    uint32_t dialect = to->state->layout->dialect;
    bool is_l = dialect == PDK_VCR_L; /* where the lane is always 3, and says nothing */
    bool to_garage = !is_l && lane >= LANE_GARAGE && lane <= LANE_REMOVED && lane != 5;
    if (!isfinite(time) || isnan(slot)) return;
    /* In R1 the codes have other, unknown meanings. */
    bool known = dialect != PDK_VCR_R1 && pit_kind_of(row->values[2], &kind);
    if (!known && !to_garage && isnan(escape)) return;
    if (is_l && fabs(row->values[2] - L_ON_JACKS) < 0.5) kind = PDK_PIT_SERVICE;
    pdk_session_pit *pit = push(to, &to->pits);
    if (pit != NULL) *pit = (pdk_session_pit){ time, (uint32_t)slot, kind };
    bool is_unsure = is_l && kind == PDK_PIT_GARAGE && (to->is_race || !known);
    pdk_vcr_unsure *unsure = pit != NULL && is_unsure ? push(to, &to->unsure) : NULL;
    if (unsure != NULL) *unsure = (pdk_vcr_unsure){ time, (uint32_t)slot, to->pits.count - 1, known, false };
}

/* -------------------------------------------------------------------------------------------- contacts */

static void take_contact(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    double time = row->values[0], slot = row->values[1], other = row->values[2];
    if (!isfinite(time) || isnan(slot)) return;
    pdk_session_contact *contact = push(to, &to->contacts);
    if (contact == NULL) return;
    *contact = (pdk_session_contact){
        .time = time, .slot = (uint32_t)slot, .other = PDK_SESSION_NONE, .magnitude = row->values[3]
    };
    if (isnan(other)) return;
    const char *object = pdk_vcr_object_name((unsigned)other);
    bool is_car = to->state->names[(uint8_t)other].size > 0 || object == NULL;
    if (is_car) contact->other = (uint32_t)other;
    else contact->object = (pdk_text){ object, strlen(object) };
}

/* ------------------------------------------------------------------------------------------- penalties */

static bool contains(pdk_text text, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= text.size; i++) {
        size_t k = 0;
        while (k < length && tolower((unsigned char)text.data[i + k]) == word[k]) k++;
        if (k == length) return true;
    }
    return false;
}

/* The number before "s", "sec" or "seconds" in a penalty's text; NaN = it has none. */
static double seconds_in(pdk_text text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (!isdigit((unsigned char)text.data[i])) continue;
        double number = 0;
        for (; i < text.size && isdigit((unsigned char)text.data[i]); i++) number = 10 * number + text.data[i] - '0';
        while (i < text.size && (text.data[i] == ' ' || text.data[i] == '-')) i++;
        if (i < text.size && tolower((unsigned char)text.data[i]) == 's') return number;
    }
    return NAN;
}

/* By what the text says, otherwise by the code. */
static pdk_session_penalty_kind penalty_kind_of(double code, pdk_text text)
{
    static const struct {
        const char *word;
        pdk_session_penalty_kind kind;
    } words[] = { { "disqualif", PDK_PENALTY_DISQUALIFIED },
                  { "drive through", PDK_PENALTY_DRIVE_THROUGH },
                  { "drive-through", PDK_PENALTY_DRIVE_THROUGH },
                  { "stop/go", PDK_PENALTY_STOP_AND_GO },
                  { "stop-go", PDK_PENALTY_STOP_AND_GO },
                  { "stop and go", PDK_PENALTY_STOP_AND_GO },
                  { "time penalty", PDK_PENALTY_TIME } };
    static const pdk_session_penalty_kind codes[] = { PDK_PENALTY_STOP_AND_GO, PDK_PENALTY_DRIVE_THROUGH,
                                                      PDK_PENALTY_OTHER, PDK_PENALTY_TIME };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (contains(text, words[i].word)) return words[i].kind;
    }
    return code >= 0 && code < 4 ? codes[(size_t)code] : PDK_PENALTY_OTHER;
}

static void take_penalty(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    double time = row->values[0], slot = row->values[1], seconds = row->values[3];
    pdk_text text = row->texts[0], step = row->texts[1];
    if (!isfinite(time) || isnan(slot)) return;
    pdk_session_penalty *penalty = push(to, &to->penalties);
    if (penalty == NULL) return;
    *penalty = (pdk_session_penalty){ .time = time,
                                      .slot = (uint32_t)slot,
                                      .kind = penalty_kind_of(row->values[2], text),
                                      .step = pdk_text_is(step, "penalty_served")    ? PDK_PENALTY_SERVED
                                              : pdk_text_is(step, "penalty_removed") ? PDK_PENALTY_REMOVED
                                                                                     : PDK_PENALTY_GIVEN,
                                      .seconds = NAN,
                                      .text = text };
    if (penalty->kind == PDK_PENALTY_TIME) penalty->seconds = seconds > 0 ? seconds : seconds_in(text);
}

/* L records what followed from breaking the limits; a disqualification is recorded nowhere else. */
static void take_cut(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    double time = row->values[0], slot = row->values[1];
    if (!isfinite(time) || isnan(slot)) return;
    pdk_session_cut *cut = push(to, &to->cuts);
    if (cut != NULL) *cut = (pdk_session_cut){ time, (uint32_t)slot };
    if (!pdk_text_is(row->texts[0], "disqualified")) return;
    pdk_session_penalty *penalty = push(to, &to->penalties);
    if (penalty == NULL) return;
    *penalty = (pdk_session_penalty){ .time = time,
                                      .slot = (uint32_t)slot,
                                      .kind = PDK_PENALTY_DISQUALIFIED,
                                      .step = PDK_PENALTY_GIVEN,
                                      .seconds = NAN,
                                      .text = { "track limits", sizeof "track limits" - 1 } };
}

/* ----------------------------------------------------------------------------------- orders and lights */

/* Slots go to one long list; the order keeps where its own begin, as a pointer that is settled at the end. */
static void take_place(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    double time = row->values[0], position = row->values[1], slot = row->values[2];
    if (!isfinite(time)) return;
    if (position < 1.5) {
        pdk_session_order *order = push(to, &to->orders);
        if (order != NULL) *order = (pdk_session_order){ .time = time };
    }
    if (isnan(slot) || to->orders.count == 0 || to->failed) return;
    uint32_t *place = push(to, &to->order_slots);
    if (place == NULL) return;
    *place = (uint32_t)slot;
    ((pdk_session_order *)to->orders.items)[to->orders.count - 1].count++;
}

static void settle_orders(pdk_vcr_gathering *to)
{
    const uint32_t *slots = to->order_slots.items;
    pdk_session_order *orders = to->orders.items;
    for (size_t i = 0; i < to->orders.count && slots != NULL; i++) {
        orders[i].slots = slots;
        slots += orders[i].count;
    }
}

static void add_start(pdk_vcr_gathering *to, double time)
{
    double *start = push(to, &to->starts);
    if (start != NULL) *start = time;
}

static void take_light(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    if (isfinite(row->values[0])) add_start(to, row->values[0]);
}

/* One that was over when the recording begins is no start that was recorded. */
static void add_recorded_start(pdk_vcr_gathering *to, double time)
{
    if (isfinite(time) && time >= pdk_vcr_first_time(to)) add_start(to, time);
}

/* A countdown ends when it says, not when it is recorded: a recording that begins later has the event at its
 * beginning. */
static void take_end_of_countdown(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    double time = row->values[0], left = row->values[1], end = row->values[2];
    if (isfinite(time) && isfinite(end)) add_recorded_start(to, end);
    else if (!(left > 0)) add_recorded_start(to, time);
}

/* Where its last step is not recorded: from the others, which are stamped up to a tick late. */
static void take_step_of_countdown(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    double time = row->values[0], left = row->values[1];
    if (left > 0) add_recorded_start(to, time + left);
}

pdk_status pdk_vcr_gather_starts(pdk_vcr_gathering *to)
{
    static const char *const light[] = { "time", NULL }, *const countdown[] = { "time", "count", "end_time", NULL };
    pdk_status status = pdk_vcr_each_row(to, "countdown", countdown, NULL, take_end_of_countdown);
    if (status == PDK_OK && to->starts.count == 0)
        status = pdk_vcr_each_row(to, "countdown", countdown, NULL, take_step_of_countdown);
    if (status == PDK_OK && to->starts.count == 0) status = pdk_vcr_each_row(to, "lights", light, NULL, take_light);
    return status;
}

pdk_status pdk_vcr_gather_events(pdk_vcr_gathering *to)
{
    static const char *const pit[] = { "time", "driver", "code", "lane", "escape", NULL };
    static const char *const contact[] = { "time", "driver", "other", "impact", NULL };
    static const char *const penalty[] = { "time", "driver", "penalty", "penalty_time", NULL };
    static const char *const penalty_texts[] = { "text", "kind", NULL };
    static const char *const cut[] = { "time", "driver", NULL };
    static const char *const cut_texts[] = { "resolution_name", NULL };
    static const char *const order[] = { "time", "position", "driver", NULL };
    pdk_status status = pdk_vcr_each_row(to, "pit", pit, NULL, take_pit);
    if (status == PDK_OK) status = pdk_vcr_each_row(to, "contacts", contact, NULL, take_contact);
    if (status == PDK_OK) status = pdk_vcr_each_row(to, "penalties", penalty, penalty_texts, take_penalty);
    if (status == PDK_OK) status = pdk_vcr_each_row(to, "track_limits", cut, cut_texts, take_cut);
    if (status == PDK_OK) status = pdk_vcr_each_row(to, "running_order", order, NULL, take_place);
    if (status == PDK_OK) status = pdk_vcr_gather_notices(to);
    if (status == PDK_OK) status = pdk_vcr_gather_starts(to);
    if (status == PDK_OK) settle_orders(to);
    return status;
}
