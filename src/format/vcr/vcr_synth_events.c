/* What happens in a session, as events of each dialect. A dialect that has no event for something stays silent. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/vcr/vcr_synth.h"
#include "model/document.h"

enum {
    L_LANE_CODE = 3,
    NOBODY = 255,
    RATE = PDK_VCR_SLICES_PER_SECOND,
    WALL_OBJECT = 112,
    LAST_LANE_CODE = 6,
    GARAGE_LANE_CODE = 4
};

static const double mirror_latest = 0.28; /* s: by then the other party of a contact has reported it, too */

static bool is(const pdk_vcr_reporter *t, uint32_t dialects)
{
    return (t->dialect & dialects) != 0;
}
static bool leaves_out(const pdk_vcr_reporter *t, unsigned what)
{
    return (t->without & what) != 0;
}
static unsigned slot_of(const pdk_vcr_reporter *t, uint32_t car)
{
    return car < PDK_SIM_WALL ? t->writer->variation->first_slot + car : NOBODY;
}

static void add_text(pdk_vcr_reporter *t, pdk_vcr_event_kind event, uint32_t head, const char *text,
                     const pdk_named_value *values)
{
    const pdk_record *record;
    size_t length = strlen(text);
    uint8_t *payload =
        pdk_vcr_add_known(t->writer, (pdk_vcr_event_kind){ event.driver, event.event_class, event.type, event.flag },
                          head + (uint32_t)length, &record);
    if (payload == NULL) return;
    if (values != NULL) pdk_put_values(record, payload, values);
    memcpy(payload + head, text, length);
}

/* ------------------------------------------------------------------------------------------------ the opening */

void pdk_vcr_begin_reports(pdk_vcr_reporter *reporter, pdk_vcr_writer *writer, pdk_sim_session *session,
                           const pdk_vcr_recording *recording)
{
    *reporter = (pdk_vcr_reporter){ .writer = writer,
                                    .session = session,
                                    .dialect = writer->variation->layout.dialect,
                                    .without = recording->without,
                                    .random = { pdk_sim_session_get_plan(session)->seed + 77 },
                                    .disc = 60,
                                    .energy = 1 };
    pdk_vcr_begin_fate(&reporter->fate, &recording->faults);
}

void pdk_vcr_report_opening(pdk_vcr_reporter *t)
{
    static const char *const names[] = { "Practice", "Qualify", "Race" };
    const pdk_sim_session_plan *plan = pdk_sim_session_get_plan(t->session);
    add_text(t, (pdk_vcr_event_kind){ NOBODY, 2, 19, 3 }, 0, names[plan->kind], NULL);
    const uint32_t *order;
    size_t count = pdk_sim_session_order(t->session, &order);
    for (uint32_t car = 0; car < plan->cars; car++) {
        for (size_t i = 0; i < count; i++) {
            if (order[i] == car) pdk_vcr_add_tyres(t->writer, slot_of(t, car), car);
        }
    }
    if (plan->kind != PDK_SIM_RACE || leaves_out(t, PDK_VCR_NO_START)) return;
    pdk_vcr_add_values(
        t->writer, (pdk_vcr_event_kind){ NOBODY, 3, 9, 3 }, 8,
        (const pdk_named_value[]){ { "start_time", plan->start }, { "end_time", plan->start + 5 }, { NULL, 0 } });
}

/* ---------------------------------------------------------------------------------------------------- driving */

static void report_count(pdk_vcr_reporter *t, uint32_t count)
{
    if (leaves_out(t, PDK_VCR_NO_START)) return;
    pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ NOBODY, 1, 23, 0 }, 4, "count", count);
    pdk_vcr_add_lights(t->writer, (int)count);
}

static void report_crossing(pdk_vcr_reporter *t, const pdk_sim_session_event *event)
{
    if (leaves_out(t, PDK_VCR_NO_CROSSINGS)) return;
    uint32_t size = is(t, PDK_VCR_R1) ? 10 : is(t, PDK_VCR_R2) ? 11 : 21;
    uint32_t lap = event->lap - 1; /* stored from 0 */
    pdk_vcr_add_values(t->writer, (pdk_vcr_event_kind){ slot_of(t, event->car), 3, 6, 3 }, size,
                       (const pdk_named_value[]){ { "lap_time", event->value },
                                                  { "crossing_time", event->time },
                                                  { "lap", is(t, PDK_VCR_L) ? lap : lap & 255 },
                                                  { "sector", (event->sector + 1) % PDK_LOG_SECTORS },
                                                  { NULL, 0 } });
}

