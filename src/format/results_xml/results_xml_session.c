/* The session as answers want it: the list of laps, the official results, contacts and penalties. */
#include <math.h>
#include <string.h>

#include "base/median.h"
#include "base/merge_sort.h"
#include "base/number.h"
#include "base/text.h"
#include "format/results_xml/results_xml.h"
#include "model/compound.h"

static bool begins_with(pdk_text text, const char *word)
{
    size_t size = strlen(word);
    if (text.size < size || memcmp(text.data, word, size) != 0) return false;
    for (size_t i = size; i < text.size; i++) /* "Practice1" */
        if (text.data[i] < '0' || text.data[i] > '9') return false;
    return true;
}

pdk_session_kind pdk_results_kind_of(pdk_text element)
{
    static const struct {
        const char *word;
        pdk_session_kind kind;
    } kinds[] = { { "Race", PDK_SESSION_RACE },
                  { "Qualify", PDK_SESSION_QUALIFYING },
                  { "Practice", PDK_SESSION_PRACTICE },
                  { "Warmup", PDK_SESSION_WARMUP },
                  { "TestDay", PDK_SESSION_TEST } };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (begins_with(element, kinds[i].word)) return kinds[i].kind;
    return PDK_SESSION_UNKNOWN;
}

/* Everything is made in the order of the drivers. */
typedef struct maker {
    const pdk_results_file *file;
    pdk_memory *memory;
    uint32_t *slots; /* of each driver; those without a number in the stream have one after all others */
    pdk_session_lap *laps;
    pdk_session_tyres *tyres;
    size_t tyre_count;
    pdk_session_change *changes;
    size_t change_count;
    double first_time, last_time; /* of anything */
} maker;

static void see(maker *made, double time)
{
    if (time < made->first_time || isnan(made->first_time)) made->first_time = time;
    if (time > made->last_time || isnan(made->last_time)) made->last_time = time;
}

static bool make_slots(maker *made)
{
    const pdk_results_driver *drivers = made->file->drivers.items;
    size_t count = made->file->drivers.count;
    uint32_t next = made->file->free_slot;
    made->slots = pdk_alloc_array(made->memory, count, sizeof *made->slots);
    if (made->slots == NULL) return false;
    for (size_t i = 0; i < count; i++) {
        bool known = drivers[i].slot != PDK_RESULTS_NONE && drivers[i].slot < UINT32_MAX / 2;
        made->slots[i] = known ? drivers[i].slot : next++;
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------- laps */

/* When the car crossed the start line after this lap, as the stream says; NaN = it does not. */
typedef struct crossing {
    uint32_t slot, lap;
    double time;
} crossing;

static int by_slot_and_lap(const void *a, const void *b, void *user)
{
    const crossing *one = a, *other = b;
    (void)user;
    if (one->slot != other->slot) return one->slot < other->slot ? -1 : 1;
    return (one->lap > other->lap) - (one->lap < other->lap);
}

/* The first that is not before them. */
static size_t first_of(const crossing *all, size_t count, uint32_t slot, uint32_t lap)
{
    const crossing wanted = { .slot = slot, .lap = lap };
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_slot_and_lap(&all[middle], &wanted, NULL) < 0) low = middle + 1;
        else high = middle;
    }
    return low;
}

static double crossed_at(const crossing *all, size_t count, uint32_t slot, uint32_t lap)
{
    size_t at = first_of(all, count, slot, lap);
    return at < count && all[at].slot == slot && all[at].lap == lap ? all[at].time : NAN;
}

/* "0,Soft" is Soft. */
static pdk_text compound_name(pdk_text text)
{
    const char *comma = text.data != NULL ? memchr(text.data, ',', text.size) : NULL;
    if (comma == NULL || comma + 1 == text.data + text.size) return text;
    return (pdk_text){ comma + 1, text.size - (size_t)(comma + 1 - text.data) };
}

static bool compound_of(const pdk_results_lap *lap, pdk_memory *memory, pdk_text *compound)
{
    pdk_text wheels[4] = { lap->front_compound, lap->front_compound, lap->rear_compound, lap->rear_compound };
    for (int i = 0; i < 4; i++) {
        if (lap->compound[i].data != NULL) wheels[i] = lap->compound[i];
        wheels[i] = compound_name(wheels[i]);
    }
    return pdk_compound_text(memory, wheels, compound);
}

