/* Surfaces in arrays to ask heights of: put together by hand, without order, or one sheet; and indices over them. */
#ifndef PADDOCK_TESTS_HEIGHTS_H
#define PADDOCK_TESTS_HEIGHTS_H

#include "support.h"

typedef struct mesh {
    pdk_surface surface;
    float *positions;
    uint32_t *triangles;
} mesh;

/* Copies of these arrays; to be given to drop_mesh. */
mesh mesh_of(const float *positions, uint64_t vertices, const uint32_t *triangles, uint64_t count);
void drop_mesh(mesh *made);
/* Triangles without order: all sizes, any direction, many layers. */
mesh confusion(uint64_t seed, uint32_t triangles, double size);
/* A sheet of n x n squares, turned and bent so that its edges lie in all directions, cut along alternating diagonals.
 */
mesh sheet(uint32_t n, double step, double turn, double far);

pdk_height_index *index_in_form(const pdk_surface *surface, pdk_height_index_form form, size_t threads);
/* A random number of the range. */
double uniform(uint64_t *seed, double low, double high);

#endif
