/* Rows are found in the order of the vertices: as long as one follows the other in the same direction, by a whole
 * number of spacings, both are in one row. Nothing depends on that being right: a triangle that is not between
 * neighbouring rows and columns is not in the lattice. */
#include "surface/index/lattice.h"

#include "base/trigonometry.h"
#include "base/whole.h"

#include "surface/index/height_build.h"

#include <stdlib.h>
#include <string.h>

enum {
    SAMPLES = 1023,
    MIN_TRIANGLES = 64,
    MISFITS = 16,         /* one triangle in this many may not belong to the lattice */
    CELLS_OF_BUCKET = 12, /* along a side */
    NODES_OF_BUCKET = 16  /* at least, on average */
};

typedef struct grid_place {
    int64_t row, column;
} grid_place;

typedef struct making {
    pdk_memory *memory;
    const pdk_surface *surface;
    const pdk_height_index_info *info;
    pdk_lattice *lattice;
    grid_place *places; /* of vertices */
    uint64_t node_count;
} making;

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The usual distance from a vertex to the next. */
static double find_spacing(const pdk_surface *surface)
{
    double lengths[SAMPLES];
    uint64_t steps = surface->vertex_count - 1, count = steps < SAMPLES ? steps : SAMPLES;
    for (uint64_t i = 0; i < count; i++) {
        const float *from = surface->positions + 3 * (i * steps / count), *to = from + 3;
        lengths[i] = pdk_hypot((double)to[0] - (double)from[0], (double)to[1] - (double)from[1]);
    }
    qsort(lengths, (size_t)count, sizeof *lengths, by_value);
    return lengths[count / 2];
}

/* A row while its vertices are met. */
typedef struct grid_row {
    const float *first, *last;
    double direction[2]; /* of unit length; 0 until there are two vertices */
    int64_t first_column, column;
} grid_row;

static void subtract(const float *from, const float *to, double difference[2])
{
    for (int axis = 0; axis < 2; axis++) difference[axis] = (double)to[axis] - (double)from[axis];
}

/* The columns from the row's last vertex to the next one, or 0 where that is in another row. */
static int64_t columns_to(grid_row *at, const float *next, double spacing)
{
    double step[2];
    subtract(at->last, next, step);
    double length = pdk_hypot(step[0], step[1]);
    if (!(length > 0.5 * spacing) || !(length < 1e6 * spacing)) return 0;
    if (at->first == at->last) {
        for (int axis = 0; axis < 2; axis++) at->direction[axis] = step[axis] / length;
    }
    double along = step[0] * at->direction[0] + step[1] * at->direction[1];
    return along > 0.97 * length ? (int64_t)(along / spacing + 0.5) : 0;
}

/* The column in which a new row begins, by where the row before it has its columns. */
static int64_t first_column_of(const grid_row *before, const double direction[2], const float *first, double spacing)
{
    double step[2];
    subtract(before->first, first, step);
    double columns = (step[0] * direction[0] + step[1] * direction[1]) / spacing;
    return fabs(columns) < 1e6 ? before->first_column + (int64_t)floor(columns + 0.5) : 0;
}

/* Fills in the places of all vertices; false where the grid would be mostly empty. */
static bool find_rows(making *work)
{
    const pdk_surface *surface = work->surface;
    double spacing = find_spacing(surface), direction[2] = { 1, 0 };
    if (!(spacing > 0)) return false;
    grid_row at = { .first = surface->positions, .last = surface->positions };
    int64_t rows = 0, low = 0, high = 0;
    for (uint64_t i = 0; i < surface->vertex_count; i++) {
        const float *position = surface->positions + 3 * i;
        int64_t columns = i > 0 ? columns_to(&at, position, spacing) : 0;
        if (columns > 0) {
            at.last = position;
            at.column += columns;
        } else if (i > 0) {
            if (at.first != at.last) memcpy(direction, at.direction, sizeof direction);
            int64_t first = first_column_of(&at, direction, position, spacing);
            at = (grid_row){ .first = position, .last = position, .first_column = first, .column = first };
            rows++;
        }
        if (at.column < low) low = at.column;
        if (at.column > high) high = at.column;
        work->places[i] = (grid_place){ rows, at.column };
    }
    uint64_t most = 2 * surface->vertex_count + 1024;
    if (high - low >= (int64_t)most || rows == 0 || high == low) return false;
    uint64_t columns = (uint64_t)(high - low) + 1;
    work->node_count = ((uint64_t)rows + 1) * columns;
    if (work->node_count > most) return false;
    for (uint64_t i = 0; i < surface->vertex_count; i++) work->places[i].column -= low;
    work->lattice->rows = (uint32_t)rows + 1;
    work->lattice->columns = (uint32_t)columns;
    return true;
}

