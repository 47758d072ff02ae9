#include "sink.h"

pdk_status sink_write(void *user, const void *data, size_t size)
{
    (void)data;
    (void)size;
    sink *to = user;
    return ++to->calls == to->fail_at ? PDK_E_IO : PDK_OK;
}

pdk_status refuse_write(void *user, const void *data, size_t size)
{
    (void)user;
    (void)data;
    (void)size;
    return PDK_E_IO;
}

/* A total of 0 is one that is not known. */
static void look_at(uint64_t done, uint64_t total)
{
    assert_true(done <= total || total == 0);
}

bool stop_at_once(void *user, uint64_t done, uint64_t total)
{
    look_at(done, total);
    if (user != NULL) ++*(int *)user;
    return false;
}

bool stop_later(void *user, uint64_t done, uint64_t total)
{
    look_at(done, total);
    return --*(int *)user > 0;
}