/* With damage, walls are recorded as an impact alone. */
static void report_wall(pdk_vcr_reporter *t, const pdk_sim_session_event *event)
{
    const pdk_record *record;
    (void)pdk_vcr_add_known(t->writer, (pdk_vcr_event_kind){ slot_of(t, event->car), 0, 4, 0 },
                            is(t, PDK_VCR_R2) ? 24 : 0, &record);
    if (is(t, PDK_VCR_L))
        pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ slot_of(t, event->car), 1, 6, 0 }, 10, "impact_time",
                          event->time);
}

/* Each party records its own magnitude. */
static void report_contact(pdk_vcr_reporter *t, const pdk_sim_session_event *event)
{
    if (leaves_out(t, PDK_VCR_NO_CONTACTS)) return;
    double strength = event->value * 300 * pdk_random_between(&t->random, 0.5, 1.5);
    unsigned other = event->other == PDK_SIM_WALL ? WALL_OBJECT : slot_of(t, event->other);
    if (event->other == PDK_SIM_WALL && (pdk_sim_session_get_plan(t->session)->with & PDK_SIM_DAMAGE) != 0) {
        report_wall(t, event);
        return;
    }
    pdk_vcr_add_values(
        t->writer, (pdk_vcr_event_kind){ slot_of(t, event->car), 2, 17, 0 }, is(t, PDK_VCR_L) ? 33 : 4,
        (const pdk_named_value[]){ { "other", other }, { is(t, PDK_VCR_L) ? "impact" : NULL, strength }, { NULL, 0 } });
    pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ slot_of(t, event->car), 1, 6, 0 }, 10, "impact_time",
                      event->time);
}

/* ------------------------------------------------------------------------------------------------------ the pits */

static void report_code(pdk_vcr_reporter *t, uint32_t car, uint32_t dialects, double code)
{
    if (!is(t, dialects) || leaves_out(t, PDK_VCR_NO_PIT)) return;
    if (is(t, PDK_VCR_R1))
        pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ slot_of(t, car), 5, 1, 0 }, 1, "code", code);
    else pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ slot_of(t, car), 5, 2, 0 }, 1, "code", code);
}

static void report_service(pdk_vcr_reporter *t, const pdk_sim_session_event *event)
{
    if (event->car == 0) t->wants_pit = false;
    if (leaves_out(t, PDK_VCR_NO_PIT)) return;
    report_code(t, event->car, PDK_VCR_R1, 5);
    pdk_vcr_add_values(t->writer, (pdk_vcr_event_kind){ slot_of(t, event->car), 5, 2, 0 }, 6,
                       (const pdk_named_value[]){
                           { "code", is(t, PDK_VCR_L) ? 37 : 36 }, { "fuel_added", event->value }, { NULL, 0 } });
    bool is_race = pdk_sim_session_get_plan(t->session)->kind == PDK_SIM_RACE;
    if (is_race && event->car % 2 == 0)
        report_code(t, event->car, PDK_VCR_L, 21); /* out of the box after a long stop */
    pdk_vcr_add_tyres(t->writer, slot_of(t, event->car), event->car);
}

/* Of L one number is known, which says nothing about the garage. */
static void report_l_lane(pdk_vcr_reporter *t, uint32_t car)
{
    if (is(t, PDK_VCR_L))
        pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ slot_of(t, car), 3, 49, 3 }, 1, "lane", L_LANE_CODE);
}

