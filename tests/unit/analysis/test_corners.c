/* The track of a recording and its corners, from whole files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/corner/corners.h"
#include "made_motion.h"

static const double full_turn = 2 * PDK_PI;

static const pdk_table *answer(const pdk_document *document, const char *name)
{
    const pdk_table *table = NULL;
    pdk_error error;
    assert_ok(pdk_answer(document, name, &table, &error), error);
    return table;
}

static double *numbers(const pdk_table *table, const char *column)
{
    size_t rows = (size_t)pdk_table_rows(table), number = pdk_table_find_column(table, column);
    double *values = malloc((rows + 1) * sizeof *values);
    pdk_error error;
    assert_non_null(values);
    assert_true(number != PDK_NO_COLUMN);
    assert_ok(pdk_table_read_f64(table, number, 0, rows, values, &error), error);
    return values;
}

/* A stadium: straights of 400 m, bends of 60 m radius to the left, driven at 50 and 20 m/s with braking in between. */
static const double straight = 400, bend = 60, fast = 50, slow = 20;

static double lap_length(void)
{
    return 2 * straight + full_turn * bend;
}

static void stadium(double distance, double place[2])
{
    double half = straight + PDK_PI * bend, within = fmod(distance, 2 * half), sign = within < half ? 1 : -1;
    double on = fmod(within, half), x, y;
    if (on < straight) {
        x = on - straight / 2;
        y = -bend;
    } else {
        double angle = (on - straight) / bend;
        x = straight / 2 + bend * sin(angle);
        y = -bend * cos(angle);
    }
    place[0] = sign * x;
    place[1] = sign * y;
}

/* On the straights fast, with the brake on for the last 100 m of each; in the bends slow. */
static double speed_at(double distance, double *brake)
{
    double half = straight + PDK_PI * bend, on = fmod(distance, half);
    *brake = on >= 300 && on < straight ? 0.8 : 0;
    if (on < 150) return slow + (fast - slow) * on / 150;
    if (on < 300) return fast;
    if (on < straight) return fast - (fast - slow) * (on - 300) / 100;
    double middle = fabs((on - straight) / (PDK_PI * bend) - 0.5);
    return slow * (0.9 + 0.2 * middle);
}

static pdk_document *drive_stadium(int laps, double aside)
{
    enum { MOST = 40000 };
    made_pose *poses = calloc(MOST, sizeof *poses);
    assert_non_null(poses);
    size_t count = 0;
    double distance = 0, time = 0, brake;
    for (; count < MOST && distance < laps * lap_length() + 250; count++) {
        double here[2], ahead[2];
        stadium(distance, here);
        stadium(distance + 0.01, ahead);
        double heading = atan2(ahead[1] - here[1], ahead[0] - here[0]), speed = speed_at(distance, &brake);
        poses[count] = (made_pose){ .time = time,
                                    .x = here[0] - aside * sin(heading),
                                    .y = here[1] + aside * cos(heading),
                                    .speed = speed,
                                    .brake = brake,
                                    .throttle = brake > 0                                ? 0
                                                : fmod(distance, lap_length() / 2) < 300 ? 1
                                                                                         : 0.05 };
        distance += speed * 0.02;
        time += 0.02;
    }
    pdk_document *document = make_motion(poses, count, PDK_FRAME_Z_UP, MADE_SPEED | MADE_PEDALS);
    free(poses);
    return document;
}

/* The bends of the stadium are its corners, and each lap through them is measured where it brakes, turns and opens the
 * throttle. */
