/* A track on a page is as its file has it: each triangle of the road, each prop in its place, each kind along it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page_look.h"

static const double step = 0.0011; /* m: of a scene's numbers, and of floats */

typedef struct world {
    uint8_t *track_bytes, *art_bytes;
    pdk_document *track, *art;
    pdk_page_file file;
} world;

static pdk_document *synth_and_open(const char *format, uint8_t **bytes)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    pdk_document *document;
    pdk_error error;
    size_t size;
    options.dialect = "closed";
    *bytes = synth_or_fail(format, &options, &size);
    assert_ok(pdk_open_memory(*bytes, size, NULL, &document, &error), error);
    return document;
}

static world open_world(void)
{
    world made = { 0 };
    made.track = synth_and_open("tri", &made.track_bytes);
    made.art = synth_and_open("wwww", &made.art_bytes);
    made.file = (pdk_page_file){ .document = made.track, .name = "a.tri", .art = made.art };
    return made;
}

static void close_world(world *made)
{
    pdk_close(made->track);
    pdk_close(made->art);
    free(made->track_bytes);
    free(made->art_bytes);
}

typedef struct scene {
    uint8_t *block;
    size_t size;
    pdk_memory memory;
    pdk_json_tree tree;
    pdk_json_found root;
    double origin[3];
} scene;

static double number(pdk_json_found value)
{
    double found = NAN;
    assert_true(pdk_json_as_number(value, &found));
    return found;
}

static void read_scene(scene *made, const pdk_page_file *file)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_page_scene(file, NULL, output, &error), error);
    made->block = take_bytes(output, &made->size);
    pdk_memory_init(&made->memory, NULL, 0);
    made->tree = page_head(made->block, made->size, &made->memory);
    made->root = pdk_json_root(&made->tree);
    for (size_t k = 0; k < 3; k++) made->origin[k] = number(pdk_json_item(pdk_json_member(made->root, "origin"), k));
}

static void forget(scene *made)
{
    pdk_json_free(&made->tree);
    pdk_memory_destroy(&made->memory);
    free(made->block);
}

static double *column_of(const pdk_document *document, const char *table, const char *column, size_t *count)
{
    const pdk_table *found = pdk_document_find_table(document, table);
    pdk_error error;
    *count = (size_t)pdk_table_rows(found);
    double *values = malloc(*count * sizeof *values);
    assert_non_null(values);
    assert_ok(pdk_table_read_f64(found, pdk_table_find_column(found, column), 0, *count, values, &error), error);
    return values;
}

/* The first mesh is the road: its triangles are those of the file's surface, in order, under their pictures. */
static void test_the_road(void **state)
{
    (void)state;
    world made = open_world();
    scene shown;
    read_scene(&shown, &made.file);
    pdk_surface road = surface_or_fail(made.track, 0);
    pdk_json_found mesh = pdk_json_item(pdk_json_member(shown.root, "meshes"), 0), runs = pdk_json_member(mesh, "runs");
    assert_int_equal((uint64_t)number(pdk_json_member(mesh, "corners")), 3 * road.triangle_count);
    page_column corners = page_column_of(shown.block, shown.size, "corner");
    for (size_t k = 0; k < 3; k++) {
        page_column axis = page_column_of(shown.block, shown.size, (const char *const[]){ "x", "y", "z" }[k]);
        for (uint64_t i = 0; i < 3 * road.triangle_count; i++)
            assert_near(axis.numbers[(size_t)corners.numbers[i]] + shown.origin[k],
                        (double)road.positions[3 * (size_t)road.triangles[i] + k], step);
        page_column_free(&axis);
    }
    for (size_t i = 0; i < road.group_count; i++) {
        pdk_json_found run = pdk_json_item(runs, i);
        pdk_json_found material =
            pdk_json_item(pdk_json_member(shown.root, "materials"), (size_t)number(pdk_json_member(run, "material")));
        size_t image = (size_t)number(pdk_json_member(material, "image"));
        assert_int_equal((uint64_t)number(pdk_json_member(run, "first")), 3 * road.groups[i].first_triangle);
        assert_int_equal((uint64_t)number(pdk_json_member(run, "count")), 3 * road.groups[i].triangle_count);
        assert_string_equal(pdk_document_image_at(made.art, image)->name, road.groups[i].image);
    }
    page_column_free(&corners);
    forget(&shown);
    close_world(&made);
}