/* R1's codes are not known: ours count up. */
static void report_pit(pdk_vcr_reporter *t, const pdk_sim_session_event *event)
{
    uint32_t car = event->car, r1_code = (uint32_t)(event->kind - PDK_EVENT_PIT_WANTED) + 2;
    bool joins = !leaves_out(t, PDK_VCR_NO_JOINS), pit = !leaves_out(t, PDK_VCR_NO_PIT);
    bool is_race = pdk_sim_session_get_plan(t->session)->kind == PDK_SIM_RACE;
    unsigned flag = is(t, PDK_VCR_L) ? 3 : 0; /* L's readers choose by it; what R2 writes is not known */
    if (event->kind != PDK_EVENT_PIT_SERVED) report_code(t, car, PDK_VCR_R1, r1_code);
    switch (event->kind) {
    case PDK_EVENT_PIT_WANTED:
        if (car == 0) t->wants_pit = true;
        report_code(t, car, PDK_VCR_R2 | PDK_VCR_L, 33);
        return;
    case PDK_EVENT_PIT_ENTERED: report_code(t, car, PDK_VCR_R2 | PDK_VCR_L, 34); return;
    case PDK_EVENT_PIT_STOPPED:
        report_code(t, car, PDK_VCR_L, 18);
        report_code(t, car, PDK_VCR_L, 20);
        report_code(t, car, PDK_VCR_R2 | PDK_VCR_L, 35);
        report_code(t, car, PDK_VCR_L, 36);
        if (pit && is_race) report_l_lane(t, car);
        return;
    case PDK_EVENT_PIT_SERVED: report_service(t, event); return;
    case PDK_EVENT_PIT_LEFT:
        report_code(t, car, PDK_VCR_R2, 32);
        report_code(t, car, PDK_VCR_L, event->number != 0 ? 16 : 32);
        return;
    case PDK_EVENT_GARAGE_LEFT:
        report_code(t, car, PDK_VCR_R2, 1);
        if (pit)
            pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ slot_of(t, car), 1, 7, 0 }, 4, "garage_time",
                              event->time);
        return;
    default: /* put into the garage */
        if (joins) pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ slot_of(t, car), 3, 15, flag }, 5, "escape", 1);
        report_code(t, car, PDK_VCR_R2, 0);
        if (!is_race) report_code(t, car, PDK_VCR_L, 21);
        if (pit)
            pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ slot_of(t, car), 1, 7, 0 }, 4, "garage_time",
                              event->time);
        if (joins && is(t, PDK_VCR_R2))
            pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ slot_of(t, car), 3, 49, flag }, 1, "lane",
                              GARAGE_LANE_CODE);
        if (pit && !is_race) report_l_lane(t, car);
        return;
    }
}

/* -------------------------------------------------------------------------------------------------- officials */

static void report_penalty(pdk_vcr_reporter *t, const pdk_sim_session_event *event)
{
    if (leaves_out(t, PDK_VCR_NO_PENALTIES)) return;
    bool out = event->kind == PDK_EVENT_DISQUALIFIED, time = event->penalty == PDK_LOG_PENALTY_TIME;
    char text[64] = "Drive through: avoidable contact";
    if (time) snprintf(text, sizeof text, "Time penalty: %u seconds: avoidable contact", (unsigned)event->number);
    if (out) snprintf(text, sizeof text, "Disqualified: dangerous driving");
    double kind = time ? 3 : 1;
    if (is(t, PDK_VCR_L)) {
        if (out) { /* no event of L says this but the one for track limits */
            pdk_vcr_add_values(t->writer, (pdk_vcr_event_kind){ slot_of(t, event->car), 2, 28, 3 }, 4,
                               (const pdk_named_value[]){ { "warning_points", 4 },
                                                          { "points", 8 },
                                                          { "resolution", 0 },
                                                          { "lap", event->lap },
                                                          { NULL, 0 } });
            return;
        }
        add_text(t, (pdk_vcr_event_kind){ slot_of(t, event->car), 2, 5, 3 }, 2, text,
                 (const pdk_named_value[]){ { "penalty", kind }, { "penalty_time", event->number }, { NULL, 0 } });
        return;
    }
    uint32_t start = t->writer->variation->penalty_text_at_2 ? 2 : 3;
    add_text(t, (pdk_vcr_event_kind){ slot_of(t, event->car), 2, 5, 3 }, start, text,
             (const pdk_named_value[]){ { "penalty", out ? 2 : kind }, { NULL, 0 } });
}

