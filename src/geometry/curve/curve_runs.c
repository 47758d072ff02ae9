/* Straight and circular parts of a line, by least squares. */
#include <math.h>

#include "base/trigonometry.h"
#include "curve/fit_curve.h"

size_t pdk_find_reach(size_t first, size_t end, pdk_reach_test test, void *user)
{
    size_t good = 0, bad = end + 1;
    for (size_t step = 1; first + step <= end; step *= 2) {
        if (!test(user, first + step)) {
            bad = first + step;
            break;
        }
        good = first + step;
    }
    if (good == 0) return 0;
    while (bad - good > 1) {
        size_t middle = good + (bad - good) / 2;
        if (test(user, middle)) good = middle;
        else bad = middle;
    }
    return good;
}

typedef struct run_search {
    const pdk_dense_line *line;
    size_t first;
    double tolerance;
    pdk_curve_run run; /* the last that was accepted */
} run_search;

static void mean_of(const pdk_dense_line *line, size_t first, size_t last, double mean[2])
{
    mean[0] = mean[1] = 0;
    for (size_t i = first; i <= last; i++) {
        mean[0] += line->x[i] - line->x[first];
        mean[1] += line->y[i] - line->y[first];
    }
    double count = (double)(last - first + 1);
    mean[0] = line->x[first] + mean[0] / count;
    mean[1] = line->y[first] + mean[1] / count;
}

static double off_run(const pdk_curve_run *run, double x, double y)
{
    double sine, cosine;
    if (run->radius < 0 || run->radius > 0) return pdk_hypot(x - run->x, y - run->y) - fabs(run->radius);
    pdk_sin_cos(run->heading, &sine, &cosine);
    return (y - run->y) * cosine - (x - run->x) * sine;
}

static bool is_near(const run_search *search, const pdk_curve_run *run)
{
    for (size_t i = run->first; i <= run->last; i++) {
        if (!(fabs(off_run(run, search->line->x[i], search->line->y[i])) <= search->tolerance)) return false;
    }
    return true;
}

static bool is_straight(void *user, size_t last)
{
    run_search *search = user;
    const pdk_dense_line *line = search->line;
    double mean[2], xx = 0, xy = 0, yy = 0;
    mean_of(line, search->first, last, mean);
    for (size_t i = search->first; i <= last; i++) {
        double x = line->x[i] - mean[0], y = line->y[i] - mean[1];
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    pdk_curve_run run = { .first = search->first, .last = last, .x = mean[0], .y = mean[1] };
    run.heading = pdk_atan2(2 * xy, xx - yy) / 2;
    double sine, cosine, x = line->x[last] - line->x[search->first], y = line->y[last] - line->y[search->first];
    pdk_sin_cos(run.heading, &sine, &cosine);
    if (x * cosine + y * sine < 0) run.heading += 3.14159265358979323846;
    if (!is_near(search, &run)) return false;
    search->run = run;
    return true;
}

bool pdk_curve_straight_run(const pdk_dense_line *line, size_t first, size_t end, double tolerance, pdk_curve_run *run)
{
    run_search search = { .line = line, .first = first, .tolerance = tolerance };
    if (pdk_find_reach(first, end, is_straight, &search) == 0) return false;
    *run = search.run;
    return true;
}

/* The circle with the least sum of squares of (x^2 + y^2 - 2ax - 2by - c), from the mean of the points. */
static bool first_circle(const pdk_dense_line *line, pdk_curve_run *run, const double mean[2])
{
    double xx = 0, xy = 0, yy = 0, xr = 0, yr = 0, r = 0;
    for (size_t i = run->first; i <= run->last; i++) {
        double x = line->x[i] - mean[0], y = line->y[i] - mean[1], square = x * x + y * y;
        xx += x * x;
        xy += x * y;
        yy += y * y;
        xr += x * square;
        yr += y * square;
        r += square;
    }
    double all = xx * yy - xy * xy;
    if (!(all > 1e-12 * (xx + yy) * (xx + yy))) return false;
    double a = (xr * yy - yr * xy) / all / 2, b = (yr * xx - xr * xy) / all / 2;
    run->x = mean[0] + a;
    run->y = mean[1] + b;
    run->radius = sqrt(a * a + b * b + r / (double)(run->last - run->first + 1));
    return true;
}

/* One step towards the circle with the least sum of squared distances (Gauss and Newton). */
static bool better_circle(const pdk_dense_line *line, pdk_curve_run *run)
{
    double m[3][4] = { { 0 } };
    for (size_t i = run->first; i <= run->last; i++) {
        double x = line->x[i] - run->x, y = line->y[i] - run->y, reach = pdk_hypot(x, y);
        if (!(reach > 0)) return false;
        const double row[4] = { x / reach, y / reach, 1, reach - run->radius };
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 4; j++) m[k][j] += row[k] * row[j];
    }
    for (int k = 0; k < 3; k++) {
        if (!(fabs(m[k][k]) > 1e-9)) return true; /* as good as it gets */
        for (int i = k + 1; i < 3; i++) {
            double share = m[i][k] / m[k][k];
            for (int j = k; j < 4; j++) m[i][j] -= share * m[k][j];
        }
    }
    double step[3];
    for (int k = 3; k-- > 0;) {
        step[k] = m[k][3];
        for (int j = k + 1; j < 3; j++) step[k] -= m[k][j] * step[j];
        step[k] /= m[k][k];
    }
    run->x += step[0];
    run->y += step[1];
    run->radius += step[2];
    return isfinite(run->x) && isfinite(run->y) && run->radius > 0;
}

