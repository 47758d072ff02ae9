/* Roughness of heights at even steps: the index of ASTM E1926 (Sayers, World Bank technical paper 46), and the class of
 * ISO 8608 by the density of their spectrum. */
#include <math.h>
#include <string.h>

#include "surface/min_max.h"
#include "surface/profile/quarter_car.h"
#include "surface/profile/spectrum.h"
#include "base/memory.h"
#include "base/whole.h"

/* Slopes over 250 mm where samples are denser: the moving average the standard wants, and the difference, in one. */
static double index_of(const double *heights, size_t count, double step)
{
    size_t base = pdk_whole_size(pdk_max(floor(0.25 / step + 0.5), 1)),
           lead = pdk_whole_size(pdk_min(floor(11 / step + 0.5), (double)(count - 1)));
    pdk_quarter_car car = pdk_quarter_car_of(step);
    double slope = (heights[lead] - heights[0]) / ((double)lead * step), state[4] = { slope, 0, slope, 0 }, sum = 0;
    size_t steps = count - base;
    for (size_t i = 0; i < steps; i++) {
        double road = (heights[i + base] - heights[i]) / ((double)base * step), next[4];
        for (int k = 0; k < 4; k++) {
            next[k] = car.push[k] * road;
            for (int j = 0; j < 4; j++) next[k] += car.step[k][j] * state[j];
        }
        memcpy(state, next, sizeof state);
        sum += fabs(state[0] - state[2]);
    }
    return 1000 * sum / (double)steps;
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

/* A straight line through the densities, in logarithms, each third of an octave counting once. */
static void fit_class(pdk_roughness *roughness, const double *densities, size_t window, double step)
{
    double n = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
    for (double low = 0.011; low < 2.83; low *= 1.2599210498948732) {
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

static pdk_status check(const double *heights, size_t count, double step, const pdk_roughness *roughness,
                        pdk_error *error)
{
    if (heights == NULL || roughness == NULL || !(step > 0)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "roughness needs heights and a step above 0");
    }
    if (step > 0.3) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "roughness.step",
                        "a sample spacing of %g m is too coarse for roughness; the maximum is 0.3 m", step);
    }
    if (count < 16 || (double)(count - 1) * step < 1) {
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

pdk_status pdk_roughness_of(const double *heights, size_t count, double step, pdk_roughness *roughness,
                            pdk_error *error)
{
    pdk_status status = check(heights, count, step, roughness, error);
    if (status != PDK_OK) return status;
    size_t window = pdk_spectrum_window(count);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    double *densities = pdk_alloc_array(&memory, window / 2 + 1, sizeof *densities);
    status = densities != NULL ? pdk_spectrum_of(heights, count, step, window, densities, error)
                               : pdk_fail_memory(error, &memory, "a spectrum");
    if (status == PDK_OK) {
        *roughness = (pdk_roughness){ .iri = index_of(heights, count, step),
                                      .density = NAN,
                                      .exponent = NAN,
                                      .rms = rms_about_trend(heights, count) };
        fit_class(roughness, densities, window, step);
    }
    pdk_memory_destroy(&memory);
    return status;
}