static void by_hand(void **state)
{
    (void)state;
    pdk_document *document = drive_stadium(5, 1);
    const pdk_driven_track *track;
    pdk_error error;
    assert_ok(pdk_driven_track_of(document, &track, &error), error);
    const pdk_driven_track_info *info = pdk_driven_track_about(track);
    assert_true(info->closed && !info->given && info->laps >= 3);
    assert_near(info->length, 2 * straight + full_turn * (bend - 1), 3);
    const pdk_table *corners = answer(document, "corners");
    assert_int_equal(pdk_table_rows(corners), 2);
    double *radius = numbers(corners, "radius"), *angle = numbers(corners, "angle"),
           *start = numbers(corners, "start_distance"), *end = numbers(corners, "end_distance"),
           *x = numbers(corners, "x");
    for (int i = 0; i < 2; i++) {
        assert_near(radius[i], bend - 1, 8);
        assert_near(angle[i], PDK_PI, 0.15);
        double long_is = end[i] - start[i];
        if (long_is < 0) long_is += info->length;
        assert_near(long_is, PDK_PI * (bend - 1), 25);
    }
    assert_true(x[0] * x[1] < 0); /* at opposite ends */
    const pdk_table *times = answer(document, "corner_times");
    size_t rows = (size_t)pdk_table_rows(times);
    assert_true(rows >= 8);
    double *time = numbers(times, "time"), *entry = numbers(times, "entry_speed"),
           *least = numbers(times, "minimum_speed"), *brake = numbers(times, "brake_distance"),
           *throttle = numbers(times, "throttle_distance"), *corner = numbers(times, "corner");
    size_t braked = 0, opened = 0;
    for (size_t i = 0; i < rows; i++) {
        int which = (int)corner[i] - 1;
        assert_near(least[i], slow * 0.9, 0.1);
        assert_near(time[i], PDK_PI * bend / (0.95 * slow), 1.5);
        assert_true(entry[i] > slow - 1 && entry[i] < slow + 5);
        double before = start[which] - brake[i], behind = throttle[i] - end[which];
        if (before < 0) before += info->length;
        if (behind < -info->length / 2) behind += info->length;
        braked += fabs(before - 100) < 15;
        opened += fabs(behind) < 15;
    }
    assert_int_equal(braked, rows);
    assert_true(opened + 1 >= rows); /* the last lap may end before */
    double *all[] = { radius, angle, start, end, x, time, entry, least, brake, throttle, corner };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    pdk_close(document);
}

