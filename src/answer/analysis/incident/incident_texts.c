/* Incidents in words: ids, names, places, and why something is not known. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/incident/incident_words.h"
#include "analysis/incident/incidents.h"
#include "base/text.h"

enum { ID = 12 /* digits */, EDITION = 1 /* of what ids are made of */ };

const char *pdk_incident_kind_name(pdk_incident_kind kind)
{
    switch (kind) {
    case PDK_INCIDENT_CONTACT: return "contact";
    case PDK_INCIDENT_IMPACT: return "impact";
    case PDK_INCIDENT_SPIN: return "spin";
    case PDK_INCIDENT_OFF_TRACK: return "off_track";
    case PDK_INCIDENT_NEAR_MISS: return "near_miss";
    case PDK_INCIDENT_UNSAFE_RETURN: return "unsafe_return";
    case PDK_INCIDENT_LOCK_UP: return "lock_up";
    case PDK_INCIDENT_DAMAGE: return "damage";
    }
    return "";
}

const char *pdk_incident_kind_title(pdk_incident_kind kind)
{
    switch (kind) {
    case PDK_INCIDENT_OFF_TRACK: return "excursion";
    case PDK_INCIDENT_NEAR_MISS: return "near miss";
    case PDK_INCIDENT_UNSAFE_RETURN: return "unsafe return";
    case PDK_INCIDENT_LOCK_UP: return "lock-up";
    default: return pdk_incident_kind_name(kind);
    }
}

/* ----------------------------------------------------------------------------------------------------- ids */

static uint64_t stir(uint64_t sum, uint64_t number)
{
    return pdk_number_mix(sum ^ (number + UINT64_C(0x9E3779B97F4A7C15) + (sum << 6) + (sum >> 2)));
}

/* Of what stays when a part is cut out: the session's kind, who took part, when, what it was. The order of the parties
 * does not matter. */
static uint64_t number_of(const pdk_incident_work *work, const pdk_found_incident *incident)
{
    const pdk_found_party *parties = work->found->parties + incident->first_party;
    uint64_t sum = stir(stir(EDITION, (uint64_t)work->session->kind), (uint64_t)incident->kind), all = 0;
    double milliseconds = round(incident->time * 1000);
    sum = stir(sum, fabs(milliseconds) < 9e15 ? (uint64_t)(int64_t)milliseconds : 0);
    for (uint32_t i = 0; i < incident->party_count; i++) {
        uint64_t party = stir(parties[i].slot, parties[i].driver.size);
        for (size_t k = 0; k < parties[i].driver.size; k++) party = stir(party, (uint8_t)parties[i].driver.data[k]);
        all += party;
    }
    return stir(sum, all) & ((UINT64_C(1) << 4 * ID) - 1);
}

/* Ids as hex digits, each another: of two that would be the same, the later one takes the next. */
static bool make_ids(pdk_incident_work *work)
{
    pdk_number_map taken = { .memory = work->scratch };
    char *letters = pdk_alloc_array(work->answers->memory, work->found->count, ID);
    if (letters == NULL) return false;
    for (size_t i = 0; i < work->found->count; i++) {
        pdk_found_incident *incident = &work->found->incidents[i];
        uint64_t number = number_of(work, incident);
        const uint32_t *owner;
        while ((owner = pdk_number_map_at(&taken, number, (uint32_t)i)) != NULL && *owner != (uint32_t)i) number++;
        if (owner == NULL) return false;
        for (int k = 0; k < ID; k++) letters[i * ID + (size_t)k] = "0123456789abcdef"[number >> 4 * (ID - 1 - k) & 15];
        incident->incident = (pdk_text){ letters + i * ID, ID };
        for (uint32_t p = 0; p < incident->party_count; p++)
            work->found->parties[incident->first_party + p].incident = incident->incident;
    }
    pdk_free(work->scratch, taken.keys);
    pdk_free(work->scratch, taken.values);
    return true;
}

/* --------------------------------------------------------------------------------------------------- texts */

static void add_text(pdk_text_pool *pool, const char *between, const char *data, size_t size)
{
    if (pool->written.size > 0) pdk_pool_add(pool, between, strlen(between));
    pdk_pool_add(pool, data, size);
}

static pdk_text drivers_of(pdk_text_pool *pool, const pdk_found_party *parties, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) pdk_pool_add(pool, "; ", 2);
        pdk_put_party_name(pool, &parties[i], false);
    }
    return pdk_pool_take(pool);
}

static uint64_t hash_of(pdk_text text)
{
    uint64_t sum = text.size;
    for (size_t i = 0; i < text.size; i++) sum = (sum ^ (uint8_t)text.data[i]) * UINT64_C(0x100000001B3);
    return pdk_number_mix(sum);
}

/* Does one name stand for several slots? Two names of one hash would only put slots where none is needed. */
static bool names_repeat(const pdk_incident_work *work, bool *failed)
{
    pdk_number_map slots = { .memory = work->scratch };
    bool repeat = false;
    for (size_t i = 0; i < work->found->party_count && !repeat && !*failed; i++) {
        const pdk_found_party *party = &work->found->parties[i];
        if (party->driver.data == NULL || party->slot == PDK_NUMBER_NONE) continue;
        const uint32_t *slot = pdk_number_map_at(&slots, hash_of(party->driver), party->slot);
        *failed = slot == NULL;
        repeat = slot != NULL && *slot != party->slot;
    }
    pdk_free(work->scratch, slots.keys);
    pdk_free(work->scratch, slots.values);
    return repeat;
}

