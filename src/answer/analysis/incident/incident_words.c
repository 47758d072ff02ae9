/* Incidents in sentences. Each clause says what was measured, and no more: a threshold that decides on a word is here.
 */
#include "analysis/incident/incident_words.h"

#include "analysis/incident/incident_damage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/shown.h"
#include "base/text.h"

static const double ran_into_from = 2 / 3.6; /* m/s of closing: below that nobody ran into anybody */
static const double beside_from = 1;         /* m of overlap */
static const double overlap_said = 0.5;      /* m */
static const double stood_from = 0.5;        /* s */
static const double pedal_said = 0.05;       /* share of a pedal's way */
static const double turned_from = 10;        /* degrees */
static const double skid_said = 0.05;        /* s */
static const double degrees = 57.29577951308232;

typedef struct telling {
    pdk_text_pool *pool;
    bool repeats; /* names stand for several slots */
    const pdk_found_incident *incident;
    const pdk_found_party *parties;
    const uint32_t *damage; /* of each party */
    int clauses;            /* of the sentence that is being made */
} telling;

static void say(telling *t, const char *words)
{
    pdk_pool_add(t->pool, words, strlen(words));
}

/* Before each clause of a list. */
static void begin_clause(telling *t, const char *between)
{
    if (t->clauses++ > 0) say(t, between);
}

static void say_kmh(telling *t, double speed)
{
    char text[PDK_TIME_SIZE];
    pdk_format_speed(text, speed, 0);
    pdk_pool_print(t->pool, "%s", text);
}

static bool is_yes(uint8_t value)
{
    return value == PDK_MAYBE_YES;
}

/* ------------------------------------------------------------------------------------------------------- who */

void pdk_put_party_name(pdk_text_pool *pool, const pdk_found_party *party, bool repeats)
{
    if (party->driver.data == NULL) {
        pdk_pool_print(pool, "slot %lu", (unsigned long)party->slot);
        return;
    }
    pdk_pool_add(pool, party->driver.data, party->driver.size);
    if (repeats) pdk_pool_print(pool, " (%lu)", (unsigned long)party->slot);
}

static void say_name(telling *t, uint32_t index)
{
    pdk_put_party_name(t->pool, &t->parties[index], t->repeats);
}

/* "A", "A and B", "A, B and C" */
static void say_names(telling *t, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        if (i > first) say(t, i + 1 == end ? " and " : ", ");
        say_name(t, i);
    }
}

/* ------------------------------------------------------------------------------------------------- a contact */

/* The two that touched first, one of whom was behind: parties 0 and 1. */
static bool has_rear_and_front(const telling *t)
{
    return t->incident->party_count >= 2 && t->parties[0].behind == PDK_MAYBE_YES &&
           t->parties[1].behind == PDK_MAYBE_NO;
}

static void say_closing(telling *t, double closing)
{
    if (!(closing * 3.6 >= 0.5)) return; /* 0 km/h is not closing */
    say(t, ", closing at ");
    say_kmh(t, closing);
}

static void say_contact(telling *t)
{
    const pdk_found_party *one = &t->parties[0];
    uint32_t count = t->incident->party_count;
    bool ran_into = has_rear_and_front(t) && one->closing_speed > ran_into_from && !(one->overlap >= beside_from);
    bool beside = count >= 2 && !ran_into && one->overlap >= beside_from;
    if (ran_into) {
        say_name(t, 0);
        say(t, " came from behind and ran into ");
        say_name(t, 1);
    } else {
        say_names(t, 0, count < 2 ? count : 2);
        say(t, beside ? " touched side by side" : " touched");
    }
    say_closing(t, count == 2 ? t->incident->closing_speed : one->closing_speed);
    if (count > 2) {
        say(t, "; ");
        say_names(t, 2, count);
        say(t, " touched them or each other");
    }
}

/* The two that touched first, when the first of them turned in. */
static void say_turn_in(telling *t)
{
    const pdk_found_party *one = &t->parties[0];
    if (t->incident->party_count < 2 || isnan(one->overlap_at_turn_in)) return;
    begin_clause(t, "; ");
    say(t, "at turn-in ");
    if (one->ahead_at_turn_in == PDK_MAYBE_UNKNOWN) say(t, "they were level");
    else {
        say_name(t, is_yes(one->ahead_at_turn_in) ? 0 : 1);
        say(t, " was ahead");
    }
    if (one->overlap_at_turn_in >= overlap_said)
        pdk_pool_print(t->pool, " with an overlap of %.1f m (%.0f %% of a car's length)", one->overlap_at_turn_in,
                       100 * one->overlap_share);
    else say(t, " without an overlap");
}

