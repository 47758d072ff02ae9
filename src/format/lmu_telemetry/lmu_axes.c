/* Which channels are the motion's. Published sources disagree on which of the two forces is the lateral one, and none
 * says which way forces and steering count: the way that the car drove decides. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/trigonometry.h"
#include "format/lmu_telemetry/lmu.h"

static const double half_span = 0.5;  /* s: bends are seen over a second, which rounded positions do not disturb */
static const double least_speed = 10; /* m/s: slower, the way says little about bends */
static const double least_agreement = 0.5;

/* What the way says about a moment. */
typedef struct way_motion {
    double forward, left; /* m/s^2 */
    double bend;          /* 1/m, positive to the left */
} way_motion;

/* Positions are rounded more than speeds are: how the speed changes is read from the channel of speeds, where there is
 * one. NaN = it has none here. */
static double speed_at(const pdk_lmu *log, const double *speeds, uint64_t place)
{
    const pdk_lmu_input *speed = &log->motion[PDK_LOGGED_SPEED];
    uint64_t sample = (uint64_t)round((double)place * speed->series->rate / log->place_rate);
    return sample < speed->series->rows ? speeds[sample] * speed->si.multiplier / speed->si.divisor : NAN;
}

static bool way_at(const pdk_lmu *log, const double *speeds, uint64_t index, way_motion *motion)
{
    uint64_t span = (uint64_t)fmax(1, round(half_span * log->place_rate));
    if (index < span || index + span >= log->places) return false;
    double time = (double)span / log->place_rate, v[2], a[2];
    const double *axes[] = { log->x, log->y };
    for (int k = 0; k < 2; k++) {
        double before = axes[k][index - span], now = axes[k][index], after = axes[k][index + span];
        v[k] = (after - before) / (2 * time);
        a[k] = (after - 2 * now + before) / (time * time);
    }
    double speed = pdk_hypot(v[0], v[1]);
    if (!(speed >= least_speed)) return false;
    motion->forward = speeds != NULL
                          ? (speed_at(log, speeds, index + span) - speed_at(log, speeds, index - span)) / (2 * time)
                          : (v[0] * a[0] + v[1] * a[1]) / speed;
    motion->left = (v[0] * a[1] - v[1] * a[0]) / speed;
    motion->bend = motion->left / (speed * speed);
    return fabs(motion->forward) < 100 && fabs(motion->left) < 100; /* more is a jump */
}

typedef enum way_kind { FORWARD, LEFT, BEND } way_kind;

typedef struct moments {
    double count, a, b, aa, bb, ab;
} moments;

static void add_pair(moments *sums, double a, double b)
{
    sums->count++;
    sums->a += a;
    sums->b += b;
    sums->aa += a * a;
    sums->bb += b * b;
    sums->ab += a * b;
}

static double correlation(const moments *sums)
{
    double n = sums->count, one = n * sums->aa - sums->a * sums->a, other = n * sums->bb - sums->b * sums->b;
    if (n < 20 || !(one > 0) || !(other > 0)) return 0;
    return (n * sums->ab - sums->a * sums->b) / sqrt(one * other);
}

/* How far a channel agrees with the way: -1 to 1; 0 = not at all, or it is unknown. */
static pdk_status compare_with_way(pdk_lmu *log, pdk_lmu_series *series, way_kind kind, double *agreement,
                                   pdk_error *error)
{
    *agreement = 0;
    if (series == NULL || series->parts != 1 || log->x == NULL) return PDK_OK;
    const double *values, *speeds = NULL;
    pdk_lmu_series *speed = log->motion[PDK_LOGGED_SPEED].series;
    pdk_status status = pdk_lmu_read(log, &series->values[0], &values, error);
    if (status == PDK_OK && speed != NULL) status = pdk_lmu_read(log, &speed->values[0], &speeds, error);
    if (status != PDK_OK) return status;
    moments sums = { 0 };
    for (uint64_t i = 0; i < log->places; i++) {
        uint64_t sample = (uint64_t)round((double)i * series->rate / log->place_rate);
        way_motion way;
        if (sample >= series->rows || isnan(values[sample]) || !way_at(log, speeds, i, &way)) continue;
        add_pair(&sums, values[sample], kind == FORWARD ? way.forward : kind == LEFT ? way.left : way.bend);
    }
    *agreement = correlation(&sums);
    return PDK_OK;
}

static void note_unclear(pdk_lmu *log, const char *what)
{
    pdk_document_add_finding(log->document, PDK_NOTE, "lmu-telemetry.axes", PDK_NO_OFFSET, "lmu-telemetry",
                             "%s: the way that the car drove does not show it, so the motion is without it", what);
}

