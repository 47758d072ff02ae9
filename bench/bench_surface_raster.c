/* Drawing a surface into 8k x 8k pixels (RASTER_SIDE), beside clearing as many and beside reading the surface's bytes once; and
 * how long its files take. Size of the surface: SURFACE_POINTS (4 million). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "paddock/paddock.h"

static pdk_document *document;
static pdk_surface surface;
static pdk_raster *raster;
static uint32_t side;
static size_t threads;
static volatile uint64_t sum;

static void must(pdk_status status, const pdk_error *error)
{
    if (status == PDK_OK) return;
    printf("%s\n", error->message);
    exit(1);
}

static void draw(void *user)
{
    (void)user;
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    options.width = options.height = side;
    options.threads = threads;
    pdk_error error;
    pdk_raster_close(raster);
    must(pdk_raster_create(&surface, &options, &raster, &error), &error);
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
    must(pdk_output_callback(forget, &size, &output, &error), &error);
    must(pdk_raster_write(raster, *(pdk_raster_format *)user, NULL, output, &error), &error);
    pdk_output_close(output);
}

int main(void)
{
    side = (uint32_t)bench_setting("RASTER_SIDE", 8192);
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = bench_setting("SURFACE_POINTS", 4000000);
    const char *folder = getenv("TMPDIR");
    char path[1024];
    snprintf(path, sizeof path, "%s/paddock-bench-%ld.rld", folder != NULL ? folder : "/tmp", (long)getpid());
    pdk_output *output = NULL;
    pdk_error error;
    must(pdk_output_file(path, &output, &error), &error);
    pdk_status made = pdk_synth("rld", &options, output, &error);
    if (made == PDK_OK) made = pdk_output_finish(output, &error);
    pdk_output_close(output);
    if (made != PDK_OK) bench_skip("no room for a generated surface");
    must(pdk_open_file(path, NULL, &document, &error), &error);
    unlink(path); /* it stays as long as it is open */
    must(pdk_document_surface(document, 0, &surface, &error), &error);

    uint64_t bytes = 12 * (surface.vertex_count + surface.triangle_count);
    threads = 1;
    double one = bench_time(draw, NULL, 3);
    threads = 0;
    double all = bench_time(draw, NULL, 3), clearing = bench_time(clear, NULL, 3), passing = bench_time(pass_through, NULL, 3);
    const pdk_raster_info *info = pdk_raster_about(raster);
    printf("raster of %u x %u pixels, %.1f million of them covered, over %.1f million triangles\n", (unsigned)info->width, (unsigned)info->height,
           (double)info->covered * 1e-6, (double)surface.triangle_count * 1e-6);
    bench_row("clearing the pixels", clearing, (uint64_t)info->width * info->height * 4, NULL, 0);
    bench_row("adding up the triangles' numbers", passing, 12 * surface.triangle_count, NULL, 0);
    bench_row("heights, 1 thread", one, bytes, "both", clearing + passing);
    bench_row("heights, all processors", all, bytes, "both", clearing + passing);
    static pdk_raster_format formats[] = { PDK_RASTER_TIFF, PDK_RASTER_ASC, PDK_RASTER_PNG };
    static const char *const names[] = { "as GeoTIFF, written nowhere", "as ESRI grid", "as 16-bit PNG" };
    for (int i = 0; i < 3; i++) bench_row(names[i], bench_time(write_as, &formats[i], 1), (uint64_t)info->width * info->height * 4, "clearing", clearing);
    printf("peak memory %.0f MiB\n", bench_peak_memory());
    pdk_raster_close(raster);
    pdk_close(document);
    return 0;
}
