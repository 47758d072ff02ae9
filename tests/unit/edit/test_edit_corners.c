/* Shapes of 3D parts brought back. What a part is made of is read here from the bytes, by the published layout. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fam_look.h"
#include "fam_maker.h"

enum { PART = 1, CORNERS = 36 + 16 }; /* of the generated car: 9 quadrangles and 4; part 1 is its first ORIP */

static uint32_t u32_at(const uint8_t *bytes, size_t at)
{
    return (uint32_t)bytes[at] | (uint32_t)bytes[at + 1] << 8 | (uint32_t)bytes[at + 2] << 16 |
           (uint32_t)bytes[at + 3] << 24;
}

/* A generated car, and where the lists of its first part are. */
typedef struct car {
    uint8_t *bytes;
    size_t size, part, points, coordinates, polygons, index;
    pdk_part_corner corners[CORNERS];
} car;

static size_t slot_of(const car *all, uint32_t polygon, uint32_t corner, size_t field)
{
    return all->index + 4 * ((size_t)u32_at(all->bytes, all->polygons + 12 * polygon + field) + corner);
}

static size_t point_of(const car *all, uint32_t polygon, uint32_t corner)
{
    return all->points + 12 * (size_t)u32_at(all->bytes, slot_of(all, polygon, corner, 4));
}

static pdk_part_corner corner_of(const car *all, uint32_t part, uint32_t polygon, uint32_t corner)
{
    static const double whole[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    pdk_part_corner made = { .part = part, .polygon = polygon, .corner = corner };
    size_t at = point_of(all, polygon, corner);
    for (size_t k = 0; k < 3; k++) /* x, z, y in the file */
        made.place[k == 0 ? 0 : 3 - k] = (int32_t)u32_at(all->bytes, at + 4 * k) / 128.0;
    memcpy(made.coordinates, whole[corner], sizeof made.coordinates);
    if ((all->bytes[all->polygons + 12 * polygon + 1] & 16) == 0) return made;
    size_t entry = all->coordinates + 8 * (size_t)u32_at(all->bytes, slot_of(all, polygon, corner, 8));
    for (size_t k = 0; k < 2; k++) made.coordinates[k] = (int32_t)u32_at(all->bytes, entry + 4 * k) / 32.0;
    return made;
}

static void find_lists(car *all, size_t child)
{
    all->part = u32_at(all->bytes, 8 + 4 * child);
    all->points = all->part + u32_at(all->bytes, all->part + 24);
    all->coordinates = all->part + u32_at(all->bytes, all->part + 32);
    all->polygons = all->part + u32_at(all->bytes, all->part + 40);
    all->index = all->part + u32_at(all->bytes, all->part + 80);
}

static car make_car(void)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    car all = { .bytes = NULL };
    options.dialect = "car";
    all.bytes = synth_or_fail("wwww", &options, &all.size);
    find_lists(&all, 2);
    for (uint32_t i = 0; i < 16; i++) all.corners[36 + i] = corner_of(&all, 3, i / 4, i % 4);
    find_lists(&all, 0);
    for (uint32_t i = 0; i < 36; i++) all.corners[i] = corner_of(&all, PART, i / 4, i % 4);
    return all;
}

/* Every corner at the point that the first part's `polygon` has at `corner`. */
static void move_point(car *all, uint32_t polygon, uint32_t corner, int axis, double by)
{
    size_t point = point_of(all, polygon, corner);
    for (size_t i = 0; i < 36; i++) {
        if (point_of(all, all->corners[i].polygon, all->corners[i].corner) == point) all->corners[i].place[axis] += by;
    }
}

/* What becomes of `file`, malloc'd; after a failure the edit has changed nothing. */
static uint8_t *after(const uint8_t *file, const car *all, size_t count, pdk_corner_changes *changes, pdk_error *error)
{
    pdk_document *document = open_bytes_or_fail(file, all->size);
    pdk_edit *edit = NULL;
    pdk_error trouble = { 0 };
    pdk_output *output = output_or_fail();
    assert_ok(pdk_edit_open(document, &edit, &trouble), trouble);
    *error = (pdk_error){ 0 };
    pdk_status status = pdk_edit_set_corners(edit, all->corners, count, changes, error);
    assert_int_equal(status, error->status);
    assert_ok(pdk_edit_write(edit, output, &trouble), trouble);
    assert_int_equal(pdk_output_bytes(output).size, all->size);
    if (status != PDK_OK) assert_memory_equal(pdk_output_bytes(output).data, file, all->size);
    uint8_t *copy = malloc(all->size);
    assert_non_null(copy);
    memcpy(copy, pdk_output_bytes(output).data, all->size);
    pdk_output_close(output);
    pdk_edit_close(edit);
    pdk_close(document);
    return copy;
}

