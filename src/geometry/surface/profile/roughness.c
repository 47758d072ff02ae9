/* Roughness of heights at even steps: the index of ASTM E1926 (Sayers, World Bank technical paper 46), and the class of
 * ISO 8608 by the density of their spectrum. */
#include <math.h>
#include <string.h>

#include "surface/min_max.h"
#include "surface/profile/quarter_car.h"
#include "surface/profile/spectrum.h"
#include "base/memory.h"
#include "base/whole.h"

/* The quarter-car on its way along a profile. */
typedef struct ride {
    const double *heights;
    size_t count, base; /* slopes are over so many steps */
    double step, state[4];
    pdk_quarter_car car;
} ride;

/* Slopes over 250 mm where samples are denser: the moving average that the standard requires, and the difference, in
 * one. */
static ride begin_ride(const double *heights, size_t count, double step)
{
    size_t lead = pdk_whole_size(pdk_min(floor(11 / step + 0.5), (double)(count - 1)));
    double slope = (heights[lead] - heights[0]) / ((double)lead * step);
    return (ride){ .heights = heights,
                   .count = count,
                   .base = pdk_whole_size(pdk_max(floor(0.25 / step + 0.5), 1)),
                   .step = step,
                   .state = { slope, 0, slope, 0 },
                   .car = pdk_quarter_car_of(step) };
}

static size_t steps_of(const ride *on)
{
    return on->count > on->base ? on->count - on->base : 0;
}

/* Sums up the suspension's slopes over steps from `from` to before `to`, which follow those of the last call. */
static double ride_on(ride *on, size_t from, size_t to)
{
    double sum = 0;
    for (size_t i = from; i < to; i++) {
        double road = (on->heights[i + on->base] - on->heights[i]) / ((double)on->base * on->step), next[4];
        for (int k = 0; k < 4; k++) {
            next[k] = on->car.push[k] * road;
            for (int j = 0; j < 4; j++) next[k] += on->car.step[k][j] * on->state[j];
        }
        memcpy(on->state, next, sizeof next);
        sum += fabs(on->state[0] - on->state[2]);
    }
    return sum;
}

static double index_of(const double *heights, size_t count, double step)
{
    ride on = begin_ride(heights, count, step);
    size_t steps = steps_of(&on);
    return 1000 * ride_on(&on, 0, steps) / (double)steps;
}

static double rms_about_trend(const double *heights, size_t count)
{
    pdk_trend trend = pdk_trend_of(heights, count);
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double rest = heights[i] - (trend.at_start + trend.each * (double)i);
        sum += rest * rest;
    }
    return sqrt(sum / (double)count);
}

/* Where the fit of ISO 8608 begins and ends, cycles/m. */
static const double fit_begin = 0.011, fit_end = 2.83;

/* A straight line through the densities, in logarithms, each third of an octave counting once. */
static void fit_class(pdk_roughness *roughness, const double *densities, size_t window, double step)
{
    double n = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
    for (double low = fit_begin; low < fit_end; low *= 1.2599210498948732) {
        double sum = 0, count = 0;
        for (size_t i = 1; i < window / 2; i++) {
            double frequency = (double)i / ((double)window * step);
            if (frequency < low || frequency >= low * 1.2599210498948732 || !(densities[i] > 0)) continue;
            sum += densities[i];
            count++;
        }
        if (!(count > 0)) continue;
        double x = log10(low * 1.1224620483093730 / 0.1), y = log10(sum / count);
        n++;
        sum_x += x;
        sum_y += y;
        sum_xx += x * x;
        sum_xy += x * y;
    }
    if (n < 3) return;
    roughness->exponent = (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
    roughness->density = pow(10, (sum_y + 2 * sum_x) / n);
    double limit = 32e-6; /* of class A; each other's is four times its neighbour's */
    roughness->has_road_class = true;
    roughness->road_class = 'A';
    while (roughness->road_class < 'H' && roughness->density >= limit) {
        roughness->road_class++;
        limit *= 4;
    }
}

enum { MIN_HEIGHTS = 16 };
static const double min_length = 1;

static pdk_status check_step(bool complete, double step, pdk_error *error)
{
    if (!complete || !(step > 0)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "roughness needs heights and a step above 0");
    }
    if (step > 0.3) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "roughness.step",
                        "a sample spacing of %g m is too coarse for roughness; the maximum is 0.3 m", step);
    }
    return PDK_OK;
}

static pdk_status check(const double *heights, size_t count, double step, const pdk_roughness *roughness,
                        pdk_error *error)
{
    pdk_status status = check_step(heights != NULL && roughness != NULL, step, error);
    if (status != PDK_OK) return status;
    if (count < MIN_HEIGHTS || (double)(count - 1) * step < min_length) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "roughness.short",
                        "%g m of road in %zu heights are too short: roughness needs at least 1 m and 16 heights",
                        count > 0 ? (double)(count - 1) * step : 0, count);
    }
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(heights[i]))
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "roughness.gap", "height %zu is not a number", i);
    }
    return PDK_OK;
}

