/* What the points of a surface have besides their places, as far as a page colours by it: their own colour, intensity
 * and class. */
#include <math.h>

#include "page/page_data.h"

enum { AT_ONCE = 1024 /* on the stack */, STEPS = 65535 };

typedef struct point_columns {
    pdk_page_block *block;
    uint64_t count;
} point_columns;

static const pdk_attribute *of_points(const pdk_mesh *mesh, pdk_attribute_role role)
{
    const pdk_attribute *found = pdk_mesh_attribute(mesh, role);
    return found != NULL && !found->of_triangles ? found : NULL;
}

/* 0 to 255, as screens have it. */
static uint8_t as_byte(float share, bool linear)
{
    float value = share > 0 ? fminf(share, 1) : 0; /* NaN is 0 */
    if (linear) value = value <= 0.0031308F ? 12.92F * value : 1.055F * powf(value, 1 / 2.4F) - 0.055F;
    return (uint8_t)lroundf(255 * value);
}

static pdk_status read_colors(const pdk_attribute *color, uint64_t count, uint8_t *channels[3], pdk_error *error)
{
    float some[AT_ONCE][4];
    pdk_status status = PDK_OK;
    for (uint64_t done = 0; done < count && status == PDK_OK;) {
        size_t now = count - done < AT_ONCE ? (size_t)(count - done) : AT_ONCE;
        status = pdk_attribute_read_color(color, done, now, some, error);
        for (size_t i = 0; i < now && status == PDK_OK; i++)
            for (size_t k = 0; k < 3; k++) channels[k][done + i] = as_byte(some[i][k], color->linear);
        done += now;
    }
    return status;
}

static pdk_status put_colors(point_columns to, const pdk_attribute *color, pdk_error *error)
{
    static const char *const names[] = { "red", "green", "blue" };
    pdk_memory *memory = to.block->memory;
    uint8_t *all = pdk_alloc_array(memory, to.count, 3);
    if (all == NULL) return pdk_fail_memory(error, memory, "the colours of points");
    uint8_t *channels[3] = { all, all + to.count, all + 2 * to.count };
    pdk_status status = read_colors(color, to.count, channels, error);
    for (size_t k = 0; k < 3 && status == PDK_OK; k++)
        pdk_page_put_exact(to.block, names[k], PDK_UINT8, channels[k], (size_t)to.count, NULL);
    pdk_free(memory, all);
    return status;
}

static void put_range(point_columns to, const char *name, const double *values)
{
    double least = INFINITY, most = -INFINITY;
    for (uint64_t i = 0; i < to.count; i++) {
        if (!isfinite(values[i])) continue;
        least = fmin(least, values[i]);
        most = fmax(most, values[i]);
    }
    if (!(least < most)) return; /* all points look the same */
    pdk_page_scale scale = { (most - least) / STEPS, least };
    pdk_page_put_steps(to.block, name, PDK_FLOAT32, values, (size_t)to.count, scale);
}

static void put_classes(point_columns to, double *values)
{
    uint8_t *classes = (uint8_t *)values; /* in place: each is written after what has been read */
    bool differ = false;
    for (uint64_t i = 0; i < to.count; i++) {
        classes[i] = values[i] >= 0 && values[i] <= 255 ? (uint8_t)values[i] : 0;
        differ = differ || classes[i] != classes[0];
    }
    if (differ) pdk_page_put_exact(to.block, "class", PDK_UINT8, classes, (size_t)to.count, NULL);
}

static pdk_status put_numbers(point_columns to, const pdk_attribute *from, pdk_error *error)
{
    pdk_memory *memory = to.block->memory;
    double *values = pdk_alloc_array(memory, to.count, sizeof *values);
    if (values == NULL) return pdk_fail_memory(error, memory, "values of points");
    pdk_status status = pdk_attribute_read_doubles(from, 0, 0, (size_t)to.count, values, error);
    if (status == PDK_OK && from->role == PDK_ATTRIBUTE_INTENSITY) put_range(to, "intensity", values);
    else if (status == PDK_OK) put_classes(to, values);
    pdk_free(memory, values);
    return status;
}

pdk_status pdk_page_put_points(pdk_page_block *block, const pdk_mesh *mesh, pdk_error *error)
{
    const pdk_attribute *color = of_points(mesh, PDK_ATTRIBUTE_COLOR);
    point_columns to = { block, mesh->point_count };
    pdk_status status = color != NULL ? put_colors(to, color, error) : PDK_OK;
    static const pdk_attribute_role numbers[] = { PDK_ATTRIBUTE_INTENSITY, PDK_ATTRIBUTE_CLASSIFICATION };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0] && status == PDK_OK; i++) {
        const pdk_attribute *from = of_points(mesh, numbers[i]);
        if (from != NULL) status = put_numbers(to, from, error);
    }
    return status;
}
