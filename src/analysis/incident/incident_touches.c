/* Contacts, folded and joined: the records of both parties are one contact, contacts that share a car within the gap
 * are one incident. */
#include "analysis/incident/incident_touches.h"

#include <math.h>

#include "analysis/incident/number_map.h"

/* Contacts of two cars that wait for the other party's record, all by the same party, the oldest first. While folding,
 * `group` of a touch is the next one that waits. */
typedef struct waiting {
    uint32_t oldest, newest;
} waiting;

typedef struct folding {
    pdk_touches *touches;
    pdk_number_map pairs; /* two slots: index of their waiting */
    pdk_vector waitings;
} folding;

static bool is_pair(const pdk_session_contact *contact)
{
    return contact->other != PDK_SESSION_NONE && contact->other != contact->slot;
}

static waiting *waiting_of(folding *work, const pdk_session_contact *contact)
{
    uint32_t low = contact->slot < contact->other ? contact->slot : contact->other,
             high = contact->slot < contact->other ? contact->other : contact->slot;
    uint32_t count = (uint32_t)work->waitings.count;
    const uint32_t *index = pdk_number_map_at(&work->pairs, (uint64_t)high << 32 | low, count);
    if (index == NULL) return NULL;
    if (*index == count) {
        waiting *fresh = pdk_vector_push(&work->waitings);
        if (fresh == NULL) return NULL;
        fresh->oldest = fresh->newest = PDK_SESSION_NONE;
    }
    return (waiting *)work->waitings.items + *index;
}

/* Does this record tell what one before it told from the other side? Else it is a contact of its own. */
static bool fold(folding *work, waiting *pair, const pdk_session_contact *contact, uint32_t record)
{
    pdk_touch *all = work->touches->all;
    while (pair->oldest != PDK_SESSION_NONE && contact->time - all[pair->oldest].time > PDK_TOUCH_MIRROR) {
        pair->oldest = all[pair->oldest].group;
    }
    if (pair->oldest != PDK_SESSION_NONE && all[pair->oldest].slot == contact->other) {
        pdk_touch *touch = &all[pair->oldest];
        touch->mirror_record = record;
        pair->oldest = touch->group;
        return true;
    }
    uint32_t own = work->touches->count;
    if (pair->oldest == PDK_SESSION_NONE) pair->oldest = own;
    else all[pair->newest].group = own;
    pair->newest = own;
    return false;
}

static bool fold_all(folding *work, const pdk_session_contact *contacts, size_t count)
{
    pdk_touches *touches = work->touches;
    for (size_t i = 0; i < count; i++) {
        const pdk_session_contact *contact = &contacts[i];
        if (!isfinite(contact->time)) continue;
        if (is_pair(contact)) {
            waiting *pair = waiting_of(work, contact);
            if (pair == NULL) return false;
            if (fold(work, pair, contact, (uint32_t)i)) continue;
        }
        touches->all[touches->count++] = (pdk_touch){ .time = contact->time,
                                                      .slot = contact->slot,
                                                      .other = is_pair(contact) ? contact->other : PDK_SESSION_NONE,
                                                      .record = (uint32_t)i,
                                                      .mirror_record = PDK_SESSION_NONE,
                                                      .group = PDK_SESSION_NONE };
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
    if (touches->all[touch].time - touches->all[*before].time <= gap) join(touches->all, *before, touch);
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
    folding work = { touches, { .memory = memory }, pdk_vector_of(memory, sizeof(waiting)) };
    bool done = touches->all != NULL && fold_all(&work, contacts, count);
    pdk_free(memory, work.pairs.keys);
    pdk_free(memory, work.pairs.values);
    pdk_free(memory, work.waitings.items);
    if (done && join_all(touches, gap, memory)) return PDK_OK;
    return pdk_fail_memory(error, memory, "contacts");
}
