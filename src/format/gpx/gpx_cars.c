/* Which tracks are of one car, points in order of time, and laps: tracks that join. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/merge_sort.h"
#include "base/trigonometry.h"
#include "base/text.h"
#include "format/gpx/gpx.h"

enum { MOST_CARS = 255 };

static const double joined = 2;      /* s: tracks that are closer together in time are one way */
static const double overlap = 0.002; /* s: times have milliseconds */

static double seconds_between(pdk_gpx_time from, pdk_gpx_time to)
{
    double whole = (double)(to.seconds - from.seconds);
    return round((whole + (to.fraction - from.fraction)) * 1e6) / 1e6;
}

static void time_points(pdk_gpx *gpx)
{
    pdk_gpx_point *all = gpx->points.items;
    pdk_gpx_time first = all[0].clock;
    for (size_t i = 1; i < gpx->points.count; i++)
        if (seconds_between(first, all[i].clock) < 0) first = all[i].clock;
    for (size_t i = 0; i < gpx->points.count; i++) all[i].time = seconds_between(first, all[i].clock);
}

static bool same_place(const pdk_gpx_point *a, const pdk_gpx_point *b)
{
    return fabs(a->latitude - b->latitude) <= 0 && fabs(a->longitude - b->longitude) <= 0;
}

/* Points that go back or stand twice are left out. Several places of one second are spread over it: writers cut
 * fractions off. */
static void order_track(pdk_gpx *gpx, pdk_gpx_track *track, pdk_logged_fault faults[3])
{
    pdk_gpx_point *all = (pdk_gpx_point *)gpx->points.items + track->first;
    size_t last = SIZE_MAX, run = 0, behind;
    for (size_t i = 0; i < track->count; i++) {
        bool back = last != SIZE_MAX && all[i].time < all[last].time,
             again = last != SIZE_MAX && !back && !(all[i].time > all[last].time) && same_place(&all[i], &all[last]);
        all[i].left_out = back || again;
        if (back) pdk_logged_fault_add(&faults[0], all[i].offset);
        else if (again) pdk_logged_fault_add(&faults[1], all[i].offset);
        else last = i;
    }
    for (size_t i = 0; i < track->count; i = behind) {
        double time = all[i].time, next = NAN;
        run = 0;
        for (behind = i; behind < track->count; behind++) {
            if (all[behind].left_out) continue;
            next = all[behind].time;
            if (next > time) break;
            run++;
        }
        double step = behind < track->count ? fmin(next - time, 1) : 1, number = 0;
        for (size_t k = i; k < behind && run > 1; k++) {
            if (all[k].left_out) continue;
            if (number > 0) pdk_logged_fault_add(&faults[2], all[k].offset);
            all[k].time = round((time + step * number / (double)run) * 1e6) / 1e6;
            number++;
        }
    }
    track->start = HUGE_VAL;
    for (size_t i = 0; i < track->count; i++) {
        if (all[i].left_out) continue;
        track->start = fmin(track->start, all[i].time);
        track->end = all[i].time;
    }
}

static void order_points(pdk_gpx *gpx)
{
    pdk_logged_fault faults[3] = { { 0 } };
    pdk_gpx_track *tracks = gpx->tracks.items;
    for (size_t i = 0; i < gpx->tracks.count; i++) order_track(gpx, &tracks[i], faults);
    pdk_logged_fault_tell(gpx->document, PDK_WARNING, "gpx.time.back", faults[0], "gpx.trkpt",
                          "points that are earlier than the one before are left out");
    pdk_logged_fault_tell(gpx->document, PDK_NOTE, "gpx.time.repeated", faults[1], "gpx.trkpt",
                          "points that stand twice are left out");
    pdk_logged_fault_tell(gpx->document, PDK_NOTE, "gpx.time.spread", faults[2], "gpx.trkpt",
                          "points with the time of the one before are spread until the next time");
}

/* --------------------------------------------------------------------------------------------------------- cars */

