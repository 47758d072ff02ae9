/* What a comparison says in words, compared with what the pedals did: on real laps by a plain reading of their samples,
 * on made laps by what they were made to do. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "made_motion.h"
#include "motion/motion.h"

/* The words of one lap in one part. */
typedef struct claim {
    char reason[256];
    bool brakes, opens, apex; /* is there such a phrase? */
    double braked, opened;    /* m later */
    double faster;            /* km/h */
} claim;

static pdk_text text_in(const pdk_table *table, const char *column, uint64_t row)
{
    pdk_text text = { NULL, 0 };
    uint8_t valid = 0;
    pdk_error error;
    pdk_column_read read = { .column = pdk_table_find_column(table, column), .values = &text, .validity = &valid };
    assert_true(read.column != PDK_NO_COLUMN);
    assert_ok(pdk_table_read(table, row, 1, &read, 1, &error), error);
    return (valid & 1) != 0 ? text : (pdk_text){ "", 0 };
}

/* "braked 12 m later" with `begin` "braked ", and so on; the second word says the sign. */
static bool read_phrase(const char *text, const char *begin, const char *unit, const char *more, double *number)
{
    char word[16];
    char format[48];
    const char *found = strstr(text, begin);
    snprintf(format, sizeof format, "%%lf %s %%15[a-z]", unit);
    if (found == NULL || sscanf(found + strlen(begin), format, number, word) != 2) return false;
    if (strcmp(word, more) != 0) *number = -*number;
    return true;
}

static claim claim_of(const pdk_table *corners, uint64_t row)
{
    claim made = { .reason = "" };
    pdk_text sentence = text_in(corners, "sentence_1", row), reason = text_in(corners, "reason_1", row);
    assert_true(sentence.size > 0 && reason.size < sizeof made.reason);
    memcpy(made.reason, reason.data, reason.size);
    /* the sentence ends with the reason */
    assert_true(sentence.size > reason.size);
    assert_memory_equal(sentence.data + sentence.size - reason.size, reason.data, reason.size);
    made.brakes = read_phrase(made.reason, "braked ", "m", "later", &made.braked);
    made.opens = read_phrase(made.reason, "on the throttle ", "m", "later", &made.opened);
    const char *apex = strstr(made.reason, " km/h ");
    while (apex != NULL && apex > made.reason && apex[-1] >= '0' && apex[-1] <= '9') apex--;
    made.apex = apex != NULL && read_phrase(apex, "", "km/h", "faster", &made.faster);
    assert_true(made.apex == (strstr(made.reason, "at the apex") != NULL));
    return made;
}

/* ---------------------------------------------------------------------------------------------------- real laps */

enum { SAMPLES = 30000 };

/* A lap's samples as the file has them. */
typedef struct samples {
    pdk_document *document;
    double *at; /* m, by the game's ruler */
    double *time, *speed, *brake, *throttle;
    size_t count;
} samples;

static bool read_samples(const char *name, samples *lap)
{
    const char *path = real_file(name);
    if (path == NULL) return false;
    *lap = (samples){ .document = open_or_fail(path) };
    const pdk_table *table = pdk_document_find_table(lap->document, "telemetry");
    static const char *const columns[] = { "time", "speed", "brake", "throttle", "index_distance" };
    double **to[] = { &lap->time, &lap->speed, &lap->brake, &lap->throttle, &lap->at };
    lap->count = (size_t)pdk_table_rows(table);
    assert_true(lap->count < SAMPLES);
    for (size_t i = 0; i < 5; i++) {
        pdk_error error;
        *to[i] = calloc(lap->count, sizeof **to[i]);
        assert_non_null(*to[i]);
        assert_ok(pdk_table_read_f64(table, pdk_table_find_column(table, columns[i]), 0, lap->count, *to[i], &error),
                  error);
    }
    return true;
}

static void forget_samples(samples *lap)
{
    double *all[] = { lap->at, lap->time, lap->speed, lap->brake, lap->throttle };
    for (size_t i = 0; i < 5; i++) free(all[i]);
    pdk_close(lap->document);
}

