/* paddock_points(file) and paddock_triangles(file): the surfaces of a file, one after the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sql/sql_functions.h"

typedef struct surface_run {
    pdk_surface surface;
    const pdk_surface_info *info;
    uint64_t first; /* row */
} surface_run;

typedef struct surfaces {
    size_t count;
    surface_run runs[];
} surfaces;

typedef struct column_name {
    const char *name;
    duckdb_type type;
} column_name;

enum { POINT_SURFACE, POINT_NUMBER, POINT_X, POINT_Y, POINT_Z, POINT_NX, POINT_NY, POINT_NZ, POINT_U, POINT_V, POINTS };
static const column_name point_columns[POINTS] = {
    [POINT_SURFACE] = { "surface", DUCKDB_TYPE_VARCHAR },
    [POINT_NUMBER] = { "point", DUCKDB_TYPE_UBIGINT },
    [POINT_X] = { "x", DUCKDB_TYPE_DOUBLE },
    [POINT_Y] = { "y", DUCKDB_TYPE_DOUBLE },
    [POINT_Z] = { "z", DUCKDB_TYPE_DOUBLE },
    [POINT_NX] = { "normal_x", DUCKDB_TYPE_FLOAT },
    [POINT_NY] = { "normal_y", DUCKDB_TYPE_FLOAT },
    [POINT_NZ] = { "normal_z", DUCKDB_TYPE_FLOAT },
    [POINT_U] = { "u", DUCKDB_TYPE_FLOAT },
    [POINT_V] = { "v", DUCKDB_TYPE_FLOAT },
};

enum {
    TRIANGLE_SURFACE,
    TRIANGLE_NUMBER,
    TRIANGLE_A,
    TRIANGLE_B,
    TRIANGLE_C,
    TRIANGLE_GROUP,
    TRIANGLE_IMAGE,
    TRIANGLES
};
static const column_name triangle_columns[TRIANGLES] = {
    [TRIANGLE_SURFACE] = { "surface", DUCKDB_TYPE_VARCHAR },
    [TRIANGLE_NUMBER] = { "triangle", DUCKDB_TYPE_UBIGINT },
    [TRIANGLE_A] = { "a", DUCKDB_TYPE_UINTEGER },
    [TRIANGLE_B] = { "b", DUCKDB_TYPE_UINTEGER },
    [TRIANGLE_C] = { "c", DUCKDB_TYPE_UINTEGER },
    [TRIANGLE_GROUP] = { "group", DUCKDB_TYPE_VARCHAR },
    [TRIANGLE_IMAGE] = { "image", DUCKDB_TYPE_VARCHAR },
};

static pdk_status fail_memory(pdk_error *error)
{
    *error = (pdk_error){ .status = PDK_E_MEMORY, .offset = PDK_NO_OFFSET, .code = "memory.out" };
    snprintf(error->message, sizeof error->message, "out of memory for a surface");
    return PDK_E_MEMORY;
}

static pdk_status add_columns(sql_bound *bound, const column_name *columns, size_t count, pdk_error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (!sql_add_column(bound, columns[i].name, NULL, columns[i].type)) return fail_memory(error);
    }
    return PDK_OK;
}

static pdk_status bind_points(sql_bound *bound, const pdk_document *document, pdk_error *error)
{
    (void)document;
    return add_columns(bound, point_columns, POINTS, error);
}

static pdk_status bind_triangles(sql_bound *bound, const pdk_document *document, pdk_error *error)
{
    (void)document;
    return add_columns(bound, triangle_columns, TRIANGLES, error);
}

static pdk_status open_surfaces(sql_piece *piece, bool triangles, pdk_error *error)
{
    size_t count = pdk_document_surface_count(piece->document);
    surfaces *all = calloc(1, sizeof *all + count * sizeof all->runs[0]);
    if (all == NULL) return fail_memory(error);
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        surface_run *run = &all->runs[all->count++];
        run->info = pdk_document_surface_at(piece->document, i);
        run->first = piece->rows;
        status = pdk_document_surface_read(piece->document, i, &run->surface, error);
        if (status == PDK_OK) piece->rows += triangles ? run->surface.triangle_count : run->surface.vertex_count;
    }
    if (status == PDK_OK) piece->state = all;
    else free(all);
    return status;
}

static pdk_status open_points(sql_piece *piece, const pdk_error *failure, pdk_error *error)
{
    (void)failure;
    return open_surfaces(piece, false, error);
}