/* "A. Varga, lap 2" and "A. Varga, no lap" are A. Varga's: so this library names them. */
static pdk_text driver_of(pdk_text name)
{
    size_t at = name.size;
    while (at > 0 && name.data[at - 1] >= '0' && name.data[at - 1] <= '9') at--;
    static const char lap[] = ", lap ", none[] = ", no lap";
    if (at < name.size && at >= sizeof lap - 1 && memcmp(name.data + at - (sizeof lap - 1), lap, sizeof lap - 1) == 0)
        return (pdk_text){ name.data, at - (sizeof lap - 1) };
    if (name.size >= sizeof none - 1 && memcmp(name.data + name.size - (sizeof none - 1), none, sizeof none - 1) == 0)
        return (pdk_text){ name.data, name.size - (sizeof none - 1) };
    return (pdk_text){ "", 0 };
}

/* In order of time; `order` holds pointers to tracks. */
static int by_start(const void *one, const void *other, void *user)
{
    (void)user;
    const pdk_gpx_track *a = *(pdk_gpx_track *const *)one, *b = *(pdk_gpx_track *const *)other;
    return (a->start > b->start) - (a->start < b->start);
}

static pdk_status find_car(pdk_gpx *gpx, pdk_gpx_track *track, pdk_error *error)
{
    pdk_text driver = driver_of(track->name);
    pdk_gpx_car *cars = gpx->cars.items;
    for (size_t i = 0; i < gpx->cars.count; i++) {
        track->car = (uint32_t)i;
        if (pdk_same_text(cars[i].name, driver) && cars[i].end <= track->start + overlap) return PDK_OK;
    }
    if (gpx->cars.count == MOST_CARS)
        return pdk_fail_where(error, PDK_E_LIMIT, ((pdk_gpx_point *)gpx->points.items)[track->first].offset,
                              "gpx.cars.many", "gpx.trk", "more than %d tracks are of the same time", MOST_CARS);
    pdk_gpx_car *car = pdk_vector_push(&gpx->cars);
    if (car == NULL) return pdk_fail_memory(error, &gpx->document->memory, "the cars");
    *car = (pdk_gpx_car){ .name = driver, .closing = NAN };
    track->car = (uint32_t)gpx->cars.count - 1;
    return PDK_OK;
}

/* -------------------------------------------------------------------------------------------------------- laps */

static void push_crossing(pdk_gpx *gpx, uint32_t car, double time)
{
    pdk_session_crossing *crossing = pdk_vector_push(&gpx->log.crossings);
    if (crossing == NULL) gpx->document->failed = true;
    else *crossing = (pdk_session_crossing){ .time = time, .record_time = time, .slot = car, .lap_time = NAN };
}

typedef struct step {
    double place[2], velocity[2]; /* m, m/s */
} step;

/* The way from one point to the next. False where the car hardly moves, or was not seen for a while. */
static bool step_between(const pdk_local_plane *plane, const pdk_gpx_point *from, const pdk_gpx_point *to, step *made)
{
    static const double driving = 3; /* m/s */
    double end[2], time = to->time - from->time;
    pdk_geographic places[2] = { { from->latitude, from->longitude }, { to->latitude, to->longitude } };
    if (!pdk_geographic_is_fix(places[0]) || !pdk_geographic_is_fix(places[1]) || !(time > 0) || time > joined)
        return false;
    pdk_local_plane_metres(plane, places[0], &made->place[0], &made->place[1]);
    pdk_local_plane_metres(plane, places[1], &end[0], &end[1]);
    for (size_t i = 0; i < 2; i++) made->velocity[i] = (end[i] - made->place[i]) / time;
    return pdk_hypot(made->velocity[0], made->velocity[1]) > driving;
}

