/* Which laps are clean, and why the others are not: pits, contacts, limits of the track, pace. */
#include <math.h>

#include "analysis/race/laps.h"
#include "base/median.h"
#include "base/merge_sort.h"

static const double same_contact = 0.5; /* s: both parties record it, and a pair touches several times */
static const double slow = 1.02;        /* of the median */
enum { LEAST_FOR_MEDIAN = 3 };

/* ---------------------------------------------------------------------------------------------- pits */

/* A visit begins in the lap that it is entered in and ends in the one that it is left in. */
static void mark_visits(pdk_laps *laps, const pdk_race_entry *entry)
{
    size_t first = entry->first_lap, end = first + entry->lap_count;
    for (size_t i = entry->first_visit; i < entry->first_visit + entry->visit_count; i++) {
        const pdk_pit_visit *visit = &laps->visits[i];
        double in = isfinite(visit->enter) ? visit->enter : visit->garage_time;
        size_t e = (size_t)(entry - laps->entries);
        const pdk_driven_lap *lap = isfinite(in) ? pdk_laps_at(laps, e, in) : NULL;
        if (lap != NULL) laps->laps[lap - laps->laps].reasons |= PDK_LAP_REASON_PIT_IN;
        lap = isfinite(visit->exit) ? pdk_laps_at(laps, e, visit->exit) : NULL;
        if (lap != NULL) laps->laps[lap - laps->laps].reasons |= PDK_LAP_REASON_PIT_OUT;
    }
    for (size_t i = first; i < end; i++) {
        pdk_driven_lap *lap = &laps->laps[i];
        bool in = (lap->reasons & PDK_LAP_REASON_PIT_IN) != 0, out = (lap->reasons & PDK_LAP_REASON_PIT_OUT) != 0;
        if (lap->kind >= PDK_LAP_INCOMPLETE) continue; /* a formation lap neither */
        lap->kind = in && out ? PDK_LAP_OUT_IN : in ? PDK_LAP_IN : out ? PDK_LAP_OUT : PDK_LAP_TIMED;
    }
}

/* ------------------------------------------------------------------------------------------ contacts */

/* One party of one contact. */
typedef struct touch {
    uint32_t entry, other; /* `other` by slot; with objects PDK_SESSION_NONE */
    double time;
} touch;

static int by_pair(const void *a, const void *b, void *user)
{
    const touch *one = a, *other = b;
    (void)user;
    if (one->entry != other->entry) return one->entry < other->entry ? -1 : 1;
    if (one->other != other->other) return one->other < other->other ? -1 : 1;
    return (one->time > other->time) - (one->time < other->time);
}

static void add_touch(const pdk_laps *laps, touch *touches, size_t *count, uint32_t slot, uint32_t other, double time)
{
    size_t entry = pdk_laps_find_entry(laps, slot, time);
    if (entry != SIZE_MAX) touches[(*count)++] = (touch){ (uint32_t)entry, other, time };
}

/* Each contact of each party, repeats left out, by entry; NULL when out of memory. */
static touch *list_touches(const pdk_laps *laps, pdk_memory *memory, size_t *count)
{
    const pdk_session *session = laps->session;
    touch *touches = pdk_alloc_array(memory, 2 * (uint64_t)session->contact_count, sizeof *touches);
    if (touches == NULL) return NULL;
    size_t all = 0;
    for (size_t i = 0; i < session->contact_count; i++) {
        const pdk_session_contact *contact = &session->contacts[i];
        if (contact->other == contact->slot) continue; /* games record cars that touch themselves */
        add_touch(laps, touches, &all, contact->slot, contact->other, contact->time);
        if (contact->other != PDK_SESSION_NONE)
            add_touch(laps, touches, &all, contact->other, contact->slot, contact->time);
    }
    if (!pdk_merge_sort(memory, touches, all, sizeof *touches, by_pair, NULL)) {
        pdk_free(memory, touches);
        return NULL;
    }
    *count = 0;
    touch last = { .entry = UINT32_MAX };
    for (size_t i = 0; i < all; i++) {
        touch one = touches[i];
        bool again = last.entry == one.entry && last.other == one.other && one.time - last.time <= same_contact;
        last = one;
        if (!again) touches[(*count)++] = one;
    }
    return touches;
}

