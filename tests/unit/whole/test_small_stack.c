/* Everything the library does, on a thread with 96 KiB of stack: programs that embed it may have no more (coroutines,
 * threads of musl, plug-ins). Not under sanitizers, which pad frames. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "ask_all.h"
#include "formats.h"
#include "jobs.h"
#include "support.h"

enum { STACK = 96 * 1024 };

static void run_small(void *(*work)(void *), void *user)
{
    pthread_attr_t small;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&small), 0);
    assert_int_equal(pthread_attr_setstacksize(&small, STACK), 0);
    assert_int_equal(pthread_create(&thread, &small, work, user), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&small);
}

/* --------------------------------------------------------------------------------- documents and questions */

typedef struct asked_file {
    const char *format, *dialect;
    size_t fine;
} asked_file;

static void *make_and_ask(void *user)
{
    asked_file *file = user;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    const pdk_format_info *info = pdk_format_find(file->format);
    options.dialect = file->dialect;
    if (takes_synth_option(info, "seconds")) options.seconds = 20;
    pdk_output *output = NULL;
    pdk_document *document = NULL;
    if (pdk_output_memory(&output, NULL) != PDK_OK) return NULL;
    if (pdk_synth(file->format, &options, output, NULL) == PDK_OK) {
        pdk_bytes bytes = pdk_output_bytes(output);
        if (pdk_open_memory(bytes.data, bytes.size, NULL, &document, NULL) == PDK_OK)
            file->fine = ask_all(document, ASK_ALL);
        pdk_close(document);
    }
    pdk_output_close(output);
    return NULL;
}

static void every_format(void **state)
{
    (void)state;
    const pdk_format_info *list[MAX_FORMATS];
    size_t count = formats_that(PDK_CAN_SYNTH, list);
    for (size_t f = 0; f < count; f++) {
        char names[MAX_DIALECTS][16];
        const char *dialects[MAX_DIALECTS];
        size_t dialect_count = dialects_of(list[f], names, dialects);
        for (size_t d = 0; d < dialect_count; d++) {
            asked_file file = { list[f]->id, dialects[d], 0 };
            run_small(make_and_ask, &file);
            if (file.fine == 0) fail_msg("%s: nothing can be asked", file.format);
        }
    }
}

/* ------------------------------------------------------------------------------------ everything that writes */

typedef struct written_job {
    const writing_job *job;
    pdk_status status;
} written_job;

static void *write_job(void *user)
{
    written_job *own = user;
    const writing_job *job = own->job;
    pdk_document *document = NULL;
    pdk_output *output = NULL;
    own->status = job->opens ? pdk_open_memory(job->data, job->size, NULL, &document, NULL) : PDK_OK;
    if (own->status == PDK_OK) own->status = pdk_output_memory(&output, NULL);
    if (own->status == PDK_OK) own->status = job->run(job, document, NULL, output, NULL);
    pdk_output_close(output);
    pdk_close(document);
    return NULL;
}

static void every_job(void **state)
{
    (void)state;
    jobs *all = make_jobs(0);
    for (size_t i = 0; i < all->count; i++) {
        written_job job = { &all->list[i], PDK_E_MEMORY };
        run_small(write_job, &job);
        if (job.status != PDK_OK) fail_msg("%s: %s", all->list[i].name, pdk_status_name(job.status));
    }
    free_jobs(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_format), cmocka_unit_test(every_job) };
    return cmocka_run_group_tests_name("small stack", tests, NULL, NULL);
}
