// The part for meshes: meshoptimizer. It throws an exception when memory runs out, which is caught here.
#include <meshoptimizer.h>

#include <new>

#include "parts/mesh_part.h"

namespace
{

/* False when `call` ran out of memory. */
template <typename Call> bool had_memory(Call call)
{
    try {
        call();
        return true;
    } catch (const std::bad_alloc &) {
        return false;
    }
}

size_t index_bound(size_t corners, size_t points)
{
    return meshopt_encodeIndexBufferBound(corners, points);
}

size_t encode_index(void *to, size_t size, const uint32_t *from, size_t corners)
{
    return meshopt_encodeIndexBuffer(static_cast<unsigned char *>(to), size, from, corners);
}

size_t vertex_bound(size_t count, size_t stride)
{
    return meshopt_encodeVertexBufferBound(count, stride);
}

size_t encode_vertices(void *to, size_t size, const void *from, size_t count, size_t stride)
{
    return meshopt_encodeVertexBuffer(static_cast<unsigned char *>(to), size, from, count, stride);
}

bool order(uint32_t *to, const uint32_t *from, size_t corners, size_t points)
{
    return had_memory([=] { meshopt_optimizeVertexCache(to, from, corners, points); });
}

float scale(const float *positions, size_t points)
{
    return meshopt_simplifyScale(positions, points, 3 * sizeof *positions);
}

bool simplify(uint32_t *to, const uint32_t *from, size_t corners, const float *positions, size_t points, size_t minimum,
              float error, bool lock_border, size_t *left)
{
    const unsigned options = lock_border ? meshopt_SimplifyLockBorder : 0;
    return had_memory([=] {
        *left = meshopt_simplify(to, from, corners, positions, points, 3 * sizeof *positions, minimum, error, options,
                                 nullptr);
    });
}

} // namespace

extern "C" {
PDK_PART_TABLE const pdk_mesh_part_table pdk_mesh_part;

const pdk_mesh_part_table pdk_mesh_part = { { PDK_PART_VERSION, sizeof(pdk_mesh_part_table) },
                                            index_bound,
                                            encode_index,
                                            vertex_bound,
                                            encode_vertices,
                                            order,
                                            scale,
                                            simplify };
}