static bool put_triangle(making *work, uint64_t number)
{
    const pdk_surface *surface = work->surface;
    const uint32_t *corners = surface->triangles + 3 * number;
    grid_place low = { INT64_MAX, INT64_MAX };
    pdk_triangle_corners positions;
    pdk_survey ignored = { .triangles = 0 };
    if (!pdk_survey_check_triangle(surface, number, &positions, &ignored)) return false;
    for (int i = 0; i < 3; i++) {
        const grid_place *place = &work->places[corners[i]];
        low.row = place->row < low.row ? place->row : low.row;
        low.column = place->column < low.column ? place->column : low.column;
    }
    uint32_t entry = (uint32_t)number;
    for (int i = 0; i < 3; i++) {
        int64_t up = work->places[corners[i]].row - low.row, right = work->places[corners[i]].column - low.column;
        if (up > 1 || right > 1) return false;
        entry |= (uint32_t)(up << 1 | right) << (PDK_LATTICE_NUMBER_BITS + 2 * i);
    }
    if (low.row + 1 >= work->lattice->rows || low.column + 1 >= work->lattice->columns) return false;
    pdk_lattice_node *node = &work->lattice->nodes[low.row * work->lattice->columns + low.column];
    for (int i = 0; i < 2; i++) {
        if (node->triangles[i] != PDK_LATTICE_NONE) continue;
        node->triangles[i] = entry;
        return true;
    }
    return false;
}

/* False where too many triangles do not fit. */
static bool fill(making *work)
{
    const pdk_surface *surface = work->surface;
    pdk_lattice *lattice = work->lattice;
    static const pdk_lattice_node empty = { .at = { NAN, NAN, NAN },
                                            .triangles = { PDK_LATTICE_NONE, PDK_LATTICE_NONE } };
    for (uint64_t i = 0; i < work->node_count; i++) lattice->nodes[i] = empty;
    for (uint64_t i = 0; i < surface->vertex_count; i++) {
        uint64_t node = (uint64_t)work->places[i].row * lattice->columns + (uint64_t)work->places[i].column;
        memcpy(lattice->nodes[node].at, surface->positions + 3 * i, sizeof lattice->nodes[node].at);
    }
    uint64_t misfits = 0;
    for (uint64_t i = 0; i < surface->triangle_count; i++) misfits += !put_triangle(work, i);
    return misfits <= surface->triangle_count / MISFITS;
}

/* How x and y change from one node to the next along a row or a column: over some nodes, where there are any. */
static bool find_change(const pdk_lattice *lattice, uint32_t number, uint32_t count, uint64_t node, uint64_t stride,
                        double change[2])
{
    for (uint32_t reach = 4; reach > 0; reach /= 2) {
        uint32_t before = number >= reach ? reach : 0, behind = number + reach < count ? reach : 0;
        if (before + behind == 0) continue;
        subtract(lattice->nodes[node - before * stride].at, lattice->nodes[node + behind * stride].at, change);
        for (int axis = 0; axis < 2; axis++) change[axis] /= (double)(before + behind);
        if (isfinite(change[0]) && isfinite(change[1])) return true;
    }
    return false;
}

static void make_map(const pdk_lattice *lattice, uint64_t node, pdk_lattice_map *map)
{
    uint32_t row = (uint32_t)(node / lattice->columns), column = (uint32_t)(node % lattice->columns);
    double along[2], across[2];
    if (!find_change(lattice, column, lattice->columns, node, 1, along) ||
        !find_change(lattice, row, lattice->rows, node, lattice->columns, across))
        return;
    double area = along[0] * across[1] - along[1] * across[0];
    if (!(fabs(area) > 0) || !isfinite(1 / area)) return;
    *map = (pdk_lattice_map){ .x = (double)lattice->nodes[node].at[0],
                              .y = (double)lattice->nodes[node].at[1],
                              .row = row,
                              .column = column,
                              .to_row = { -along[1] / area, along[0] / area },
                              .to_column = { across[1] / area, -across[0] / area } };
}

