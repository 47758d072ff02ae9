/* Finding copies in bounded time: the same reach as the trees give, and no more work than promised on data made against
 * them. Work is counted, not timed. */
#include <stdlib.h>
#include <string.h>

#include "codec/refpack/refpack_exact.h"
#include "random.h"
#include "support.h"
#include "unpack.h"

enum { BATCH = 512, SIZE = 420000 };

/* Records in the sequence of these numbers share four bytes: one tree. */
static void put_records(uint8_t *to, size_t size, uint32_t first, uint32_t count, uint32_t low, size_t *at)
{
    for (uint32_t i = 0; i < count + low && *at + 6 <= size; i++, *at += 6) {
        uint32_t number = i < count ? first + i : i - count;
        const uint8_t record[6] = { 'a', 'b', 'c', 'd', (uint8_t)(number >> 8), (uint8_t)number };
        memcpy(to + *at, record, sizeof record);
    }
}

/* Rising numbers, and then others that stay below them: every walk down the tree passes all the rising ones. */
static uint8_t *hostile(size_t size)
{
    uint8_t *data = calloc(size, 1);
    assert_non_null(data);
    for (size_t at = 0; at + 6 <= size;) put_records(data, size, 20000, 10000, 11000, &at);
    return data;
}

/* Noise of few values with old parts again, near and far. */
static uint8_t *mixture(size_t size, uint32_t values, uint64_t seed)
{
    uint64_t state = seed;
    uint8_t *data = malloc(size);
    assert_non_null(data);
    for (size_t at = 0; at < size;) {
        uint32_t length = 1 + (uint32_t)(random_next(&state) % (seed % 2 == 0 ? 2000 : 40));
        size_t back = at > 0 ? 1 + random_next(&state) % (at < 200000 ? at : 200000) : 0;
        bool again = back > 0 && random_next(&state) % 2 == 0;
        for (; length > 0 && at < size; length--, at++) {
            data[at] = again ? data[at - back] : (uint8_t)(random_next(&state) % values);
        }
    }
    return data;
}

static void assert_same_reach(const uint8_t *data, uint32_t size, uint32_t from)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_refpack_tree tree;
    pdk_refpack_sorted order;
    assert_true(pdk_refpack_tree_init(&tree, data, size, &memory));
    assert_true(pdk_refpack_sorted_init(&order, data, size, &memory));
    pdk_refpack_reach wanted[BATCH], got[BATCH];
    for (uint32_t first = 0; first < size; first += BATCH) {
        uint32_t count = size - first < BATCH ? size - first : BATCH;
        assert_int_equal(pdk_refpack_tree_reach(&tree, first, count, UINT64_MAX, wanted), count);
        if (first < from) continue;
        pdk_refpack_sorted_reach(&order, first, count, got);
        for (uint32_t i = 0; i < count; i++) {
            for (int kind = 0; kind < PDK_REFPACK_KINDS; kind++) {
                uint64_t copy = got[i].kinds[kind];
                /* As far; the place may be another one. */
                if (copy >> 32 != wanted[i].kinds[kind] >> 32) fail_msg("at %u, kind %d", first + i, kind);
                if (copy == 0) continue;
                uint32_t length = pdk_refpack_length_of((uint32_t)copy);
                uint32_t distance = pdk_refpack_distance_of((uint32_t)copy);
                assert_int_equal(first + i + length, copy >> 32);
                assert_true(distance <= first + i);
                assert_memory_equal(data + first + i, data + first + i - distance, length);
                assert_int_equal(pdk_refpack_cost(length, distance) <= 2u + (uint32_t)kind, true);
            }
        }
    }
    pdk_memory_destroy(&memory);
}

static void same_as_trees(void **state)
{
    (void)state;
    static const uint32_t values[] = { 1, 2, 3, 17, 256 };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        uint8_t *data = mixture(SIZE, values[i], i + 1);
        assert_same_reach(data, SIZE, 0);
        assert_same_reach(data, SIZE, 300 * BATCH); /* begun in the middle, as when trees are given up */
        free(data);
    }
    for (uint32_t size = 1; size < 40; size++) {
        uint8_t *data = mixture(size, 2, size);
        assert_same_reach(data, size, 0);
        free(data);
    }
}

static void hostile_is_bounded(void **state)
{
    (void)state;
    uint32_t size = 300000;
    uint8_t *data = hostile(size), *usual = mixture(size, 200, 3);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_refpack_exact exact;
    pdk_refpack_reach reaches[BATCH];
    assert_true(pdk_refpack_exact_init(&exact, data, size, &memory));
    uint64_t work = 0;
    for (uint32_t first = 0; first < size; first += BATCH) {
        uint32_t count = size - first < BATCH ? size - first : BATCH;
        assert_true(pdk_refpack_exact_reach(&exact, first, count, reaches));
        if (!exact.ordered) work = exact.tree.work;
    }
    assert_true(exact.ordered);
    assert_true(work <= PDK_REFPACK_EXACT_ALLOWED + (uint64_t)size * PDK_REFPACK_EXACT_ALLOWED_FOR_EACH);
    pdk_refpack_exact_free(&exact);
    assert_true(pdk_refpack_exact_init(&exact, usual, size, &memory));
    for (uint32_t first = 0; first < size; first += BATCH) {
        uint32_t count = size - first < BATCH ? size - first : BATCH;
        assert_true(pdk_refpack_exact_reach(&exact, first, count, reaches));
    }
    assert_false(exact.ordered); /* and what people have keeps the trees, by far */
    assert_true(exact.tree.work < (uint64_t)size * PDK_REFPACK_EXACT_ALLOWED_FOR_EACH / 2);
    pdk_memory_destroy(&memory);
    free(data);
    free(usual);
}

/* Begun by trees and gone on with by order, the result is what it is by trees alone. */
static void hostile_is_exact(void **state)
{
    (void)state;
    enum { MAXIMUM = 400000, MINIMUM = 64162 /* by trees alone */ };
    uint8_t *data = hostile(MAXIMUM), *again = malloc(MAXIMUM);
    size_t capacity = pdk_refpack_bound(MAXIMUM), size = 0, got = 0;
    uint8_t *packed = malloc(capacity);
    assert_true(again != NULL && packed != NULL);
    pdk_error error;
    assert_ok(pdk_refpack_encode(packed, capacity, data, MAXIMUM, 9, &size, &error), error);
    assert_int_equal(size, MINIMUM);
    assert_ok(pdk_refpack_decode(again, MAXIMUM, packed, size, &got, &error), error);
    assert_int_equal(got, MAXIMUM);
    assert_memory_equal(again, data, MAXIMUM);
    free(packed);
    free(again);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_trees),
        cmocka_unit_test(hostile_is_bounded),
        cmocka_unit_test(hostile_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