static void assert_becomes(const car *all, const uint8_t *wanted)
{
    pdk_error error;
    pdk_corner_changes changes;
    uint8_t *got = after(all->bytes, all, CORNERS, &changes, &error);
    assert_ok(error.status, error);
    assert_memory_equal(got, wanted, all->size);
    free(got);
}

static void assert_refused(const car *all, size_t count, const char *code)
{
    pdk_error error;
    pdk_corner_changes changes = { .points = 77 };
    free(after(all->bytes, all, count, &changes, &error));
    assert_string_equal(error.code, code);
    assert_int_equal(error.status, PDK_E_ARGUMENT);
    assert_int_equal(changes.points, 77); /* left alone */
}

/* ------------------------------------------------------------------------------------------------------- points */

static void nothing_moved_nothing_changes(void **state)
{
    (void)state;
    car all = make_car();
    assert_becomes(&all, all.bytes);
    for (size_t i = 0; i < CORNERS; i++) { /* less than half a step */
        for (int k = 0; k < 3; k++) all.corners[i].place[k] += (i % 2 ? 0.2 : -0.2) / 128;
        if (i < 36) all.corners[i].coordinates[0] += 0.4 / 32;
    }
    assert_becomes(&all, all.bytes);
    pdk_error error;
    pdk_corner_changes changes;
    free(after(all.bytes, &all, 36, &changes, &error));
    assert_ok(error.status, error);
    assert_int_equal(changes.parts, 1);
    assert_int_equal(changes.absent_parts, 1);
    assert_int_equal(changes.points + changes.coordinates, 0);
    free(after(all.bytes, &all, 0, &changes, &error));
    assert_ok(error.status, error);
    assert_int_equal(changes.absent_parts, 2);
    free(all.bytes);
}

static void points_are_rounded_to_steps(void **state)
{
    (void)state;
    static const double moves[] = { 1, 0.51, -0.51, 1.4, -1.6, 1000.3, -70000 };
    static const int32_t steps[] = { 1, 1, -1, 1, -2, 1000, -70000 };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        for (int axis = 0; axis < 3; axis++) {
            car all = make_car();
            size_t at = point_of(&all, 4, 1) + (axis == 0 ? 0 : axis == 1 ? 8 : 4);
            move_point(&all, 4, 1, axis, moves[i] / 128);
            uint8_t *wanted = malloc(all.size);
            assert_non_null(wanted);
            memcpy(wanted, all.bytes, all.size);
            store_u32(wanted + at, u32_at(wanted, at) + (uint32_t)steps[i]);
            assert_becomes(&all, wanted);
            free(wanted);
            free(all.bytes);
        }
    }
}

static void order_and_doubles_do_not_matter(void **state)
{
    (void)state;
    car all = make_car();
    move_point(&all, 0, 0, 2, 2);
    pdk_error error;
    pdk_corner_changes changes, other;
    uint8_t *wanted = after(all.bytes, &all, CORNERS, &changes, &error);
    assert_int_equal(changes.points, 1);
    pdk_part_corner twice[2 * CORNERS];
    for (size_t i = 0; i < CORNERS; i++) twice[i] = twice[2 * CORNERS - 1 - i] = all.corners[CORNERS - 1 - i];
    pdk_document *document = open_bytes_or_fail(all.bytes, all.size);
    pdk_edit *edit = NULL;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_edit_open(document, &edit, &error), error);
    assert_ok(pdk_edit_set_corners(edit, twice, 2 * CORNERS, &other, &error), error);
    assert_ok(pdk_edit_write(edit, output, &error), error);
    assert_memory_equal(pdk_output_bytes(output).data, wanted, all.size);
    assert_memory_equal(&other, &changes, sizeof other);
    pdk_output_close(output);
    pdk_edit_close(edit);
    pdk_close(document);
    free(wanted);
    free(all.bytes);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    static const uint32_t parts[] = { 0, 2, 5, UINT32_MAX }; /* a container, pictures, none, none */
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        car all = make_car();
        for (size_t k = 0; k < 36; k++) all.corners[k].part = parts[i];
        assert_refused(&all, CORNERS, "set.corner.unknown");
        free(all.bytes);
    }
    static const uint32_t corners[][2] = { { 9, 0 }, { UINT32_MAX, 0 }, { 0, 4 }, { 0, UINT32_MAX } };
    for (size_t i = 0; i < sizeof corners / sizeof corners[0]; i++) {
        car all = make_car();
        all.corners[5].polygon = corners[i][0];
        all.corners[5].corner = corners[i][1];
        assert_refused(&all, CORNERS, "set.corner.unknown");
        free(all.bytes);
    }
    static const double no_numbers[] = { NAN, INFINITY, -INFINITY };
    for (size_t i = 0; i < 15; i++) {
        car all = make_car();
        if (i % 5 < 3) all.corners[7].place[i % 5] = no_numbers[i / 5];
        else all.corners[7].coordinates[i % 5 - 3] = no_numbers[i / 5];
        assert_refused(&all, CORNERS, "set.corner.number");
        free(all.bytes);
    }
    car all = make_car();
    assert_refused(&all, 35, "set.corner.missing");
    assert_refused(&all, 1, "set.corner.missing");
    all.corners[0].place[1] += 0.02;
    assert_refused(&all, CORNERS, "set.corner.torn");
    all.corners[0].place[1] -= 0.02;
    move_point(&all, 3, 2, 0, 1e300);
    assert_refused(&all, CORNERS, "set.corner.range");
    move_point(&all, 3, 2, 0, -INFINITY);
    assert_refused(&all, CORNERS, "set.corner.number");
    free(all.bytes);
}