/* The line, its points and places on it, as a program sees them. */
static void track_from_c(void **state)
{
    (void)state;
    pdk_document *document = drive_stadium(4, 0);
    const pdk_driven_track *track;
    pdk_error error;
    assert_ok(pdk_driven_track_of(document, &track, &error), error);
    const pdk_driven_track_info *info = pdk_driven_track_about(track);
    pdk_driven_track_point *points = malloc(info->points * sizeof *points);
    assert_non_null(points);
    assert_ok(pdk_driven_track_read(track, 0, info->points, points, &error), error);
    for (size_t i = 0; i < info->points; i += 37) {
        const double place[3] = { points[i].x - 2 * sin(points[i].heading), points[i].y + 2 * cos(points[i].heading),
                                  points[i].z };
        double distance, lateral;
        assert_true(pdk_driven_track_locate(track, place, &points[i].heading, &distance, &lateral));
        assert_near(distance, (double)i * info->step, 0.2);
        assert_near(lateral, 2, 0.05);
        assert_true(points[i].left >= points[i].right - 1e-6);
        assert_true(points[i].curvature > -0.002 && points[i].curvature < 1.1 / bend);
    }
    assert_int_equal(pdk_driven_track_read(track, info->points, 1, points, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, "argument.rows");
    free(points);
    pdk_timing_line line;
    assert_true(pdk_driven_track_timing_line_at(track, 0, &line));
    assert_false(pdk_driven_track_timing_line_at(track, info->timing_lines, &line));
    /* A moment is as far as it was driven, from the line on. */
    double times[3] = { 20, 20.5, 1e9 }, distances[3], laterals[3];
    pdk_driven_track_places(track, 0, times, 3, distances, laterals);
    assert_true(distances[1] - distances[0] > 5 && distances[1] - distances[0] < 30);
    assert_true(fabs(laterals[0]) < 0.5 && isnan(distances[2]));
    pdk_driven_track_places(track, 77, times, 1, distances, NULL);
    assert_true(isnan(distances[0]));
    assert_int_equal(pdk_driven_track_of(NULL, &track, &error), PDK_E_ARGUMENT);
    pdk_close(document);
}

enum { MOST_FOUND = 32 };

/* The corners of a lap that is alone in its file, which passes all of them. */
typedef struct found_corners {
    double apex[MOST_FOUND], angle[MOST_FOUND];
    size_t count;
} found_corners;

static found_corners find_in(const pdk_document *document)
{
    const pdk_table *corners = answer(document, "corners"), *times = answer(document, "corner_times");
    found_corners found = { .count = (size_t)pdk_table_rows(corners) };
    double *apex = numbers(corners, "apex_distance"), *angle = numbers(corners, "angle"),
           *time = numbers(times, "time"), *entry = numbers(times, "entry_speed");
    assert_true(found.count <= MOST_FOUND && found.count > 2);
    for (size_t i = 0; i < found.count; i++) {
        found.apex[i] = apex[i];
        found.angle[i] = angle[i];
    }
    for (size_t i = 0; i < pdk_table_rows(times); i++)
        assert_true(time[i] > 0.5 && time[i] < 20 && entry[i] > 8 && entry[i] < 80);
    double *all[] = { apex, angle, time, entry };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    return found;
}

/* As many corners, to the same sides, at the same places. */
static void assert_same_corners(const found_corners *one, const found_corners *other, const char *what)
{
    if (one->count != other->count) fail_msg("%s: %zu corners, not %zu", what, other->count, one->count);
    for (size_t i = 0; i < one->count; i++) {
        bool same = fabs(one->apex[i] - other->apex[i]) < 15 && one->angle[i] * other->angle[i] > 0;
        if (!same) fail_msg("%s: corner %zu is at %g m, not at %g m", what, i + 1, other->apex[i], one->apex[i]);
    }
}

/* Every lap of a track shows the same corners, each from its own file alone. */
static void real_tracks(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t corners;
    } files[] = { { "raf/dataelephant_lap1.raf", 5 },
                  { "raf/dataelephant_lap2.raf", 5 },
                  { "raf/dataelephant_lap3.raf", 5 },
                  { "raf/dataelephant_lap4.raf", 5 },
                  { "raf/test.raf", 8 },
                  { "raf/test1.raf", 8 } };
    found_corners before = { .count = 0 };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char *path = real_file(files[i].name);
        if (path == NULL) skip();
        pdk_document *document = open_or_fail(path);
        found_corners found = find_in(document);
        assert_int_equal(found.count, files[i].corners);
        assert_int_equal(pdk_table_rows(answer(document, "corner_times")), files[i].corners);
        if (i > 0 && found.count == before.count) assert_same_corners(&before, &found, files[i].name);
        before = found;
        pdk_close(document);
    }
}

/* So do laps of generated tracks by any driver, unless a kink turns by just the angle from which it counts.
 */
static void generated_hands(void **state)
{
    (void)state;
    static const uint64_t seeds[] = { 1, 2, 4, 6 };
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++) {
        uint64_t seed = seeds[i];
        found_corners first = { .count = 0 };
        for (uint64_t hand = 1; hand <= 3; hand++) {
            pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
            size_t size;
            char what[48];
            options.seed = seed;
            options.hand = hand;
            uint8_t *bytes = synth_or_fail("raf", &options, &size);
            pdk_document *document = open_bytes_or_fail(bytes, size);
            found_corners found = find_in(document);
            snprintf(what, sizeof what, "track %d, hand %d", (int)seed, (int)hand);
            if (hand == 1) first = found;
            else assert_same_corners(&first, &found, what);
            pdk_close(document);
            free(bytes);
        }
    }
}

/* ---------------------------------------------------------------------------------------- one numbering for all */

enum { HANDS = 4 };

typedef struct hand_files {
    uint8_t *bytes[HANDS];
    size_t sizes[HANDS];
} hand_files;

