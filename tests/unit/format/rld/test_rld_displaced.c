/* Bytes inserted and lost, one to eight of them, at every place of a surface: repairing is refused, or keeps every
 * point and triangle there is, and says what it did. */
#include <stdlib.h>
#include <string.h>

#include "rld_mending.h"

/* A surface and what must stay of it. */
typedef struct original {
    const uint8_t *data;
    size_t size;
    uint64_t points, triangles;
} original;

static original original_of(const uint8_t *data, size_t size)
{
    return (original){ data, size, get32(data + 8), get32(data + 12) };
}

/* Repairs; false where that is refused, which must be for damage. */
static bool repair(const uint8_t *data, size_t size, uint8_t **result, size_t *result_size, pdk_repair_report *report)
{
    pdk_open_options how = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    how.partial = true;
    how.format = "rld";
    pdk_status status = pdk_open_memory(data, size, &how, &document, &error);
    if (status == PDK_OK) {
        pdk_output *output = output_or_fail();
        status = pdk_repair(document, NULL, report, output, &error);
        if (status == PDK_OK) *result = take_bytes(output, result_size);
        else pdk_output_close(output);
    }
    pdk_close(document);
    bool damage = status == PDK_E_CORRUPT || status == PDK_E_TRUNCATED || status == PDK_E_UNSUPPORTED;
    assert_true(status == PDK_OK || damage);
    assert_true(status == PDK_OK || error.message[0] != '\0');
    return status == PDK_OK;
}

/* True where it was repaired. That many of the last triangles lost bytes themselves. */
static bool check(const original *from, const uint8_t *data, size_t size, uint64_t lost)
{
    uint8_t *result = NULL;
    size_t made;
    pdk_repair_report report;
    if (!repair(data, size, &result, &made, &report)) return false;
    size_t points = 12 * (size_t)from->points, triangles = 12 * (size_t)(from->triangles - lost);
    assert_true(made >= 24 + points + triangles);
    assert_int_equal(get32(result + 8), from->points);
    assert_in_range(get32(result + 12), from->triangles - lost, from->triangles);
    assert_memory_equal(result + 20, from->data + 20, points);
    assert_memory_equal(result + 24 + points, from->data + 24 + points, triangles);
    bool same = made == size && memcmp(result, data, size) == 0;
    assert_true(same || report.count > 0);
    pdk_document *document = open_bytes_or_fail(result, made); /* without `partial` */
    pdk_close(document);
    free(result);
    return true;
}

static bool insert_at(const original *from, size_t at, size_t count, int byte)
{
    uint8_t *data = malloc(from->size + count);
    assert_non_null(data);
    memcpy(data, from->data, at);
    memset(data + at, byte, count);
    memcpy(data + at + count, from->data + at, from->size - at);
    bool repaired = check(from, data, from->size + count, 0);
    free(data);
    return repaired;
}

static bool remove_at(const original *from, size_t at, size_t count)
{
    if (at + count > from->size) return false;
    uint8_t *data = malloc(from->size - count + 1);
    assert_non_null(data);
    memcpy(data, from->data, at);
    memcpy(data + at, from->data + at + count, from->size - at - count);
    size_t end = 24 + 12 * (size_t)(from->points + from->triangles);
    uint64_t lost = at < end && at + count > end ? (end - at + 11) / 12 : 0;
    bool repaired = check(from, data, from->size - count, lost);
    free(data);
    return repaired;
}

static size_t try_place(const original *from, size_t at)
{
    size_t repaired = 0;
    for (size_t count = 1; count <= 8; count++) {
        repaired += insert_at(from, at, count, 0);
        repaired += insert_at(from, at, count, 0xFF);
        repaired += insert_at(from, at, count, 'a');
        repaired += remove_at(from, at, count);
    }
    return repaired;
}

static void every_place(void **state)
{
    (void)state;
    bytes file = grid();
    original from = original_of(file.data, file.size);
    size_t repaired = 0;
    for (size_t at = 0; at <= from.size; at++) repaired += try_place(&from, at);
    assert_true(repaired > 100);
    /* Before the points the rest is in one piece, however long that is; in the blocks no point is concerned. */
    for (size_t count = 1; count <= 8; count++) {
        assert_true(insert_at(&from, 16, count, 0));
        assert_true(insert_at(&from, 10, count, 'a'));
        assert_true(insert_at(&from, BLOCKS + 12, count, 0));
        assert_true(remove_at(&from, 8, count));
        assert_true(remove_at(&from, BLOCKS + 8, count));
    }
    /* Within points and triangles nothing says which are shifted. */
    assert_false(insert_at(&from, POINTS + 12 * 4, 4, 0));
    assert_false(insert_at(&from, TRIANGLES + 12 * 4, 4, 0));
    assert_false(remove_at(&from, POINTS + 12 * 4, 4));
    assert_false(remove_at(&from, TRIANGLES + 12 * 4, 4));
}

static void generated(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = 200;
    size_t size;
    uint8_t *data = synth_or_fail("rld", &options, &size);
    original from = original_of(data, size);
    size_t points = 20 + 12 * (size_t)from.points, triangles = points + 4 + 12 * (size_t)from.triangles;
    const size_t places[] = { 4,
                              8,
                              12,
                              16,
                              18,
                              20,
                              20 + 12 * 5,
                              27,
                              points,
                              points + 2,
                              points + 4,
                              points + 4 + 12 * 7,
                              points + 31,
                              triangles,
                              triangles + 3,
                              triangles + 4,
                              triangles + 8,
                              triangles + 12,
                              size - 4,
                              size };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) try_place(&from, places[i]);
    free(data);
}

static void what_is_said(void **state)
{
    (void)state;
    bytes file = grid();
    memmove(file.data + 20, file.data + 16, file.size - 16);
    memset(file.data + 16, 0, 4);
    file.size += 4;
    mended of = mend(&file);
    assert_counts(&of, P, T, 3, 2);
    assert_int_equal(changes(&of, "rld.repair.displaced"), 4);
    assert_int_equal(changes(&of, "rld.repair.unknown"), 4);
    release(&of);

    file = grid();
    memmove(file.data + POINTS + 28, file.data + POINTS + 24, file.size - POINTS - 24);
    file.size += 4;
    pdk_open_options how = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    how.partial = true;
    assert_ok(pdk_open_memory(file.data, file.size, &how, &document, &error), error);
    pdk_output *output = output_or_fail();
    assert_fails(pdk_repair(document, NULL, NULL, output, &error), error, PDK_E_CORRUPT, "rld.repair.displaced", 16);
    assert_int_equal(pdk_output_bytes(output).size, 0);
    pdk_output_close(output);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_place),
        cmocka_unit_test(generated),
        cmocka_unit_test(what_is_said),
    };
    return cmocka_run_group_tests_name("rld_displaced", tests, NULL, NULL);
}
