/* Tracks driven the other way: real ones, open and closed, and generated ones. */
#include "failing.h"
#include "sink.h"
#include "track.h"

static const double turn = 6.283185307179586;

/* Fields that follow from places: AL1 and TR1 themselves do not have them exactly by the formulas. */
static bool is_direction(size_t offset)
{
    return offset == 0x14 || offset == 0x15 || offset == 0x18 || offset == 0x19 || (offset >= 0x1C && offset <= 0x21);
}

static void check_twice(const track *original)
{
    track once = edited(original, pdk_track_reverse), twice = edited(&once, pdk_track_reverse);
    track thrice = edited(&twice, pdk_track_reverse);
    assert_int_equal(findings(once.document), 0);
    assert_int_equal(findings(twice.document), 0);
    assert_int_equal(once.size, original->size);
    assert_int_equal(twice.size, original->size);
    assert_true(memcmp(once.bytes, original->bytes, once.size) != 0);
    assert_memory_equal(thrice.bytes, once.bytes, once.size);
    for (size_t i = 0; i < original->size; i++) {
        bool in_nodes = i >= NODES && i < NODES + (size_t)original->nodes * NODE;
        if (in_nodes && is_direction((i - NODES) % NODE)) continue;
        if (twice.bytes[i] != original->bytes[i]) fail_msg("byte 0x%zX of a track reversed twice", i);
    }
    release(&once);
    release(&twice);
    release(&thrice);
}

static void test_reverse_twice(void **state)
{
    (void)state;
    for_each(check_twice);
}

/* What generated tracks say about directions follows the formulas: all of it comes back but the last node's right
 * vector.
 */
static void test_reverse_twice_generated(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        track original;
        take(i, &original);
        track once = edited(&original, pdk_track_reverse), twice = edited(&once, pdk_track_reverse);
        size_t last = NODES + (size_t)(original.nodes - 1) * NODE + 0x1C;
        assert_memory_equal(twice.bytes, original.bytes, last);
        assert_memory_equal(twice.bytes + last + 6, original.bytes + last + 6, original.size - last - 6);
        release(&once);
        release(&twice);
        release(&original);
    }
}

/* The same places in the other order, sides exchanged; all but the first row of an open road, which has no twin. */
static void check_places(const track *original)
{
    track turned = edited(original, pdk_track_reverse);
    const float *before = points(original), *after = points(&turned);
    assert_int_equal(turned.closed, original->closed);
    for (uint32_t j = turned.closed ? 0 : 1; j < turned.nodes; j++) {
        uint32_t old = (turned.nodes - j) % turned.nodes;
        const uint8_t *a = node(&turned, j), *b = node(original, old);
        assert_memory_equal(a + 8, b + 8, 12); /* x, z, y */
        assert_int_equal(a[0], b[1]);
        assert_int_equal(a[1], b[0]);
        assert_int_equal(a[2], b[3]);
        assert_int_equal(a[3], b[2]);
        assert_int_equal(a[4], (b[4] << 4 | b[4] >> 4) & 0xFF);
        assert_memory_equal(a + 0x1A, b + 0x1A, 2);
        int slant = (a[0x16] | a[0x17] << 8) + (b[0x16] | b[0x17] << 8);
        assert_int_equal(slant % 16384, 0);
        for (uint32_t c = 0; c < COLUMNS; c++) {
            assert_memory_equal(point(after, j, c), point(before, old, COLUMNS - 1 - c), 3 * sizeof(float));
        }
    }
    for (uint32_t j = 0; j < turned.nodes; j++) { /* of the stretch to the next */
        const uint8_t *a = node(&turned, j), *b = node(original, turned.nodes - 1 - j);
        assert_int_equal(a[5], (b[5] << 4 | b[5] >> 4) & 0xFF);
        assert_int_equal(a[6], (b[6] << 4 | b[6] >> 4) & 0xFF);
    }
    assert_memory_equal(turned.bytes + 0x0C, node(&turned, 0) + 8, 12); /* the header's start */
    if (!turned.closed) {
        double step = 0;
        for (int axis = 8; axis < 20; axis += 4)
            step += pow((loads(node(&turned, 1) + axis) - loads(node(&turned, 0) + axis)) / 65536.0, 2);
        assert_near(sqrt(step), 6, 0.5);
    }
    release(&turned);
}

