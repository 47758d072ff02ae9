/* TRI surfaces: the road closes, faces up and is where its rows are; fences run along the barriers; cards stand on
 * their feet. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { ROAD, FENCES, PROPS, SURFACES, COLUMNS = 11, MIDDLE = 5 };

static const float *corner(const pdk_surface *surface, uint64_t triangle, int which)
{
    return surface->positions + (size_t)surface->triangles[triangle * 3 + (size_t)which] * 3;
}

static void cross(const float *a, const float *b, const float *c, double normal[3])
{
    double u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = (double)b[k] - (double)a[k];
        v[k] = (double)c[k] - (double)a[k];
    }
    normal[0] = u[1] * v[2] - u[2] * v[1];
    normal[1] = u[2] * v[0] - u[0] * v[2];
    normal[2] = u[0] * v[1] - u[1] * v[0];
}

/* What holds for every surface: names, frame, indices, and groups that cover the triangles one after the other. */
static void assert_sound(const pdk_document *track)
{
    static const char *const names[] = { "road", "fences", "props" };
    assert_int_equal(pdk_document_surface_count(track), SURFACES);
    for (size_t i = 0; i < SURFACES; i++) {
        pdk_surface surface = surface_or_fail(track, i);
        assert_string_equal(pdk_document_surface_at(track, i)->name, names[i]);
        assert_int_equal(pdk_document_surface_at(track, i)->frame, PDK_FRAME_TRACK);
        assert_non_null(surface.coordinates);
        for (uint64_t k = 0; k < surface.triangle_count * 3; k++)
            assert_true(surface.triangles[k] < surface.vertex_count);
        uint64_t next = 0;
        for (size_t g = 0; g < surface.group_count; g++) {
            assert_int_equal(surface.groups[g].first_triangle, next);
            assert_true(surface.groups[g].triangle_count > 0);
            assert_non_null(surface.groups[g].image);
            next += surface.groups[g].triangle_count;
        }
        assert_int_equal(next, surface.triangle_count);
    }
}

/* A triangle is part of the two strips on each side of the middle when all its corners are in columns 3 to 7. Which
 * column a vertex is in shows in its number: rows of eleven come first. */
static bool is_road(const pdk_surface *road, uint64_t triangle)
{
    for (int k = 0; k < 3; k++) {
        uint32_t column = road->triangles[triangle * 3 + (size_t)k] % COLUMNS;
        if (column < MIDDLE - 2 || column > MIDDLE + 2) return false;
    }
    return true;
}

static void assert_road_faces_up(const pdk_document *track, uint64_t minimum)
{
    pdk_surface road = surface_or_fail(track, ROAD);
    uint64_t found = 0;
    for (uint64_t t = 0; t < road.triangle_count; t++) {
        if (!is_road(&road, t)) continue;
        double normal[3];
        cross(corner(&road, t, 0), corner(&road, t, 1), corner(&road, t, 2), normal);
        assert_true(normal[2] > 0);
        found++;
    }
    assert_true(found >= minimum);
}

/* Edges are compared by place, exactly: an edge used by one triangle only is a boundary. On a closed track all of them
 * run along the road's outer sides, columns 0 and 10. */
typedef struct edge {
    float ends[6];
    bool outer;
} edge;

static int compare_edges(const void *left, const void *right)
{
    const edge *a = left, *b = right;
    for (int k = 0; k < 6; k++) {
        if (a->ends[k] != b->ends[k]) return a->ends[k] < b->ends[k] ? -1 : 1;
    }
    return 0;
}

static edge edge_of(const pdk_surface *road, uint64_t triangle, int side)
{
    uint32_t from = road->triangles[triangle * 3 + (size_t)side],
             to = road->triangles[triangle * 3 + (size_t)(side + 1) % 3];
    const float *a = road->positions + (size_t)from * 3, *b = road->positions + (size_t)to * 3;
    bool swap = memcmp(a, b, 12) > 0; /* any order will do, as long as it is one */
    edge result = { .outer = from % COLUMNS == to % COLUMNS && (from % COLUMNS == 0 || from % COLUMNS == COLUMNS - 1) };
    memcpy(result.ends, swap ? b : a, 12);
    memcpy(result.ends + 3, swap ? a : b, 12);
    return result;
}

