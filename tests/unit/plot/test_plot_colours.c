/* The colours of series: seen on the background, different for all eyes. */
#include <math.h>
#include <string.h>

#include "plot/theme.h"
#include "support.h"

/* Matrices of Machado, Oliveira and Fernandes (2009) for full deficiency, in linear light. */
static const double eyes[][3][3] = {
    { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
    { { 0.152286, 1.052583, -0.204868 }, { 0.114503, 0.786281, 0.099216 }, { -0.003882, -0.048116, 1.051998 } },
    { { 0.367322, 0.860646, -0.227968 }, { 0.280085, 0.672501, 0.047413 }, { -0.011820, 0.042940, 0.968881 } },
    { { 1.255528, -0.076749, -0.178779 }, { -0.078411, 0.930809, 0.147602 }, { 0.004733, 0.691367, 0.303900 } },
};
enum { EYES = sizeof eyes / sizeof eyes[0] };

static void linear(uint32_t colour, double to[3])
{
    for (int i = 0; i < 3; i++) {
        double part = (double)(colour >> (16 - 8 * i) & 0xFF) / 255;
        to[i] = part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
    }
}

static double luminance(uint32_t colour)
{
    double part[3];
    linear(colour, part);
    return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
}

static double contrast(uint32_t one, uint32_t other)
{
    double a = luminance(one), b = luminance(other);
    return (fmax(a, b) + 0.05) / (fmin(a, b) + 0.05);
}

/* In Oklab, where equal distances look about equally different. */
static void seen(uint32_t colour, size_t eye, double to[3])
{
    double part[3], own[3];
    linear(colour, part);
    for (int i = 0; i < 3; i++)
        own[i] = fmax(0, eyes[eye][i][0] * part[0] + eyes[eye][i][1] * part[1] + eyes[eye][i][2] * part[2]);
    double l = cbrt(0.4122214708 * own[0] + 0.5363325363 * own[1] + 0.0514459929 * own[2]),
           m = cbrt(0.2119034982 * own[0] + 0.6806995451 * own[1] + 0.1073969566 * own[2]),
           s = cbrt(0.0883024619 * own[0] + 0.2817188376 * own[1] + 0.6299787005 * own[2]);
    to[0] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    to[1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    to[2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

static double difference(uint32_t one, uint32_t other, size_t eye)
{
    double a[3], b[3];
    seen(one, eye, a);
    seen(other, eye, b);
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/* Grounds of web/src/styles/base.css: of the page, its panels and its maps. */
static const uint32_t grounds[2][3] = { { 0xFFFFFF, 0xF5F6F8, 0xF3F4F6 }, { 0x131518, 0x1B1E22, 0x181B1F } };

static void series_are_seen_and_told_apart(void **state)
{
    (void)state;
    for (int dark = 0; dark < 2; dark++) {
        const pdk_theme *theme = pdk_theme_of(dark ? PDK_PLOT_DARK : PDK_PLOT_LIGHT);
        for (size_t i = 0; i < PDK_SERIES_COLOURS; i++) {
            assert_true(contrast(theme->series[i], theme->background) >= 3);
            for (size_t ground = 0; ground < 3; ground++)
                assert_true(contrast(theme->series[i], grounds[dark][ground]) >= 3);
            for (size_t k = 0; k < i; k++) {
                assert_true(difference(theme->series[i], theme->series[k], 0) > 0.13);
                for (size_t eye = 1; eye < EYES; eye++)
                    assert_true(difference(theme->series[i], theme->series[k], eye) > 0.07);
            }
        }
    }
}

static void no_look_repeats(void **state)
{
    (void)state;
    int32_t dash[PDK_SERIES_LOOKS][2];
    uint32_t colours[PDK_SERIES_LOOKS];
    for (size_t i = 0; i < PDK_SERIES_LOOKS; i++) {
        colours[i] = pdk_series_colour(pdk_theme_of(PDK_PLOT_LIGHT), i, dash[i]);
        for (size_t k = 0; k < i; k++)
            assert_false(colours[i] == colours[k] && memcmp(dash[i], dash[k], sizeof dash[i]) == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(series_are_seen_and_told_apart),
        cmocka_unit_test(no_look_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
