/* Cars that move in a GLB: where the recording has them, at every moment, and turned as they are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glb_look.h"
#include "made_motion.h"

static const double degree = 0.017453292519943295;

/* The animation of one node, evaluated as glTF says. */
typedef struct animated {
    access times, places, turns, shown_times, shown;
    bool hides;
} animated;

static animated animation_of(const glb *file, size_t node)
{
    const json_t *animation = item_at(glb_list(file, "animations"), 0);
    const json_t *samplers = json_object_get(animation, "samplers");
    animated result = { .hides = false };
    size_t i, found = 0;
    json_t *channel;
    json_array_foreach(json_object_get(animation, "channels"), i, channel)
    {
        const json_t *target = json_object_get(channel, "target");
        const json_t *sampler = item_at(samplers, glb_number(channel, "sampler"));
        const char *path = json_string_value(json_object_get(target, "path"));
        const char *way = json_string_value(json_object_get(sampler, "interpolation"));
        if (glb_number(target, "node") != node) continue;
        access input = glb_accessor(file, glb_number(sampler, "input")),
               output = glb_accessor(file, glb_number(sampler, "output"));
        assert_int_equal(input.count, output.count);
        for (size_t k = 1; k < input.count; k++)
            assert_true(glb_component(&input, k, 0) > glb_component(&input, k - 1, 0));
        bool scale = strcmp(path, "scale") == 0, places = strcmp(path, "translation") == 0;
        assert_string_equal(way, scale ? "STEP" : "LINEAR");
        if (scale) result.shown_times = input, result.shown = output, result.hides = true;
        else if (places) result.times = input, result.places = output;
        else result.turns = output;
        found++;
    }
    assert_true(found == 2 || found == 3);
    return result;
}

/* The key before a time, and how far on it is to the next. */
static size_t key_at(const access *times, double time, double *share)
{
    size_t low = 0;
    while (low + 2 < times->count && glb_component(times, low + 1, 0) <= time) low++;
    double before = glb_component(times, low, 0);
    double behind = times->count > 1 ? glb_component(times, low + 1, 0) : before;
    *share = behind > before ? fmin(fmax((time - before) / (behind - before), 0), 1) : 0;
    return low;
}

static void place_at(const animated *node, double time, double place[3], double turn[4])
{
    double share, a[4], b[4], dot = 0, length = 0;
    size_t low = key_at(&node->times, time, &share), high = low + 1 < node->times.count ? low + 1 : low;
    for (size_t k = 0; k < 3; k++)
        place[k] = (1 - share) * glb_component(&node->places, low, k) + share * glb_component(&node->places, high, k);
    for (size_t k = 0; k < 4; k++) {
        a[k] = glb_component(&node->turns, low, k) / 32767;
        b[k] = glb_component(&node->turns, high, k) / 32767;
        dot += a[k] * b[k];
    }
    assert_true(dot >= -1e-3); /* the shorter way, also for programs that do not look */
    double angle = acos(fmin(fmax(dot, -1), 1)), sine = sin(angle);
    bool close = dot > 0.9995; /* what is stored in 16 bits is not quite of length 1: then straight, as programs do */
    for (size_t k = 0; k < 4; k++) {
        double straight = (1 - share) * a[k] + share * b[k];
        turn[k] = close ? straight : (sin((1 - share) * angle) * a[k] + sin(share * angle) * b[k]) / sine;
        length += turn[k] * turn[k];
    }
    length = sqrt(length);
    for (size_t k = 0; k < 4; k++) turn[k] /= length;
    assert_near(length, 1, 1e-3);
}

static bool is_shown(const animated *node, double time)
{
    bool shown = true;
    for (size_t i = 0; node->hides && i < node->shown_times.count; i++)
        if (i == 0 || glb_component(&node->shown_times, i, 0) <= time) shown = glb_component(&node->shown, i, 0) > 0.5;
    return shown;
}

/* Where the nose points, which in the car's own axes is z. */
static void nose_of(const double q[4], double nose[3])
{
    nose[0] = 2 * (q[0] * q[2] + q[3] * q[1]);
    nose[1] = 2 * (q[1] * q[2] - q[3] * q[0]);
    nose[2] = 1 - 2 * (q[0] * q[0] + q[1] * q[1]);
}

static size_t node_number(const glb *file, const char *name)
{
    size_t i;
    json_t *node;
    json_array_foreach(glb_list(file, "nodes"), i, node)
    {
        const char *own = json_string_value(json_object_get(node, "name"));
        if (own != NULL && strcmp(own, name) == 0) return i;
    }
    fail_msg("no node %s", name);
    return 0;
}