static bool count_contacts(pdk_laps *laps, pdk_memory *memory)
{
    size_t count;
    touch *touches = list_touches(laps, memory, &count);
    if (touches == NULL) return false;
    for (size_t i = 0; i < count; i++) {
        const touch *one = &touches[i];
        laps->entries[one->entry].contacts += one->other != PDK_SESSION_NONE;
        const pdk_driven_lap *lap = pdk_laps_at(laps, one->entry, one->time);
        if (lap == NULL) continue;
        laps->laps[lap - laps->laps].contacts++;
        laps->laps[lap - laps->laps].reasons |= PDK_LAP_REASON_CONTACT;
    }
    pdk_free(memory, touches);
    return true;
}

bool pdk_laps_contacts_until(const pdk_laps *laps, const double *until, pdk_memory *memory, uint32_t *contacts)
{
    size_t count;
    touch *touches = list_touches(laps, memory, &count);
    for (size_t i = 0; touches != NULL && i < count; i++)
        contacts[touches[i].entry] +=
            touches[i].other != PDK_SESSION_NONE && !(touches[i].time > until[touches[i].entry]);
    pdk_free(memory, touches);
    return touches != NULL;
}

/* If the file records none, that says nothing. */
static void forget_contacts(pdk_laps *laps)
{
    for (size_t e = 0; e < laps->entry_count; e++) laps->entries[e].contacts = UINT32_MAX;
    for (size_t i = 0; i < laps->lap_count; i++) laps->laps[i].contacts = UINT32_MAX;
}

static void mark_cuts(pdk_laps *laps)
{
    for (size_t i = 0; i < laps->session->cut_count; i++) {
        const pdk_session_cut *cut = &laps->session->cuts[i];
        size_t entry = pdk_laps_find_entry(laps, cut->slot, cut->time);
        const pdk_driven_lap *lap = entry != SIZE_MAX ? pdk_laps_at(laps, entry, cut->time) : NULL;
        if (lap != NULL) laps->laps[lap - laps->laps].reasons |= PDK_LAP_REASON_OFF_TRACK;
    }
}

/* ---------------------------------------------------------------------------------------------- pace */

static void judge_pace(pdk_laps *laps, const pdk_race_entry *entry, double *times)
{
    pdk_driven_lap *own = laps->laps + entry->first_lap, *best = NULL;
    size_t count = 0;
    for (size_t i = 0; i < entry->lap_count; i++) {
        if (laps->is_race && own[i].lap == 1) own[i].reasons |= PDK_LAP_REASON_FIRST;
        if (own[i].reasons == 0) times[count++] = own[i].lap_time;
    }
    double median = count >= LEAST_FOR_MEDIAN ? pdk_median(times, count) : HUGE_VAL;
    for (size_t i = 0; i < entry->lap_count; i++) {
        if (isfinite(own[i].lap_time) && own[i].lap_time > slow * median) own[i].reasons |= PDK_LAP_REASON_SLOW;
        own[i].clean = own[i].reasons == 0;
        own[i].counts = pdk_lap_counted(&own[i]);
        if (own[i].clean && (best == NULL || own[i].lap_time < best->lap_time)) best = &own[i];
    }
    if (best != NULL) best->best = true;
}

