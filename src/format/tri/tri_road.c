/* The road surface: ten strips of quads along the scenery rows, eleven points a row. */
#include "format/tri/tri_mesh.h"

enum { MIDDLE = 5 }; /* the column of point 0 */

/* Points of a row from left to right, and the same where lanes split or merge: there point 0 lies 5 m further right, so
 * the columns shift by one. */
static const uint8_t usual[PDK_TRI_COLUMNS] = { 10, 9, 8, 7, 6, 0, 1, 2, 3, 4, 5 };
static const uint8_t shifted[PDK_TRI_COLUMNS] = { 10, 9, 7, 6, 0, 1, 1, 2, 3, 4, 5 };

/* Tunnel roofs: in these modes the outermost strip joins two other points, from right to left, so that it is seen from
 * below. Nobody has a file here that uses them. */
static const struct roof {
    uint8_t mode, from, to;
    bool right; /* instead of the rightmost strip, else of the leftmost */
} roofs[] = {
    { PDK_TRI_ROOF_2_10, 2, 10, true },
    { PDK_TRI_ROOF_4_7, 4, 7, false },
    { PDK_TRI_ROOF_4_9, 4, 9, false },
    { PDK_TRI_ROOF_5_9, 5, 9, false },
};

/* One end of the quads being made: its points by column, and the number of its first vertex. */
typedef struct row {
    const uint8_t *columns;
    uint32_t number, first;
} row;

static const double *point(const pdk_tri_track *track, uint32_t row_number, uint32_t which)
{
    uint32_t rows = track->record_count * PDK_TRI_ROWS;
    return track->points[(size_t)(row_number % rows) * PDK_TRI_COLUMNS + which];
}

static unsigned mode_of(const pdk_tri_track *track, uint32_t node)
{
    return (unsigned)pdk_tri_number(&pdk_tri_node, "mode", pdk_tri_node_at(track, node));
}

static bool same(const double *a, const double *b)
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* Two repeats of a bitmap lie along a record; across, each strip has one, its top row at the outer edge. Beyond the
 * first strip v continues below 0, so that strips share their vertices: bitmaps repeat. */
static double along(uint32_t row_number)
{
    return row_number * 0.5;
}
static double across(int column)
{
    return column < MIDDLE ? 1 - (MIDDLE - column) : 1 - (column - MIDDLE);
}

static uint32_t add_row(const pdk_tri_track *track, pdk_tri_mesh *mesh, uint32_t number, const uint8_t *columns)
{
    uint32_t first = mesh->vertex_count;
    for (int c = 0; c < PDK_TRI_COLUMNS; c++) {
        pdk_tri_mesh_vertex(mesh, point(track, number, columns[c]), along(number), across(c));
    }
    return first;
}

/* A quad between two rows; a triangle whose corners coincide is left out. */
static void add_quad(const pdk_tri_track *track, pdk_tri_mesh *mesh, const row *near, const row *far, uint32_t column,
                     uint32_t texture)
{
    const double *a = point(track, near->number, near->columns[column]);
    const double *b = point(track, near->number, near->columns[column + 1]);
    const double *c = point(track, far->number, far->columns[column + 1]);
    const double *d = point(track, far->number, far->columns[column]);
    uint32_t va = near->first + column, vc = far->first + column + 1;
    if (same(a, c)) return;
    if (!same(a, b) && !same(b, c)) pdk_tri_mesh_triangle(mesh, texture, va, va + 1, vc);
    if (!same(c, d) && !same(d, a)) pdk_tri_mesh_triangle(mesh, texture, va, vc, vc - 1);
}

static const struct roof *roof_of(unsigned mode)
{
    for (size_t i = 0; i < sizeof roofs / sizeof roofs[0]; i++) {
        if (roofs[i].mode == mode) return &roofs[i];
    }
    return NULL;
}

