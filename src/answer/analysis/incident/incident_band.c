/* The band of all laps: at each point of the line the widest offsets on each side, each from another lap. */
#include "analysis/incident/incident_band.h"

#include <math.h>
#include <stdatomic.h>

#include "base/merge_sort.h"
#include "base/parallel.h"
#include "base/whole.h"

enum { LEAST_LAPS = 8, MANY_LAPS = 20, KEPT = 2, NOBODY = 0 };

static const double longest_step = 100;  /* m between two samples: further apart, nothing is known between them */
static const double half_a_car = 1;      /* m */
static const double least_beyond = 0.75; /* m */
static const double usual_road = 10;     /* m: between the centres of cars at both edges of a road */
static const double usual_share = 0.9;   /* of the points, where the band is no wider than the road */
static const double rounding = 0.01;     /* m: far more than what is lost between two samples */

/* The widest offsets of a side, each of another lap, the widest first; laps are numbered from 1. */
typedef struct widest {
    float offset[KEPT];
    uint32_t lap[KEPT];
} widest;

/* Whether no offset up to `largest` makes it wider, whatever the lap. */
static bool is_wide_enough(const widest *at, float largest)
{
    return at->lap[KEPT - 1] != NOBODY && largest <= at->offset[KEPT - 1];
}

/* `offset` is larger the further out. */
static void widen(widest *at, uint32_t lap, float offset)
{
    int place = 0;
    if (is_wide_enough(at, offset)) return; /* as most */
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

/* Laps are taken by all threads, each thread fills its own arrays, which are joined in the end. */
typedef struct side_pair {
    widest *left, *right;
    uint32_t laps;
} side_pair;

typedef struct band_work {
    const pdk_laps *laps;
    const pdk_stations *stations;
    pdk_memory *memory;
    side_pair sides[PDK_MAX_THREADS];
    atomic_bool failed;
} band_work;

typedef struct lateral_step {
    double from, to, lateral_from, lateral_to;
} lateral_step;

/* All points between two samples. */
static void take_step(const pdk_track_model *model, side_pair *sides, uint32_t lap, lateral_step step)
{
    double way = pdk_track_way(model, step.from, step.to);
    if (!(way > 0) || way > longest_step) return;
    size_t first = pdk_whole_size(ceil(step.from / model->step)), count = pdk_whole_size(way / model->step) + 1,
           point = first < model->count ? first : first % model->count;
    /* No offset between the two is further out, except by rounding. Most points were passed further out before. */
    float leftmost = (float)(fmax(step.lateral_from, step.lateral_to) + rounding),
          rightmost = (float)(fmax(-step.lateral_from, -step.lateral_to) + rounding);
    for (size_t i = 0; i < count; i++, point = point + 1 < model->count ? point + 1 : 0) {
        bool inside = is_wide_enough(&sides->left[point], leftmost) && is_wide_enough(&sides->right[point], rightmost);
        if (inside) continue;
        double along = (double)(int64_t)(first + i) * model->step - step.from;
        if (along > way) return;
        float lateral = (float)(step.lateral_from + (step.lateral_to - step.lateral_from) * along / way);
        widen(&sides->left[point], lap, lateral);
        widen(&sides->right[point], lap, -lateral);
    }
}

/* Whether the car is in the pit lane or near it. `visit` advances with the time. */
static bool is_beside_lane(const pdk_laps *laps, const pdk_race_entry *entry, size_t *visit, double time)
{
    for (; *visit < entry->visit_count; ++*visit) {
        double from, to;
        if (!pdk_visit_span(laps, entry, *visit, &from, &to)) continue;
        if (time <= to + PDK_INCIDENT_BESIDE_LANE) return time >= from - PDK_INCIDENT_BESIDE_LANE;
    }
    return false;
}

/* Without the pit lane: it is beside the track, and would make the band wide on that side. */
static bool take_lap(side_pair *sides, const pdk_laps *laps, const pdk_stations *stations, uint32_t number)
{
    const pdk_driven_lap *lap = &laps->laps[number - 1];
    size_t visit = 0;
    const pdk_path *path = pdk_paths_find(stations->paths, lap->slot);
    size_t segment = path != NULL ? pdk_path_find_segment(path, lap->start_time) : SIZE_MAX;
    if (segment == SIZE_MAX) return false;
    const pdk_path_segment *part = &path->segments[segment];
    const pdk_path_stations *places = &stations->of[path->run];
    size_t end = (size_t)part->first + part->count;
    for (size_t i = pdk_path_find_sample(path, segment, lap->start_time); i + 1 < end; i++) {
        if (path->samples[i + 1].time > lap->end_time) break;
        if (isnan(places->distance[i]) || isnan(places->distance[i + 1])) continue;
        if (is_beside_lane(laps, &laps->entries[lap->entry], &visit, path->samples[i].time)) continue;
        take_step(stations->model, sides, number,
                  (lateral_step){ (double)places->distance[i], (double)places->distance[i + 1],
                                  (double)places->lateral[i], (double)places->lateral[i + 1] });
    }
    return true;
}

static bool make_sides(side_pair *sides, size_t count, pdk_memory *memory)
{
    if (sides->left != NULL) return true;
    sides->left = pdk_alloc_array(memory, (uint64_t)count * 2, sizeof *sides->left);
    sides->right = sides->left != NULL ? sides->left + count : NULL;
    return sides->left != NULL;
}

/* Before rulings: they do not move the road. In a race everyone is racing for position. Before it, cars that are not on
 * a flying lap keep out of the way of those that are, beside their line. */
static bool is_of_band(const pdk_laps *laps, const pdk_driven_lap *lap)
{
    bool fast = lap->kind == PDK_LAP_TIMED && (lap->recorded_reasons & PDK_LAP_REASON_SLOW) == 0;
    return lap->end_time > lap->start_time && (lap->recorded_reasons & PDK_LAP_REASON_OFF_TRACK) == 0 &&
           (fast || !laps->is_race);
}

static void take_laps(void *user, size_t thread, uint64_t first, uint64_t count)
{
    band_work *work = user;
    side_pair *sides = &work->sides[thread];
    if (!make_sides(sides, work->stations->model->count, work->memory)) {
        atomic_store(&work->failed, true);
        return;
    }
    for (uint64_t i = first; i < first + count; i++) {
        const pdk_driven_lap *lap = &work->laps->laps[i];
        if (is_of_band(work->laps, lap) && take_lap(sides, work->laps, work->stations, (uint32_t)i + 1)) sides->laps++;
    }
}

/* The widest of all threads' laps. No lap is in two of them, so it does not matter who took which. */
static void join_sides(side_pair *all, const side_pair *more, size_t count)
{
    for (size_t i = 0; i < 2 * count; i++) {
        for (int k = 0; k < KEPT; k++) {
            if (more->left[i].lap[k] != NOBODY) widen(&all->left[i], more->left[i].lap[k], more->left[i].offset[k]);
        }
    }
    all->laps += more->laps;
}

/* The band of laps, in work->sides[0]; false when out of memory. */
static bool take_all(band_work *work)
{
    enum { LAPS = 16 /* at once */ };
    size_t points = work->stations->model->count;
    pdk_parallel job = { .count = work->laps->lap_count, .piece = LAPS, .work = take_laps, .user = work };
    pdk_parallel_run(&job);
    if (atomic_load(&work->failed) || !make_sides(&work->sides[0], points, work->memory)) return false;
    for (size_t i = 1; i < PDK_MAX_THREADS; i++) {
        if (work->sides[i].left == NULL) continue;
        join_sides(&work->sides[0], &work->sides[i], points);
        pdk_free(work->memory, work->sides[i].left);
    }
    return true;
}

static bool has_edges(const pdk_track_model *model)
{
    for (size_t i = 0; model->given && i < model->count; i++) {
        if (!isnan(model->left[i]) || !isnan(model->right[i])) return true;
    }
    return false;
}

static int by_size(const void *a, const void *b, void *user)
{
    const float *one = a, *other = b;
    (void)user;
    return (*one > *other) - (*one < *other);
}

/* A road is about as wide everywhere, though at most points cars do not use both of its edges: the band is widened on
 * both sides to the width that it has where most of the road is used. */
static bool widen_to_road(pdk_incident_band *band, pdk_memory *memory)
{
    float *widths = pdk_alloc_array(memory, band->count, sizeof *widths);
    size_t known = 0;
    for (size_t i = 0; widths != NULL && i < band->count; i++) {
        if (!isnan(band->left[i]) && !isnan(band->right[i])) widths[known++] = band->left[i] - band->right[i];
    }
    if (widths == NULL || !pdk_merge_sort(memory, widths, known, sizeof *widths, by_size, NULL)) return false;
    double most = known > 0 ? (double)widths[pdk_whole_size(usual_share * (double)(known - 1))] : 0;
    float width = (float)most;
    band->least = fmax(least_beyond, (usual_road - most) / 2); /* on each side half of what nobody used */
    for (size_t i = 0; i < band->count; i++) {
        float left = band->left[i], right = band->right[i];
        band->left[i] = fmaxf(left, right + width);
        band->right[i] = fminf(right, left - width);
    }
    pdk_free(memory, widths);
    return true;
}

pdk_status pdk_incident_band_make(const pdk_laps *laps, const pdk_stations *stations, pdk_memory *memory,
                                  pdk_incident_band *band, pdk_error *error)
{
    const pdk_track_model *model = stations->model;
    size_t count = model->count;
    *band = (pdk_incident_band){ .left = model->left, .right = model->right, .count = count, .step = model->step };
    if (has_edges(model)) band->name = "track";
    if (band->name != NULL || laps == NULL) return PDK_OK;
    band_work *work = pdk_alloc(memory, sizeof *work);
    band->left = pdk_alloc_array(memory, count, sizeof *band->left);
    band->right = pdk_alloc_array(memory, count, sizeof *band->right);
    if (work == NULL || band->left == NULL || band->right == NULL)
        return pdk_fail_memory(error, memory, "the band of all laps");
    work->laps = laps;
    work->stations = stations;
    work->memory = memory;
    if (!take_all(work)) return pdk_fail_memory(error, memory, "the band of all laps");
    const side_pair *sides = &work->sides[0];
    uint32_t used = sides->laps;
    int place = used >= MANY_LAPS ? 1 : 0; /* of many laps the widest but one */
    for (size_t i = 0; i < count; i++) {
        band->left[i] = sides->left[i].lap[place] != NOBODY ? sides->left[i].offset[place] : NAN;
        band->right[i] = sides->right[i].lap[place] != NOBODY ? -sides->right[i].offset[place] : NAN;
    }
    if (!widen_to_road(band, memory)) return pdk_fail_memory(error, memory, "the band of all laps");
    if (used >= LEAST_LAPS) band->name = "band";
    band->beside = half_a_car;
    pdk_free(memory, sides->left);
    pdk_free(memory, work);
    return PDK_OK;
}

double pdk_incident_band_beyond(const pdk_incident_band *band, double distance, double lateral)
{
    if (isnan(distance) || band->count == 0) return NAN;
    size_t point = pdk_whole_size(distance / band->step + 0.5) % band->count;
    double left = lateral - (double)band->left[point], right = (double)band->right[point] - lateral;
    return fmax(left, right) - band->beside; /* of which a NaN leaves the other */
}