static void test_props(void **state)
{
    (void)state;
    world made = open_world();
    scene shown;
    read_scene(&shown, &made.file);
    page_column groups = page_column_of(shown.block, shown.size, "group");
    static const char *const names[] = { "place_x", "place_y", "place_z", "heading" }, *const columns[] = { "x", "y",
                                                                                                            "z",
                                                                                                            "heading" };
    for (size_t k = 0; k < 4; k++) {
        size_t count, props = 0;
        page_column there = page_column_of(shown.block, shown.size, names[k]);
        double *wanted = column_of(made.track, "props", columns[k], &count);
        for (size_t i = 0; i < there.count; i++) {
            if (strcmp(groups.words[i], "props") != 0) continue;
            assert_true(props < count);
            assert_near(there.numbers[i] + (k < 3 ? shown.origin[k] : 0), wanted[props++], step);
        }
        assert_int_equal(props, count);
        free(wanted);
        page_column_free(&there);
    }
    /* a mesh a type, not one a prop */
    assert_true(pdk_json_count(pdk_json_member(shown.root, "meshes"), SIZE_MAX) < 70);
    page_column_free(&groups);
    forget(&shown);
    close_world(&made);
}

static void test_kinds_along_the_road(void **state)
{
    (void)state;
    static const char *const columns[] = { "mode", "left_surface", "right_surface", "left_barrier_kind",
                                           "right_barrier_kind" };
    world made = open_world();
    scene shown;
    read_scene(&shown, &made.file);
    page_column kinds = page_column_of(shown.block, shown.size, "line_kind");
    pdk_json_found lines = pdk_json_member(shown.root, "lines");
    size_t at = 0;
    assert_int_equal(pdk_json_count(lines, SIZE_MAX), 5);
    for (size_t i = 0; i < 5; i++) {
        size_t count;
        double *wanted = column_of(made.track, "nodes", columns[i], &count);
        assert_int_equal((size_t)number(pdk_json_member(pdk_json_item(lines, i), "points")), count + 1); /* it closes */
        for (size_t p = 0; p <= count; p++) assert_near(kinds.numbers[at++], wanted[p % count], 0);
        assert_int_equal(pdk_json_kind(pdk_json_member(pdk_json_item(lines, i), "upright")), i >= 3 ? 't' : 'f');
        free(wanted);
    }
    assert_int_equal(at, kinds.count);
    page_column_free(&kinds);
    forget(&shown);
    close_world(&made);
}

/* Without its art a track says what is missing, and what is left out for it. */
static void test_without_art(void **state)
{
    (void)state;
    world made = open_world();
    scene with;
    read_scene(&with, &made.file);
    made.file.art = NULL;
    scene without;
    read_scene(&without, &made.file);
    pdk_text missing = pdk_json_as_text(pdk_json_member(without.root, "missing"));
    assert_int_equal(pdk_json_kind(pdk_json_member(with.root, "missing")), 'n');
    assert_non_null(missing.data);
    assert_non_null(strstr(missing.data, "FAM"));
    assert_int_equal(pdk_json_count(pdk_json_member(with.root, "notes"), SIZE_MAX), 0);
    assert_int_equal(pdk_json_count(pdk_json_member(without.root, "notes"), SIZE_MAX), 1);
    forget(&with);
    forget(&without);
    close_world(&made);
}

