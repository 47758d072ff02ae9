/* Corners of an edited scene, back into the 3D parts they came from. Parts are done one after the other; each is there
 * with all its corners, or not at all. */
#include "format/fam/fam_reshape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/fam/fam_layout.h"

/* ------------------------------------------------------------------------------------------- are they all there? */

static pdk_status check_corner(const pdk_fam_reshape *job, const pdk_part_corner *corner)
{
    pdk_fam_polygon polygon = { .drawn = false };
    if (corner->polygon < job->part->polygons)
        polygon = pdk_fam_read_polygon(job->document, job->part, corner->polygon);
    if (!polygon.drawn || corner->corner >= polygon.corners) {
        return pdk_fam_reshape_fail(job, "set.corner.unknown",
                                    "it has no corner %u of a polygon %u: this is a shape of another file",
                                    (unsigned)corner->corner, (unsigned)corner->polygon);
    }
    bool finite = isfinite(corner->place[0]) && isfinite(corner->place[1]) && isfinite(corner->place[2]);
    if (finite && isfinite(corner->coordinates[0]) && isfinite(corner->coordinates[1])) return PDK_OK;
    return pdk_fam_reshape_fail(job, "set.corner.number", "point %u: its %s not a number",
                                (unsigned)polygon.vertices[corner->corner],
                                finite ? "texture coordinates are" : "place is");
}

/* What says which points and coordinates belong to which polygon is that of the document. */
static pdk_status check_structure(const pdk_fam_reshape *job)
{
    const pdk_fam_part *part = job->part;
    const uint8_t *was = job->document->content.data + part->offset, *is = job->edited + part->offset;
    uint64_t polygons = pdk_fam_model_number(job->document, part, "polygon_offset");
    bool same = memcmp(was, is, pdk_orip_header.size) == 0;
    if (part->polygons > 0)
        same = same && memcmp(was + polygons, is + polygons, (size_t)part->polygons * pdk_orip_polygon.size) == 0;
    if (same) return PDK_OK;
    return pdk_fam_reshape_fail(job, "set.corner.header", "the same edit has changed its header or its polygons");
}

static pdk_status check_whole(const pdk_fam_reshape *job)
{
    pdk_fam_reshape_walk walk = { .next = 0 };
    while (pdk_fam_reshape_next(job, &walk)) {
        bool there[4] = { false };
        for (size_t i = 0; i < walk.count; i++) there[job->corners[walk.first + i]->corner] = true;
        for (uint32_t k = 0; k < walk.polygon.corners; k++) {
            if (there[k]) continue;
            return pdk_fam_reshape_fail(job, "set.corner.missing",
                                        "corner %u of polygon %u (point %u) is missing: a part must be whole",
                                        (unsigned)k, (unsigned)walk.number, (unsigned)walk.polygon.vertices[k]);
        }
    }
    return PDK_OK;
}

/* ----------------------------------------------------------------------------------------------- part by part */

static int by_place(const void *left, const void *right)
{
    const pdk_part_corner *a = *(const pdk_part_corner *const *)left, *b = *(const pdk_part_corner *const *)right;
    if (a->part != b->part) return a->part < b->part ? -1 : 1;
    if (a->polygon != b->polygon) return a->polygon < b->polygon ? -1 : 1;
    if (a->corner != b->corner) return a->corner < b->corner ? -1 : 1;
    return a < b ? -1 : a > b; /* the same for every run */
}

static pdk_status find_part(pdk_fam_reshape *job)
{
    const pdk_fam *fam = job->document->state;
    job->number = job->corners[0]->part;
    job->part = job->number < fam->parts.count ? pdk_fam_part_at(fam, job->number) : NULL;
    if (job->part != NULL && job->part->kind == PDK_FAM_ORIP && job->part->triangles > 0) return PDK_OK;
    return pdk_fail(job->error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "set.corner.unknown",
                    "the file has no 3D part %u: this is a shape of another file", (unsigned)job->number);
}

/* `change`: false = only looks whether all is there. */
static pdk_status do_part(pdk_fam_reshape *job, bool change)
{
    pdk_status status = find_part(job);
    if (status != PDK_OK) return status;
    if (change) {
        status = pdk_fam_reshape_points(job);
        return status == PDK_OK ? pdk_fam_reshape_coordinates(job) : status;
    }
    status = check_structure(job);
    for (size_t i = 0; i < job->count && status == PDK_OK; i++) status = check_corner(job, job->corners[i]);
    if (status == PDK_OK) status = check_whole(job);
    job->changes->parts++;
    return status;
}

static uint64_t count_parts(const pdk_document *document)
{
    const pdk_fam *fam = document->state;
    uint64_t count = 0;
    for (size_t i = 0; i < fam->parts.count; i++) {
        const pdk_fam_part *part = pdk_fam_part_at(fam, i);
        count += part->kind == PDK_FAM_ORIP && part->triangles > 0;
    }
    return count;
}

pdk_status pdk_fam_set_corners(const pdk_document *document, const pdk_shape_edit *edit, pdk_error *error)
{
    size_t count = edit->count;
    const pdk_part_corner **sorted = pdk_alloc_array(edit->memory, count, sizeof *sorted);
    if (sorted == NULL) return pdk_fail_memory(error, edit->memory, "corners");
    for (size_t i = 0; i < count; i++) sorted[i] = &edit->corners[i];
    qsort((void *)sorted, count, sizeof *sorted, by_place);
    pdk_status status = PDK_OK;
    for (int pass = 0; pass < 2; pass++) { /* what belongs to another file is found before a move seems too long */
        for (size_t first = 0, some; first < count && status == PDK_OK; first += some) {
            for (some = 1; first + some < count && sorted[first + some]->part == sorted[first]->part;) some++;
            pdk_fam_reshape job = { .document = document,
                                    .corners = sorted + first,
                                    .count = some,
                                    .edited = edit->edited,
                                    .changes = edit->changes,
                                    .memory = edit->memory,
                                    .error = error };
            status = do_part(&job, pass == 1);
        }
    }
    if (status == PDK_OK) edit->changes->absent_parts = count_parts(document) - edit->changes->parts;
    return status;
}
