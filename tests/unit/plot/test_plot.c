/* Whole plots: of recordings made by hand, as odd as can be, and of generated files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "made_motion.h"
#include "random.h"
#include "support.h"

#define KIND(number, upper, name, takes, shows) +1
enum { KINDS = PDK_PLOT_KINDS(KIND) };
#undef KIND

/* The picture as SVG, to be freed; NULL where it was refused with `status`, which must then be 'unsupported' or
 * 'argument'. */
static char *draw(pdk_plot_kind kind, const pdk_lap_reference *laps, size_t count, const pdk_plot_options *options,
                  pdk_error *error)
{
    pdk_plot *plot = NULL;
    pdk_status status = pdk_plot_create(kind, laps, count, options, &plot, error);
    if (status != PDK_OK) {
        assert_null(plot);
        assert_int_equal(status, error->status);
        assert_true(strlen(error->message) > 0 && strlen(error->code) > 0);
        return NULL;
    }
    pdk_output *output = output_or_fail();
    assert_ok(pdk_plot_write(plot, PDK_PLOT_SVG, output, error), *error);
    pdk_plot_close(plot);
    char *svg = take_text(output);
    assert_int_equal(strncmp(svg, "<svg ", 5), 0);
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf,"));
    return svg;
}

static char *draw_or_fail(pdk_plot_kind kind, const pdk_document *document, const pdk_plot_options *options)
{
    pdk_lap_reference lap = { .document = document, .name = "made" };
    pdk_error error;
    char *svg = draw(kind, &lap, 1, options, &error);
    if (svg == NULL) fail_msg("%s: %s", error.code, error.message);
    return svg;
}

/* Tenths are enough for every number within tags: no exponent, no long fractions. */
static void check_numbers(const char *svg)
{
    bool inside = false;
    for (const char *at = svg; *at != '\0'; at++) {
        if (*at == '<') inside = true;
        else if (*at == '>') inside = false;
        if (!inside || *at != '.' || at[1] < '0' || at[1] > '9') continue;
        size_t digits = strspn(at + 1, "0123456789");
        assert_true(digits <= 2); /* an opacity has two */
    }
}

static pdk_document *made(double speed, size_t count, double step)
{
    made_pose *poses = calloc(count + 1, sizeof *poses);
    assert_non_null(poses);
    for (size_t i = 0; i < count; i++)
        poses[i] = (made_pose){ .time = (double)i * step, .x = speed * (double)i * step, .speed = speed, .gear = 3 };
    pdk_document *document = make_motion(poses, count, PDK_FRAME_Z_UP, MADE_SPEED | MADE_GEAR);
    free(poses);
    return document;
}

static void no_rows_one_row_and_a_million(void **state)
{
    (void)state;
    static const size_t counts[] = { 0, 1, 2, 1000000 };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        pdk_document *document = made(30, counts[i], 0.01);
        pdk_lap_reference lap = { .document = document, .name = "made" };
        for (int kind = 0; kind < KINDS; kind++) {
            pdk_error error = { .status = PDK_OK };
            char *svg = draw((pdk_plot_kind)kind, &lap, 1, NULL, &error);
            bool moves = counts[i] > 0 && (kind == PDK_PLOT_CHANNELS || kind == PDK_PLOT_MAP);
            if (moves && svg == NULL) fail_msg("%s: %s", error.code, error.message);
            if (!moves && counts[i] == 0) assert_null(svg);
            if (svg != NULL) {
                check_numbers(svg);
                assert_true(strlen(svg) < 400000); /* a million moments are not more ink */
            }
            free(svg);
        }
        pdk_close(document);
    }
}

/* Values that no drawing has a place for: gaps, or where there is room. */
static void odd_values_are_drawn_or_left_out(void **state)
{
    (void)state;
    static const double odd[] = { NAN, HUGE_VAL, -HUGE_VAL, 1e300, -1e300, 1.7e308, -1.7e308, 4e-324, -0.0, 1e18 };
    enum { ODD = sizeof odd / sizeof odd[0], COUNT = 200 };
    uint64_t seed = 9;
    for (int round = 0; round < 150; round++) {
        made_pose poses[COUNT];
        for (size_t i = 0; i < COUNT; i++) {
            poses[i] = (made_pose){
                .time = (double)i * 0.1, .x = (double)i, .y = sin((double)i), .speed = 10, .gear = 2, .throttle = 0.5
            };
            double *members[] = { &poses[i].x,    &poses[i].y,        &poses[i].speed,
                                  &poses[i].gear, &poses[i].throttle, &poses[i].time };
            size_t most = round % 3 == 0 ? 6 : 5; /* times, too, in some */
            if (random_next(&seed) % 4 == 0 || round < ODD)
                *members[random_next(&seed) % most] = odd[round < ODD ? (size_t)round : random_next(&seed) % ODD];
        }
        pdk_document *document = make_motion(poses, COUNT, PDK_FRAME_Z_UP, MADE_SPEED | MADE_GEAR | MADE_PEDALS);
        pdk_lap_reference lap = { .document = document, .name = "made" };
        for (int kind = 0; kind < KINDS; kind++) {
            pdk_error error = { .status = PDK_OK };
            char *svg = draw((pdk_plot_kind)kind, &lap, 1, NULL, &error);
            if (svg != NULL) check_numbers(svg);
            free(svg);
        }
        pdk_close(document);
    }
}

