/* A road's reference line fitted to points: straight lines, arcs and clothoids, each beginning where the one before
 * ends, with its heading.
 *
 *     dense_line.c    a smooth line through the points, in short steps
 *     curve_runs.c    the straight and circular parts of it
 *     fit_curve.c     these parts, and clothoids between them
 */
#ifndef PADDOCK_CURVE_FIT_CURVE_H
#define PADDOCK_CURVE_FIT_CURVE_H

#include "base/memory.h"
#include "curve/clothoid.h"
#include "curve/local_fit.h"

/* Seen from above, m; finite, each at another place than the one before. A closed line does not repeat its first. */
typedef struct pdk_curve_points {
    const double (*at)[2];
    size_t count;
    bool closed;
} pdk_curve_points;

typedef struct pdk_curve_piece {
    pdk_clothoid shape; /* rate 0 is an arc, and curvature 0 a straight line */
    double begin;       /* m from the beginning of the curve */
} pdk_curve_piece;

typedef struct pdk_curve {
    pdk_curve_piece *pieces;
    size_t count;
    double length;
    double *along;           /* of each point given: m along the curve to the nearest place */
    double largest, typical; /* m from the points and the smooth line between them: the most, and the root of the mean
                                of the squares */
    double largest_at;       /* m along the curve */
} pdk_curve;

/* Pieces as long as keeps the line within `error` metres of them, if any do. Everything is in `memory`.
 * PDK_E_UNSUPPORTED, "curve.short" where the line has no length, "curve.turn" where it turns on the spot. */
pdk_status pdk_curve_fit(pdk_memory *memory, const pdk_curve_points *points, double error, pdk_curve *curve,
                         pdk_error *failure);
/* Where the curve is after `distance` metres. */
pdk_pose pdk_curve_at(const pdk_curve *curve, double distance);

/* --- dense_line.c --- */
/* A smooth line through points. A closed one ends with its first point. */
typedef struct pdk_dense_line {
    double *x, *y;
    double *along;       /* m, summed up from point to point */
    size_t count;        /* 2 or more */
    const size_t *given; /* of each point given: its number here */
    bool closed;
} pdk_dense_line;

/* Refuses a line that turns on the spot. */
pdk_status pdk_curve_check_turns(const pdk_curve_points *points, pdk_error *error);
pdk_status pdk_dense_line_make(pdk_memory *memory, const pdk_curve_points *points, pdk_dense_line *line,
                               pdk_error *error);
/* Its place and heading at a point, smoothed as far as leaves neighbours within `tolerance` metres. */
pdk_pose pdk_dense_line_pose(const pdk_dense_line *line, size_t index, double tolerance);

/* --- curve_runs.c --- */
/* Points first .. last of a dense line are on a circle around x, y, or on a straight line through x, y. */
typedef struct pdk_curve_run {
    size_t first, last;
    double x, y;
    double radius;  /* positive to the left; 0 = straight */
    double heading; /* of a straight line */
} pdk_curve_run;

/* The longest run of one kind from a point on, at most to `end`, that its points are within `tolerance` of. False where
 * there is none. */
bool pdk_curve_straight_run(const pdk_dense_line *line, size_t first, size_t end, double tolerance, pdk_curve_run *run);
bool pdk_curve_round_run(const pdk_dense_line *line, size_t first, size_t end, double tolerance, pdk_curve_run *run);
/* The place of the run nearest to a point of the line, and its direction there. */
pdk_pose pdk_curve_run_pose(const pdk_curve_run *run, const pdk_dense_line *line, size_t index);
/* The run from there to another of its points. */
pdk_clothoid pdk_curve_run_shape(const pdk_curve_run *run, const pdk_dense_line *line, size_t from, size_t to);

/* The largest number from `first` + 1 to `end` that a test accepts, looked for in growing steps and then between two of
 * them; 0 where it does not even accept the first. */
typedef bool (*pdk_reach_test)(void *user, size_t last);
size_t pdk_find_reach(size_t first, size_t end, pdk_reach_test test, void *user);

#endif
