/* Several threads ask everything of one document at once, each beginning elsewhere: all see the same, and
 * ThreadSanitizer sees no race. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "ask_all.h"
#include "support.h"

enum { THREADS = 4, MOST = 64 };

typedef struct asking {
    const pdk_document *document;
    size_t first;
    const pdk_table *tables[MOST];
    size_t lap_count, result_count, fine;
} asking;

static void *ask(void *user)
{
    asking *own = user;
    size_t count = 0;
    while (pdk_answer_name(count) != NULL) count++;
    for (size_t i = 0; i < count; i++) {
        size_t number = (own->first + i) % count;
        pdk_answer(own->document, pdk_answer_name(number), &own->tables[number], NULL);
    }
    pdk_lap_count(own->document, &own->lap_count, NULL);
    pdk_result_count(own->document, &own->result_count, NULL);
    own->fine = ask_all(own->document, ASK_ALL);
    return NULL;
}

static void try_file(const char *format, const char *dialect)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    if (strcmp(format, "raf") != 0) options.cars = 3;
    if (strcmp(format, "vcr") == 0) options.laps = 2, options.poses_every = 25;
    else options.seconds = strcmp(format, "raf") == 0 ? 20 : 60;
    size_t size;
    uint8_t *bytes = synth_or_fail(format, &options, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    assert_null(pdk_answer_name(MOST)); /* there is room for all of them */
    pthread_t threads[THREADS];
    asking all[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        all[i] = (asking){ .document = document, .first = 3 * i };
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &all[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    assert_true(all[0].fine > 10);
    for (size_t i = 1; i < THREADS; i++) {
        assert_memory_equal(all[i].tables, all[0].tables, sizeof all[0].tables);
        assert_true(all[i].lap_count == all[0].lap_count && all[i].result_count == all[0].result_count);
        assert_int_equal(all[i].fine, all[0].fine);
    }
    pdk_close(document);
    free(bytes);
}

static void recordings(void **state)
{
    (void)state;
    try_file("vcr", "r1");
    try_file("vcr", "l");
    try_file("raf", NULL);
    try_file("rply", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(recordings) };
    return cmocka_run_group_tests_name("answers together", tests, NULL, NULL);
}
