/* Checks the result of a tile: its edges, and then its points. A point that was carried by a triangle which is still
 * there needs no look; for the others a triangle within the error is searched. Where there is none, the point, or the
 * triangle that carried it, is frozen, and so are points nearby that are further away than part of the error, so that
 * the next try does not fail at the same place. */
#include <float.h>
#include <string.h>

#include "surface/change/simplify_parts.h"

static const double good_part = 0.4;

/* ------------------------------------------------------------------------------- triangles that are still there */

/* A hash table of the result's triangles in tile->scratch: numbers + 1, 0 = free. At most half of it is taken. */
typedef struct triangle_table {
    const uint32_t *triangles;
    uint32_t *slots;
    uint64_t mask;
} triangle_table;

static uint64_t slot_of(const triangle_table *table, const uint32_t *corners)
{
    uint64_t hash = ((uint64_t)corners[0] << 32 | corners[1]) * 0x9E3779B97F4A7C15u;
    hash = (hash ^ hash >> 29 ^ corners[2]) * 0xBF58476D1CE4E5B9u;
    return (hash ^ hash >> 32) & table->mask;
}

/* The slot that has the triangle, or the free one where it belongs. */
static uint64_t find_slot(const triangle_table *table, const uint32_t *corners)
{
    uint64_t slot = slot_of(table, corners);
    while (table->slots[slot] != 0 && memcmp(table->triangles + 3 * (size_t)(table->slots[slot] - 1), corners, 12) != 0)
        slot = (slot + 1) & table->mask;
    return slot;
}

static triangle_table enter_triangles(pdk_simplify_tile *tile, size_t triangles)
{
    uint64_t slots = 4;
    while (slots < 2 * (uint64_t)triangles) slots *= 2;
    triangle_table table = { .triangles = tile->result, .slots = tile->scratch, .mask = slots - 1 };
    memset(table.slots, 0, slots * sizeof *table.slots);
    for (size_t i = 0; i < triangles; i++) table.slots[find_slot(&table, tile->result + 3 * i)] = (uint32_t)i + 1;
    return table;
}

/* ------------------------------------------------------------------------------------------------------ searching */

static void point_at(const float *positions, uint64_t number, double point[3])
{
    for (uint64_t axis = 0; axis < 3; axis++) point[axis] = (double)positions[3 * number + axis];
}

typedef struct tile_check {
    pdk_simplifying *all;
    pdk_simplify_tile *tile;
    double square;  /* of the error */
    uint32_t guess; /* the triangle of the point before: it is mostly near */
    size_t beyond;
} tile_check;

static uint32_t search(tile_check *check, const float *positions, uint64_t number)
{
    double point[3];
    point_at(positions, number, point);
    if (pdk_tree_within(&check->tile->tree, point, check->square, &check->guess)) return check->guess;
    check->beyond++;
    return PDK_NO_CARRIER;
}

static void find_carriers_of_corners(tile_check *check, size_t triangles)
{
    pdk_simplify_tile *tile = check->tile;
    memset(tile->marks, 0, tile->point_count);
    for (size_t i = 0; i < 3 * triangles; i++) tile->marks[tile->result[i]] = 1;
    for (size_t i = 0; i < tile->point_count; i++) {
        tile->carriers[i] = tile->marks[i] != 0 ? PDK_NO_CARRIER : search(check, tile->source, i);
    }
}

static void find_carriers_of_carried(tile_check *check, size_t triangles)
{
    pdk_simplify_tile *tile = check->tile;
    if (tile->carried_count == 0) return;
    triangle_table table = enter_triangles(tile, triangles);
    for (size_t i = 0; i < tile->carried_count; i++) {
        pdk_carried_point *carried = &tile->carried[i];
        uint32_t entry = table.slots[find_slot(&table, tile->indices + 3 * (size_t)carried->before)];
        carried->now =
            entry != 0 ? entry - 1 : search(check, check->all->change->whole.surface.positions, carried->point);
    }
}

/* ------------------------------------------------------------------------------------------------------- freezing */

static void freeze(const tile_check *check, uint32_t local)
{
    pdk_atomic_set_bit(check->all->frozen, check->tile->points[local]);
}

static void freeze_triangle(const tile_check *check, uint32_t triangle)
{
    for (size_t k = 0; k < 3; k++) freeze(check, check->tile->indices[3 * (size_t)triangle + k]);
}

/* Marks the triangle of the result that is nearest to a point which has none within the error. */
static void mark_nearest(const tile_check *check, const float *positions, uint64_t number, uint8_t *offending)
{
    double point[3];
    uint32_t nearest = UINT32_MAX;
    point_at(positions, number, point);
    pdk_tree_nearest(&check->tile->tree, point, &nearest);
    if (nearest != UINT32_MAX) offending[nearest] = 1;
}

static bool is_far(const tile_check *check, const float *positions, uint64_t number, uint32_t triangle)
{
    double point[3];
    point_at(positions, number, point);
    return pdk_tree_distance(&check->tile->tree, triangle, point) > good_part * good_part * check->square;
}

static void freeze_around(const tile_check *check, size_t triangles)
{
    const pdk_simplify_tile *tile = check->tile;
    const float *positions = check->all->change->whole.surface.positions;
    uint8_t *offending = tile->scratch;
    memset(offending, 0, triangles);
    for (size_t i = 0; i < tile->point_count; i++) {
        if (tile->marks[i] == 0 && tile->carriers[i] == PDK_NO_CARRIER) mark_nearest(check, tile->source, i, offending);
    }
    for (size_t i = 0; i < tile->carried_count; i++) {
        if (tile->carried[i].now == PDK_NO_CARRIER) mark_nearest(check, positions, tile->carried[i].point, offending);
    }
    for (size_t i = 0; i < tile->point_count; i++) {
        uint32_t by = tile->carriers[i];
        if (tile->marks[i] != 0) continue;
        if (by == PDK_NO_CARRIER || (offending[by] != 0 && is_far(check, tile->source, i, by)))
            freeze(check, (uint32_t)i);
    }
    for (size_t i = 0; i < tile->carried_count; i++) {
        const pdk_carried_point *carried = &tile->carried[i];
        if (carried->now == PDK_NO_CARRIER ||
            (offending[carried->now] != 0 && is_far(check, positions, carried->point, carried->now)))
            freeze_triangle(check, carried->before);
    }
}

/* What meets at marked points stays as it was. */
static void freeze_around_marks(const tile_check *check)
{
    const pdk_simplify_tile *tile = check->tile;
    for (size_t i = 0; i < tile->triangle_count; i++) {
        const uint32_t *corners = tile->indices + 3 * i;
        if ((tile->marks[corners[0]] | tile->marks[corners[1]] | tile->marks[corners[2]]) != 0)
            freeze_triangle(check, (uint32_t)i);
    }
}

size_t pdk_simplify_check_tile(pdk_simplifying *all, pdk_simplify_tile *tile, size_t triangles)
{
    double square = fmin(all->how->error * all->how->error, DBL_MAX);
    tile_check check = { .all = all, .tile = tile, .square = square, .guess = UINT32_MAX };
    size_t wrong = pdk_simplify_check_edges(tile, triangles);
    if (wrong > 0) {
        freeze_around_marks(&check);
        return wrong;
    }
    pdk_tree_build_in(&tile->tree, tile->room, (pdk_triangle_list){ tile->source, tile->result, triangles });
    find_carriers_of_corners(&check, triangles);
    find_carriers_of_carried(&check, triangles);
    if (check.beyond > 0) freeze_around(&check, triangles);
    return check.beyond;
}
