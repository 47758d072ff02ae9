/* Threads, locks and conditions, or honestly none. */
#include "platform/memory_pages.h"
#include "platform/threads.h"
#include "support.h"

typedef struct counter {
    pdk_mutex mutex;
    pdk_condition changed;
    int count;
} counter;

enum { THREADS = 4, ROUNDS = 10000 };

static void count_up(void *user)
{
    counter *all = user;
    for (int i = 0; i < ROUNDS; i++) {
        pdk_mutex_lock(&all->mutex);
        all->count++;
        pdk_condition_signal(&all->changed);
        pdk_mutex_unlock(&all->mutex);
    }
}

/* A thread that does not start leaves its work to the caller. */
static void counted_by_all(void **unused)
{
    (void)unused;
    counter all = { .count = 0 };
    pdk_mutex_init(&all.mutex);
    pdk_condition_init(&all.changed);
    pdk_thread threads[THREADS];
    bool started[THREADS];
    for (int i = 0; i < THREADS; i++) {
        started[i] = pdk_thread_start(&threads[i], count_up, &all);
        if (!started[i]) count_up(&all);
    }
    pdk_mutex_lock(&all.mutex);
    while (all.count < THREADS * ROUNDS) pdk_condition_wait(&all.changed, &all.mutex);
    pdk_mutex_unlock(&all.mutex);
    for (int i = 0; i < THREADS; i++) {
        if (started[i]) pdk_thread_join(&threads[i]);
    }
    pdk_condition_broadcast(&all.changed);
    pdk_condition_destroy(&all.changed);
    pdk_mutex_destroy(&all.mutex);
    assert_int_equal(all.count, THREADS * ROUNDS);
}

static void processors_and_pages(void **unused)
{
    (void)unused;
    assert_true(pdk_processor_count() >= 1);
    static char pages[4 * PDK_LARGE_PAGE];
    pages[PDK_LARGE_PAGE] = 'x';
    pdk_request_large_pages(pages, sizeof pages);
    pdk_request_large_pages(pages, 1);
    assert_int_equal(pages[PDK_LARGE_PAGE], 'x'); /* advice changes nothing */
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(counted_by_all), cmocka_unit_test(processors_and_pages) };
    return cmocka_run_group_tests_name("platform threads", tests, NULL, NULL);
}
