/* Tracks driven the other way and flattened: real ones, open and closed, and generated ones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { NODES = 0x98C, NODE = 36, SPEEDS = 0x15B0C, PROPS = 0x16628, PROP = 16, RECORDS = 0x1A4A8, RECORD = 288,
       COLUMNS = 11, MOST_NODES = 2400 };
static const double turn = 6.283185307179586;

typedef pdk_status (*track_edit)(const pdk_document *document, pdk_output *output, pdk_error *error);

/* A track's bytes, opened. */
typedef struct track {
    uint8_t *bytes;
    size_t size;
    pdk_document *document;
    uint32_t records, nodes, props;
    bool closed;
} track;

static uint32_t load32(const uint8_t *at) { return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24; }
static int32_t loads(const uint8_t *at) { return (int32_t)load32(at); }
static const uint8_t *node(const track *of, uint32_t i) { return of->bytes + NODES + (size_t)i * NODE; }
static uint8_t *prop(const track *of, uint32_t i) { return of->bytes + PROPS + (size_t)i * PROP; }
static const uint8_t *record(const track *of, uint32_t i) { return of->bytes + RECORDS + (size_t)i * RECORD; }

static track opened(uint8_t *bytes, size_t size)
{
    track result = { .bytes = bytes, .size = size, .document = open_bytes_or_fail(bytes, size) };
    result.records = load32(bytes + 6);
    result.nodes = 4 * result.records;
    result.closed = bytes[4] != 0 || bytes[5] != 0;
    while (result.props < 1000 && loads(prop(&result, result.props)) != -1) result.props++;
    return result;
}

static void release(track *of)
{
    pdk_close(of->document);
    free(of->bytes);
}

/* After its bytes were changed. */
static void reopen(track *of)
{
    pdk_close(of->document);
    *of = opened(of->bytes, of->size);
}

static track edited(const track *of, track_edit edit)
{
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_output_memory(&output, &error), error);
    assert_ok(edit(of->document, output, &error), error);
    pdk_bytes bytes = pdk_output_bytes(output);
    uint8_t *copy = malloc(bytes.size);
    assert_non_null(copy);
    memcpy(copy, bytes.data, bytes.size);
    size_t size = bytes.size;
    pdk_output_close(output);
    return opened(copy, size);
}

static track generated(const char *dialect)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    size_t size;
    uint8_t *bytes = synth_or_fail("tri", &options, &size);
    return opened(bytes, size);
}

/* Every track there is, in turn: generated closed and open, TR1, AL1. False when that one is not here. */
enum { TRACKS = 4 };
static bool take(int which, track *result)
{
    static const char *const names[] = { "nfs/TR1.TRI", "nfs/AL1.TRI" };
    if (which < 2) {
        *result = generated(which == 0 ? "closed" : "open");
        return true;
    }
    const char *path = real_file(names[which - 2]);
    if (path == NULL) return false;
    size_t size;
    uint8_t *bytes = read_file(path, &size);
    *result = opened(bytes, size);
    return true;
}

static void for_each(void (*test)(const track *original))
{
    for (int i = 0; i < TRACKS; i++) {
        track original;
        if (!take(i, &original)) continue;
        test(&original);
        release(&original);
    }
}

static uint64_t findings(const pdk_document *document)
{
    uint64_t total = 0;
    pdk_error error = { 0 };
    assert_ok(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, &total, &error), error);
    return total;
}

/* Points of the road surface by row and column, left to right. */
static const float *points(const track *of)
{
    pdk_surface surface;
    pdk_error error = { 0 };
    assert_ok(pdk_document_surface(of->document, 0, &surface, &error), error);
    assert_true(surface.vertex_count >= (uint64_t)of->nodes * COLUMNS);
    return surface.positions;
}

static const float *point(const float *all, uint32_t row, uint32_t column) { return all + ((size_t)row * COLUMNS + column) * 3; }

static double apart(const float *a, const float *b)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) sum += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]);
    return sqrt(sum);
}

/* ----------------------------------------------------------------------------------------------- reverse */

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

/* What generated tracks say of directions follows the formulas: all of it comes back but the last node's right vector. */
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
        for (int axis = 8; axis < 20; axis += 4) step += pow((loads(node(&turned, 1) + axis) - loads(node(&turned, 0) + axis)) / 65536.0, 2);
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

/* Old prop i is the i-th from the end, but for those of node 0, which stay in front. They stand where they stood and look
 * where they looked: yaw has steps of 1/256 turn, and AL1's own headings are up to 42/16384 off. */
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

