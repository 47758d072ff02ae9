/* Sorting that keeps the order of equals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/merge_sort.h"

typedef struct item {
    uint32_t key, number;
} item;

static int by_key(const void *a, const void *b, void *user)
{
    uint64_t *comparisons = user;
    const item *one = a, *other = b;
    (*comparisons)++;
    return (one->key > other->key) - (one->key < other->key);
}

static void sort(size_t count, uint32_t keys)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    item *items = pdk_alloc_array(&memory, count, sizeof *items);
    uint32_t state = 12345;
    uint64_t comparisons = 0, logarithm = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        items[i] = (item){ (state >> 8) % keys, (uint32_t)i };
    }
    assert_true(pdk_merge_sort(&memory, items, count, sizeof *items, by_key, &comparisons));
    for (size_t i = 1; i < count; i++) {
        assert_true(items[i - 1].key <= items[i].key);
        if (items[i - 1].key == items[i].key) assert_true(items[i - 1].number < items[i].number);
    }
    while ((uint64_t)1 << logarithm < count) logarithm++;
    assert_true(comparisons <= count * (logarithm + 1));
    comparisons = 0;
    assert_true(pdk_merge_sort(&memory, items, count, sizeof *items, by_key, &comparisons));
    assert_true(comparisons <= count); /* what is sorted is only looked at */
    pdk_memory_destroy(&memory);
}

static void test_orders(void **state)
{
    (void)state;
    for (size_t count = 0; count < 70; count++) {
        sort(count, 1000);
        sort(count, 3);
    }
    sort(10000, 1u << 20);
    sort(10000, 10);
}

static void test_no_memory(void **state)
{
    (void)state;
    pdk_memory memory;
    item items[] = { { 2, 0 }, { 1, 1 } };
    uint64_t comparisons = 0;
    pdk_memory_init(&memory, NULL, 1);
    assert_false(pdk_merge_sort(&memory, items, 2, sizeof *items, by_key, &comparisons));
    assert_int_equal(items[0].key, 2);
    pdk_memory_destroy(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_orders), cmocka_unit_test(test_no_memory) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