/* ------------------------------------------------------------------------------------------ texture coordinates */

static void shared_coordinates_move_together(void **state)
{
    (void)state;
    car all = make_car();
    uint8_t *wanted = malloc(all.size);
    assert_non_null(wanted);
    memcpy(wanted, all.bytes, all.size);
    uint32_t entry = u32_at(all.bytes, slot_of(&all, 0, 0, 8));
    for (size_t i = 0; i < 36; i++) {
        if (u32_at(all.bytes, slot_of(&all, all.corners[i].polygon, all.corners[i].corner, 8)) == entry)
            all.corners[i].coordinates[1] = 5.4 / 32;
    }
    store_u32(wanted + all.coordinates + 8 * entry + 4, 5);
    assert_becomes(&all, wanted);
    free(wanted);
    free(all.bytes);
}

/* A corner that parts gets the number of coordinates that are there; for others there is no room. */
static void corners_part(void **state)
{
    (void)state;
    car all = make_car();
    uint8_t *wanted = malloc(all.size);
    assert_non_null(wanted);
    memcpy(wanted, all.bytes, all.size);
    memcpy(all.corners[1].coordinates, all.corners[2].coordinates, sizeof all.corners[1].coordinates);
    store_u32(wanted + slot_of(&all, 0, 1, 8), u32_at(all.bytes, slot_of(&all, 0, 2, 8)));
    assert_becomes(&all, wanted);
    all.corners[1].coordinates[0] = 13 / 32.0;
    assert_refused(&all, CORNERS, "set.corner.full");
    all.corners[1].coordinates[0] = 1e300;
    assert_refused(&all, CORNERS, "set.corner.range");
    free(wanted);
    free(all.bytes);
}

/* Coordinates that are no longer used become the new ones. */
static void free_coordinates_are_used(void **state)
{
    (void)state;
    car all = make_car();
    for (size_t i = 0; i < 36; i++) { /* one entry goes to another's place, which leaves room for one */
        if (all.corners[i].coordinates[0] > 0.5 && all.corners[i].coordinates[1] > 0.5)
            all.corners[i].coordinates[1] = 0;
    }
    all.corners[0].coordinates[0] = 17 / 32.0;
    all.corners[0].coordinates[1] = 3 / 32.0;
    pdk_error error;
    pdk_corner_changes changes;
    uint8_t *got = after(all.bytes, &all, CORNERS, &changes, &error);
    assert_ok(error.status, error);
    assert_true(changes.coordinates > 0);
    car there = all;
    there.bytes = got;
    for (uint32_t i = 0; i < 36; i++) {
        pdk_part_corner corner = corner_of(&there, PART, i / 4, i % 4);
        for (int k = 0; k < 2; k++) assert_true(fabs(corner.coordinates[k] - all.corners[i].coordinates[k]) < 1e-9);
    }
    free(got);
    free(all.bytes);
}

static void one_corner_has_one_place_in_the_picture(void **state)
{
    (void)state;
    car all = make_car();
    all.corners[35] = all.corners[34]; /* there twice, and another is missing */
    assert_refused(&all, CORNERS, "set.corner.missing");
    free(all.bytes);
    all = make_car();
    all.corners[36 + 5].coordinates[0] += 1; /* of a polygon that has none in the file */
    assert_refused(&all, CORNERS, "set.corner.coordinates");
    free(all.bytes);
}

/* ----------------------------------------------------------------------------------------------- damaged files */

static void lists_that_share_bytes_stay(void **state)
{
    (void)state;
    car all = make_car();
    move_point(&all, 0, 0, 0, 1);
    store_u32(all.bytes + all.part + 60, u32_at(all.bytes, all.part + 24)); /* textures where the points are */
    assert_refused(&all, CORNERS, "set.corner.overlap");
    free(all.bytes);
    all = make_car();
    memcpy(all.corners[1].coordinates, all.corners[2].coordinates, sizeof all.corners[1].coordinates);
    memcpy(all.corners[5].coordinates, all.corners[6].coordinates, sizeof all.corners[5].coordinates);
    memcpy(all.bytes + all.polygons + 12 + 8, all.bytes + all.polygons + 8, 4); /* both polygons by the same places */
    assert_refused(&all, CORNERS, "set.corner.overlap");
    free(all.bytes);
}

