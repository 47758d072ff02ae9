/* Workers have the stack that they are promised, whatever the C library's default is. */
#define _GNU_SOURCE /* pthread_setattr_default_np, pthread_getattr_np */
#include <pthread.h>

#include "platform/threads.h"
#include "support.h"

static void measure(void *user)
{
    pthread_attr_t own;
    if (pthread_getattr_np(pthread_self(), &own) != 0) return;
    pthread_attr_getstacksize(&own, user);
    pthread_attr_destroy(&own);
}

static void enough_on_any_system(void **unused)
{
    (void)unused;
    pthread_attr_t small; /* musl's default */
    assert_int_equal(pthread_attr_init(&small), 0);
    assert_int_equal(pthread_attr_setstacksize(&small, 128 * 1024), 0);
    assert_int_equal(pthread_setattr_default_np(&small), 0);
    pthread_attr_destroy(&small);
    size_t size = 0;
    pdk_thread thread;
    assert_true(pdk_thread_start(&thread, measure, &size));
    pdk_thread_join(&thread);
    assert_true(size >= 1024 * 1024);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(enough_on_any_system) };
    return cmocka_run_group_tests_name("worker stacks", tests, NULL, NULL);
}