/* Boundary edges that are not along the outer sides. */
static uint64_t open_edges(const pdk_document *track)
{
    pdk_surface road = surface_or_fail(track, ROAD);
    size_t count = (size_t)road.triangle_count * 3, open = 0;
    edge *edges = calloc(count, sizeof *edges);
    assert_non_null(edges);
    for (size_t i = 0; i < count; i++) edges[i] = edge_of(&road, i / 3, (int)(i % 3));
    qsort(edges, count, sizeof *edges, compare_edges);
    for (size_t i = 0; i < count;) {
        size_t run = 1;
        while (i + run < count && compare_edges(&edges[i], &edges[i + run]) == 0) run++;
        open += run == 1 && !edges[i].outer;
        i += run;
    }
    free(edges);
    return open;
}

/* Rows of the road follow its nodes: vertex 11 n + 5 is point 0 of row n. */
static void assert_rows_follow(const pdk_document *track, double max_aside)
{
    pdk_surface road = surface_or_fail(track, ROAD);
    size_t count;
    double *x = column_f64(track, "nodes", "x", &count), *y = column_f64(track, "nodes", "y", &count);
    for (size_t i = 0; i < count; i++) {
        const float *middle = road.positions + (i * COLUMNS + MIDDLE) * 3;
        assert_true(hypot((double)middle[0] - x[i], (double)middle[1] - y[i]) <= max_aside);
        assert_near(road.coordinates[(i * COLUMNS + MIDDLE) * 2], (double)i * 0.5, 0);
        assert_near(road.coordinates[(i * COLUMNS + MIDDLE) * 2 + 1], 1, 0); /* the bitmap's lower, inner edge */
        assert_near(road.coordinates[(i * COLUMNS + MIDDLE - 1) * 2 + 1], 0, 0);
    }
    free(x);
    free(y);
}

static void assert_wrap(const pdk_document *track, double minimum, double maximum)
{
    pdk_surface road = surface_or_fail(track, ROAD);
    uint64_t nodes = pdk_table_rows(pdk_document_find_table(track, "nodes"));
    for (uint64_t column = 0; column < COLUMNS; column++) {
        const float *first = road.positions + column * 3, *again = road.positions + (nodes * COLUMNS + column) * 3;
        const float *last = road.positions + ((nodes - 1) * COLUMNS + column) * 3;
        assert_memory_equal(first, again, 12); /* row 0 once more, to the bit */
        double step = sqrt(pow((double)last[0] - (double)first[0], 2) + pow((double)last[1] - (double)first[1], 2) +
                           pow((double)last[2] - (double)first[2], 2));
        if (step < minimum || step > maximum) fail_msg("column %d moves %g m at the wrap", (int)column, step);
    }
}

static void real_closed(void **state)
{
    (void)state;
    const char *path = real_file("nfs/TR1.TRI");
    if (path == NULL) skip();
    pdk_document *track = open_or_fail(path);
    assert_sound(track);
    pdk_surface road = surface_or_fail(track, ROAD), fences = surface_or_fail(track, FENCES),
                props = surface_or_fail(track, PROPS);
    assert_int_equal(road.triangle_count, 512 * 10 * 2);
    assert_int_equal(road.vertex_count, 513 * 11);
    assert_int_equal(road.group_count, 30);
    assert_string_equal(road.groups[0].name, "texture 3");
    assert_string_equal(road.groups[0].image, "0/0/01A0");
    assert_int_equal(fences.triangle_count, (57 + 29 * 2) * 4);
    assert_int_equal(fences.group_count, 1);
    assert_string_equal(fences.groups[0].image, "0/0/ga00");
    assert_int_equal(props.triangle_count, (367 + 37 * 2) * 2);
    assert_string_equal(props.groups[0].image, "1/0/0100");
    assert_wrap(track, 6.045, 7.335);
    assert_int_equal(open_edges(track), 0);
    assert_road_faces_up(track, 512 * 4 * 2);
    assert_rows_follow(track, 0.5);
    pdk_close(track);
}

