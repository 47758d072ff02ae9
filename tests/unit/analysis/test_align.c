/* Laps of other maps: bytes of a RAF file are moved by arithmetic of the test's own, then compared. What is true is
 * known from the laps before they were moved. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "support.h"

/* Places in the file, by Live for Speed's own note. */
enum {
    INTERVAL = 9,
    HEADER = 12,
    BLOCK = 14,
    COUNT = 20,
    CODE = 24,
    RULER = 28,
    DISTANCE = 28,
    X = 32,
    Y = 36,
    INDEX = 48,
    RIGHT = 52,
    FORWARD = 58
};

/* Another map, another recorder. */
typedef struct other_map {
    double degrees, scale, x, y; /* the lap is turned, scaled, moved */
    double start;                /* the share of the lap at which the other start line is */
    unsigned every;              /* only every so many samples */
    double noise;                /* m */
    bool mirrored;
} other_map;

static double get_float(const uint8_t *at)
{
    float value;
    memcpy(&value, at, sizeof value);
    return (double)value;
}

static void put_float(uint8_t *at, double number)
{
    float value = (float)number;
    memcpy(at, &value, sizeof value);
}

static int32_t get_whole(const uint8_t *at)
{
    int32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static void put_whole(uint8_t *at, double number)
{
    int32_t value = (int32_t)lround(number);
    memcpy(at, &value, sizeof value);
}

static unsigned short_at(const uint8_t *at)
{
    return at[0] | (unsigned)at[1] << 8;
}

/* From -1 to 1. */
static double noise_of(uint64_t *random)
{
    return (double)(random_next(random) >> 40) / 8388608.0 - 1;
}

static void move_place(const other_map *map, double *x, double *y)
{
    double turn = map->degrees * 3.14159265358979323846 / 180, from_x = map->mirrored ? -*x : *x, from_y = *y;
    *x = map->scale * (cos(turn) * from_x - sin(turn) * from_y) + map->x;
    *y = map->scale * (sin(turn) * from_x + cos(turn) * from_y) + map->y;
}

static void turn_vector(const other_map *map, uint8_t *at)
{
    other_map turn = { .degrees = map->degrees, .scale = 1, .mirrored = map->mirrored };
    int16_t value[2];
    memcpy(value, at, sizeof value);
    double x = value[0], y = value[1];
    move_place(&turn, &x, &y);
    value[0] = (int16_t)lround(x * 0.9999);
    value[1] = (int16_t)lround(y * 0.9999);
    memcpy(at, value, sizeof value);
}

/* The same lap as another simulator would have it: another code of the track, another ruler. */
static uint8_t *on_map(const uint8_t *file, size_t size, const other_map *map, size_t *made_size)
{
    size_t header = short_at(file + HEADER), block = short_at(file + BLOCK);
    size_t blocks = (size_t)get_whole(file + COUNT), first = (size_t)(map->start * (double)blocks);
    size_t every = map->every > 0 ? map->every : 1, kept = 0;
    double ruler = get_float(file + RULER), from = get_float(file + header + first * block + INDEX);
    double whole = get_float(file + header + (blocks - 1) * block + DISTANCE),
           driven = get_float(file + header + first * block + DISTANCE);
    uint64_t random = 77;
    uint8_t *made = malloc(size);
    assert_non_null(made);
    memcpy(made, file, header);
    for (size_t i = 0; i < blocks; i += every) {
        size_t number = (first + i) % blocks;
        uint8_t *to = made + header + kept++ * block;
        memcpy(to, file + header + number * block, block);
        double x = get_whole(to + X) / 65536.0, y = get_whole(to + Y) / 65536.0;
        move_place(map, &x, &y);
        put_whole(to + X, (x + map->noise * noise_of(&random)) * 65536);
        put_whole(to + Y, (y + map->noise * noise_of(&random)) * 65536);
        double index = get_float(to + INDEX) - from, way = get_float(to + DISTANCE) - driven;
        put_float(to + INDEX, index < 0 ? index + ruler : index);
        put_float(to + DISTANCE, way < 0 ? way + whole : way);
        turn_vector(map, to + RIGHT);
        turn_vector(map, to + FORWARD);
    }
    memcpy(made + CODE, "ZZ9\0", 4);
    put_float(made + RULER, ruler + 1);
    put_whole(made + COUNT, (double)kept);
    made[INTERVAL] = (uint8_t)(every * 10);
    *made_size = header + kept * block;
    return made;
}

/* ------------------------------------------------------------------------------------------------ comparing */

typedef struct two_laps {
    uint8_t *reference, *other;
    size_t reference_size, other_size;
    pdk_document *document; /* the reference */
    const pdk_table *steps; /* of both where they were driven */
    pdk_document *truth;
} two_laps;

static pdk_document *compare(const pdk_document *reference, const pdk_document *lap, const pdk_compare_options *options,
                             pdk_error *error)
{
    pdk_lap_reference laps[] = { { .document = reference, .name = "here" }, { .document = lap, .name = "there" } };
    pdk_document *made = NULL;
    pdk_compare_options projected = PDK_COMPARE_OPTIONS_INIT;
    if (options != NULL) projected = *options;
    projected.method = PDK_COMPARE_PROJECTION;
    pdk_status status = pdk_compare_laps(laps, 2, &projected, &made, error);
    assert_true((status == PDK_OK) == (made != NULL));
    return made;
}

static void take_laps(two_laps *laps, uint8_t *reference, size_t reference_size, uint8_t *other, size_t other_size)
{
    pdk_error error = { 0 };
    *laps = (two_laps){ reference, other, reference_size, other_size, NULL, NULL, NULL };
    laps->document = open_bytes_or_fail(reference, reference_size);
    pdk_document *there = open_bytes_or_fail(other, other_size);
    laps->truth = compare(laps->document, there, NULL, &error);
    if (laps->truth == NULL) fail_msg("%s", error.message);
    assert_true(isnan(cell_or_nan(pdk_document_find_table(laps->truth, "laps"), "alignment_residual", 1)));
    laps->steps = pdk_document_find_table(laps->truth, "steps");
    pdk_close(there);
}

static void make_laps(two_laps *laps)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    size_t sizes[2];
    options.seed = 4;
    options.hand = 1;
    uint8_t *one = synth_or_fail("raf", &options, &sizes[0]);
    options.hand = 2;
    uint8_t *other = synth_or_fail("raf", &options, &sizes[1]);
    take_laps(laps, one, sizes[0], other, sizes[1]);
}

