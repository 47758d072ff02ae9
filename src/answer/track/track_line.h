/* A line of points while a track model is made of it. */
#ifndef PADDOCK_TRACK_TRACK_LINE_H
#define PADDOCK_TRACK_TRACK_LINE_H

#include "base/memory.h"

typedef struct pdk_track_points {
    pdk_memory *memory;
    double (*at)[3];
    size_t count;
    bool closed;
    double step, length;
} pdk_track_points;

/* The path as a new line with equal steps of about `step` metres, seen from above; fewer where it would have more than
 * 100 000 points. `raw` are points of any spacing. False when out of memory, or where the path is shorter than `step`:
 * then out->count is 0. */
bool pdk_points_resample(pdk_memory *memory, const double (*raw)[3], size_t count, bool closed, double step,
                         pdk_track_points *out);
/* Moves the end of a line onto its beginning, over its last part. */
void pdk_points_close(pdk_track_points *line);
/* The same where it comes back to where it began, in the same direction; any other line stays open. */
void pdk_points_close_ring(pdk_track_points *line);
/* Each point becomes the mean of those around it, weighted as a triangle that ends `width` metres away. */
bool pdk_points_smooth(pdk_track_points *line, double width);
/* The unit vector along the line at a point, seen from above. */
void pdk_points_direction(const pdk_track_points *line, size_t index, double direction[2]);

#endif
