/* The band of all laps: at each point of the line the widest offsets on each side, each from another lap. */
#include "analysis/incident/incident_band.h"

#include <math.h>

enum { LEAST_LAPS = 8, MANY_LAPS = 20, KEPT = 2, NOBODY = 0 };

static const double longest_step = 100; /* m between two samples: further apart, nothing is known between them */
static const double half_a_car = 1;     /* m */

/* The widest offsets of a side, each of another lap, the widest first; laps are numbered from 1. */
typedef struct widest {
    float offset[KEPT];
    uint32_t lap[KEPT];
} widest;

/* `offset` is larger the further out. */
static void widen(widest *at, uint32_t lap, float offset)
{
    int place = 0;
    while (place < KEPT && at->lap[place] != lap && at->lap[place] != NOBODY) place++;
    if (place == KEPT) place = KEPT - 1;
    if (at->lap[place] != NOBODY && offset <= at->offset[place]) return;
    for (; place > 0 && offset > at->offset[place - 1]; place--) {
        at->offset[place] = at->offset[place - 1];
        at->lap[place] = at->lap[place - 1];
    }
    at->offset[place] = offset;
    at->lap[place] = lap;
}

typedef struct band_work {
    const pdk_track_model *model;
    widest *left, *right;
} band_work;

/* All points between two samples. */
static void take_step(band_work *work, uint32_t lap, double from, double to, double lateral_from, double lateral_to)
{
    const pdk_track_model *model = work->model;
    double way = pdk_track_way(model, from, to);
    if (!(way > 0) || way > longest_step) return;
    size_t first = (size_t)ceil(from / model->step), count = (size_t)(way / model->step) + 1;
    for (size_t i = 0; i < count; i++) {
        double along = (double)(first + i) * model->step - from;
        if (along > way) return;
        size_t point = (first + i) % model->count;
        float lateral = (float)(lateral_from + (lateral_to - lateral_from) * along / way);
        widen(&work->left[point], lap, lateral);
        widen(&work->right[point], lap, -lateral);
    }
}

static bool take_lap(band_work *work, const pdk_stations *stations, const pdk_lap *lap, uint32_t number)
{
    const pdk_path *path = pdk_paths_find(stations->paths, lap->slot);
    size_t segment = path != NULL ? pdk_path_find_segment(path, lap->start_time) : SIZE_MAX;
    if (segment == SIZE_MAX) return false;
    const pdk_path_segment *part = &path->segments[segment];
    const pdk_path_stations *places = &stations->of[path->run];
    size_t end = (size_t)part->first + part->count;
    for (size_t i = pdk_path_find_sample(path, segment, lap->start_time); i + 1 < end; i++) {
        if (path->samples[i + 1].time > lap->end_time) break;
        if (isnan(places->distance[i]) || isnan(places->distance[i + 1])) continue;
        take_step(work, number, (double)places->distance[i], (double)places->distance[i + 1],
                  (double)places->lateral[i], (double)places->lateral[i + 1]);
    }
    return true;
}

/* The band of laps; *used = how many there are. */
static void take_laps(band_work *work, const pdk_laps *laps, const pdk_stations *stations, uint32_t *used)
{
    for (size_t i = 0; i < laps->lap_count; i++) {
        const pdk_lap *lap = &laps->laps[i];
        bool whole = lap->kind == PDK_LAP_TIMED && lap->end_time > lap->start_time &&
                     (lap->reasons & (PDK_LAP_OFF_TRACK | PDK_LAP_SLOW)) == 0;
        if (whole && take_lap(work, stations, lap, *used + 1)) ++*used;
    }
}

static bool has_edges(const pdk_track_model *model)
{
    for (size_t i = 0; model->given && i < model->count; i++) {
        if (!isnan(model->left[i]) || !isnan(model->right[i])) return true;
    }
    return false;
}

pdk_status pdk_incident_band_make(const pdk_laps *laps, const pdk_stations *stations, pdk_memory *memory,
                                  pdk_incident_band *band, pdk_error *error)
{
    const pdk_track_model *model = stations->model;
    size_t count = model->count;
    *band = (pdk_incident_band){ .left = model->left, .right = model->right, .count = count, .step = model->step };
    if (has_edges(model)) band->name = "track";
    if (band->name != NULL || laps == NULL) return PDK_OK;
    band_work work = { model, pdk_alloc_array(memory, count, sizeof *work.left),
                       pdk_alloc_array(memory, count, sizeof *work.right) };
    band->left = pdk_alloc_array(memory, count, sizeof *band->left);
    band->right = pdk_alloc_array(memory, count, sizeof *band->right);
    if (work.left == NULL || work.right == NULL || band->left == NULL || band->right == NULL)
        return pdk_fail_memory(error, memory, "the band of all laps");
    uint32_t used = 0;
    take_laps(&work, laps, stations, &used);
    int place = used >= MANY_LAPS ? 1 : 0; /* of many laps the widest but one */
    for (size_t i = 0; i < count; i++) {
        band->left[i] = work.left[i].lap[place] != NOBODY ? work.left[i].offset[place] : NAN;
        band->right[i] = work.right[i].lap[place] != NOBODY ? -work.right[i].offset[place] : NAN;
    }
    if (used >= LEAST_LAPS) band->name = "band";
    band->beside = half_a_car;
    pdk_free(memory, work.left);
    pdk_free(memory, work.right);
    return PDK_OK;
}

double pdk_incident_band_beyond(const pdk_incident_band *band, double distance, double lateral)
{
    if (isnan(distance) || band->count == 0) return NAN;
    size_t point = (size_t)(distance / band->step + 0.5) % band->count;
    double left = lateral - (double)band->left[point], right = (double)band->right[point] - lateral;
    return fmax(left, right) - band->beside; /* of which a NaN leaves the other */
}
