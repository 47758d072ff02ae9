#include "import/scalar.h"

#include "base/load.h"

size_t pdk_scalar_size(pdk_scalar type)
{
    static const uint8_t sizes[] = { 0, 1, 1, 2, 2, 4, 4, 4, 8 };
    return sizes[type];
}

pdk_type pdk_scalar_column(pdk_scalar type)
{
    static const pdk_type types[] = { PDK_TYPE_NONE, PDK_INT8,   PDK_UINT8,   PDK_INT16,  PDK_UINT16,
                                      PDK_INT32,     PDK_UINT32, PDK_FLOAT32, PDK_FLOAT64 };
    return types[type];
}

static inline uint16_t load_16(const uint8_t *from, bool big) { return big ? pdk_load_u16be(from) : pdk_load_u16(from); }
static inline uint32_t load_32(const uint8_t *from, bool big) { return big ? pdk_load_u32be(from) : pdk_load_u32(from); }

static inline float load_float(const uint8_t *from, bool big)
{
    uint32_t bits = load_32(from, big);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline double load_double(const uint8_t *from, bool big)
{
    uint64_t low = load_32(from + (big ? 4 : 0), big), high = load_32(from + (big ? 0 : 4), big), bits = high << 32 | low;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

int64_t pdk_scalar_load_whole(const uint8_t *from, pdk_scalar type, bool big)
{
    switch (type) {
    case PDK_SCALAR_I8: return (int8_t)from[0];
    case PDK_SCALAR_U8: return from[0];
    case PDK_SCALAR_I16: return (int16_t)load_16(from, big);
    case PDK_SCALAR_U16: return load_16(from, big);
    case PDK_SCALAR_I32: return (int32_t)load_32(from, big);
    default: return load_32(from, big);
    }
}

double pdk_scalar_load(const uint8_t *from, pdk_scalar type, bool big)
{
    if (type == PDK_SCALAR_F32) return (double)load_float(from, big);
    if (type == PDK_SCALAR_F64) return load_double(from, big);
    return (double)pdk_scalar_load_whole(from, type, big);
}

void pdk_scalar_gather(const uint8_t *from, pdk_scalar type, bool big, uint64_t stride, size_t count, double *to, size_t step)
{
    /* The common case apart, so that its loop has no choices in it. */
    if (type == PDK_SCALAR_F32 && !big) {
        for (size_t i = 0; i < count; i++) to[i * step] = (double)load_float(from + i * stride, false);
        return;
    }
    for (size_t i = 0; i < count; i++) to[i * step] = pdk_scalar_load(from + i * stride, type, big);
}
