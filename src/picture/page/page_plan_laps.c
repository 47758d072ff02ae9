/* Which laps go into a page on one line of stations: all if they are few, otherwise the best of each driver. A page
 * that has more laps makes the others from positions, which is good to some milliseconds. */
#include <math.h>
#include <stdio.h>

#include "json/contract.h"
#include "page/page_bundle.h"

enum {
    MOST_STATIONS = 250000, /* laps times stations */
    NUMBER = 24,            /* characters of a slot or lap */
    NEAR = 50               /* m between stations where it is only asked if laps can be compared */
};
#define NO_TRACK SIZE_MAX

static const double steps[] = { 1, 2, 5 }; /* m */
static const double usual_speed = 50;      /* m/s, if a file does not record how far they drove */

typedef struct chosen_lap {
    size_t document;
    uint32_t slot, lap;
    double time, length;
} chosen_lap;

typedef struct choosing {
    pdk_page_bundle *bundle;
    pdk_vector laps; /* chosen_lap */
    size_t *tracks;  /* for each document the first one of the same track; NO_TRACK if no driver completed a lap */
} choosing;

/* Whole laps that began at speed. */
static bool is_comparable(const pdk_lap *lap)
{
    bool whole =
        lap->kind == PDK_LAP_TIMED && isfinite(lap->lap_time) && (lap->reasons & PDK_LAP_REASON_INCOMPLETE) == 0;
    return whole && (lap->reasons & PDK_LAP_REASON_FIRST) == 0;
}

/* Of the driver that the page is about. */
static bool is_wanted(const pdk_page_bundle *bundle, const pdk_lap *lap)
{
    const char *driver = bundle->options->driver;
    pdk_text name = lap->driver.data != NULL ? lap->driver : (pdk_text){ "", 0 };
    return driver == NULL || pdk_match_driver(name, lap->slot, driver) != PDK_DRIVER_NO;
}

static pdk_status choose(choosing *work, size_t document, bool best_only, pdk_error *error)
{
    const pdk_document *answers = work->bundle->subjects[document].answers;
    size_t count = 0;
    pdk_error reason = { 0 };
    pdk_status status = pdk_lap_count(answers, &count, &reason);
    if (status == PDK_E_UNSUPPORTED) return PDK_OK;
    if (status != PDK_OK) {
        if (error != NULL) *error = reason;
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        const pdk_lap *lap = pdk_lap_at(answers, i);
        if (!is_comparable(lap) || (best_only && !lap->best) || !is_wanted(work->bundle, lap)) continue;
        chosen_lap *chosen = pdk_vector_push(&work->laps);
        if (chosen == NULL) return pdk_fail_memory(error, work->laps.memory, "laps of a page");
        *chosen = (chosen_lap){ document, lap->slot, lap->lap, lap->lap_time,
                                isfinite(lap->distance) ? lap->distance : usual_speed * lap->lap_time };
    }
    return PDK_OK;
}

/* Can the best laps of two documents be compared? */
static pdk_status ask_same(const choosing *work, size_t one, size_t other, bool *same, pdk_error *error)
{
    const pdk_page_subject *subjects = work->bundle->subjects;
    pdk_lap_reference best[] = { { .document = subjects[one].file.document },
                                 { .document = subjects[other].file.document } };
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    options.step = NEAR;
    pdk_error reason = { 0 };
    pdk_document *comparison = NULL;
    pdk_status status = pdk_compare_laps(best, 2, &options, &comparison, &reason);
    pdk_close(comparison);
    *same = status == PDK_OK;
    if (status == PDK_OK || status == PDK_E_UNSUPPORTED || status == PDK_E_ARGUMENT) return PDK_OK;
    if (error != NULL) *error = reason;
    return status;
}

static pdk_status find_tracks(choosing *work, pdk_error *error)
{
    for (size_t i = 0; i < work->bundle->count; i++) {
        work->tracks[i] = NO_TRACK;
        if (!work->bundle->subjects[i].moves) continue;
        work->tracks[i] = i;
        for (size_t k = 0; k < i; k++) {
            if (work->tracks[k] != k) continue;
            bool same;
            pdk_status status = ask_same(work, k, i, &same, error);
            if (status != PDK_OK) return status;
            if (!same) continue;
            work->tracks[i] = k;
            break;
        }
    }
    return PDK_OK;
}

/* Laps of one document, or of all of its track. */
static pdk_status choose_all(choosing *work, size_t document, bool alone, bool best_only, pdk_error *error)
{
    pdk_status status = PDK_OK;
    work->laps.count = 0;
    for (size_t i = 0; i < work->bundle->count && status == PDK_OK; i++) {
        if (alone ? i == document : work->tracks[i] == document) status = choose(work, i, best_only, error);
    }
    return status;
}

/* Stations of all laps at a step. */
static double stations(const choosing *work, double step)
{
    const chosen_lap *laps = work->laps.items;
    double sum = 0;
    for (size_t i = 0; i < work->laps.count; i++) sum += laps[i].length / step;
    return sum;
}

/* The smallest step that fits; 0 = none does. */
static double choose_step(const choosing *work)
{
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (stations(work, steps[i]) <= MOST_STATIONS) return steps[i];
    }
    return 0;
}

