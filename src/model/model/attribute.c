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

#define WIDEN(as)                                          \
    do {                                                   \
        for (size_t i = 0; i < count; i++) {               \
            as value;                                      \
            memcpy(&value, from + i * step, sizeof value); \
            to[i] = (double)value;                         \
        }                                                  \
    } while (0)

/* `count` values, `step` bytes apart. */
static void widen(pdk_type type, const uint8_t *from, size_t step, size_t count, double *to)
{
    switch (type) {
    case PDK_INT8: WIDEN(int8_t); break;
    case PDK_UINT8: WIDEN(uint8_t); break;
    case PDK_INT16: WIDEN(int16_t); break;
    case PDK_UINT16: WIDEN(uint16_t); break;
    case PDK_INT32: WIDEN(int32_t); break;
    case PDK_UINT32: WIDEN(uint32_t); break;
    case PDK_INT64: WIDEN(int64_t); break;
    case PDK_UINT64: WIDEN(uint64_t); break;
    case PDK_FLOAT32: WIDEN(float); break;
    default: WIDEN(double); break;
    }
}

void pdk_attribute_store(double value, pdk_type type, void *values, size_t i)
{
    switch (type) {
    case PDK_INT8: ((int8_t *)values)[i] = value >= INT8_MIN && value <= INT8_MAX ? (int8_t)value : 0; break;
    case PDK_UINT8: ((uint8_t *)values)[i] = value >= 0 && value <= UINT8_MAX ? (uint8_t)value : 0; break;
    case PDK_INT16: ((int16_t *)values)[i] = value >= INT16_MIN && value <= INT16_MAX ? (int16_t)value : 0; break;
    case PDK_UINT16: ((uint16_t *)values)[i] = value >= 0 && value <= UINT16_MAX ? (uint16_t)value : 0; break;
    case PDK_INT32: ((int32_t *)values)[i] = value >= INT32_MIN && value <= INT32_MAX ? (int32_t)value : 0; break;
    case PDK_UINT32: ((uint32_t *)values)[i] = value >= 0 && value <= UINT32_MAX ? (uint32_t)value : 0; break;
    case PDK_FLOAT32: ((float *)values)[i] = (float)value; break;
    default: ((double *)values)[i] = value; break;
    }
}

enum { BUFFER_SIZE = 8192 };

pdk_status pdk_attribute_read_doubles(const pdk_attribute *attribute, uint32_t component, uint64_t first, size_t count,
                                      double *values, pdk_error *error)
{
    uint8_t buffer[BUFFER_SIZE];
    size_t size = pdk_attribute_size(attribute), run = BUFFER_SIZE / size;
    if (run == 0) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "mesh.attribute", "%s has %u values for each point",
                        attribute->name, (unsigned)attribute->components);
    }
    for (size_t at = 0; at < count; at += run) {
        size_t some = count - at < run ? count - at : run;
        pdk_status status = attribute->read(attribute, first + at, some, buffer, error);
        if (status != PDK_OK) return status;
        widen(attribute->type, buffer + component * pdk_type_size(attribute->type), size, some, values + at);
    }
    return PDK_OK;
}

static double whole_range(pdk_type type)
{
    return type == PDK_UINT8 ? 255 : type == PDK_UINT16 ? 65535 : 1;
}

pdk_status pdk_attribute_read_color(const pdk_attribute *color, uint64_t first, size_t count, float (*rgba)[4],
                                    pdk_error *error)
{
    enum { RUN = 256 };
    uint8_t buffer[RUN * 4 * sizeof(double)];
    double values[RUN], maximum = whole_range(color->type);
    size_t size = pdk_attribute_size(color);
    for (size_t at = 0; at < count; at += RUN) {
        size_t some = count - at < RUN ? count - at : RUN;
        pdk_status status = color->read(color, first + at, some, buffer, error);
        if (status != PDK_OK) return status;
        for (uint32_t k = 0; k < 4; k++) {
            if (k < color->components) widen(color->type, buffer + k * pdk_type_size(color->type), size, some, values);
            for (size_t i = 0; i < some; i++)
                rgba[at + i][k] = k < color->components ? (float)(values[i] / maximum) : 1.0f;
        }
    }
    return PDK_OK;
}

const char *pdk_attribute_role_text(pdk_attribute_role role)
{
    static const char *const texts[] = { [PDK_ATTRIBUTE_OTHER] = "attributes",
                                         [PDK_ATTRIBUTE_COLOR] = "colours",
                                         [PDK_ATTRIBUTE_INTENSITY] = "intensity",
                                         [PDK_ATTRIBUTE_CLASSIFICATION] = "classification",
                                         [PDK_ATTRIBUTE_RETURN_NUMBER] = "return numbers",
                                         [PDK_ATTRIBUTE_RETURNS] = "numbers of returns",
                                         [PDK_ATTRIBUTE_SCAN_ANGLE] = "scan angles",
                                         [PDK_ATTRIBUTE_TIME] = "times",
                                         [PDK_ATTRIBUTE_MATERIAL] = "materials" };
    return texts[role];
}