static void tell_track_limits(pdk_vcr_reporter *t, const pdk_sim_session_event *event)
{
    if (leaves_out(t, PDK_VCR_NO_PENALTIES)) return;
    if (is(t, PDK_VCR_L)) {
        pdk_vcr_add_values(
            t->writer, (pdk_vcr_event_kind){ slot_of(t, event->car), 2, 28, 3 }, 4,
            (const pdk_named_value[]){
                { "warning_points", 4 }, { "points", 1 }, { "resolution", 7 }, { "lap", event->lap }, { NULL, 0 } });
    } else {
        const pdk_record *record;
        (void)pdk_vcr_add_known(t->writer, (pdk_vcr_event_kind){ slot_of(t, event->car), 2, 28, 3 }, 4,
                                &record); /* its bytes are not known: zero */
    }
}

/* No published note says how the two names stand in this event: one after the other, each with its length before it. */
static void report_driver(pdk_vcr_reporter *t, const pdk_sim_session_event *event)
{
    static const char vehicle[] = "Paddock GT";
    if (leaves_out(t, PDK_VCR_NO_JOINS) || !is(t, PDK_VCR_R2)) return; /* of R1 only the number is known */
    char name[32];
    size_t length = strlen(pdk_sim_session_driver_name(t->session, name, event->car, 1)), other = sizeof vehicle - 1;
    uint8_t *payload = pdk_vcr_add_event(t->writer, slot_of(t, event->car), 3, 38, 3, (uint32_t)(2 + length + other));
    if (payload == NULL) return;
    payload[0] = (uint8_t)length;
    memcpy(payload + 1, name, length);
    payload[1 + length] = (uint8_t)other;
    memcpy(payload + 2 + length, vehicle, other);
}

static void report_formation(pdk_vcr_reporter *t, bool over)
{
    uint8_t slots[PDK_SIM_MOST_CARS];
    const uint32_t *order;
    size_t count = pdk_sim_session_order(t->session, &order);
    for (size_t i = 0; i < count; i++) slots[i] = (uint8_t)slot_of(t, order[i]);
    if (!leaves_out(t, PDK_VCR_NO_NOTICES)) pdk_vcr_report_formation(t->writer, slots, over ? 0 : count);
}

static void report(pdk_vcr_reporter *t, const pdk_sim_session_event *event)
{
    bool penalties = !leaves_out(t, PDK_VCR_NO_PENALTIES), joins = !leaves_out(t, PDK_VCR_NO_JOINS);
    switch (event->kind) {
    case PDK_EVENT_COUNT: report_count(t, event->number); return;
    case PDK_EVENT_GREEN: report_count(t, 0); return;
    case PDK_EVENT_FLAG: return;
    case PDK_EVENT_CROSSING: report_crossing(t, event); return;
    case PDK_EVENT_CONTACT: report_contact(t, event); return;
    case PDK_EVENT_PIT_WANTED:
    case PDK_EVENT_PIT_ENTERED:
    case PDK_EVENT_PIT_STOPPED:
    case PDK_EVENT_PIT_SERVED:
    case PDK_EVENT_PIT_LEFT:
    case PDK_EVENT_GARAGE_LEFT:
    case PDK_EVENT_GARAGE: report_pit(t, event); return;
    case PDK_EVENT_PENALTY:
    case PDK_EVENT_DISQUALIFIED: report_penalty(t, event); return;
    case PDK_EVENT_PENALTY_SERVED:
        if (penalties)
            pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ slot_of(t, event->car), 2, 7, 3 }, 1, "penalty", 1);
        return;
    case PDK_EVENT_PENALTY_REMOVED:
        if (penalties)
            pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ slot_of(t, event->car), 2, 8, 0 }, 1, "penalty", 1);
        return;
    case PDK_EVENT_TRACK_LIMITS: tell_track_limits(t, event); return;
    case PDK_EVENT_JOINED: pdk_vcr_add_tyres(t->writer, slot_of(t, event->car), event->car); return;
    case PDK_EVENT_LEFT:
        if (joins && is(t, PDK_VCR_R2))
            pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ slot_of(t, event->car), 3, 49, 3 }, 1, "lane",
                              LAST_LANE_CODE);
        return;
    case PDK_EVENT_DRIVER_CHANGED: report_driver(t, event); return;
    case PDK_EVENT_FORMATION: report_formation(t, event->number == 0); return;
    case PDK_EVENT_NOTICE:
    case PDK_EVENT_DAMAGE:
        if (!leaves_out(t, PDK_VCR_NO_NOTICES)) pdk_vcr_report_notice(t->writer, slot_of(t, event->car), event);
        return;
    }
}

/* -------------------------------------------------------------------------------------------------- in time */

