/* Contour lines of heights whose lines are known. */
#include <math.h>
#include <stdlib.h>

#include "plot/contours.h"
#include "support.h"

enum { SIDE = 201 };

typedef struct drawn {
    pdk_memory memory;
    pdk_plot_work work;
    pdk_raster_info raster;
    float values[SIDE * SIDE];
    pdk_vector places;
} drawn;

/* Metres from the middle of the raster, a metre a pixel; a pixel is 10 tenths in the picture. */
static drawn *draw(double (*height)(double x, double y), double level, int32_t room)
{
    drawn *made = calloc(1, sizeof *made);
    assert_non_null(made);
    pdk_memory_init(&made->memory, NULL, 0);
    made->work = (pdk_plot_work){ .memory = &made->memory, .theme = pdk_theme_of(PDK_PLOT_LIGHT) };
    pdk_draw_list_init(&made->work.list, &made->memory);
    for (int i = 0; i < SIDE * SIDE; i++) made->values[i] = (float)height(i % SIDE - SIDE / 2, SIDE / 2 - i / SIDE);
    made->raster = (pdk_raster_info){ .width = SIDE, .height = SIDE, .size = 1, .values = made->values };
    made->places = pdk_vector_of(&made->memory, sizeof(pdk_contour_place));
    pdk_contour_grid grid = { &made->raster, -SIDE / 2 - 0.5, SIDE / 2 + 0.5, 1 };
    pdk_panel panel = { { -100, 100, 0, 2000 }, { -100, 100, 2000, 0 } };
    pdk_draw_path style = { .width = 10, .fill = PDK_NO_COLOUR };
    pdk_error error;
    assert_ok(pdk_contour_draw(&made->work, &panel, &grid, (pdk_contour_level){ level, &style, 7, room }, &made->places,
                               &error),
              error);
    assert_false(made->work.list.failed);
    return made;
}

static const pdk_draw_point *points_of(const drawn *made)
{
    return made->work.list.points.items;
}

static size_t lines_of(const drawn *made)
{
    size_t lines = 0;
    for (size_t i = 0; i < made->work.list.points.count; i++) lines += points_of(made)[i].begins;
    return lines;
}

static void end(drawn *made)
{
    pdk_memory_destroy(&made->memory);
    free(made);
}

static double cone(double x, double y)
{
    return sqrt(x * x + y * y);
}
static double slope(double x, double y)
{
    return x + 2 * y;
}
static double saddle(double x, double y)
{
    return x * y;
}
static double cut_cone(double x, double y)
{
    return x > 0 && fabs(y) < 5 ? (double)NAN : cone(x, y);
}

/* All squares of a cone give one ring that comes back to where it began, and is where it should be. */
static void a_cone_gives_one_ring(void **state)
{
    (void)state;
    drawn *made = draw(cone, 60, 200);
    const pdk_draw_point *points = points_of(made);
    size_t count = made->work.list.points.count;
    assert_int_equal(lines_of(made), 1);
    assert_true(count > 30);
    assert_int_equal(points[0].x, points[count - 1].x);
    assert_int_equal(points[0].y, points[count - 1].y);
    for (size_t i = 0; i < count; i++) assert_near(hypot(points[i].x - 1000.0, points[i].y - 1000.0), 600, 2);
    const pdk_contour_place *place = made->places.items; /* where it is flat: above or below */
    assert_int_equal(made->places.count, 1);
    assert_int_equal(place->level, 7);
    assert_near(place->x, 1000, 12);
    assert_near(fabs(place->y - 1000.0), 600, 12);
    end(made);
}

/* A straight line from edge to edge needs its two ends alone. */
static void a_slope_gives_one_straight_line(void **state)
{
    (void)state;
    drawn *made = draw(slope, 0.5, 200);
    const pdk_draw_point *points = points_of(made);
    assert_int_equal(lines_of(made), 1);
    assert_int_equal(made->work.list.points.count, 2);
    for (size_t i = 0; i < 2; i++) {
        double x = points[i].x / 10.0 - 100, y = 100 - points[i].y / 10.0;
        assert_near(x + 2 * y, 0.5, 0.2);
        assert_near(fabs(x), 100, 0.11);
    }
    end(made);
}

static void a_saddle_gives_two_lines(void **state)
{
    (void)state;
    drawn *made = draw(saddle, 900.5, 200);
    assert_int_equal(lines_of(made), 2);
    for (size_t i = 0; i < made->work.list.points.count; i++) {
        double x = points_of(made)[i].x / 10.0 - 100, y = 100 - points_of(made)[i].y / 10.0;
        assert_near(x * y, 900.5, 12);
    }
    end(made);
}

/* Where nothing is known there is no line: the ring is open, and in one piece. */
static void a_gap_opens_a_ring(void **state)
{
    (void)state;
    drawn *made = draw(cut_cone, 60, 200);
    assert_int_equal(lines_of(made), 1);
    for (size_t i = 0; i < made->work.list.points.count; i++) {
        const pdk_draw_point *point = &points_of(made)[i];
        assert_false(point->x > 1000 && abs(point->y - 1000) < 45);
    }
    end(made);
}

/* A level that no height has, and a ring with no room for words. */
static void nothing_where_there_is_nothing(void **state)
{
    (void)state;
    drawn *made = draw(cone, 1000, 200);
    assert_int_equal(made->work.list.points.count, 0);
    end(made);
    made = draw(cone, 5, 2000);
    assert_int_equal(lines_of(made), 1);
    assert_int_equal(made->places.count, 0);
    end(made);
}

/* Labels keep apart, and the strong come first. */
static void labels_keep_apart(void **state)
{
    (void)state;
    drawn *made = draw(cone, 1000, 200);
    const char texts[2][PDK_LABEL_SIZE] = { "10", "20" };
    const bool strong[2] = { false, true };
    const pdk_contour_place wanted[] = {
        { 500, 500, 9000, 0 }, { 520, 510, 100, 1 }, { 900, 500, 300, 0 }, { 910, 500, 200, 0 }
    };
    for (size_t i = 0; i < 4; i++) {
        pdk_contour_place *place = pdk_vector_push(&made->places);
        assert_non_null(place);
        *place = wanted[i];
    }
    pdk_contour_put_labels(&made->work, &made->places, texts, strong);
    const pdk_draw_item *items = made->work.list.items.items;
    size_t count = made->work.list.items.count, first = 0;
    while (first < count && items[first].kind != PDK_DRAW_TEXT) first++;
    assert_int_equal(count - first, 2);
    assert_int_equal(items[first].as.text.x, 520);
    assert_string_equal(items[first].as.text.runs[0].text, "20");
    assert_int_equal(items[first + 1].as.text.x, 900);
    end(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cone_gives_one_ring),          cmocka_unit_test(a_slope_gives_one_straight_line),
        cmocka_unit_test(a_saddle_gives_two_lines),       cmocka_unit_test(a_gap_opens_a_ring),
        cmocka_unit_test(nothing_where_there_is_nothing), cmocka_unit_test(labels_keep_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
