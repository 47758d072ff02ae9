/* The cars that take part in the drawn incident, and where a place of the track is in the picture. */
#include "plot/plot_incident.h"

size_t pdk_incident_party_number(const pdk_incident_plot *plot, uint32_t slot)
{
    for (uint32_t i = 0; i < plot->incident->party_count; i++) {
        if (pdk_incident_party_at(plot->answers, (size_t)plot->incident->first_party + i)->slot == slot) return i;
    }
    return SIZE_MAX;
}

pdk_incident_place pdk_incident_spot(const pdk_incident_plot *plot, const pdk_incident_moment *at, double x, double y)
{
    double dx = x - at->middle[0], dy = y - at->middle[1];
    double along = dx * plot->up[0] + dy * plot->up[1], right = dx * plot->up[1] - dy * plot->up[0];
    return (pdk_incident_place){ (at->ground.left + at->ground.right) / 2.0 + right * at->per_metre,
                                 (at->ground.top + at->ground.bottom) / 2.0 - along * at->per_metre };
}
