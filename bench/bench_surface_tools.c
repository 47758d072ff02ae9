/* The tools for surfaces, one after the other, each in a process of its own so that its peak memory is its own, beside
 * reading the same bytes with `read`. Size: SURFACE_POINTS (5 million; 100 million are a file of 3.6 GB, skipped where
 * there is no room for it). */
#define _DEFAULT_SOURCE /* wait4 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "paddock/paddock.h"

/* A road in one file; what every tool gets. */
typedef struct bench_road {
    const char *path;
    uint64_t size;
    pdk_document *document;
    pdk_surface surface;
} bench_road;

/* What the command does, too: the pages of a very large file are not wanted all at once. */
static bool give_back(void *user, uint64_t done, uint64_t total)
{
    (void)total;
    static uint64_t calls;
    if (done == 0 || ++calls % 256 == 0) pdk_trim(user);
    return true;
}

static void generate(bench_road *road, uint64_t points)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = points;
    pdk_output *output = NULL;
    pdk_error error;
    bench_must(pdk_output_file(road->path, &output, &error), &error);
    bench_must(pdk_synth("rld", &options, output, &error), &error);
    road->size = pdk_output_position(output);
    bench_must(pdk_output_finish(output, &error), &error);
    pdk_output_close(output);
}

/* ------------------------------------------------------------------------------------------------- the tools */

static void read_bytes(bench_road *road)
{
    enum { PIECE = 1 << 20 };
    static char bytes[PIECE];
    int file = open(road->path, O_RDONLY | O_CLOEXEC);
    if (file < 0) _exit(1);
    while (read(file, bytes, sizeof bytes) > 0) {
    }
    close(file);
}

static void check_file(bench_road *road)
{
    pdk_error error;
    bench_must(pdk_check(road->document, PDK_CHECK_FULL, NULL, NULL, NULL, &error), &error);
}

static pdk_surface_options options_for(const bench_road *road)
{
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    options.document = road->document;
    return options;
}

static void stats(bench_road *road)
{
    pdk_surface_options options = options_for(road);
    pdk_surface_stats found;
    pdk_error error;
    bench_must(pdk_surface_measure(&road->surface, &options, &found, &error), &error);
    if (found.euler != 1) _exit(1);
}

static void crop(bench_road *road)
{
    pdk_surface_options options = options_for(road);
    pdk_surface_report report;
    pdk_document *made = NULL;
    pdk_error error;
    const float *last = road->surface.positions + 3 * (road->surface.vertex_count - 1);
    const double box[4] = { -1e6, -1e6, (double)last[0] / 2, 1e6 };
    bench_must(pdk_surface_crop(road->document, &options, box, &made, &report, &error), &error);
    pdk_close(made);
}

static bool take_tile(void *user, int64_t x, int64_t y, const pdk_document *tile)
{
    (void)x;
    (void)y;
    (void)tile;
    ++*(uint64_t *)user;
    return true;
}

static void tile(bench_road *road)
{
    pdk_surface_options options = options_for(road);
    pdk_surface_report report;
    uint64_t count = 0;
    pdk_error error;
    bench_must(pdk_surface_tile(road->document, &options, 100, take_tile, &count, &report, &error), &error);
}

static void weld(bench_road *road)
{
    pdk_surface_options options = options_for(road);
    pdk_surface_report report;
    const pdk_document *one = road->document;
    pdk_document *made = NULL;
    pdk_error error;
    bench_must(pdk_surface_merge(&one, 1, &options, 0.001, &made, &report, &error), &error);
    pdk_close(made);
}

static void smooth(bench_road *road)
{
    pdk_surface_options options = options_for(road);
    pdk_surface_report report;
    pdk_document *made = NULL;
    pdk_error error;
    bench_must(pdk_surface_add_normals(road->document, &options, &made, &report, &error), &error);
    pdk_close(made);
}

