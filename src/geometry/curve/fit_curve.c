/* Straight and circular parts of a line stay as they are; clothoids join them, and make the rest, each as long as it
 * can be. */
#include "curve/fit_curve.h"

#include <math.h>

#include "base/trigonometry.h"

enum { LEAST_RUN = 6 /* points */, MOST_TRIM = 40 /* points */, TRIMS = 5 };
/* Shares of the error: for circles and straight lines, so that a joint still can leave them; for where pieces end. */
static const double run_share = 0.5, pose_share = 0.25;
/* m: shorter straight lines and arcs would only be parts of something else. */
static const double least_way = 20;
/* A simpler shape is preferred if it is at least this share of the longest. */
static const double long_enough = 0.8;

/* Is the run worth being one, where the longest shape continues for `longest` metres? */
static bool is_long(const pdk_dense_line *line, const pdk_curve_run *run, double longest)
{
    double way = run->last >= run->first + LEAST_RUN ? line->along[run->last] - line->along[run->first] : 0;
    return way >= least_way && way >= long_enough * longest;
}

/* A piece, and the points that it passes. */
typedef struct fitted {
    pdk_clothoid shape;
    size_t first, last;
} fitted;

typedef struct fitting {
    pdk_memory *memory;
    const pdk_dense_line *line;
    double error;
    pdk_vector runs, pieces; /* pdk_curve_run, fitted */
} fitting;

static pdk_pose pose_at(const fitting *work, size_t index)
{
    return pdk_dense_line_pose(work->line, index, work->error * pose_share);
}

/* ------------------------------------------------------------------------------------------------- clothoids */

static bool is_near(const fitting *work, const pdk_clothoid *shape, size_t first, size_t last)
{
    double distance = 0;
    pdk_pose at = shape->start;
    for (size_t i = first; i <= last; i++) {
        double off = pdk_clothoid_nearest(shape, work->line->x[i], work->line->y[i], &distance, &at);
        if (!(off <= work->error)) return false;
    }
    return true;
}

static bool join(const fitting *work, const pdk_pose *from, size_t first, const pdk_pose *to, size_t last,
                 pdk_clothoid *shape)
{
    return pdk_clothoid_join(from, to, shape) && is_near(work, shape, first, last);
}

typedef struct joint_search {
    const fitting *work;
    pdk_pose from;
    size_t first;
} joint_search;

static bool can_join(void *user, size_t last)
{
    const joint_search *search = user;
    pdk_pose to = pose_at(search->work, last);
    pdk_clothoid shape;
    return join(search->work, &search->from, search->first, &to, last, &shape);
}

static bool put(fitting *work, const pdk_clothoid *shape, size_t first, size_t last)
{
    static const double nothing = 1e-10; /* m: what changes a place by less is left out */
    fitted *piece = pdk_vector_push(&work->pieces);
    if (piece == NULL) return false;
    *piece = (fitted){ *shape, first, last };
    double length = shape->length;
    if (fabs(shape->rate) * length * length * length < nothing) piece->shape.rate = 0;
    if (fabs(shape->curvature) * length * length < nothing && !(fabs(piece->shape.rate) > 0))
        piece->shape.curvature = 0;
    return true;
}

/* Clothoids from one pose to another, past the points between. */
static pdk_status fill(fitting *work, pdk_pose from, size_t first, const pdk_pose *to, size_t last, pdk_error *error)
{
    pdk_clothoid shape;
    while (!join(work, &from, first, to, last, &shape)) {
        joint_search search = { work, from, first };
        size_t next = pdk_find_reach(first, last - 1, can_join, &search);
        if (next == 0) next = first + 1;
        pdk_pose there = next < last ? pose_at(work, next) : *to;
        if (!pdk_clothoid_join(&from, &there, &shape))
            return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "curve.turn",
                            "the line turns on the spot near %.2f, %.2f, which no road can: its points are too far "
                            "apart there, or too noisy for an error of %g m",
                            work->line->x[first], work->line->y[first], work->error);
        if (!put(work, &shape, first, next)) return pdk_fail_memory(error, work->memory, "a curve");
        if (next == last) return PDK_OK;
        from = there;
        first = next;
    }
    return put(work, &shape, first, last) ? PDK_OK : pdk_fail_memory(error, work->memory, "a curve");
}

/* ------------------------------------------------------------------------------------------------------- runs */

static double way(const pdk_dense_line *line, size_t first, size_t last)
{
    return last > first ? line->along[last] - line->along[first] : 0;
}