static void test_reverse_places(void **state)
{
    (void)state;
    for_each(check_places);
}

static void check_records(const track *original)
{
    track turned = edited(original, pdk_track_reverse);
    for (uint32_t r = 0; r < turned.records; r++) {
        uint32_t old = turned.records - 1 - r;
        const uint8_t *a = record(&turned, r), *b = record(original, old);
        assert_memory_equal(a, b, 0x0D);
        assert_int_equal(a[0x0D] & 0x3F, b[0x0D] & 0x3F);
        assert_int_equal(a[0x0D] >> 7, b[0x0D] >> 6 & 1);
        assert_int_equal(a[0x0D] >> 6 & 1, b[0x0D] >> 7);
        assert_memory_equal(a + 0x0E, b + 0x13, 5);
        assert_memory_equal(a + 0x13, b + 0x0E, 5);
        assert_memory_equal(turned.bytes + SPEEDS + 3 * r, original->bytes + SPEEDS + 3 * old, 3);
    }
    assert_memory_equal(turned.bytes + 0x2C, original->bytes + 0x2C, NODES - 0x2C);
    size_t unused = NODES + (size_t)turned.nodes * NODE;
    assert_memory_equal(turned.bytes + unused, original->bytes + unused, SPEEDS - unused);
    size_t filler = SPEEDS + 3 * (size_t)turned.records, props = PROPS + (size_t)PROP * turned.props;
    assert_memory_equal(turned.bytes + filler, original->bytes + filler, PROPS - filler);
    assert_memory_equal(turned.bytes + props, original->bytes + props, RECORDS - props);
    release(&turned);
}

static void test_reverse_records(void **state)
{
    (void)state;
    for_each(check_records);
}

/* Old prop i is the i-th from the end, except those of node 0, which stay in front. They keep their places and
 * directions: yaw has steps of 1/256 turn, and AL1's own headings are up to 42/16384 off. */
static void check_props(const track *original)
{
    track turned = edited(original, pdk_track_reverse);
    size_t count, other;
    static const char *const columns[] = { "x", "y", "z", "heading", "prop_type", "flags" };
    static const double tolerance[] = { 0, 0, 0, 1 / 512.0 + 43 / 16384.0, 0, 0 };
    uint32_t at_start = 0;
    while (at_start < original->props && loads(prop(original, at_start)) == 0) at_start++;
    if (!original->closed) assert_int_equal(at_start, 0);
    for (size_t k = 0; k < sizeof columns / sizeof columns[0]; k++) {
        double *before = column_f64(original->document, "props", columns[k], &count);
        double *after = column_f64(turned.document, "props", columns[k], &other);
        assert_int_equal(other, count);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t place = i < at_start ? at_start - 1 - i : (uint32_t)count - 1 - i + at_start;
            double off = after[place] - before[i];
            if (k == 3) off = remainder(off, turn) / turn;
            if (!(fabs(off) <= tolerance[k])) fail_msg("%s of prop %u is %g off", columns[k], i, off);
        }
        free(before);
        free(after);
    }
    release(&turned);
}

static void test_reverse_props(void **state)
{
    (void)state;
    for_each(check_props);
}

/* ------------------------------------------------------------------------------- AL1's tunnels and lanes */