static unsigned kind_of(pdk_sim_session_event_kind kind)
{
    switch (kind) {
    case PDK_EVENT_COUNT:
    case PDK_EVENT_GREEN: return PDK_VCR_NO_START;
    case PDK_EVENT_FLAG: break;
    case PDK_EVENT_CROSSING: return PDK_VCR_NO_CROSSINGS;
    case PDK_EVENT_CONTACT: return PDK_VCR_NO_CONTACTS;
    case PDK_EVENT_PIT_WANTED:
    case PDK_EVENT_PIT_ENTERED:
    case PDK_EVENT_PIT_STOPPED:
    case PDK_EVENT_PIT_SERVED:
    case PDK_EVENT_PIT_LEFT:
    case PDK_EVENT_GARAGE_LEFT: return PDK_VCR_NO_PIT;
    case PDK_EVENT_PENALTY:
    case PDK_EVENT_PENALTY_SERVED:
    case PDK_EVENT_PENALTY_REMOVED:
    case PDK_EVENT_DISQUALIFIED:
    case PDK_EVENT_TRACK_LIMITS: return PDK_VCR_NO_PENALTIES;
    case PDK_EVENT_GARAGE:
    case PDK_EVENT_JOINED:
    case PDK_EVENT_LEFT:
    case PDK_EVENT_DRIVER_CHANGED: return PDK_VCR_NO_JOINS;
    case PDK_EVENT_NOTICE:
    case PDK_EVENT_DAMAGE:
    case PDK_EVENT_FORMATION: return PDK_VCR_NO_NOTICES;
    }
    return 0;
}

/* The second party of a contact reports it somewhat later. */
static double mirror_wait(pdk_vcr_reporter *t, const pdk_sim_session_event *event)
{
    if (event->kind != PDK_EVENT_CONTACT || event->other == PDK_SIM_WALL || event->car < event->other) return 0;
    return leaves_out(t, PDK_VCR_NO_CONTACTS) ? 0 : pdk_random_between(&t->random, 0, mirror_latest);
}

static void take_event(pdk_vcr_reporter *t, const pdk_sim_session_event *event)
{
    if (pdk_vcr_loses(&t->fate, kind_of(event->kind))) return;
    double late = pdk_vcr_lateness(&t->fate, event), wait = mirror_wait(t, event) + late;
    pdk_sim_session_event stamped = *event;
    if (event->kind == PDK_EVENT_CONTACT) stamped.time += late; /* the game knows no better */
    if (wait < 1.0 / RATE || t->pending_count == PDK_VCR_MOST_PENDING) {
        report(t, &stamped);
        return;
    }
    t->pending[t->pending_count].due = event->time + wait;
    t->pending[t->pending_count++].event = stamped;
}

static void report_pending(pdk_vcr_reporter *t)
{
    size_t kept = 0;
    double now = pdk_sim_session_clock(t->session);
    for (size_t i = 0; i < t->pending_count; i++) {
        if (t->pending[i].due <= now) report(t, &t->pending[i].event);
        else t->pending[kept++] = t->pending[i];
    }
    t->pending_count = kept;
}

/* ------------------------------------------------------------------------------------------- every now and then */

static void report_order(pdk_vcr_reporter *t)
{
    static const double unexplained[5] = { -1, -1, -1, NAN, 64 };
    const uint32_t *order;
    size_t count = pdk_sim_session_order(t->session, &order);
    if (leaves_out(t, PDK_VCR_NO_ORDER) || count == 0) return;
    if (count == t->sent_count && memcmp(order, t->sent, count * sizeof *order) == 0) return;
    memcpy(t->sent, order, count * sizeof *order);
    t->sent_count = count;
    if (pdk_vcr_loses(&t->fate, PDK_VCR_NO_ORDER)) return;
    const pdk_record *record;
    bool old = is(t, PDK_VCR_R1);
    uint32_t head = old ? pdk_vcr_r1_order.size : pdk_vcr_order.size;
    uint8_t *payload = pdk_vcr_add_known(t->writer, (pdk_vcr_event_kind){ NOBODY, 3, old ? 5 : 48, 3 },
                                         head + (uint32_t)count, &record);
    if (payload == NULL) return;
    if (!old) pdk_put(record, payload, "car_count", (double)count);
    for (uint32_t i = 0; i < 5 && !old; i++) pdk_put_element(record, payload, "unknown_1", i, unexplained[i]);
    for (uint32_t i = 0; i < PDK_LOG_SECTORS && old; i++) {
        pdk_put_element(record, payload, "best_sectors", i, pdk_sim_session_best_sectors(t->session)[i]);
    }
    for (size_t i = 0; i < count; i++) payload[head + i] = (uint8_t)slot_of(t, order[i]);
}

