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
    return ((double)p[0] - loads(n + 8) / 65536.0) * cos(heading) -
           ((double)p[1] - loads(n + 16) / 65536.0) * sin(heading);
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

/* Height of a triangle of the road surface at a place; NAN when it is not over or under it. */
static double height_at(const pdk_surface *surface, uint64_t triangle, double x, double y)
{
    double corners[3][3];
    for (int i = 0; i < 3; i++) {
        const float *place = surface->positions + 3 * (size_t)surface->triangles[3 * triangle + (uint64_t)i];
        for (int axis = 0; axis < 3; axis++) corners[i][axis] = (double)place[axis];
    }
    const double *a = corners[0], *b = corners[1], *c = corners[2];
    double area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    double u = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area;
    double v = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area;
    return u >= 0 && v >= 0 && u + v <= 1 ? a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]) : (double)NAN;
}

/* The triangle nearest under or over a prop's foot, along the road near its node. */
static uint64_t find_ground(const track *of, const pdk_surface *surface, uint32_t number, const double place[3])
{
    uint64_t nearest = UINT64_MAX;
    double minimum = INFINITY;
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        int64_t along = surface->triangles[3 * i] / COLUMNS - (int64_t)load32(prop(of, number));
        if (along < -24 || along >= 24) continue;
        double away = fabs(height_at(surface, i, place[0], place[1]) - place[2]);
        if (!(away < minimum)) continue;
        minimum = away;
        nearest = i;
    }
    return nearest;
}

/* Real props keep their height over the ground they stand on: what is left is the step of 1/256 m, and of 1/128 m
 * between points. */
static void check_real_props(const track *original)
{
    static const char *const axes[] = { "x", "y", "z" };
    track flat = edited(original, pdk_track_flatten);
    pdk_surface before, after;
    before = surface_or_fail(original->document, 0);
    after = surface_or_fail(flat.document, 0);
    assert_int_equal(after.triangle_count, before.triangle_count);
    size_t count, compared = 0;
    double *old[3], *new_height = column_f64(flat.document, "props", "z", &count);
    for (int axis = 0; axis < 3; axis++) old[axis] = column_f64(original->document, "props", axes[axis], &count);
    for (uint32_t i = 0; i < count; i++) {
        double place[3] = { old[0][i], old[1][i], old[2][i] };
        uint64_t ground_under = find_ground(original, &before, i, place);
        if (ground_under == UINT64_MAX) continue;
        double above = place[2] - height_at(&before, ground_under, place[0], place[1]);
        assert_near(new_height[i] - height_at(&after, ground_under, place[0], place[1]), above, 0.005);
        compared++;
    }
    assert_true(compared * 100 > count * 95);
    for (int axis = 0; axis < 3; axis++) free(old[axis]);
    free(new_height);
    release(&flat);
}

static void test_flatten_real_props(void **state)
{
    (void)state;
    bool any = false;
    for (int i = 2; i < TRACKS; i++) {
        track original;
        if (!take(i, &original)) continue;
        any = true;
        check_real_props(&original);
        release(&original);
    }
    if (!any) skip();
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