static void forget_laps(two_laps *laps)
{
    pdk_close(laps->truth);
    pdk_close(laps->document);
    free(laps->reference);
    free(laps->other);
}

/* The lap on another map against the reference; NULL where it is refused. */
static pdk_document *compare_moved(const two_laps *laps, const other_map *map, const pdk_compare_options *options,
                                   pdk_error *error)
{
    size_t size;
    uint8_t *bytes = on_map(laps->other, laps->other_size, map, &size);
    pdk_document *there = open_bytes_or_fail(bytes, size), *made = compare(laps->document, there, options, error);
    pdk_close(there);
    free(bytes);
    return made;
}

static double angle_between(double one, double other)
{
    return fabs(remainder(one - other, 2 * 3.14159265358979323846));
}

/* Every delta as it was before the lap was moved; and the way back is what moved it. */
static void check_moved(const two_laps *laps, const other_map *map, double most_delta, double most_place)
{
    pdk_error error = { 0 };
    pdk_document *made = compare_moved(laps, map, NULL, &error);
    if (made == NULL) fail_msg("turned by %g, scaled by %g: %s", map->degrees, map->scale, error.message);
    const pdk_table *steps = pdk_document_find_table(made, "steps"), *table = pdk_document_find_table(made, "laps");
    double rotation = cell_or_nan(table, "alignment_rotation", 1), scale = cell_or_nan(table, "alignment_scale", 1);
    assert_true(cell_or_nan(table, "alignment_residual", 1) < 5);
    assert_true(isnan(cell_or_nan(table, "alignment_residual", 0)));
    assert_true(angle_between(rotation, -map->degrees * 3.14159265358979323846 / 180) < 0.01);
    assert_near(scale, 1 / map->scale, most_place / 1000); /* of a lap a kilometre across */
    double x = map->x, y = map->y;                         /* where 0, 0 was brought to: it must come back */
    double back_x = scale * (cos(rotation) * x - sin(rotation) * y) + cell_or_nan(table, "alignment_x", 1),
           back_y = scale * (sin(rotation) * x + cos(rotation) * y) + cell_or_nan(table, "alignment_y", 1);
    assert_near(back_x, 0, most_place);
    assert_near(back_y, 0, most_place);
    uint64_t rows = pdk_table_rows(steps);
    double worst = 0;
    assert_true(rows > 1000 && rows + 2 >= pdk_table_rows(laps->steps));
    for (uint64_t row = 0; row < rows && row < pdk_table_rows(laps->steps); row += 7) {
        double off = fabs(cell_or_nan(steps, "delta_1", row) - cell_or_nan(laps->steps, "delta_1", row));
        assert_true(off >= 0);
        worst = fmax(worst, off);
    }
    double ends =
        cell_or_nan(table, "delta", 1) - cell_or_nan(pdk_document_find_table(laps->truth, "laps"), "delta", 1);
    assert_near(ends, 0, 0.02); /* the whole lap, wherever it begins */
    if (worst > most_delta)
        fail_msg("turned by %g, scaled by %g, begun at %g, every %u: a delta is %g s off", map->degrees, map->scale,
                 map->start, map->every, worst);
    pdk_close(made);
}

