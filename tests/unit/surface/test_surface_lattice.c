/* Surfaces in rows and columns: found as such, straight, bent or with gaps; the same answers as those of an index that
 * knows no rows; and no lattice where a point may be in two triangles. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "heights.h"
#include "random.h"
#include "surface/index/lattice.h"

enum { ROWS = 60, COLUMNS = 41 };

/* How a grid is made. */
typedef struct shape {
    double bend;     /* radians from one row to the next */
    unsigned gaps;   /* one vertex in so many is missing; 0 = none */
    bool other_half; /* the other diagonal, and corners in another order */
    int layers;
} shape;

typedef struct grid {
    pdk_surface surface;
    float *positions;
    uint32_t *triangles;
} grid;

static bool is_missing(const shape *how, size_t row, size_t column)
{
    return how->gaps != 0 && (row * 7919 + column * 104729) % how->gaps == 0;
}

static void put_triangle(grid *made, const int64_t *numbers, const size_t nodes[3])
{
    uint32_t *to = made->triangles + 3 * made->surface.triangle_count;
    for (int i = 0; i < 3; i++) {
        if (numbers[nodes[i]] < 0) return;
        to[i] = (uint32_t)numbers[nodes[i]];
    }
    made->surface.triangle_count++;
}

static void put_layer(grid *made, const shape *how, double height)
{
    int64_t numbers[ROWS * COLUMNS];
    double x = 0, y = 0, heading = 0.3;
    for (size_t row = 0; row < ROWS; row++) {
        for (size_t column = 0; column < COLUMNS; column++) {
            numbers[row * COLUMNS + column] = -1;
            if (is_missing(how, row, column)) continue;
            double left = 0.01 * (double)column;
            float *to = made->positions + 3 * made->surface.vertex_count;
            to[0] = (float)(x - left * sin(heading));
            to[1] = (float)(y + left * cos(heading));
            to[2] = (float)(height + 0.01 * sin((double)row) + 0.02 * cos(1.3 * (double)column));
            numbers[row * COLUMNS + column] = (int64_t)made->surface.vertex_count++;
        }
        heading += how->bend;
        x += 0.012 * cos(heading);
        y += 0.012 * sin(heading);
    }
    for (size_t row = 0; row + 1 < ROWS; row++) {
        for (size_t column = 0; column + 1 < COLUMNS; column++) {
            size_t a = row * COLUMNS + column, b = a + 1, c = a + COLUMNS, d = c + 1;
            put_triangle(made, numbers, how->other_half ? (size_t[]){ b, d, a } : (size_t[]){ a, c, b });
            put_triangle(made, numbers, how->other_half ? (size_t[]){ c, a, d } : (size_t[]){ b, c, d });
        }
    }
}

static grid make_grid(const shape *how)
{
    size_t nodes = (size_t)ROWS * COLUMNS * (size_t)how->layers;
    grid made = { .positions = malloc(3 * nodes * sizeof(float)), .triangles = malloc(6 * nodes * sizeof(uint32_t)) };
    assert_true(made.positions != NULL && made.triangles != NULL);
    for (int layer = 0; layer < how->layers; layer++) put_layer(&made, how, 3.0 * layer);
    made.surface.positions = made.positions;
    made.surface.triangles = made.triangles;
    return made;
}

static void drop_grid(grid *made)
{
    free(made->positions);
    free(made->triangles);
}

/* Returns how many points were met. */
static size_t compare_answers(const grid *made, const pdk_height_index *fast, const pdk_height_index *plain)
{
    pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
    uint64_t seed = 5;
    size_t met = 0;
    double x = 0, y = 0;
    for (int n = 0; n < 40000; n++) {
        if (n % 4 < 2) { /* inside a triangle, on an edge or a corner; then on from there, and off the surface */
            const uint32_t *c = made->triangles + 3 * (random_next(&seed) % made->surface.triangle_count);
            double p = n % 3 > 0 ? uniform(&seed, 0, 1) : 0, q = n % 3 > 1 ? uniform(&seed, 0, 1 - p) : 0;
            const float *from = made->positions + 3 * c[0], *b = made->positions + 3 * c[1],
                        *d = made->positions + 3 * c[2];
            x = (1 - p - q) * (double)from[0] + p * (double)b[0] + q * (double)d[0];
            y = (1 - p - q) * (double)from[1] + p * (double)b[1] + q * (double)d[1];
        } else {
            x += uniform(&seed, -0.004, 0.004);
            y += uniform(&seed, -0.004, 0.004);
        }
        pdk_surface_hit some[3], others[3], many;
        memset(some, 0, sizeof some);
        memset(others, 0, sizeof others);
        size_t count = pdk_surface_query(fast, x, y, n % 5 == 0 ? NULL : &hint, some, 3);
        assert_int_equal(count, pdk_surface_query(plain, x, y, NULL, others, 3));
        assert_memory_equal(some, others, sizeof some);
        met += count > 0;
        double near = uniform(&seed, -1, 4), point[1][2] = { { x, y } };
        if (!pdk_surface_query_near(plain, x, y, near, NULL, &others[0])) continue;
        assert_true(pdk_surface_query_near(fast, x, y, near, &hint, &some[0]));
        assert_memory_equal(&some[0], &others[0], sizeof some[0]);
        assert_int_equal(pdk_surface_query_many(fast, (const double(*)[2])point, &near, 1, &many), 1);
        assert_memory_equal(&many, &others[0], sizeof many);
    }
    return met;
}