/* Times have four decimals: their sums and differences, too. */
static double as_written(double seconds)
{
    return pdk_round_parts(seconds, 1e4);
}

/* The end of a lap: by its own time, by the stream, or where the next begins. */
static double end_of(const pdk_results_lap *lap, double crossed, const pdk_results_lap *next)
{
    double end = as_written(lap->start_time + lap->lap_time);
    if (isfinite(end)) return end;
    if (isfinite(crossed)) return crossed > lap->start_time || isnan(lap->start_time) ? crossed : NAN;
    bool follows = next != NULL && next->lap == lap->lap + 1;
    if (!follows || next->start_time <= lap->start_time) return NAN;
    return next->start_time;
}

static bool make_laps(maker *made)
{
    const pdk_results_file *file = made->file;
    const pdk_results_driver *drivers = file->drivers.items;
    const pdk_results_lap *laps = file->laps.items;
    const pdk_results_score *scores = file->scores.items;
    size_t count = 0;
    crossing *crossings = pdk_alloc_array(made->memory, file->scores.count, sizeof *crossings);
    made->laps = pdk_alloc_array(made->memory, file->laps.count, sizeof *made->laps);
    made->tyres = pdk_alloc_array(made->memory, file->laps.count, sizeof *made->tyres);
    if (crossings == NULL || made->laps == NULL || made->tyres == NULL) return false;
    for (size_t i = 0; i < file->scores.count; i++)
        if (scores[i].sector == 0)
            crossings[count++] = (crossing){ scores[i].slot, scores[i].lap, scores[i].crossing_time };
    if (!pdk_merge_sort(made->memory, crossings, count, sizeof *crossings, by_slot_and_lap, NULL)) return false;
    for (size_t d = 0, at = 0; d < file->drivers.count; d++) {
        pdk_text last = { NULL, 0 };
        for (size_t i = drivers[d].first_lap; i < drivers[d].first_lap + drivers[d].lap_count; i++, at++) {
            const pdk_results_lap *lap = &laps[i],
                                  *next = i + 1 < drivers[d].first_lap + drivers[d].lap_count ? lap + 1 : NULL;
            pdk_session_lap *to = &made->laps[at];
            double end = end_of(lap, crossed_at(crossings, count, made->slots[d], lap->lap), next);
            *to = (pdk_session_lap){ .slot = made->slots[d],
                                     .lap = lap->lap,
                                     .start_time =
                                         isnan(lap->start_time) ? as_written(end - lap->lap_time) : lap->start_time,
                                     .end_time = end,
                                     .lap_time = lap->lap_time,
                                     .pits = lap->pits == 1,
                                     .top_speed = lap->top_speed };
            for (int s = 0; s < PDK_SESSION_SECTORS; s++) to->sector_time[s] = s < 3 ? lap->sector_time[s] : NAN;
            see(made, to->start_time);
            see(made, end);
            pdk_text compound;
            if (!compound_of(lap, made->memory, &compound)) return false;
            double from = isnan(to->start_time) ? (i == drivers[d].first_lap ? 0 : end) : to->start_time;
            if (compound.data == NULL || pdk_same_text(compound, last) || isnan(from)) continue;
            made->tyres[made->tyre_count++] = (pdk_session_tyres){ from, made->slots[d], compound };
            last = compound;
        }
    }
    pdk_free(made->memory, crossings);
    return true;
}

/* The lines that the laps show: for standings before the end. */
static bool make_crossings(maker *made, pdk_session *session)
{
    size_t count = made->file->laps.count;
    pdk_session_crossing *list = pdk_alloc_array(made->memory, 3 * (uint64_t)count, sizeof *list);
    if (list == NULL) return false;
    for (size_t i = 0; i < count; i++) {
        const pdk_session_lap *lap = &made->laps[i];
        if (lap->lap == 0 || lap->lap == PDK_SESSION_NONE) continue;
        double split = 0;
        for (uint32_t sector = 1; sector <= 3; sector++) {
            split += lap->sector_time[sector - 1];
            bool last = sector == 3;
            double time = last ? lap->end_time : as_written(lap->start_time + split);
            if (!isfinite(time)) continue;
            list[session->crossing_count++] = (pdk_session_crossing){ .time = time,
                                                                      .slot = lap->slot,
                                                                      .lap = lap->lap - 1,
                                                                      .sector = last ? 0 : sector,
                                                                      .lap_time = last ? lap->lap_time : split,
                                                                      .record_time = time,
                                                                      .invalid = last && isnan(lap->lap_time),
                                                                      .row = i };
        }
    }
    session->crossings = list;
    return true;
}

