/* Values of points that merged surfaces keep: those that all of them have, alike. */
#ifndef PADDOCK_SURFACE_CHANGE_MERGE_ATTRIBUTES_H
#define PADDOCK_SURFACE_CHANGE_MERGE_ATTRIBUTES_H

#include "surface/change/surface_builder.h"

typedef struct pdk_merged_attributes {
    size_t count, mesh_count;
    pdk_attribute *made;         /* of the new mesh */
    const pdk_attribute **parts; /* by new attribute, then by mesh */
} pdk_merged_attributes;

/* Finds them, and makes arrays for the values of all points in the new document. Lists are in `memory`. */
pdk_status pdk_merge_attributes_begin(pdk_merged_attributes *merged, const pdk_mesh *meshes, size_t mesh_count,
                                      pdk_surface_builder *made, pdk_memory *memory, pdk_error *error);
/* Copies the values of a range of points of mesh number `mesh` to those from `to` on. */
pdk_status pdk_merge_attributes_copy(const pdk_merged_attributes *merged, size_t mesh, uint64_t first, size_t count,
                                     uint64_t to, pdk_error *error);
/* Point `to` gets the values of point `from`. */
void pdk_merge_attributes_move(const pdk_merged_attributes *merged, uint64_t from, uint64_t to);
/* Frees the end of the arrays when fewer points stay. */
void pdk_merge_attributes_shrink(const pdk_merged_attributes *merged, pdk_document *document, uint64_t points);

/* Are they values of the same kind, so that one array can hold both? */
bool pdk_attributes_are_alike(const pdk_attribute *a, const pdk_attribute *b);

#endif
