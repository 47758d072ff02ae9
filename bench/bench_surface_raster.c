/* Drawing a square surface into 8k x 8k pixels (RASTER_SIDE), beside clearing as many and beside reading the surface's
 * bytes once; and how long its files take. Size of the surface: SURFACE_POINTS (4 million; 100 million take 3.6 GB of
 * memory). */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "paddock/paddock.h"

static pdk_surface surface;
static pdk_raster *raster;
static uint32_t side;
static size_t threads;
static volatile uint64_t sum;

static void draw(void *user)
{
    (void)user;
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    options.width = options.height = side;
    options.threads = threads;
    pdk_error error;
    pdk_raster_close(raster);
    bench_must(pdk_raster_create(&surface, &options, &raster, &error), &error);
}

static void clear(void *user)
{
    (void)user;
    const pdk_raster_info *info = pdk_raster_about(raster);
    size_t size = (size_t)info->width * info->height * 4;
    char *pixels = malloc(size);
    if (pixels == NULL) exit(1);
    memset(pixels, 1, size);
    sum += (uint64_t)pixels[size / 2];
    free(pixels);
}

static void pass_through(void *user)
{
    (void)user;
    uint64_t total = 0;
    for (uint64_t i = 0; i < 3 * surface.triangle_count; i++) total += surface.triangles[i];
    sum += total;
}

static pdk_status forget(void *user, const void *data, size_t size)
{
    (void)data;
    *(uint64_t *)user += size;
    return PDK_OK;
}

static void write_as(void *user)
{
    uint64_t size = 0;
    pdk_output *output = NULL;
    pdk_error error;
    bench_must(pdk_output_callback(forget, &size, &output, &error), &error);
    bench_must(pdk_raster_write(raster, *(pdk_raster_format *)user, NULL, output, &error), &error);
    pdk_output_close(output);
}

/* A grid of points 20 mm apart, its rows waved so that no point lies in the middle of a pixel by design. */
static void make_square(uint64_t points)
{
    uint32_t across = (uint32_t)sqrt((double)points);
    uint64_t count = (uint64_t)across * across, squares = (uint64_t)(across - 1) * (across - 1);
    double width = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    float *positions = malloc(count * 12);
    uint32_t *triangles = malloc(squares * 24), *to = triangles;
    if (positions == NULL || triangles == NULL || 60.0 * (double)count > width)
        bench_skip("no memory for the surface; SURFACE_POINTS makes it smaller");
    for (uint64_t i = 0; i < count; i++) {
        double x = (double)(i % across) * 0.02, y = (double)(i / across) * 0.02;
        positions[3 * i] = (float)(x + 0.003 * sin(y));
        positions[3 * i + 1] = (float)(y + 0.003 * sin(x));
        positions[3 * i + 2] = (float)(0.5 * sin(0.1 * x) * cos(0.07 * y));
    }
    for (uint32_t row = 0; row + 1 < across; row++) {
        for (uint32_t column = 0; column + 1 < across; column++) {
            uint32_t a = row * across + column, b = a + 1, c = a + across, d = c + 1;
            const uint32_t corners[6] = { a, b, d, a, d, c };
            memcpy(to, corners, sizeof corners);
            to += 6;
        }
    }
    surface = (pdk_surface){
        .positions = positions, .triangles = triangles, .vertex_count = count, .triangle_count = 2 * squares
    };
}

int main(void)
{
    side = (uint32_t)bench_setting("RASTER_SIDE", 8192);
    uint64_t points = bench_setting("SURFACE_POINTS", 4000000);
    if (points < 4 || points > UINT64_C(1000000000)) bench_skip("SURFACE_POINTS wants 4 to a thousand million");
    make_square(points);
    if (SIZE_MAX / 4 / side < side) bench_skip("RASTER_SIDE is too large");

    uint64_t bytes = 12 * (surface.vertex_count + surface.triangle_count);
    threads = 1;
    double one = bench_time(draw, NULL, 3);
    threads = 0;
    double all = bench_time(draw, NULL, 3), clearing = bench_time(clear, NULL, 3),
           passing = bench_time(pass_through, NULL, 3);
    const pdk_raster_info *info = pdk_raster_about(raster);
    printf("raster of %u x %u pixels, %.1f million of them covered, over %.1f million triangles\n",
           (unsigned)info->width, (unsigned)info->height, (double)info->covered * 1e-6,
           (double)surface.triangle_count * 1e-6);
    bench_row("clearing the pixels", clearing, (uint64_t)info->width * info->height * 4, NULL, 0);
    bench_row("adding up the triangles' numbers", passing, 12 * surface.triangle_count, NULL, 0);
    bench_row("heights, 1 thread", one, bytes, "both", clearing + passing);
    bench_row("heights, all processors", all, bytes, "both", clearing + passing);
    static pdk_raster_format formats[] = { PDK_RASTER_TIFF, PDK_RASTER_ASC, PDK_RASTER_PNG };
    static const char *const names[] = { "as GeoTIFF, written nowhere", "as ESRI grid", "as 16-bit PNG" };
    for (int i = 0; i < 3; i++)
        bench_row(names[i], bench_time(write_as, &formats[i], 1), (uint64_t)info->width * info->height * 4, "clearing",
                  clearing);
    printf("peak memory %.0f MiB\n", bench_peak_memory());
    pdk_raster_close(raster);
    free((void *)(uintptr_t)surface.positions);
    free((void *)(uintptr_t)surface.triangles);
    return 0;
}
