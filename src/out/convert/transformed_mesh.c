/* Reads the source: points are turned, scaled and moved, normals turned, the rest is unchanged. */
#include "convert/transformed_mesh.h"

#include <string.h>

/* -0 stays what it is where nothing is added: turning there and back must give the same bytes. */
static double plus(double value, double more)
{
    return more != 0 ? value + more : value;
}

static void place(const pdk_mesh_transform *placing, double point[3])
{
    double from[3], turned[3];
    for (int k = 0; k < 3; k++) from[k] = plus(point[k], placing->before[k]);
    pdk_turn_point(placing->turn, from, turned);
    for (int k = 0; k < 3; k++) point[k] = plus(turned[k] * placing->scale, -placing->origin[k]);
}

/* Ends stay ends: rounding does not change which of two numbers is the larger. */
static pdk_extent place_extent(const pdk_mesh_transform *placing, const pdk_extent *extent)
{
    pdk_extent placed = pdk_extent_none();
    double ends[2][3];
    memcpy(ends[0], extent->minimum, sizeof ends[0]);
    memcpy(ends[1], extent->maximum, sizeof ends[1]);
    for (int e = 0; e < 2 && extent->minimum[0] <= extent->maximum[0]; e++) {
        place(placing, ends[e]);
        pdk_extent_add(&placed, ends[e]);
    }
    placed.not_finite = extent->not_finite;
    return placed;
}

static pdk_status points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*to)[3], pdk_error *error)
{
    const pdk_mesh_transform *placing = mesh->state;
    pdk_status status = placing->mesh->read_points(placing->mesh, first, count, to, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) place(placing, to[i]);
    return status;
}

static pdk_status triangles(const pdk_mesh *mesh, uint64_t first, size_t count, uint32_t (*corners)[3],
                            pdk_error *error)
{
    const pdk_mesh_transform *placing = mesh->state;
    return placing->mesh->read_triangles(placing->mesh, first, count, corners, error);
}

static pdk_status normals(const pdk_mesh *mesh, uint64_t first, size_t count, float (*to)[3], pdk_error *error)
{
    const pdk_mesh_transform *placing = mesh->state;
    pdk_status status = placing->mesh->read_normals(placing->mesh, first, count, to, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        float from[3] = { to[i][0], to[i][1], to[i][2] };
        for (int k = 0; k < 3; k++) to[i][k] = (float)placing->turn.sign[k] * from[placing->turn.axis[k]];
    }
    return status;
}

static pdk_status coordinates(const pdk_mesh *mesh, uint64_t first, size_t count, float (*to)[2], pdk_error *error)
{
    const pdk_mesh_transform *placing = mesh->state;
    return placing->mesh->read_coordinates(placing->mesh, first, count, to, error);
}

pdk_mesh pdk_mesh_transformed(const pdk_mesh_transform *placing, pdk_frame frame)
{
    pdk_mesh placed = *placing->mesh;
    placed.frame = frame;
    bool turned = !pdk_turn_is_none(placing->turn),
         moved = !pdk_is_zero(placing->before) || !pdk_is_zero(placing->origin);
    if (!turned && !moved && placing->scale == 1) return placed;
    placed.single = placed.single && !moved && placing->scale == 1;
    if (placed.measured) placed.extent = place_extent(placing, &placing->mesh->extent);
    placed.arrays = (pdk_surface){ 0 };
    placed.state = placing;
    placed.read_points = points;
    placed.read_triangles = triangles;
    if (placed.read_normals != NULL) placed.read_normals = normals;
    if (placed.read_coordinates != NULL) placed.read_coordinates = coordinates;
    return placed;
}