/* The slowest sample between two places. */
static size_t slowest(const samples *lap, double from, double to)
{
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < lap->count; i++) {
        if (lap->at[i] < from || lap->at[i] > to) continue;
        if (found == SIZE_MAX || lap->speed[i] < lap->speed[found]) found = i;
    }
    assert_true(found != SIZE_MAX);
    return found;
}

/* Where the pedal goes over a tenth first, of those places before which it was off for 30 m; NaN = nowhere. */
static double first_braking(const samples *lap, double from, double to)
{
    double off = -HUGE_VAL;
    for (size_t i = 0; i < lap->count && lap->at[i] <= to; i++) {
        if (lap->brake[i] < 0.1) continue;
        if (lap->at[i] >= from && lap->at[i] - off > 30) return lap->at[i];
        off = lap->at[i];
    }
    return NAN;
}

/* Where the throttle comes over 15 %: the first time after the slowest sample, or, where it is open there, the last
 * time before after it was closed for a quarter of a second. */
static double opening(const samples *lap, size_t slow, double to)
{
    size_t i = slow;
    if (lap->throttle[slow] < 0.15) {
        while (i < lap->count && lap->throttle[i] < 0.15) i++;
        return i < lap->count && lap->at[i] <= to ? lap->at[i] : NAN;
    }
    for (size_t open = slow; i > 0; i--) {
        if (lap->throttle[i] >= 0.15) open = i;
        else if (lap->time[open] - lap->time[i] > 0.25) return lap->at[open];
    }
    return NAN;
}

typedef struct counts {
    size_t braked, opened, apex;
} counts;

static void check_real_row(const pdk_table *corners, uint64_t row, const samples laps[2], counts *seen)
{
    claim made = claim_of(corners, row);
    double start = cell_or_nan(corners, "start_distance", row), end = cell_or_nan(corners, "end_distance", row);
    size_t slow[2] = { slowest(&laps[0], start, end), slowest(&laps[1], start, end) };
    double braked[2], opened[2];
    for (int i = 0; i < 2; i++) {
        braked[i] = first_braking(&laps[i], start - 100, laps[i].at[slow[i]]);
        opened[i] = opening(&laps[i], slow[i], end);
        if (made.apex || made.opens) /* the slowest place is an apex, not an end of the part */
            assert_true(laps[i].at[slow[i]] > start + 3 && laps[i].at[slow[i]] < end - 3);
    }
    if (made.brakes && !(fabs(braked[1] - braked[0] - made.braked) <= 3))
        fail_msg("%s, but %g and %g m", made.reason, braked[0], braked[1]);
    if (made.opens && !(fabs(opened[1] - opened[0] - made.opened) <= 3))
        fail_msg("%s, but %g and %g m", made.reason, opened[0], opened[1]);
    double faster = (laps[1].speed[slow[1]] - laps[0].speed[slow[0]]) * 3.6;
    if (made.apex && !(fabs(faster - made.faster) <= 1)) fail_msg("%s, but %g km/h", made.reason, faster);
    seen->braked += made.brakes;
    seen->opened += made.opens;
    seen->apex += made.apex;
}

static void check_real_pair(const samples laps[2], counts *seen)
{
    pdk_lap_reference references[] = { { .document = laps[0].document }, { .document = laps[1].document } };
    pdk_document *comparison = NULL;
    pdk_error error;
    assert_ok(pdk_compare_laps(references, 2, NULL, &comparison, &error), error);
    const pdk_table *corners = pdk_document_find_table(comparison, "corners");
    for (uint64_t row = 0; row < pdk_table_rows(corners); row++) check_real_row(corners, row, laps, seen);
    pdk_close(comparison);
}

