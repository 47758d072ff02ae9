/* Which turn an incident belongs to, and where two cars were when the first of them turned in. */
#include <math.h>

#include "analysis/incident/incidents.h"

static const double braking = 150, going_out = 50; /* m before and after a turn that belong to it */
static const double longest_ago = 20, step = 0.05; /* s */

/* m from the turn: 0 inside, negative before it. */
static double way_from(const pdk_corner *turn, const pdk_track_model *model, double distance)
{
    double from_start = pdk_track_way(model, turn->start_distance, distance),
           length = turn->end_distance - turn->start_distance;
    if (length < 0) length += model->length; /* over the start line */
    if (from_start < 0) return from_start;
    return from_start <= length ? 0 : from_start - length;
}

const pdk_corner *pdk_find_turn(const pdk_corners *corners, const pdk_track_model *model, double distance)
{
    const pdk_corner *nearest = NULL;
    double least = INFINITY;
    for (size_t i = 0; corners != NULL && i < corners->count && isfinite(distance); i++) {
        double way = way_from(&corners->all[i], model, distance);
        if (way < -braking || way > going_out || !(fabs(way) < least)) continue;
        least = fabs(way);
        nearest = &corners->all[i];
    }
    return nearest;
}

pdk_turn_in pdk_find_turn_in(const pdk_stations *stations, const pdk_corner *turn, const pdk_path *first,
                             const pdk_path *second, double time)
{
    const pdk_track_model *model = stations->model;
    pdk_turn_in found = { NAN, NAN };
    pdk_track_position one, other;
    /* Back in time until neither has come to the turn. */
    for (double ago = 0; ago <= longest_ago; ago += step) {
        double at = time - ago;
        if (!pdk_stations_at(stations, first, at, &one) || !pdk_stations_at(stations, second, at, &other)) break;
        double leader = fmax(pdk_track_way(model, turn->start_distance, one.distance),
                             pdk_track_way(model, turn->start_distance, other.distance));
        if (leader < 0) return found; /* ago == 0: they touched before the turn */
        found = (pdk_turn_in){ at, pdk_track_way(model, one.distance, other.distance) };
    }
    return (pdk_turn_in){ NAN, NAN }; /* they did not come from before the turn */
}