static void real_open(void **state)
{
    (void)state;
    const char *path = real_file("nfs/AL1.TRI");
    if (path == NULL) skip();
    pdk_document *track = open_or_fail(path);
    assert_sound(track);
    pdk_surface road = surface_or_fail(track, ROAD), fences = surface_or_fail(track, FENCES),
                props = surface_or_fail(track, PROPS);
    assert_int_equal(road.vertex_count, 2080 * 11 + 4 * 11); /* and four rows again where lanes split and merge */
    assert_int_equal(road.group_count, 27);
    assert_string_equal(road.groups[0].image, "0/1/A000");
    assert_int_equal(fences.triangle_count, (36 + 69 + 46 + 10) * 4);
    assert_int_equal(fences.group_count, 2); /* 16 is drawn with the header's rail, 48 */
    assert_string_equal(fences.groups[0].image, "0/15/A000");
    assert_string_equal(fences.groups[1].image, "0/16/A000");
    assert_int_equal(props.triangle_count, 996 * 2);
    /* Ten at each end, and 32 where the outermost strip has no width, so that the road ends one column further in. None
     * where lanes split and merge: strips 9-8 and 8-7 meet one strip 9-7, and a triangle closes what is between. */
    assert_int_equal(open_edges(track), 2 * 10 + 32);
    assert_road_faces_up(track, 2079 * 4 * 2 - 8);
    assert_rows_follow(track, 6);
    pdk_close(track);
}

/* AL1's tunnels are closed boxes 20 m wide and 8 m high: points 5 and 10 meet on the middle line. Read as offsets from
 * the node instead of as a chain there would be no tunnel. */
static void real_tunnel(void **state)
{
    (void)state;
    const char *path = real_file("nfs/AL1.TRI");
    if (path == NULL) skip();
    pdk_document *track = open_or_fail(path);
    pdk_surface road = surface_or_fail(track, ROAD);
    for (uint32_t row = 1596; row <= 1607; row++) {
        const float *points = road.positions + (size_t)row * COLUMNS * 3;
        const float *left_end = points, *right_end = points + (COLUMNS - 1) * 3, *middle = points + MIDDLE * 3;
        double apart = hypot((double)left_end[0] - (double)right_end[0], (double)left_end[1] - (double)right_end[1]);
        double aside = hypot((double)left_end[0] - (double)middle[0], (double)left_end[1] - (double)middle[1]);
        assert_true(apart < 0.5 && aside < 0.5);
        assert_near(left_end[2] - middle[2], 8, 0.5);
        double width = 0;
        for (int i = 0; i < COLUMNS; i++) {
            for (int k = 0; k < i; k++) {
                width = fmax(width, hypot((double)points[i * 3] - (double)points[k * 3],
                                          (double)points[i * 3 + 1] - (double)points[k * 3 + 1]));
            }
        }
        assert_near(width, 20, 0.5);
    }
    pdk_close(track);
}

static pdk_document *open_synth(const char *dialect, uint8_t **data)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    size_t size;
    *data = synth_or_fail("tri", &options, &size);
    return open_bytes_or_fail(*data, size);
}

static void generated_closed(void **state)
{
    (void)state;
    uint8_t *data;
    pdk_document *track = open_synth("closed", &data);
    assert_sound(track);
    assert_int_equal(open_edges(track), 0);
    assert_wrap(track, 3, 12);
    assert_road_faces_up(track, 1000);
    assert_rows_follow(track, 0.001);
    pdk_close(track);
    free(data);
}