static void real_laps(void **state)
{
    (void)state;
    enum { LAPS = 4 };
    samples laps[LAPS];
    for (int i = 0; i < LAPS; i++) {
        char name[48];
        snprintf(name, sizeof name, "raf/dataelephant_lap%d.raf", i + 1);
        if (!read_samples(name, &laps[i])) skip();
    }
    counts seen = { 0, 0, 0 };
    for (int i = 0; i < LAPS; i++) {
        for (int k = 0; k < LAPS; k++) {
            if (i == k) continue;
            const samples pair[2] = { laps[i], laps[k] };
            check_real_pair(pair, &seen);
        }
    }
    printf("%zu phrases on braking, %zu on the throttle, %zu on the apex\n", seen.braked, seen.opened, seen.apex);
    assert_true(seen.braked >= 20 && seen.opened >= 10 && seen.apex >= 20); /* a text that says nothing is never
                                                                             * wrong */
    for (int i = 0; i < LAPS; i++) forget_samples(&laps[i]);
}

/* ---------------------------------------------------------------------------------------------------- made laps */

/* Two straights of 400 m and two bends of 60 m radius to the left. What a lap does in each half, in m from the
 * straight's begin; a lap begins at 100 m. */
typedef struct plan {
    double brake_from, slow, open_from;
    double stab_from, stab_to;   /* the brake is on there, too */
    double close_from, close_to; /* the throttle is closed there, too */
    bool unbraked;
    const char *reason; /* against the first, in both halves; NULL = the braking of a stab is not compared */
} plan;

static const double straight = 400, bend = 60, fast = 50, begin = 100;
static const plan plans[] = {
    { .brake_from = 300, .slow = 20, .open_from = 504, .reason = "" },
    { .brake_from = 312, .slow = 20, .open_from = 504, .reason = "braked 12 m later" },
    { .brake_from = 300, .slow = 21, .open_from = 504, .reason = "3 km/h faster at the apex" },
    { .brake_from = 300, .slow = 20, .open_from = 524, .reason = "on the throttle 20 m later" },
    { .brake_from = 285,
      .slow = 19,
      .open_from = 484,
      .reason = "braked 15 m earlier, 3 km/h slower at the apex, on the throttle 20 m earlier" },
    { .brake_from = 300, .slow = 20, .open_from = 504, .stab_from = 240, .stab_to = 250, .reason = "" },
    { .brake_from = 320, .slow = 20, .open_from = 504, .stab_from = 240, .stab_to = 250, .reason = "" },
    { .brake_from = 300, .slow = 20, .open_from = 504, .close_from = 520, .close_to = 550, .reason = "" },
    { .brake_from = 300, .slow = 20, .open_from = 504, .unbraked = true, .reason = "did not brake" },
};
enum { PLANS = sizeof plans / sizeof plans[0] };

static double half_length(void)
{
    return straight + PDK_PI * bend;
}

/* Where a car is after that many metres. */
static void stadium(double distance, double place[2])
{
    double within = fmod(distance, 2 * half_length()), sign = within < half_length() ? 1 : -1;
    double on = fmod(within, half_length()), angle = (on - straight) / bend;
    place[0] = sign * (on < straight ? on - straight / 2 : straight / 2 + bend * sin(angle));
    place[1] = sign * (on < straight ? -bend : -bend * cos(angle));
}

static made_pose pose_of(const plan *lap, double distance)
{
    double on = fmod(distance, half_length()), middle = fabs((on - straight) / (PDK_PI * bend) - 0.5);
    made_pose pose = { .speed = fast };
    if (on < 150) pose.speed = lap->slow + (fast - lap->slow) * on / 150;
    else if (on >= straight) pose.speed = lap->slow * (0.9 + 0.2 * middle);
    else if (on >= lap->brake_from)
        pose.speed = fast - (fast - lap->slow) * (on - lap->brake_from) / (straight - lap->brake_from);
    bool braked = !lap->unbraked && on >= lap->brake_from && on < straight;
    pose.brake = braked || (on >= lap->stab_from && on < lap->stab_to) ? 0.8 : 0;
    bool closed = (on >= lap->brake_from - 10 && on < lap->open_from) || (on >= lap->close_from && on < lap->close_to);
    pose.throttle = closed || pose.brake > 0 ? 0 : 1;
    return pose;
}