static void test_reverse_tunnels(void **state)
{
    (void)state;
    track original;
    if (!take(3, &original)) skip();
    track turned = edited(&original, pdk_track_reverse);
    const float *all = points(&turned);
    static const uint32_t tunnels[][2] = { { 1596, 1608 }, { 1836, 1848 } }; /* to before */
    for (int t = 0; t < 2; t++) {
        for (uint32_t i = tunnels[t][0]; i < tunnels[t][1]; i++) {
            assert_true(gap(all, turned.nodes - i) < 0.05); /* the two sides of the roof meet */
            const uint8_t *stretch = node(&turned, turned.nodes - 1 - i);
            assert_int_equal(stretch[7], 4);
            assert_int_equal(stretch[6], 0);
        }
    }
    assert_int_equal(node(&turned, turned.nodes - 1608)[7], 4); /* a record's first, and the one before is outside */
    assert_int_equal(node(&turned, turned.nodes - 1609)[7], 3);
    release(&turned);
    release(&original);
}

/* The game can join a lane that opens on the right. Driven the other way it is on the left: mode 1, joined straight. */
static void test_reverse_lanes(void **state)
{
    (void)state;
    track original;
    if (!take(3, &original)) skip();
    track turned = edited(&original, pdk_track_reverse), back = edited(&turned, pdk_track_reverse);
    const float *all = points(&turned);
    static const uint32_t places[][2] = { { 48, 0 }, { 91, 2 }, { 149, 0 }, { 211, 2 } }; /* record, mode */
    for (int i = 0; i < 4; i++) {
        uint32_t old = places[i][0], first = (turned.records - 1 - old) * 4;
        assert_int_equal(node(&original, old * 4)[7], places[i][1]);
        assert_int_equal(node(&turned, first)[7], 1);
        assert_int_equal(node(&back, old * 4)[7], places[i][1]);
        for (uint32_t row = first; row < first + 4; row++) {
            for (uint32_t c = 2; c <= 8;
                 c++) { /* the road, its verges and the land beside: a step of 6 m, 5 m aside at most */
                assert_true(apart(point(all, row, c), point(all, row + 1, c)) < 9);
            }
            assert_true(apart(point(all, row, 4), point(all, row + 1, 4)) < 7); /* the left edge of the road */
        }
    }
    for (uint32_t i = 0; i < turned.nodes; i++) assert_true(node(&turned, i)[7] != 0 && node(&turned, i)[7] != 2);
    release(&back);
    release(&turned);
    release(&original);
}

/* Modes of a generated road's record 5, as set, and what the reversed track has in the record it becomes. */
static void assert_modes(const uint8_t before[4], const uint8_t after[4])
{
    track original = generated("open");
    for (uint32_t row = 0; row < 4; row++) original.bytes[NODES + (20 + row) * NODE + 7] = before[row];
    reopen(&original);
    track changed = edited(&original, pdk_track_reverse), back = edited(&changed, pdk_track_reverse);
    for (uint32_t row = 0; row < 4; row++) {
        assert_int_equal(node(&changed, (changed.records - 6) * 4 + row)[7], after[row]);
        assert_int_equal(node(&back, 20 + row)[7], before[row]);
    }
    release(&back);
    release(&changed);
    release(&original);
}

static void test_reverse_modes(void **state)
{
    (void)state;
    assert_modes((const uint8_t[]){ 4, 4, 4, 3 }, (const uint8_t[]){ 3, 4, 4, 4 });
    assert_modes((const uint8_t[]){ 14, 14, 15, 3 }, (const uint8_t[]){ 3, 14, 15, 15 });
    assert_modes((const uint8_t[]){ 7, 3, 4, 5 }, (const uint8_t[]){ 7, 5, 4, 3 }); /* roofs are the record's */
    assert_modes((const uint8_t[]){ 3, 4, 5, 12 },
                 (const uint8_t[]){ 3, 12, 5, 4 }); /* where it does nothing, and stays so */
    assert_modes((const uint8_t[]){ 0, 3, 4, 3 }, (const uint8_t[]){ 2, 3, 4, 3 }); /* no lane to be seen */
    assert_modes((const uint8_t[]){ 2, 3, 3, 4 }, (const uint8_t[]){ 0, 4, 3, 3 });
}

