/* Frames, meshes read by ranges, and converting: what goes in comes out, in other axes or from another origin. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/float_loss.h"
#include "support.h"

/* --------------------------------------------------------------------------------------------------- frames */

static void turns_are_as_the_formats_say(void **state)
{
    (void)state;
    const double point[3] = { 1, 2, 3 };
    static const struct {
        pdk_frame from, to;
        double wanted[3];
    } cases[] = {
        { PDK_FRAME_ROAD, PDK_FRAME_Y_UP, { 2, 3, 1 } },   { PDK_FRAME_Y_UP, PDK_FRAME_ROAD, { 3, 1, 2 } },
        { PDK_FRAME_TRACK, PDK_FRAME_Y_UP, { -1, 3, 2 } }, { PDK_FRAME_ROAD, PDK_FRAME_Z_UP, { 1, 2, 3 } },
        { PDK_FRAME_TRACK, PDK_FRAME_Z_UP, { 1, 2, 3 } },  { PDK_FRAME_Z_UP, PDK_FRAME_TRACK, { 1, 2, 3 } },
        { PDK_FRAME_TRACK, PDK_FRAME_ROAD, { 2, -1, 3 } }, { PDK_FRAME_ROAD, PDK_FRAME_TRACK, { -2, 1, 3 } },
        { PDK_FRAME_Z_UP, PDK_FRAME_Y_UP, { 2, 3, 1 } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double turned[3];
        pdk_turn_point(pdk_frame_turn(cases[i].from, cases[i].to), point, turned);
        for (int k = 0; k < 3; k++) assert_true(turned[k] == cases[i].wanted[k]);
    }
    for (int from = 0; from < PDK_FRAMES; from++) {
        assert_non_null(pdk_frame_text((pdk_frame)from));
        assert_true(pdk_turn_is_none(pdk_frame_turn((pdk_frame)from, (pdk_frame)from)));
    }
    for (size_t i = 0; i < pdk_target_count(); i++) { /* every target's axes are one of ours */
        const pdk_target_info *target = pdk_target_at(i);
        assert_true(pdk_frame_text(target->frame)[0] != 0 || target->recordings_only);
    }
}

/* All 48 ways to name axes with signs: the 24 rotations are taken, the 24 mirrors are not. */
static void mirrors_are_refused(void **state)
{
    (void)state;
    static const char *const orders[] = { "xyz", "xzy", "yxz", "yzx", "zxy", "zyx" };
    int taken = 0;
    for (size_t o = 0; o < 6; o++) {
        for (int signs = 0; signs < 8; signs++) {
            char text[8];
            for (int k = 0; k < 3; k++) {
                text[2 * k] = (signs >> k & 1) != 0 ? '-' : '+';
                text[2 * k + 1] = orders[o][k];
            }
            text[6] = '\0';
            pdk_turn turn;
            if (!pdk_turn_parse(text, &turn)) continue;
            taken++;
            double images[3][3]; /* of the unit vectors: their determinant must be 1 */
            for (int k = 0; k < 3; k++) {
                double unit[3] = { k == 0, k == 1, k == 2 };
                pdk_turn_point(turn, unit, images[k]);
            }
            double determinant = 0;
            for (int k = 0; k < 3; k++) {
                int l = (k + 1) % 3, m = (k + 2) % 3;
                determinant += images[0][k] * (images[1][l] * images[2][m] - images[1][m] * images[2][l]);
            }
            assert_true(determinant == 1);
        }
    }
    assert_int_equal(taken, 24);
    static const char *const wrong[] = { "", "x", "xy", "xyzx", "+x+y", "xxz", "xya", "++xyz" };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        pdk_turn turn;
        assert_false(pdk_turn_parse(wrong[i], &turn));
    }
}

/* ------------------------------------------------------------------------------------------------ origins */