/* How far the line turns around the middle of the run: positive to the left, whole turns included. */
static double turned(const pdk_curve_run *run, const pdk_dense_line *line, size_t from, size_t to)
{
    double sum = 0;
    for (size_t i = from; i < to; i++) {
        double x = line->x[i] - run->x, y = line->y[i] - run->y, u = line->x[i + 1] - run->x,
               v = line->y[i + 1] - run->y;
        sum += pdk_atan2(x * v - y * u, x * u + y * v);
    }
    return sum;
}

/* A curve that turns less than this cannot be distinguished from a straight line or a clothoid, rad. */
static const double least_turn = 0.02;

static bool is_round(void *user, size_t last)
{
    run_search *search = user;
    const pdk_dense_line *line = search->line;
    pdk_curve_run run = { .first = search->first, .last = last };
    double mean[2];
    if (last < search->first + 3) return true; /* a circle goes through three points */
    mean_of(line, search->first, last, mean);
    if (!first_circle(line, &run, mean)) return true; /* straight so far, which says nothing about later */
    for (int round = 0; round < 3; round++)
        if (!better_circle(line, &run)) return false;
    double turn = turned(&run, line, run.first, run.last);
    if (fabs(turn) < least_turn) return is_near(search, &run);
    if (turn < 0) run.radius = -run.radius;
    if (!is_near(search, &run)) return false;
    search->run = run;
    return true;
}

bool pdk_curve_round_run(const pdk_dense_line *line, size_t first, size_t end, double tolerance, pdk_curve_run *run)
{
    run_search search = { .line = line, .first = first, .tolerance = tolerance };
    pdk_find_reach(first, end, is_round, &search);
    *run = search.run;
    return search.run.last > first;
}

pdk_pose pdk_curve_run_pose(const pdk_curve_run *run, const pdk_dense_line *line, size_t index)
{
    double sine, cosine, x = line->x[index] - run->x, y = line->y[index] - run->y;
    if (run->radius < 0 || run->radius > 0) {
        double angle = pdk_atan2(y, x), left = run->radius > 0 ? 1 : -1, radius = fabs(run->radius);
        pdk_sin_cos(angle, &sine, &cosine);
        return (pdk_pose){ run->x + radius * cosine, run->y + radius * sine,
                           angle + left * 3.14159265358979323846 / 2 };
    }
    pdk_sin_cos(run->heading, &sine, &cosine);
    double ahead = x * cosine + y * sine;
    return (pdk_pose){ run->x + ahead * cosine, run->y + ahead * sine, run->heading };
}

pdk_clothoid pdk_curve_run_shape(const pdk_curve_run *run, const pdk_dense_line *line, size_t from, size_t to)
{
    pdk_pose begin = pdk_curve_run_pose(run, line, from), end = pdk_curve_run_pose(run, line, to);
    pdk_clothoid shape = { .start = begin };
    if (run->radius < 0 || run->radius > 0) {
        shape.curvature = 1 / run->radius;
        shape.length = turned(run, line, from, to) * run->radius;
    } else shape.length = pdk_hypot(end.x - begin.x, end.y - begin.y);
    return shape;
}
