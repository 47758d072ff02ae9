/* Whose results are whose: drivers of a results file are found in the recording by name, then by number of the slot. */
#include "analysis/race/official_session.h"

#include "base/merge_sort.h"
#include "base/nocase.h"
#include "base/text.h"

static const char *kind_name(pdk_session_kind kind)
{
    switch (kind) {
    case PDK_SESSION_TEST: return "a test day";
    case PDK_SESSION_PRACTICE: return "a practice";
    case PDK_SESSION_QUALIFYING: return "a qualifying";
    case PDK_SESSION_WARMUP: return "a warm-up";
    case PDK_SESSION_RACE: return "a race";
    case PDK_SESSION_LAP: return "one lap";
    default: return "an unknown session";
    }
}

static bool is_same_name(pdk_text one, pdk_text other)
{
    one = pdk_text_trim(one);
    other = pdk_text_trim(other);
    return one.size > 0 && one.size == other.size && pdk_compare_nocase_n(one.data, other.data, one.size) == 0;
}

/* ------------------------------------------------------------------------------------------------ drivers */

/* Did this person drive the car, before or after another? */
static bool drove(const pdk_session *session, const pdk_session_driver *driver, pdk_text name)
{
    if (is_same_name(driver->name, name) || is_same_name(driver->co_driver, name)) return true;
    for (size_t i = 0; i < session->change_count; i++)
        if (session->changes[i].slot == driver->slot && is_same_name(session->changes[i].name, name)) return true;
    return false;
}

/* The recording's driver; of several of one name the one with this slot. NULL = the recording has nobody of the name.
 */
static const pdk_session_driver *find_driver(const pdk_session *session, const pdk_session_driver *official)
{
    const pdk_session_driver *found = NULL;
    for (size_t i = 0; i < session->driver_count; i++) {
        const pdk_session_driver *driver = &session->drivers[i];
        if (is_same_name(driver->name, official->name) && (found == NULL || driver->slot == official->slot))
            found = driver;
    }
    for (size_t i = 0; i < session->driver_count && found == NULL; i++)
        if (drove(session, &session->drivers[i], official->name)) found = &session->drivers[i];
    return found;
}

/* The slot in the recording of each slot of the results file. */
typedef struct slot_pair {
    uint32_t official, own;
} slot_pair;

typedef struct driver_pairs {
    const pdk_session *official;
    pdk_session *session;
    pdk_memory *memory;
    pdk_session_driver *drivers; /* the recording's, and then those whom only the results file names */
    size_t driver_count, found;
    slot_pair *pairs; /* by official slot */
    pdk_text missing; /* the first name that the recording does not have */
} driver_pairs;

static int by_official_slot(const void *a, const void *b, void *user)
{
    const slot_pair *one = a, *other = b;
    (void)user;
    return (one->official > other->official) - (one->official < other->official);
}

static void complete(pdk_text *own, pdk_text official)
{
    if (official.size > 0) *own = official;
}

/* The results file knows best how the car is entered. The recording has the exact file of the vehicle. */
static void complete_driver(pdk_session_driver *own, const pdk_session_driver *official)
{
    complete(&own->team, official->team);
    complete(&own->number, official->number);
    complete(&own->class_name, official->class_name);
    if (own->vehicle.size == 0) own->vehicle = official->vehicle;
}

static pdk_status pair_drivers(driver_pairs *pairing, pdk_error *error)
{
    const pdk_session *session = pairing->session, *official = pairing->official;
    size_t most = session->driver_count + official->driver_count;
    pairing->drivers = pdk_alloc_array(pairing->memory, most, sizeof *pairing->drivers);
    pairing->pairs = pdk_alloc_array(pairing->memory, official->driver_count, sizeof *pairing->pairs);
    if (pairing->drivers == NULL || pairing->pairs == NULL)
        return pdk_fail_memory(error, pairing->memory, "the official results");
    uint32_t next = 0; /* a slot that nobody of the recording has */
    for (size_t i = 0; i < session->driver_count; i++) {
        pairing->drivers[i] = session->drivers[i];
        if (session->drivers[i].slot >= next && session->drivers[i].slot < UINT32_MAX / 2)
            next = session->drivers[i].slot + 1;
    }
    pairing->driver_count = session->driver_count;
    for (size_t i = 0; i < official->driver_count; i++) {
        const pdk_session_driver *driver = &official->drivers[i], *own = find_driver(session, driver);
        if (own != NULL) {
            pairing->found++;
            complete_driver(&pairing->drivers[own - session->drivers], driver);
            pairing->pairs[i] = (slot_pair){ driver->slot, own->slot };
            continue;
        }
        if (pairing->missing.size == 0) pairing->missing = driver->name;
        pdk_session_driver *added = &pairing->drivers[pairing->driver_count++];
        *added = *driver;
        added->slot = next++;
        pairing->pairs[i] = (slot_pair){ driver->slot, added->slot };
    }
    bool sorted = pdk_merge_sort(pairing->memory, pairing->pairs, official->driver_count, sizeof *pairing->pairs,
                                 by_official_slot, NULL);
    return sorted ? PDK_OK : pdk_fail_memory(error, pairing->memory, "the official results");
}

