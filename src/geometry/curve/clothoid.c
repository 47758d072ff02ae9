/* Places on a clothoid by integration of its direction: Gauss-Legendre with ten points for each half radian or less is
 * exact to the last digits of a double. */
#include "curve/clothoid.h"

#include <math.h>

#include "base/trigonometry.h"

enum { HALF_NODES = 5, MAX_PANELS = 4096, MAX_ROUNDS = 30 };

static const double nodes[HALF_NODES] = { 0.1488743389816312, 0.4333953941292472, 0.6794095682990244,
                                          0.8650633666889845, 0.9739065285171717 };
static const double weights[HALF_NODES] = { 0.2955242247147529, 0.2692667193099963, 0.2190863625159820,
                                            0.1494513491505806, 0.0666713443086881 };

/* How the direction changes along a curve: angle, angle per unit, half the change of that. */
typedef struct turning {
    double angle, slope, bend;
} turning;

/* The integrals of cosine and sine of the direction from 0 to `end`, each times t^2 - t if `moment` is true. */
static void integrate(const turning *way, double end, bool moment, double sums[2])
{
    double turned = fabs(way->slope * end) + fabs(way->bend) * end * end;
    int panels = turned < 0.5 * MAX_PANELS ? (int)(turned / 0.5) + 1 : MAX_PANELS;
    double half = end / panels / 2;
    sums[0] = sums[1] = 0;
    for (int panel = 0; panel < panels; panel++) {
        double middle = (2 * panel + 1) * half;
        for (int i = 0; i < 2 * HALF_NODES; i++) {
            double t = middle + (i % 2 == 0 ? half : -half) * nodes[i / 2], sine, cosine;
            double weight = weights[i / 2] * half * (moment ? t * t - t : 1);
            pdk_sin_cos(way->angle + t * (way->slope + t * way->bend), &sine, &cosine);
            sums[0] += weight * cosine;
            sums[1] += weight * sine;
        }
    }
}

pdk_pose pdk_clothoid_at(const pdk_clothoid *curve, double distance)
{
    const turning way = { curve->start.heading, curve->curvature, curve->rate / 2 };
    double sums[2];
    integrate(&way, distance, false, sums);
    return (pdk_pose){ curve->start.x + sums[0], curve->start.y + sums[1],
                       way.angle + distance * (way.slope + distance * way.bend) };
}

/* In the frame of the chord the direction is A t^2 + (turn - A) t + first for t from 0 to 1: A is right where the curve
 * ends on the chord (after Bertolazzi and Frego, "G1 fitting with clothoids", 2015). */
bool pdk_clothoid_join(const pdk_pose *from, const pdk_pose *to, pdk_clothoid *joint)
{
    static const double most = 1.5; /* rad */
    double x = to->x - from->x, y = to->y - from->y, chord = pdk_hypot(x, y);
    if (!(chord > 0) || !isfinite(chord)) return false;
    double direction = pdk_atan2(y, x), first = pdk_wrap_angle(from->heading - direction),
           last = pdk_wrap_angle(to->heading - direction), turn = last - first, bend = 3 * (first + last);
    if (!(fabs(first) <= most) || !(fabs(last) <= most)) return false;
    double ends[2] = { 0 }, change[2];
    for (int round = 0; round < MAX_ROUNDS; round++) {
        const turning way = { first, turn - bend, bend };
        integrate(&way, 1, false, ends);
        if (fabs(ends[1]) < 1e-15) break;
        integrate(&way, 1, true, change);
        if (!(fabs(change[0]) > 1e-6)) return false;
        double step = ends[1] / change[0];
        bend -= step;
        if (fabs(step) < 1e-15 * (1 + fabs(bend))) break;
    }
    if (!(fabs(ends[1]) < 1e-11) || !(ends[0] > 0.1)) return false;
    double length = chord / ends[0];
    *joint = (pdk_clothoid){
        .start = *from, .curvature = (turn - bend) / length, .rate = 2 * bend / (length * length), .length = length
    };
    return true;
}

double pdk_clothoid_nearest(const pdk_clothoid *curve, double x, double y, double *distance, pdk_pose *at)
{
    for (int round = 0; round < 8; round++) {
        double sine, cosine, curvature = pdk_clothoid_curvature(curve, *distance);
        pdk_sin_cos(at->heading, &sine, &cosine);
        double ahead = (x - at->x) * cosine + (y - at->y) * sine, left = (y - at->y) * cosine - (x - at->x) * sine;
        double there = *distance + ahead / fmax(1 - curvature * left, 0.2);
        there = fmin(fmax(there, 0), curve->length);
        double step = there - *distance;
        pdk_clothoid rest = { .start = *at, .curvature = curvature, .rate = curve->rate };
        *at = pdk_clothoid_at(&rest, step);
        *distance = there;
        if (fabs(step) < 1e-9) break;
    }
    return pdk_hypot(x - at->x, y - at->y);
}
