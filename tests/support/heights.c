#include "heights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

mesh mesh_of(const float *positions, uint64_t vertices, const uint32_t *triangles, uint64_t count)
{
    mesh made = { .positions = malloc(12 * vertices + 1), .triangles = malloc(12 * count + 1) };
    assert_non_null(made.positions);
    assert_non_null(made.triangles);
    if (vertices > 0) memcpy(made.positions, positions, 12 * vertices);
    if (count > 0) memcpy(made.triangles, triangles, 12 * count);
    made.surface = (pdk_surface){
        .positions = made.positions, .triangles = made.triangles, .vertex_count = vertices, .triangle_count = count
    };
    return made;
}

void drop_mesh(mesh *made)
{
    free(made->positions);
    free(made->triangles);
}

double uniform(uint64_t *seed, double low, double high)
{
    return low + (high - low) * (double)(random_next(seed) >> 11) * 0x1p-53;
}

mesh confusion(uint64_t seed, uint32_t triangles, double size)
{
    mesh made = { .positions = malloc(36 * (size_t)triangles), .triangles = malloc(12 * (size_t)triangles) };
    for (uint32_t i = 0; i < triangles; i++) {
        double reach = size * pow(2, uniform(&seed, -12, 0));
        double centre[3] = { uniform(&seed, -size, size), uniform(&seed, -size, size), uniform(&seed, -5, 5) };
        for (int k = 0; k < 9; k++)
            made.positions[9 * i + (uint32_t)k] = (float)(centre[k % 3] + uniform(&seed, -reach, reach));
        for (uint32_t k = 0; k < 3; k++) made.triangles[3 * i + k] = 3 * i + k;
    }
    made.surface = (pdk_surface){ .positions = made.positions,
                                  .triangles = made.triangles,
                                  .vertex_count = 3 * (uint64_t)triangles,
                                  .triangle_count = triangles };
    return made;
}

mesh sheet(uint32_t n, double step, double turn, double far)
{
    uint32_t side = n + 1;
    mesh made = { .positions = malloc(12 * (size_t)side * side), .triangles = malloc(24 * (size_t)n * n) };
    for (uint32_t i = 0; i < side * side; i++) {
        double u = step * (i % side), v = step * (i / side);
        made.positions[3 * i] = (float)(far + u * cos(turn) - v * sin(turn) + 0.2 * step * sin(5 * v));
        made.positions[3 * i + 1] = (float)(far + u * sin(turn) + v * cos(turn) + 0.2 * step * sin(7 * u));
        made.positions[3 * i + 2] = (float)(sin(u) + cos(1.3 * v));
    }
    for (uint32_t i = 0; i < n * n; i++) {
        uint32_t a = i / n * side + i % n, b = a + 1, c = a + side, d = c + 1, *to = made.triangles + 6 * i;
        uint32_t one[6] = { a, b, d, a, d, c }, other[6] = { a, b, c, b, d, c };
        memcpy(to, (i + i / n) % 2 == 0 ? one : other, sizeof one);
    }
    made.surface = (pdk_surface){ .positions = made.positions,
                                  .triangles = made.triangles,
                                  .vertex_count = (uint64_t)side * side,
                                  .triangle_count = 2 * (uint64_t)n * n };
    return made;
}

pdk_height_index *index_in_form(const pdk_surface *surface, pdk_height_index_form form, size_t threads)
{
    pdk_height_index_options options = PDK_HEIGHT_INDEX_OPTIONS_INIT;
    options.form = form;
    options.threads = threads;
    pdk_height_index *index = NULL;
    pdk_error error;
    assert_ok(pdk_height_index_create(surface, &options, &index, &error), error);
    return index;
}
