/* Profiles, roughness and comparisons against what can be worked out by hand, and against published numbers. */
#include <complex.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "surface/measure/order_statistics.h"
#include "surface/profile/quarter_car.h"
#include "failing.h"
#include "random.h"
#include "support.h"

static const double pi = 3.14159265358979323846;

/* ------------------------------------------------------------------------------------------------------ profile */

static const float ground[] = { 0, 0, 0, 10, 0, 1, 10, 10, 1, 0, 10, 0, 4, -1, 5, 6, -1, 5, 6, 11, 5, 4, 11, 5 };
static const uint32_t ground_triangles[] = { 0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7 };
static const pdk_surface bridge = {
    .positions = ground, .triangles = ground_triangles, .vertex_count = 8, .triangle_count = 4
};

static pdk_height_index *index_of(const pdk_surface *surface)
{
    pdk_height_index *index = NULL;
    pdk_error error;
    assert_ok(pdk_height_index_create(surface, NULL, &index, &error), error);
    return index;
}

#define EVERY(metres)                                              \
    &(pdk_profile_options)                                         \
    {                                                              \
        .struct_size = sizeof(pdk_profile_options), .step = metres \
    }
#define EVERY_FROM(metres, z)                                                                       \
    &(pdk_profile_options)                                                                          \
    {                                                                                               \
        .struct_size = sizeof(pdk_profile_options), .step = metres, .has_height = true, .height = z \
    }