/* --------------------------------------------------------------------------------------------------- results */

static pdk_session_finish finish_of(const pdk_results_driver *driver)
{
    if (pdk_text_is(driver->finish_status, "Finished Normally")) return PDK_FINISH_FINISHED;
    if (pdk_text_is(driver->finish_status, "DNF")) return PDK_FINISH_RETIRED;
    if (pdk_text_is(driver->finish_status, "DQ")) return PDK_FINISH_DISQUALIFIED;
    return PDK_FINISH_UNKNOWN;
}

static bool make_drivers(maker *made, pdk_session *session)
{
    const pdk_results_driver *drivers = made->file->drivers.items;
    size_t count = made->file->drivers.count;
    pdk_session_driver *entries = pdk_alloc_array(made->memory, count, sizeof *entries);
    pdk_session_result *results = pdk_alloc_array(made->memory, count, sizeof *results);
    if (entries == NULL || results == NULL) return false;
    for (size_t i = 0; i < count; i++) {
        const pdk_results_driver *driver = &drivers[i];
        entries[i] = (pdk_session_driver){ .slot = made->slots[i],
                                           .name = driver->name,
                                           .co_driver = { "", 0 },
                                           .vehicle = driver->vehicle,
                                           .team = driver->team,
                                           .number = driver->number,
                                           .class_name = driver->class_name,
                                           .entry_time = NAN,
                                           .exit_time = NAN };
        results[i] = (pdk_session_result){ .slot = made->slots[i],
                                           .position = driver->position,
                                           .grid_position = driver->grid_position,
                                           .laps = driver->laps,
                                           .pit_stops = driver->pit_stops,
                                           .total_time = driver->finish_time,
                                           .best_lap_time = driver->best_lap_time,
                                           .finish = finish_of(driver) };
    }
    session->drivers = entries;
    session->results = results;
    session->driver_count = session->result_count = count;
    return true;
}

/* Seconds of penalties that the game added to each driver's time at the end; NULL when out of memory. */
static double *find_added(const maker *made)
{
    const pdk_results_penalty *penalties = made->file->penalties.items;
    size_t count = made->file->drivers.count;
    crossing *drivers = pdk_alloc_array(made->memory, count, sizeof *drivers); /* `lap` is the driver's number here */
    double *added = pdk_alloc_array(made->memory, count, sizeof *added);
    if (drivers == NULL || added == NULL) return NULL;
    for (size_t i = 0; i < count; i++) drivers[i] = (crossing){ made->slots[i], (uint32_t)i, 0 };
    if (!pdk_merge_sort(made->memory, drivers, count, sizeof *drivers, by_slot_and_lap, NULL)) return NULL;
    for (size_t i = 0; i < made->file->penalties.count; i++) {
        if (!pdk_text_is(penalties[i].step, "added") || !(penalties[i].seconds > 0)) continue;
        size_t at = first_of(drivers, count, penalties[i].slot, 0);
        if (at < count && drivers[at].slot == penalties[i].slot) added[drivers[at].lap] += penalties[i].seconds;
    }
    pdk_free(made->memory, drivers);
    return added;
}

/* Times of drivers count from the start of the race. One may have the time of another whose last line was lost: the
 * median is right. Without any, the first laps show it. False when out of memory. */
static bool find_start(const maker *made, double *start)
{
    const pdk_results_driver *drivers = made->file->drivers.items;
    size_t count = made->file->drivers.count, found = 0;
    double *starts = pdk_alloc_array(made->memory, count, sizeof *starts), *added = find_added(made);
    if (starts == NULL || added == NULL) return false;
    for (size_t i = 0, at = 0; i < count; at += drivers[i++].lap_count) {
        if (drivers[i].lap_count == 0) continue;
        double began = made->laps[at + drivers[i].lap_count - 1].end_time - (drivers[i].finish_time - added[i]);
        if (isfinite(began)) starts[found++] = as_written(began);
    }
    *start = pdk_median(starts, found);
    for (size_t i = 0; i < made->file->laps.count && !isfinite(*start); i++)
        if (made->laps[i].lap == 1) *start = made->laps[i].start_time;
    pdk_free(made->memory, starts);
    pdk_free(made->memory, added);
    return true;
}