/* UINT32_MAX = no driver of the results file has it. */
static uint32_t slot_of(const driver_pairs *pairing, uint32_t official)
{
    size_t low = 0, high = pairing->official->driver_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pairing->pairs[middle].official < official) low = middle + 1;
        else high = middle;
    }
    bool found = low < pairing->official->driver_count && pairing->pairs[low].official == official;
    return found ? pairing->pairs[low].own : UINT32_MAX;
}

/* --------------------------------------------------------------------------------------- what it says about them */

static bool take_results(const driver_pairs *pairing, pdk_session *made)
{
    const pdk_session *official = pairing->official;
    pdk_session_result *results = pdk_alloc_array(pairing->memory, official->result_count, sizeof *results);
    pdk_session_lap *laps = pdk_alloc_array(pairing->memory, official->lap_count, sizeof *laps);
    if (results == NULL || laps == NULL) return false;
    for (size_t i = 0; i < official->result_count; i++) {
        results[i] = official->results[i];
        results[i].slot = slot_of(pairing, results[i].slot);
    }
    for (size_t i = 0; i < official->lap_count; i++) {
        laps[i] = official->laps[i];
        laps[i].slot = slot_of(pairing, laps[i].slot);
    }
    made->results = results;
    made->result_count = official->result_count;
    made->has_results = true;
    made->official_laps = laps;
    made->official_lap_count = official->lap_count;
    return true;
}

static bool take_penalties(const driver_pairs *pairing, pdk_session *made)
{
    const pdk_session *official = pairing->official;
    if (!official->has_penalties) return true;
    pdk_session_penalty *penalties = pdk_alloc_array(pairing->memory, official->penalty_count, sizeof *penalties);
    size_t count = 0;
    if (penalties == NULL) return false;
    for (size_t i = 0; i < official->penalty_count; i++) {
        uint32_t slot = slot_of(pairing, official->penalties[i].slot);
        if (slot == UINT32_MAX) continue; /* of a driver who had left */
        penalties[count] = official->penalties[i];
        penalties[count++].slot = slot;
    }
    made->penalties = penalties;
    made->penalty_count = count;
    made->has_penalties = true;
    return true;
}

/* ---------------------------------------------------------------------------------------------------- checks */

static pdk_status read_official(const pdk_document *results, pdk_memory *memory, pdk_session *official,
                                const pdk_session *session, pdk_error *error)
{
    *official = pdk_session_unknown();
    if (session->has_results)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "results.format",
                        "the file has official results itself: results files belong to replays");
    bool told = results->services != NULL && results->services->session != NULL;
    pdk_status status = told ? results->services->session(results, memory, official, error) : PDK_OK;
    if (status == PDK_OK && !official->has_results)
        status =
            pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "results.format",
                     "%s files have no official results; a results file of the game (XML) has them", results->info->id);
    return status;
}

static pdk_status check_session(const pdk_session *official, const pdk_session *session, pdk_error *error)
{
    bool differ = official->kind != session->kind && official->kind != PDK_SESSION_UNKNOWN &&
                  session->kind != PDK_SESSION_UNKNOWN;
    if (!differ) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "results.session",
                    "the results are of %s, the recording of %s", kind_name(official->kind), kind_name(session->kind));
}

static pdk_status check_drivers(const driver_pairs *pairing, pdk_error *error)
{
    if (2 * pairing->found >= pairing->official->driver_count && pairing->found > 0) return PDK_OK;
    int size = pairing->missing.size < 40 ? (int)pairing->missing.size : 40;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "results.drivers",
                    "the results are of another session: %zu of their %zu drivers are in the recording; \"%.*s\" is "
                    "not",
                    pairing->found, pairing->official->driver_count, size, size > 0 ? pairing->missing.data : "");
}

pdk_status pdk_session_take_official(const pdk_document *results, pdk_memory *memory, pdk_session *session,
                                     pdk_error *error)
{
    pdk_session official;
    pdk_status status = read_official(results, memory, &official, session, error);
    if (status == PDK_OK) status = check_session(&official, session, error);
    if (status != PDK_OK) return status;
    driver_pairs pairing = { .official = &official, .session = session, .memory = memory };
    status = pair_drivers(&pairing, error);
    if (status == PDK_OK) status = check_drivers(&pairing, error);
    if (status != PDK_OK) return status;
    pdk_session *recorded = pdk_alloc_array(memory, 1, sizeof *recorded);
    if (recorded == NULL) return pdk_fail_memory(error, memory, "the official results");
    *recorded = *session;
    if (!take_results(&pairing, session) || !take_penalties(&pairing, session))
        return pdk_fail_memory(error, memory, "the official results");
    session->drivers = pairing.drivers;
    session->driver_count = pairing.driver_count;
    session->recorded = recorded;
    pdk_free(memory, pairing.pairs);
    return PDK_OK;
}