static void a_profile_stays_on_its_layer(void **state)
{
    (void)state;
    static const double path[][2] = { { -1, 5 }, { 9, 5 }, { 9, 5 }, { 9, 8 } };
    pdk_height_index *index = index_of(&bridge);
    pdk_profile_point points[64];
    pdk_error error;
    size_t made;
    assert_ok(pdk_surface_profile(index, path, 4, EVERY(0.25), NULL, 0, &made, &error), error);
    assert_int_equal(made, 53);
    assert_ok(pdk_surface_profile(index, path, 4, EVERY(0.25), points, 64, &made, &error), error);
    for (size_t i = 0; i < made; i++) {
        double along = 0.25 * (double)i, x = fmin(along - 1, 9), y = 5 + fmax(along - 10, 0);
        assert_near(points[i].distance, along, 1e-12);
        assert_near(points[i].x, x, 1e-12);
        assert_near(points[i].y, y, 1e-12);
        if (x < 0) assert_true(isnan(points[i].z) && isnan(points[i].normal[0]));
        else assert_near(points[i].z, x / 10, 1e-12); /* under the bridge, as it came from below */
    }
    assert_ok(pdk_surface_profile(index, path + 1, 1, EVERY_FROM(1, 3), points, 64, &made, &error), error);
    assert_int_equal(made, 1);
    static const double below[][2] = { { 5, 0 }, { 5, 1 } };
    assert_ok(pdk_surface_profile(index, below, 2, EVERY(0.5), points, 64, &made, &error), error);
    assert_near(points[2].z, 5, 0); /* the highest where nothing says otherwise */
    assert_ok(pdk_surface_profile(index, below, 2, EVERY_FROM(0.5, 0), points, 64, &made, &error), error);
    assert_near(points[2].z, 0.5, 1e-12);
    assert_fails(pdk_surface_profile(index, path, 4, EVERY(0.25), points, 52, &made, &error), error, PDK_E_ARGUMENT,
                 "argument.capacity", PDK_NO_OFFSET);
    assert_fails(pdk_surface_profile(index, path, 4, EVERY(-1), points, 52, &made, &error), error, PDK_E_ARGUMENT,
                 "argument", PDK_NO_OFFSET);
    assert_fails(pdk_surface_profile(index, path, 4, EVERY(1e-13), points, 52, &made, &error), error, PDK_E_LIMIT,
                 "profile.long", PDK_NO_OFFSET);
    assert_fails(pdk_surface_profile(index, path, 4, EVERY_FROM(1, NAN), points, 52, &made, &error), error,
                 PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    const pdk_profile_options lost = { .struct_size = sizeof lost, .height = 3 }; /* without has_height */
    assert_fails(pdk_surface_profile(index, path, 4, &lost, points, 52, &made, &error), error, PDK_E_ARGUMENT,
                 "argument", PDK_NO_OFFSET);
    assert_ok(pdk_surface_profile(index, path, 4, NULL, points, 64, &made, &error), error); /* every metre */
    assert_int_equal(made, 14);
    static const double bad[][2] = { { 0, NAN } };
    assert_fails(pdk_surface_profile(index, bad, 1, NULL, points, 52, &made, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    pdk_height_index_close(index);
}

/* ---------------------------------------------------------------------------------------------------- roughness */

/* The coefficients the World Bank's technical paper 46 prints for samples 250 mm apart. */
static void the_published_car(void **state)
{
    (void)state;
    static const double step[4][4] = { { 0.9966071, 0.01091514, -0.002083274, 0.0003190145 },
                                       { -0.5563044, 0.9438768, -0.8324718, 0.05064701 },
                                       { 0.02153176, 0.002126763, 0.7508714, 0.008221888 },
                                       { 3.335013, 0.3376467, -39.12762, 0.4347564 } };
    static const double push[4] = { 0.005476107, 1.388776, 0.2275968, 35.79262 };
    pdk_quarter_car car = pdk_quarter_car_of(0.25);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) assert_near(car.step[i][j], step[i][j], 2e-6 * (1 + fabs(step[i][j])));
        assert_near(car.push[i], push[i], 2e-6 * (1 + fabs(push[i])));
    }
}

/* A sine of amplitude 1 mm drives the car to a sine: its gain is that of the equations at one frequency, times what a
 * moving average of 250 mm leaves, and the mean of its magnitude 2 / pi. */
static void a_sine_by_its_gain(void **state)
{
    (void)state;
    enum { COUNT = 40000 };
    static double heights[COUNT];
    static const double waves[] = { 1, 2.3, 5, 15, 40 };
    for (int w = 0; w < 5; w++) {
        double step = 0.05, wavenumber = 2 * pi / waves[w], frequency = wavenumber * 80 / 3.6;
        for (int i = 0; i < COUNT; i++) heights[i] = 0.001 * sin(wavenumber * step * i);
        double complex s = frequency * I, spring = 63.3 + 6 * s;
        /* masses 1 and 0.15: what both move by, of a road that moves by 1 */
        double complex sprung = spring / (s * s + spring);
        double complex unsprung = 653 / (0.15 * s * s + spring + 653 - spring * sprung), gain = unsprung * (sprung - 1);
        double average = sin(wavenumber * 0.125) / (0.125 * wavenumber);
        double want = 1000 * 0.001 * wavenumber * cabs(gain) * fabs(average) * 2 / pi;
        pdk_roughness roughness;
        pdk_error error;
        assert_ok(pdk_roughness_of(heights, COUNT, step, &roughness, &error), error);
        assert_near(roughness.iri, want, 0.006 * want);
        assert_near(roughness.rms, 0.001 / sqrt(2), 1e-5);
    }
}

/* A ramp is no roughness, whatever its slope. */
static void a_ramp_is_smooth(void **state)
{
    (void)state;
    double heights[1000];
    for (int i = 0; i < 1000; i++) heights[i] = 100 + 0.08 * 0.1 * i;
    pdk_roughness roughness;
    pdk_error error;
    assert_ok(pdk_roughness_of(heights, 1000, 0.1, &roughness, &error), error);
    assert_near(roughness.iri, 0, 1e-8);
    assert_near(roughness.rms, 0, 1e-10);
}

/* The spectrum's area is the mean square, and a sine's is where it belongs. */
static void spectrum_keeps_power(void **state)
{
    (void)state;
    enum { COUNT = 8192, WINDOW = 1024 };
    static double heights[COUNT], densities[WINDOW / 2 + 1];
    double step = 0.1, wavenumber = 100 / (WINDOW * step); /* cycles a metre, the 100th */
    for (int i = 0; i < COUNT; i++) heights[i] = 0.002 * sin(2 * pi * wavenumber * step * i);
    pdk_error error;
    assert_ok(pdk_spectrum_of(heights, COUNT, step, WINDOW, densities, &error), error);
    double area = 0;
    int highest = 0;
    for (int i = 0; i <= WINDOW / 2; i++) {
        area += densities[i] / (WINDOW * step);
        if (densities[i] > densities[highest]) highest = i;
    }
    assert_int_equal(highest, 100);
    assert_near(area, 0.5 * 0.002 * 0.002, 1e-9);
    assert_fails(pdk_spectrum_of(heights, COUNT, step, 1000, densities, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
}

/* A road made of sines whose density is that of the middle of a class. */
static void classes_of_iso_8608(void **state)
{
    (void)state;
    enum { COUNT = 20000, LINES = 2000 };
    static double heights[COUNT];
    for (int c = 0; c < 4; c++) {
        double density = 16e-6 * pow(4, c), first = 0.002, apart = 0.002; /* cycles/m */
        uint64_t seed = 3;
        memset(heights, 0, sizeof heights);
        for (int line = 0; line < LINES; line++) {
            double n = first + apart * line, amplitude = sqrt(2 * density * pow(n / 0.1, -2) * apart);
            double phase = 2 * pi * (double)(random_next(&seed) >> 11) * 0x1p-53;
            for (int i = 0; i < COUNT; i++) heights[i] += amplitude * sin(2 * pi * n * 0.05 * i + phase);
        }
        pdk_roughness roughness;
        pdk_error error;
        assert_ok(pdk_roughness_of(heights, COUNT, 0.05, &roughness, &error), error);
        assert_int_equal(roughness.road_class, 'A' + c);
        assert_near(log(roughness.density / density), 0, 0.3);
        assert_near(roughness.exponent, -2, 0.15);
    }
}

/* Stretches are the ride over the whole, cut: their mean is its IRI, and on a sine each has the sine's. A stretch of
 * less than 90.9 m, the longest wave of the standard's fit, has no class. */
static void stretches_are_parts_of_one_ride(void **state)
{
    (void)state;
    enum { COUNT = 20001, MOST = 64 };
    static double heights[COUNT];
    static pdk_roughness_stretch stretches[MOST];
    size_t made;
    double step = 0.05, mean = 0;
    pdk_roughness whole;
    pdk_error error;
    for (int i = 0; i < COUNT; i++) heights[i] = 0.004 * sin(2 * pi * step * i / 10) + 0.01 * step * i;
    assert_ok(pdk_roughness_of(heights, COUNT, step, &whole, &error), error);
    made = pdk_roughness_stretch_count(COUNT, step, 20);
    assert_int_equal(made, 50);
    assert_ok(pdk_roughness_stretches(heights, COUNT, step, 20, stretches, &error), error);
    for (size_t i = 0; i < made; i++) {
        assert_near(stretches[i].from, 20 * (double)i, 1e-9);
        assert_near(stretches[i].to, 20 * (double)i + 20, 1e-9);
        assert_true(stretches[i].has_roughness && !stretches[i].roughness.has_road_class);
        assert_true(isnan(stretches[i].roughness.density));
        if (i > 2) assert_near(stretches[i].roughness.iri, whole.iri, 0.01 * whole.iri);
        mean += stretches[i].roughness.iri / (double)made;
    }
    assert_near(mean, whole.iri, 0.001 * whole.iri); /* the last has a quarter of a metre less */
    assert_ok(pdk_roughness_stretches(heights, COUNT, step, 90.9, stretches, &error), error);
    assert_int_equal(pdk_roughness_stretch_count(COUNT, step, 90.9), 12); /* 999.9 m, and 0.1 m */
    assert_false(stretches[0].roughness.has_road_class);
    assert_false(stretches[11].has_roughness);
    assert_ok(pdk_roughness_stretches(heights, COUNT, step, 91, stretches, &error), error);
    assert_true(stretches[0].roughness.has_road_class);
}

static void a_stretch_with_a_gap_has_no_roughness(void **state)
{
    (void)state;
    enum { COUNT = 1201 };
    static double heights[COUNT];
    pdk_roughness_stretch stretches[6];
    size_t made;
    pdk_error error;
    for (int i = 0; i < COUNT; i++) heights[i] = 0.002 * sin(0.7 * i);
    heights[450] = heights[451] = NAN;
    made = pdk_roughness_stretch_count(COUNT, 0.1, 20);
    assert_int_equal(made, 6);
    assert_ok(pdk_roughness_stretches(heights, COUNT, 0.1, 20, stretches, &error), error);
    for (size_t i = 0; i < made; i++) {
        assert_int_equal(stretches[i].missing, i == 2 ? 2 : 0);
        assert_int_equal(stretches[i].has_roughness, i != 2);
        if (i != 2) assert_true(stretches[i].roughness.iri > 0.1);
    }
    static const double everies[] = { 0.05, 0, -1, NAN, INFINITY };
    for (size_t i = 0; i < 5; i++) {
        assert_fails(pdk_roughness_stretches(heights, COUNT, 0.1, everies[i], stretches, &error), error, PDK_E_ARGUMENT,
                     "roughness.every", PDK_NO_OFFSET);
    }
    assert_fails(pdk_roughness_stretches(heights, COUNT, 0.4, 20, stretches, &error), error, PDK_E_ARGUMENT,
                 "roughness.step", PDK_NO_OFFSET);
    assert_fails(pdk_roughness_stretches(heights, 0, 0.1, 20, stretches, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    assert_int_equal(pdk_roughness_stretch_count(1, 0.1, 20), 0);
    assert_int_equal(pdk_roughness_stretch_count(100, 0.1, 0.05), 0);
    assert_ok(pdk_roughness_stretches(heights, 1, 0.1, 20, stretches, &error), error);
}

static void roughness_is_refused(void **state)
{
    (void)state;
    double heights[100] = { 0 };
    pdk_roughness roughness;
    pdk_error error;
    assert_fails(pdk_roughness_of(heights, 100, 0.31, &roughness, &error), error, PDK_E_ARGUMENT, "roughness.step",
                 PDK_NO_OFFSET);
    assert_fails(pdk_roughness_of(heights, 10, 0.1, &roughness, &error), error, PDK_E_ARGUMENT, "roughness.short",
                 PDK_NO_OFFSET);
    assert_fails(pdk_roughness_of(heights, 100, 0.01, &roughness, &error), error, PDK_E_ARGUMENT, "roughness.short",
                 PDK_NO_OFFSET);
    heights[7] = NAN;
    assert_fails(pdk_roughness_of(heights, 100, 0.1, &roughness, &error), error, PDK_E_ARGUMENT, "roughness.gap",
                 PDK_NO_OFFSET);
    assert_fails(pdk_roughness_of(NULL, 100, 0.1, &roughness, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
}

/* --------------------------------------------------------------------------------------------------- comparison */

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void values_in_order(void **state)
{
    (void)state;
    enum { COUNT = 999 };
    float values[COUNT], sorted[COUNT];
    uint64_t seed = 4;
    size_t kept = 0;
    for (size_t i = 0; i < COUNT; i++) {
        values[i] = i % 10 == 3 ? NAN : (float)((double)(int64_t)random_next(&seed) * 1e-18);
        if (i % 10 != 3) sorted[kept++] = values[i];
    }
    qsort(sorted, kept, sizeof *sorted, by_value);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    for (size_t i = 0; i + 2 < kept;
         i++) { /* neighbours are now and then in the same upper half, and places come in any order */
        const uint64_t places[] = { i + 2, i, kept, i + 1 };
        float found[4];
        assert_true(pdk_order_statistics(&memory, values, COUNT, places, 4, found));
        assert_true(fabsf(found[0] - sorted[i + 2]) <= 0 && fabsf(found[1] - sorted[i]) <= 0 &&
                    fabsf(found[3] - sorted[i + 1]) <= 0);
        assert_true(isnan(found[2]));
    }
    pdk_memory_destroy(&memory);
}

/* Points above a slope of 3 in 4, each as high over it as its number says, some beside it, one no number. */
static void distances_from_a_slope(void **state)
{
    (void)state;
    enum { COUNT = 10003 };
    static const float slope[] = { 0, 0, 0, 100, 0, 75, 100, 100, 75, 0, 100, 0 };
    static const uint32_t two[] = { 0, 1, 2, 0, 2, 3 };
    static float points[3 * COUNT];
    pdk_surface plane = { .positions = slope, .triangles = two, .vertex_count = 4, .triangle_count = 2 };
    pdk_surface cloud = { .positions = points, .triangles = two, .vertex_count = COUNT };
    for (int i = 0; i < 10000; i++) {
        float height = (float)(((i * 7919) % 10000 - 5000) * 0x1p-10);
        points[3 * i] = (float)(i % 100);
        points[3 * i + 1] = (float)((i * 3) % 100);
        points[3 * i + 2] = 0.75f * points[3 * i] + height;
    }
    points[30000] = -1;
    points[30003] = 1000;
    points[30006] = NAN;
    pdk_height_index *index = index_of(&plane);
    pdk_surface_comparison *results[2];
    pdk_error error;
    for (size_t k = 0; k < 2; k++) {
        pdk_surface_comparison_options options = PDK_SURFACE_COMPARISON_OPTIONS_INIT;
        options.threads = 1 + 4 * k;
        assert_ok(pdk_surface_compare(&cloud, index, &options, &results[k], &error), error);
    }
    pdk_surface_comparison_info one = *pdk_surface_comparison_about(results[0]),
                                many = *pdk_surface_comparison_about(results[1]);
    assert_int_equal(one.count, COUNT);
    assert_int_equal(one.covered, 10000);
    assert_int_equal(one.not_finite, 1);
    assert_near(one.minimum, -5000 * 0x1p-10, 1e-6);
    assert_near(one.maximum, 4999 * 0x1p-10, 1e-6);
    assert_near(one.normal_maximum, 0.8 * 4999 * 0x1p-10, 1e-6);
    assert_near(one.mean, -0.5 * 0x1p-10, 1e-6);
    assert_near(one.rms, sqrt((10000.0 * 10000 - 1) / 12 + 0.25) * 0x1p-10, 1e-6);
    assert_near(one.mean_absolute, 2500 * 0x1p-10, 1e-6);
    assert_near(one.percentiles[4], 0, 1.001 * 0x1p-10);
    assert_near(one.percentiles[0], (100 - 5000) * 0x1p-10, 1.001 * 0x1p-10);
    uint64_t sum = one.below + one.above;
    for (int i = 0; i < PDK_SURFACE_COMPARISON_BINS; i++) sum += one.bins[i];
    assert_int_equal(sum, 10000);
    assert_true(isnan(one.vertical[10000]) && isnan(one.vertical[10002]));
    one.vertical = many.vertical = one.normal = many.normal = NULL;
    assert_memory_equal(&one, &many, sizeof one);
    for (int k = 0; k < 2; k++) pdk_surface_comparison_close(results[k]);
    pdk_height_index_close(index);
}

static void nothing_to_compare(void **state)
{
    (void)state;
    pdk_surface none = { .vertex_count = 0 };
    pdk_height_index *index = index_of(&none);
    pdk_surface_comparison *comparison = NULL;
    pdk_error error;
    assert_ok(pdk_surface_compare(&bridge, index, NULL, &comparison, &error), error);
    const pdk_surface_comparison_info *info = pdk_surface_comparison_about(comparison);
    assert_int_equal(info->covered, 0);
    assert_true(isnan(info->mean) && isnan(info->rms) && isnan(info->percentiles[4]) && isnan(info->minimum));
    pdk_surface_comparison_close(comparison);
    assert_ok(pdk_surface_compare(&none, index, NULL, &comparison, &error), error);
    pdk_surface_comparison_close(comparison);
    assert_fails(pdk_surface_compare(NULL, index, NULL, &comparison, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    pdk_surface_comparison_options options = PDK_SURFACE_COMPARISON_OPTIONS_INIT;
    options.limits.memory = 10;
    assert_fails(pdk_surface_compare(&bridge, index, &options, &comparison, &error), error, PDK_E_LIMIT, "memory.limit",
                 PDK_NO_OFFSET);
    pdk_surface_comparison_close(NULL);
    pdk_height_index_close(index);
}

/* -------------------------------------------------------------------------------------------------- memory that fails
 */

static pdk_status make_index(const pdk_allocator *allocator, const pdk_surface *surface, pdk_error *error)
{
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    options.allocator = *allocator;
    pdk_height_index *index = NULL;
    pdk_status status = pdk_height_index_create(surface, &options, &index, error);
    pdk_height_index_close(index);
    return status;
}

static pdk_status make_raster(const pdk_allocator *allocator, const pdk_surface *surface, pdk_error *error)
{
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    options.allocator = *allocator;
    options.width = options.height = 40;
    pdk_raster *raster = NULL;
    pdk_status status = pdk_raster_create(surface, &options, &raster, error);
    if (status == PDK_OK) status = pdk_raster_shade(raster, PDK_RASTER_SLOPE, 0, error);
    pdk_raster_close(raster);
    return status;
}

static pdk_status make_comparison(const pdk_allocator *allocator, const pdk_surface *surface, pdk_error *error)
{
    pdk_surface_comparison_options options = PDK_SURFACE_COMPARISON_OPTIONS_INIT;
    options.allocator = *allocator;
    pdk_height_index *index = index_of(surface);
    pdk_surface_comparison *comparison = NULL;
    pdk_status status = pdk_surface_compare(surface, index, &options, &comparison, error);
    pdk_surface_comparison_close(comparison);
    pdk_height_index_close(index);
    return status;
}

/* At every call in turn: reported, and nothing is left. */
static void memory_fails(void **state)
{
    (void)state;
    enum { SIDE = 60 };
    static float points[SIDE * SIDE * 3];
    static uint32_t corners[(SIDE - 1) * (SIDE - 1) * 3];
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        points[3 * i] = (float)(i % SIDE) * (i % 7 == 0 ? 0.001f : 1.0f); /* crowded at one side */
        points[3 * i + 1] = (float)(i / SIDE);
    }
    for (uint32_t i = 0; i < (SIDE - 1) * (SIDE - 1); i++) {
        uint32_t a = i / (SIDE - 1) * SIDE + i % (SIDE - 1);
        corners[3 * i] = a;
        corners[3 * i + 1] = a + 1;
        corners[3 * i + 2] = a + SIDE;
    }
    pdk_surface surface = { .positions = points,
                            .triangles = corners,
                            .vertex_count = SIDE * SIDE,
                            .triangle_count = (SIDE - 1) * (SIDE - 1) };
    pdk_status (*const makers[])(const pdk_allocator *, const pdk_surface *, pdk_error *) = { make_index, make_raster,
                                                                                              make_comparison };
    for (size_t k = 0; k < 3; k++) {
        pdk_status status = PDK_E_MEMORY;
        int calls = 0;
        for (; status != PDK_OK; calls++) {
            failing heap = { .fail_at = (size_t)calls + 1, .for_good = true };
            pdk_allocator allocator = failing_allocator(&heap);
            pdk_error error;
            status = makers[k](&allocator, &surface, &error);
            if (status != PDK_OK) assert_int_equal(status, PDK_E_MEMORY);
            assert_int_equal(heap.live, 0);
        }
        assert_in_range(calls, 3, 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_profile_stays_on_its_layer),
        cmocka_unit_test(the_published_car),
        cmocka_unit_test(a_sine_by_its_gain),
        cmocka_unit_test(a_ramp_is_smooth),
        cmocka_unit_test(spectrum_keeps_power),
        cmocka_unit_test(classes_of_iso_8608),
        cmocka_unit_test(stretches_are_parts_of_one_ride),
        cmocka_unit_test(a_stretch_with_a_gap_has_no_roughness),
        cmocka_unit_test(roughness_is_refused),
        cmocka_unit_test(values_in_order),
        cmocka_unit_test(distances_from_a_slope),
        cmocka_unit_test(nothing_to_compare),
        cmocka_unit_test(memory_fails),
    };
    return cmocka_run_group_tests_name("surface_measure", tests, NULL, NULL);
}
