/* One surface of a document as a separate document, for calls that take whole documents. */
#include "base/options.h"
#include "mesh/stated_place.h"
#include "model/document_life.h"
#include "model/frame.h"
#include "model/float_loss.h"
#include "surface/change/surface_builder.h"

pdk_status pdk_surface_extract(const pdk_document *document, size_t which, const pdk_surface_options *given,
                               pdk_document **made, pdk_error *error)
{
    PDK_HOLD(document);
    const pdk_surface_info *info = document != NULL ? pdk_document_surface_at(document, which) : NULL;
    if (made != NULL) *made = NULL;
    if (info == NULL || made == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "taking a surface out needs a document that has it and a pointer for the new one");
    }
    pdk_surface surface;
    pdk_surface_options options;
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_SURFACE_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    status = pdk_document_surface_read(document, which, &surface, error);
    if (status != PDK_OK) return status;
    pdk_document *alone;
    status = pdk_document_make(&options.limits, &options.allocator, NULL, &alone, error);
    if (status != PDK_OK) return status;
    pdk_mesh *mesh = pdk_alloc(&alone->memory, sizeof *mesh);
    pdk_surface *own = pdk_alloc(&alone->memory, sizeof *own);
    const char *name = pdk_strdup(&alone->memory, info->name);
    if (mesh != NULL && own != NULL && name != NULL) {
        *own = surface;
        *mesh = pdk_mesh_of_surface(own, info->frame);
        mesh->loss = (pdk_float_loss){ info->inexact_points, info->lost_points, info->largest_error };
        pdk_surface_move_mesh(mesh, own, info->origin);
        pdk_document_add_float_loss(alone, &mesh->loss);
        pdk_document_add_source(alone, document);
        const pdk_stated_place place = pdk_document_stated_place(document);
        pdk_document_add_place(alone, &place);
        pdk_document_add_mesh(alone, name, mesh, info->certainty);
        status = pdk_document_built(alone, error);
    } else {
        status = pdk_fail_memory(error, &alone->memory, "one surface");
    }
    if (status == PDK_OK) *made = alone;
    else pdk_close(alone);
    return status;
}
