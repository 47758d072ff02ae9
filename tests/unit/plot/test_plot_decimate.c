/* Fewer points that look the same: against the full drawing. */
#include <math.h>
#include <stdlib.h>

#include "plot/decimate.h"
#include "random.h"
#include "support.h"

enum { COLUMN = 5 }; /* tenths: half a pixel */

typedef struct extent {
    double low, high;
} extent;

/* What the line through points covers of each column. */
static extent *cover(const pdk_draw_point *points, size_t count, size_t columns)
{
    extent *made = malloc(columns * sizeof *made);
    assert_non_null(made);
    for (size_t i = 0; i < columns; i++) made[i] = (extent){ HUGE_VAL, -HUGE_VAL };
    for (size_t i = 0; i < count; i++) {
        bool joined = i > 0 && !points[i].begins;
        const pdk_draw_point *to = &points[i], *from = joined ? to - 1 : to;
        for (size_t column = (size_t)(from->x / COLUMN); column <= (size_t)(to->x / COLUMN); column++) {
            double left = fmax(from->x, (double)column * COLUMN), right = fmin(to->x, (double)(column + 1) * COLUMN);
            double run = (double)to->x - from->x, rise = (double)to->y - from->y;
            double ends[2] = { from->y, to->y };
            if (run > 0) {
                ends[0] = from->y + rise * (left - from->x) / run;
                ends[1] = from->y + rise * (right - from->x) / run;
            }
            for (int k = 0; k < 2; k++) {
                made[column].low = fmin(made[column].low, ends[k]);
                made[column].high = fmax(made[column].high, ends[k]);
            }
        }
    }
    return made;
}

static const pdk_draw_point *points_of(const pdk_draw_list *list)
{
    return list->points.items;
}

/* A walk of `count` points over `columns` columns, with gaps now and then. */
static void columns_cover_what_all_points_cover(uint64_t seed, size_t count, size_t columns)
{
    pdk_memory memory;
    pdk_draw_list full, few;
    pdk_column_points points;
    pdk_draw_path style = { .stroke = 0, .width = 10 };
    pdk_memory_init(&memory, NULL, 0);
    pdk_draw_list_init(&full, &memory);
    pdk_draw_list_init(&few, &memory);
    pdk_draw_path_begin(&full, &style);
    pdk_draw_path_begin(&few, &style);
    pdk_columns_begin(&points, &few);
    int32_t y = 5000;
    size_t gaps = 0;
    bool begins = true;
    for (size_t i = 0; i < count; i++) {
        if (random_next(&seed) % 997 == 0) {
            pdk_columns_gap(&points);
            begins = true;
            gaps++;
        }
        int32_t x = (int32_t)((double)i / (double)count * (double)(columns * COLUMN));
        y += (int32_t)(random_next(&seed) % 201) - 100;
        if (random_next(&seed) % 50 == 0) y = (int32_t)(random_next(&seed) % 10000);
        pdk_draw_to(&full, x, y, begins);
        pdk_columns_point(&points, x, y);
        begins = false;
    }
    pdk_columns_end(&points);
    assert_false(full.failed || few.failed);
    assert_true(few.points.count <= 4 * (columns + gaps + 1));
    extent *wanted = cover(points_of(&full), full.points.count, columns + 1),
           *got = cover(points_of(&few), few.points.count, columns + 1);
    for (size_t i = 0; i <= columns; i++) {
        if (!(wanted[i].low <= wanted[i].high)) {
            assert_false(got[i].low <= got[i].high);
            continue;
        }
        assert_near(got[i].low, wanted[i].low, 1e-6);
        assert_near(got[i].high, wanted[i].high, 1e-6);
    }
    free(wanted);
    free(got);
    pdk_memory_destroy(&memory);
}

static void decimated_lines_cover_the_same(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) columns_cover_what_all_points_cover(seed, 20 + 400 * seed, 200 + seed);
    columns_cover_what_all_points_cover(99, 1000000, 1600);
}

static void a_point_alone_is_kept(void **state)
{
    (void)state;
    pdk_memory memory;
    pdk_draw_list list;
    pdk_column_points points;
    pdk_draw_path style = { .stroke = 0, .width = 10 };
    pdk_memory_init(&memory, NULL, 0);
    pdk_draw_list_init(&list, &memory);
    pdk_draw_path_begin(&list, &style);
    pdk_columns_begin(&points, &list);
    pdk_columns_gap(&points);
    pdk_columns_point(&points, -7, 3);
    pdk_columns_gap(&points);
    pdk_columns_point(&points, 9, 4);
    pdk_columns_end(&points);
    assert_int_equal(list.points.count, 2);
    assert_true(points_of(&list)[0].begins && points_of(&list)[1].begins);
    pdk_memory_destroy(&memory);
}

/* ----------------------------------------------------------------------------------------------- any line */

static double distance_to(const pdk_draw_point *from, const pdk_draw_point *to, double x, double y)
{
    double dx = (double)to->x - from->x, dy = (double)to->y - from->y, length = dx * dx + dy * dy;
    double share = length > 0 ? ((x - from->x) * dx + (y - from->y) * dy) / length : 0;
    share = fmax(0, fmin(1, share));
    return hypot(x - from->x - share * dx, y - from->y - share * dy);
}

/* Every point that was given is near what is drawn, in order. */
static void paths_stay_near(uint64_t seed, size_t count, double bend)
{
    pdk_memory memory;
    pdk_draw_list list;
    pdk_path_points points;
    pdk_draw_path style = { .stroke = 0, .width = 10 };
    pdk_memory_init(&memory, NULL, 0);
    pdk_draw_list_init(&list, &memory);
    pdk_draw_path_begin(&list, &style);
    pdk_path_begin(&points, &list);
    pdk_draw_point *given = malloc(count * sizeof *given);
    assert_non_null(given);
    double x = 0, y = 0, heading = 0;
    for (size_t i = 0; i < count; i++) {
        heading += ((double)(random_next(&seed) % 1000) / 500 - 1) * bend;
        if (random_next(&seed) % 300 == 0) heading += 3.1; /* back where it came from */
        double step = (double)(random_next(&seed) % 40);
        x += cos(heading) * step;
        y += sin(heading) * step;
        given[i] = (pdk_draw_point){ (int32_t)lround(x), (int32_t)lround(y), false };
        pdk_path_point(&points, given[i].x, given[i].y);
    }
    pdk_path_end(&points);
    const pdk_draw_point *drawn = points_of(&list);
    size_t at = 1;
    assert_true(list.points.count >= 2 && list.points.count <= count);
    for (size_t i = 0; i < count; i++) {
        while (at < list.points.count && distance_to(&drawn[at - 1], &drawn[at], given[i].x, given[i].y) > 1.01) at++;
        assert_true(at < list.points.count);
    }
    assert_int_equal(drawn[list.points.count - 1].x, given[count - 1].x);
    assert_int_equal(drawn[list.points.count - 1].y, given[count - 1].y);
    free(given);
    pdk_memory_destroy(&memory);
}

static void decimated_paths_stay_near(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) paths_stay_near(seed, 2000, 0.002 * (double)(seed % 20));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimated_lines_cover_the_same),
        cmocka_unit_test(a_point_alone_is_kept),
        cmocka_unit_test(decimated_paths_stay_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