/* Every sample of a run is where the animation has the car: glTF's x, y, z are y, z, x of the motion. */
static size_t check_run(const glb *file, const pdk_motion *motion, size_t run, double start)
{
    char name[64];
    pdk_error error;
    const pdk_motion_run *info = pdk_motion_run_at(motion, run);
    snprintf(name, sizeof name, "%.*s", (int)info->name.size, info->name.data);
    animated node = animation_of(file, node_number(file, name));
    const pdk_motion_segment *segments;
    size_t count, checked = 0;
    assert_ok(pdk_motion_segments(motion, run, &segments, &count, &error), error);
    for (size_t s = 0; s < count; s++) {
        for (uint64_t i = 0; i < segments[s].count && segments[s].count > 1; i++) {
            double values[5];
            static const pdk_role roles[] = { PDK_ROLE_TIME, PDK_ROLE_X, PDK_ROLE_Y, PDK_ROLE_Z, PDK_ROLE_HEADING };
            pdk_channel_read reads[5];
            for (size_t k = 0; k < 5; k++)
                reads[k] = (pdk_channel_read){ pdk_motion_find_channel(motion, roles[k]), &values[k] };
            assert_ok(pdk_motion_read(motion, run, segments[s].first + i, 1, reads, 5, &error), error);
            double place[3], turn[4], nose[3], time = values[0] - start;
            place_at(&node, time, place, turn);
            nose_of(turn, nose);
            double off = hypot(hypot(place[0] - values[2], place[1] - values[3]), place[2] - values[1]);
            assert_true(off < 0.0201);
            double heading = atan2(nose[0], nose[2]);
            assert_near(remainder(heading - values[4], 360 * degree), 0, 0.501 * degree);
            if (i > 0 && i + 1 < segments[s].count) assert_true(is_shown(&node, time));
            checked++;
        }
    }
    assert_true(node.times.count <= checked);
    return checked;
}