/* ------------------------------------------------------------------------------------------------- the stream */

static bool make_contacts(maker *made, pdk_session *session)
{
    const pdk_results_contact *contacts = made->file->contacts.items;
    size_t count = made->file->contacts.count;
    pdk_session_contact *list = pdk_alloc_array(made->memory, count, sizeof *list);
    if (list == NULL) return false;
    for (size_t i = 0; i < count; i++) {
        list[i] = (pdk_session_contact){ .time = contacts[i].time,
                                         .slot = contacts[i].slot,
                                         .other = contacts[i].other,
                                         .object = contacts[i].object,
                                         .magnitude = contacts[i].magnitude };
        see(made, contacts[i].time);
    }
    session->contacts = list;
    session->contact_count = count;
    session->has_contacts = true;
    return true;
}

static pdk_session_penalty_kind kind_of_penalty(pdk_text kind)
{
    if (pdk_text_is(kind, "drive_through")) return PDK_PENALTY_DRIVE_THROUGH;
    return pdk_text_is(kind, "stop_and_go") ? PDK_PENALTY_STOP_AND_GO : PDK_PENALTY_OTHER;
}

static bool make_penalties(maker *made, pdk_session *session)
{
    const pdk_results_penalty *penalties = made->file->penalties.items;
    const pdk_results_limit *limits = made->file->limits.items;
    pdk_session_penalty *list = pdk_alloc_array(made->memory, made->file->penalties.count, sizeof *list);
    pdk_session_cut *cuts = pdk_alloc_array(made->memory, made->file->limits.count, sizeof *cuts);
    if (list == NULL || cuts == NULL) return false;
    for (size_t i = 0; i < made->file->penalties.count; i++) {
        pdk_session_penalty_step step = pdk_text_is(penalties[i].step, "served")  ? PDK_PENALTY_SERVED
                                        : pdk_text_is(penalties[i].step, "added") ? PDK_PENALTY_ADDED
                                                                                  : PDK_PENALTY_GIVEN;
        if (penalties[i].slot == PDK_RESULTS_NONE) continue; /* of a driver who had left */
        list[session->penalty_count++] = (pdk_session_penalty){ .time = penalties[i].time,
                                                                .slot = penalties[i].slot,
                                                                .kind = kind_of_penalty(penalties[i].kind),
                                                                .step = step,
                                                                .seconds = penalties[i].seconds,
                                                                .text = penalties[i].text };
        see(made, penalties[i].time);
    }
    for (size_t i = 0; i < made->file->limits.count; i++)
        if (limits[i].slot != PDK_RESULTS_NONE)
            cuts[session->cut_count++] = (pdk_session_cut){ limits[i].time, limits[i].slot };
    session->penalties = list;
    session->cuts = cuts;
    session->has_penalties = true;
    return true;
}

/* A change of drivers is at the beginning of its first lap. The first swap is the first driver. */
static bool make_changes(maker *made, pdk_session *session)
{
    const pdk_results_driver *drivers = made->file->drivers.items;
    const pdk_results_span *swaps = made->file->swaps.items;
    pdk_session_change *list = pdk_alloc_array(made->memory, made->file->swaps.count, sizeof *list);
    if (list == NULL) return false;
    for (size_t i = 0, d = 0, at = 0; i < made->file->swaps.count; i++) {
        while (d < made->file->drivers.count && !pdk_same_text(drivers[d].name, swaps[i].name))
            at += drivers[d++].lap_count;
        if (d == made->file->drivers.count) break;
        uint32_t number = swaps[i].first_lap; /* laps count up from 1 */
        if (number == 0 || number > drivers[d].lap_count) continue;
        const pdk_session_lap *lap = &made->laps[at + number - 1];
        pdk_text name = swaps[i].text.data != NULL ? swaps[i].text : (pdk_text){ "", 0 };
        if (isnan(lap->start_time)) continue;
        list[session->change_count++] = (pdk_session_change){ lap->start_time, made->slots[d], name };
    }
    session->changes = list;
    return true;
}