/* Tyres that grow with the square of the speed. */
static void add_wheels(pdk_vcr_reporter *t)
{
    static const double front = 0.34975, rear = 0.3635, growth = 1.2e-6; /* m, m, m per (m/s)^2 */
    double speed = pdk_sim_session_car(t->session, 0, false)->speed, grown = growth * speed * speed;
    if (!pdk_sim_session_view_of(t->session, 0).present) return;
    pdk_vcr_add_values(t->writer, (pdk_vcr_event_kind){ slot_of(t, 0), 1, 24, 1 }, 40,
                       (const pdk_named_value[]){ { "front_left_tyre_radius", front + grown },
                                                  { "front_right_tyre_radius", front + grown },
                                                  { "rear_left_tyre_radius", rear + grown },
                                                  { "rear_right_tyre_radius", rear + grown },
                                                  { NULL, 0 } });
}

/* A sound at each change of gear. */
static void report_gear(pdk_vcr_reporter *t)
{
    enum { GEAR_UP = 52, GEAR_DOWN = 55 };
    if (!is(t, PDK_VCR_L) || !pdk_sim_session_view_of(t->session, 0).present) return;
    int gear = pdk_sim_session_car(t->session, 0, false)->gear;
    if (gear != t->gear && t->gear > 0 && gear > 0)
        pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ slot_of(t, 0), 1, 11, 1 }, 22, "sound",
                          gear > t->gear ? GEAR_UP : GEAR_DOWN);
    t->gear = gear;
}

/* Brakes of every car, and what L keeps for the local player only; it looks alive, no more. */
static void report_player(pdk_vcr_reporter *t)
{
    if (!is(t, PDK_VCR_L)) return;
    t->disc = fmin(fmax(t->disc + pdk_random_between(&t->random, -40, 42), 60), 800);
    t->energy = fmax(0, t->energy - 0.0002);
    for (uint32_t car = 0; car < pdk_sim_session_get_plan(t->session)->cars; car++) {
        if (!pdk_sim_session_view_of(t->session, car).present) continue;
        pdk_vcr_add_value(t->writer, (pdk_vcr_event_kind){ slot_of(t, car), 1, 15, 0 }, 24, "brake_temperature",
                          fmin(t->disc + 10 * car, 900));
    }
    pdk_vcr_add_values(t->writer, (pdk_vcr_event_kind){ slot_of(t, 0), 1, 51, 0 }, 3,
                       (const pdk_named_value[]){
                           { "virtual_energy", t->energy }, { "pit_request", t->wants_pit ? 8 : 0 }, { NULL, 0 } });
    add_wheels(t);
}

static uint64_t weather_pause(const pdk_vcr_reporter *t)
{
    return is(t, PDK_VCR_L) ? 2 * RATE : 12 * RATE;
}

bool pdk_vcr_has_reports(const pdk_vcr_reporter *t, uint64_t tick)
{
    if (pdk_sim_session_event_count(t->session) > 0 || tick % RATE == 0) return true;
    if (is(t, PDK_VCR_L) && tick % (RATE / 2) == 0) return true;
    for (size_t i = 0; i < t->pending_count; i++) {
        if (t->pending[i].due <= pdk_sim_session_clock(t->session)) return true;
    }
    return false;
}

void pdk_vcr_report_tick(pdk_vcr_reporter *t, uint64_t tick)
{
    for (size_t i = 0; i < pdk_sim_session_event_count(t->session); i++)
        take_event(t, pdk_sim_session_get_event(t->session, i));
    report_pending(t);
    if (tick % RATE == 0) report_order(t);
    if (tick % weather_pause(t) == 0) pdk_vcr_add_weather(t->writer, pdk_sim_session_clock(t->session));
    if (tick % (RATE / 2) == 0) report_player(t);
    report_gear(t);
}
