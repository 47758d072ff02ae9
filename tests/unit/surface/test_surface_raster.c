/* Heights in rows and columns: those a query gives, in files that say where they are. */
#include <math.h>
#include <string.h>

#include "base/load.h"
#include "sink.h"
#include "support.h"

enum { SIDE = 50 };
static float positions[SIDE * SIDE * 3 + 12];
static uint32_t triangles[(SIDE - 1) * (SIDE - 1) * 2 * 3 + 6];

/* A bent sheet of 0.1 m squares, and a bridge over a part of it. */
static pdk_surface landscape(void)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        double u = 0.1 * (i % SIDE), v = 0.1 * (i / SIDE);
        positions[3 * i] = (float)(10 + u * 0.8 - v * 0.6 + 0.03 * sin(7 * v));
        positions[3 * i + 1] = (float)(-20 + u * 0.6 + v * 0.8);
        positions[3 * i + 2] = (float)(0.3 * sin(2 * u) - 0.2 * cos(3 * v));
    }
    for (uint32_t row = 0; row + 1 < SIDE; row++) {
        for (uint32_t column = 0; column + 1 < SIDE; column++) {
            uint32_t a = row * SIDE + column, pair[6] = { a, a + 1, a + SIDE + 1, a, a + SIDE + 1, a + SIDE };
            memcpy(triangles + count, pair, sizeof pair);
            count += 6;
        }
    }
    static const float bridge[] = { 10, -19, 5, 12, -19, 5, 12, -18.5f, 6, 10, -18.5f, 6 };
    memcpy(positions + SIDE * SIDE * 3, bridge, sizeof bridge);
    uint32_t a = SIDE * SIDE, pair[6] = { a, a + 1, a + 2, a, a + 2, a + 3 };
    memcpy(triangles + count, pair, sizeof pair);
    return (pdk_surface){
        .positions = positions, .triangles = triangles, .vertex_count = SIDE * SIDE + 4, .triangle_count = count / 3 + 2
    };
}

static pdk_raster *raster_of(const pdk_surface *surface, double size, bool lowest, size_t threads)
{
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    options.size = size;
    options.lowest = lowest;
    options.threads = threads;
    pdk_raster *raster = NULL;
    pdk_error error;
    assert_ok(pdk_raster_create(surface, &options, &raster, &error), error);
    return raster;
}

static void pixels_are_what_queries_give(void **state)
{
    (void)state;
    static const double sizes[] = { 0.013, 0.1, 0.37, 20 };
    pdk_surface surface = landscape();
    pdk_height_index *index = NULL;
    pdk_error error;
    assert_ok(pdk_height_index_create(&surface, NULL, &index, &error), error);
    for (int k = 0; k < 8; k++) {
        bool lowest = k >= 4;
        pdk_raster *raster = raster_of(&surface, sizes[k % 4], lowest, 0);
        const pdk_raster_info *info = pdk_raster_about(raster);
        uint64_t covered = 0;
        for (uint32_t row = 0; row < info->height; row++) {
            for (uint32_t column = 0; column < info->width; column++) {
                pdk_surface_hit hits[4];
                size_t count = pdk_surface_query(index, info->west + (column + 0.5) * info->size,
                                                 info->north - (row + 0.5) * info->size, NULL, hits, 4);
                float value = info->values[(size_t)row * info->width + column];
                assert_int_equal(isnan(value) != 0, count == 0);
                if (count == 0) continue;
                assert_true(fabsf(value - (float)hits[lowest ? count - 1 : 0].z) <= 0);
                covered++;
            }
        }
        assert_int_equal(info->covered, covered);
        if (k % 4 == 3) assert_int_equal(info->width * info->height, 1);
        pdk_raster_close(raster);
    }
    pdk_height_index_close(index);
}

static void rasters_do_not_depend_on_threads(void **state)
{
    (void)state;
    pdk_surface surface = landscape();
    pdk_raster *one = raster_of(&surface, 0.02, false, 1), *many = raster_of(&surface, 0.02, false, 7);
    const pdk_raster_info *a = pdk_raster_about(one), *b = pdk_raster_about(many);
    assert_int_equal(a->width, b->width);
    assert_memory_equal(a->values, b->values, (size_t)a->width * a->height * sizeof *a->values);
    pdk_raster_close(one);
    pdk_raster_close(many);
}

