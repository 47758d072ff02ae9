#include "target/color_space.h"

#include <math.h>
#include <string.h>

static float to_linear(float value)
{
    return value <= 0.04045F ? value / 12.92F : powf((value + 0.055F) / 1.055F, 2.4F);
}

static float to_srgb(float value)
{
    return value <= 0.0031308F ? value * 12.92F : 1.055F * powf(value, 1 / 2.4F) - 0.055F;
}

static void store(pdk_type type, float value, void *values, size_t i)
{
    value = value > 0 ? (value < 1 ? value : 1) : 0; /* a NaN is 0 */
    if (type == PDK_UINT8) ((uint8_t *)values)[i] = (uint8_t)lroundf(value * UINT8_MAX);
    else if (type == PDK_UINT16) ((uint16_t *)values)[i] = (uint16_t)lroundf(value * UINT16_MAX);
    else ((float *)values)[i] = value;
}

static pdk_status read_converted(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                                 pdk_error *error)
{
    enum { RUN = 256 };
    const pdk_attribute *from = attribute->state;
    float colors[RUN][4];
    for (size_t done = 0; done < count; done += RUN) {
        size_t some = count - done < RUN ? count - done : RUN;
        pdk_status status = pdk_attribute_read_color(from, first + done, some, colors, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some * attribute->components; i++) {
            size_t component = i % attribute->components;
            float value = colors[i / attribute->components][component];
            if (component < 3) value = attribute->linear ? to_linear(value) : to_srgb(value); /* not the opacity */
            store(attribute->type, value, values, done * attribute->components + i);
        }
    }
    return PDK_OK;
}

pdk_status pdk_convert_colors(pdk_memory *memory, pdk_mesh *mesh, bool linear, pdk_error *error)
{
    bool any = false;
    for (size_t i = 0; i < mesh->attribute_count; i++)
        any = any || (mesh->attributes[i].role == PDK_ATTRIBUTE_COLOR && mesh->attributes[i].linear != linear);
    if (!any) return PDK_OK;
    pdk_attribute *attributes = pdk_alloc_array(memory, mesh->attribute_count, sizeof *attributes);
    if (attributes == NULL) return pdk_fail_memory(error, memory, "a conversion");
    memcpy(attributes, mesh->attributes, mesh->attribute_count * sizeof *attributes);
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        pdk_attribute *color = &attributes[i];
        if (color->role != PDK_ATTRIBUTE_COLOR || color->linear == linear) continue;
        color->state = &mesh->attributes[i];
        color->read = read_converted;
        color->linear = linear;
        if (color->type == PDK_FLOAT64) color->type = PDK_FLOAT32;
        if (linear && color->type == PDK_UINT8) color->type = PDK_UINT16;
    }
    mesh->attributes = attributes;
    return PDK_OK;
}