static void add_roof(const pdk_tri_track *track, pdk_tri_mesh *mesh, const struct roof *roof, uint32_t near,
                     uint32_t texture)
{
    const uint8_t columns[2] = { roof->from, roof->to };
    row ends[2];
    for (uint32_t i = 0; i < 2; i++) {
        ends[i] = (row){ columns, near + i, mesh->vertex_count };
        pdk_tri_mesh_vertex(mesh, point(track, near + i, roof->from), along(near + i), 0);
        pdk_tri_mesh_vertex(mesh, point(track, near + i, roof->to), along(near + i), 1);
    }
    add_quad(track, mesh, &ends[0], &ends[1], 0, texture);
}

/* The texture of the strip right of a column: T10 .. T6 from the left, then T1 .. T5. */
static uint32_t texture_of(const uint8_t *record, uint32_t column)
{
    uint32_t strip = column < MIDDLE ? PDK_TRI_STRIPS - 1 - column : column - MIDDLE;
    return (uint32_t)pdk_get_i64(pdk_record_field(&pdk_tri_record, "textures"), strip, record);
}

/* On one side of a shifted row the land runs from point 9 to 8 to 7, on the other straight from 9 to 7: what is open
 * between the two is closed. */
static void add_seam(const pdk_tri_track *track, pdk_tri_mesh *mesh, uint32_t number, uint32_t texture, bool merge)
{
    enum { POINT_9 = 1, POINT_8 = 2, POINT_7 = 3 }; /* columns of a usual row, whose vertices are there anyway */
    const double *a = point(track, number, usual[POINT_9]), *b = point(track, number, usual[POINT_8]),
                 *c = point(track, number, usual[POINT_7]);
    uint32_t first = number * PDK_TRI_COLUMNS;
    if (same(a, b) || same(b, c) || same(c, a)) return;
    if (merge) pdk_tri_mesh_triangle(mesh, texture, first + POINT_9, first + POINT_7, first + POINT_8);
    else pdk_tri_mesh_triangle(mesh, texture, first + POINT_9, first + POINT_8, first + POINT_7);
}

/* The ten quads from row `near` to the next. */
static void add_step(const pdk_tri_track *track, pdk_tri_mesh *mesh, uint32_t near)
{
    uint32_t first_of_record = near / PDK_TRI_ROWS * PDK_TRI_ROWS;
    const uint8_t *record = pdk_tri_record_at(track, near / PDK_TRI_ROWS);
    unsigned mode = mode_of(track, first_of_record);
    row start = { usual, near, near * PDK_TRI_COLUMNS }, end = { usual, near + 1, (near + 1) * PDK_TRI_COLUMNS };
    if (mode == PDK_TRI_LANE_SPLIT && near == first_of_record) {
        start.columns = shifted;
        start.first = add_row(track, mesh, near, shifted);
    }
    if (mode == PDK_TRI_LANE_MERGE && near + 1 == first_of_record + PDK_TRI_ROWS) {
        end.columns = shifted;
        end.first = add_row(track, mesh, near + 1, shifted);
    }
    if (start.columns == shifted) add_seam(track, mesh, near, texture_of(record, 1), false);
    if (end.columns == shifted) add_seam(track, mesh, near + 1, texture_of(record, 1), true);
    const struct roof *roof = roof_of(mode);
    for (uint32_t column = 0; column < PDK_TRI_COLUMNS - 1; column++) {
        bool roofed = roof != NULL && column == (roof->right ? PDK_TRI_COLUMNS - 2u : 0u);
        if (roofed) add_roof(track, mesh, roof, near, texture_of(record, column));
        else add_quad(track, mesh, &start, &end, column, texture_of(record, column));
    }
}

static void fill(const pdk_tri_track *track, pdk_tri_mesh *mesh)
{
    uint32_t rows = track->record_count * PDK_TRI_ROWS;
    if (rows == 0) return;
    bool closes = track->closed && track->record_count == track->announced;
    uint32_t last = closes ? rows : rows - 1; /* a closed track has row 0 again, further along its bitmaps */
    for (uint32_t i = 0; i <= last; i++) add_row(track, mesh, i, usual);
    for (uint32_t i = 0; i < last; i++) add_step(track, mesh, i);
}

const pdk_tri_part pdk_tri_road = {
    .name = "road",
    .group = "texture",
    .certainty = PDK_CONFIRMED,
    .fill = fill,
    .image = pdk_tri_texture_path,
};