static pdk_status open_triangles(sql_piece *piece, const pdk_error *failure, pdk_error *error)
{
    (void)failure;
    return open_surfaces(piece, true, error);
}

static void close_surfaces(sql_piece *piece)
{
    free(piece->state);
}

/* The surface that a row is of: the last one that begins at it or before, and has rows. */
static const surface_run *run_of(const surfaces *all, uint64_t row)
{
    size_t low = 0, high = all->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (all->runs[middle].first <= row) low = middle;
        else high = middle;
    }
    return &all->runs[low];
}

static void put_name(sql_wanted *wanted, size_t row, const char *name)
{
    if (name != NULL) sql_set_text(wanted, row, name, strlen(name));
    else sql_set_null(wanted, row);
}

static void put_float(sql_wanted *wanted, size_t row, const float *values, uint64_t at)
{
    if (values != NULL) ((float *)wanted->values)[row] = values[at];
    else sql_set_null(wanted, row);
}

static void put_point(sql_wanted *wanted, size_t row, const surface_run *run, uint64_t point)
{
    const pdk_surface *surface = &run->surface;
    size_t column = wanted->column;
    switch (column) {
    case POINT_SURFACE: put_name(wanted, row, run->info->name); break;
    case POINT_NUMBER: ((uint64_t *)wanted->values)[row] = point; break;
    case POINT_X:
    case POINT_Y:
    case POINT_Z: {
        size_t axis = column - POINT_X;
        ((double *)wanted->values)[row] = (double)surface->positions[3 * point + axis] + run->info->origin[axis];
        break;
    }
    case POINT_U:
    case POINT_V: put_float(wanted, row, surface->coordinates, 2 * point + (column - POINT_U)); break;
    default: put_float(wanted, row, surface->normals, 3 * point + (column - POINT_NX)); break;
    }
}

static const pdk_surface_group *group_of(const pdk_surface *surface, uint64_t triangle)
{
    for (size_t i = 0; i < surface->group_count; i++) {
        const pdk_surface_group *group = &surface->groups[i];
        if (triangle >= group->first_triangle && triangle - group->first_triangle < group->triangle_count) return group;
    }
    return NULL;
}

static void put_triangle(sql_wanted *wanted, size_t row, const surface_run *run, uint64_t triangle)
{
    const pdk_surface_group *group;
    switch (wanted->column) {
    case TRIANGLE_SURFACE: put_name(wanted, row, run->info->name); break;
    case TRIANGLE_NUMBER: ((uint64_t *)wanted->values)[row] = triangle; break;
    case TRIANGLE_GROUP:
    case TRIANGLE_IMAGE:
        group = group_of(&run->surface, triangle);
        put_name(wanted, row, group == NULL ? NULL : wanted->column == TRIANGLE_GROUP ? group->name : group->image);
        break;
    default:
        ((uint32_t *)wanted->values)[row] = run->surface.triangles[3 * triangle + (wanted->column - TRIANGLE_A)];
        break;
    }
}

/* Rows first .. of one surface after the other. */
static void fill(sql_worker *worker, const sql_piece *piece, uint64_t first, size_t count,
                 void (*put)(sql_wanted *, size_t, const surface_run *, uint64_t))
{
    for (size_t i = 0; i < worker->wanted_count; i++) {
        const surface_run *run = NULL;
        uint64_t end = 0; /* the first row of the next surface */
        for (size_t row = 0; row < count; row++) {
            uint64_t at = first + row;
            if (run == NULL || at >= end) {
                const surfaces *all = piece->state;
                run = run_of(all, at);
                end = run + 1 < all->runs + all->count ? run[1].first : UINT64_MAX;
            }
            put(&worker->wanted[i], row, run, at - run->first);
        }
    }
}

static pdk_status fill_points(sql_worker *worker, const sql_piece *piece, uint64_t first, size_t count,
                              pdk_error *error)
{
    (void)error;
    fill(worker, piece, first, count, put_point);
    return PDK_OK;
}

static pdk_status fill_triangles(sql_worker *worker, const sql_piece *piece, uint64_t first, size_t count,
                                 pdk_error *error)
{
    (void)error;
    fill(worker, piece, first, count, put_triangle);
    return PDK_OK;
}

const sql_kind sql_kind_points = {
    .name = "paddock_points", .bind = bind_points, .open = open_points, .close = close_surfaces, .fill = fill_points
};
const sql_kind sql_kind_triangles = { .name = "paddock_triangles",
                                      .bind = bind_triangles,
                                      .open = open_triangles,
                                      .close = close_surfaces,
                                      .fill = fill_triangles };
