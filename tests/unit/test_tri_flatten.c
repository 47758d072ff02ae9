/* Flattened tracks: real ones, open and closed, and generated ones. */
#include "track.h"

static const double turn = 6.283185307179586;

static void check_flat(const track *original)
{
    track flat = edited(original, pdk_track_flatten), again = edited(&flat, pdk_track_flatten);
    assert_memory_equal(again.bytes, flat.bytes, flat.size);
    assert_int_equal(count_findings(flat.document, PDK_CHECK_FULL, "tri.node.slope"), 0);
    assert_int_equal(count_findings(flat.document, PDK_CHECK_FULL, "tri.node.right"), 0);
    assert_int_equal(findings(flat.document), count_findings(original->document, PDK_CHECK_FULL, "tri.node.heading"));
    const float *before = points(original), *after = points(&flat);
    for (uint32_t i = 0; i < flat.nodes; i++) {
        const uint8_t *a = node(&flat, i), *b = node(original, i);
        assert_int_equal(load32(a + 0x0C), 0);
        assert_int_equal(load32(a + 0x14), 0); /* slope and slant */
        assert_memory_equal(a, b, 0x0C);
        assert_memory_equal(a + 0x10, b + 0x10, 4);
        assert_memory_equal(a + 0x18, b + 0x18, 4);
        assert_int_equal(a[0x1E] | a[0x1F], 0);
        for (uint32_t c = 0; c < COLUMNS; c++) {
            const float *p = point(before, i, c), *q = point(after, i, c);
            assert_true(p[0] == q[0] && p[1] == q[1]);
            if (c >= 4 && c <= 6) assert_true(q[2] == 0); /* the road from edge to edge */
        }
    }
    release(&again);
    release(&flat);
}

static void test_flatten(void **state)
{
    (void)state;
    for_each(check_flat);
}

/* How far a point is to the right of its node. */
static double aside(const track *of, uint32_t i, const float *p)
{
    const uint8_t *n = node(of, i);
    double heading = (n[0x18] | n[0x19] << 8) * turn / 16384;
    if (i + 1 == of->nodes) return 0;
    return ((double)p[0] - loads(n + 8) / 65536.0) * cos(heading) - ((double)p[1] - loads(n + 16) / 65536.0) * sin(heading);
}

/* What is beyond a barrier, on one side, moves by one amount: walls, banks and land keep their shape. */
static void check_walls(const track *original)
{
    track flat = edited(original, pdk_track_flatten);
    const float *before = points(original), *after = points(&flat);
    uint64_t compared = 0;
    for (uint32_t i = 0; i < flat.nodes; i++) {
        double moved[2] = { NAN, NAN };
        for (uint32_t c = 0; c < COLUMNS; c++) {
            const float *p = point(before, i, c);
            double at = aside(original, i, p);
            int side = at > node(original, i)[3] / 8.0 ? 1 : at < -node(original, i)[2] / 8.0 ? 0 : -1;
            double rise = (double)point(after, i, c)[2] - (double)p[2];
            if (side < 0 || (c >= 4 && c <= 6)) continue;
            if (!isnan(moved[side])) {
                assert_near(rise, moved[side], 0.008);
                compared++;
            }
            moved[side] = rise;
        }
    }
    assert_true(compared > flat.nodes);
    release(&flat);
}

static void test_flatten_walls(void **state)
{
    (void)state;
    for_each(check_walls);
}

static void test_flatten_tunnels(void **state)
{
    (void)state;
    track original;
    if (!take(3, &original)) skip();
    track flat = edited(&original, pdk_track_flatten);
    const float *all = points(&flat);
    for (uint32_t i = 1596; i < 1608; i++) {
        assert_true(gap(all, i) < 0.05);
        assert_near(point(all, i, 0)[2], 8, 1); /* the roof is 8 m above the road */
    }
    release(&flat);
    release(&original);
}

