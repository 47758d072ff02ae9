/* Which part of which recording is drawn. */
#include "plot/plot_facts.h"
#include "plot/plot_laps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/compare/comparison.h"
#include "plot/plot_number.h"

static bool is_given(const char *text)
{
    return text != NULL && text[0] != '\0';
}

/* A name that outlives what it was computed in. */
static pdk_text keep_text(const pdk_plot_work *work, pdk_text text)
{
    char *copy = pdk_keep_room(work->memory, text.size + 1);
    if (copy != NULL && text.size > 0) memcpy(copy, text.data, text.size);
    return (pdk_text){ copy, copy != NULL ? text.size : 0 };
}

/* With a start line of the caller's, laps are those between its crossings. */
static pdk_compare_options lap_options(const pdk_plot_options *own)
{
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    options.has_line = own->has_line;
    memcpy(options.line, own->line, sizeof options.line);
    options.limits = own->limits;
    options.allocator = own->allocator;
    options.progress = own->progress;
    options.progress_user = own->progress_user;
    return options;
}

static pdk_status add_lap(pdk_plot_work *work, pdk_lap_sources *sources, pdk_vector *laps,
                          const pdk_lap_reference *reference, pdk_error *error)
{
    pdk_found_lap found;
    pdk_lap_reference named = *reference;
    if (named.name == NULL) named.name = "the file";
    pdk_status status = pdk_find_lap(sources, &named, &found, error);
    if (status != PDK_OK) return status;
    pdk_plot_lap *lap = pdk_vector_push(laps);
    if (lap == NULL) return pdk_fail_memory(error, work->memory, "laps");
    *lap = (pdk_plot_lap){ .document = reference->document,
                           .driver = keep_text(work, found.driver),
                           .slot = found.slot,
                           .lap = found.lap,
                           .start = found.start_time,
                           .end = found.end_time,
                           .lap_time = found.lap_time };
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------- laps with poses */

/* Whether the car is in the recording from the lap's beginning to its end: games store times of laps, even if a part of
 * a race has only the last seconds of them. */
static bool is_recorded(const pdk_motion *motion, uint64_t slot, double start, double end)
{
    const pdk_motion_segment *segments;
    size_t run = pdk_motion_find_run(motion, slot), count = 0;
    double room = (end - start) * 0.02, low = HUGE_VAL, high = -HUGE_VAL;
    if (run == PDK_NO_RUN || pdk_motion_segments(motion, run, &segments, &count, NULL) != PDK_OK) return false;
    for (size_t i = 0; i < count; i++) {
        low = fmin(low, segments[i].start_time);
        high = fmax(high, segments[i].end_time);
    }
    return low <= start + room && high >= end - room;
}

/* The best lap, of the driver who is wanted or of all, that is recorded from its beginning to its end; NULL = none. */
static const pdk_lap *best_recorded(const pdk_motion *motion, const pdk_lap_reference *reference)
{
    size_t count = 0;
    const pdk_lap *best = NULL;
    pdk_driver_match closest = PDK_DRIVER_NO;
    if (pdk_lap_count(reference->document, &count, NULL) != PDK_OK) return NULL;
    for (size_t i = 0; i < count; i++) {
        const pdk_lap *lap = pdk_lap_at(reference->document, i);
        pdk_driver_match match =
            is_given(reference->driver) ? pdk_match_driver(lap->driver, lap->slot, reference->driver) : PDK_DRIVER_NO;
        if (match < closest || (match == PDK_DRIVER_NO && is_given(reference->driver))) continue;
        if (match > closest) best = NULL;
        closest = match;
        bool quicker = lap->counts && isfinite(lap->lap_time) && (best == NULL || lap->lap_time < best->lap_time);
        if (quicker && is_recorded(motion, lap->slot, lap->start_time, lap->end_time)) best = lap;
    }
    return best;
}

/* No lap is named, and the best was found: where the recording has only a part of it, the best that it has completely.
 * PDK_E_UNSUPPORTED: there is none. */
static pdk_status check_recorded(pdk_plot_work *work, pdk_lap_sources *sources, pdk_vector *laps,
                                 const pdk_lap_reference *reference, pdk_error *error)
{
    const pdk_plot_lap *found = (pdk_plot_lap *)laps->items + laps->count - 1;
    pdk_motion *motion = NULL;
    if (pdk_motion_open(reference->document, NULL, &motion, NULL) != PDK_OK) return PDK_OK; /* laps without places */
    pdk_status status = PDK_OK;
    if (!is_recorded(motion, found->slot, found->start, found->end)) {
        const pdk_lap *best = best_recorded(motion, reference);
        laps->count--;
        if (best == NULL) {
            status = pdk_plot_lacks(error, "no lap is recorded completely");
        } else {
            char slot[24], lap[24];
            pdk_lap_reference named = *reference;
            snprintf(slot, sizeof slot, "%llu", (unsigned long long)best->slot);
            snprintf(lap, sizeof lap, "%u", best->lap);
            named.driver = slot;
            named.lap = lap;
            status = add_lap(work, sources, laps, &named, error);
        }
    }
    pdk_motion_close(motion);
    return status;
}

/* The recording of each driver; or of the best match of a name. */
static pdk_status add_recordings(pdk_plot_work *work, pdk_vector *laps, const pdk_lap_reference *reference,
                                 pdk_error *error)
{
    pdk_motion *motion = NULL;
    pdk_status status = pdk_motion_open(reference->document, NULL, &motion, error);
    if (status != PDK_OK) return status;
    const char *wanted = is_given(reference->driver) ? reference->driver : NULL;
    pdk_driver_match best = PDK_DRIVER_NO;
    size_t runs = pdk_motion_run_count(motion), before = laps->count;
    for (size_t run = 0; run < runs && wanted != NULL; run++) {
        const pdk_motion_run *info = pdk_motion_run_at(motion, run);
        pdk_driver_match match = pdk_match_driver(info->name, info->slot, wanted);
        if (match > best) best = match;
    }
    for (size_t run = 0; run < runs && status == PDK_OK; run++) {
        const pdk_motion_run *info = pdk_motion_run_at(motion, run);
        if (info->samples == 0) continue;
        if (wanted != NULL && (best == PDK_DRIVER_NO || pdk_match_driver(info->name, info->slot, wanted) != best))
            continue;
        if (laps->count == PDK_PLOT_MOST_LAPS) {
            status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.laps",
                              "a plot can show at most %d recordings; use --driver", PDK_PLOT_MOST_LAPS);
            break;
        }
        pdk_plot_lap *lap = pdk_vector_push(laps);
        if (lap == NULL) {
            status = pdk_fail_memory(error, work->memory, "laps");
            break;
        }
        *lap = (pdk_plot_lap){ .document = reference->document,
                               .driver = keep_text(work, info->name),
                               .slot = info->slot,
                               .start = work->options->has_from ? work->options->from : -HUGE_VAL,
                               .end = work->options->has_to ? work->options->to : HUGE_VAL,
                               .lap_time = NAN };
    }
    pdk_motion_close(motion);
    if (status != PDK_OK || laps->count > before) return status;
    if (wanted != NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.driver", "there is no driver \"%.60s\"", wanted);
    return pdk_plot_lacks(error, "nothing moves in this file");
}

