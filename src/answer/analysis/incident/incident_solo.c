/* What happened to one car alone, from its path. */
#include "analysis/incident/incident_solo.h"

#include "base/trigonometry.h"

#include <math.h>

static const double standing = 1, spinning_from = 3, driving_from = 8; /* m/s */
static const double forward_before = 3, one_spin = 2;                  /* s */
static const double straight = 0.985, over_at = 0.866;                 /* cosines of 10 and 30 degrees */
static const double least_outside = 0.5, most_inside = 1;              /* s */

bool pdk_find_stops(const pdk_path *path, pdk_vector *stops)
{
    for (size_t s = 0; s < path->segment_count; s++) {
        const pdk_path_sample *samples = path->samples + path->segments[s].first;
        size_t count = path->segments[s].count;
        for (size_t i = 0; i < count; i++) {
            if (!((double)samples[i].speed < standing)) continue;
            size_t end = i;
            while (end + 1 < count && (double)samples[end + 1].speed < standing) end++;
            pdk_time_span *stop = pdk_vector_push(stops);
            if (stop == NULL) return false;
            /* It drives again some time before the next sample, or has left. */
            *stop = (pdk_time_span){ samples[i].time, samples[end + 1 < count ? end + 1 : end].time };
            i = end;
        }
    }
    return true;
}

/* ----------------------------------------------------------------------------------------------------- spins */

/* How a car moves at a sample, from those beside it. */
typedef struct travel {
    double x, y, length, speed;
} travel;

static travel travel_at(const pdk_path_sample *samples, size_t count, size_t i)
{
    const pdk_path_sample *before = &samples[i > 0 ? i - 1 : i], *after = &samples[i + 1 < count ? i + 1 : i];
    travel way = { .x = (double)after->x - (double)before->x, .y = (double)after->y - (double)before->y };
    double passed = after->time - before->time;
    way.length = pdk_hypot(way.x, way.y);
    way.speed = passed > 0 ? way.length / passed : 0;
    return way;
}

/* The cosine of the nose against the direction of travel. */
static double nose_against_travel(const travel *way, double heading)
{
    double sine, cosine;
    if (!(way->length > 0)) return NAN;
    pdk_sin_cos(heading, &sine, &cosine);
    return (cosine * way->x + sine * way->y) / way->length;
}

/* From -pi to pi, by two parabolas; at most 0.0011 off. */
static double rough_sine(double angle)
{
    double sine = 4 / PDK_PI * angle - 4 / (PDK_PI * PDK_PI) * angle * fabs(angle);
    return 0.225 * (sine * fabs(sine) - sine) + sine;
}

/* The same cosine where it is near a limit of spins, else one on the same side of all limits. */
static double nose_by_limits(const travel *way, double heading)
{
    static const double off = 0.004; /* both errors, and rounding */
    double quarter = heading + PDK_PI / 2, along = quarter > PDK_PI ? quarter - 2 * PDK_PI : quarter,
           rough = (rough_sine(along) * way->x + rough_sine(heading) * way->y) / way->length;
    bool clear = fabs(rough - straight) > off && fabs(rough - over_at) > off && fabs(rough) > off;
    return clear ? rough : nose_against_travel(way, heading);
}

bool pdk_headings_can_be_trusted(const pdk_paths *paths)
{
    size_t looked = 0, along = 0;
    if (!paths->has_heading) return false;
    for (size_t p = 0; p < paths->count; p++) {
        const pdk_path *path = &paths->paths[p];
        for (size_t s = 0; s < path->segment_count; s++) {
            const pdk_path_segment *part = &path->segments[s];
            for (size_t i = 0; i < part->count; i += 16) {
                travel way = travel_at(path->samples + part->first, part->count, i);
                if (!(way.speed > driving_from)) continue;
                looked++;
                along += nose_by_limits(&way, (double)path->samples[part->first + i].heading) > over_at;
            }
        }
    }
    return along >= looked - looked / 4;
}

typedef struct spin_watch {
    bool spinning;
    double forward_at, straight_at; /* the last time it drove forward, pointed where it went */
    size_t straight_sample;
} spin_watch;

static double turn_rate(const pdk_path_sample *samples, size_t from, size_t to)
{
    double largest = 0;
    for (size_t i = from; i < to; i++) {
        double turn = pdk_wrap_angle((double)samples[i + 1].heading - (double)samples[i].heading),
               rate = turn / (samples[i + 1].time - samples[i].time);
        if (fabs(rate) > fabs(largest)) largest = rate;
    }
    return largest;
}