static void moved_laps(void **state)
{
    (void)state;
    two_laps laps;
    static const other_map maps[] = {
        { .degrees = 0, .scale = 1, .x = 500, .y = -200 },
        { .degrees = 90, .scale = 1 },
        { .degrees = 180, .scale = 0.98, .x = 12000, .y = 3000 },
        { .degrees = -37, .scale = 1.02, .x = -800, .y = 40 },
        { .degrees = 141, .scale = 1.01, .x = 100, .y = 100, .start = 0.25 },
        { .degrees = 5, .scale = 0.99, .x = 30, .y = 900, .start = 0.5 },
        { .degrees = -90, .scale = 1, .x = 1, .y = 900, .start = 0.8 },
        { .degrees = 200, .scale = 1, .x = 1000, .y = 900, .every = 5 },
        { .degrees = 77, .scale = 1.02, .x = 1000, .y = 900, .every = 2, .start = 0.6 },
    };
    make_laps(&laps);
    /* The lap where it was has recorded times at its splits, which are up to 17 ms from its positions; on another map
     * it shares none of these lines. */
    const double recorded = 0.017;
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) check_moved(&laps, &maps[i], 0.03 + recorded, 4);
    const other_map noisy = { .degrees = 33, .scale = 1, .x = 700, .y = 70, .every = 5, .noise = 0.3, .start = 0.4 };
    check_moved(&laps, &noisy, 0.06 + recorded, 6);
    forget_laps(&laps);
}

static void mirrored_laps_are_refused(void **state)
{
    (void)state;
    two_laps laps;
    make_laps(&laps);
    for (int degrees = 0; degrees < 360; degrees += 90) {
        other_map map = { .degrees = degrees, .scale = 1, .x = 300, .mirrored = true, .start = degrees / 400.0 };
        pdk_error error = { 0 };
        assert_null(compare_moved(&laps, &map, NULL, &error));
        assert_int_equal(error.status, PDK_E_UNSUPPORTED);
        assert_string_equal(error.code, "compare.track");
        assert_non_null(strstr(error.message, "m apart (RMS)"));
    }
    forget_laps(&laps);
}

static void options_hold(void **state)
{
    (void)state;
    two_laps laps;
    const other_map map = { .degrees = 40, .scale = 1, .x = 3000 };
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    pdk_error error = { 0 };
    make_laps(&laps);
    options.no_alignment = 1;
    assert_null(compare_moved(&laps, &map, &options, &error));
    assert_string_equal(error.code, "compare.track");
    options.no_alignment = 0;
    options.max_residual = 0.01;
    assert_null(compare_moved(&laps, &map, &options, &error));
    assert_non_null(strstr(error.message, "more than 0.01 m"));
    options.max_residual = -1;
    assert_null(compare_moved(&laps, &map, &options, &error));
    assert_string_equal(error.code, "compare.residual");
    forget_laps(&laps);
}

/* Tracks of other seeds, none of which is the reference's. */
static void other_tracks_are_refused(void **state)
{
    (void)state;
    two_laps laps;
    make_laps(&laps);
    for (uint64_t seed = 20; seed < 32; seed++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        pdk_error error = { 0 };
        size_t size;
        options.seed = seed;
        uint8_t *bytes = synth_or_fail("raf", &options, &size);
        pdk_document *there = open_bytes_or_fail(bytes, size), *made = compare(laps.document, there, NULL, &error);
        if (made != NULL) fail_msg("seed %u is not refused", (unsigned)seed);
        assert_string_equal(error.code, "compare.track");
        pdk_close(there);
        free(bytes);
    }
    forget_laps(&laps);
}

/* Laps of one driver in the game, one of them on another map: lines of real laps differ by some metres. */
static void real_laps(void **state)
{
    (void)state;
    const char *path = real_file("raf/dataelephant_lap1.raf");
    if (path == NULL) skip();
    two_laps laps;
    size_t sizes[2];
    uint8_t *one = read_file(path, &sizes[0]), *other = read_file(real_file("raf/dataelephant_lap3.raf"), &sizes[1]);
    take_laps(&laps, one, sizes[0], other, sizes[1]);
    const other_map maps[] = { { .degrees = 25, .scale = 1, .x = 2000, .y = 10 },
                               { .degrees = -110, .scale = 1.02, .x = 2000, .y = 10, .start = 0.3, .every = 5 } };
    check_moved(&laps, &maps[0], 0.25, 10);
    check_moved(&laps, &maps[1], 0.3, 10);
    pdk_error error = { 0 };
    pdk_document *elsewhere = open_or_fail(real_file("raf/test1.raf"));
    assert_null(compare(laps.document, elsewhere, NULL, &error));
    assert_non_null(strstr(error.message, "m apart (RMS)"));
    pdk_close(elsewhere);
    forget_laps(&laps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moved_laps),   cmocka_unit_test(mirrored_laps_are_refused),
        cmocka_unit_test(options_hold), cmocka_unit_test(other_tracks_are_refused),
        cmocka_unit_test(real_laps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
