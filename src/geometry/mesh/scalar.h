/* Numbers of the types foreign meshes are made of, in either byte order. */
#ifndef PADDOCK_MESH_SCALAR_H
#define PADDOCK_MESH_SCALAR_H

#include "base/load.h"
#include "paddock/paddock.h"

typedef enum pdk_scalar {
    PDK_SCALAR_NONE = 0,
    PDK_SCALAR_I8,
    PDK_SCALAR_U8,
    PDK_SCALAR_I16,
    PDK_SCALAR_U16,
    PDK_SCALAR_I32,
    PDK_SCALAR_U32,
    PDK_SCALAR_F32,
    PDK_SCALAR_F64
} pdk_scalar;

static inline size_t pdk_scalar_size(pdk_scalar type)
{
    static const uint8_t sizes[] = { 0, 1, 1, 2, 2, 4, 4, 4, 8 };
    return sizes[type];
}

pdk_type pdk_scalar_column(pdk_scalar type);
static inline bool pdk_scalar_is_whole(pdk_scalar type)
{
    return type < PDK_SCALAR_F32;
}

double pdk_scalar_load(const uint8_t *from, pdk_scalar type, bool big);

/* Of whole types. Here, so that loops over one type have no choices in them. */
static inline int64_t pdk_scalar_load_whole(const uint8_t *from, pdk_scalar type, bool big)
{
    switch (type) {
    case PDK_SCALAR_I8: return (int8_t)from[0];
    case PDK_SCALAR_U8: return from[0];
    case PDK_SCALAR_I16: return (int16_t)(big ? pdk_load_u16be(from) : pdk_load_u16(from));
    case PDK_SCALAR_U16: return big ? pdk_load_u16be(from) : pdk_load_u16(from);
    case PDK_SCALAR_I32: return (int32_t)(big ? pdk_load_u32be(from) : pdk_load_u32(from));
    default: return big ? pdk_load_u32be(from) : pdk_load_u32(from);
    }
}

/* Numbers of one type, `stride` bytes apart. */
typedef struct pdk_scalar_run {
    const uint8_t *from;
    pdk_scalar type;
    bool big;
    uint64_t stride;
} pdk_scalar_run;

/* `count` of them, `stride` bytes apart, to every `step`th double. */
void pdk_scalar_gather(pdk_scalar_run column, size_t count, double *to, size_t step);

#endif
