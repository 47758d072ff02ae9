/* Scenes when memory or the output fails, OBJ and its files, and GeoJSON. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "failing.h"
#include "scene/scene.h"
#include "sink.h"
#include "support.h"

typedef struct source {
    uint8_t *track_bytes, *art_bytes;
    pdk_document *track, *art;
} source;

static source make(void)
{
    source all;
    size_t size;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = "closed";
    all.track_bytes = synth_or_fail("tri", &options, &size);
    all.track = open_bytes_or_fail(all.track_bytes, size);
    all.art_bytes = synth_or_fail("wwww", &options, &size);
    all.art = open_bytes_or_fail(all.art_bytes, size);
    return all;
}

static void drop(source *all)
{
    pdk_close(all->track);
    pdk_close(all->art);
    free(all->track_bytes);
    free(all->art_bytes);
}

static const char *const targets[] = { "glb", "obj", "geojson" };
enum { TARGETS = sizeof targets / sizeof targets[0] };

/* ------------------------------------------------------------------------------------------------- pictures */

/* Pixels one sees are the image's; those one does not see all have one colour, so that filters draw no fringe. */
static void holes_have_one_color(void **state)
{
    (void)state;
    source all = make();
    pdk_memory memory;
    pdk_scene scene;
    pdk_error error = { 0 };
    size_t cut_outs = 0, whole = 0;
    pdk_memory_init(&memory, NULL, 0);
    assert_ok(pdk_scene_make(all.track, NULL, all.art, NULL, NULL, &memory, &scene, &error), error);
    for (size_t i = 0; i < scene.textures.count; i++) {
        const pdk_scene_texture *texture = pdk_scene_texture_at(&scene, i);
        size_t pixels = (size_t)texture->width * texture->height, holes = 0;
        uint8_t *shown = malloc(4 * pixels), *stored = malloc(4 * pixels), color[4] = { 0 };
        bool cut_out;
        assert_true(shown != NULL && stored != NULL);
        assert_ok(pdk_scene_picture(&scene, i, shown, &cut_out, &error), error);
        assert_ok(pdk_document_image_read(all.art, texture->image, stored, 4 * pixels, &error), error);
        for (size_t p = 0; p < pixels; p++) {
            assert_int_equal(shown[4 * p + 3], stored[4 * p + 3]);
            if (shown[4 * p + 3] != 0) assert_memory_equal(shown + 4 * p, stored + 4 * p, 4);
            else if (holes++ == 0) memcpy(color, shown + 4 * p, 4);
            else assert_memory_equal(shown + 4 * p, color, 4);
        }
        assert_int_equal(cut_out, holes > 0);
        cut_outs += holes > 0;
        whole += holes == 0;
        free(shown);
        free(stored);
    }
    assert_true(cut_outs > 0 && whole > 0);
    pdk_memory_destroy(&memory);
    drop(&all);
}

/* ------------------------------------------------------------------------------------------------- failures */

static pdk_status swallow(void *user, const void *data, size_t size)
{
    (void)user;
    (void)data;
    (void)size;
    return PDK_OK;
}

/* Every early allocation fails once, of the many alike that follow some. */
static void memory_that_fails(void **state)
{
    (void)state;
    source all = make();
    for (size_t t = 0; t < TARGETS; t++) {
        bool failed = true;
        for (size_t fail_at = 1; failed; fail_at += 1 + fail_at / 20) {
            failing memory = { .fail_at = fail_at };
            const pdk_scene_options scene = { .struct_size = sizeof scene, .art = all.art };
            pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
            if (strcmp(targets[t], "geojson") != 0) options.scene = &scene;
            options.allocator = failing_allocator(&memory);
            pdk_output *output = NULL;
            pdk_error error = { 0 };
            assert_ok(pdk_output_callback(swallow, NULL, &output, &error), error);
            pdk_status status = pdk_convert(all.track, targets[t], &options, NULL, output, &error);
            failed = memory.calls >= fail_at;
            if (failed) assert_fails(status, error, PDK_E_MEMORY, "memory.out", PDK_NO_OFFSET);
            else assert_int_equal(status, PDK_OK);
            assert_int_equal(memory.live, 0);
            pdk_output_close(output);
        }
    }
    drop(&all);
}

