/* ASE has normals for each corner of a face, in the axes of the object. */
#include <math.h>

#include "format/ase/ase.h"

bool pdk_ase_add_normal(pdk_ase *ase, uint64_t point, const double normal[3], const double rows[3][3])
{
    double turned[3] = { 0 }, length = 0;
    while (ase->normals.count < ase->points.count) {
        if (pdk_vector_push(&ase->normals) == NULL) return false;
    }
    /* By the cofactors of the rows, so that normals stay at right angles to faces where axes are stretched. */
    for (int r = 0; r < 3; r++) {
        const double *a = rows[(r + 1) % 3], *b = rows[(r + 2) % 3];
        for (int k = 0; k < 3; k++)
            turned[k] += normal[r] * (a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
    }
    for (int k = 0; k < 3; k++) length += turned[k] * turned[k];
    length = sqrt(length);
    pdk_ase_normal *known = (pdk_ase_normal *)ase->normals.items + point;
    for (int k = 0; k < 3; k++) {
        float value = length > 0 && isfinite(length) ? (float)(turned[k] / length) : 0;
        if (known->known && fabsf(known->normal[k] - value) > 1e-3F) ase->several = true; /* four digits are written */
        if (!known->known) known->normal[k] = value;
    }
    known->known = true;
    return true;
}

pdk_status pdk_ase_end_normals(pdk_ase *ase, pdk_error *error)
{
    const pdk_ase_normal *normals = ase->normals.items;
    bool all = ase->normals.count == ase->points.count && !ase->several;
    if (ase->normals.count == 0) return PDK_OK;
    if (ase->normal_lines.count > 0) return PDK_OK; /* ase.normal says so */
    for (size_t i = 0; i < ase->normals.count && all; i++) all = normals[i].known;
    if (!all) {
        pdk_document_add_finding(ase->document, PDK_NOTE, "ase.normals", PDK_NO_OFFSET, "ase",
                                 "normals are left out: some points have more than one, or none");
        return PDK_OK;
    }
    ase->point_normals = pdk_alloc_array(&ase->document->memory, ase->points.count, sizeof *ase->point_normals);
    if (ase->point_normals == NULL) return pdk_fail_memory(error, &ase->document->memory, "normals");
    for (size_t i = 0; i < ase->points.count; i++) {
        for (int k = 0; k < 3; k++) ase->point_normals[i][k] = normals[i].normal[k];
    }
    return PDK_OK;
}