/* The corners of each hand's file, by a numbering that has met the files in this order. */
static void number_in_order(const hand_files *files, const int order[HANDS], found_corners found[HANDS])
{
    pdk_document *documents[HANDS];
    pdk_corner_numbering *numbering;
    pdk_error error;
    assert_ok(pdk_corner_numbering_create(NULL, &numbering, &error), error);
    for (int i = 0; i < HANDS; i++) documents[i] = open_bytes_or_fail(files->bytes[i], files->sizes[i]);
    for (int i = 0; i < HANDS; i++) assert_ok(pdk_corner_numbering_add(numbering, documents[order[i]], &error), error);
    for (int i = 0; i < HANDS; i++) {
        assert_ok(pdk_corner_numbering_apply(numbering, documents[order[i]], &error), error);
        found[order[i]] = find_in(documents[order[i]]);
    }
    pdk_corner_numbering_close(numbering);
    for (int i = 0; i < HANDS; i++) pdk_close(documents[i]);
}

/* Laps that show another number of corners each alone have the same together, whichever comes first. */
static void one_numbering(void **state)
{
    (void)state;
    static const int orders[][HANDS] = { { 0, 1, 2, 3 }, { 3, 2, 1, 0 }, { 1, 3, 0, 2 } };
    static const uint64_t seeds[] = { 3, 7 };
    size_t differ = 0;
    for (size_t s = 0; s < sizeof seeds / sizeof seeds[0]; s++) {
        hand_files files;
        found_corners alone[HANDS], first[HANDS], found[HANDS];
        for (int i = 0; i < HANDS; i++) {
            pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
            options.seed = seeds[s];
            options.hand = (uint64_t)i + 1;
            files.bytes[i] = synth_or_fail("raf", &options, &files.sizes[i]);
            pdk_document *document = open_bytes_or_fail(files.bytes[i], files.sizes[i]);
            alone[i] = find_in(document);
            differ += alone[i].count != alone[0].count;
            pdk_close(document);
        }
        for (size_t o = 0; o < sizeof orders / sizeof orders[0]; o++) {
            number_in_order(&files, orders[o], found);
            if (o == 0) memcpy(first, found, sizeof first);
            for (int i = 0; i < HANDS; i++) {
                assert_same_corners(&found[0], &found[i], "one numbering");
                assert_int_equal(found[i].count, first[i].count);
                for (size_t k = 0; k < found[i].count; k++) assert_near(found[i].apex[k], first[i].apex[k], 0);
            }
        }
        for (int i = 0; i < HANDS; i++) free(files.bytes[i]);
    }
    assert_true(differ > 0); /* else this shows nothing */
}

typedef struct saved_text {
    char *text;
    size_t size;
} saved_text;

static saved_text save(const pdk_corner_numbering *numbering)
{
    pdk_output *output;
    pdk_error error;
    assert_ok(pdk_output_memory(&output, &error), error);
    assert_ok(pdk_corner_numbering_save(numbering, output, &error), error);
    pdk_bytes bytes = pdk_output_bytes(output);
    saved_text saved = { malloc(bytes.size + 1), bytes.size };
    assert_non_null(saved.text);
    memcpy(saved.text, bytes.data, bytes.size);
    saved.text[bytes.size] = '\0';
    pdk_output_close(output);
    return saved;
}

static pdk_document *synth_hand(uint64_t hand, uint8_t **bytes)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    size_t size;
    options.seed = 3;
    options.hand = hand;
    *bytes = synth_or_fail("raf", &options, &size);
    return open_bytes_or_fail(*bytes, size);
}