static pdk_status find_runs(fitting *work, pdk_error *error)
{
    const pdk_dense_line *line = work->line;
    size_t end = line->count - 1;
    for (size_t at = 0; at < end;) {
        pdk_curve_run straight = { 0 }, circle = { 0 };
        double within = work->error * run_share;
        joint_search search = { work, pose_at(work, at), at };
        bool is_straight = pdk_curve_straight_run(line, at, end, within, &straight);
        bool is_round = pdk_curve_round_run(line, at, end, within, &circle);
        size_t far = pdk_find_reach(at, end, can_join, &search);
        double longest = fmax(way(line, at, far), fmax(way(line, at, circle.last), way(line, at, straight.last)));
        const pdk_curve_run *best = NULL;
        if (is_round && is_long(line, &circle, longest)) best = &circle;
        if (is_straight && is_long(line, &straight, longest)) best = &straight;
        if (best == NULL) {
            at = far > at ? far : at + 1;
            continue;
        }
        pdk_curve_run *run = pdk_vector_push(&work->runs);
        if (run == NULL) return pdk_fail_memory(error, work->memory, "a curve");
        *run = *best;
        at = best->last;
    }
    return PDK_OK;
}

static size_t trim_of(const pdk_curve_run *run, int round)
{
    size_t trim = (run->last - run->first) / 4;
    if (trim > MOST_TRIM) trim = MOST_TRIM;
    trim >>= round;
    return trim > 0 ? trim : 1;
}

/* Shortens two runs until a clothoid joins them, or if none does, a little. */
static void trim_between(const fitting *work, pdk_curve_run *before, pdk_curve_run *after)
{
    size_t last = before->last, first = after->first;
    for (int round = 0; round < TRIMS; round++) {
        pdk_clothoid shape;
        before->last = last - trim_of(&(pdk_curve_run){ .first = before->first, .last = last }, round);
        after->first = first + trim_of(&(pdk_curve_run){ .first = first, .last = after->last }, round);
        pdk_pose from = pdk_curve_run_pose(before, work->line, before->last),
                 to = pdk_curve_run_pose(after, work->line, after->first);
        if (join(work, &from, before->last, &to, after->first, &shape)) return;
    }
}

/* ------------------------------------------------------------------------------------------------------ pieces */

static pdk_status put_run(fitting *work, const pdk_curve_run *run, pdk_error *error)
{
    pdk_clothoid shape = pdk_curve_run_shape(run, work->line, run->first, run->last);
    return put(work, &shape, run->first, run->last) ? PDK_OK : pdk_fail_memory(error, work->memory, "a curve");
}

static pdk_status put_pieces(fitting *work, pdk_error *error)
{
    const pdk_dense_line *line = work->line;
    size_t end = line->count - 1, count = work->runs.count, at = 0;
    pdk_curve_run *runs = work->runs.items;
    pdk_status status = PDK_OK;
    bool at_begin = count > 0 && runs[0].first == 0;
    pdk_pose from = at_begin ? pdk_curve_run_pose(&runs[0], line, 0) : pose_at(work, 0);
    const pdk_pose begin = from;
    if (count == 1 && at_begin && runs[0].last == end) return put_run(work, &runs[0], error); /* a circle, a straight */
    if (count > 0 && !at_begin) runs[0].first += trim_of(&runs[0], 2);
    if (count > 0 && (runs[count - 1].last < end || line->closed)) runs[count - 1].last -= trim_of(&runs[count - 1], 2);
    for (size_t i = 0; i + 1 < count; i++) trim_between(work, &runs[i], &runs[i + 1]);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        pdk_pose to = pdk_curve_run_pose(&runs[i], line, runs[i].first);
        if (runs[i].first > at) status = fill(work, from, at, &to, runs[i].first, error);
        if (status == PDK_OK) status = put_run(work, &runs[i], error);
        at = runs[i].last;
        from = pdk_curve_run_pose(&runs[i], line, at);
    }
    if (status != PDK_OK || at == end) return status;
    pdk_pose last = line->closed ? begin : pose_at(work, end);
    return fill(work, from, at, &last, end, error);
}

/* ---------------------------------------------------------------------------------------------------- measures */

/* The place of a point that moves along a curve. */
typedef struct follower {
    size_t piece;
    double distance; /* on the piece */
    pdk_pose at;
} follower;

/* Goes on to the place of the curve nearest to a point; returns how far that is. */
static double follow(const pdk_curve *curve, follower *where, double x, double y)
{
    double off = pdk_clothoid_nearest(&curve->pieces[where->piece].shape, x, y, &where->distance, &where->at);
    while (where->piece + 1 < curve->count && where->distance >= curve->pieces[where->piece].shape.length) {
        const pdk_clothoid *shape = &curve->pieces[where->piece + 1].shape;
        follower next = { .piece = where->piece + 1, .at = shape->start };
        double then = pdk_clothoid_nearest(shape, x, y, &next.distance, &next.at);
        if (!(then <= off)) break;
        off = then;
        *where = next;
    }
    return off;
}