/* Times rise; what has none comes first. Every row begins with its time. */
static int by_time(const void *a, const void *b, void *user)
{
    double one, other;
    (void)user;
    memcpy(&one, a, sizeof one);
    memcpy(&other, b, sizeof other);
    if (isnan(one)) one = -HUGE_VAL;
    if (isnan(other)) other = -HUGE_VAL;
    return (one > other) - (one < other);
}

static bool in_order(maker *made, const void *items, size_t count, size_t size)
{
    return pdk_merge_sort(made->memory, (void *)items, count, size, by_time, NULL);
}

/* A line with a time that could not be read (a finding says so) is at no moment: it is in the tables only. */
#define KEEP_TIMED(items, count)                                         \
    do {                                                                 \
        size_t kept = 0;                                                 \
        for (size_t i = 0; i < (count); i++)                             \
            if (isfinite((items)[i].time)) (items)[kept++] = (items)[i]; \
        (count) = kept;                                                  \
    } while (0)

static double setting_number(const pdk_vector *settings, const char *name)
{
    const pdk_results_setting *all = settings->items;
    for (size_t i = 0; i < settings->count; i++) {
        double value;
        pdk_xml_span span = { all[i].value.data, all[i].value.data + all[i].value.size };
        if (pdk_text_is(all[i].name, name) && all[i].value.size > 0 && pdk_results_number(span, &value)) return value;
    }
    return NAN;
}

pdk_status pdk_results_session(const pdk_document *document, pdk_memory *memory, pdk_session *session, pdk_error *error)
{
    static const double no_limit = 2147483647;
    const pdk_results_file *file = document->state;
    maker made = { .file = file, .memory = memory, .first_time = NAN, .last_time = NAN };
    bool good = make_slots(&made) && make_drivers(&made, session) && make_laps(&made) &&
                make_crossings(&made, session) && make_contacts(&made, session) && make_penalties(&made, session) &&
                make_changes(&made, session);
    if (!good) return pdk_fail_memory(error, memory, "the session");
    const pdk_results_score *scores = file->scores.items;
    for (size_t i = 0; i < file->scores.count; i++) see(&made, scores[i].crossing_time);
    session->kind = pdk_results_kind_of(file->session_element);
    session->has_laps = session->has_results = session->has_crossings = true;
    session->laps = made.laps;
    session->lap_count = file->laps.count;
    session->tyres = made.tyres;
    session->tyre_count = made.tyre_count;
    session->sector_count = 3;
    session->start_time = made.first_time;
    session->end_time = made.last_time;
    if (session->kind == PDK_SESSION_RACE && !find_start(&made, &session->green_time))
        return pdk_fail_memory(error, memory, "the session");
    double laps = setting_number(&file->session_settings, "Laps"),
           minutes = setting_number(&file->session_settings, "Minutes");
    if (laps > 0 && laps < no_limit) session->race_laps = (uint32_t)laps;
    if (minutes > 0) session->race_minutes = minutes;
    size_t size = pdk_document_track_name(document, NULL, 0);
    char *track = pdk_alloc(memory, size + 1);
    if (track == NULL) return pdk_fail_memory(error, memory, "the session");
    session->track = (pdk_text){ track, size > 0 ? pdk_document_track_name(document, track, size + 1) : 0 };
    pdk_session_contact *contacts = (pdk_session_contact *)session->contacts;
    pdk_session_penalty *penalties = (pdk_session_penalty *)session->penalties;
    pdk_session_cut *cuts = (pdk_session_cut *)session->cuts;
    KEEP_TIMED(contacts, session->contact_count);
    KEEP_TIMED(penalties, session->penalty_count);
    KEEP_TIMED(cuts, session->cut_count);
    good = in_order(&made, session->crossings, session->crossing_count, sizeof *session->crossings) &&
           in_order(&made, contacts, session->contact_count, sizeof *contacts) &&
           in_order(&made, penalties, session->penalty_count, sizeof *penalties) &&
           in_order(&made, cuts, session->cut_count, sizeof *cuts) &&
           in_order(&made, session->changes, session->change_count, sizeof *session->changes) &&
           in_order(&made, session->tyres, session->tyre_count, sizeof *session->tyres);
    return good ? PDK_OK : pdk_fail_memory(error, memory, "the session");
}