/* Corners that were saved are what they were, to the last bit, and no recording that comes later changes them. */
static void saved_numbering(void **state)
{
    (void)state;
    uint8_t *bytes[4];
    pdk_corner_numbering *made, *read;
    pdk_error error;
    found_corners found[2];
    pdk_document *first = synth_hand(2, &bytes[0]), *later = synth_hand(1, &bytes[3]);
    assert_ok(pdk_corner_numbering_create(NULL, &made, &error), error);
    assert_int_equal(pdk_corner_numbering_track_count(made), 0);
    assert_ok(pdk_corner_numbering_add(made, first, &error), error);
    assert_int_equal(pdk_corner_numbering_track_count(made), 1);
    saved_text saved = save(made);
    assert_ok(pdk_corner_numbering_create(NULL, &read, &error), error);
    assert_ok(pdk_corner_numbering_load(read, saved.text, saved.size, &error), error);
    find_in(later); /* it has been asked for its corners: it would have a say among those that are not saved */
    assert_ok(pdk_corner_numbering_add(read, later, &error), error);
    saved_text again = save(read);
    assert_string_equal(saved.text, again.text);
    for (int i = 0; i < 2; i++) {
        pdk_document *document = synth_hand(3, &bytes[1 + i]);
        assert_ok(pdk_corner_numbering_apply(i == 0 ? made : read, document, &error), error);
        found[i] = find_in(document);
        pdk_close(document);
    }
    assert_true(found[0].count > 0);
    assert_memory_equal(&found[0], &found[1], sizeof found[0]);
    pdk_corner_numbering_close(made);
    pdk_corner_numbering_close(read);
    pdk_close(first);
    pdk_close(later);
    for (int i = 0; i < 4; i++) free(bytes[i]);
    free(saved.text);
    free(again.text);
}