static void say_why_contact(telling *t)
{
    const pdk_found_party *one = &t->parties[0], *other = &t->parties[1];
    if (t->incident->party_count < 2) return;
    say_turn_in(t);
    if (has_rear_and_front(t)) {
        begin_clause(t, "; ");
        say(t, "half a second before the touch ");
        say_name(t, 1);
        say(t, " was ahead");
    }
    if (!isnan(one->overlap)) {
        begin_clause(t, "; ");
        if (one->overlap >= overlap_said)
            pdk_pool_print(t->pool, "they overlapped by %.1f m when they touched", one->overlap);
        else say(t, "one was behind the other, not alongside, when they touched");
    }
    if (isnan(one->speed_before) || isnan(other->speed_before)) return;
    begin_clause(t, "; ");
    say_name(t, 0);
    say(t, " was doing ");
    say_kmh(t, one->speed_before);
    say(t, ", ");
    say_name(t, 1);
    say(t, " ");
    say_kmh(t, other->speed_before);
}

/* -------------------------------------------------------------------------------------------------- one driver */

static void say_object(telling *t, pdk_text object)
{
    static const struct {
        const char *object, *words;
    } known[] = { { "cone", "a cone" },
                  { "post", "a post" },
                  { "sign", "a sign" },
                  { "wheel", "a loose wheel" },
                  { "wing", "a loose wing" },
                  { "wall", "a wall" },
                  { "immovable", "something that does not move" } };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (!pdk_text_is(object, known[i].object)) continue;
        say(t, known[i].words);
        return;
    }
    if (object.data == NULL) say(t, "something that is not a car");
    else pdk_pool_add(t->pool, object.data, object.size);
}

static void say_impact(telling *t)
{
    double change = t->incident->speed_change;
    say_names(t, 0, t->incident->party_count);
    say(t, " hit ");
    say_object(t, t->parties[0].object);
    if (isnan(change)) return;
    say(t, " and changed speed by ");
    say_kmh(t, fabs(change));
}

/* Without edges it is unknown where the track ends, only where others drove. */
static void say_excursion(telling *t)
{
    bool band = pdk_text_is(t->incident->judged_by, "band");
    say(t, band ? "beyond the line that others used" : "left the track");
    if (t->incident->party_count == 1 && !isnan(t->incident->beyond))
        pdk_pool_print(t->pool, " by %.1f m", t->incident->beyond);
}

const char *pdk_judge_in_words(pdk_text judged_by)
{
    if (pdk_text_is(judged_by, "band")) return "judged by the band of all laps and a metre on each side";
    if (pdk_text_is(judged_by, "track")) return "judged by the edges of the track that was given";
    return "the status that the game stores with each pose says so";
}

/* "lost its front wing, damaged its engine" */
static void say_damage(telling *t, uint32_t parts)
{
    parts = pdk_parts_said(parts);
    for (const pdk_damaged_part *part = pdk_damaged_parts; part->part != 0; part++) {
        if ((parts & part->part) == 0) continue;
        begin_clause(t, ", ");
        say(t, part->clause);
    }
}

static void say_why_damage(telling *t, uint32_t parts)
{
    if ((parts & PDK_PART_BY_EVENT) != 0) {
        begin_clause(t, "; ");
        say(t, "damage: an event says so");
    }
    if ((parts & PDK_PART_BY_BITS) == 0) return;
    begin_clause(t, "; ");
    say(t, "parts: bits of its poses changed, and that this means lost is a guess");
}

/* ------------------------------------------------------------------------------------------------ an incident */

