/* Tracks and start lines that a caller gives. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "made_motion.h"
#include "motion/motion.h"

/* Drives `laps` times along the first line of a track at 40 m/s, `aside` metres to the left of it, `away` metres off.
 */
static pdk_document *drive_along(const pdk_document *track, int laps, double aside, double away)
{
    const pdk_line_info *line = pdk_document_line_at(track, 0);
    size_t count = (size_t)line->points, made = 0, room = 60000;
    double(*points)[3] = malloc(count * sizeof *points);
    made_pose *poses = calloc(room, sizeof *poses);
    assert_non_null(points);
    assert_non_null(poses);
    pdk_error error;
    assert_ok(pdk_document_line_read(track, 0, 0, count, points, &error), error);
    double time = 0, rest = 0;
    for (size_t i = 0; i < count * (size_t)laps + count / 3; i++) {
        const double *from = points[i % count], *to = points[(i + 1) % count];
        double x = to[0] - from[0], y = to[1] - from[1], length = hypot(x, y);
        for (; rest < length && made < room; rest += 2) {
            double share = rest / length;
            poses[made++] = (made_pose){ .time = time,
                                         .x = from[0] + share * x - aside * y / length + away,
                                         .y = from[1] + share * y + aside * x / length,
                                         .z = from[2] + share * (to[2] - from[2]),
                                         .speed = 40 };
            time += 0.05;
        }
        rest -= length;
    }
    pdk_document *document = make_motion(poses, made, line->frame, MADE_SPEED);
    free(points);
    free(poses);
    return document;
}