static void outputs_that_fail(void **state)
{
    (void)state;
    source all = make();
    for (size_t t = 0; t < TARGETS; t++) {
        for (size_t fail_at = 1;; fail_at++) {
            sink to = { .fail_at = fail_at };
            const pdk_scene_options scene = { .struct_size = sizeof scene, .art = all.art };
            pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
            if (strcmp(targets[t], "geojson") != 0) options.scene = &scene;
            pdk_output *output = NULL;
            pdk_error error = { 0 };
            assert_ok(pdk_output_callback(sink_write, &to, &output, &error), error);
            pdk_status status = pdk_convert(all.track, targets[t], &options, NULL, output, &error);
            if (status == PDK_OK) status = pdk_output_finish(output, &error);
            bool failed = to.calls >= fail_at;
            if (failed) assert_fails(status, error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
            pdk_output_close(output);
            if (failed) continue;
            assert_int_equal(status, PDK_OK);
            break;
        }
    }
    drop(&all);
}

static void conversions_can_be_stopped(void **state)
{
    (void)state;
    size_t size;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    synth.points = 500000;
    uint8_t *bytes = synth_or_fail("rld", &synth, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    for (size_t t = 0; t < 2; t++) {
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        options.progress = stop_at_once;
        pdk_output *output = NULL;
        pdk_error error = { 0 };
        assert_ok(pdk_output_callback(swallow, NULL, &output, &error), error);
        assert_int_equal(pdk_convert(document, targets[t], &options, NULL, output, &error), PDK_E_CANCELLED);
        pdk_output_close(output);
    }
    pdk_close(document);
    free(bytes);
}

/* ------------------------------------------------------------------------------------------------------ OBJ */

static int clear_folder(const char *folder)
{
    DIR *files = opendir(folder);
    int count = 0;
    assert_non_null(files);
    for (struct dirent *file; (file = readdir(files)) != NULL;) {
        char path[512];
        if (file->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        assert_int_equal(unlink(path), 0);
        count++;
    }
    closedir(files);
    return count;
}

/* Lines that begin so. */
static size_t count_lines(const char *text, const char *start)
{
    size_t count = 0, length = strlen(start);
    for (; text != NULL && *text != '\0'; text = strchr(text, '\n'), text += text != NULL) {
        count += strncmp(text, start, length) == 0;
        if (strchr(text, '\n') == NULL) break;
    }
    return count;
}

static char *read_text(const char *folder, const char *name)
{
    char path[128];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    uint8_t *bytes = read_file(path, &size);
    char *text = malloc(size + 1);
    assert_non_null(text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    free(bytes);
    return text;
}

/* Every face leads to points that are there; every material that is used is defined, with a picture that is there. */
static void obj_is_whole(void **state)
{
    (void)state;
    source all = make();
    char folder[] = "/tmp/paddock-obj-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/track.obj", folder);
    const pdk_scene_options scene = { .struct_size = sizeof scene, .art = all.art };
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_convert_report report;
    pdk_error error = { 0 };
    options.scene = &scene;
    assert_ok(pdk_convert_file(all.track, path, NULL, &options, &report, &error), error);
    char *text = read_text(folder, "track.obj"), *library = read_text(folder, "track.mtl");
    size_t points = count_lines(text, "v "), normals = count_lines(text, "vn "), pairs = count_lines(text, "vt ");
    assert_int_equal(count_lines(text, "mtllib track.mtl"), 1);
    assert_true(points > normals && normals == pairs);
    size_t pieces = 0;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        unsigned long v[3], t[3], n[3];
        if (line[0] == 'l') { /* of two points: some programs take no more of a line */
            int end = 0;
            assert_int_equal(sscanf(line, "l %lu %lu%n", &v[0], &v[1], &end), 2);
            assert_true(line[end] == '\0' && v[0] >= 1 && v[0] <= points && v[1] >= 1 && v[1] <= points);
            pieces++;
            continue;
        }
        if (sscanf(line, "f %lu/%lu/%lu %lu/%lu/%lu %lu/%lu/%lu", &v[0], &t[0], &n[0], &v[1], &t[1], &n[1], &v[2],
                   &t[2], &n[2]) == 9) {
            for (int k = 0; k < 3; k++)
                assert_true(v[k] >= 1 && v[k] <= points && t[k] >= 1 && t[k] <= pairs && n[k] >= 1 && n[k] <= normals);
        } else assert_true(line[0] != 'f');
        if (strncmp(line, "usemtl ", 7) != 0) continue;
        char wanted[128];
        snprintf(wanted, sizeof wanted, "newmtl %s\n", line + 7);
        assert_non_null(strstr(library, wanted));
    }
    assert_true(pieces > 5 * 100);
    size_t pictures = 0;
    for (char *line = strtok(library, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (strncmp(line, "map_Kd ", 7) != 0) continue;
        snprintf(path, sizeof path, "%s/%s", folder, strrchr(line, ' ') + 1);
        assert_int_equal(access(path, R_OK), 0);
        pictures++;
    }
    assert_true(pictures > 5);
    free(text);
    free(library);
    assert_true(clear_folder(folder) > 5);
    assert_int_equal(rmdir(folder), 0);
    drop(&all);
}

/* A surface in metres: x, y, z becomes y, z, x, and no number is changed. */
static void obj_of_a_surface(void **state)
{
    (void)state;
    size_t size;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    synth.points = 300;
    uint8_t *bytes = synth_or_fail("rld", &synth, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    pdk_surface surface = surface_or_fail(document, 0);
    assert_ok(pdk_convert(document, "obj", NULL, NULL, output, &error), error);
    assert_ok(pdk_output_write(output, "", 1, &error), error);
    char *text = strdup((const char *)pdk_output_bytes(output).data);
    size_t point = 0, triangle = 0;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        float x, y, z;
        unsigned a, b, c;
        if (sscanf(line, "v %f %f %f", &x, &y, &z) == 3) {
            const float *from = surface.positions + 3 * point++;
            assert_true(x == from[1] && y == from[2] && z == from[0]);
        } else if (sscanf(line, "f %u %u %u", &a, &b, &c) == 3) {
            const uint32_t *from = surface.triangles + 3 * triangle++;
            assert_true(a == from[0] + 1 && b == from[1] + 1 && c == from[2] + 1);
        }
    }
    assert_int_equal(point, surface.vertex_count);
    assert_int_equal(triangle, surface.triangle_count);
    free(text);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

/* Metres, said so that programs understand it. */
static void geojson_is_not_on_the_globe(void **state)
{
    (void)state;
    source all = make();
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_convert(all.track, "geojson", NULL, NULL, output, &error), error);
    assert_ok(pdk_output_write(output, "", 1, &error), error);
    const char *text = (const char *)pdk_output_bytes(output).data;
    assert_non_null(strstr(text, "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"LOCAL_CS["));
    pdk_output_close(output);
    drop(&all);
}

static void lines_only_of_tracks(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = synth_or_fail("rld", NULL, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_output_callback(swallow, NULL, &output, &error), error);
    assert_fails(pdk_convert(document, "geojson", NULL, NULL, output, &error), error, PDK_E_UNSUPPORTED, "geojson.none",
                 PDK_NO_OFFSET);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holes_have_one_color),
        cmocka_unit_test(memory_that_fails),
        cmocka_unit_test(outputs_that_fail),
        cmocka_unit_test(conversions_can_be_stopped),
        cmocka_unit_test(obj_is_whole),
        cmocka_unit_test(obj_of_a_surface),
        cmocka_unit_test(geojson_is_not_on_the_globe),
        cmocka_unit_test(lines_only_of_tracks),
    };
    return cmocka_run_group_tests_name("scene", tests, NULL, NULL);
}