/* Height of the scenery of a node's row at some distance to the side. */
static double ground(const track *of, const float *all, uint32_t row, double at)
{
    for (uint32_t c = 0; c + 1 < COLUMNS; c++) {
        const float *p = point(all, row, c), *q = point(all, row, c + 1);
        double left = aside(of, row, p), right = aside(of, row, q);
        if (at < left || at > right || right <= left) continue;
        return (double)p[2] + ((double)q[2] - (double)p[2]) * (at - left) / (right - left);
    }
    return NAN;
}

/* Generated props stand on the ground of their node's row, before and after. */
static void test_flatten_props(void **state)
{
    (void)state;
    for (int which = 0; which < 2; which++) {
        track original;
        take(which, &original);
        track flat = edited(&original, pdk_track_flatten);
        const track *both[] = { &original, &flat };
        for (int k = 0; k < 2; k++) {
            size_t count;
            const float *all = points(both[k]);
            double *x = column_f64(both[k]->document, "props", "x", &count);
            double *y = column_f64(both[k]->document, "props", "y", &count);
            double *z = column_f64(both[k]->document, "props", "z", &count);
            for (uint32_t i = 0; i < count; i++) {
                float place[3] = { (float)x[i], (float)y[i], 0 };
                uint32_t row = load32(prop(both[k], i));
                double under = ground(both[k], all, row, aside(both[k], row, place));
                assert_true(fabs(z[i] - under) < 0.5 || isnan(under));
            }
            free(x);
            free(y);
            free(z);
        }
        release(&flat);
        release(&original);
    }
}

/* AL1 has no banks: a prop goes down with the road beside it, which is within 6 m of a node's height. */
static void test_flatten_real_props(void **state)
{
    (void)state;
    track original;
    if (!take(3, &original)) skip();
    track flat = edited(&original, pdk_track_flatten);
    size_t count;
    double *before = column_f64(original.document, "props", "z", &count), *after = column_f64(flat.document, "props", "z", &count);
    double *x = column_f64(original.document, "props", "x", &count), *y = column_f64(original.document, "props", "y", &count);
    for (uint32_t i = 0; i < count; i++) {
        double nearest = INFINITY, height = 0;
        for (uint32_t n = load32(prop(&original, i)) - 20; n < load32(prop(&original, i)) + 20; n++) {
            const uint8_t *at = node(&original, n);
            double away = hypot(loads(at + 8) / 65536.0 - x[i], loads(at + 16) / 65536.0 - y[i]);
            if (away < nearest) height = loads(at + 12) / 65536.0;
            nearest = fmin(nearest, away);
        }
        assert_near(after[i], before[i] - height, 1);
    }
    free(before);
    free(after);
    free(x);
    free(y);
    release(&flat);
    release(&original);
}

/* Heights that would not fit. */
static void test_range(void **state)
{
    (void)state;
    track original = generated("open");
    uint8_t *beside = original.bytes + NODES + (size_t)load32(prop(&original, 0)) * NODE;
    set32(beside + NODE + 12, INT32_MAX);
    set32(beside + 12, (uint32_t)INT32_MIN);
    prop(&original, 0)[15] = 0x40; /* beside a step ahead */
    assert_refused(&original, pdk_track_flatten, "tri.prop[0].offset_z");
    original = generated("open");
    original.bytes[NODES + 0x17] = 0x0F; /* slant of node 0: all but upright */
    original.bytes[NODES + 3] = 0xFF;
    original.bytes[RECORDS + 0x18 + 4 * 6 + 2] = 0x00; /* a point far above */
    original.bytes[RECORDS + 0x18 + 4 * 6 + 3] = 0x7F;
    assert_refused(&original, pdk_track_flatten, "tri.record[0].points");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flatten),
        cmocka_unit_test(test_flatten_walls),
        cmocka_unit_test(test_flatten_tunnels),
        cmocka_unit_test(test_flatten_props),
        cmocka_unit_test(test_flatten_real_props),
        cmocka_unit_test(test_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