/* A plane rising 0.3 a metre east and 0.4 a metre north: slope atan(0.5) everywhere, the border too. */
static void slope_and_light_of_a_plane(void **state)
{
    (void)state;
    static const float plane[] = { 0, 0, 0, 10, 0, 3, 10, 10, 7, 0, 10, 4 };
    static const uint32_t two[] = { 0, 1, 2, 0, 2, 3 };
    pdk_surface surface = { .positions = plane, .triangles = two, .vertex_count = 4, .triangle_count = 2 };
    pdk_error error;
    for (int k = 0; k < 2; k++) {
        pdk_raster *raster = raster_of(&surface, 0.5, false, 2);
        assert_ok(pdk_raster_shade(raster, k == 0 ? PDK_RASTER_SLOPE : PDK_RASTER_HILLSHADE, 2, &error), error);
        const pdk_raster_info *info = pdk_raster_about(raster);
        double want =
            k == 0 ? atan(0.5) * 180 / 3.14159265358979323846 : 255 * (0.5 * 0.3 - 0.5 * 0.4 + sqrt(0.5)) / sqrt(1.25);
        assert_near(info->minimum, want, 1e-3);
        assert_near(info->maximum, want, 1e-3);
        assert_int_equal(info->covered, 400);
        assert_fails(pdk_raster_shade(raster, PDK_RASTER_SLOPE, 1, &error), error, PDK_E_ARGUMENT, "argument",
                     PDK_NO_OFFSET);
        pdk_raster_close(raster);
    }
}

/* -------------------------------------------------------------------------------------------------------- files */

static pdk_bytes file_of(const pdk_raster *raster, pdk_raster_format format, pdk_output **output)
{
    static const double origin[] = { 1000, 2000, 30 };
    pdk_error error;
    assert_ok(pdk_output_memory(output, &error), error);
    assert_ok(pdk_raster_write(raster, format, origin, *output, &error), error);
    return pdk_output_bytes(*output);
}

/* 3 x 2 pixels of 1 m, of which one has nothing. */
static pdk_raster *raster_in(uint64_t epsg)
{
    static const float points[] = { 0, 0, 1, 3, 0, 1, 3, 2, 3, 0, 2, 3, 0, 1, 2, 2, 1, 2, 2, 2, 3 };
    static const uint32_t corners[] = { 0, 1, 5, 0, 5, 4, 5, 1, 2, 5, 2, 6 };
    pdk_surface surface = { .positions = points, .triangles = corners, .vertex_count = 7, .triangle_count = 4 };
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    options.size = 1;
    options.threads = 1;
    options.epsg = epsg;
    pdk_raster *raster = NULL;
    pdk_error error;
    assert_ok(pdk_raster_create(&surface, &options, &raster, &error), error);
    return raster;
}

static pdk_raster *small_raster(void)
{
    return raster_in(0);
}

static void ascii_grid(void **state)
{
    (void)state;
    pdk_raster *raster = small_raster();
    pdk_output *output;
    pdk_bytes bytes = file_of(raster, PDK_RASTER_ASC, &output);
    static const char want[] = "ncols 3\nnrows 2\nxllcorner 1000\nyllcorner 2000\ncellsize 1\nNODATA_value -9999\n"
                               "-9999 -9999 32.5\n31.5 31.5 31.5\n";
    assert_int_equal(bytes.size, sizeof want - 1);
    assert_memory_equal(bytes.data, want, sizeof want - 1);
    pdk_output_close(output);
    pdk_raster_close(raster);
}

static uint32_t number_at(pdk_bytes bytes, size_t at, size_t size)
{
    uint32_t value = 0;
    for (size_t i = 0; i < size; i++) value |= (uint32_t)bytes.data[at + i] << 8 * i;
    return value;
}

/* The value field of a tag, or where its values stand. */
static uint32_t tag_of(pdk_bytes bytes, uint32_t number)
{
    size_t count = number_at(bytes, 8, 2);
    for (size_t i = 0; i < count; i++) {
        size_t line = 10 + 12 * i;
        if (i > 0) assert_true(number_at(bytes, line, 2) > number_at(bytes, line - 12, 2));
        if (number_at(bytes, line, 2) == number)
            return number_at(bytes, line + 8,
                             number_at(bytes, line + 2, 2) == 3 && number_at(bytes, line + 4, 4) == 1 ? 2 : 4);
    }
    fail_msg("the TIFF has no tag %u", number);
    return 0;
}

