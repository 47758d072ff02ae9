/* Props on a flattened track: each moves as the ground it is on. Land on the inside of bends lies over itself, so
 * of several grounds under a prop the one nearest its foot is meant. */
#include <math.h>

#include "format/tri/tri_edit.h"

enum { AROUND = 24 /* nodes: a prop is 128 m from its own at most */, ALONG = 2, CORNERS = 3 };

/* A triangle of the scenery, by the numbers of its points. */
typedef struct patch {
    size_t points[CORNERS];
} patch;

typedef struct ground {
    double distance, rise; /* from the prop's foot, up or down */
} ground;

/* The shares of a patch's corners in a place, seen from above; false when it is not over the patch. */
static bool shares_of(double (*const points)[3], const patch *on, const double place[3], double shares[CORNERS])
{
    const double *a = points[on->points[0]], *b = points[on->points[1]], *c = points[on->points[2]];
    double area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    if (!(fabs(area) > 0)) return false;
    shares[1] = ((place[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (place[1] - a[1])) / area;
    shares[2] = ((b[0] - a[0]) * (place[1] - a[1]) - (place[0] - a[0]) * (b[1] - a[1])) / area;
    shares[0] = 1 - shares[1] - shares[2];
    return shares[0] >= 0 && shares[1] >= 0 && shares[2] >= 0;
}

static void try_triangle(const pdk_tri_track *track, const patch *on, const double place[3], const double *rises,
                         ground *nearest)
{
    double shares[CORNERS], height = 0, rise = 0;
    if (!shares_of(track->points, on, place, shares)) return;
    for (int i = 0; i < CORNERS; i++) {
        height += shares[i] * track->points[on->points[i]][2];
        rise += shares[i] * rises[on->points[i]];
    }
    double distance = fabs(height - place[2]);
    if (distance < nearest->distance) *nearest = (ground){ distance, rise };
}

/* The strips from a node's row to the next. */
static void try_step(const pdk_tri_track *track, uint32_t node, const double place[3], const double *rises,
                     ground *nearest)
{
    static const uint8_t columns[PDK_TRI_COLUMNS] = { 10, 9, 8, 7, 6, 0, 1, 2, 3, 4, 5 };
    uint32_t next;
    if (!pdk_tri_next(track, node, &next)) return;
    for (int c = 0; c + 1 < PDK_TRI_COLUMNS; c++) {
        size_t near = (size_t)node * PDK_TRI_COLUMNS, far = (size_t)next * PDK_TRI_COLUMNS;
        size_t a = near + columns[c], b = near + columns[c + 1], d = far + columns[c + 1], e = far + columns[c];
        try_triangle(track, &(patch){ { a, b, d } }, place, rises, nearest);
        try_triangle(track, &(patch){ { a, d, e } }, place, rises, nearest);
    }
}

/* Beside all land: as the road at the nearest node. */
static double rise_beside(const pdk_tri_track *track, const uint32_t *nodes, size_t count, const double place[3])
{
    uint32_t nearest = nodes[0];
    double minimum = INFINITY, level;
    for (size_t i = 0; i < count; i++) {
        pdk_tri_step(track->places[nodes[i]], place, &level);
        if (level < minimum) nearest = nodes[i];
        minimum = fmin(minimum, level);
    }
    return -pdk_tri_road_height(track, nearest, place);
}

bool pdk_tri_lower_prop(pdk_tri_edit *edit, uint32_t number, const double *rises)
{
    const pdk_tri_track *track = edit->track;
    uint8_t *prop = pdk_tri_edit_prop(edit, number);
    uint32_t reference, nodes[ALONG * AROUND];
    double place[3];
    if (!pdk_tri_prop_place(track, prop, place, NULL)) return true;
    pdk_tri_prop_node(track, pdk_tri_number(&pdk_tri_prop, "node", prop), &reference);
    size_t count = 0;
    ground nearest = { INFINITY, 0 };
    for (int64_t i = (int64_t)reference - AROUND; i < (int64_t)reference + AROUND; i++) {
        int64_t node = track->closed ? (i + track->node_count) % track->node_count : i;
        if (node < 0 || node >= track->node_count) continue;
        nodes[count++] = (uint32_t)node;
        try_step(track, (uint32_t)node, place, rises, &nearest);
    }
    double rise = isfinite(nearest.distance) ? nearest.rise : rise_beside(track, nodes, count, place);
    return pdk_put(&pdk_tri_prop, prop, "offset_z", place[2] + rise);
}
