/* An STL as it is read: facets (stl_read.c), and the document made of them (stl_import.c). */
#ifndef PADDOCK_FORMAT_STL_STL_H
#define PADDOCK_FORMAT_STL_STL_H

#include "base/load.h"
#include "format/stl/stl_check.h"
#include "format/stl/stl_layout.h"
#include "mesh/mesh_arrays.h"
#include "mesh/weld_points.h"

/* What is known about a file. */
typedef struct pdk_stl {
    pdk_document *document;
    pdk_weld points;
    pdk_vector triangles; /* uint32_t[3] */
    uint64_t corners;     /* seen */
    uint64_t against;     /* facets whose normal points the other way */
    uint64_t degenerate;
    uint64_t unread_normals; /* facets of text whose normal is not three numbers */
    pdk_stl_not_finite not_finite;
    bool has_words;    /* some facet of a binary file has an attribute that is not 0 */
    pdk_vector solids; /* pdk_mesh_group, of text */
    pdk_mesh_arrays arrays;
    pdk_attribute words;
    pdk_mesh_fact title;
    pdk_mesh mesh;
} pdk_stl;

/* How many facets the header of a binary file says; the bytes are at least a header. */
static inline uint32_t pdk_stl_announced(pdk_bytes bytes)
{
    return pdk_load_u32(bytes.data + PDK_STL_FACETS);
}

/* Fill points, triangles, counts and solids from the document's bytes. */
pdk_status pdk_stl_read_binary(pdk_stl *to, pdk_error *error);
pdk_status pdk_stl_read_text(pdk_stl *to, pdk_error *error);

#endif