static void say_what(telling *t)
{
    uint32_t count = t->incident->party_count;
    switch (t->incident->kind) {
    case PDK_INCIDENT_CONTACT: say_contact(t); return;
    case PDK_INCIDENT_IMPACT: say_impact(t); return;
    case PDK_INCIDENT_SPIN:
        say_names(t, 0, count);
        say(t, " spun");
        return;
    case PDK_INCIDENT_OFF_TRACK:
        say_names(t, 0, count);
        say(t, pdk_text_is(t->incident->judged_by, "band") ? " was " : " ");
        say_excursion(t);
        return;
    case PDK_INCIDENT_NEAR_MISS:
        say_names(t, 0, count);
        say(t, " came close and did not touch");
        say_closing(t, t->incident->closing_speed);
        return;
    case PDK_INCIDENT_UNSAFE_RETURN:
        say_name(t, 0);
        say(t, " came back in front of ");
        if (count > 1) say_names(t, 1, count);
        else say(t, "a faster car");
        return;
    case PDK_INCIDENT_LOCK_UP:
        say_names(t, 0, count);
        say(t, " locked up under braking");
        return;
    case PDK_INCIDENT_DAMAGE:
        say_names(t, 0, count);
        say(t, " ");
        say_damage(t, t->damage[0]);
        return;
    }
}

static void say_why(telling *t)
{
    switch (t->incident->kind) {
    case PDK_INCIDENT_CONTACT: say_why_contact(t); return;
    case PDK_INCIDENT_IMPACT:
        say(t, pdk_text_is(t->parties[0].object, "wall")
                   ? "the game recorded an impact, and no contact; that it was a wall is a guess"
                   : "the game recorded an impact there, and no contact with another car");
        return;
    case PDK_INCIDENT_SPIN: say(t, "the nose pointed a quarter turn or more away from where the car went"); return;
    case PDK_INCIDENT_OFF_TRACK: say(t, pdk_judge_in_words(t->incident->judged_by)); return;
    case PDK_INCIDENT_NEAR_MISS:
        say(t, "their outlines came nearer than half a metre, and no contact is recorded");
        return;
    case PDK_INCIDENT_UNSAFE_RETURN: say(t, "at most 30 m behind there was a car at least 3 m/s faster"); return;
    case PDK_INCIDENT_LOCK_UP: say(t, "the recording has a skid mark there, and the car lost speed meanwhile"); return;
    case PDK_INCIDENT_DAMAGE: say_why_damage(t, t->damage[0]); return;
    }
}

static pdk_text take_sentence(telling *t)
{
    if (t->pool->written.size > 0) say(t, ".");
    return pdk_pool_take(t->pool);
}

/* ---------------------------------------------------------------------------------------------------- a party */

static void say_speeds(telling *t, const pdk_found_party *party)
{
    if (isnan(party->speed_before)) return;
    begin_clause(t, ", ");
    say_kmh(t, party->speed_before);
    if (isnan(party->speed_after)) return;
    say(t, " to ");
    say_kmh(t, party->speed_after);
}

/* What the driver did right before a contact. */
static void say_pedals(telling *t, const pdk_found_party *party)
{
    bool touched = t->incident->kind == PDK_INCIDENT_CONTACT || t->incident->kind == PDK_INCIDENT_IMPACT;
    if (!touched || (isnan(party->throttle) && isnan(party->brake))) return;
    begin_clause(t, ", ");
    if (party->brake >= pedal_said) pdk_pool_print(t->pool, "with %.0f %% brake", 100 * party->brake);
    if (party->brake >= pedal_said && party->throttle >= pedal_said) say(t, " and ");
    else if (party->throttle >= pedal_said) say(t, "with ");
    if (party->throttle >= pedal_said) pdk_pool_print(t->pool, "%.0f %% throttle", 100 * party->throttle);
    if (!(party->brake >= pedal_said) && !(party->throttle >= pedal_said))
        say(t, isnan(party->brake) ? "off the throttle" : isnan(party->throttle) ? "off the brake" : "off both pedals");
}

/* Of a car that hit nobody and nothing its turn is that of the spin. An excursion may be as long as some bends, and
 * who brakes enters one: how far a car turned then says nothing. */
static void say_turn(telling *t, const pdk_found_party *party)
{
    double turned = party->heading_change * degrees;
    if (is_yes(party->spun)) {
        begin_clause(t, ", ");
        say(t, "spun");
        bool touched = t->incident->contacts != 0 && t->incident->contacts != UINT32_MAX;
        if (!touched && !isnan(turned)) pdk_pool_print(t->pool, " %.0f degrees", fabs(turned));
    } else if (fabs(turned) >= turned_from && t->incident->kind != PDK_INCIDENT_OFF_TRACK &&
               t->incident->kind != PDK_INCIDENT_LOCK_UP) {
        begin_clause(t, ", ");
        pdk_pool_print(t->pool, "turned %.0f degrees to the %s", fabs(turned), turned > 0 ? "left" : "right");
    }
}