/* Bytes changed at random: it works or is refused, and bytes outside of 3D parts stay. */
static void damaged_parts_are_safe(void **state)
{
    (void)state;
    uint32_t random = 12345;
    for (int round = 0; round < 3000; round++) {
        car all = make_car();
        for (int k = 0; k < 3; k++) {
            random = random * 1664525 + 1013904223;
            size_t header = all.part + 16 + random / 65536 % 96, list = all.polygons + random / 65536 % 108;
            all.bytes[random % 2 != 0 ? header : list] = (uint8_t)(random >> 24);
        }
        pdk_document *document = NULL;
        pdk_error error = { 0 };
        if (pdk_open_memory(all.bytes, all.size, NULL, &document, &error) == PDK_OK) {
            for (size_t i = 0; i < CORNERS; i++) all.corners[i].place[0] += (double)(i % 5);
            pdk_edit *edit = NULL;
            pdk_output *output = output_or_fail();
            assert_ok(pdk_edit_open(document, &edit, &error), error);
            (void)pdk_edit_set_corners(edit, all.corners, CORNERS, NULL, &error);
            assert_ok(pdk_edit_write(edit, output, &error), error);
            assert_int_equal(pdk_output_bytes(output).size, all.size);
            pdk_output_close(output);
            pdk_edit_close(edit);
        }
        pdk_close(document);
        free(all.bytes);
    }
}

/* ----------------------------------------------------------------------------------------------------- the edit */

static void one_edit_many_times(void **state)
{
    (void)state;
    car all = make_car(), moved = make_car();
    pdk_error error = { 0 };
    pdk_document *document = open_bytes_or_fail(all.bytes, all.size);
    pdk_edit *edit = NULL;
    pdk_output *output = output_or_fail();
    memcpy(moved.corners[1].coordinates, moved.corners[2].coordinates, sizeof moved.corners[1].coordinates);
    move_point(&moved, 2, 0, 1, 3);
    assert_ok(pdk_edit_open(document, &edit, &error), error);
    assert_ok(pdk_edit_set_corners(edit, moved.corners, CORNERS, NULL, &error), error);
    assert_ok(pdk_edit_set_corners(edit, all.corners, CORNERS, NULL, &error), error); /* and back */
    assert_ok(pdk_edit_write(edit, output, &error), error);
    assert_memory_equal(pdk_output_bytes(output).data, all.bytes, all.size);
    assert_ok(pdk_edit_set(edit, "orip[0].polygon[2].flags", "16", &error), error);
    assert_ok(pdk_edit_set(edit, "orip[0].polygon[2].flags", "18", &error), error);
    assert_int_equal(pdk_edit_set_corners(edit, all.corners, CORNERS, NULL, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, "set.corner.header");
    pdk_output_close(output);
    pdk_edit_close(edit);
    pdk_close(document);
    free(all.bytes);
    free(moved.bytes);
}

static void wrong_calls(void **state)
{
    (void)state;
    pdk_error error = { 0 };
    size_t size;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    uint8_t *lap = synth_or_fail("raf", &options, &size);
    pdk_document *document = open_bytes_or_fail(lap, size);
    pdk_edit *edit = NULL;
    assert_int_equal(pdk_edit_set_corners(NULL, NULL, 0, NULL, &error), PDK_E_ARGUMENT);
    assert_ok(pdk_edit_open(document, &edit, &error), error);
    assert_int_equal(pdk_edit_set_corners(edit, NULL, 1, NULL, &error), PDK_E_ARGUMENT);
    assert_int_equal(pdk_edit_set_corners(edit, NULL, 0, NULL, &error), PDK_E_UNSUPPORTED);
    assert_string_equal(error.code, "edit.unsupported");
    pdk_edit_close(edit);
    pdk_close(document);
    free(lap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_moved_nothing_changes),
        cmocka_unit_test(points_are_rounded_to_steps),
        cmocka_unit_test(order_and_doubles_do_not_matter),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(shared_coordinates_move_together),
        cmocka_unit_test(corners_part),
        cmocka_unit_test(free_coordinates_are_used),
        cmocka_unit_test(one_corner_has_one_place_in_the_picture),
        cmocka_unit_test(lists_that_share_bytes_stay),
        cmocka_unit_test(damaged_parts_are_safe),
        cmocka_unit_test(one_edit_many_times),
        cmocka_unit_test(wrong_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
