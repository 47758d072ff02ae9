/* GLB: bitmaps that animate. Each shows the picture that the track says, at each time just one, and the first where
 * nothing plays. */
#include <math.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/tri/tri_layout.h"
#include "glb_look.h"
#include "model/document.h"
#include "model/mesh.h"

enum { FLAG = 4, TREE = 1 /* prop types of generated tracks */, TICKS = 60 };

/* A generated track whose type `number` shows that many bitmaps, each for that many ticks. */
static made open_track(const char *dialect, uint32_t number, uint8_t count, uint8_t ticks)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    size_t size;
    made track = { .bytes = synth_or_fail("tri", &options, &size) };
    uint8_t *type = track.bytes + PDK_TRI_PROP_TYPES_AT + number * pdk_tri_prop_type.size;
    type[pdk_record_field(&pdk_tri_prop_bitmap, "flags")->offset] |= PDK_TRI_ANIMATED;
    type[pdk_record_field(&pdk_tri_prop_bitmap, "frame_count")->offset] = count;
    type[pdk_record_field(&pdk_tri_prop_bitmap, "frame_interval")->offset] = ticks;
    track.document = open_bytes_or_fail(track.bytes, size);
    return track;
}

/* ------------------------------------------------------------------------------------------------ what it shows */

static const char *picture_of(const glb *file, size_t node)
{
    const json_t *mesh = item_at(glb_list(file, "meshes"), glb_number(item_at(glb_list(file, "nodes"), node), "mesh"));
    size_t number = glb_number(item_at(json_object_get(mesh, "primitives"), 0), "material");
    const json_t *paint = json_object_get(item_at(glb_list(file, "materials"), number), "pbrMetallicRoughness");
    const json_t *texture =
        item_at(glb_list(file, "textures"), glb_number(json_object_get(paint, "baseColorTexture"), "index"));
    return json_string_value(json_object_get(item_at(glb_list(file, "images"), glb_number(texture, "source")), "name"));
}

static const json_t *sampler_of(const glb *file, size_t node)
{
    size_t i;
    json_t *channel;
    const json_t *animation = item_at(glb_list(file, "animations"), 0);
    json_array_foreach(json_object_get(animation, "channels"), i, channel)
    {
        const json_t *target = json_object_get(channel, "target");
        if (glb_number(target, "node") != node) continue;
        assert_string_equal(json_string_value(json_object_get(target, "path")), "scale");
        return item_at(json_object_get(animation, "samplers"), glb_number(channel, "sampler"));
    }
    fail_msg("node %zu does not play", node);
    return NULL;
}

/* Is it there at a time, as a player sees it that begins again at the end: the last key before counts. */
static bool is_shown(const glb *file, size_t node, double time)
{
    const json_t *sampler = sampler_of(file, node);
    assert_string_equal(json_string_value(json_object_get(sampler, "interpolation")), "STEP");
    access times = glb_accessor(file, glb_number(sampler, "input")),
           scales = glb_accessor(file, glb_number(sampler, "output"));
    assert_int_equal(times.count, scales.count);
    assert_true(glb_component(&times, 0, 0) == 0);
    size_t key = 0;
    time = fmod(time, glb_component(&times, times.count - 1, 0));
    for (size_t i = 1; i < times.count; i++) {
        assert_true(glb_component(&times, i, 0) > glb_component(&times, i - 1, 0));
        if (glb_component(&times, i, 0) <= time) key = i;
    }
    bool shown = glb_component(&scales, key, 0) != 0;
    for (size_t k = 0; k < 3; k++) assert_true((glb_component(&scales, key, k) != 0) == shown);
    return shown;
}