static void choose_buckets(making *work, double area)
{
    const pdk_height_index_info *info = work->info;
    double width = info->maximum[0] - info->minimum[0], depth = info->maximum[1] - info->minimum[1];
    double side = CELLS_OF_BUCKET * sqrt(2 * area / (double)work->surface->triangle_count);
    side = fmax(side, sqrt(width * depth * NODES_OF_BUCKET / (double)work->node_count));
    side = fmax(side, fmax(width, depth) / 60000);
    work->lattice->buckets = (pdk_cells){ .x = info->minimum[0],
                                          .y = info->minimum[1],
                                          .per_x = 1 / side,
                                          .per_y = 1 / side,
                                          .columns = (uint32_t)pdk_whole_i32(width / side) + 1,
                                          .rows = (uint32_t)pdk_whole_i32(depth / side) + 1 };
}

/* A map for each bucket, from the node nearest to its middle. */
static bool make_maps(making *work)
{
    pdk_lattice *lattice = work->lattice;
    const pdk_cells *buckets = &lattice->buckets;
    uint64_t count = (uint64_t)buckets->columns * buckets->rows;
    lattice->maps = pdk_alloc_array(work->memory, count, sizeof *lattice->maps);
    struct {
        double distance;
        uint64_t node;
    } *nearest = pdk_alloc_array(work->memory, count, sizeof *nearest);
    if (lattice->maps == NULL || nearest == NULL) return false;
    for (uint64_t i = 0; i < count; i++) nearest[i].distance = INFINITY;
    for (uint64_t node = 0; node < work->node_count; node++) {
        double x = (double)lattice->nodes[node].at[0], y = (double)lattice->nodes[node].at[1];
        if (!isfinite(x) || !isfinite(y)) continue;
        uint64_t bucket = pdk_cell_of(buckets, x, y);
        double right = x - buckets->x - ((double)(bucket % buckets->columns) + 0.5) / buckets->per_x;
        double up = y - buckets->y - ((double)(bucket / buckets->columns) + 0.5) / buckets->per_y;
        if (!(right * right + up * up < nearest[bucket].distance)) continue;
        nearest[bucket].distance = right * right + up * up;
        nearest[bucket].node = node;
    }
    for (uint64_t i = 0; i < count; i++) {
        lattice->maps[i].row = NAN;
        if (isfinite(nearest[i].distance)) make_map(lattice, nearest[i].node, &lattice->maps[i]);
    }
    pdk_free(work->memory, nearest);
    return true;
}

static void drop(making *work)
{
    pdk_free(work->memory, work->lattice->nodes);
    pdk_free(work->memory, work->lattice);
}

/* False when memory ran out. */
static bool make(making *work, double area, bool *made)
{
    pdk_memory *memory = work->memory;
    *made = false;
    work->places = pdk_alloc_raw(memory, (size_t)work->surface->vertex_count * sizeof *work->places);
    if (work->places == NULL) return false;
    if (!find_rows(work)) return true;
    work->lattice->nodes = pdk_alloc_in_large_pages(memory, (size_t)work->node_count * sizeof *work->lattice->nodes);
    if (work->lattice->nodes == NULL) return false;
    if (!fill(work)) return true;
    choose_buckets(work, area);
    *made = true;
    return make_maps(work);
}

pdk_status pdk_lattice_make(pdk_memory *memory, const pdk_surface *surface, const pdk_height_index_info *info,
                            double area, const pdk_lattice **result, pdk_error *error)
{
    making work = { .memory = memory, .surface = surface, .info = info };
    bool made = false;
    *result = NULL;
    if (surface->triangle_count < MIN_TRIANGLES || surface->triangle_count >= PDK_LATTICE_MAX_TRIANGLES ||
        surface->vertex_count > PDK_LATTICE_MAX_TRIANGLES || surface->vertex_count < 4)
        return PDK_OK;
    work.lattice = pdk_alloc(memory, sizeof *work.lattice);
    bool enough = work.lattice != NULL && make(&work, area, &made);
    pdk_free(memory, work.places);
    if (!enough) return pdk_fail_memory(error, memory, "the grid of a surface");
    if (made) *result = work.lattice;
    else drop(&work);
    return PDK_OK;
}