static void origins_where_floats_cost(void **state)
{
    (void)state;
    double origin[3];
    const pdk_mesh unread = { .point_count = 0 };                       /* extents of this size say enough */
    assert_true(fabs(pdk_float_cost(1500) - 0.00006103515625) < 1e-12); /* half of 0.12 mm */
    pdk_extent near = { { -100, -50, 0 }, { 1000, 50, 10 }, 0 },
               far = { { 691000, 5334000, 500 }, { 692000, 5335000, 560 }, 0 };
    assert_int_equal(pdk_mesh_needed_origin(&unread, &near, origin, NULL), PDK_OK);
    assert_true(origin[0] == 0 && origin[1] == 0 && origin[2] == 0);
    assert_int_equal(pdk_mesh_needed_origin(&unread, &far, origin, NULL), PDK_OK);
    assert_true(origin[0] == 691500 && origin[1] == 5334500 && origin[2] == 500);
    pdk_extent nowhere = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY }, 3 };
    assert_int_equal(pdk_mesh_needed_origin(&unread, &nowhere, origin, NULL), PDK_OK);
    assert_true(origin[0] == 0 && origin[1] == 0 && origin[2] == 0);
}

/* ------------------------------------------------------------------------------------------------ convert */

static pdk_output *converted(pdk_document *document, const char *target, const pdk_convert_options *options,
                             pdk_convert_report *report)
{
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_convert(document, target, options, report, output, &error), error);
    return output;
}