/* A disqualification that was not taken back. */
static void find_disqualified(pdk_laps *laps)
{
    const pdk_session *session = laps->session;
    for (size_t i = 0; i < session->penalty_count; i++) {
        const pdk_session_penalty *penalty = &session->penalties[i];
        size_t entry = pdk_laps_find_entry(laps, penalty->slot, penalty->time);
        if (entry == SIZE_MAX || penalty->kind != PDK_PENALTY_DISQUALIFIED) continue;
        laps->entries[entry].disqualified = penalty->step == PDK_PENALTY_GIVEN;
    }
    for (size_t i = 0; i < session->mark_count; i++) {
        const pdk_session_mark *mark = &session->marks[i];
        size_t entry = pdk_laps_find_entry(laps, mark->slot, mark->time);
        if (entry != SIZE_MAX && mark->kind == PDK_MARK_DISQUALIFIED) laps->entries[entry].disqualified = true;
    }
    for (size_t i = 0; i < session->result_count; i++) {
        size_t entry = pdk_laps_find_entry(laps, session->results[i].slot, NAN);
        bool out = session->results[i].finish == PDK_FINISH_DISQUALIFIED;
        if (entry != SIZE_MAX && out) laps->entries[entry].disqualified = true;
    }
}

/* A lap of a disqualified driver is never a best lap. */
static void void_laps(pdk_laps *laps, const pdk_race_entry *entry)
{
    for (size_t i = entry->first_lap; i < entry->first_lap + entry->lap_count; i++) {
        pdk_driven_lap *lap = &laps->laps[i];
        lap->reasons |= PDK_LAP_REASON_DISQUALIFIED;
        lap->clean = lap->best = lap->counts = false;
    }
}

size_t pdk_laps_clean_times(const pdk_laps *laps, size_t first, size_t count, double *times)
{
    size_t found = 0;
    for (const pdk_driven_lap *lap = laps->laps + first; lap < laps->laps + first + count; lap++) {
        if (pdk_lap_is_usual(lap) && isfinite(lap->lap_time)) times[found++] = lap->lap_time;
    }
    return found;
}

size_t pdk_laps_recorded_times(const pdk_laps *laps, size_t first, size_t count, double *times)
{
    size_t found = 0;
    for (const pdk_driven_lap *lap = laps->laps + first; lap < laps->laps + first + count; lap++) {
        if (pdk_lap_was_usual(lap) && isfinite(lap->lap_time)) times[found++] = lap->lap_time;
    }
    return found;
}

pdk_status pdk_laps_judge_again(pdk_laps *laps, size_t number, pdk_memory *memory, pdk_error *error)
{
    const pdk_race_entry *entry = &laps->entries[number];
    double *times = pdk_alloc_array(memory, entry->lap_count, sizeof *times);
    if (times == NULL) return pdk_fail_memory(error, memory, "laps");
    for (size_t i = entry->first_lap; i < entry->first_lap + entry->lap_count; i++) {
        laps->laps[i].reasons &= ~(uint32_t)(PDK_LAP_REASON_SLOW | PDK_LAP_REASON_DISQUALIFIED);
        laps->laps[i].best = false;
    }
    judge_pace(laps, entry, times);
    if (entry->disqualified) void_laps(laps, entry);
    pdk_free(memory, times);
    return PDK_OK;
}

pdk_status pdk_laps_judge(pdk_laps *laps, pdk_memory *memory, pdk_error *error)
{
    size_t most = 0;
    for (size_t e = 0; e < laps->entry_count; e++) {
        mark_visits(laps, &laps->entries[e]);
        if (laps->entries[e].lap_count > most) most = laps->entries[e].lap_count;
    }
    double *times = pdk_alloc_array(memory, most, sizeof *times);
    if (!laps->session->has_contacts) forget_contacts(laps);
    bool counted = times != NULL && (!laps->session->has_contacts || count_contacts(laps, memory));
    if (!counted) return pdk_fail_memory(error, memory, "contacts");
    mark_cuts(laps);
    find_disqualified(laps);
    for (size_t e = 0; e < laps->entry_count; e++) {
        judge_pace(laps, &laps->entries[e], times);
        if (laps->entries[e].disqualified) void_laps(laps, &laps->entries[e]);
    }
    pdk_free(memory, times);
    return PDK_OK;
}