static void run(const shape *how, bool in_rows)
{
    grid made = make_grid(how);
    pdk_height_index *fast = index_in_form(&made.surface, PDK_INDEX_FAST, 1),
                     *plain = index_in_form(&made.surface, PDK_INDEX_SMALL, 1);
    assert_int_equal(fast->lattice != NULL, in_rows);
    assert_null(plain->lattice);
    assert_true(compare_answers(&made, fast, plain) > 20000);
    if (in_rows) { /* it finds nearly all that is there */
        size_t found = 0;
        uint64_t seed = 6;
        for (int n = 0; n < 1000; n++) {
            const uint32_t *c = made.triangles + 3 * (random_next(&seed) % made.surface.triangle_count);
            const float *a = made.positions + 3 * c[0], *b = made.positions + 3 * c[1], *d = made.positions + 3 * c[2];
            pdk_triangle_corners corners;
            pdk_surface_hit hit;
            found += pdk_lattice_find(fast->lattice, ((double)a[0] + (double)b[0] + (double)d[0]) / 3,
                                      ((double)a[1] + (double)b[1] + (double)d[1]) / 3, &corners, &hit);
        }
        assert_true(found >= 980);
    }
    pdk_height_index_close(fast);
    pdk_height_index_close(plain);
    drop_grid(&made);
}

static void straight_grids_are_lattices(void **state)
{
    (void)state;
    run(&(shape){ .layers = 1 }, true);
    run(&(shape){ .layers = 1, .other_half = true }, true);
}

static void bent_grids_and_gaps_are_lattices(void **state)
{
    (void)state;
    run(&(shape){ .bend = 0.02, .layers = 1 }, true);
    run(&(shape){ .gaps = 37, .layers = 1 }, true);
    run(&(shape){ .bend = -0.01, .gaps = 23, .other_half = true, .layers = 1 }, true);
}

/* A bend so tight that rows cross each other, and two layers, have no lattice. */
static void overlapping_grids_are_none(void **state)
{
    (void)state;
    run(&(shape){ .layers = 2 }, false);
    run(&(shape){ .bend = 0.06, .layers = 1 }, false);
}

/* Vertices in any order are in no rows, and not asked as if they were. */
static void shuffled_vertices_are_none(void **state)
{
    (void)state;
    grid made = make_grid(&(shape){ .layers = 1 });
    uint64_t seed = 9;
    for (uint64_t i = made.surface.vertex_count - 1; i > 0; i--) {
        uint64_t other = random_next(&seed) % (i + 1);
        float kept[3];
        memcpy(kept, made.positions + 3 * i, sizeof kept);
        memcpy(made.positions + 3 * i, made.positions + 3 * other, sizeof kept);
        memcpy(made.positions + 3 * other, kept, sizeof kept);
        for (uint64_t k = 0; k < 3 * made.surface.triangle_count; k++) {
            uint32_t *number = &made.triangles[k];
            if (*number == i) *number = (uint32_t)other;
            else if (*number == other) *number = (uint32_t)i;
        }
    }
    pdk_height_index *fast = index_in_form(&made.surface, PDK_INDEX_FAST, 1),
                     *plain = index_in_form(&made.surface, PDK_INDEX_SMALL, 1);
    assert_null(fast->lattice);
    assert_true(compare_answers(&made, fast, plain) > 20000);
    pdk_height_index_close(fast);
    pdk_height_index_close(plain);
    drop_grid(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_grids_are_lattices),
        cmocka_unit_test(bent_grids_and_gaps_are_lattices),
        cmocka_unit_test(overlapping_grids_are_none),
        cmocka_unit_test(shuffled_vertices_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
