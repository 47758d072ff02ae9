/* Sizes of attributes, and colours in one form. */
#include "model/mesh.h"

#include <string.h>

size_t pdk_attribute_size(const pdk_attribute *attribute)
{
    return attribute->components * pdk_type_size(attribute->type);
}

const pdk_attribute *pdk_mesh_attribute(const pdk_mesh *mesh, pdk_attribute_role role)
{
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        if (mesh->attributes[i].role == role && !mesh->attributes[i].of_triangles) return &mesh->attributes[i];
    }
    return NULL;
}

static float component(pdk_type type, const uint8_t *from)
{
    uint16_t word;
    float single;
    double value;
    switch (type) {
    case PDK_UINT8: return (float)from[0] / 255.0f;
    case PDK_UINT16: memcpy(&word, from, sizeof word); return (float)word / 65535.0f;
    case PDK_FLOAT64: memcpy(&value, from, sizeof value); return (float)value;
    default: memcpy(&single, from, sizeof single); return single;
    }
}

pdk_status pdk_attribute_read_color(const pdk_attribute *color, uint64_t first, size_t count, float (*rgba)[4],
                                    pdk_error *error)
{
    enum { RUN = 256 };
    uint8_t room[RUN * 4 * sizeof(double)];
    size_t size = pdk_attribute_size(color), each = pdk_type_size(color->type);
    for (size_t at = 0; at < count; at += RUN) {
        size_t some = count - at < RUN ? count - at : RUN;
        pdk_status status = color->read(color, first + at, some, room, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) {
            rgba[at + i][3] = 1;
            for (uint32_t k = 0; k < color->components; k++)
                rgba[at + i][k] = component(color->type, room + i * size + k * each);
        }
    }
    return PDK_OK;
}