/* --------------------------------------------------------------------------------------------------- names */

typedef enum naming { BY_DRIVER, BY_FILE, BY_LAP, BY_ALL } naming;

static void write_label(pdk_plot_lap *lap, naming how)
{
    char driver[64], number[24] = "";
    pdk_draw_clean(driver, sizeof driver, lap->driver.data != NULL ? lap->driver.data : "", lap->driver.size);
    if (driver[0] == '\0') snprintf(driver, sizeof driver, "car %llu", (unsigned long long)lap->slot);
    if (lap->lap > 0) snprintf(number, sizeof number, ", lap %u", lap->lap);
    const char *file = lap->file;
    if (how == BY_DRIVER) snprintf(lap->label, sizeof lap->label, "%s", driver);
    else if (how == BY_FILE) snprintf(lap->label, sizeof lap->label, "%.90s", file);
    else if (how == BY_LAP) snprintf(lap->label, sizeof lap->label, "%s%s", driver, number);
    else snprintf(lap->label, sizeof lap->label, "%.40s, %.30s%s", file, driver, number);
}

static bool all_differ(const pdk_plot_lap *laps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (strcmp(laps[i].label, laps[k].label) == 0) return false;
        }
    }
    return true;
}

static void label_laps(pdk_plot_lap *laps, size_t count)
{
    for (int how = BY_DRIVER; how <= BY_ALL; how++) {
        bool named = true;
        for (size_t i = 0; i < count; i++) {
            if (how == BY_FILE && laps[i].file[0] == '\0') named = false;
            if (how == BY_DRIVER && laps[i].driver.size == 0 && laps[i].file[0] != '\0')
                named = count > 1 && laps[i].document == laps[0].document;
            write_label(&laps[i], (naming)how);
        }
        if (named && all_differ(laps, count)) return;
    }
}