/* When its tyres let go, by the mark they left. */
static void say_skid(telling *t, const pdk_found_party *party)
{
    double sooner = t->incident->time - party->skid_time;
    if (isnan(party->skid_time)) return;
    begin_clause(t, ", ");
    say(t, "left a skid mark");
    if (sooner >= skid_said) pdk_pool_print(t->pool, " from %.1f s before on", sooner);
}

static void say_places(telling *t, const pdk_found_party *party)
{
    long lost = party->positions_lost;
    if (party->positions_lost == INT32_MIN) return;
    begin_clause(t, ", ");
    if (lost == 0) pdk_pool_print(t->pool, "kept place %lu", (unsigned long)party->position_after);
    else
        pdk_pool_print(t->pool, "%s %ld place%s (%lu to %lu)", lost > 0 ? "lost" : "gained", labs(lost),
                       labs(lost) == 1 ? "" : "s", (unsigned long)party->position_before,
                       (unsigned long)party->position_after);
}

static void say_clause_if(telling *t, bool applies, const char *words)
{
    if (!applies) return;
    begin_clause(t, ", ");
    say(t, words);
}

static void say_party(telling *t, const pdk_found_party *party, uint32_t parts)
{
    say_clause_if(t, is_yes(party->behind), "was behind half a second before");
    say_speeds(t, party);
    say_pedals(t, party);
    say_turn(t, party);
    say_skid(t, party);
    if (is_yes(party->left_track)) {
        begin_clause(t, ", ");
        say_excursion(t);
    }
    say_damage(t, parts);
    say_clause_if(t, is_yes(party->unsafe_return), "came back in front of a faster car");
    if (party->stopped_duration >= stood_from) {
        begin_clause(t, ", ");
        pdk_pool_print(t->pool, "stood %.1f s", party->stopped_duration);
    }
    say_places(t, party);
    if (party->time_lost >= pdk_least_time_lost) {
        begin_clause(t, ", ");
        pdk_pool_print(t->pool, "lost %.1f s in this lap", party->time_lost);
    }
    say_clause_if(t, is_yes(party->retired), "retired");
}

static void say_why_party(telling *t, const pdk_found_party *party, uint32_t parts)
{
    if (is_yes(party->behind)) {
        begin_clause(t, "; ");
        say(t, "behind: half a second before the contact the other car was ahead");
    }
    if (is_yes(party->spun)) {
        begin_clause(t, "; ");
        say(t, "spun: its nose pointed a quarter turn or more away from where it went");
    }
    if (!isnan(party->skid_time)) {
        begin_clause(t, "; ");
        say(t, "skid mark: the recording has one that begins beside this car");
    }
    if (is_yes(party->left_track)) {
        begin_clause(t, "; ");
        say(t, "excursion: ");
        say(t, pdk_judge_in_words(t->incident->judged_by));
    }
    say_why_damage(t, parts);
    if (!is_yes(party->retired)) return;
    begin_clause(t, "; ");
    say(t, "retired: it stood still or was absent until the recording ended, and did not finish");
}

/* "front wing; engine" */
static pdk_text take_damage(telling *t, uint32_t parts)
{
    t->clauses = 0;
    for (const pdk_damaged_part *part = pdk_damaged_parts; part->part != 0; part++) {
        if ((parts & part->part) == 0) continue;
        begin_clause(t, "; ");
        say(t, part->name);
    }
    return pdk_pool_take(t->pool);
}

void pdk_put_incident_in_words(pdk_text_pool *pool, bool names_repeat, pdk_found_incident *incident,
                               pdk_found_party *parties, const uint32_t *damage)
{
    telling t = { .pool = pool, .repeats = names_repeat, .incident = incident, .parties = parties, .damage = damage };
    say_what(&t);
    incident->sentence = take_sentence(&t);
    t.clauses = 0;
    say_why(&t);
    incident->reason = take_sentence(&t);
    t.clauses = 0;
    if (incident->kind == PDK_INCIDENT_CONTACT) say_turn_in(&t);
    incident->positions_text = take_sentence(&t);
    for (uint32_t i = 0; i < incident->party_count; i++) {
        t.clauses = 0;
        say_party(&t, &parties[i], damage[i]);
        parties[i].sentence = take_sentence(&t);
        t.clauses = 0;
        say_why_party(&t, &parties[i], damage[i]);
        parties[i].reason = take_sentence(&t);
        parties[i].damage = take_damage(&t, pdk_parts_said(damage[i]));
    }
}
