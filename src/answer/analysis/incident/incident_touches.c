/* Contacts, folded and joined: the records of both parties are one contact, contacts that share a car within the gap
 * are one incident. */
#include "analysis/incident/incident_touches.h"

#include <math.h>

#include "analysis/incident/number_map.h"

typedef struct folding {
    const pdk_session_contact *contacts;
    pdk_touches *touches;
    pdk_number_map latest; /* two slots: index of their last touch */
} folding;

static bool is_pair(const pdk_session_contact *contact)
{
    return contact->other != PDK_SESSION_NONE && contact->other != contact->slot;
}

/* If a party has two records, the one with the larger magnitude is kept. */
static void keep_larger(const folding *work, uint32_t *kept, uint32_t record)
{
    if (*kept == PDK_SESSION_NONE || work->contacts[record].magnitude > work->contacts[*kept].magnitude) *kept = record;
}

/* Both parties record a contact, and some games record it again while bodies still press: what is within half a
 * second of a record of the car that recorded first is one contact of the pair. */
static bool fold(folding *work, uint32_t record)
{
    pdk_touches *touches = work->touches;
    const pdk_session_contact *contact = &work->contacts[record];
    uint32_t other = is_pair(contact) ? contact->other : PDK_SESSION_NONE,
             low = contact->slot < other ? contact->slot : other, high = contact->slot < other ? other : contact->slot;
    uint32_t *latest = pdk_number_map_at(&work->latest, (uint64_t)high << 32 | low, touches->count);
    if (latest == NULL) return false;
    pdk_touch *touch = &touches->all[*latest];
    if (*latest < touches->count && contact->time - touch->end <= PDK_TOUCH_MIRROR) {
        if (touch->slot == contact->slot) touch->end = contact->time;
        keep_larger(work, touch->slot == contact->slot ? &touch->record : &touch->mirror_record, record);
        return true;
    }
    *latest = touches->count++;
    touches->all[*latest] = (pdk_touch){ .time = contact->time,
                                         .end = contact->time,
                                         .slot = contact->slot,
                                         .other = other,
                                         .record = record,
                                         .mirror_record = PDK_SESSION_NONE,
                                         .group = PDK_SESSION_NONE };
    return true;
}

static bool fold_all(folding *work, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (isfinite(work->contacts[i].time) && !fold(work, (uint32_t)i)) return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- joining */

/* `group` of a touch is an earlier touch of the same incident, or itself. */
static uint32_t first_of(pdk_touch *all, uint32_t touch)
{
    while (all[touch].group != touch) {
        all[touch].group = all[all[touch].group].group;
        touch = all[touch].group;
    }
    return touch;
}

static void join(pdk_touch *all, uint32_t a, uint32_t b)
{
    a = first_of(all, a);
    b = first_of(all, b);
    if (a < b) all[b].group = a;
    else all[a].group = b;
}

/* Joins a touch with the one before it of the same car, if that is near enough. */
static bool join_car(pdk_touches *touches, pdk_number_map *latest, uint32_t slot, uint32_t touch, double gap)
{
    uint32_t *before = pdk_number_map_at(latest, slot, touch);
    if (before == NULL) return false;
    if (touches->all[touch].time - touches->all[*before].end <= gap) join(touches->all, *before, touch);
    *before = touch;
    return true;
}

/* From chains to numbers, in order of first touches: those before touch i are numbers already. */
static void number_groups(pdk_touches *touches)
{
    pdk_touch *all = touches->all;
    for (uint32_t i = 0; i < touches->count; i++) all[i].group = all[all[i].group].group;
    for (uint32_t i = 0; i < touches->count; i++) {
        all[i].group = all[i].group == i ? touches->groups++ : all[all[i].group].group;
    }
}

static bool sort_by_group(pdk_touches *touches, pdk_memory *memory)
{
    touches->first = pdk_alloc_array(memory, (uint64_t)touches->groups + 2, sizeof *touches->first);
    touches->order = pdk_alloc_array(memory, touches->count, sizeof *touches->order);
    if (touches->first == NULL || touches->order == NULL) return false;
    uint32_t *next = touches->first + 1; /* ends one place further than it begins */
    for (uint32_t i = 0; i < touches->count; i++) next[touches->all[i].group + 1]++;
    for (uint32_t group = 0; group < touches->groups; group++) next[group + 1] += next[group];
    for (uint32_t i = 0; i < touches->count; i++) touches->order[next[touches->all[i].group]++] = i;
    return true;
}

static bool join_all(pdk_touches *touches, double gap, pdk_memory *memory)
{
    pdk_number_map latest = { .memory = memory };
    for (uint32_t i = 0; i < touches->count; i++) {
        pdk_touch *touch = &touches->all[i];
        touch->group = i;
        if (!join_car(touches, &latest, touch->slot, i, gap)) return false;
        if (touch->other != PDK_SESSION_NONE && !join_car(touches, &latest, touch->other, i, gap)) return false;
    }
    pdk_free(memory, latest.keys);
    pdk_free(memory, latest.values);
    number_groups(touches);
    return sort_by_group(touches, memory);
}

pdk_status pdk_touches_make(const pdk_session_contact *contacts, size_t count, double gap, pdk_memory *memory,
                            pdk_touches *touches, pdk_error *error)
{
    *touches = (pdk_touches){ 0 };
    if (count >= PDK_NUMBER_NONE) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "incidents.contacts",
                        "%llu contacts are more than can be joined", (unsigned long long)count);
    }
    touches->all = pdk_alloc_array(memory, count, sizeof *touches->all);
    folding work = { contacts, touches, { .memory = memory } };
    bool done = touches->all != NULL && fold_all(&work, count);
    pdk_free(memory, work.latest.keys);
    pdk_free(memory, work.latest.values);
    if (done && join_all(touches, gap, memory)) return PDK_OK;
    return pdk_fail_memory(error, memory, "contacts");
}