/* Node 0 of an open road has no twin; its props go over to the next. */
static void test_reverse_prop_at_start(void **state)
{
    (void)state;
    track original = generated("open");
    memset(prop(&original, 0), 0, 4);
    original.bytes[NODES + NODE + 8] ^= 0x55; /* node 1 is not a whole 1/256 m away */
    reopen(&original);
    track turned = edited(&original, pdk_track_reverse);
    assert_int_equal(loads(prop(&turned, turned.props - 1)), turned.nodes - 1);
    for (int axis = 0; axis < 3; axis++) {
        static const char *const names[] = { "x", "y", "z" };
        size_t count;
        double *before = column_f64(original.document, "props", names[axis], &count);
        double *after = column_f64(turned.document, "props", names[axis], &count);
        assert_near(after[count - 1], before[0], 1 / 512.0);
        free(before);
        free(after);
    }
    release(&turned);
    release(&original);
}

/* References beyond the nodes go round, as the reader takes them; negative ones are nobody's and stay. */
static void test_reverse_odd_props(void **state)
{
    (void)state;
    track original = generated("closed");
    uint32_t reference = loads(prop(&original, 3)) >= 0 ? load32(prop(&original, 3)) : 0,
             beyond = reference + original.nodes;
    for (int i = 0; i < 4; i++) prop(&original, 3)[i] = (uint8_t)(beyond >> 8 * i);
    memset(prop(&original, 5), 0xFF, 4);
    prop(&original, 5)[0] = 0xFE; /* -2 */
    reopen(&original);
    track turned = edited(&original, pdk_track_reverse);
    assert_int_equal(loads(prop(&turned, 0)), -2);
    assert_memory_equal(prop(&turned, 0), prop(&original, 5), PROP);
    bool found = false;
    for (uint32_t i = 0; i < turned.props; i++) {
        found = found ||
                (load32(prop(&turned, i)) == turned.nodes - reference && prop(&turned, i)[4] == prop(&original, 3)[4]);
        if (i > 0) assert_true(loads(prop(&turned, i)) >= loads(prop(&turned, i - 1)));
    }
    assert_true(found);
    release(&turned);
    release(&original);
}

/* Places at the end of what numbers can say. */
static void test_range(void **state)
{
    (void)state;
    track original = generated("open");
    set32(original.bytes + NODES + (size_t)(original.nodes - 1) * NODE + 8, INT32_MAX);
    assert_refused(&original, pdk_track_reverse, "tri.node[0].x");
    original = generated("open");
    set32(prop(&original, 0), 0);
    set32(original.bytes + NODES + 8, INT32_MAX);
    assert_refused(&original, pdk_track_reverse, "tri.prop[0].offset_x");
}

/* --------------------------------------------------------------------- refusals, for both edits */