static double double_at(pdk_bytes bytes, size_t at)
{
    return pdk_load_f64(bytes.data + at);
}

static void geotiff(void **state)
{
    (void)state;
    pdk_raster *raster = small_raster();
    pdk_output *output;
    pdk_bytes bytes = file_of(raster, PDK_RASTER_TIFF, &output);
    assert_memory_equal(bytes.data, "II*\0\10\0\0\0", 8);
    assert_int_equal(tag_of(bytes, 256), 3);
    assert_int_equal(tag_of(bytes, 257), 2);
    assert_int_equal(tag_of(bytes, 258), 32);
    assert_int_equal(tag_of(bytes, 339), 3);
    assert_int_equal(tag_of(bytes, 278), 2);
    assert_int_equal(tag_of(bytes, 279), 24);
    assert_int_equal(bytes.size, tag_of(bytes, 273) + 24);
    assert_near(double_at(bytes, tag_of(bytes, 33550)), 1, 0);
    assert_near(double_at(bytes, tag_of(bytes, 33922) + 24), 1000, 0);
    assert_near(double_at(bytes, tag_of(bytes, 33922) + 32), 2002, 0);
    assert_memory_equal(bytes.data + 10 + 12 * 14 + 8, "nan", 4);
    float values[6];
    for (size_t i = 0; i < 6; i++) values[i] = pdk_load_f32(bytes.data + tag_of(bytes, 273) + 4 * i);
    static const float want[] = { NAN, NAN, 32.5f, 31.5f, 31.5f, 31.5f };
    for (int i = 0; i < 6; i++) assert_true(isnan(want[i]) ? isnan(values[i]) : fabsf(values[i] - want[i]) <= 0);
    pdk_output_close(output);
    pdk_raster_close(raster);
}

/* The value of a key of the directory 34735; -1 = it does not have the key. */
static int geo_key(pdk_bytes bytes, unsigned wanted)
{
    const uint8_t *keys = bytes.data + tag_of(bytes, 34735);
    for (unsigned i = 1; i <= pdk_load_u16(keys + 6); i++)
        if (pdk_load_u16(keys + 8 * i) == wanted) return pdk_load_u16(keys + 8 * i + 6);
    return -1;
}

/* A projected system has its own unit; without one it is metres. */
static void coordinate_system(void **state)
{
    (void)state;
    pdk_raster *raster = small_raster();
    pdk_output *output;
    pdk_bytes bytes = file_of(raster, PDK_RASTER_TIFF, &output);
    assert_int_equal(geo_key(bytes, 3072), 32767);
    assert_int_equal(geo_key(bytes, 3076), 9001);
    pdk_output_close(output);
    pdk_raster_close(raster);
    raster = raster_in(32632);
    bytes = file_of(raster, PDK_RASTER_TIFF, &output);
    assert_int_equal(geo_key(bytes, 1024), 1);
    assert_int_equal(geo_key(bytes, 3072), 32632);
    assert_int_equal(geo_key(bytes, 3076), -1);
    pdk_output_close(output);
    pdk_raster_close(raster);
}

static void sidecar_and_png(void **state)
{
    (void)state;
    pdk_raster *raster = small_raster();
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_ok(pdk_raster_write_sidecar(raster, NULL, output, &error), error);
    pdk_bytes bytes = pdk_output_bytes(output);
    char text[1024] = { 0 };
    assert_true(bytes.size < sizeof text);
    memcpy(text, bytes.data, bytes.size);
    assert_non_null(strstr(text, "\"offset\": 1.5,"));
    assert_non_null(strstr(text, "\"north\": 2,"));
    assert_non_null(strstr(text, "\"covered\": 4,"));
    pdk_output_close(output);
    output = output_or_fail();
    pdk_status status = pdk_raster_write(raster, PDK_RASTER_PNG, NULL, output, &error);
    if (status != PDK_E_UNSUPPORTED) {
        assert_ok(status, error);
        bytes = pdk_output_bytes(output);
        assert_memory_equal(bytes.data, "\x89PNG", 4);
        assert_int_equal(bytes.data[24], 16); /* bits a sample */
        bool found = false;
        for (size_t i = 0; i + 12 < bytes.size; i++) found = found || memcmp(bytes.data + i, "tEXtScale", 10) == 0;
        assert_true(found);
    }
    pdk_output_close(output);
    pdk_raster_close(raster);
}

