#include "mesh/scalar.h"

pdk_type pdk_scalar_column(pdk_scalar type)
{
    static const pdk_type types[] = { PDK_TYPE_NONE, PDK_INT8,   PDK_UINT8,   PDK_INT16,  PDK_UINT16,
                                      PDK_INT32,     PDK_UINT32, PDK_FLOAT32, PDK_FLOAT64 };
    return types[type];
}

static inline uint32_t load_32(const uint8_t *from, bool big)
{
    return big ? pdk_load_u32be(from) : pdk_load_u32(from);
}

static inline float load_float(const uint8_t *from, bool big)
{
    uint32_t bits = load_32(from, big);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline double load_double(const uint8_t *from, bool big)
{
    uint64_t low = load_32(from + (big ? 4 : 0), big), high = load_32(from + (big ? 0 : 4), big),
             bits = high << 32 | low;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double pdk_scalar_load(const uint8_t *from, pdk_scalar type, bool big)
{
    if (type == PDK_SCALAR_F32) return (double)load_float(from, big);
    if (type == PDK_SCALAR_F64) return load_double(from, big);
    return (double)pdk_scalar_load_whole(from, type, big);
}

void pdk_scalar_gather(pdk_scalar_run column, size_t count, double *to, size_t step)
{
    /* The common case apart, so that its loop has no choices in it. */
    if (column.type == PDK_SCALAR_F32 && !column.big) {
        for (size_t i = 0; i < count; i++) to[i * step] = (double)load_float(column.from + i * column.stride, false);
        return;
    }
    for (size_t i = 0; i < count; i++)
        to[i * step] = pdk_scalar_load(column.from + i * column.stride, column.type, column.big);
}
