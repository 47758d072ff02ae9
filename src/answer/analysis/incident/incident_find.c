/* Everything that may be an incident: contacts that the file records, spins and excursions that the paths show. */
#include <math.h>
#include <stdatomic.h>

#include "analysis/incident/incidents.h"
#include "base/parallel.h"

static const double usual_gap = 2;    /* s */
static const double after_start = 30; /* s: from the grid everybody drives beside others */

static double gap_of(const pdk_incident_work *work)
{
    double gap = work->answers->options.incident_gap;
    return gap > 0 ? gap : usual_gap;
}

/* ------------------------------------------------------------------------------------------------- cars */

static bool find_stops(pdk_incident_work *work, uint32_t number)
{
    pdk_vector stops = pdk_vector_of(work->scratch, sizeof(pdk_time_span));
    pdk_incident_car *car = (pdk_incident_car *)work->cars.list.items + number;
    if (!pdk_find_stops(car->path, &stops)) return false;
    car->stops = stops.items;
    car->stop_count = stops.count;
    return true;
}

/* Times in the pit lane or garage, of all who used the slot, in order. */
static bool find_pits(pdk_incident_work *work, uint32_t number)
{
    const pdk_laps *laps = work->laps;
    pdk_vector pits = pdk_vector_of(work->scratch, sizeof(pdk_time_span));
    pdk_incident_car *car = (pdk_incident_car *)work->cars.list.items + number;
    if (laps == NULL) return true;
    for (size_t e = 0; e < laps->entry_count; e++) {
        const pdk_race_entry *entry = &laps->entries[laps->by_slot[e]];
        if (entry->slot != car->slot) continue;
        for (size_t i = 0; i < entry->visit_count; i++) {
            double from, to;
            if (!pdk_visit_span(laps, entry, i, &from, &to)) continue;
            pdk_time_span *span = pdk_vector_push(&pits);
            if (span == NULL) return false;
            *span = (pdk_time_span){ from, to };
        }
    }
    car->pits = pits.items;
    car->pit_count = pits.count;
    return true;
}

static bool find_cars(pdk_incident_work *work)
{
    work->cars.by_slot.memory = work->scratch;
    work->cars.list = pdk_vector_of(work->scratch, sizeof(pdk_incident_car));
    for (size_t i = 0; work->paths != NULL && i < work->paths->count; i++) {
        const pdk_path *path = &work->paths->paths[i];
        if (path->slot >= PDK_SESSION_NONE) continue; /* no slot has such a number */
        uint32_t number = pdk_incident_car_of(&work->cars, (uint32_t)path->slot);
        if (number == PDK_NUMBER_NONE) return false;
        ((pdk_incident_car *)work->cars.list.items + number)->path = path;
        if (!find_stops(work, number) || !find_pits(work, number)) return false;
    }
    return true;
}

/* -------------------------------------------------------------------------------------------- everything */

/* Something is looked for in the path of each car, on all processors. */
typedef struct solo_search {
    const pdk_incident_work *work;
    const pdk_incident_band *band; /* NULL = spins are looked for, else excursions */
    double after;                  /* excursions: those before do not count */
    pdk_vector *found;             /* of each car */
    atomic_bool failed;
} solo_search;

static void search_cars(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    solo_search *search = user;
    const pdk_incident_work *work = search->work;
    const pdk_incident_car *cars = work->cars.list.items;
    for (uint64_t i = first; i < first + count; i++) {
        if (cars[i].path == NULL) continue;
        bool good = search->band == NULL ? pdk_find_spins(cars[i].path, (uint32_t)i, &search->found[i])
                                         : pdk_find_excursions(search->band, work->stations, &cars[i], (uint32_t)i,
                                                               search->after, &search->found[i]);
        if (!good) atomic_store(&search->failed, true);
    }
}

/* Those of the first car, then those of the second ... */
static bool find_solos(const pdk_incident_work *work, const pdk_incident_band *band, double after, pdk_vector *all)
{
    size_t cars = work->cars.list.count;
    solo_search search = {
        .work = work, .band = band, .after = after, .found = pdk_alloc_array(work->scratch, cars, sizeof *search.found)
    };
    if (search.found == NULL) return false;
    for (size_t i = 0; i < cars; i++) search.found[i] = pdk_vector_of(work->scratch, sizeof(pdk_solo));
    pdk_parallel job = { .count = cars, .piece = 1, .work = search_cars, .user = &search };
    pdk_parallel_run(&job);
    bool good = !atomic_load(&search.failed);
    for (size_t i = 0; i < cars; i++) {
        const pdk_solo *found = search.found[i].items;
        for (size_t k = 0; k < search.found[i].count && good; k++) {
            pdk_solo *solo = pdk_vector_push(all);
            good = solo != NULL;
            if (good) *solo = found[k];
        }
        pdk_free(work->scratch, search.found[i].items);
    }
    pdk_free(work->scratch, search.found);
    return good;
}