static void all_missing_says_so_or_is_empty(void **state)
{
    (void)state;
    made_pose poses[20];
    for (size_t i = 0; i < 20; i++)
        poses[i] = (made_pose){ .time = (double)i, .x = NAN, .y = NAN, .speed = NAN, .gear = NAN };
    pdk_document *document = make_motion(poses, 20, PDK_FRAME_Z_UP, MADE_SPEED | MADE_GEAR);
    pdk_lap_reference lap = { .document = document };
    pdk_error error;
    assert_null(draw(PDK_PLOT_MAP, &lap, 1, NULL, &error));
    assert_int_equal(error.status, PDK_E_UNSUPPORTED);
    free(draw_or_fail(PDK_PLOT_CHANNELS, document, NULL));
    pdk_close(document);
}

static void the_same_call_gives_the_same_bytes(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = synth_or_fail("raf", &(pdk_synth_options){ .struct_size = sizeof(pdk_synth_options) }, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    static const pdk_plot_kind kinds[] = { PDK_PLOT_CHANNELS, PDK_PLOT_MAP, PDK_PLOT_GG, PDK_PLOT_HISTOGRAM };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char *one = draw_or_fail(kinds[i], document, NULL), *two = draw_or_fail(kinds[i], document, NULL);
        assert_string_equal(one, two);
        check_numbers(one);
        free(one);
        free(two);
    }
    pdk_close(document);
    free(bytes);
}

/* The line of a known function: where its path is, and the words of its axes. */
static void a_line_is_where_it_belongs(void **state)
{
    (void)state;
    pdk_document *document = made(30, 101, 0.1);
    const char *const columns[] = { "x", NULL };
    pdk_plot_options options = PDK_PLOT_OPTIONS_INIT;
    options.columns = columns;
    options.over = "time";
    options.width = 600;
    options.height = 300;
    options.title = "<b>&";
    char *svg = draw_or_fail(PDK_PLOT_CHANNELS, document, &options);
    assert_non_null(strstr(svg, "width=\"600\" height=\"300\""));
    assert_non_null(strstr(svg, "<title id=\"t\">&lt;b&gt;&amp;</title>"));
    assert_non_null(strstr(svg, ">0:04</text>"));
    assert_non_null(strstr(svg, ">300</text>"));
    assert_non_null(strstr(svg, "time of the session (m:ss)"));
    const char *path = strstr(svg, "stroke-width=\"1.5\""); /* straight from the lower left to the upper right */
    assert_non_null(path);
    double x = 0, y = 0;
    assert_int_equal(sscanf(strstr(path, " d=\"M") + 5, "%lf %lf", &x, &y), 2);
    assert_near(x, 52, 45);
    assert_true(y > 200 && y < 258);
    free(svg);
    pdk_close(document);
}

static void mistakes_are_told(void **state)
{
    (void)state;
    pdk_document *document = made(30, 100, 0.1);
    pdk_lap_reference lap = { .document = document }, nobody = { .document = document, .driver = "X" };
    pdk_lap_reference many[65];
    for (size_t i = 0; i < 65; i++) many[i] = lap;
    const char *const wrong[] = { "sped", NULL }, *const units[] = { "furlongs", NULL };
    pdk_plot_options column = PDK_PLOT_OPTIONS_INIT, unit = PDK_PLOT_OPTIONS_INIT, small = PDK_PLOT_OPTIONS_INIT,
                     large = PDK_PLOT_OPTIONS_INIT, choice = PDK_PLOT_OPTIONS_INIT, table = PDK_PLOT_OPTIONS_INIT;
    column.columns = wrong;
    unit.units = units;
    small.width = 100;
    large.height = 100000;
    choice.of = "colour";
    table.table = "nothing";
    const struct {
        pdk_plot_kind kind;
        const pdk_lap_reference *laps;
        size_t count;
        const pdk_plot_options *options;
        pdk_status status;
        const char *code;
    } cases[] = {
        { PDK_PLOT_CHANNELS, &lap, 1, &column, PDK_E_ARGUMENT, "plot.column" },
        { PDK_PLOT_CHANNELS, &lap, 1, &unit, PDK_E_ARGUMENT, "plot.unit" },
        { PDK_PLOT_CHANNELS, &lap, 1, &small, PDK_E_ARGUMENT, "plot.size" },
        { PDK_PLOT_CHANNELS, &lap, 1, &large, PDK_E_ARGUMENT, "plot.size" },
        { PDK_PLOT_CHANNELS, &lap, 1, &table, PDK_E_ARGUMENT, "plot.table" },
        { PDK_PLOT_CHANNELS, &lap, 0, NULL, PDK_E_ARGUMENT, "plot.laps" },
        { PDK_PLOT_CHANNELS, many, 65, NULL, PDK_E_ARGUMENT, "plot.laps" },
        { PDK_PLOT_CHANNELS, &nobody, 1, NULL, PDK_E_ARGUMENT, "plot.driver" },
        { PDK_PLOT_MAP, &lap, 1, &choice, PDK_E_ARGUMENT, "plot.choice" },
        { PDK_PLOT_DELTA, &lap, 1, NULL, PDK_E_ARGUMENT, "plot.laps" },
        { PDK_PLOT_SURFACE, &lap, 1, NULL, PDK_E_ARGUMENT, "plot.surface" },
        { PDK_PLOT_HISTOGRAM, &lap, 1, NULL, PDK_E_UNSUPPORTED, "analysis.wheels" },
        { PDK_PLOT_CHANNELS, NULL, 1, NULL, PDK_E_ARGUMENT, "argument.null" },
        { (pdk_plot_kind)KINDS, &lap, 1, NULL, PDK_E_ARGUMENT, "argument.null" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_error error;
        assert_null(draw(cases[i].kind, cases[i].laps, cases[i].count, cases[i].options, &error));
        assert_int_equal(error.status, cases[i].status);
        assert_string_equal(error.code, cases[i].code);
    }
    pdk_close(document);
}

static void kinds_have_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < KINDS; i++) {
        assert_non_null(pdk_plot_kind_meaning(i));
        assert_non_null(pdk_plot_kind_takes(i));
    }
    assert_string_equal(pdk_plot_kind_name(PDK_PLOT_SURFACE), "surface");
    assert_string_equal(pdk_plot_kind_takes(PDK_PLOT_SURFACE), "one file");
    assert_null(pdk_plot_kind_name(KINDS));
    assert_null(pdk_plot_kind_takes(KINDS));
    assert_null(pdk_plot_kind_meaning(KINDS));
    pdk_plot_close(NULL);
}