/* All there is of one type: `frames` rows of the table `frames`, from `row` on. */
static void assert_plays(const glb *file, const pdk_document *track, const json_t *node, uint64_t row, size_t frames)
{
    const pdk_table *table = pdk_document_find_table(track, "frames");
    size_t image = pdk_table_find_column(table, "image"), interval = pdk_table_find_column(table, "interval");
    const json_t *children = json_object_get(node, "children");
    assert_null(json_object_get(node, "mesh"));
    assert_int_equal(json_array_size(children), frames);
    pdk_error error;
    double seconds;
    assert_ok(pdk_table_read_f64(table, interval, row, 1, &seconds, &error), error);
    for (size_t f = 0; f < frames; f++) {
        size_t child = (size_t)json_integer_value(item_at(children, f));
        pdk_text wanted;
        const pdk_column_read read = { .column = image, .values = &wanted };
        assert_ok(pdk_table_read(table, row + f, 1, &read, 1, &error), error);
        const char *picture = picture_of(file, child);
        assert_true(strlen(picture) == wanted.size && memcmp(picture, wanted.data, wanted.size) == 0);
        const json_t *scale = json_object_get(item_at(glb_list(file, "nodes"), child), "scale");
        if (f > 0) assert_true(json_number_value(item_at(scale, 0)) == 0); /* nothing plays: the first is there */
        else assert_true(scale == NULL || json_number_value(item_at(scale, 0)) > 0);
        for (size_t k = 0; k < 4 * frames; k++)
            assert_int_equal(is_shown(file, child, ((double)k + 0.5) * seconds), k % frames == f);
    }
}

/* Every prop of the type. */
static size_t count_playing(const glb *file, const pdk_document *track, uint32_t type, size_t frames)
{
    size_t count, playing = 0;
    double *types = column_f64(track, "props", "prop_type", &count);
    for (size_t i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "prop %zu", i);
        const json_t *node = glb_node(file, name);
        if (types[i] != type) {
            assert_non_null(json_object_get(node, "mesh"));
            continue;
        }
        assert_plays(file, track, node, 0, frames);
        playing++;
    }
    free(types);
    return playing;
}

static glb convert(const made *track, const made *art, bool quantize)
{
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    const pdk_scene_options scene = { .struct_size = sizeof scene, .art = art->document };
    const pdk_glb_options how = { .struct_size = sizeof how, .quantize = quantize };
    options.scene = &scene;
    options.glb = &how;
    glb file = glb_convert(track->document, &options);
    assert_glb(&file);
    return file;
}

static void each_frame_at_its_time(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const char *dialect = i % 2 == 0 ? "open" : "closed";
        made track = make_file("tri", dialect, 0), art = make_file("wwww", dialect, 0);
        glb file = convert(&track, &art, i >= 2);
        assert_true(count_playing(&file, track.document, FLAG, 3) > 0);
        assert_int_equal(json_array_size(glb_list(&file, "animations")), 1);
        glb_forget(&file);
        drop_file(&track);
        drop_file(&art);
    }
}

/* ------------------------------------------------------------------------------------------------- odd files */

/* Frames that the art lacks end the row; a bitmap with fewer than two frames, or no time for them, does not move. */
static void odd_counts(void **state)
{
    (void)state;
    static const struct {
        uint8_t count, ticks;
        size_t plays; /* frames */
        const char *notes;
    } cases[] = { { 12, 10, 12, "" },
                  { 13, 10, 12, "scene.frames " },
                  { 255, 10, 12, "scene.frames " },
                  { 255, 1, 12, "scene.frames " },
                  { 0, 10, 0, "" },
                  { 1, 10, 0, "" },
                  { 3, 0, 0, "" } };
    made art = make_file("wwww", "open", 0); /* 16 bitmaps, the flag's the fifth */
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        made track = open_track("open", FLAG, cases[i].count, cases[i].ticks);
        glb file = convert(&track, &art, false);
        assert_string_equal(file.notes, cases[i].notes);
        uint64_t rows = pdk_table_rows(pdk_document_find_table(track.document, "frames"));
        assert_int_equal(rows, cases[i].plays > 0 ? cases[i].count : 0);
        if (cases[i].plays > 0) assert_true(count_playing(&file, track.document, FLAG, cases[i].plays) > 0);
        else assert_null(glb_list(&file, "animations"));
        glb_forget(&file);
        drop_file(&track);
    }
    drop_file(&art);
}