/* ------------------------------------------------------------------------------------------------------ forces */

static void take_force(pdk_lmu *log, pdk_logged_id id, pdk_lmu_series *series, double agreement, const char *word)
{
    if (fabs(agreement) < least_agreement) {
        char what[160];
        snprintf(what, sizeof what, "which channel is the %s force, and which way it counts", word);
        note_unclear(log, what);
        return;
    }
    log->motion[id] = (pdk_lmu_input){ series, { "g", agreement > 0 ? 1 : -1, 1 } };
    pdk_document_add_evidence(log->document, "\"%s\" is the %s force%s: its correlation with the way is %.2f",
                              series->shown, word, agreement > 0 ? "" : ", with the other sign", agreement);
}

static pdk_status choose_forces(pdk_lmu *log, pdk_error *error)
{
    pdk_lmu_series *named[] = { pdk_lmu_find(&log->channels, "G Force Lat"),
                                pdk_lmu_find(&log->channels, "G Force Long") };
    double left[2], forward[2];
    if (named[0] == NULL || named[1] == NULL) return PDK_OK;
    pdk_status status = PDK_OK;
    for (int i = 0; i < 2 && status == PDK_OK; i++) {
        status = compare_with_way(log, named[i], LEFT, &left[i], error);
        if (status == PDK_OK) status = compare_with_way(log, named[i], FORWARD, &forward[i], error);
    }
    if (status != PDK_OK) return status;
    int lateral = fabs(left[1]) + fabs(forward[0]) > fabs(left[0]) + fabs(forward[1]) ? 1 : 0;
    take_force(log, PDK_LOGGED_LATERAL, named[lateral], left[lateral], "lateral");
    take_force(log, PDK_LOGGED_LONGITUDINAL, named[1 - lateral], forward[1 - lateral], "longitudinal");
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------------- steering */

/* Some files have -1 to 1, others -100 to 100, both with the unit %. */
static double most_of(const double *values, uint64_t count)
{
    double most = 0;
    for (uint64_t i = 0; i < count; i++) most = fmax(most, fabs(values[i]));
    return most;
}

static pdk_status choose_steering(pdk_lmu *log, pdk_error *error)
{
    static const double most_of_lock = 1.5; /* a wheel turned further than its lock is none in these units */
    pdk_lmu_series *series = pdk_lmu_find(&log->channels, "Steering Pos");
    const double *values;
    double agreement;
    if (series == NULL || series->parts != 1) return PDK_OK;
    pdk_status status = pdk_lmu_read(log, &series->values[0], &values, error);
    if (status == PDK_OK) status = compare_with_way(log, series, BEND, &agreement, error);
    if (status != PDK_OK) return status;
    if (fabs(agreement) < least_agreement) {
        note_unclear(log, "which way the steering counts");
        return PDK_OK;
    }
    double whole = most_of(values, series->rows) > most_of_lock ? 100 : 1;
    log->motion[PDK_LOGGED_STEER] = (pdk_lmu_input){ series, { NULL, agreement > 0 ? 1 : -1, whole } };
    pdk_document_add_evidence(log->document, "\"%s\" is %g at full lock, %s: its correlation with the way is %.2f",
                              series->shown, whole, agreement > 0 ? "positive to the left" : "positive to the right",
                              agreement);
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------------- the rest */

static void choose_named(pdk_lmu *log, pdk_lmu_list *list, size_t ranks[PDK_LOGGED_IDS])
{
    for (size_t i = 0; i < list->count; i++) {
        pdk_lmu_series *series = &list->all[i];
        size_t rank;
        pdk_si_unit si;
        pdk_logged_id id = pdk_logged_find(series->shown, series->unit, &rank, &si);
        bool decided = id == PDK_LOGGED_LATERAL || id == PDK_LOGGED_LONGITUDINAL || id == PDK_LOGGED_STEER ||
                       id < PDK_LOGGED_HEIGHT;
        if (id == PDK_LOGGED_IDS || decided || series->parts != 1 || series->rows == 0) continue;
        if (log->motion[id].series != NULL && ranks[id] <= rank) continue;
        log->motion[id] = (pdk_lmu_input){ series, si };
        ranks[id] = rank;
    }
}

pdk_status pdk_lmu_choose_inputs(pdk_lmu *log, pdk_error *error)
{
    size_t ranks[PDK_LOGGED_IDS] = { 0 };
    choose_named(log, &log->channels, ranks);
    choose_named(log, &log->events, ranks);
    pdk_status status = choose_forces(log, error);
    return status == PDK_OK ? choose_steering(log, error) : status;
}