static pdk_status find_laps(pdk_plot_work *work, pdk_lap_sources *sources, pdk_vector *found, pdk_error *error)
{
    bool cut = work->options->has_from || work->options->has_to;
    for (size_t i = 0; i < work->count; i++) {
        const pdk_lap_reference *reference = &work->laps[i];
        pdk_error why;
        size_t before = found->count;
        bool named = is_given(reference->lap);
        pdk_status status = PDK_E_UNSUPPORTED;
        if (named || !cut) status = add_lap(work, sources, found, reference, &why);
        if (status == PDK_OK && !named) status = check_recorded(work, sources, found, reference, &why);
        if (status == PDK_E_UNSUPPORTED && !named) status = add_recordings(work, found, reference, &why);
        if (status != PDK_OK) {
            if (error != NULL) *error = why;
            return status;
        }
        const char *file = pdk_plot_file_name(reference->name != NULL ? reference->name : "");
        for (size_t k = before; k < found->count; k++) ((pdk_plot_lap *)found->items)[k].file = file;
    }
    return PDK_OK;
}

pdk_status pdk_plot_find_laps(pdk_plot_work *work, pdk_plot_lap **laps, size_t *count, pdk_error *error)
{
    pdk_vector found = pdk_vector_of(work->memory, sizeof(pdk_plot_lap));
    pdk_compare_options options = lap_options(work->options);
    pdk_lap_sources sources = pdk_lap_sources_of(work->memory, &options);
    pdk_status status = find_laps(work, &sources, &found, error);
    pdk_lap_sources_close(&sources);
    if (status != PDK_OK) return status;
    *laps = found.items;
    *count = found.count;
    label_laps(*laps, *count);
    return PDK_OK;
}

static void lap_text(const pdk_plot_lap *lap, char *text, size_t size)
{
    char driver[64], clock[PDK_LABEL_SIZE], from[PDK_LABEL_SIZE], to[PDK_LABEL_SIZE];
    pdk_draw_clean(driver, sizeof driver, lap->driver.data != NULL ? lap->driver.data : "", lap->driver.size);
    pdk_clock_text(clock, lap->lap_time, 3);
    if (lap->lap > 0 && clock[0] != '\0')
        snprintf(text, size, "%s%slap %u, %s", driver, driver[0] != '\0' ? ", " : "", lap->lap, clock);
    else if (lap->lap > 0) snprintf(text, size, "%s%slap %u", driver, driver[0] != '\0' ? ", " : "", lap->lap);
    else if (isfinite(lap->start) || isfinite(lap->end)) {
        pdk_clock_text(from, lap->start, 3);
        pdk_clock_text(to, lap->end, 3);
        snprintf(text, size, "%s%sfrom %s to %s", driver, driver[0] != '\0' ? ", " : "",
                 isfinite(lap->start) ? from : "the start", isfinite(lap->end) ? to : "the end");
    } else snprintf(text, size, "%s%sthe whole recording", driver, driver[0] != '\0' ? ", " : "");
}

/* "A. Varga, B. Okafor", where that is short enough; with times "A. Varga, lap 3, 1:08.505; B. Okafor, lap 2, 1:09.1".
 */
static bool join_labels(const pdk_plot_lap *laps, size_t count, bool times, char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        char more[24 + PDK_LABEL_SIZE] = "", clock[PDK_LABEL_SIZE];
        if (times) {
            pdk_clock_text(clock, laps[i].lap_time, 3);
            bool numbered = laps[i].lap == 0 || strstr(laps[i].label, ", lap ") != NULL;
            int made = numbered ? 0 : snprintf(more, sizeof more, ", lap %u", laps[i].lap);
            if (clock[0] != '\0') snprintf(more + made, sizeof more - (size_t)made, ", %s", clock);
        }
        const char *between = i == 0 ? "" : times ? "; " : ", ";
        int made = snprintf(text + used, size - used, "%s%s%s", between, laps[i].label, more);
        if (made < 0 || (size_t)made >= size - used) return false;
        used += (size_t)made;
    }
    return true;
}

void pdk_plot_name_laps(pdk_plot_work *work, const char *what, const pdk_plot_lap *laps, size_t count)
{
    char text[160], names[100];
    const char *before = what != NULL ? what : "", *between = what != NULL ? ": " : "";
    bool one_file = true;
    for (size_t i = 1; i < count; i++) one_file = one_file && laps[i].document == laps[0].document;
    lap_text(&laps[0], text, sizeof text);
    bool listed =
        join_labels(laps, count, true, names, sizeof names) || join_labels(laps, count, false, names, sizeof names);
    if (count == 1)
        snprintf(work->title, sizeof work->title, "%s%s%.60s%s%s", before, between, laps[0].file,
                 laps[0].file[0] != '\0' ? ": " : "", text);
    else if (listed) snprintf(work->title, sizeof work->title, "%s%s%s", before, between, names);
    else if (one_file)
        snprintf(work->title, sizeof work->title, "%s%s%.60s: %zu %s", before, between, laps[0].file, count,
                 laps[0].lap > 0 ? "laps" : "drivers");
    else snprintf(work->title, sizeof work->title, "%s%s%zu laps", before, between, count);
    pdk_plot_describe(work, work->subtitle, sizeof work->subtitle);
}
