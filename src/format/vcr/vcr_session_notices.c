/* Events that say something by their name alone: how a driver's race went, what broke, that a formation lap is driven.
 * And impacts: one without a contact of the same car was with a wall. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "format/vcr/vcr_session.h"

static const double with_contact = 0.5; /* s: an impact so near to a contact of its car is that contact */
static const double same_impact = 0.5;  /* s: several follow each other */

static void *push(pdk_vcr_gathering *to, pdk_vector *list)
{
    void *place = pdk_vector_push(list);
    if (place == NULL) to->failed = true;
    return place;
}

/* ----------------------------------------------------------------------------------------------- notices */

static bool take_mark(pdk_vcr_gathering *to, double time, double slot, pdk_text kind)
{
    static const struct {
        const char *name;
        pdk_session_mark_kind kind;
    } marks[] = { { "dnf", PDK_MARK_DID_NOT_FINISH },
                  { "dnf_taken_back", PDK_MARK_TAKEN_BACK },
                  { "disqualified", PDK_MARK_DISQUALIFIED },
                  { "kicked", PDK_MARK_KICKED } };
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (!pdk_text_is(kind, marks[i].name)) continue;
        pdk_session_mark *mark = isnan(slot) ? NULL : push(to, &to->marks);
        if (mark != NULL) *mark = (pdk_session_mark){ time, (uint32_t)slot, marks[i].kind };
        return true;
    }
    return false;
}

/* Loose wheels and wings are recorded again and again while they roll, mostly without a driver: then whose they are is
 * unknown. */
static void take_damage(pdk_vcr_gathering *to, double time, double slot, pdk_text kind)
{
    static const struct {
        const char *name, *part;
    } damages[] = { { "engine_damage", "engine" }, { "suspension_damage", "suspension" }, { "wheel_detached", "wheel" },
                    { "wheel_loss", "wheel" },     { "wing_detached", "wing" },           { "part_state", "part" },
                    { "body_dent", "body" } };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0] && !isnan(slot); i++) {
        if (!pdk_text_is(kind, damages[i].name)) continue;
        pdk_session_damage *damage = push(to, &to->damages);
        pdk_text part = { damages[i].part, strlen(damages[i].part) };
        if (damage != NULL) *damage = (pdk_session_damage){ time, (uint32_t)slot, part };
        return;
    }
}

/* Notices with pairs of slots mean that a formation lap is being driven; empty ones, and the one that says it is
 * skipped, mean that it is over. */
static void take_formation(pdk_vcr_gathering *to, double time, bool over)
{
    if (over) {
        if (!isnan(to->formation_from) && isnan(to->formation_to)) to->formation_to = time;
        return;
    }
    if (isnan(to->formation_from)) to->formation_from = time;
    to->formation_last = time;
    to->formation_to = NAN; /* it continues */
}

static void take_notice(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    double time = row->values[0], slot = row->values[1], size = row->values[2];
    pdk_text kind = row->texts[0];
    if (!isfinite(time) || take_mark(to, time, slot, kind)) return;
    if (pdk_text_is(kind, "formation_lap")) take_formation(to, time, !(size > 0));
    else if (pdk_text_is(kind, "formation_lap_skipped")) take_formation(to, time, true);
    else take_damage(to, time, slot, kind);
}

/* ------------------------------------------------------------------------------------------------- walls */

static void take_wall(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    double time = row->values[0], slot = row->values[1], exact = row->values[2];
    bool names_car = to->state->layout->dialect == PDK_VCR_R2 && pdk_text_is(row->texts[0], "impact");
    if (!isfinite(time) || isnan(slot) || names_car) return; /* R2's other event is called contact of cars */
    pdk_session_contact *wall = push(to, &to->walls);
    if (wall == NULL) return;
    *wall = (pdk_session_contact){ .time = fabs(exact - time) <= PDK_VCR_MAX_SHIFT ? exact : time,
                                   .slot = (uint32_t)slot,
                                   .other = PDK_SESSION_NONE,
                                   .object = { "wall", sizeof "wall" - 1 },
                                   .magnitude = NAN };
}

/* The first contact that is not before `time`, of those in order. */
static size_t first_from(const pdk_session_contact *contacts, size_t count, double time)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (contacts[middle].time < time) low = middle + 1;
        else high = middle;
    }
    return low;
}

static bool has_contact(const pdk_session_contact *contacts, size_t count, const pdk_session_contact *wall)
{
    for (size_t i = first_from(contacts, count, wall->time - with_contact);
         i < count && contacts[i].time <= wall->time + with_contact; i++) {
        if (contacts[i].slot == wall->slot || contacts[i].other == wall->slot) return true;
    }
    return false;
}

pdk_status pdk_vcr_gather_walls(pdk_vcr_gathering *to)
{
    enum { SLOTS = 256 };
    double last[SLOTS];
    const pdk_session_contact *walls = to->walls.items;
    size_t known = to->contacts.count;
    for (size_t i = 0; i < SLOTS; i++) last[i] = -HUGE_VAL;
    for (size_t i = 0; i < to->walls.count && !to->failed; i++) {
        double *before = &last[walls[i].slot % SLOTS];
        bool again = walls[i].time - *before <= same_impact;
        *before = walls[i].time;
        if (again || has_contact(to->contacts.items, known, &walls[i])) continue;
        pdk_session_contact *contact = push(to, &to->contacts);
        if (contact != NULL) *contact = walls[i];
    }
    return to->failed ? pdk_fail_memory(to->error, to->memory, "the session") : PDK_OK;
}

pdk_status pdk_vcr_gather_notices(pdk_vcr_gathering *to)
{
    static const char *const notice[] = { "time", "driver", "size", NULL };
    static const char *const wall[] = { "time", "driver", "impact_time", NULL };
    static const char *const kind[] = { "kind", NULL };
    pdk_status status = pdk_vcr_each_row(to, "notices", notice, kind, take_notice);
    return status == PDK_OK ? pdk_vcr_each_row(to, "impacts", wall, kind, take_wall) : status;
}
