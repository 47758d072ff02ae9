/* Contacts, impacts and what else goes wrong, as JSON. */
#include "synth/truth_parts.h"

static void put_place(pdk_truth *w, double distance, double x, double y, double z)
{
    pdk_member_number(&w->json, "distance", distance);
    pdk_member_number(&w->json, "x", x);
    pdk_member_number(&w->json, "y", y);
    pdk_member_number(&w->json, "z", z);
}

/* What a car does at a moment, or for a while: the members that all such things have. */
static void begin_moment(pdk_truth *w, uint32_t car, double time)
{
    pdk_json_begin(&w->json, '{');
    pdk_truth_put_slot(w, "slot", car);
    pdk_member_number(&w->json, "time", time);
}

static void begin_span(pdk_truth *w, uint32_t car, uint32_t lap, double start, double end)
{
    pdk_json_begin(&w->json, '{');
    pdk_truth_put_slot(w, "slot", car);
    pdk_member_natural(&w->json, "lap", lap);
    pdk_member_number(&w->json, "time", start);
    pdk_truth_put_if(&w->json, "end_time", end);
}

static void put_party(pdk_truth *w, const pdk_log_party *party)
{
    pdk_json *json = &w->json;
    pdk_json_begin(json, '{');
    pdk_truth_put_slot(w, "slot", party->car);
    pdk_member_number(json, "speed_before", party->speed_before);
    pdk_member_number(json, "speed_after", party->speed_after);
    pdk_member_numbers(json, "velocity_change", party->velocity_change, 2);
    pdk_member_number(json, "heading_change", party->heading_change);
    pdk_member_number(json, "turn_rate_change", party->turn_rate_change);
    pdk_member_boolean(json, "behind", party->behind);
    pdk_json_end(json, '}');
}

static void put_contacts(pdk_truth *w, bool walls)
{
    pdk_json *json = &w->json;
    pdk_member_begin(json, walls ? "impacts" : "contacts", '[');
    for (size_t i = 0; i < w->log->contacts.count; i++) {
        const pdk_log_contact *row = PDK_LOG_AT(pdk_log_contact, w->log->contacts, i);
        if (row->with_wall != walls) continue;
        pdk_json_begin(json, '{');
        pdk_member_number(json, "time", row->time);
        pdk_member_natural(json, "lap", row->lap);
        put_place(w, row->distance, row->x, row->y, row->z);
        pdk_member_number(json, "offset", row->offset);
        if (!walls) pdk_member_text(json, "kind", row->side ? "side" : "rear");
        pdk_member_number(json, "closing_speed", row->closing_speed);
        if (!walls) pdk_member_number(json, "approach_speed", row->approach_speed);
        pdk_member_number(json, "normal_speed", row->normal_speed);
        pdk_member_number(json, "relative_speed", row->relative_speed);
        pdk_member_begin(json, "parties", '[');
        put_party(w, &row->parties[0]);
        if (!walls) put_party(w, &row->parties[1]);
        pdk_json_end(json, ']');
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_spins(pdk_truth *w)
{
    pdk_json *json = &w->json;
    pdk_member_begin(json, "spins", '[');
    for (size_t i = 0; i < w->log->spins.count; i++) {
        const pdk_log_spin *row = PDK_LOG_AT(pdk_log_spin, w->log->spins, i);
        begin_span(w, row->car, row->lap, row->start, row->end);
        pdk_member_number(json, "stopped_duration", row->stopped);
        pdk_member_number(json, "turned", row->turned);
        put_place(w, row->distance, row->x, row->y, row->z);
        pdk_member_boolean(json, "after_contact", row->touched);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    pdk_member_begin(json, "excursions", '[');
    for (size_t i = 0; i < w->log->excursions.count; i++) {
        const pdk_log_excursion *row = PDK_LOG_AT(pdk_log_excursion, w->log->excursions, i);
        begin_span(w, row->car, row->lap, row->start, row->end);
        pdk_member_number(json, "farthest", row->farthest);
        put_place(w, row->distance, row->x, row->y, row->z);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_lock_ups(pdk_truth *w)
{
    pdk_json *json = &w->json;
    pdk_member_begin(json, "lock_ups", '[');
    for (size_t i = 0; i < w->log->lock_ups.count; i++) {
        const pdk_log_lock_up *row = PDK_LOG_AT(pdk_log_lock_up, w->log->lock_ups, i);
        begin_span(w, row->car, row->lap, row->start, row->end);
        pdk_member_text(json, "wheel", row->right ? "front_right" : "front_left");
        put_place(w, row->distance, row->x, row->y, row->z);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_moments(pdk_truth *w)
{
    pdk_json *json = &w->json;
    pdk_member_begin(json, "jumps", '[');
    for (size_t i = 0; i < w->log->jumps.count; i++) {
        const pdk_log_jump *row = PDK_LOG_AT(pdk_log_jump, w->log->jumps, i);
        begin_moment(w, row->car, row->time);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    pdk_member_begin(json, "driver_changes", '[');
    for (size_t i = 0; i < w->log->changes.count; i++) {
        const pdk_log_change *row = PDK_LOG_AT(pdk_log_change, w->log->changes, i);
        begin_moment(w, row->car, row->time);
        pdk_truth_put_name(w, "name", row->car, 1);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

/* What the game says, and what broke. */
static void put_notices(pdk_truth *w)
{
    static const char *const kinds[] = { "dnf", "dnf_taken_back", "disqualified", "kicked" };
    static const char *const parts[] = { "front left wheel", "front right wheel", "rear left wheel", "rear right wheel",
                                         "front wing",       "rear wing",         "debris",          "engine",
                                         "suspension" };
    pdk_json *json = &w->json;
    pdk_member_begin(json, "notices", '[');
    for (size_t i = 0; i < w->log->notices.count; i++) {
        const pdk_log_notice *row = PDK_LOG_AT(pdk_log_notice, w->log->notices, i);
        begin_moment(w, row->car, row->time);
        pdk_member_text(json, "kind", kinds[row->kind]);
        pdk_member_boolean(json, "true", row->is_true);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    pdk_member_begin(json, "damage", '[');
    for (size_t i = 0; i < w->log->damages.count; i++) {
        const pdk_log_damage *row = PDK_LOG_AT(pdk_log_damage, w->log->damages, i);
        begin_moment(w, row->car, row->time);
        pdk_member_text(json, "part", parts[row->part]);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

void pdk_truth_put_incidents(pdk_truth *w)
{
    put_contacts(w, false);
    put_contacts(w, true);
    put_spins(w);
    if (w->file->lock_ups) put_lock_ups(w);
    put_moments(w);
    put_notices(w);
}
