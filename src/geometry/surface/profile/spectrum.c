/* Welch's method over a plain Fourier transform by halves: the spectra of roads have some thousand values, and no
 * library is worth its weight for that. */
#include "surface/profile/spectrum.h"

#include <math.h>

#include "base/memory.h"
#include "base/trigonometry.h"

static const double pi = 3.14159265358979323846;

pdk_trend pdk_trend_of(const double *values, size_t count)
{
    double middle = ((double)count - 1) / 2, mean = 0, along = 0, wide = 0;
    for (size_t i = 0; i < count; i++) mean += values[i];
    mean /= (double)count;
    for (size_t i = 0; i < count; i++) {
        double x = (double)i - middle;
        along += x * (values[i] - mean);
        wide += x * x;
    }
    double each = wide > 0 ? along / wide : 0;
    return (pdk_trend){ mean - each * middle, each };
}

size_t pdk_spectrum_window(size_t count)
{
    size_t window = 16;
    while (window * 4 <= count) window *= 2;
    return window;
}

/* In place; `count` is a power of two. */
static void transform(double (*values)[2], size_t count)
{
    for (size_t i = 1, j = 0; i < count; i++) {
        size_t bit = count / 2;
        for (; (j & bit) != 0; bit /= 2) j ^= bit;
        j ^= bit;
        for (int k = 0; k < 2 && i < j; k++) {
            double kept = values[i][k];
            values[i][k] = values[j][k];
            values[j][k] = kept;
        }
    }
    for (size_t half = 1; half < count; half *= 2) {
        for (size_t k = 0; k < half; k++) {
            double turn = -pi * (double)k / (double)half, c = pdk_cos(turn), s = pdk_sin(turn);
            for (size_t i = k; i < count; i += 2 * half) {
                double *a = values[i], *b = values[i + half];
                double real = b[0] * c - b[1] * s, imaginary = b[0] * s + b[1] * c;
                b[0] = a[0] - real;
                b[1] = a[1] - imaginary;
                a[0] += real;
                a[1] += imaginary;
            }
        }
    }
}

static void add_window(const double *heights, size_t window, double (*values)[2], double *densities)
{
    pdk_trend trend = pdk_trend_of(heights, window);
    for (size_t i = 0; i < window; i++) {
        double weight = 0.5 - 0.5 * pdk_cos(2 * pi * (double)i / (double)window);
        values[i][0] = weight * (heights[i] - (trend.at_start + trend.each * (double)i));
        values[i][1] = 0;
    }
    transform(values, window);
    for (size_t i = 0; i <= window / 2; i++) densities[i] += values[i][0] * values[i][0] + values[i][1] * values[i][1];
}

pdk_status pdk_spectrum_of(const double *heights, size_t count, double step, size_t window, double *densities,
                           pdk_error *error)
{
    if (heights == NULL || densities == NULL || !(step > 0) || window < 4 || (window & (window - 1)) != 0 ||
        window > count) {
        return pdk_fail(
            error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
            "a spectrum needs heights, a step above 0, and a window that is a power of two and not longer than the "
            "heights");
    }
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    double(*values)[2] = pdk_alloc_array(&memory, window, sizeof *values);
    if (values == NULL) {
        pdk_status status = pdk_fail_memory(error, &memory, "a spectrum");
        pdk_memory_destroy(&memory);
        return status;
    }
    for (size_t i = 0; i <= window / 2; i++) densities[i] = 0;
    size_t windows = 0;
    for (size_t at = 0; at + window <= count; at += window / 2, windows++)
        add_window(heights + at, window, values, densities);
    /* The squares of Hann's weights sum up to 3/8 of their number; both halves of the spectrum count as one. */
    double scale = 2 * step / (0.375 * (double)window * (double)windows);
    for (size_t i = 0; i <= window / 2; i++) densities[i] *= i == 0 || i == window / 2 ? scale / 2 : scale;
    pdk_memory_destroy(&memory);
    return PDK_OK;
}