/* By what each pose says, or else by the band of the track. */
static pdk_status find_excursions(pdk_incident_work *work, pdk_vector *excursions, pdk_error *error)
{
    bool told = false;
    pdk_status status = pdk_find_told_excursions(work, excursions, &told, error);
    if (status != PDK_OK || told) return status;
    if (work->stations == NULL) return PDK_OK;
    pdk_incident_band band;
    status = pdk_incident_band_make(work->laps, work->stations, work->scratch, &band, error);
    if (status != PDK_OK || band.name == NULL) return status;
    work->judged_by = band.name;
    bool starts = work->laps != NULL && work->laps->is_race && isfinite(work->laps->start_time);
    double after = starts ? work->laps->start_time + after_start : -INFINITY;
    return find_solos(work, &band, after, excursions) ? PDK_OK : pdk_fail_memory(error, work->scratch, "excursions");
}

/* For answers that ask for spins and excursions themselves. */
static bool keep_losses(pdk_incident_work *work, const pdk_vector *spins, const pdk_vector *excursions)
{
    const pdk_incident_car *cars = work->cars.list.items;
    pdk_incidents *found = work->found;
    size_t count = spins->count + excursions->count;
    found->losses = pdk_alloc_array(work->answers->memory, count, sizeof *found->losses);
    found->judged_by = work->judged_by;
    if (found->losses == NULL) return false;
    for (; found->loss_count < count; found->loss_count++) {
        size_t i = found->loss_count;
        bool spun = i < spins->count;
        const pdk_solo *solo =
            spun ? (const pdk_solo *)spins->items + i : (const pdk_solo *)excursions->items + (i - spins->count);
        found->losses[i] = (pdk_loss_of_track){ .slot = cars[solo->car].slot,
                                                .spun = spun,
                                                .from = solo->from,
                                                .to = solo->to,
                                                .beyond = solo->beyond,
                                                .returned_upon = solo->before != UINT32_MAX ? cars[solo->before].slot
                                                                                            : PDK_SESSION_NONE };
    }
    return true;
}

pdk_status pdk_find_incidents(pdk_incident_work *work, pdk_error *error)
{
    const pdk_session *session = work->session;
    pdk_vector spins = pdk_vector_of(work->scratch, sizeof(pdk_solo)),
               excursions = pdk_vector_of(work->scratch, sizeof(pdk_solo));
    work->drafts.incidents = pdk_vector_of(work->scratch, sizeof(pdk_incident_draft));
    work->drafts.parties = pdk_vector_of(work->scratch, sizeof(pdk_party_draft));
    if (!find_cars(work)) return pdk_fail_memory(error, work->scratch, "cars");
    pdk_status status =
        pdk_touches_make(session->contacts, session->contact_count, gap_of(work), work->scratch, &work->touches, error);
    if (status == PDK_OK && !pdk_draft_contacts(session->contacts, &work->touches, &work->cars, &work->drafts))
        status = pdk_fail_memory(error, work->scratch, "incidents");
    if (status == PDK_OK && work->paths != NULL) {
        work->headings = pdk_headings_can_be_trusted(work->paths);
        if (work->headings && !find_solos(work, NULL, -INFINITY, &spins))
            status = pdk_fail_memory(error, work->scratch, "spins");
        if (status == PDK_OK) status = pdk_answers_go_on(work->answers, error);
        if (status == PDK_OK) status = find_excursions(work, &excursions, error);
    }
    if (status == PDK_OK) status = pdk_answers_go_on(work->answers, error);
    if (status != PDK_OK) return status;
    status = pdk_find_skids(work, error);
    if (status != PDK_OK) return status;
    pdk_vector damages = pdk_vector_of(work->scratch, sizeof(pdk_damage));
    status = pdk_find_damage(work, &damages, error);
    if (status != PDK_OK) return status;
    bool all = work->answers->options.all_incidents && work->paths != NULL;
    pdk_find_unsafe_returns(work, &spins);
    pdk_find_unsafe_returns(work, &excursions);
    bool done =
        keep_losses(work, &spins, &excursions) &&
        pdk_draft_solos(&spins, &excursions, gap_of(work), work->cars.list.count, work->scratch, &work->drafts) &&
        pdk_draft_damage(&damages, gap_of(work), work->scratch, &work->drafts) &&
        pdk_join_drafts(&work->drafts, gap_of(work), work->cars.list.count, work->scratch) &&
        (!all || (pdk_draft_unsafe_returns(work, &spins) && pdk_draft_unsafe_returns(work, &excursions) &&
                  pdk_find_near_misses(work)));
    if (done) pdk_date_by_skids(work);
    done = done && (!all || pdk_draft_lock_ups(work));
    return done ? PDK_OK : pdk_fail_memory(error, work->scratch, "incidents");
}