static void test_refusals(void **state)
{
    (void)state;
    static const track_edit edits[] = { pdk_track_reverse, pdk_track_flatten };
    pdk_error error = { 0 };
    size_t size;
    uint8_t *lap = synth_or_fail("raf", NULL, &size);
    pdk_document *document = open_bytes_or_fail(lap, size);
    track original = generated("open");
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = true;
    for (int i = 0; i < 2; i++) {
        assert_fails(run(document, edits[i], &error), error, PDK_E_UNSUPPORTED, "edit.unsupported", PDK_NO_OFFSET);
        assert_fails(run(NULL, edits[i], &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
        assert_fails(edits[i](original.document, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
        const uint64_t cuts[] = { original.size - 1, RECORDS - 1, PROPS - 20, NODES + 100, 44 };
        for (size_t k = 0; k < sizeof cuts / sizeof cuts[0]; k++) {
            pdk_document *cut = NULL;
            assert_ok(pdk_open_memory(original.bytes, cuts[k], &options, &cut, &error), error);
            assert_fails(run(cut, edits[i], &error), error, PDK_E_CORRUPT, "tri.edit.incomplete", cuts[k]);
            pdk_close(cut);
        }
        original.bytes[RECORDS + 5 * RECORD] ^= 1; /* the tag of a record */
        pdk_document *damaged = NULL;
        assert_ok(pdk_open_memory(original.bytes, original.size, &options, &damaged, &error), error);
        assert_fails(run(damaged, edits[i], &error), error, PDK_E_CORRUPT, "tri.edit.incomplete", RECORDS + 5 * RECORD);
        pdk_close(damaged);
        original.bytes[RECORDS + 5 * RECORD] ^= 1;
    }
    pdk_close(document);
    free(lap);
    release(&original);
}

/* Any bytes that open can be edited, or are refused. */
static void test_hostile(void **state)
{
    (void)state;
    static const uint32_t odd[] = { 0, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7F7F7F7F, 0x1000, 2400 };
    uint64_t seed = 5;
    unsigned edited_count = 0;
    size_t size = 0;
    uint8_t *originals[2];
    for (int i = 0; i < 2; i++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.points = 16 * 44;
        options.dialect = i == 0 ? "open" : "closed";
        originals[i] = synth_or_fail("tri", &options, &size);
    }
    for (int round = 0; round < 600; round++) {
        uint8_t *bytes = malloc(size);
        assert_non_null(bytes);
        memcpy(bytes, originals[round % 2], size);
        for (int i = 0; i < 200; i++) {
            static const size_t zones[][2] = { { NODES, 64 * NODE }, { PROPS, 64 * PROP }, { RECORDS, 16 * RECORD } };
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            const size_t *zone = zones[(seed >> 60) % 3];
            size_t at = zone[0] + (size_t)(seed >> 33) % (zone[1] / 2) * 2;
            if (zone[0] == RECORDS && (at - RECORDS) % RECORD < 13) continue; /* damaged tags are refused */
            if ((seed >> 40) % 2 == 0 && at + 4 <= size) set32(bytes + at, odd[(seed >> 50) % 7]);
            else bytes[at] ^= (uint8_t)(seed >> 45);
        }
        pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
        opening.partial = true;
        pdk_document *document = NULL;
        if (pdk_open_memory(bytes, size, &opening, &document, NULL) == PDK_OK) {
            pdk_error error;
            edited_count += run(document, pdk_track_reverse, &error) == PDK_OK;
            edited_count += run(document, pdk_track_flatten, &error) == PDK_OK;
        }
        pdk_close(document);
        free(bytes);
    }
    for (int i = 0; i < 2; i++) free(originals[i]);
    assert_true(edited_count > 300);
}

static void test_memory_and_output(void **state)
{
    (void)state;
    track original = generated("open");
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    failing memory = { 0 };
    options.allocator = failing_allocator(&memory);
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(original.bytes, original.size, &options, &document, &error), error);
    size_t failures = 0;
    for (size_t calls = 0;; calls++, failures++) {
        fail_after(&memory, calls);
        if (run(document, pdk_track_reverse, &error) == PDK_OK) break;
        assert_int_equal(error.status, PDK_E_MEMORY);
    }
    assert_int_equal(failures, 3);
    pdk_close(document);
    assert_int_equal(memory.live, 0);
    pdk_output *output = NULL;
    assert_ok(pdk_output_callback(refuse_write, NULL, &output, &error), error);
    pdk_status status = pdk_track_flatten(original.document, output, &error);
    if (status == PDK_OK) status = pdk_output_finish(output, &error);
    assert_int_equal(status, PDK_E_IO);
    pdk_output_close(output);
    release(&original);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reverse_twice),
        cmocka_unit_test(test_reverse_twice_generated),
        cmocka_unit_test(test_reverse_places),
        cmocka_unit_test(test_reverse_records),
        cmocka_unit_test(test_reverse_props),
        cmocka_unit_test(test_reverse_tunnels),
        cmocka_unit_test(test_reverse_lanes),
        cmocka_unit_test(test_reverse_modes),
        cmocka_unit_test(test_reverse_prop_at_start),
        cmocka_unit_test(test_reverse_odd_props),
        cmocka_unit_test(test_range),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_memory_and_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