/* A track that ends where it begins, at speed, is a lap: when it comes by its first point again. NaN = it does not. */
static double closing_time(const pdk_gpx *gpx, const pdk_gpx_track *track)
{
    static const double least_lap = 20, most_ahead = 1, most_aside = 25; /* s, s, m */
    const pdk_gpx_point *all = (const pdk_gpx_point *)gpx->points.items + track->first;
    size_t first = 0, last = track->count, second, before;
    while (first < track->count && all[first].left_out) first++;
    for (second = first + 1; second < track->count && all[second].left_out;) second++;
    while (last > 0 && all[last - 1].left_out) last--;
    for (before = last > 0 ? last - 1 : 0; before > 0 && all[before - 1].left_out;) before--;
    if (second >= track->count || before == 0 || track->end - track->start < least_lap) return NAN;
    pdk_local_plane plane = pdk_local_plane_at((pdk_geographic){ all[first].latitude, all[first].longitude });
    step begin, end;
    if (!step_between(&plane, &all[first], &all[second], &begin)) return NAN;
    if (!step_between(&plane, &all[before - 1], &all[last - 1], &end)) return NAN;
    double place[2], speed = pdk_hypot(end.velocity[0], end.velocity[1]);
    pdk_local_plane_metres(&plane, (pdk_geographic){ all[last - 1].latitude, all[last - 1].longitude }, &place[0],
                           &place[1]);
    double gap[2] = { begin.place[0] - place[0], begin.place[1] - place[1] };
    double ahead = (gap[0] * end.velocity[0] + gap[1] * end.velocity[1]) / (speed * speed),
           aside = fabs(gap[0] * end.velocity[1] - gap[1] * end.velocity[0]) / speed;
    bool same_way = begin.velocity[0] * end.velocity[0] + begin.velocity[1] * end.velocity[1] > 0;
    if (!same_way || fabs(ahead) > most_ahead || aside > most_aside) return NAN;
    return round((track->end + ahead) * 1e6) / 1e6;
}

static int by_crossing(const void *one, const void *other, void *user)
{
    (void)user;
    const pdk_session_crossing *a = one, *b = other;
    return (a->time > b->time) - (a->time < b->time);
}

static pdk_status number_laps(pdk_gpx *gpx, pdk_error *error)
{
    pdk_session_crossing *all = gpx->log.crossings.items;
    pdk_gpx_car *cars = gpx->cars.items;
    if (!pdk_merge_sort(&gpx->document->memory, all, gpx->log.crossings.count, sizeof *all, by_crossing, NULL))
        return pdk_fail_memory(error, &gpx->document->memory, "the crossings");
    for (size_t i = 0; i < gpx->log.crossings.count; i++) {
        uint32_t *laps = &cars[all[i].slot].laps;
        all[i].opens = *laps == 0;
        all[i].lap = *laps > 0 ? *laps - 1 : 0;
        all[i].row = i;
        if (*laps > 0) all[i].lap_time = round((all[i].time - cars[all[i].slot].began) * 1e6) / 1e6;
        cars[all[i].slot].began = all[i].time;
        ++*laps;
    }
    if (gpx->log.crossings.count == 0) return PDK_OK;
    pdk_document_add_evidence(gpx->document, "laps are tracks: %zu times one begins or ends", gpx->log.crossings.count);
    pdk_document_add_finding(gpx->document, PDK_NOTE, "gpx.laps.tracks", PDK_NO_OFFSET, "gpx",
                             "tracks that follow each other within %.0f s, or end where they began, are taken for laps",
                             joined);
    return PDK_OK;
}

/* The next track of a car, in order of time. */
static void take_track(pdk_gpx *gpx, const pdk_gpx_track *track)
{
    pdk_gpx_car *car = (pdk_gpx_car *)gpx->cars.items + track->car;
    pdk_gpx_point *first = (pdk_gpx_point *)gpx->points.items + track->first;
    double closing = closing_time(gpx, track);
    bool joins = car->tracks > 0 && track->start - car->end <= joined;
    if (!joins && !isnan(car->closing)) push_crossing(gpx, track->car, car->closing);
    if (joins || !isnan(closing)) push_crossing(gpx, track->car, track->start);
    for (size_t k = 0; car->tracks > 0 && k < track->count && first[k].time <= car->end; k++)
        first[k].left_out = true; /* the end of a track is the begin of the next one, once */
    car->tracks++;
    car->end = fmax(car->end, track->end);
    car->closing = closing;
}

