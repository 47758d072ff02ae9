/* Answers: all of a large race against checking the same file, a plain pass over its poses beside; comparing two laps.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

enum { ROWS = 4096, ROUNDS = 3 };

typedef struct job {
    const char *path;
    pdk_document *document;
    pdk_document *laps[2];
    double *column;
} job;

static void open_answer_and_close(void *user)
{
    job *work = user;
    pdk_document *document = NULL;
    pdk_error error;
    bench_must(pdk_open_file(work->path, NULL, &document, &error), &error);
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        const pdk_table *table = NULL;
        pdk_status status = pdk_answer(document, pdk_answer_name(i), &table, &error);
        if (status != PDK_E_UNSUPPORTED) bench_must(status, &error);
    }
    pdk_close(document);
}

static void check(void *user)
{
    job *work = user;
    pdk_document *document = NULL;
    pdk_error error;
    bench_must(pdk_open_file(work->path, NULL, &document, &error), &error);
    bench_must(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, NULL, &error), &error);
    pdk_close(document);
}

/* Where everyone was: what no answer about places can do without. */
static void pass_over_poses(void *user)
{
    job *work = user;
    const pdk_table *poses = pdk_document_table_at(work->document, 0);
    static const pdk_role roles[] = {
        PDK_ROLE_TIME, PDK_ROLE_DRIVER, PDK_ROLE_X, PDK_ROLE_Y, PDK_ROLE_Z, PDK_ROLE_SPEED
    };
    enum { COLUMNS = sizeof roles / sizeof roles[0] };
    pdk_column_read reads[COLUMNS];
    for (size_t i = 0; i < COLUMNS; i++) {
        reads[i] = (pdk_column_read){ .column = pdk_table_find_role(poses, roles[i]),
                                      .type = PDK_FLOAT64,
                                      .values = work->column + i * ROWS };
    }
    uint64_t rows = pdk_table_rows(poses);
    pdk_error error;
    for (uint64_t first = 0; first < rows; first += ROWS) {
        size_t count = rows - first < ROWS ? (size_t)(rows - first) : ROWS;
        bench_must(pdk_table_read(poses, first, count, reads, COLUMNS, &error), &error);
    }
}

static void compare(void *user)
{
    job *work = user;
    pdk_lap_reference laps[] = { { .document = work->laps[0] }, { .document = work->laps[1] } };
    pdk_document *comparison = NULL;
    pdk_error error;
    bench_must(pdk_compare_laps(laps, 2, NULL, &comparison, &error), &error);
    pdk_close(comparison);
}

static void generate(const char *format, const char *path, const pdk_synth_options *options)
{
    pdk_output *output = NULL;
    pdk_error error;
    bench_must(pdk_output_file(path, &output, &error), &error);
    bench_must(pdk_synth(format, options, output, &error), &error);
    bench_must(pdk_output_finish(output, &error), &error);
    pdk_output_close(output);
}

/* Least seconds of all threads together: what is left of a busy machine is the same for both. */
static double processor_time(void (*what)(void *), job *work)
{
    double least = HUGE_VAL;
    for (int i = 0; i < ROUNDS; i++) {
        clock_t begun = clock();
        what(work);
        least = fmin(least, (double)(clock() - begun) / CLOCKS_PER_SEC);
    }
    return least;
}

static void bench_race(job *work)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    pdk_error error;
    options.cars = 20;
    options.size = bench_setting("BENCH_ANSWERS_MB", 500) * 1000000;
    generate("vcr", work->path, &options);
    double checked = bench_time(check, work, ROUNDS);
    double before = bench_peak_memory();
    double answered = bench_time(open_answer_and_close, work, ROUNDS);
    double peak = bench_peak_memory();
    bench_must(pdk_open_file(work->path, NULL, &work->document, &error), &error);
    double passed = bench_time(pass_over_poses, work, ROUNDS);
    uint64_t size = pdk_document_content(work->document).size;
    printf("race of %.0f MB, %llu poses\n", (double)size * 1e-6,
           (unsigned long long)pdk_table_rows(pdk_document_table_at(work->document, 0)));
    bench_row("check of the file", checked, size, NULL, 0);
    bench_row("poses: time, place and speed, one thread", passed, size, "check", checked);
    bench_aim("open and all answers", answered, size, "check", checked, 1.5);
    double check_seconds = processor_time(check, work), answer_seconds = processor_time(open_answer_and_close, work);
    printf("of all threads together: check %.0f ms, answers %.0f ms, %.1f x\n", check_seconds * 1e3,
           answer_seconds * 1e3, answer_seconds / check_seconds);
    printf("peak memory of check %.0f MiB, of the answers %.0f MiB, mapped pages of the file among them\n", before,
           peak);
    pdk_close(work->document);
}

static void bench_laps(job *work)
{
    pdk_error error;
    for (int i = 0; i < 2; i++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        generate("raf", work->path, &options);
        bench_must(pdk_open_file(work->path, NULL, &work->laps[i], &error), &error);
    }
    double seconds = bench_time(compare, work, 20);
    printf("two laps compared: %.2f ms; the aim is 5%s\n", seconds * 1e3, seconds > 0.005 ? ": MISSED" : "");
    for (int i = 0; i < 2; i++) pdk_close(work->laps[i]);
}

int main(void)
{
    job work = { .path = bench_file() };
    work.column = malloc(6 * ROWS * sizeof *work.column);
    bench_laps(&work);
    bench_race(&work);
    free(work.column);
    return 0;
}