/* Text that was cut or changed gives a clear error, or a numbering; never half of one. */
static void damaged_numbering(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "", "[]", "{\"version\":1}", "{\"version\":1,\"tracks\":[1]}",
        "{\"version\":1,\"tracks\":[{\"laps\":1,\"fastest\":1,\"length\":1,\"line\":[],\"corners\":[]}]}"
    };
    uint8_t *bytes;
    pdk_corner_numbering *numbering;
    pdk_error error;
    pdk_document *document = synth_hand(2, &bytes);
    assert_ok(pdk_corner_numbering_create(NULL, &numbering, &error), error);
    assert_ok(pdk_corner_numbering_add(numbering, document, &error), error);
    saved_text saved = save(numbering);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(pdk_corner_numbering_load(numbering, wrong[i], strlen(wrong[i]), &error), PDK_E_CORRUPT);
        assert_true(error.message[0] != '\0' && error.code[0] != '\0');
    }
    for (size_t size = 0; size < saved.size; size += 97)
        assert_int_equal(pdk_corner_numbering_load(numbering, saved.text, size, &error), PDK_E_CORRUPT);
    for (size_t at = 0; at < saved.size; at += 31) {
        char kept = saved.text[at];
        if (kept == '}') continue; /* which place that is depends on the digits, and so on the machine */
        saved.text[at] = '}';
        assert_int_equal(pdk_corner_numbering_load(numbering, saved.text, saved.size, &error), PDK_E_CORRUPT);
        saved.text[at] = kept;
    }
    static const char newer[] = "{\"version\":2,\"tracks\":[]}";
    assert_int_equal(pdk_corner_numbering_load(numbering, newer, strlen(newer), &error), PDK_E_UNSUPPORTED);
    assert_int_equal(pdk_corner_numbering_track_count(numbering), 1);
    assert_int_equal(pdk_corner_numbering_load(NULL, newer, 1, &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_corner_numbering_load(numbering, NULL, 0, &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_corner_numbering_save(numbering, NULL, &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_corner_numbering_save(NULL, NULL, &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_corner_numbering_track_count(NULL), 0);
    pdk_corner_numbering_close(numbering);
    pdk_close(document);
    free(saved.text);
    free(bytes);
}

/* A recording that has been asked for its corners keeps them, and the others get them. Tracks stay apart. */
static void settled_numbering(void **state)
{
    (void)state;
    pdk_document *documents[3];
    uint8_t *bytes[3];
    pdk_corner_numbering *numbering, *none;
    pdk_error error;
    for (int i = 0; i < 3; i++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        size_t size;
        options.seed = i < 2 ? 3 : 4;
        options.hand = (uint64_t)i + 1;
        bytes[i] = synth_or_fail("raf", &options, &size);
        documents[i] = open_bytes_or_fail(bytes[i], size);
    }
    found_corners one = find_in(documents[0]), elsewhere;
    assert_ok(pdk_corner_numbering_create(NULL, &numbering, &error), error);
    for (int i = 3; i-- > 0;) assert_ok(pdk_corner_numbering_add(numbering, documents[i], &error), error);
    for (int i = 3; i-- > 0;) assert_ok(pdk_corner_numbering_apply(numbering, documents[i], &error), error);
    found_corners again = find_in(documents[0]), other = find_in(documents[1]);
    elsewhere = find_in(documents[2]);
    assert_memory_equal(&one, &again, sizeof one);
    assert_same_corners(&one, &other, "the second");
    assert_int_equal(elsewhere.count, 7);
    assert_int_equal(pdk_corner_numbering_create(NULL, NULL, &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_corner_numbering_add(NULL, documents[0], &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_corner_numbering_apply(numbering, NULL, &error), PDK_E_ARGUMENT);
    assert_ok(pdk_corner_numbering_create(NULL, &none, &error), error);
    pdk_corner_numbering_close(none);
    pdk_corner_numbering_close(NULL);
    pdk_corner_numbering_close(numbering);
    for (int i = 0; i < 3; i++) {
        pdk_close(documents[i]);
        free(bytes[i]);
    }
}

static void number_all(pdk_document *const *documents, size_t count)
{
    pdk_corner_numbering *numbering;
    pdk_error error;
    assert_ok(pdk_corner_numbering_create(NULL, &numbering, &error), error);
    for (size_t i = 0; i < count; i++) assert_ok(pdk_corner_numbering_add(numbering, documents[i], &error), error);
    for (size_t i = 0; i < count; i++) assert_ok(pdk_corner_numbering_apply(numbering, documents[i], &error), error);
    pdk_corner_numbering_close(numbering);
}

/* Files opened one after the other, each asked at once: when those that are stale are opened again, all have the
 * corners that they have together, whatever the order. */
static void stale_corners(void **state)
{
    (void)state;
    static const int orders[][HANDS] = { { 0, 1, 2, 3 }, { 3, 2, 1, 0 } };
    hand_files files;
    found_corners together[HANDS];
    size_t renewed = 0;
    for (int i = 0; i < HANDS; i++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.seed = 3;
        options.hand = (uint64_t)i + 1;
        files.bytes[i] = synth_or_fail("raf", &options, &files.sizes[i]);
    }
    number_in_order(&files, orders[0], together);
    for (size_t o = 0; o < sizeof orders / sizeof orders[0]; o++) {
        pdk_document *documents[HANDS];
        bool stale[HANDS];
        pdk_error error;
        for (size_t i = 0; i < HANDS; i++) {
            const int *order = orders[o];
            documents[i] = open_bytes_or_fail(files.bytes[order[i]], files.sizes[order[i]]);
            assert_ok(pdk_corner_numbering_stale((const pdk_document *const *)documents, i + 1, stale, &error), error);
            assert_false(stale[i]);
            for (size_t k = 0; k < i; k++) {
                if (!stale[k]) continue;
                pdk_close(documents[k]);
                documents[k] = open_bytes_or_fail(files.bytes[order[k]], files.sizes[order[k]]);
                renewed++;
            }
            number_all(documents, i + 1);
            for (size_t k = 0; k <= i; k++) find_in(documents[k]);
        }
        assert_ok(pdk_corner_numbering_stale((const pdk_document *const *)documents, HANDS, stale, &error), error);
        for (size_t i = 0; i < HANDS; i++) {
            found_corners found = find_in(documents[i]);
            assert_false(stale[i]);
            assert_int_equal(found.count, together[orders[o][i]].count);
            for (size_t k = 0; k < found.count; k++) assert_near(found.apex[k], together[orders[o][i]].apex[k], 0.1);
            pdk_close(documents[i]);
        }
        assert_int_equal(pdk_corner_numbering_stale(NULL, 1, stale, &error), PDK_E_ARGUMENT);
        assert_ok(pdk_corner_numbering_stale(NULL, 0, NULL, &error), error);
    }
    assert_true(renewed > 0);
    for (int i = 0; i < HANDS; i++) free(files.bytes[i]);
}

/* In generated replays everyone passes every corner in every whole lap, in all dialects; replays without crossings too.
 */
static void generated(void **state)
{
    (void)state;
    static const struct {
        const char *format, *dialect;
    } files[] = { { "vcr", "r1" }, { "vcr", "r2" }, { "vcr", "l" }, { "rply", "2.1" } };
    for (size_t f = 0; f < 4; f++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.dialect = files[f].dialect;
        options.seconds = 200;
        options.seed = 5;
        size_t size;
        uint8_t *bytes = synth_or_fail(files[f].format, &options, &size);
        pdk_document *document = open_bytes_or_fail(bytes, size);
        const pdk_table *corners = answer(document, "corners"), *times = answer(document, "corner_times");
        size_t count = (size_t)pdk_table_rows(corners), rows = (size_t)pdk_table_rows(times), laps = 0;
        assert_true(count >= 3);
        double *lap = numbers(times, "lap"), *slot = numbers(times, "slot"), *corner = numbers(times, "corner");
        for (size_t i = 0; i + count <= rows; i++) {
            bool whole = corner[i] == 1 && lap[i] > 1; /* before its first lap, a car may begin inside corner 1 */
            for (size_t k = 0; k < count && whole; k++)
                whole = corner[i + k] == (double)(k + 1) && lap[i + k] == lap[i] && slot[i + k] == slot[i];
            laps += whole;
        }
        size_t lap_count;
        pdk_error error;
        assert_ok(pdk_lap_count(document, &lap_count, &error), error);
        size_t timed = 0;
        for (size_t i = 0; i < lap_count; i++) {
            const pdk_lap *one = pdk_lap_at(document, i);
            timed += one->kind == PDK_LAP_TIMED && one->lap > 1;
        }
        printf("%s %s: %zu corners, %zu of %zu timed laps pass all\n", files[f].format, files[f].dialect, count, laps,
               timed);
        assert_true(laps >= timed && timed > 0);
        free(lap);
        free(slot);
        free(corner);
        pdk_close(document);
        free(bytes);
    }
}

/* A car that stands, drives no lap, or is nowhere, has no track, and that is reported. */
static void no_track(void **state)
{
    (void)state;
    enum { COUNT = 2000 };
    static made_pose poses[COUNT];
    for (int kind = 0; kind < 5; kind++) {
        for (int i = 0; i < COUNT; i++) {
            poses[i] = (made_pose){ .time = i * 0.02, .x = kind == 1 ? i * 0.5 : 0, .speed = kind == 1 ? 25 : 0 };
            if (kind == 2) poses[i].x = NAN;
            if (kind == 3) poses[i].time = 5;
            if (kind == 4) poses[i].x = (i % 2) * 1e8;
        }
        pdk_document *document = make_motion(poses, kind == 0 ? 1 : COUNT, PDK_FRAME_Z_UP, MADE_SPEED);
        const pdk_driven_track *track;
        const pdk_table *table;
        pdk_error error;
        assert_int_equal(pdk_driven_track_of(document, &track, &error), PDK_E_UNSUPPORTED);
        assert_string_equal(error.code, "track.once");
        assert_null(track);
        assert_int_equal(pdk_answer_available(document, "corners", &error), PDK_E_UNSUPPORTED);
        assert_string_equal(error.code, "track.once");
        assert_int_equal(pdk_answer(document, "corner_times", &table, &error), PDK_E_UNSUPPORTED);
        pdk_close(document);
    }
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = 100;
    size_t size;
    uint8_t *bytes = synth_or_fail("rld", &options, &size);
    pdk_document *scan = open_bytes_or_fail(bytes, size);
    const pdk_driven_track *track;
    pdk_error error;
    assert_int_equal(pdk_driven_track_of(scan, &track, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "analysis.motion");
    pdk_close(scan);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),         cmocka_unit_test(track_from_c),      cmocka_unit_test(real_tracks),
        cmocka_unit_test(generated_hands), cmocka_unit_test(one_numbering),     cmocka_unit_test(settled_numbering),
        cmocka_unit_test(saved_numbering), cmocka_unit_test(damaged_numbering), cmocka_unit_test(generated),
        cmocka_unit_test(no_track),        cmocka_unit_test(stale_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
