/* Attributes of a mesh of which some points or triangles are left out. */
#ifndef PADDOCK_CONVERT_DROP_ATTRIBUTES_H
#define PADDOCK_CONVERT_DROP_ATTRIBUTES_H

#include "model/mesh.h"

/* Where the points or triangles are in the source that a range of those kept begins with: `*from` is the number of
 * kept one number `kept`, and `*count` how many follow it without a gap, at most as many as it was. */
typedef void (*pdk_kept_run)(const void *user, bool of_triangles, uint64_t kept, uint64_t *from, size_t *count);

/* `to` gets the attributes of `from`, without what is left out. `user` must live as long. */
pdk_status pdk_drop_attributes(pdk_memory *memory, const pdk_mesh *from, pdk_mesh *to, pdk_kept_run find,
                               const void *user, pdk_error *error);

#endif