/* A lap of each plan, and some metres before the first and after the last. */
static pdk_document *make_laps(void)
{
    enum { MOST = 60000 };
    made_pose *poses = calloc(MOST, sizeof *poses);
    assert_non_null(poses);
    double length = 2 * half_length(), distance = begin - 60, end = begin + PLANS * length + 60;
    size_t count = 0;
    for (; count < MOST && distance < end; count++) {
        double lap = floor((distance - begin) / length), place[2];
        size_t number = lap < 0 ? 0 : lap < PLANS ? (size_t)lap : PLANS - 1;
        stadium(distance, place);
        poses[count] = pose_of(&plans[number], distance);
        poses[count].time = 0.01 * (double)count;
        poses[count].x = place[0];
        poses[count].y = place[1];
        distance += poses[count].speed * 0.01;
    }
    pdk_document *document = make_motion(poses, count, PDK_FRAME_Z_UP, MADE_SPEED | MADE_PEDALS);
    free(poses);
    return document;
}

static pdk_document *compare_plans(const pdk_document *laps, size_t one, size_t other)
{
    char numbers[2][8];
    snprintf(numbers[0], sizeof numbers[0], "%zu", one + 1);
    snprintf(numbers[1], sizeof numbers[1], "%zu", other + 1);
    pdk_lap_reference references[] = { { .document = laps, .lap = numbers[0] },
                                       { .document = laps, .lap = numbers[1] } };
    pdk_compare_options options = PDK_COMPARE_OPTIONS_INIT;
    const double line[4] = { begin - straight / 2, -bend - 20, begin - straight / 2, -bend + 20 };
    options.has_line = true;
    memcpy(options.line, line, sizeof line);
    pdk_document *comparison = NULL;
    pdk_error error;
    assert_ok(pdk_compare_laps(references, 2, &options, &comparison, &error), error);
    return comparison;
}

/* The same phrases as in the plan, metres and km/h within one. */
static void check_claim(const claim *made, const char *wanted, double sign)
{
    double number = 0;
    const char *apex = strstr(wanted, " km/h ");
    bool brakes = read_phrase(wanted, "braked ", "m", "later", &number);
    assert_true(made->brakes == brakes);
    if (brakes) assert_near(made->braked, sign * number, 1.01);
    bool opens = read_phrase(wanted, "on the throttle ", "m", "later", &number);
    assert_true(made->opens == opens);
    if (opens) assert_near(made->opened, sign * number, 1.01);
    assert_true(made->apex == (apex != NULL));
    if (apex != NULL) {
        assert_true(read_phrase(apex - 1, "", "km/h", "faster", &number));
        assert_near(made->faster, sign * number, 1.01);
    }
}

static void made_laps(void **state)
{
    (void)state;
    pdk_document *laps = make_laps();
    for (size_t lap = 1; lap < PLANS; lap++) {
        for (int way = 0; way < 2; way++) {
            pdk_document *comparison = compare_plans(laps, way == 0 ? 0 : lap, way == 0 ? lap : 0);
            const pdk_table *corners = pdk_document_find_table(comparison, "corners");
            size_t numbered = 0;
            for (uint64_t row = 0; row < pdk_table_rows(corners); row++) {
                if (cell_or_nan(corners, "corner", row) == 0) continue;
                claim made = claim_of(corners, row);
                numbered++;
                printf("plan %zu, %s, corner %g: %s\n", lap, way == 0 ? "against the first" : "the first against it",
                       cell_or_nan(corners, "corner", row), made.reason);
                check_claim(&made, plans[lap].reason, way == 0 ? 1 : -1);
                if (way == 0 && plans[lap].unbraked) assert_string_equal(made.reason, "did not brake");
                if (way == 1 && plans[lap].unbraked)
                    assert_string_equal(made.reason, "braked where the reference did not");
            }
            /* a reference that does not brake has its corners in one part */
            assert_int_equal(numbered, way == 1 && plans[lap].unbraked ? 1 : 2);
            pdk_close(comparison);
        }
    }
    pdk_close(laps);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(real_laps), cmocka_unit_test(made_laps) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