static pdk_status find_cars(pdk_gpx *gpx, pdk_error *error)
{
    pdk_memory *memory = &gpx->document->memory;
    pdk_gpx_track *tracks = gpx->tracks.items;
    pdk_gpx_track **order = pdk_alloc_array(memory, gpx->tracks.count, sizeof(pdk_gpx_track *));
    if (order == NULL) return pdk_fail_memory(error, memory, "the tracks");
    for (size_t i = 0; i < gpx->tracks.count; i++) order[i] = &tracks[i];
    if (!pdk_merge_sort(memory, order, gpx->tracks.count, sizeof(pdk_gpx_track *), by_start, NULL))
        return pdk_fail_memory(error, memory, "the tracks");
    for (size_t i = 0; i < gpx->tracks.count; i++) {
        pdk_status status = find_car(gpx, order[i], error);
        if (status != PDK_OK) return status;
        take_track(gpx, order[i]);
    }
    const pdk_gpx_car *cars = gpx->cars.items;
    for (size_t i = 0; i < gpx->cars.count; i++)
        if (!isnan(cars[i].closing)) push_crossing(gpx, (uint32_t)i, cars[i].closing);
    return gpx->document->failed ? pdk_document_built(gpx->document, error) : number_laps(gpx, error);
}

/* --------------------------------------------------------------------------------------------------------- rows */

static int by_time(const void *one, const void *other, void *user)
{
    (void)user;
    const pdk_gpx_point *a = one, *b = other;
    return (a->time > b->time) - (a->time < b->time);
}

static pdk_status fill_rows(pdk_gpx *gpx, pdk_error *error)
{
    pdk_memory *memory = &gpx->document->memory;
    pdk_gpx_point *all = gpx->points.items;
    const pdk_gpx_track *tracks = gpx->tracks.items;
    if (!pdk_merge_sort(memory, all, gpx->points.count, sizeof *all, by_time, NULL))
        return pdk_fail_memory(error, memory, "the points");
    double **columns[] = { &gpx->log.times, &gpx->log.latitudes, &gpx->log.longitudes, &gpx->elevations, &gpx->speeds,
                           &gpx->courses,   &gpx->row_tracks,    &gpx->row_segments,   &gpx->slots };
    for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++) {
        *columns[c] = pdk_alloc_array(memory, gpx->points.count + 1, sizeof(double));
        if (*columns[c] == NULL) return pdk_fail_memory(error, memory, "the rows");
    }
    for (size_t i = 0; i < gpx->points.count; i++) {
        if (all[i].left_out) continue;
        uint64_t row = gpx->log.rows++;
        gpx->log.times[row] = all[i].time;
        gpx->log.latitudes[row] = all[i].latitude;
        gpx->log.longitudes[row] = all[i].longitude;
        gpx->elevations[row] = all[i].elevation;
        gpx->speeds[row] = all[i].speed;
        gpx->courses[row] = all[i].course;
        gpx->row_tracks[row] = all[i].track + 1;
        gpx->row_segments[row] = all[i].segment;
        gpx->slots[row] = tracks[all[i].track].car;
        gpx->own_elevation |= !isnan(all[i].elevation);
        gpx->own_speed |= !isnan(all[i].speed);
        gpx->own_course |= !isnan(all[i].course);
    }
    return PDK_OK;
}

pdk_status pdk_gpx_sort(pdk_gpx *gpx, pdk_error *error)
{
    if (gpx->points.count > 0) {
        time_points(gpx);
        order_points(gpx);
        pdk_status status = find_cars(gpx, error);
        if (status != PDK_OK) return status;
    }
    return fill_rows(gpx, error);
}