static bool add_spin(pdk_vector *spins, uint32_t car, const pdk_path_sample *samples, size_t from, size_t to)
{
    double rate = turn_rate(samples, from, to);
    pdk_solo *before = spins->count > 0 ? (pdk_solo *)spins->items + spins->count - 1 : NULL;
    if (before != NULL && before->car == car && samples[from].time - before->to < one_spin) {
        before->to = samples[to].time;
        if (fabs(rate) > fabs(before->yaw_rate)) before->yaw_rate = rate;
        return true;
    }
    pdk_solo *spin = pdk_vector_push(spins);
    if (spin == NULL) return false;
    *spin = (pdk_solo){ car, samples[from].time, samples[to].time, rate, NAN, UINT32_MAX };
    return true;
}

static bool find_spins_in(const pdk_path_sample *samples, size_t count, uint32_t car, pdk_vector *spins)
{
    spin_watch watch = { .forward_at = -INFINITY, .straight_at = -INFINITY };
    for (size_t i = 0; i < count; i++) {
        travel way = travel_at(samples, count, i);
        double speed = way.speed, cosine = nose_by_limits(&way, (double)samples[i].heading), time = samples[i].time;
        bool over = watch.spinning && (speed < standing || cosine > over_at || i + 1 == count);
        if (over) {
            if (!add_spin(spins, car, samples, watch.straight_sample, i)) return false;
            watch.spinning = false;
        }
        if (speed >= standing && cosine > straight) {
            watch.straight_at = time;
            watch.straight_sample = i;
            if (speed >= driving_from) watch.forward_at = time;
        }
        if (cosine <= 0 && speed >= spinning_from && time - watch.forward_at <= forward_before) watch.spinning = true;
    }
    return true;
}

bool pdk_find_spins(const pdk_path *path, uint32_t car, pdk_vector *spins)
{
    for (size_t s = 0; s < path->segment_count; s++) {
        const pdk_path_segment *part = &path->segments[s];
        if (!find_spins_in(path->samples + part->first, part->count, car, spins)) return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- excursions */

bool pdk_end_excursion(pdk_excursion_watch *watch, uint32_t car, pdk_vector *excursions)
{
    bool long_enough = watch->out && watch->latest - watch->since >= least_outside &&
                       !(watch->beyond < watch->least); /* or that is unknown */
    watch->out = false;
    if (!long_enough) return true;
    pdk_solo *excursion = pdk_vector_push(excursions);
    if (excursion == NULL) return false;
    *excursion = (pdk_solo){ car, watch->since, watch->latest, NAN, watch->beyond, UINT32_MAX };
    return true;
}

bool pdk_watch_excursion(pdk_excursion_watch *watch, uint32_t car, double time, bool outside, double beyond,
                         pdk_vector *excursions)
{
    if (outside && !watch->out) *watch = (pdk_excursion_watch){ true, time, time, beyond, watch->least };
    if (outside) {
        watch->latest = time;
        if (!(watch->beyond >= beyond)) watch->beyond = beyond;
    } else if (watch->out && time - watch->latest > most_inside) {
        return pdk_end_excursion(watch, car, excursions);
    }
    return true;
}

bool pdk_incident_in_pits(const pdk_incident_car *car, size_t *pit, double time, double beside)
{
    while (*pit < car->pit_count && car->pits[*pit].to + beside < time) ++*pit;
    return *pit < car->pit_count && car->pits[*pit].from - beside <= time;
}

bool pdk_find_excursions(const pdk_incident_band *band, const pdk_stations *stations, const pdk_incident_car *car,
                         uint32_t number, double from, pdk_vector *excursions)
{
    const pdk_path *path = car->path;
    const pdk_path_stations *places = &stations->of[path->run];
    for (size_t s = 0; s < path->segment_count; s++) {
        const pdk_path_segment *part = &path->segments[s];
        pdk_excursion_watch watch = { .least = band->least };
        size_t pit = 0;
        for (size_t i = part->first; i < (size_t)part->first + part->count; i++) {
            double time = path->samples[i].time;
            double beyond = pdk_incident_band_beyond(band, (double)places->distance[i], (double)places->lateral[i]);
            bool elsewhere = time < from || pdk_incident_in_pits(car, &pit, time, PDK_INCIDENT_BESIDE_LANE);
            if (isnan(beyond) && !elsewhere) continue; /* nowhere near: neither out nor back */
            if (elsewhere && !pdk_end_excursion(&watch, number, excursions)) return false;
            /* A car that is there at first did not drive there, but was put there: into a garage. */
            bool outside = !elsewhere && beyond > 0 && (watch.out || (double)path->samples[i].speed >= standing);
            if (!pdk_watch_excursion(&watch, number, time, outside, beyond, excursions)) return false;
        }
        if (!pdk_end_excursion(&watch, number, excursions)) return false;
    }
    return true;
}
