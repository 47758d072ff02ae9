/* What meshoptimizer allocates is counted, and where there is none its calls are left, with nothing lost. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/meshopt.h"
#include "failing.h"
#include "support.h"

enum { SIDE = 60, POINTS = SIDE * SIDE, CORNERS = 6 * (SIDE - 1) * (SIDE - 1) };

typedef struct mesh_call {
    float points[POINTS][3];
    uint32_t corners[CORNERS], made[CORNERS];
    size_t left, calls;
} mesh_call;

static mesh_call *make_call(void)
{
    mesh_call *made = calloc(1, sizeof *made);
    assert_non_null(made);
    uint32_t *to = made->corners;
    for (uint32_t i = 0; i < POINTS; i++) {
        float point[3] = { (float)(i % SIDE), (float)(i / SIDE), (float)(i * i % 7) * 0.01f };
        memcpy(made->points[i], point, sizeof point);
        if (i % SIDE == SIDE - 1 || i / SIDE == SIDE - 1) continue;
        uint32_t square[6] = { i, i + 1, i + SIDE, i + 1, i + SIDE + 1, i + SIDE };
        memcpy(to, square, sizeof square);
        to += 6;
    }
    return made;
}

static void simplify(void *user)
{
    mesh_call *asked = user;
    asked->left =
        meshopt_simplify(asked->made, asked->corners, CORNERS, asked->points[0], POINTS, 12, 0, 0.01f, 0, NULL);
    asked->calls++;
}

static void order(void *user)
{
    mesh_call *asked = user;
    meshopt_optimizeVertexCache(asked->made, asked->corners, CORNERS, POINTS);
    asked->calls++;
}

/* Fails at every allocation in turn: each time all is given back. */
static void fail_everywhere(void (*call)(void *))
{
    mesh_call *asked = make_call();
    failing counted = { 0 };
    pdk_allocator allocator = failing_allocator(&counted);
    pdk_memory memory;
    size_t fails = 0;
    pdk_memory_init(&memory, &allocator, 0);
    for (bool whole = false; !whole; fails++) {
        fail_after(&counted, fails);
        whole = pdk_meshopt_call(&memory, call, asked);
        assert_int_equal(asked->calls, whole);
        assert_int_equal(memory.used, 0);
        assert_int_equal(counted.live, 0);
    }
    assert_true(fails > 3);
    pdk_memory_destroy(&memory);
    free(asked);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    fail_everywhere(simplify);
    fail_everywhere(order);
}

static void a_limit_holds(void **state)
{
    (void)state;
    mesh_call *asked = make_call();
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 10000);
    assert_false(pdk_meshopt_call(&memory, simplify, asked));
    assert_true(memory.limit_hit);
    pdk_error error;
    assert_int_equal(pdk_fail_memory(&error, &memory, "a test"), PDK_E_LIMIT);
    memory.limit = 0;
    assert_true(pdk_meshopt_call(&memory, simplify, asked));
    assert_in_range(asked->left, 3, CORNERS - 3);
    pdk_memory_destroy(&memory);
    free(asked);
}

/* As in a tile: half of the threads have no memory, and the others are not disturbed. */
static void *call_often(void *user)
{
    pdk_memory memory;
    bool poor = user != NULL;
    mesh_call *asked = make_call();
    size_t wrong = 0;
    pdk_memory_init(&memory, NULL, poor ? 100000 : 0);
    for (int i = 0; i < 200; i++) {
        if (pdk_meshopt_call(&memory, i % 2 == 0 ? simplify : order, asked) == poor || memory.used != 0) wrong++;
    }
    pdk_memory_destroy(&memory);
    free(asked);
    return (void *)wrong;
}

static void threads_do_not_meet(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    static char poor;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, call_often, i % 2 == 0 ? &poor : NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
}

/* Whoever uses meshoptimizer beside Paddock gets memory as ever. */
static void others_have_theirs(void **state)
{
    (void)state;
    mesh_call *asked = make_call();
    simplify(asked);
    order(asked);
    assert_int_equal(asked->calls, 2);
    free(asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_allocation_may_fail), cmocka_unit_test(a_limit_holds),
                                        cmocka_unit_test(threads_do_not_meet), cmocka_unit_test(others_have_theirs) };
    return cmocka_run_group_tests_name("meshopt", tests, NULL, NULL);
}
