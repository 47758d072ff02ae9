/* The grey area of maps is the band that the analysis has: each edge of it, from the coordinates of the drawing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paddock/track.h"
#include "support.h"

typedef struct place {
    double x, y;
} place;

/* The points of the first path that is filled with `colour`, in pixels; to be freed. */
static place *points_of(const char *svg, const char *colour, size_t *count)
{
    char begins[64];
    snprintf(begins, sizeof begins, "<path fill=\"%s\"", colour);
    const char *tag = strstr(svg, begins);
    assert_non_null(tag);
    char *at = (char *)strstr(tag, " d=\"") + 4, command = 0;
    place now = { 0, 0 }, *made = calloc((size_t)(strchr(at, '"') - at), sizeof *made);
    assert_non_null(made);
    *count = 0;
    while (*at != '"' && *at != 'z') {
        if (strchr("Mhvl", *at) != NULL) command = *at++;
        else if (*at == ' ') at++;
        else {
            double one = strtod(at, &at), other = command == 'h' || command == 'v' ? 0 : strtod(at, &at);
            bool start = command == 'M';
            now.x = (start ? 0 : now.x) + (command == 'v' ? 0 : one);
            now.y = (start ? 0 : now.y) + (command == 'v' ? one : other);
            made[(*count)++] = now;
        }
    }
    return made;
}

static place beside(const pdk_driven_track_point *point, double offset)
{
    return (place){ point->x - sin(point->heading) * offset, point->y + cos(point->heading) * offset };
}

/* The band as places in metres, in the order in which it is drawn: along the left, and back along the right. */
static place *band_of(const pdk_document *document, size_t *count)
{
    pdk_error error;
    const pdk_driven_track *track;
    assert_ok(pdk_driven_track_of(document, &track, &error), error);
    size_t points = pdk_driven_track_about(track)->points;
    pdk_driven_track_point *line = calloc(points, sizeof *line);
    place *band = calloc(2 * points + 2, sizeof *band);
    assert_true(line != NULL && band != NULL && pdk_driven_track_about(track)->closed);
    assert_ok(pdk_driven_track_read(track, 0, points, line, &error), error);
    *count = 0;
    for (size_t i = 0; i <= points; i++) {
        assert_true(line[i % points].has_left && line[i % points].has_right);
        band[(*count)++] = beside(&line[i % points], line[i % points].left);
    }
    for (size_t i = points + 1; i-- > 0;) band[(*count)++] = beside(&line[i % points], line[i % points].right);
    free(line);
    return band;
}

static double furthest_apart(const place *places, size_t count, size_t ends[2])
{
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        double apart = hypot(places[i].x - places[0].x, places[i].y - places[0].y);
        if (!(apart > most)) continue;
        most = apart;
        ends[0] = 0;
        ends[1] = i;
    }
    return most;
}

static void expect_band(const char *format, pdk_synth_options *options)
{
    size_t size, drawn_count, count, ends[2] = { 0, 0 };
    pdk_error error;
    pdk_document *document = NULL;
    uint8_t *bytes = synth_or_fail(format, options, &size);
    assert_ok(pdk_open_memory(bytes, size, NULL, &document, &error), error);
    pdk_plot_options plot_options = PDK_PLOT_OPTIONS_INIT;
    plot_options.width = 4000;
    plot_options.height = 4000;
    pdk_lap_reference lap = { .document = document, .name = "made" };
    pdk_plot *plot = NULL;
    assert_ok(pdk_plot_create(PDK_PLOT_MAP, &lap, 1, &plot_options, &plot, &error), error);
    pdk_output *output = output_or_fail();
    assert_ok(pdk_plot_write(plot, PDK_PLOT_SVG, output, &error), error);
    pdk_plot_close(plot);
    char *svg = take_text(output);
    place *drawn = points_of(svg, "#e4e4e4", &drawn_count), *band = band_of(document, &count);
    assert_int_equal(drawn_count, count);
    double metres = furthest_apart(band, count, ends);
    double scale = hypot(drawn[ends[1]].x - drawn[0].x, drawn[ends[1]].y - drawn[0].y) / metres;
    assert_true(scale > 2); /* pixels of a metre: decimetres are seen */
    for (size_t i = 0; i < count; i++) {
        assert_near(drawn[i].x - drawn[0].x, (band[i].x - band[0].x) * scale, 0.4);
        assert_near(drawn[i].y - drawn[0].y, (band[0].y - band[i].y) * scale, 0.4);
    }
    free(drawn);
    free(band);
    free(svg);
    pdk_close(document);
    free(bytes);
}

static void the_band_of_a_race(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.session = "race";
    options.laps = 4;
    options.cars = 5;
    expect_band("vcr", &options);
}

/* One lap has no width, and none is drawn. */
static void the_band_of_one_lap(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    expect_band("raf", &options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_band_of_a_race),
        cmocka_unit_test(the_band_of_one_lap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