/* What does not depend on heights before the first. */
static pdk_status measure_alone(const double *heights, size_t count, double step, pdk_roughness *roughness,
                                pdk_error *error)
{
    size_t window = pdk_spectrum_window(count);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    double *densities = pdk_alloc_array(&memory, window / 2 + 1, sizeof *densities);
    pdk_status status = densities != NULL ? pdk_spectrum_of(heights, count, step, window, densities, error)
                                          : pdk_fail_memory(error, &memory, "a spectrum");
    if (status == PDK_OK) {
        *roughness =
            (pdk_roughness){ .iri = NAN, .density = NAN, .exponent = NAN, .rms = rms_about_trend(heights, count) };
        if ((double)(count - 1) * step * (1 + 1e-9) >= 1 / fit_begin) fit_class(roughness, densities, window, step);
    }
    pdk_memory_destroy(&memory);
    return status;
}

pdk_status pdk_roughness_of(const double *heights, size_t count, double step, pdk_roughness *roughness,
                            pdk_error *error)
{
    pdk_status status = check(heights, count, step, roughness, error);
    if (status == PDK_OK) status = measure_alone(heights, count, step, roughness, error);
    if (status == PDK_OK) roughness->iri = index_of(heights, count, step);
    return status;
}

/* ----------------------------------------------------------------------------------------------------- stretches */

/* The samples of a stretch: both ends belong to it. */
typedef struct cut {
    const double *heights;
    size_t count, each; /* steps in a stretch */
    double step;
} cut;

static size_t end_of(const cut *made, size_t stretch)
{
    size_t last = made->count - 1;
    return stretch + 1 < last / made->each + (last % made->each != 0) ? (stretch + 1) * made->each : last;
}

static uint64_t count_missing(const cut *made, size_t from, size_t to)
{
    uint64_t missing = 0;
    for (size_t i = from; i <= to; i++) missing += isfinite(made->heights[i]) ? 0 : 1;
    return missing;
}

/* Sets the IRI of the stretches in a run of heights without a gap, in one ride. Stretches that begin before the run or
 * end after it have none, but are driven over. */
static void ride_along(const cut *made, size_t from, size_t to, pdk_roughness_stretch *stretches, size_t count)
{
    if (to - from < 2) return;
    ride on = begin_ride(made->heights + from, to - from + 1, made->step);
    size_t steps = steps_of(&on), done = 0;
    for (size_t i = from / made->each; i < count && done < steps; i++) {
        size_t end = pdk_whole_size(pdk_min((double)(end_of(made, i) - from), (double)steps));
        double sum = ride_on(&on, done, end);
        if (end > done && stretches[i].has_roughness) stretches[i].roughness.iri = 1000 * sum / (double)(end - done);
        done = end;
    }
}

static pdk_status measure_stretches(const cut *made, pdk_roughness_stretch *stretches, size_t count, pdk_error *error)
{
    for (size_t i = 0; i < count; i++) {
        size_t from = i * made->each, to = end_of(made, i);
        stretches[i] = (pdk_roughness_stretch){ .from = (double)from * made->step, .to = (double)to * made->step };
        stretches[i].missing = count_missing(made, from, to);
        stretches[i].has_roughness =
            stretches[i].missing == 0 && to - from + 1 >= MIN_HEIGHTS && (double)(to - from) * made->step >= min_length;
        if (!stretches[i].has_roughness) continue;
        pdk_status status =
            measure_alone(made->heights + from, to - from + 1, made->step, &stretches[i].roughness, error);
        if (status != PDK_OK) return status;
    }
    for (size_t from = 0; from < made->count;) {
        size_t to = from;
        while (to < made->count && isfinite(made->heights[to])) to++;
        if (to > from) ride_along(made, from, to - 1, stretches, count);
        from = to + 1;
    }
    return PDK_OK;
}

/* Steps in a stretch; 0 = none can be made. */
static size_t steps_in(size_t count, double step, double every)
{
    if (!(step > 0) || !(every >= step) || !isfinite(every)) return 0;
    return pdk_whole_size(pdk_min(floor(every / step + 0.5), (double)count));
}

size_t pdk_roughness_stretch_count(size_t count, double step, double every)
{
    size_t each = steps_in(count, step, every);
    if (each == 0 || count < 2) return 0;
    return (count - 1) / each + ((count - 1) % each != 0);
}

pdk_status pdk_roughness_stretches(const double *heights, size_t count, double step, double every,
                                   pdk_roughness_stretch *stretches, pdk_error *error)
{
    pdk_status status = check_step(heights != NULL && stretches != NULL && count > 0, step, error);
    if (status != PDK_OK) return status;
    cut all = { heights, count, steps_in(count, step, every), step };
    if (all.each == 0) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "roughness.every",
                        "stretches must be at least as long as the sample spacing of %g m, and finite", step);
    }
    return measure_stretches(&all, stretches, pdk_roughness_stretch_count(count, step, every), error);
}