static void check_recording(const char *format, const pdk_synth_options *options)
{
    size_t size;
    pdk_error error;
    pdk_motion *motion;
    uint8_t *bytes = synth_or_fail(format, options, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_convert_options usual = PDK_CONVERT_OPTIONS_INIT;
    glb file = glb_convert(document, &usual);
    assert_glb(&file);
    assert_ok(pdk_motion_open(document, NULL, &motion, &error), error);
    const json_t *animation = item_at(glb_list(&file, "animations"), 0);
    double start = json_number_value(json_object_get(json_object_get(animation, "extras"), "start_time"));
    for (size_t run = 0; run < pdk_motion_run_count(motion); run++)
        assert_true(check_run(&file, motion, run, start) > 50);
    pdk_motion_close(motion);
    glb_forget(&file);
    pdk_close(document);
    free(bytes);
}

static void test_recordings(void **state)
{
    (void)state;
    pdk_synth_options lap = PDK_SYNTH_OPTIONS_INIT, race = PDK_SYNTH_OPTIONS_INIT, cars = PDK_SYNTH_OPTIONS_INIT;
    check_recording("raf", &lap);
    race.session = "race";
    race.laps = 2;
    race.cars = 4;
    race.poses_every = 3;
    check_recording("vcr", &race);
    cars.seconds = 20;
    check_recording("rply", &cars);
}

/* ---------------------------------------------------------------------------------------------- made by hand */

enum { POSES = 300 };

/* A circle to the left; with a gap of some seconds in the middle. */
static pdk_document *circle(double gap)
{
    made_pose poses[POSES];
    for (size_t i = 0; i < POSES; i++) {
        double time = 7 + (double)i * 0.1 + (i >= POSES / 2 ? gap : 0), angle = 20 * time / 100;
        poses[i] = (made_pose){
            .time = time, .x = 100 * cos(angle), .y = 100 * sin(angle), .z = 5, .yaw = angle, .speed = 20
        };
    }
    return make_motion(poses, POSES, PDK_FRAME_TRACK, MADE_YAW | MADE_SPEED);
}

/* A car that turns left turns left in the scene: seen from above, with y up, anticlockwise. The nose goes where the car
 * goes. */
static void test_left_stays_left(void **state)
{
    (void)state;
    pdk_document *document = circle(0);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    glb file = glb_convert(document, &options);
    animated node = animation_of(&file, node_number(&file, "car"));
    for (double time = 1; time < 28; time += 0.7) {
        double a[3], b[3], c[3], turn[4], nose[3];
        place_at(&node, time - 0.5, a, turn);
        place_at(&node, time + 0.5, c, turn);
        place_at(&node, time, b, turn);
        nose_of(turn, nose);
        double first[3], then[3];
        for (int k = 0; k < 3; k++) first[k] = b[k] - a[k], then[k] = c[k] - b[k];
        assert_true(first[2] * then[0] - first[0] * then[2] > 0); /* about y */
        double ahead = (nose[0] * (c[0] - a[0]) + nose[2] * (c[2] - a[2])) / hypot(c[0] - a[0], c[2] - a[2]);
        assert_true(ahead > cos(0.6 * degree));
        assert_near(b[1], 5, 1e-5);
    }
    glb_forget(&file);
    pdk_close(document);
}

/* Nobody is seen where nothing is recorded. */
static void test_gap(void **state)
{
    (void)state;
    pdk_document *document = circle(6);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    glb file = glb_convert(document, &options);
    animated node = animation_of(&file, node_number(&file, "car"));
    assert_true(node.hides);
    assert_true(is_shown(&node, 10) && is_shown(&node, 25) && is_shown(&node, 35));
    assert_false(is_shown(&node, 16));
    assert_false(is_shown(&node, 20));
    glb_forget(&file);
    const pdk_recording_options part = {
        .struct_size = sizeof part, .has_from = true, .has_to = true, .from = 10.05, .to = 12
    };
    options.recording = &part;
    file = glb_convert(document, &options);
    node = animation_of(&file, node_number(&file, "car"));
    assert_false(node.hides);
    assert_near(glb_component(&node.times, 0, 0), 0, 0);
    assert_near(glb_component(&node.times, node.times.count - 1, 0), 1.95, 1e-6);
    glb_forget(&file);
    pdk_close(document);
}

/* Names are those of the drivers, and no two are alike, whatever viewers make of them. */
static void test_names(void **state)
{
    (void)state;
    size_t size, i, k;
    pdk_synth_options race = PDK_SYNTH_OPTIONS_INIT;
    race.cars = 12;
    race.seconds = 30;
    uint8_t *bytes = synth_or_fail("vcr", &race, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    glb file = glb_convert(document, &options), again = glb_convert(document, &options);
    json_t *node, *other;
    size_t drivers = 0;
    json_array_foreach(glb_list(&file, "nodes"), i, node)
    {
        const char *name = json_string_value(json_object_get(node, "name"));
        const json_t *extras = json_object_get(node, "extras");
        json_array_foreach(glb_list(&file, "nodes"), k, other)
            assert_true(i == k || strcmp(name, json_string_value(json_object_get(other, "name"))) != 0);
        if (extras == NULL) continue;
        assert_int_equal(strncmp(name, json_string_value(json_object_get(extras, "driver")), strlen(name)), 0);
        drivers++;
    }
    assert_int_equal(drivers, 12);
    pdk_bytes one = pdk_output_bytes(file.output), two = pdk_output_bytes(again.output);
    assert_int_equal(one.size, two.size);
    assert_memory_equal(one.data, two.data, one.size);
    glb_forget(&file);
    glb_forget(&again);
    pdk_close(document);
    free(bytes);
}

/* Other shapes: what is given, turned so that it looks ahead. */
static void test_shapes(void **state)
{
    (void)state;
    made road = make_file("rld", NULL, 500);
    pdk_document *document = circle(0);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    const pdk_glb_options shapes = { .struct_size = sizeof shapes, .car = road.document, .track = road.document };
    options.glb = &shapes;
    glb file = glb_convert(document, &options);
    assert_glb(&file);
    assert_non_null(strstr(file.notes, "animation.plain"));
    access track = glb_attribute(&file, glb_mesh(&file, "track"), "POSITION");
    assert_int_equal(track.count, 500);
    glb_forget(&file);
    drop_file(&road);
    pdk_close(document);
}

/* A ground with colours keeps them, as light: the white of a kerb stays bright, its red is darker than as sRGB. */
static void test_colored_ground(void **state)
{
    (void)state;
    made ground = make_file("smx", NULL, 500);
    pdk_document *document = circle(0);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    const pdk_glb_options shapes = { .struct_size = sizeof shapes, .track = ground.document };
    options.glb = &shapes;
    glb file = glb_convert(document, &options);
    assert_glb(&file);
    const json_t *mesh = glb_mesh(&file, "track");
    access points = glb_attribute(&file, mesh, "POSITION"), colors = glb_attribute(&file, mesh, "COLOR_0");
    assert_int_equal(colors.count, points.count);
    size_t count;
    double *red = column_f64(ground.document, "points", "red", &count);
    assert_int_equal(colors.count, count);
    for (size_t i = 0; i < count; i++) {
        double share = red[i] / 255, light = share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
        assert_near(glb_component(&colors, i, 0) / 65535, light, 1e-4);
    }
    free(red);
    glb_forget(&file);
    drop_file(&ground);
    pdk_close(document);
}

static void refuse(const pdk_document *document, const pdk_convert_options *options, const char *target,
                   const char *code)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    assert_fails(pdk_convert(document, target, options, NULL, output, &error), error, PDK_E_ARGUMENT, code,
                 PDK_NO_OFFSET);
    pdk_output_close(output);
}

static void test_refused(void **state)
{
    (void)state;
    made road = make_file("rld", NULL, 100);
    pdk_document *document = circle(0);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.triangulate = true;
    refuse(document, &options, "glb", "convert.recording");
    options.triangulate = false;
    options.glb = &(pdk_glb_options){ .struct_size = sizeof(pdk_glb_options), .car = road.document };
    refuse(document, &options, "ld", "convert.options");
    refuse(road.document, &options, "glb", "convert.moving");
    drop_file(&road);
    pdk_close(document);
}

/* When the node of this number is first seen, and what its child shows. */
static double seen_from(const glb *file, size_t node)
{
    const json_t *animation = item_at(glb_list(file, "animations"), 0);
    const json_t *samplers = json_object_get(animation, "samplers");
    size_t i;
    json_t *channel;
    json_array_foreach(json_object_get(animation, "channels"), i, channel)
    {
        const json_t *target = json_object_get(channel, "target");
        if (glb_number(target, "node") != node) continue;
        if (strcmp(json_string_value(json_object_get(target, "path")), "scale") != 0) continue;
        const json_t *sampler = item_at(samplers, glb_number(channel, "sampler"));
        access times = glb_accessor(file, glb_number(sampler, "input")),
               scales = glb_accessor(file, glb_number(sampler, "output"));
        for (size_t k = 0; k < times.count; k++)
            if (glb_component(&scales, k, 0) > 0.5) return glb_component(&times, k, 0);
    }
    return 0; /* it always is */
}

/* Skid marks are there from the moment that they are laid, each once, near where the recording has them; smoke as long
 * as it lives. And sizes stay bounded: a replay four times as long has no more nodes than are allowed. */
static void test_skid_marks(void **state)
{
    (void)state;
    for (uint32_t laps = 1; laps <= 4; laps += 3) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        pdk_convert_options usual = PDK_CONVERT_OPTIONS_INIT;
        options.session = "race";
        options.laps = laps;
        options.cars = 20;
        size_t size, points, strips, pieces = 0, nodes = 0, puffs = 0, i;
        uint8_t *bytes = synth_or_fail("rply", &options, &size);
        pdk_document *document = open_bytes_or_fail(bytes, size);
        double *times = column_f64(document, "skid_points", "time", &points), latest = -1;
        double *starts = column_f64(document, "skid_strips", "starts", &strips);
        size_t marks = 0;
        for (size_t k = 0; k < strips; k++) marks += starts[k] > 0.5;
        glb file = glb_convert(document, &usual);
        assert_glb(&file);
        json_t *node;
        json_array_foreach(glb_list(&file, "nodes"), i, node)
        {
            const char *name = json_string_value(json_object_get(node, "name"));
            puffs += strncmp(name, "smoke ", 6) == 0 && strstr(name, "shape") == NULL;
            if (strncmp(name, "skid marks ", 11) != 0 || strstr(name, "shape") != NULL) continue;
            double from = seen_from(&file, i);
            size_t child = (size_t)json_integer_value(json_array_get(json_object_get(node, "children"), 0));
            const char *shape = json_string_value(json_object_get(item_at(glb_list(&file, "nodes"), child), "name"));
            pieces += glb_attribute(&file, glb_mesh(&file, shape), "POSITION").count / 4;
            bool laid = false;
            for (size_t k = 0; k < points; k++) laid = laid || fabs(times[k] - from) < 1e-3;
            assert_true(laid);
            assert_true(from >= latest - 1e-6);
            latest = from;
            nodes++;
        }
        assert_in_range(nodes, 5, 4 * 200);
        assert_in_range(puffs, 5, 500);
        assert_int_equal(pieces, points - marks);
        glb_forget(&file);
        pdk_close(document);
        free(times);
        free(starts);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recordings), cmocka_unit_test(test_left_stays_left),
        cmocka_unit_test(test_gap),        cmocka_unit_test(test_skid_marks),
        cmocka_unit_test(test_names),      cmocka_unit_test(test_colored_ground),
        cmocka_unit_test(test_shapes),     cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
