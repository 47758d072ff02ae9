/* The triangles of a leaf of the index that a vertical line may meet. */
#ifndef PADDOCK_SURFACE_INDEX_HEIGHT_CANDIDATES_H
#define PADDOCK_SURFACE_INDEX_HEIGHT_CANDIDATES_H

#include <string.h>

#include "surface/index/height_block.h"
#include "surface/index/height_index.h"

/* A cell's list of triangle numbers, or its block. */
typedef struct leaf {
    const uint32_t *first, *last;
} leaf;

/* The triangles of a leaf that are to be asked, by their places in it. */
typedef struct candidates {
    const uint32_t *numbers;
    const uint32_t *points; /* of a block, NULL = the surface's */
    size_t point_count;
    const uint8_t *corners;
    size_t count;
    bool disjoint; /* a point strictly inside one of them is in no other */
    uint8_t places[PDK_BLOCK_MAX];
} candidates;

typedef float float4 __attribute__((vector_size(16)));
typedef int32_t int4 __attribute__((vector_size(16)));
enum { LEFT_OF = 1, RIGHT_OF = 2, BELOW = 4, ABOVE = 8 };

/* Where the points of a block are for sure, seen from x, y. Fours, of which the last may have what follows the
 * points. */
static inline void classify_points(const uint32_t *points, size_t count, double x, double y,
                                   int32_t outside[PDK_BLOCK_MAX + 4])
{
    double margin_x = 0x1p-23 * fabs(x) + 1e-40,
           margin_y = 0x1p-23 * fabs(y) + 1e-40; /* more than floats may round by */
    float left = (float)(x - margin_x), right = (float)(x + margin_x), low = (float)(y - margin_y),
          high = (float)(y + margin_y);
    for (size_t i = 0; i < count; i += 4) {
        float4 px, py;
        memcpy(&px, points + i, sizeof px);
        memcpy(&py, points + count + i, sizeof py);
        int4 where = ((px < left) & LEFT_OF) | ((px > right) & RIGHT_OF) | ((py < low) & BELOW) | ((py > high) & ABOVE);
        memcpy(outside + i, &where, sizeof where);
    }
}

/* Of a block only the triangles whose box the point is in. */
static inline void choose_from_block(candidates *chosen, const uint32_t *block, double x, double y)
{
    size_t points = pdk_block_points(block), triangles = pdk_block_triangles(block), count = 0;
    int32_t outside[PDK_BLOCK_MAX + 4];
    chosen->points = block + 1;
    chosen->point_count = points;
    chosen->numbers = chosen->points + 3 * points;
    chosen->corners = (const uint8_t *)(chosen->numbers + triangles);
    classify_points(chosen->points, points, x, y, outside);
    const uint8_t *corners = chosen->corners;
    for (size_t i = 0; i < triangles; i++, corners += 3) {
        chosen->places[count] = (uint8_t)i;
        count += (outside[corners[0]] & outside[corners[1]] & outside[corners[2]]) == 0;
    }
    chosen->count = count;
    chosen->disjoint = (*block & PDK_BLOCK_DISJOINT) != 0;
}

static inline void find_candidates(candidates *chosen, const pdk_height_index *index, leaf at, double x, double y)
{
    chosen->points = NULL;
    chosen->disjoint = false;
    chosen->numbers = at.first;
    chosen->count = (size_t)(at.last - at.first);
    if (!index->packed || at.first == at.last) return;
    if (*at.first != 0) {
        choose_from_block(chosen, at.first, x, y);
        return;
    }
    chosen->numbers++;
    chosen->count--;
}

/* `block` says where they are, in constants, so that each of both has its own loop. */
static inline size_t place_of(const candidates *chosen, bool block, size_t i)
{
    return block ? chosen->places[i] : i;
}

static inline pdk_triangle_corners corners_at(const candidates *chosen, bool block, const pdk_height_index *index,
                                              size_t place)
{
    if (!block) return pdk_corners_of(&index->surface, chosen->numbers[place]);
    pdk_triangle_corners corners;
    for (int i = 0; i < 3; i++) {
        const uint32_t *point = chosen->points + chosen->corners[3 * place + (size_t)i];
        for (int axis = 0; axis < 3; axis++, point += chosen->point_count) {
            float position;
            memcpy(&position, point, sizeof position);
            corners.at[i][axis] = (double)position;
        }
    }
    return corners;
}

#endif