/* Two that would begin together only after an hour: all begin again after a minute, and the file stays small. */
static void lengths_without_an_end(void **state)
{
    (void)state;
    made art = make_file("wwww", "open", 0), track = open_track("open", TREE, 11, 251);
    glb file = convert(&track, &art, false);
    assert_string_equal(file.notes, "glb.frames ");
    size_t i, keys = 0;
    json_t *sampler;
    json_array_foreach(json_object_get(item_at(glb_list(&file, "animations"), 0), "samplers"), i, sampler)
    {
        access times = glb_accessor(&file, glb_number(sampler, "input"));
        assert_near(glb_component(&times, times.count - 1, 0), 60, 1e-6);
        keys += times.count;
    }
    assert_int_equal(i, 11 + 3);
    assert_true(keys < 2 * (60 * TICKS / 10 + 60 * TICKS / 251) + 4 * i);
    glb_forget(&file);
    drop_file(&track);
    drop_file(&art);
}

/* Without art there is nothing to play. */
static void no_art(void **state)
{
    (void)state;
    made track = make_file("tri", "open", 0), none = { 0 };
    glb file = convert(&track, &none, false);
    assert_null(glb_list(&file, "animations"));
    glb_forget(&file);
    drop_file(&track);
}

/* Read back, the scene is the one of the first frames. */
static void comes_back(void **state)
{
    (void)state;
    made track = make_file("tri", "open", 0), still = open_track("open", FLAG, 1, 0),
         art = make_file("wwww", "open", 0);
    uint64_t triangles[2];
    for (int i = 0; i < 2; i++) {
        glb file = convert(i == 0 ? &track : &still, &art, false);
        pdk_bytes bytes = pdk_output_bytes(file.output);
        pdk_document *back = open_bytes_or_fail(bytes.data, bytes.size);
        triangles[i] = pdk_document_surface_at(back, 0)->triangles;
        assert_int_equal(count_findings(back, PDK_CHECK_FULL, "glb.hidden"), i == 0);
        pdk_close(back);
        glb_forget(&file);
    }
    assert_int_equal(triangles[0], triangles[1]);
    drop_file(&track);
    drop_file(&still);
    drop_file(&art);
}

/* The locomotive of Alpine, whose steam rises: its second and third bitmap have their own types, which do not animate;
 * and four road signs that a type without props calls its frames. */
static void real_alpine(void **state)
{
    (void)state;
    if (real_file("nfs/AL1.TRI") == NULL || real_file("nfs/AL1_001.FAM") == NULL) skip();
    made track = { .document = open_or_fail(real_file("nfs/AL1.TRI")) },
         art = { .document = open_or_fail(real_file("nfs/AL1_001.FAM")) };
    glb file = convert(&track, &art, false);
    assert_plays(&file, track.document, glb_node(&file, "prop 975"), 0, 3);
    assert_int_equal(pdk_table_rows(pdk_document_find_table(track.document, "frames")), 3);
    size_t count;
    double *flags = column_f64(track.document, "prop_types", "flags", &count),
           *bitmaps = column_f64(track.document, "prop_types", "bitmap", &count),
           *widths = column_f64(track.document, "prop_types", "width", &count);
    for (size_t type = 22; type < 24; type++) {
        assert_near(bitmaps[type], bitmaps[21] + (double)(type - 21), 0);
        assert_near(widths[type], widths[21], 0);
        assert_near(flags[type], 0, 0);
    }
    assert_near(flags[1], PDK_TRI_ANIMATED, 0);
    free(flags);
    free(bitmaps);
    free(widths);
    glb_forget(&file);
    pdk_close(track.document);
    pdk_close(art.document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_frame_at_its_time),
        cmocka_unit_test(odd_counts),
        cmocka_unit_test(lengths_without_an_end),
        cmocka_unit_test(no_art),
        cmocka_unit_test(comes_back),
        cmocka_unit_test(real_alpine),
    };
    return cmocka_run_group_tests_name("glb_frames", tests, NULL, NULL);
}