/* Larger scenes than wanted, and documents that make none, are shown by surfaces. */
static void test_limits(void **state)
{
    (void)state;
    world made = open_world();
    pdk_error error;
    pdk_output *output = output_or_fail();
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    options.triangles = 100;
    assert_fails(pdk_page_scene(&made.file, &options, output, &error), error, PDK_E_UNSUPPORTED, "page.scene",
                 PDK_NO_OFFSET);
    assert_fails(pdk_page_scene(NULL, NULL, output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    uint8_t *bytes;
    size_t size;
    pdk_document *road = synth_road(900, &bytes, &size);
    assert_fails(pdk_page_scene(&(pdk_page_file){ .document = road }, NULL, output, &error), error, PDK_E_UNSUPPORTED,
                 "page.scene", PDK_NO_OFFSET);
    pdk_close(road);
    free(bytes);
    pdk_output_close(output);
    close_world(&made);
}

/* Pictures that a track and its art share are in a page once. */
static void test_pictures_once(void **state)
{
    (void)state;
    static const pdk_page_front front = { .script = { "0", 1 }, .style = { "a{}", 3 } };
    world made = open_world();
    pdk_page_file files[] = { made.file, { .document = made.art, .name = "a.fam" } };
    pdk_error error;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_page_write(files, 2, &front, NULL, output, &error), error);
    char *html = take_text(output), *text = page_element(html, "paddock-bundle");
    pdk_memory memory;
    pdk_json_tree tree;
    pdk_json_trouble trouble;
    pdk_memory_init(&memory, NULL, 0);
    assert_true(pdk_json_parse(&tree, &memory, text, strlen(text), &trouble));
    pdk_json_found documents = pdk_json_member(pdk_json_root(&tree), "documents"), images[2];
    for (size_t i = 0; i < 2; i++)
        images[i] = pdk_json_member(pdk_json_member(pdk_json_item(documents, i), "parts"), "images");
    size_t count = pdk_document_image_count(made.art);
    assert_true(count > 10);
    for (size_t i = 0; i < 2; i++) assert_int_equal(pdk_json_count(images[i], SIZE_MAX), count);
    for (size_t i = 0; i < count; i++)
        assert_near(number(pdk_json_item(images[0], i)), number(pdk_json_item(images[1], i)), 0);
    pdk_json_free(&tree);
    pdk_memory_destroy(&memory);
    free(text);
    free(html);
    close_world(&made);
}

/* Materials that animate have the pictures of the track's table, in order; others have none. */
static void test_frames(void **state)
{
    (void)state;
    world made = open_world();
    scene shown;
    read_scene(&shown, &made.file);
    const pdk_table *table = pdk_document_find_table(made.track, "frames");
    size_t image = pdk_table_find_column(table, "image"), animated = 0;
    pdk_json_found materials = pdk_json_member(shown.root, "materials");
    for (size_t i = 0; i < pdk_json_count(materials, SIZE_MAX); i++) {
        pdk_json_found material = pdk_json_item(materials, i), frames = pdk_json_member(material, "frames");
        if (pdk_json_kind(frames) != '{') continue;
        pdk_json_found images = pdk_json_member(frames, "images");
        assert_int_equal(pdk_json_count(images, SIZE_MAX), pdk_table_rows(table));
        assert_near(number(pdk_json_member(frames, "interval")), 10 / 60.0, 1e-9);
        assert_near(number(pdk_json_item(images, 0)), number(pdk_json_member(material, "image")), 0);
        for (size_t k = 0; k < pdk_table_rows(table); k++) {
            pdk_text wanted;
            pdk_error error;
            assert_ok(pdk_table_read(table, k, 1, &(pdk_column_read){ .column = image, .values = &wanted }, 1, &error),
                      error);
            const char *name = pdk_document_image_at(made.art, (size_t)number(pdk_json_item(images, k)))->name;
            assert_true(strlen(name) == wanted.size && memcmp(name, wanted.data, wanted.size) == 0);
        }
        animated++;
    }
    assert_int_equal(animated, 1);
    forget(&shown);
    close_world(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_road),    cmocka_unit_test(test_props),  cmocka_unit_test(test_kinds_along_the_road),
        cmocka_unit_test(test_without_art), cmocka_unit_test(test_limits), cmocka_unit_test(test_pictures_once),
        cmocka_unit_test(test_frames)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
