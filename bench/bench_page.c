/* A page of a large race: opening it and computing its answers is the yardstick, since nobody can show them without.
 * Its size counts as much as its time. */
#include <stdio.h>

#include "bench.h"

enum { ROUNDS = 3 };

typedef struct job {
    const char *path;
    uint64_t page; /* bytes */
} job;

static pdk_document *open_race(const job *work)
{
    pdk_document *document = NULL;
    pdk_error error;
    bench_must(pdk_open_file(work->path, NULL, &document, &error), &error);
    return document;
}

static void answer(void *user)
{
    pdk_document *document = open_race(user);
    pdk_error error;
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        const pdk_table *table = NULL;
        pdk_status status = pdk_answer(document, pdk_answer_name(i), &table, &error);
        if (status != PDK_E_UNSUPPORTED) bench_must(status, &error);
    }
    bench_must(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, NULL, &error), &error);
    pdk_close(document);
}

static void write_page(void *user)
{
    static const pdk_page_front front = { .script = { "", 0 }, .style = { "", 0 } };
    job *work = user;
    pdk_document *document = open_race(work);
    pdk_page_file file = { .document = document, .name = "race.vcr" };
    pdk_output *output = NULL;
    pdk_error error;
    bench_must(pdk_output_memory(&output, &error), &error);
    bench_must(pdk_page_write(&file, 1, &front, NULL, output, &error), &error);
    work->page = pdk_output_position(output);
    pdk_output_close(output);
    pdk_close(document);
}

int main(void)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    pdk_output *output = NULL;
    pdk_error error;
    options.cars = 20;
    options.session = "race";
    options.size = bench_setting("BENCH_PAGE_MB", 500) * 1000000;
    bench_need_room(options.size);
    job work = { .path = bench_file() };
    bench_must(pdk_output_file(work.path, &output, &error), &error);
    bench_must(pdk_synth("vcr", &options, output, &error), &error);
    bench_must(pdk_output_finish(output, &error), &error);
    uint64_t size = pdk_output_position(output);
    pdk_output_close(output);
    double answered = bench_time(answer, &work, ROUNDS), written = bench_time(write_page, &work, ROUNDS);
    bench_aim("page of a race", written, size, "answers and check", answered, 2.5);
    printf("%.1f MB of page for %.0f MB of file, wanted at most 10; %.2f s, wanted 3 on two free processors\n",
           (double)work.page / 1e6, (double)size / 1e6, written);
    printf("peak memory %.0f MiB, mapped pages of the file among them\n", bench_peak_memory());
    return 0;
}
