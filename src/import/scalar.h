/* Numbers of the types foreign meshes are made of, in either byte order. */
#ifndef PADDOCK_IMPORT_SCALAR_H
#define PADDOCK_IMPORT_SCALAR_H

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

size_t pdk_scalar_size(pdk_scalar type);
pdk_type pdk_scalar_column(pdk_scalar type);
static inline bool pdk_scalar_is_whole(pdk_scalar type) { return type < PDK_SCALAR_F32; }

double pdk_scalar_load(const uint8_t *from, pdk_scalar type, bool big);
/* Of whole types. */
int64_t pdk_scalar_load_whole(const uint8_t *from, pdk_scalar type, bool big);
/* `count` of them, `stride` bytes apart, to every `step`th double. */
void pdk_scalar_gather(const uint8_t *from, pdk_scalar type, bool big, uint64_t stride, size_t count, double *to, size_t step);

#endif