static void rld_to_rld_is_the_same_file(void **state)
{
    (void)state;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    synth.points = 20000;
    size_t size;
    uint8_t *bytes = synth_or_fail("rld", &synth, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_convert_report report;
    pdk_output *output = converted(document, "rld", NULL, &report);
    pdk_bytes copy = pdk_output_bytes(output);
    assert_int_equal(copy.size, size);
    assert_memory_equal(copy.data, bytes, size);
    assert_int_equal(report.points, pdk_document_surface_at(document, 0)->vertices);
    assert_false(report.moved);
    pdk_output_close(output);

    /* Subtracted here, added there: exact, for a power of two that does not cost bits. */
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.origin = PDK_ORIGIN_GIVEN;
    options.origin_given[0] = 0;
    options.axes = "-z+y+x";
    output = converted(document, "rld", &options, &report);
    pdk_bytes turned_bytes = pdk_output_bytes(output);
    pdk_document *turned = open_bytes_or_fail(turned_bytes.data, turned_bytes.size);
    pdk_surface from, to;
    from = surface_or_fail(document, 0);
    to = surface_or_fail(turned, 0);
    for (size_t i = 0; i < from.vertex_count; i++) {
        assert_true(to.positions[3 * i] == -from.positions[3 * i + 2] &&
                    to.positions[3 * i + 2] == from.positions[3 * i]);
    }
    assert_memory_equal(from.triangles, to.triangles, 12 * from.triangle_count);
    pdk_close(turned);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

/* A track's surfaces become one: as many points and triangles, and no corner leads into another one's points. */
static void surfaces_are_joined(void **state)
{
    (void)state;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    size_t size;
    uint8_t *bytes = synth_or_fail("tri", &synth, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    uint64_t points = 0, triangles = 0;
    for (size_t i = 0; i < pdk_document_surface_count(document); i++) {
        points += pdk_document_surface_at(document, i)->vertices;
        triangles += pdk_document_surface_at(document, i)->triangles;
    }
    pdk_convert_report report;
    pdk_output *output = converted(document, "rld", NULL, &report);
    assert_int_equal(report.points, points);
    assert_int_equal(report.triangles, triangles);
    pdk_bytes copy = pdk_output_bytes(output);
    pdk_document *joined = open_bytes_or_fail(copy.data, copy.size);
    read_everything(joined);
    pdk_surface part, whole;
    whole = surface_or_fail(joined, 0);
    uint64_t point = 0, triangle = 0;
    for (size_t i = 0; i < pdk_document_surface_count(document); i++) {
        part = surface_or_fail(document, i);
        for (uint64_t k = 0; k < part.vertex_count; k++) {
            assert_true(whole.positions[3 * (point + k)] == part.positions[3 * k + 1]);  /* forward */
            assert_true(whole.positions[3 * (point + k) + 1] == -part.positions[3 * k]); /* left */
        }
        for (uint64_t k = 0; k < 3 * part.triangle_count; k++) {
            assert_int_equal(whole.triangles[3 * triangle + k], part.triangles[k] + point);
        }
        point += part.vertex_count;
        triangle += part.triangle_count;
    }
    pdk_close(joined);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

static void wrong_calls(void **state)
{
    (void)state;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    size_t size;
    uint8_t *bytes = synth_or_fail("rld", &synth, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_fails(pdk_convert(document, "nothing", NULL, NULL, output, &error), error, PDK_E_ARGUMENT, "convert.target",
                 PDK_NO_OFFSET);
    assert_fails(pdk_convert(document, NULL, NULL, NULL, output, &error), error, PDK_E_ARGUMENT, "convert.target",
                 PDK_NO_OFFSET);
    assert_fails(pdk_convert(NULL, "rld", NULL, NULL, output, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    options.axes = "xzy";
    assert_fails(pdk_convert(document, "rld", &options, NULL, output, &error), error, PDK_E_ARGUMENT, "convert.axes",
                 PDK_NO_OFFSET);
    options.axes = NULL;
    options.scale = -1;
    assert_fails(pdk_convert(document, "rld", &options, NULL, output, &error), error, PDK_E_ARGUMENT, "convert.scale",
                 PDK_NO_OFFSET);
    options.struct_size = 1;
    assert_fails(pdk_convert(document, "rld", &options, NULL, output, &error), error, PDK_E_ARGUMENT,
                 "argument.options", PDK_NO_OFFSET);
    assert_fails(pdk_convert_file(document, "name.what", NULL, NULL, NULL, &error), error, PDK_E_ARGUMENT,
                 "convert.target", PDK_NO_OFFSET);
    assert_null(pdk_target_find("what"));
    assert_null(pdk_target_for_file("folder.rld/name"));
    assert_string_equal(pdk_target_for_file("a/B.RLD")->id, "rld");
    assert_null(pdk_target_at(pdk_target_count()));
    assert_int_equal(pdk_output_bytes(output).size, 0);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

/* Options that a target has are taken; those that it does not have are refused, and nothing is written. */
static void options_of_other_targets(void **state)
{
    (void)state;
    const pdk_recording_options recording = PDK_RECORDING_OPTIONS_INIT;
    const pdk_scene_options scene = PDK_SCENE_OPTIONS_INIT;
    const pdk_glb_options glb = PDK_GLB_OPTIONS_INIT;
    const pdk_ply_options ply = PDK_PLY_OPTIONS_INIT;
    const pdk_crg_options crg = PDK_CRG_OPTIONS_INIT;
    const pdk_rld_options rld = PDK_RLD_OPTIONS_INIT;
    const pdk_srt_options srt = PDK_SRT_OPTIONS_INIT;
    const pdk_opendrive_options opendrive = PDK_OPENDRIVE_OPTIONS_INIT;
    const pdk_convert_options shared = PDK_CONVERT_OPTIONS_INIT;
    uint8_t *bytes;
    pdk_document *road = synth_road(500, &bytes, NULL);
    for (size_t t = 0; t < pdk_target_count(); t++) {
        const pdk_target_info *target = pdk_target_at(t);
        pdk_convert_options own[] = { shared, shared, shared, shared, shared, shared, shared, shared };
        own[0].recording = &recording;
        own[1].scene = &scene;
        own[2].glb = &glb;
        own[3].ply = &ply;
        own[4].crg = &crg;
        own[5].rld = &rld;
        own[6].srt = &srt;
        own[7].opendrive = &opendrive;
        bool is_road = strcmp(target->id, "opendrive") == 0;
        const bool has[] = { target->recordings,
                             target->pictures,
                             strcmp(target->id, "glb") == 0,
                             strcmp(target->id, "ply") == 0,
                             strcmp(target->id, "crg") == 0 || is_road,
                             strcmp(target->id, "rld") == 0,
                             strcmp(target->id, "srt") == 0,
                             is_road };
        for (size_t i = 0; i < sizeof has / sizeof has[0]; i++) {
            pdk_output *output = output_or_fail();
            pdk_error error = { 0 };
            pdk_status status = pdk_convert(road, target->id, &own[i], NULL, output, &error);
            bool refused = status == PDK_E_ARGUMENT && strcmp(error.code, "convert.options") == 0;
            if (refused == has[i]) fail_msg("%s, %zu: %s", target->id, i, error.code);
            if (refused) assert_int_equal(pdk_output_bytes(output).size, 0);
            pdk_output_close(output);
        }
    }
    pdk_close(road);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_as_the_formats_say), cmocka_unit_test(mirrors_are_refused),
        cmocka_unit_test(origins_where_floats_cost),    cmocka_unit_test(rld_to_rld_is_the_same_file),
        cmocka_unit_test(surfaces_are_joined),          cmocka_unit_test(wrong_calls),
        cmocka_unit_test(options_of_other_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
