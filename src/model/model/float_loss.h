/* Which origin lets floats hold the points of a mesh, and how far off they still are. */
#ifndef PADDOCK_MODEL_FLOAT_LOSS_H
#define PADDOCK_MODEL_FLOAT_LOSS_H

#include "model/mesh.h"

/* Where most of a mesh is: the extent of its points without those that are far from all others. It depends on the
 * points alone, not on threads. `whole` is the extent of all; where floats about its middle are good enough for
 * all points, it is the result, and nothing is read. */
pdk_status pdk_mesh_core(const pdk_mesh *mesh, const pdk_extent *whole, pdk_extent *core, pdk_error *error);

/* An origin of round numbers near the middle of where most of the mesh is. */
pdk_status pdk_mesh_round_origin(const pdk_mesh *mesh, const pdk_extent *whole, double origin[3], pdk_error *error);
/* The same where floats would be off by more than PDK_FLOAT_LIMIT there; zeros where they are not. */
pdk_status pdk_mesh_needed_origin(const pdk_mesh *mesh, const pdk_extent *whole, double origin[3], pdk_error *error);

/* Could floats be off by more than PDK_FLOAT_LIMIT, less this origin, somewhere in the extent? */
bool pdk_extent_loses(const pdk_extent *extent, const double origin[3]);
/* By how much the points, less this origin, are off as floats; measured only where that can be above the limit. */
pdk_status pdk_mesh_float_loss(const pdk_mesh *mesh, const pdk_extent *whole, const double origin[3],
                               pdk_float_loss *loss, pdk_error *error);
/* One coordinate more, that becomes `narrowed`: its error, metres. */
void pdk_float_loss_add(pdk_float_loss *loss, const double exact[3], const float narrowed[3]);
void pdk_float_loss_join(pdk_float_loss *loss, const pdk_float_loss *more);
static inline bool pdk_float_loss_any(const pdk_float_loss *loss)
{
    return loss->points > 0 || loss->beyond > 0;
}
/* What there is to say about it. */
enum { PDK_FLOAT_LOSS_TEXT = 256 };
const char *pdk_float_loss_text(const pdk_float_loss *loss, char text[PDK_FLOAT_LOSS_TEXT]);
/* The finding "surface.precision" of a document whose surface this is; nothing where nothing was lost. */
void pdk_document_add_float_loss(pdk_document *document, const pdk_float_loss *loss);

#endif
