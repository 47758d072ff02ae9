#include "mesh/imported.h"

#include <inttypes.h>

#include "model/float_loss.h"

const pdk_record *const pdk_no_records[] = { NULL };

static pdk_status set_origin(pdk_document *document, pdk_mesh *mesh, const pdk_extent *extent, pdk_error *error)
{
    static const char *const names[] = { "surface_origin_x", "surface_origin_y", "surface_origin_z" };
    pdk_float_loss loss = { .points = 0 };
    bool sketched = mesh->sketch != NULL;
    pdk_status status = pdk_mesh_needed_origin(sketched ? mesh->sketch : mesh, extent, mesh->origin, error);
    if (status == PDK_OK && !sketched) status = pdk_mesh_float_loss(mesh, extent, mesh->origin, &loss, error);
    if (status != PDK_OK) return status;
    bool moved = mesh->origin[0] != 0 || mesh->origin[1] != 0 || mesh->origin[2] != 0;
    for (int k = 0; moved && k < 3; k++) {
        pdk_document_add_number(
            document, names[k], mesh->origin[k], NULL,
            "subtracted from the coordinates of the surface, which are floats; tables and conversions add it again",
            PDK_CONFIRMED);
    }
    pdk_document_add_float_loss(document, &loss);
    return PDK_OK;
}

pdk_status pdk_document_imported(pdk_document *document, pdk_mesh *mesh, const pdk_extent *reach, pdk_error *error)
{
    mesh->input = &document->input;
    if (!mesh->measured && !mesh->single && reach == NULL) {
        pdk_status status = pdk_mesh_extent(mesh, &mesh->extent, error);
        if (status != PDK_OK) return status;
        mesh->measured = true;
    }
    if (mesh->measured) reach = &mesh->extent;
    if (!mesh->single && reach != NULL) {
        pdk_status status = set_origin(document, mesh, reach, error);
        if (status != PDK_OK) return status;
    }
    if (mesh->measured && mesh->extent.not_finite > 0) {
        const char *code = pdk_text_printf(&document->memory, "%s.nan", document->info->id);
        pdk_document_add_finding(document, PDK_WARNING, code != NULL ? code : "nan", PDK_NO_OFFSET, document->info->id,
                                 "%" PRIu64
                                 " points have a coordinate that is not a finite number; conversions leave them out",
                                 mesh->extent.not_finite);
    }
    pdk_document_add_mesh(document, "surface", mesh, document->info->certainty);
    return pdk_document_built(document, error);
}