/* What was hit; a kind that the party before it has is left out. */
static pdk_text objects_of(pdk_text_pool *pool, const pdk_found_party *parties, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        pdk_text object = parties[i].object;
        bool again = object.data == NULL || (i > 0 && pdk_same_text(parties[i - 1].object, object));
        if (!again) add_text(pool, "; ", object.data, object.size);
    }
    return pdk_pool_take(pool);
}

static pdk_text place_of(pdk_text_pool *pool, const pdk_incident_work *work, const pdk_found_incident *incident)
{
    if (incident->turn != UINT32_MAX) pdk_pool_print(pool, "Turn %lu", (unsigned long)incident->turn);
    if (incident->sector != UINT32_MAX)
        pdk_pool_print(pool, "%sSector %lu", incident->turn != UINT32_MAX ? ", " : "", (unsigned long)incident->sector);
    if (!isnan(incident->distance)) {
        if (incident->sector != UINT32_MAX || incident->turn != UINT32_MAX) pdk_pool_add(pool, ", ", 2);
        double length = work->stations->model->length;
        pdk_pool_print(pool, "%.0f m (%.0f %%)", incident->distance, 100 * incident->distance / length);
    }
    return pdk_pool_take(pool);
}

static const char no_track_ends[] = "excursions: the edges of the track are unknown";

static pdk_text reasons_of(pdk_text_pool *pool, const pdk_incident_work *work, unsigned lacks)
{
    static const struct {
        unsigned bit;
        const char *text;
    } reasons[] = {
        { PDK_LACKS_POSES, "positions: the recording has none of a car that took part" },
        { PDK_LACKS_MOMENTS, "closing speed: both cars' positions before the contact are not known" },
        { PDK_LACKS_TRACK, "distance: no lap to make a track of, or the car was not on it" },
        { PDK_LACKS_LAPS, "laps and positions: the recording has no laps at this time" },
        { PDK_LACKS_HEADINGS, "spins: headings are not stored, or do not follow the motion" },
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if ((lacks & reasons[i].bit) != 0) add_text(pool, "; ", reasons[i].text, strlen(reasons[i].text));
    }
    if (work->judged_by == NULL) add_text(pool, "; ", no_track_ends, sizeof no_track_ends - 1);
    return pdk_pool_take(pool);
}

/* What the recording does not show for anyone. */
static pdk_text gaps_of(pdk_text_pool *pool, const pdk_incident_work *work)
{
    static const char contacts[] = "contacts: the file does not store them, or they cannot be decoded";
    static const char motion[] = "spins and excursions: the recording has no positions";
    static const char headings[] = "spins: headings are not stored, or do not follow the motion";
    if (!work->session->has_contacts) add_text(pool, "; ", contacts, sizeof contacts - 1);
    if (work->paths == NULL) add_text(pool, "; ", motion, sizeof motion - 1);
    else if (!work->headings) add_text(pool, "; ", headings, sizeof headings - 1);
    if (work->paths != NULL && work->judged_by == NULL) add_text(pool, "; ", no_track_ends, sizeof no_track_ends - 1);
    return pdk_pool_take(pool);
}

pdk_status pdk_name_incidents(pdk_incident_work *work, const uint8_t *lacks, pdk_error *error)
{
    pdk_text_pool pool;
    pdk_text_pool_begin(&pool, work->answers->memory, work->scratch);
    bool repeat = names_repeat(work, &pool.failed);
    for (size_t i = 0; i < work->found->count && !pool.failed; i++) {
        pdk_found_incident *incident = &work->found->incidents[i];
        pdk_found_party *parties = work->found->parties + incident->first_party;
        const char *kind = pdk_incident_kind_name(incident->kind);
        incident->kind_name = (pdk_text){ kind, strlen(kind) };
        incident->drivers = drivers_of(&pool, parties, incident->party_count);
        incident->objects = objects_of(&pool, parties, incident->party_count);
        incident->place = place_of(&pool, work, incident);
        bool off = false;
        for (uint32_t k = 0; k < incident->party_count; k++) off |= parties[k].left_track == PDK_MAYBE_YES;
        if (off) incident->judged_by = (pdk_text){ work->judged_by, strlen(work->judged_by) };
        unsigned all = lacks[i] | (incident->lap == UINT32_MAX ? PDK_LACKS_LAPS : 0U) |
                       (isnan(incident->distance) ? PDK_LACKS_TRACK : 0U);
        incident->unavailable = reasons_of(&pool, work, all);
        pdk_put_incident_in_words(&pool, repeat, incident, parties, work->found->damage + incident->first_party);
    }
    work->found->unavailable = gaps_of(&pool, work);
    bool failed = pool.failed;
    pdk_text_pool_end(&pool);
    if (failed || !make_ids(work)) return pdk_fail_memory(error, work->answers->memory, "names of incidents");
    return PDK_OK;
}