static void given(void **state)
{
    (void)state;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    synth.dialect = "closed";
    size_t size;
    uint8_t *bytes = synth_or_fail("tri", &synth, &size);
    pdk_document *track = open_bytes_or_fail(bytes, size), *race = drive_along(track, 3, 2, 0), *analysis = NULL;
    static const char *const wanted[] = { "corners", NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = wanted;
    options.track = track;
    pdk_error error;
    assert_ok(pdk_analyse(race, &options, &analysis, &error), error);
    const pdk_driven_track *driven;
    assert_ok(pdk_driven_track_of(analysis, &driven, &error), error);
    const pdk_driven_track_info *info = pdk_driven_track_about(driven);
    assert_true(info->given && info->closed && info->laps == 0);
    pdk_driven_track_point *points = malloc(info->points * sizeof *points);
    assert_non_null(points);
    assert_ok(pdk_driven_track_read(driven, 0, info->points, points, &error), error);
    size_t edged = 0;
    for (size_t i = 0; i < info->points; i++) edged += points[i].left > 0 && points[i].right < 0;
    assert_true(10 * edged > 9 * info->points); /* the verges of the file */
    free(points);
    double times[50], distances[50], laterals[50];
    for (int i = 0; i < 50; i++) times[i] = 5 + 0.5 * i;
    pdk_driven_track_places(driven, 0, times, 50, distances, laterals);
    for (int i = 0; i < 50; i++) {
        assert_near(laterals[i], 2, 0.7);
        double way = i > 0 ? distances[i] - distances[i - 1] : 20;
        if (way < 0) way += info->length;
        assert_near(way, 20, 4);
    }
    pdk_timing_line line;
    assert_true(pdk_driven_track_timing_line_at(driven, 0, &line)); /* distance 0 is where the line was found */
    const double middle[3] = { (line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2, 0 };
    double distance, lateral, heading = atan2(line.direction_y, line.direction_x);
    assert_true(pdk_driven_track_locate(driven, middle, &heading, &distance, &lateral));
    assert_true(fmin(distance, info->length - distance) < 1.5);
    pdk_close(analysis);
    /* The same laps a kilometre away are not on it, and a file without a line is no track. */
    pdk_document *other = drive_along(track, 3, 2, 1000);
    assert_int_equal(pdk_analyse(other, &options, &analysis, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "track.elsewhere");
    options.track = race;
    assert_int_equal(pdk_analyse(other, &options, &analysis, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "track.no_line");
    pdk_close(other);
    pdk_close(race);
    pdk_close(track);
    free(bytes);
}

/* The pit lane of a path is that of the file's line; a track that was driven has none. */
static void pit_lanes(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = synth_or_fail("srpath", NULL, &size);
    pdk_document *path = open_bytes_or_fail(bytes, size), *race = drive_along(path, 3, 2, 0), *analysis = NULL;
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.track = path;
    pdk_error error;
    const pdk_driven_track *driven;
    assert_ok(pdk_driven_track_of(race, &driven, &error), error);
    assert_int_equal(pdk_driven_track_pit_lane_count(driven), 0);
    assert_ok(pdk_analyse(race, &options, &analysis, &error), error);
    assert_ok(pdk_driven_track_of(analysis, &driven, &error), error);
    assert_int_equal(pdk_driven_track_pit_lane_count(driven), 1);
    size_t line = 0, count = pdk_driven_track_pit_lane_points(driven, 0);
    while (strcmp(pdk_document_line_at(path, line)->name, "pit lane") != 0) line++;
    assert_int_equal(count, pdk_document_line_at(path, line)->points);
    assert_int_equal(pdk_driven_track_pit_lane_points(driven, 1), 0);
    double(*stored)[3] = malloc(count * sizeof *stored), (*given)[3] = malloc(count * sizeof *given);
    assert_non_null(stored);
    assert_non_null(given);
    assert_ok(pdk_document_line_read(path, line, 0, count, stored, &error), error);
    assert_ok(pdk_driven_track_pit_lane_read(driven, 0, 0, 3, given, &error), error);
    assert_ok(pdk_driven_track_pit_lane_read(driven, 0, 3, count - 3, given + 3, &error), error);
    assert_memory_equal(given, stored, count * sizeof *given); /* its axes are those of pdk_motion */
    assert_int_equal(pdk_driven_track_pit_lane_read(driven, 1, 0, 1, given, &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_driven_track_pit_lane_read(driven, 0, 3, count - 2, given, &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_driven_track_pit_lane_read(driven, 0, SIZE_MAX, 2, given, &error), PDK_E_ARGUMENT);
    free(stored);
    free(given);
    pdk_close(analysis);
    pdk_close(race);
    pdk_close(path);
    free(bytes);
}

/* A track that was given must fit, even where the file has whole laps, from which it would have corners anyhow. */
static void given_beside_told_laps(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = synth_or_fail("raf", NULL, &size);
    pdk_document *lap = open_bytes_or_fail(bytes, size), *analysis = NULL;
    static const char *const wanted[] = { "corners", NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = wanted;
    pdk_error error;
    assert_ok(pdk_analyse(lap, &options, &analysis, &error), error);
    pdk_close(analysis);
    options.track = lap; /* it has no line */
    assert_int_equal(pdk_analyse(lap, &options, &analysis, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "track.no_line");
    options.track = NULL;
    options.has_line = true; /* nobody comes to it */
    options.line[0] = options.line[1] = options.line[3] = 1e6;
    options.line[2] = 1e6 + 20;
    assert_int_equal(pdk_analyse(lap, &options, &analysis, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "track.line");
    pdk_close(lap);
    free(bytes);
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The usual place of the left edge, m from the line. */
static double usual_edge(const pdk_document *analysis)
{
    const pdk_driven_track *driven;
    pdk_error error;
    assert_ok(pdk_driven_track_of(analysis, &driven, &error), error);
    size_t count = pdk_driven_track_about(driven)->points, known = 0;
    pdk_driven_track_point *points = malloc(count * sizeof *points);
    double *edges = malloc(count * sizeof *edges);
    assert_non_null(points);
    assert_non_null(edges);
    assert_ok(pdk_driven_track_read(driven, 0, count, points, &error), error);
    for (size_t i = 0; i < count; i++) {
        if (points[i].left > 0) edges[known++] = points[i].left;
    }
    assert_true(known > 0);
    qsort(edges, known, sizeof *edges, by_size);
    double edge = edges[known / 2];
    free(points);
    free(edges);
    return edge;
}

/* With the edges of a given track an excursion begins at the edge, not some metres beyond it. */
static void from_the_edge_on(void **state)
{
    (void)state;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    synth.dialect = "closed";
    size_t size, count;
    uint8_t *bytes = synth_or_fail("tri", &synth, &size);
    pdk_document *track = open_bytes_or_fail(bytes, size), *inside = drive_along(track, 3, 2, 0), *analysis = NULL;
    static const char *const wanted[] = { "incidents", NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = wanted;
    options.track = track;
    pdk_error error;
    assert_ok(pdk_analyse(inside, &options, &analysis, &error), error);
    assert_ok(pdk_incident_count(analysis, &count, &error), error);
    assert_int_equal(count, 0);
    double edge = usual_edge(analysis);
    pdk_close(analysis);
    pdk_document *outside = drive_along(track, 3, edge + 0.8, 0);
    assert_ok(pdk_analyse(outside, &options, &analysis, &error), error);
    assert_ok(pdk_incident_count(analysis, &count, &error), error);
    size_t near = 0;
    for (size_t i = 0; i < count; i++) {
        const pdk_incident *incident = pdk_incident_at(analysis, i);
        if (incident->kind == PDK_INCIDENT_OFF_TRACK && incident->beyond > 0 && incident->beyond < 2) near++;
    }
    assert_true(near > 0);
    pdk_close(analysis);
    pdk_close(outside);
    pdk_close(inside);
    pdk_close(track);
    free(bytes);
}

/* A start line given in the axes of the file moves where laps begin, and says so in their source. */
static void start_line(void **state)
{
    (void)state;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    synth.dialect = "2.1";
    synth.seconds = 220;
    size_t size, count;
    uint8_t *bytes = synth_or_fail("rply", &synth, &size);
    pdk_document *replay = open_bytes_or_fail(bytes, size), *analysis = NULL;
    double *car = column_f64(replay, "states", "car", &count), *x = column_f64(replay, "states", "x", &count),
           *z = column_f64(replay, "states", "z", &count), *time = column_f64(replay, "states", "time", &count);
    size_t from = count / 3, to;
    while (car[from] != 0) from++;
    for (to = from + 1; car[to] != 0;) to++;
    double along_x = x[to] - x[from], along_z = z[to] - z[from], length = hypot(along_x, along_z);
    static const char *const wanted[] = { "laps", NULL };
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = wanted;
    options.has_line = true;
    for (int way = -1; way <= 1; way += 2) { /* across the way of the car, 12 m to each side, either end first */
        options.line[way < 0 ? 0 : 2] = x[from] - 12 * along_z / length;
        options.line[way < 0 ? 1 : 3] = z[from] + 12 * along_x / length;
        options.line[way < 0 ? 2 : 0] = x[from] + 12 * along_z / length;
        options.line[way < 0 ? 3 : 1] = z[from] - 12 * along_x / length;
        pdk_error error;
        assert_ok(pdk_analyse(replay, &options, &analysis, &error), error);
        const pdk_table *laps = pdk_document_find_table(analysis, "laps");
        assert_non_null(laps);
        bool found = false;
        for (uint64_t row = 0; row < pdk_table_rows(laps); row++) {
            double start;
            assert_ok(pdk_table_read_f64(laps, pdk_table_find_column(laps, "start_time"), row, 1, &start, &error),
                      error);
            found |= fabs(start - time[from]) < 0.06;
        }
        assert_true(found);
        pdk_close(analysis);
    }
    pdk_error error;
    for (int k = 0; k < 4; k++) options.line[k] = 1e5 + k;
    assert_int_equal(pdk_analyse(replay, &options, &analysis, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "track.line");
    free(car);
    free(x);
    free(z);
    free(time);
    pdk_close(replay);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(given), cmocka_unit_test(pit_lanes),
                                        cmocka_unit_test(given_beside_told_laps), cmocka_unit_test(from_the_edge_on),
                                        cmocka_unit_test(start_line) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