static void draw(bench_road *road)
{
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    options.width = options.height = 8192;
    options.progress = give_back;
    options.progress_user = road->document;
    pdk_raster *raster = NULL;
    pdk_error error;
    bench_must(pdk_raster_create(&road->surface, &options, &raster, &error), &error);
    pdk_raster_close(raster);
}

static pdk_height_index *index_of(bench_road *road)
{
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    options.progress = give_back;
    options.progress_user = road->document;
    pdk_height_index *index = NULL;
    pdk_error error;
    bench_must(pdk_height_index_create(&road->surface, &options, &index, &error), &error);
    return index;
}

static void query(bench_road *road)
{
    enum { QUERIES = 1000000 };
    pdk_height_index *index = index_of(road);
    uint64_t seed = 88172645463325252u, met = 0;
    for (int i = 0; i < QUERIES; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const float *p = road->surface.positions + 3 * ((seed >> 20) % road->surface.vertex_count);
        pdk_surface_hit hit;
        met += pdk_surface_query(index, (double)p[0] + 0.003, (double)p[1] - 0.002, NULL, &hit, 1) > 0;
    }
    if (met == 0) _exit(1);
    pdk_height_index_close(index);
}

static void compare(bench_road *road)
{
    pdk_height_index *index = index_of(road);
    pdk_surface_comparison_options options = PDK_SURFACE_COMPARISON_OPTIONS_INIT;
    options.progress = give_back;
    options.progress_user = road->document;
    pdk_surface_comparison *comparison = NULL;
    pdk_error error;
    bench_must(pdk_surface_compare(&road->surface, index, &options, &comparison, &error), &error);
    if (!(pdk_surface_comparison_about(comparison)->rms <= 0)) _exit(1);
    pdk_surface_comparison_close(comparison);
    pdk_height_index_close(index);
}

/* ------------------------------------------------------------------------------------------------ one by one */

/* In a child, which opens the file itself. */
static double run(bench_road *road, void (*tool)(bench_road *road), double *peak)
{
    int ends[2], status;
    double took = 0;
    struct rusage usage;
    if (pipe(ends) != 0) exit(1);
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) exit(1);
    if (child == 0) {
        pdk_error error;
        double start = bench_now();
        bench_must(pdk_open_file(road->path, NULL, &road->document, &error), &error);
        bench_must(pdk_document_surface_read(road->document, 0, &road->surface, &error), &error);
        tool(road);
        took = bench_now() - start;
        _exit(write(ends[1], &took, sizeof took) == sizeof took ? 0 : 1);
    }
    close(ends[1]);
    bool told = read(ends[0], &took, sizeof took) == sizeof took;
    close(ends[0]);
    if (wait4(child, &status, 0, &usage) != child || !told || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        printf("a tool failed\n");
        exit(1);
    }
    *peak = (double)usage.ru_maxrss / 1024;
    return took;
}

int main(void)
{
    static const struct {
        const char *name;
        void (*tool)(bench_road *road);
    } tools[] = { { "open, check every index and coordinate", check_file },
                  { "stats", stats },
                  { "raster, 8192 pixels long", draw },
                  { "crop, half of it", crop },
                  { "tile, 100 m", tile },
                  { "merge, welded at 1 mm", weld },
                  { "normals", smooth },
                  { "index and 1 M random heights", query },
                  { "compare with itself", compare } };
    static bench_road road;
    uint64_t points = bench_setting("SURFACE_POINTS", 5000000);
    bench_need_room(40 * points);
    road.path = bench_file();
    generate(&road, points);
    double peak, reading = run(&road, read_bytes, &peak);
    reading = run(&road, read_bytes, &peak);
    printf("tools on %.0f MB, %.1f million points, all processors\n", (double)road.size / 1e6, (double)points / 1e6);
    bench_row("read() and forget, 1 MiB at a time", reading, road.size, NULL, 0);
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        double took = run(&road, tools[i].tool, &peak);
        bench_row(tools[i].name, took, road.size, "read", reading);
        printf("  peak memory %.0f MiB, %.0f bytes a point, pages of the file among them\n", peak,
               peak * 1048576 / (double)points);
    }
    return 0;
}
