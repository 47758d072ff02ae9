/* A plain car: boxes whose corners may be drawn in. */
#include <math.h>
#include <string.h>

#include "animation/solids.h"

/* A box from x0 to x1 and from z0 to z1, `width` wide at its bottom; at its top it is narrower and shorter. */
typedef struct car_box {
    float x0, x1, z0, z1, y, width;
    float back, front, side; /* m that the top lacks there */
    bool dark;
} car_box;

static const car_box boxes[] = {
    { -2.25F, 2.25F, 0.22F, 0.55F, 0, 1.85F, 0, 0, 0, false },           /* the floor, from end to end */
    { -2.25F, 2.2F, 0.55F, 0.80F, 0, 1.85F, 0.05F, 1.0F, 0.08F, false }, /* its upper half, falling to the nose */
    { -2.3F, -2.05F, 0.80F, 1.05F, 0, 1.7F, 0, 0.12F, 0, false },        /* a wing shows where the rear is */
    { -1.55F, 0.75F, 0.78F, 1.22F, 0, 1.5F, 0.55F, 0.75F, 0.22F, true }, /* windows and roof */
    { 1.05F, 1.7F, 0, 0.65F, 0.83F, 0.26F, 0.12F, 0.12F, 0, true },      /* wheels */
    { 1.05F, 1.7F, 0, 0.65F, -0.83F, 0.26F, 0.12F, 0.12F, 0, true },
    { -1.75F, -1.05F, 0, 0.7F, 0.83F, 0.28F, 0.12F, 0.12F, 0, true },
    { -1.75F, -1.05F, 0, 0.7F, -0.83F, 0.28F, 0.12F, 0.12F, 0, true },
};
enum { BOXES = sizeof boxes / sizeof boxes[0], FACES = 6, PAINTED = 3 };

/* Corner number: 1 = at the front, 2 = on the left, 4 = at the top. */
static void corner_of(const car_box *box, int number, float point[3])
{
    bool front = number & 1, left = number & 2, top = number & 4;
    float half = box->width / 2 - (top ? box->side : 0);
    point[0] = front ? box->x1 - (top ? box->front : 0) : box->x0 + (top ? box->back : 0);
    point[1] = box->y + (left ? half : -half);
    point[2] = top ? box->z1 : box->z0;
}

/* Anticlockwise seen from outside. */
static const uint8_t faces[FACES][4] = { { 1, 3, 7, 5 }, { 2, 0, 4, 6 }, { 3, 2, 6, 7 },
                                         { 0, 1, 5, 4 }, { 4, 5, 7, 6 }, { 2, 3, 1, 0 } };

static void put_face(pdk_scene_arrays *arrays, const car_box *box, const uint8_t face[4])
{
    uint32_t first = (uint32_t)arrays->vertex_count;
    double normal[3];
    for (uint32_t i = 0; i < 4; i++) corner_of(box, face[i], arrays->positions[first + i]);
    pdk_scene_face(arrays->positions[first], arrays->positions[first + 1], arrays->positions[first + 2], normal);
    double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (uint32_t i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) arrays->normals[first + i][k] = (float)(normal[k] / length);
    const uint32_t corners[2][3] = { { first, first + 1, first + 2 }, { first, first + 2, first + 3 } };
    memcpy(arrays->triangles[arrays->triangle_count], corners, sizeof corners);
    arrays->vertex_count += 4;
    arrays->triangle_count += 2;
}

/* Colours that keep apart for most eyes, then around the circle by the golden ratio. */
static void color_of(size_t number, double color[3])
{
    static const uint8_t first[][3] = { { 0, 114, 178 }, { 213, 94, 0 },   { 0, 158, 115 },  { 204, 121, 167 },
                                        { 230, 159, 0 }, { 86, 180, 233 }, { 240, 228, 66 }, { 200, 30, 40 } };
    double hue = fmod((double)number * 0.618034, 1) * 6;
    for (int k = 0; k < 3; k++) {
        double far = fabs(fmod(hue + 6 - 2 * k, 6) - 3) - 1, share = 0.15 + 0.7 * fmin(fmax(far, 0), 1);
        if (number < sizeof first / sizeof first[0]) share = first[number][k] / 255.0;
        color[k] = pow(share, 2.2); /* near enough to what sRGB says, for a colour of our own choice */
        color[k] = round(color[k] * 1e4) / 1e4;
    }
}

pdk_status pdk_add_car_shape(pdk_scene *scene, const char *name, size_t number, size_t *mesh, pdk_error *error)
{
    static const double dark[3] = { 0.02, 0.02, 0.025 };
    double color[3];
    size_t materials[2];
    pdk_scene_arrays arrays;
    color_of(number, color);
    bool all = pdk_make_arrays(scene, 4 * FACES * BOXES, 2 * FACES * BOXES, &arrays) &&
               pdk_add_color(scene, name, color, &materials[0]) && pdk_add_color(scene, "dark", dark, &materials[1]);
    if (!all) return pdk_fail_memory(error, scene->memory, "a car");
    arrays.vertex_count = arrays.triangle_count = 0;
    for (size_t b = 0; b < BOXES; b++)
        for (size_t f = 0; f < FACES; f++) put_face(&arrays, &boxes[b], faces[f]);
    pdk_status status = pdk_add_arrays(scene, name, &arrays, 2 * FACES * PAINTED, materials, mesh, error);
    return status;
}