static void differences(void **state)
{
    (void)state;
    pdk_surface surface = landscape();
    pdk_raster *a = raster_of(&surface, 0.1, false, 2), *b = NULL;
    for (uint32_t i = 0; i < SIDE * SIDE + 4; i++) positions[3 * i + 2] += 0.25f;
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    options.like = a;
    pdk_error error;
    assert_ok(pdk_raster_create(&surface, &options, &b, &error), error);
    assert_ok(pdk_raster_subtract(b, a, &error), error);
    const pdk_raster_info *info = pdk_raster_about(b);
    assert_near(info->minimum, 0.25, 1e-6);
    assert_near(info->maximum, 0.25, 1e-6);
    assert_true(info->covered > 2000);
    assert_fails(pdk_raster_subtract(b, a, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    pdk_raster_close(a);
    pdk_raster_close(b);
}

static void calls_are_checked(void **state)
{
    (void)state;
    pdk_surface surface = landscape(), empty = { .triangle_count = 0 };
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    pdk_raster *raster = NULL;
    pdk_error error;
    assert_fails(pdk_raster_create(&surface, NULL, &raster, &error), error, PDK_E_ARGUMENT, "raster.size",
                 PDK_NO_OFFSET);
    assert_fails(pdk_raster_create(&surface, &options, &raster, &error), error, PDK_E_ARGUMENT, "raster.size",
                 PDK_NO_OFFSET);
    options.size = 1e-9;
    assert_fails(pdk_raster_create(&surface, &options, &raster, &error), error, PDK_E_ARGUMENT, "raster.large",
                 PDK_NO_OFFSET);
    options.size = 0.01;
    options.epsg = 70000;
    assert_fails(pdk_raster_create(&surface, &options, &raster, &error), error, PDK_E_ARGUMENT, "raster.crs",
                 PDK_NO_OFFSET);
    options.epsg = 0;
    assert_fails(pdk_raster_create(&empty, &options, &raster, &error), error, PDK_E_ARGUMENT, "raster.empty",
                 PDK_NO_OFFSET);
    options.limits.memory = 1000;
    assert_fails(pdk_raster_create(&surface, &options, &raster, &error), error, PDK_E_LIMIT, "memory.limit",
                 PDK_NO_OFFSET);
    options.limits.memory = 0;
    options.progress = stop_at_once;
    assert_fails(pdk_raster_create(&surface, &options, &raster, &error), error, PDK_E_CANCELLED, "cancelled",
                 PDK_NO_OFFSET);
    assert_fails(pdk_raster_write(NULL, PDK_RASTER_ASC, NULL, NULL, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    pdk_raster_close(NULL);
}

/* Large triangles above each other: what they cost is bounded, and some layers are fine. */
static void layers_are_bounded(void **state)
{
    (void)state;
    enum { MOST = 4000 };
    static float points[MOST * 9];
    static uint32_t corners[MOST * 3];
    for (uint32_t i = 0; i < MOST; i++) {
        const float z = (float)i, own[9] = { 0, 0, z, 100, 0, z, 0, 100, z };
        memcpy(points + 9 * i, own, sizeof own);
        for (uint32_t k = 0; k < 3; k++) corners[3 * i + k] = 3 * i + k;
    }
    pdk_surface surface = { .positions = points, .triangles = corners, .vertex_count = 3 * MOST };
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    options.size = 0.5;
    for (int i = 0; i < 2; i++) {
        pdk_raster *raster = NULL;
        pdk_error error;
        surface.triangle_count = i == 0 ? 30 : MOST;
        pdk_status status = pdk_raster_create(&surface, &options, &raster, &error);
        if (i == 0) assert_ok(status, error);
        else assert_fails(status, error, PDK_E_LIMIT, "raster.layers", PDK_NO_OFFSET);
        pdk_raster_close(raster);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_are_what_queries_give),
        cmocka_unit_test(layers_are_bounded),
        cmocka_unit_test(rasters_do_not_depend_on_threads),
        cmocka_unit_test(slope_and_light_of_a_plane),
        cmocka_unit_test(ascii_grid),
        cmocka_unit_test(geotiff),
        cmocka_unit_test(coordinate_system),
        cmocka_unit_test(sidecar_and_png),
        cmocka_unit_test(differences),
        cmocka_unit_test(calls_are_checked),
    };
    return cmocka_run_group_tests_name("surface_raster", tests, NULL, NULL);
}
