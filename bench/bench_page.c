/* Pages of a large race and of a large surface. The yardstick is what nobody can do without: to open the race and
 * compute its answers, to measure the surface. The size of a page counts as much as its time. */
#include <stdio.h>

#include "bench.h"

enum { ROUNDS = 3 };

typedef struct job {
    const char *path, *name;
    uint64_t page; /* bytes */
} job;

static pdk_document *open_file(const job *work)
{
    pdk_document *document = NULL;
    pdk_error error;
    bench_must(pdk_open_file(work->path, NULL, &document, &error), &error);
    return document;
}

static void answer(void *user)
{
    pdk_document *document = open_file(user);
    pdk_error error;
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        const pdk_table *table = NULL;
        pdk_status status = pdk_answer(document, pdk_answer_name(i), &table, &error);
        if (status != PDK_E_UNSUPPORTED) bench_must(status, &error);
    }
    bench_must(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, NULL, &error), &error);
    pdk_close(document);
}

static void measure(void *user)
{
    pdk_document *document = open_file(user);
    pdk_surface surface;
    pdk_surface_stats stats;
    pdk_error error;
    bench_must(pdk_document_surface_read(document, 0, &surface, &error), &error);
    bench_must(pdk_surface_measure(&surface, NULL, &stats, &error), &error);
    pdk_close(document);
}

static void write_page(void *user)
{
    static const pdk_page_front front = { .script = { "", 0 }, .style = { "", 0 } };
    job *work = user;
    pdk_document *document = open_file(work);
    pdk_page_file file = { .document = document, .name = work->name };
    pdk_output *output = NULL;
    pdk_error error;
    bench_must(pdk_output_memory(&output, &error), &error);
    bench_must(pdk_page_write(&file, 1, &front, NULL, output, &error), &error);
    work->page = pdk_output_position(output);
    pdk_output_close(output);
    pdk_close(document);
}

static uint64_t generate(const char *format, const char *path, const pdk_synth_options *options)
{
    pdk_output *output = NULL;
    pdk_error error;
    bench_must(pdk_output_file(path, &output, &error), &error);
    bench_must(pdk_synth(format, options, output, &error), &error);
    bench_must(pdk_output_finish(output, &error), &error);
    uint64_t size = pdk_output_position(output);
    pdk_output_close(output);
    return size;
}

static void bench_race(job *work)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.cars = 20;
    options.session = "race";
    options.size = bench_setting("BENCH_PAGE_MB", 500) * 1000000;
    bench_need_room(options.size);
    uint64_t size = generate("vcr", work->path, &options);
    work->name = "race.vcr";
    double answered = bench_time(answer, work, ROUNDS), written = bench_time(write_page, work, ROUNDS);
    bench_aim("page of a race", written, size, "answers and check", answered, 2.5);
    printf("%.1f MB of page for %.0f MB of file, wanted at most 10; %.2f s, wanted 3 on two free processors\n",
           (double)work->page / 1e6, (double)size / 1e6, written);
}

static void bench_surface(job *work)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = bench_setting("BENCH_PAGE_POINTS", 10000000);
    bench_need_room(36 * options.points);
    uint64_t size = generate("rld", work->path, &options);
    work->name = "road.rld";
    double measured = bench_time(measure, work, 1), written = bench_time(write_page, work, 1);
    bench_row("page of a surface", written, size, "surface stats", measured);
    printf("%.1f MB of page for %.1f million points; %.2f s, wanted 5 on two free processors\n",
           (double)work->page / 1e6, (double)options.points / 1e6, written);
}

int main(void)
{
    job work = { .path = bench_file() };
    bench_race(&work);
    bench_surface(&work);
    printf("peak memory %.0f MiB, mapped pages of the file among them\n", bench_peak_memory());
    return 0;
}
