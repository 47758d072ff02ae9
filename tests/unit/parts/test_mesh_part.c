/* The part for meshes without memory: each call ends and gives all back, and none takes more than is booked for it. */
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "parts/mesh_part.h"
#include "support.h"

/* ------------------------------------------------------------------------------ in libc's place, for C++'s `new` too
 */

void *__libc_malloc(size_t size);
void __libc_free(void *pointer);

/* Of a thread that watches its own allocations. */
static _Thread_local struct {
    bool armed;
    size_t calls, fail_at;
    size_t live, peak; /* bytes */
} watch;

void *malloc(size_t size)
{
    if (watch.armed && ++watch.calls == watch.fail_at) return NULL;
    void *pointer = __libc_malloc(size);
    if (watch.armed && pointer != NULL) watch.live += malloc_usable_size(pointer);
    if (watch.live > watch.peak) watch.peak = watch.live;
    return pointer;
}

void free(void *pointer)
{
    if (watch.armed && pointer != NULL) watch.live -= malloc_usable_size(pointer);
    __libc_free(pointer);
}

/* ------------------------------------------------------------------------------------------------------------ calls */

typedef struct mesh {
    size_t points, corners;
    float *positions;
    uint32_t *from, *to;
} mesh;

/* A square of `side` points each way, a little rough; `scattered`: each triangle has its own points. */
static mesh make_mesh(uint32_t side, bool scattered)
{
    mesh made = { .points = (size_t)side * side, .corners = (size_t)6 * (side - 1) * (side - 1) };
    if (scattered) made.points = made.corners;
    made.positions = calloc(3 * made.points, sizeof *made.positions);
    made.from = calloc(made.corners, sizeof *made.from);
    made.to = calloc(made.corners, sizeof *made.to);
    uint32_t next = 0;
    for (uint32_t square = 0; square < (side - 1) * (side - 1); square++) {
        uint32_t i = square / (side - 1) * side + square % (side - 1);
        const uint32_t corners[6] = { i, i + 1, i + side, i + 1, i + side + 1, i + side };
        for (int k = 0; k < 6; k++, next++) {
            uint32_t c = corners[k], point = scattered ? next : c;
            const float position[3] = { (float)(c % side), (float)(c / side), (float)(c * c % 7) * 0.01f };
            memcpy(made.positions + 3 * (size_t)point, position, sizeof position);
            made.from[next] = point;
        }
    }
    return made;
}

static void free_mesh(mesh *one)
{
    free(one->positions);
    free(one->from);
    free(one->to);
}

static bool simplify(const pdk_mesh_part_table *part, mesh *one)
{
    size_t left = 0;
    bool done = part->simplify(one->to, one->from, one->corners, one->positions, one->points, 0, 0.01f, false, &left);
    return done && left > 0;
}

static bool order(const pdk_mesh_part_table *part, mesh *one)
{
    return part->order(one->to, one->from, one->corners, one->points);
}

typedef bool (*mesh_call)(const pdk_mesh_part_table *part, mesh *one);

static bool watched(mesh_call call, const pdk_mesh_part_table *part, mesh *one, size_t fail_at)
{
    memset(&watch, 0, sizeof watch);
    watch.fail_at = fail_at;
    watch.armed = true;
    bool done = call(part, one);
    watch.armed = false;
    return done;
}

static pdk_part open_part(void)
{
    pdk_error error;
    pdk_part part;
    assert_ok(pdk_part_open(&part, PDK_PART_MESH, "test", "a test", &error), error);
    return part;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    const mesh_call calls[] = { simplify, order };
    pdk_part part = open_part();
    mesh one = make_mesh(60, false);
    for (size_t k = 0; k < 2; k++) {
        assert_true(watched(calls[k], part.table, &one, 0)); /* C++ keeps something from its first exception on */
        size_t fails = 1;
        for (; !watched(calls[k], part.table, &one, fails); fails++) {
            if (watch.calls < fails) fail_msg("call %zu failed, with all its memory", fails);
            /* of a failure only the exception itself may be left, which is not an array of the mesh's size */
            assert_in_range(watch.live, 0, 1024);
        }
        assert_true(fails > 4);
        assert_int_equal(watch.live, 0);
    }
    free_mesh(&one);
    pdk_part_close(&part);
}

static void what_is_booked_is_enough(void **state)
{
    (void)state;
    pdk_part part = open_part();
    for (int kind = 0; kind < 6; kind++) {
        const uint32_t sides[] = { 2, 40, 400 };
        mesh one = make_mesh(sides[kind / 2], kind % 2 == 1);
        assert_true(watched(order, part.table, &one, 0));
        assert_true(watch.peak > 0);
        assert_in_range(watch.peak, 1, pdk_mesh_order_bytes(one.corners, one.points));
        assert_true(watched(simplify, part.table, &one, 0));
        assert_in_range(watch.peak, 1, pdk_mesh_simplify_bytes(one.corners, one.points));
        if (sides[kind / 2] == 400) /* and no more than a few times that */
            assert_true(watch.peak > pdk_mesh_simplify_bytes(one.corners, one.points) / 4);
        free_mesh(&one);
    }
    pdk_part_close(&part);
}

/* Half of the threads have no memory, and the others are not disturbed. */
static void *call_often(void *user)
{
    bool poor = user != NULL;
    pdk_part part = open_part();
    mesh one = make_mesh(30, false);
    size_t wrong = 0;
    for (size_t i = 0; i < 200; i++)
        wrong += watched(i % 2 == 0 ? simplify : order, part.table, &one, poor ? 2 : 0) == poor;
    free_mesh(&one);
    pdk_part_close(&part);
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

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_allocation_may_fail),
                                        cmocka_unit_test(what_is_booked_is_enough),
                                        cmocka_unit_test(threads_do_not_meet) };
    return cmocka_run_group_tests_name("mesh_part", tests, NULL, NULL);
}