static double gap(const float *all, uint32_t row) { return apart(point(all, row, 0), point(all, row, COLUMNS - 1)); }

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
            for (uint32_t c = 2; c <= 8; c++) { /* the road, its verges and the land beside: a step of 6 m, 5 m aside at most */
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
    assert_modes((const uint8_t[]){ 7, 3, 4, 5 }, (const uint8_t[]){ 7, 5, 4, 3 });  /* roofs are the record's */
    assert_modes((const uint8_t[]){ 3, 4, 5, 12 }, (const uint8_t[]){ 3, 12, 5, 4 }); /* where it does nothing, and stays so */
    assert_modes((const uint8_t[]){ 0, 3, 4, 3 }, (const uint8_t[]){ 2, 3, 4, 3 });   /* no lane to be seen */
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
    uint32_t reference = loads(prop(&original, 3)) >= 0 ? load32(prop(&original, 3)) : 0, beyond = reference + original.nodes;
    for (int i = 0; i < 4; i++) prop(&original, 3)[i] = (uint8_t)(beyond >> 8 * i);
    memset(prop(&original, 5), 0xFF, 4);
    prop(&original, 5)[0] = 0xFE; /* -2 */
    reopen(&original);
    track turned = edited(&original, pdk_track_reverse);
    assert_int_equal(loads(prop(&turned, 0)), -2);
    assert_memory_equal(prop(&turned, 0), prop(&original, 5), PROP);
    bool found = false;
    for (uint32_t i = 0; i < turned.props; i++) {
        found = found || (load32(prop(&turned, i)) == turned.nodes - reference && prop(&turned, i)[4] == prop(&original, 3)[4]);
        if (i > 0) assert_true(loads(prop(&turned, i)) >= loads(prop(&turned, i - 1)));
    }
    assert_true(found);
    release(&turned);
    release(&original);
}

/* ----------------------------------------------------------------------------------------------- flatten */

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

/* ------------------------------------------------------------------------------------------------ refusals */

static pdk_status run(pdk_document *document, track_edit edit, pdk_error *error)
{
    pdk_output *output = NULL;
    assert_int_equal(pdk_output_memory(&output, NULL), PDK_OK);
    pdk_status status = edit(document, output, error);
    pdk_output_close(output);
    return status;
}

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
            assert_fails(run(cut, edits[i], &error), error, PDK_E_TRUNCATED, "tri.edit.incomplete", cuts[k]);
            pdk_close(cut);
        }
    }
    pdk_close(document);
    free(lap);
    release(&original);
}

static void set32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static void assert_refused(track *original, track_edit edit, const char *where)
{
    pdk_error error = { 0 };
    reopen(original);
    assert_fails(run(original->document, edit, &error), error, PDK_E_CORRUPT, "tri.edit.range", PDK_NO_OFFSET);
    assert_string_equal(error.where, where);
    release(original);
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
    original = generated("open");
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

/* A heap that says no after some calls. */
static size_t calls_left;
static void *take_memory(void *user, size_t size)
{
    (void)user;
    return calls_left > 0 && calls_left-- > 0 ? malloc(size) : NULL;
}
static void *change_memory(void *user, void *pointer, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    return calls_left > 0 && calls_left-- > 0 ? realloc(pointer, new_size) : NULL;
}
static void give_memory(void *user, void *pointer, size_t size)
{
    (void)user;
    (void)size;
    free(pointer);
}

static pdk_status refuse(void *user, const void *data, size_t size)
{
    (void)user;
    (void)data;
    (void)size;
    return PDK_E_IO;
}

static void test_memory_and_output(void **state)
{
    (void)state;
    track original = generated("open");
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.allocator = (pdk_allocator){ take_memory, change_memory, give_memory, NULL };
    calls_left = SIZE_MAX;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(original.bytes, original.size, &options, &document, &error), error);
    size_t failures = 0;
    for (size_t calls = 0; ; calls++, failures++) {
        calls_left = calls;
        if (run(document, pdk_track_reverse, &error) == PDK_OK) break;
        assert_int_equal(error.status, PDK_E_MEMORY);
    }
    assert_int_equal(failures, 3);
    pdk_close(document);
    pdk_output *output = NULL;
    assert_ok(pdk_output_callback(refuse, NULL, &output, &error), error);
    pdk_status status = pdk_track_flatten(original.document, output, &error);
    if (status == PDK_OK) status = pdk_output_finish(output, &error);
    assert_int_equal(status, PDK_E_IO);
    pdk_output_close(output);
    release(&original);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reverse_twice),    cmocka_unit_test(test_reverse_twice_generated),
        cmocka_unit_test(test_reverse_places),   cmocka_unit_test(test_reverse_records),
        cmocka_unit_test(test_reverse_props),    cmocka_unit_test(test_reverse_tunnels),
        cmocka_unit_test(test_reverse_lanes),    cmocka_unit_test(test_reverse_modes),
        cmocka_unit_test(test_reverse_prop_at_start), cmocka_unit_test(test_reverse_odd_props),
        cmocka_unit_test(test_flatten),          cmocka_unit_test(test_flatten_walls),
        cmocka_unit_test(test_flatten_tunnels),  cmocka_unit_test(test_flatten_props),
        cmocka_unit_test(test_flatten_real_props), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_range),            cmocka_unit_test(test_memory_and_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