static void generated_open(void **state)
{
    (void)state;
    uint8_t *data;
    pdk_document *track = open_synth("open", &data);
    assert_sound(track);
    assert_int_equal(open_edges(track), 20);
    assert_road_faces_up(track, 1000);
    assert_rows_follow(track, 0.001);
    pdk_close(track);
    free(data);
}

/* The nearest node to a place, and how far to the right of its road it is. */
static size_t nearest(const double *x, const double *y, size_t count, const float *place)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++) {
        if (hypot((double)place[0] - x[i], (double)place[1] - y[i]) <
            hypot((double)place[0] - x[best], (double)place[1] - y[best])) {
            best = i;
        }
    }
    return best;
}

/* Fence triangles face the road: their normals point from the barrier to the nearest node. */
static void fences_face_the_road(void **state)
{
    (void)state;
    uint8_t *data;
    pdk_document *track = open_synth("closed", &data);
    pdk_surface fences = surface_or_fail(track, FENCES);
    assert_true(fences.triangle_count > 0);
    size_t count;
    double *x = column_f64(track, "nodes", "x", &count), *y = column_f64(track, "nodes", "y", &count);
    for (uint64_t t = 0; t < fences.triangle_count; t++) {
        const float *foot = corner(&fences, t, 0);
        double normal[3];
        cross(foot, corner(&fences, t, 1), corner(&fences, t, 2), normal);
        size_t node = nearest(x, y, count, foot);
        double aside = hypot((double)foot[0] - x[node], (double)foot[1] - y[node]);
        assert_near(aside, 9.5, 0.05); /* the barrier */
        assert_true(normal[0] * (x[node] - (double)foot[0]) + normal[1] * (y[node] - (double)foot[1]) > 0);
    }
    free(x);
    free(y);
    pdk_close(track);
    free(data);
}

/* Cards stand upright on their feet, in the order of the props; a card of yaw 0 faces against its node's heading. */
static void cards_stand_on_their_feet(void **state)
{
    (void)state;
    uint8_t *data;
    pdk_document *track = open_synth("closed", &data);
    pdk_surface props = surface_or_fail(track, PROPS);
    size_t count, types;
    double *type = column_f64(track, "props", "prop_type", &count),
           *heading = column_f64(track, "props", "heading", &count);
    double *x = column_f64(track, "props", "x", &count), *y = column_f64(track, "props", "y", &count);
    double *z = column_f64(track, "props", "z", &count), *kind = column_f64(track, "prop_types", "kind", &types);
    double *width = column_f64(track, "prop_types", "width", &types);
    double *height = column_f64(track, "prop_types", "height", &types);
    uint64_t vertex = 0;
    for (size_t i = 0; i < count; i++) {
        size_t t = (size_t)type[i];
        if (kind[t] == 1) continue; /* models are left out */
        const float *card = props.positions + vertex * 3;
        double left[2] = { x[i] - cos(heading[i]) * width[t] / 2, y[i] - sin(heading[i]) * width[t] / 2 };
        assert_near(card[0], left[0], 0.001);
        assert_near(card[1], left[1], 0.001);
        assert_near(card[2], z[i], 0.001);
        assert_near((double)card[8] - (double)card[2], height[t], 0.001);
        double normal[3];
        cross(card, card + 3, card + 6, normal);
        assert_true(-sin(heading[i]) * normal[0] + cos(heading[i]) * normal[1] < 0); /* toward who comes along */
        vertex += kind[t] == 6 ? 8 : 4;
    }
    assert_int_equal(vertex, props.vertex_count);
    free(type);
    free(heading);
    free(x);
    free(y);
    free(z);
    free(kind);
    free(width);
    free(height);
    pdk_close(track);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_closed),
        cmocka_unit_test(real_open),
        cmocka_unit_test(real_tunnel),
        cmocka_unit_test(generated_closed),
        cmocka_unit_test(generated_open),
        cmocka_unit_test(fences_face_the_road),
        cmocka_unit_test(cards_stand_on_their_feet),
    };
    return cmocka_run_group_tests_name("tri surfaces", tests, NULL, NULL);
}