/* ------------------------------------------------------------------------------------------- memory, progress */

typedef struct counting {
    size_t calls, fails_at, live;
} counting;

static void *count_allocate(void *user, size_t size)
{
    counting *count = user;
    if (++count->calls == count->fails_at) return NULL;
    count->live++;
    return malloc(size);
}

static void *count_reallocate(void *user, void *pointer, size_t old_size, size_t new_size)
{
    counting *count = user;
    (void)old_size;
    return ++count->calls == count->fails_at ? NULL : realloc(pointer, new_size);
}

static void count_release(void *user, void *pointer, size_t size)
{
    (void)size;
    ((counting *)user)->live--;
    free(pointer);
}

/* Each allocation fails in turn: out of memory, nothing kept. */
static void memory_may_run_out(void **state)
{
    (void)state;
    pdk_document *document = made(30, 5000, 0.01);
    static const pdk_plot_kind kinds[] = { PDK_PLOT_CHANNELS, PDK_PLOT_MAP };
    for (size_t k = 0; k < 2; k++) {
        bool done = false;
        for (size_t at = 1; !done; at++) {
            counting count = { .fails_at = at };
            pdk_plot_options options = PDK_PLOT_OPTIONS_INIT;
            options.allocator = (pdk_allocator){ count_allocate, count_reallocate, count_release, &count };
            pdk_lap_reference lap = { .document = document };
            pdk_plot *plot = NULL;
            pdk_error error;
            pdk_status status = pdk_plot_create(kinds[k], &lap, 1, &options, &plot, &error);
            if (status == PDK_OK) {
                done = count.calls < at;
                pdk_plot_close(plot);
            } else {
                assert_int_equal(status, PDK_E_MEMORY);
            }
            assert_int_equal(count.live, 0);
        }
    }
    pdk_close(document);
}

static void memory_is_limited(void **state)
{
    (void)state;
    pdk_document *document = made(30, 200000, 0.01);
    pdk_plot_options options = PDK_PLOT_OPTIONS_INIT;
    pdk_lap_reference lap = { .document = document };
    pdk_error error;
    options.limits.memory = 300000;
    assert_null(draw(PDK_PLOT_CHANNELS, &lap, 1, &options, &error));
    assert_int_equal(error.status, PDK_E_LIMIT);
    pdk_close(document);
}

static bool stop(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    (void)done;
    (void)total;
    return false;
}

static void drawing_can_be_stopped(void **state)
{
    (void)state;
    pdk_document *document = made(30, 20000, 0.01);
    pdk_plot_options options = PDK_PLOT_OPTIONS_INIT;
    pdk_lap_reference lap = { .document = document };
    pdk_error error;
    options.progress = stop;
    assert_null(draw(PDK_PLOT_CHANNELS, &lap, 1, &options, &error));
    assert_int_equal(error.status, PDK_E_CANCELLED);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_rows_one_row_and_a_million),
        cmocka_unit_test(odd_values_are_drawn_or_left_out),
        cmocka_unit_test(all_missing_says_so_or_is_empty),
        cmocka_unit_test(the_same_call_gives_the_same_bytes),
        cmocka_unit_test(a_line_is_where_it_belongs),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(kinds_have_names),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(drawing_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