/* The fastest first: it is what the others are measured on. */
static void lead_with_fastest(choosing *work)
{
    chosen_lap *laps = work->laps.items;
    size_t fastest = 0;
    for (size_t i = 1; i < work->laps.count; i++) {
        if (laps[i].time < laps[fastest].time) fastest = i;
    }
    if (work->laps.count == 0) return;
    chosen_lap first = laps[fastest];
    for (size_t i = fastest; i > 0; i--) laps[i] = laps[i - 1];
    laps[0] = first;
}

static const char *number_text(pdk_memory *memory, uint32_t number)
{
    return pdk_keep_printf(memory, "%lu", (unsigned long)number);
}

static pdk_lap_reference *references(const choosing *work)
{
    pdk_memory *memory = work->laps.memory;
    const chosen_lap *laps = work->laps.items;
    pdk_lap_reference *made = pdk_alloc_array(memory, work->laps.count, sizeof *made);
    for (size_t i = 0; made != NULL && i < work->laps.count; i++) {
        made[i] = (pdk_lap_reference){ .document = work->bundle->subjects[laps[i].document].file.document,
                                       .driver = number_text(memory, laps[i].slot),
                                       .lap = number_text(memory, laps[i].lap) };
        if (made[i].driver == NULL || made[i].lap == NULL) return NULL;
    }
    return made;
}

static void put_group(pdk_json *json, const choosing *work, size_t piece)
{
    const chosen_lap *laps = work->laps.items;
    pdk_json_begin(json, '{');
    pdk_member_natural(json, PDK_KEY_OF(trace_group, block), piece);
    pdk_member_begin(json, PDK_KEY_OF(trace_group, laps), '[');
    for (size_t i = 0; i < work->laps.count; i++) {
        pdk_json_begin(json, '{');
        pdk_member_natural(json, PDK_KEY_OF(group_lap, document), laps[i].document);
        pdk_member_natural(json, PDK_KEY_OF(group_lap, slot), laps[i].slot);
        pdk_member_natural(json, PDK_KEY_OF(group_lap, lap), laps[i].lap);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    pdk_json_end(json, '}');
}

/* Makes the piece at once, since only that shows whether these laps are of one track. */
static pdk_status add_group(choosing *work, pdk_json *json, bool *refused, pdk_error *error)
{
    pdk_page_bundle *bundle = work->bundle;
    *refused = false;
    if (work->laps.count == 0) return PDK_OK;
    lead_with_fastest(work);
    pdk_page_piece piece = { .kind = PDK_PAGE_PIECE_TRACES,
                             .subject = &bundle->subjects[0],
                             .count = work->laps.count,
                             .step = choose_step(work),
                             .laps = references(work) };
    if (piece.laps == NULL) return pdk_fail_memory(error, bundle->memory, "laps of a page");
    size_t number = pdk_page_bundle_add(bundle, &piece);
    if (number == PDK_PAGE_NO_PIECE) return pdk_fail_memory(error, bundle->memory, "pieces of a page");
    pdk_error reason = { 0 };
    pdk_status status = pdk_page_make_piece(bundle, number, &reason);
    if (status == PDK_E_UNSUPPORTED || status == PDK_E_ARGUMENT) { /* not one track, or a lap that is in parts */
        *refused = true;
        bundle->pieces.count--;
        return PDK_OK;
    }
    if (status != PDK_OK) {
        if (error != NULL) *error = reason;
        return status;
    }
    put_group(json, work, number);
    return PDK_OK;
}

static pdk_status plan_together(choosing *work, pdk_json *json, size_t document, bool alone, bool *refused,
                                pdk_error *error)
{
    pdk_status status = choose_all(work, document, alone, false, error);
    if (status == PDK_OK && choose_step(work) <= 0) status = choose_all(work, document, alone, true, error);
    *refused = choose_step(work) <= 0;
    return status == PDK_OK && !*refused ? add_group(work, json, refused, error) : status;
}

/* The laps of a track together, or else those of each document alone. */
static pdk_status plan_track(choosing *work, pdk_json *json, size_t document, pdk_error *error)
{
    bool refused, alone;
    pdk_status status = plan_together(work, json, document, false, &refused, error);
    for (size_t i = document; refused && i < work->bundle->count && status == PDK_OK; i++) {
        if (work->tracks[i] == document) status = plan_together(work, json, i, true, &alone, error);
    }
    return status;
}

pdk_status pdk_page_plan_traces(pdk_page_bundle *bundle, pdk_json *json, pdk_error *error)
{
    choosing work = { .bundle = bundle, .laps = pdk_vector_of(bundle->memory, sizeof(chosen_lap)) };
    work.tracks = pdk_alloc_array(bundle->memory, bundle->count > 0 ? bundle->count : 1, sizeof *work.tracks);
    if (work.tracks == NULL) return pdk_fail_memory(error, bundle->memory, "laps of a page");
    pdk_status status = find_tracks(&work, error);
    pdk_member_begin(json, PDK_KEY_OF(manifest, traces), '[');
    for (size_t i = 0; i < bundle->count && status == PDK_OK; i++) {
        if (work.tracks[i] == i) status = plan_track(&work, json, i, error);
    }
    pdk_json_end(json, ']');
    pdk_free(bundle->memory, work.laps.items);
    pdk_free(bundle->memory, work.tracks);
    return status;
}