/* Lays the pieces one after the other. */
static pdk_status lay(const fitting *work, pdk_curve *curve, pdk_error *error)
{
    const fitted *pieces = work->pieces.items;
    curve->count = work->pieces.count;
    curve->pieces = pdk_alloc_array(work->memory, curve->count, sizeof *curve->pieces);
    if (curve->pieces == NULL) return pdk_fail_memory(error, work->memory, "a curve");
    for (size_t k = 0; k < curve->count; k++) {
        curve->pieces[k] = (pdk_curve_piece){ pieces[k].shape, curve->length };
        curve->length += pieces[k].shape.length;
    }
    return PDK_OK;
}

/* How far all points are from the curve, and the smooth line through them. */
static pdk_status measure(pdk_memory *memory, const pdk_curve_points *points, pdk_curve *curve, pdk_error *error)
{
    pdk_dense_line line;
    double squares = 0;
    pdk_status status = pdk_dense_line_make(memory, points, &line, error);
    if (status != PDK_OK) return status;
    curve->along = pdk_alloc_array(memory, points->count, sizeof *curve->along);
    if (curve->along == NULL) return pdk_fail_memory(error, memory, "a curve");
    follower where = { .at = curve->pieces[0].shape.start };
    for (size_t i = 0, point = 0; i < line.count; i++) {
        double off = follow(curve, &where, line.x[i], line.y[i]);
        double along = curve->pieces[where.piece].begin + where.distance;
        if (point < points->count && line.given[point] == i) curve->along[point++] = along;
        squares += off * off;
        if (!(off > curve->largest)) continue;
        curve->largest = off;
        curve->largest_at = along;
    }
    curve->typical = sqrt(squares / (double)line.count);
    return PDK_OK;
}

/* Points of which each is some way from the one before: more say nothing about a road, and jitter would turn it. */
static pdk_status thin(pdk_memory *memory, const pdk_curve_points *points, pdk_curve_points *thinned, pdk_error *error)
{
    static const double usual_step = 0.25, share = 1.0 / 200; /* m; of the length */
    double length = 0;
    for (size_t i = 1; i < points->count; i++)
        length += pdk_hypot(points->at[i][0] - points->at[i - 1][0], points->at[i][1] - points->at[i - 1][1]);
    double step = fmin(usual_step, length * share);
    double(*at)[2] = pdk_alloc_array(memory, points->count, sizeof *at);
    if (at == NULL) return pdk_fail_memory(error, memory, "a curve");
    *thinned = (pdk_curve_points){ (const double(*)[2])at, 0, points->closed };
    for (size_t i = 0; i < points->count; i++) {
        bool last = i + 1 == points->count && !points->closed;
        double *before = thinned->count > 0 ? at[thinned->count - 1] : NULL;
        bool near = before != NULL && pdk_hypot(points->at[i][0] - before[0], points->at[i][1] - before[1]) < step;
        if (near && !last) continue;
        if (near && thinned->count > 1) thinned->count--; /* the end takes its place */
        at[thinned->count][0] = points->at[i][0];
        at[thinned->count++][1] = points->at[i][1];
    }
    while (points->closed && thinned->count > 3 &&
           pdk_hypot(at[thinned->count - 1][0] - at[0][0], at[thinned->count - 1][1] - at[0][1]) < step)
        thinned->count--;
    return PDK_OK;
}

pdk_status pdk_curve_fit(pdk_memory *memory, const pdk_curve_points *points, double error, pdk_curve *curve,
                         pdk_error *failure)
{
    pdk_dense_line line;
    pdk_curve_points thinned;
    *curve = (pdk_curve){ .count = 0 };
    pdk_status status = thin(memory, points, &thinned, failure);
    if (status == PDK_OK) status = pdk_curve_check_turns(&thinned, failure);
    if (status == PDK_OK) status = pdk_dense_line_make(memory, &thinned, &line, failure);
    fitting work = { .memory = memory,
                     .line = &line,
                     .error = error,
                     .runs = pdk_vector_of(memory, sizeof(pdk_curve_run)),
                     .pieces = pdk_vector_of(memory, sizeof(fitted)) };
    if (status == PDK_OK) status = find_runs(&work, failure);
    if (status == PDK_OK) status = put_pieces(&work, failure);
    if (status == PDK_OK) status = lay(&work, curve, failure);
    return status == PDK_OK ? measure(memory, points, curve, failure) : status;
}

pdk_pose pdk_curve_at(const pdk_curve *curve, double distance)
{
    size_t low = 0, high = curve->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (curve->pieces[middle].begin <= distance) low = middle;
        else high = middle;
    }
    return pdk_clothoid_at(&curve->pieces[low].shape, distance - curve->pieces[low].begin);
}
