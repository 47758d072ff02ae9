/* The height of the road at a place to the side of its nodes. */
#include "format/tri/tri_edit.h"

#include <math.h>

#include "base/trigonometry.h"

double pdk_tri_aside(const double place[3], const double from[3], double heading)
{
    return (place[0] - from[0]) * pdk_cos(heading) + (place[1] - from[1]) * pdk_sin(heading);
}

pdk_tri_profile pdk_tri_profile_of(const pdk_tri_track *track, uint32_t node)
{
    static const uint32_t points[] = { 6, 0, 1 };
    static const double steepest = 10;
    const uint8_t *at = pdk_tri_node_at(track, node);
    const double *place = track->places[node];
    double heading = pdk_tri_heading(track, node);
    pdk_tri_profile across;
    for (int i = 0; i < 3; i++) {
        const double *point = track->points[(size_t)node * PDK_TRI_COLUMNS + points[i]];
        across.aside[i + 1] = pdk_tri_aside(point, place, heading);
        across.up[i + 1] = point[2] - place[2];
    }
    double fall = fmax(-steepest, fmin(steepest, pdk_tan(pdk_tri_value(&pdk_tri_node, "slant", at))));
    across.aside[0] = fmin(across.aside[1], -pdk_tri_value(&pdk_tri_node, "left_barrier", at));
    across.up[0] = across.up[1] + fall * (across.aside[1] - across.aside[0]);
    across.aside[4] = fmax(across.aside[3], pdk_tri_value(&pdk_tri_node, "right_barrier", at));
    across.up[4] = across.up[3] - fall * (across.aside[4] - across.aside[3]);
    return across;
}

double pdk_tri_profile_height(const pdk_tri_profile *across, double aside)
{
    if (!(aside > across->aside[0])) return across->up[0];
    for (int i = 1; i < PDK_TRI_KNOTS; i++) {
        if (aside > across->aside[i]) continue;
        double width = across->aside[i] - across->aside[i - 1];
        double share = width > 0 ? (aside - across->aside[i - 1]) / width : 1;
        return across->up[i - 1] + share * (across->up[i] - across->up[i - 1]);
    }
    return across->up[PDK_TRI_KNOTS - 1];
}

double pdk_tri_road_height(const pdk_tri_track *track, uint32_t node, const double place[3])
{
    pdk_tri_profile across = pdk_tri_profile_of(track, node);
    double aside = pdk_tri_aside(place, track->places[node], pdk_tri_heading(track, node));
    return track->places[node][2] + pdk_tri_profile_height(&across, aside);
}
