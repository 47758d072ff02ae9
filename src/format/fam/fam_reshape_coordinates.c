/* Texture coordinates that the corners of a 3D part are to have, in whole pixels of their bitmaps. */
#include <math.h>

#include "base/load.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_reshape.h"

enum { AXES = 2 };

/* The corners of one polygon's point in the scene: how far their coordinates reach. */
typedef struct reach {
    double least[AXES], most[AXES];
} reach;

static void find_reaches(const pdk_fam_reshape *job, const pdk_fam_reshape_walk *walk, reach reaches[4])
{
    for (int k = 0; k < 4; k++) reaches[k] = (reach){ { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
    for (size_t i = walk->first; i < walk->first + walk->count; i++) {
        const pdk_part_corner *corner = job->corners[i];
        reach *to = &reaches[corner->corner];
        for (int axis = 0; axis < AXES; axis++) {
            to->least[axis] = fmin(to->least[axis], corner->coordinates[axis]);
            to->most[axis] = fmax(to->most[axis], corner->coordinates[axis]);
        }
    }
}

/* Which corner, for messages. */
typedef struct spot {
    const pdk_fam_reshape_walk *walk;
    uint32_t corner;
} spot;

/* What the corner has now becomes what it is to have, unless it is within half a pixel. */
static pdk_status round_axis(const pdk_fam_reshape *job, spot at, const reach *there, int axis, double size,
                             double *pixel)
{
    double now = *pixel;
    double least = there->least[axis] * size, most = there->most[axis] * size;
    double off = 0.5 + pdk_fam_float_steps(fmax(fabs(least), fabs(most)), now), middle = least + (most - least) / 2;
    unsigned polygon = (unsigned)at.walk->number, point = (unsigned)at.walk->polygon.vertices[at.corner];
    if (most - least > off) {
        return pdk_fam_reshape_fail(job, "set.corner.coordinates",
                                    "polygon %u has texture coordinates at point %u that are %.6g pixels apart",
                                    polygon, point, most - least);
    }
    if (fabs(middle - now) <= off) return PDK_OK;
    *pixel = round(middle);
    if (*pixel >= INT32_MIN && *pixel <= INT32_MAX) return PDK_OK;
    return pdk_fam_reshape_fail(
        job, "set.corner.range",
        "polygon %u would have the texture coordinate %.6g at point %u, which is no pixel the file "
        "can store",
        polygon, middle / size, point);
}

/* Polygons without coordinates of their own show the whole bitmap. */
static pdk_status check_whole(const pdk_fam_reshape *job, spot at, const reach *there, const double size[AXES])
{
    for (int axis = 0; axis < AXES; axis++) {
        double now = (double)pdk_fam_whole_bitmap[at.corner][axis] * size[axis], wanted = now;
        pdk_status status = round_axis(job, at, there, axis, size[axis], &wanted);
        if (status != PDK_OK) return status;
        if (wanted < now || wanted > now) {
            return pdk_fam_reshape_fail(
                job, "set.corner.coordinates",
                "polygon %u has no texture coordinates in the file: it always shows the whole bitmap, and they cannot "
                "change",
                (unsigned)at.walk->number);
        }
    }
    return PDK_OK;
}

static pdk_status make_wish(const pdk_fam_reshape *job, spot at, const reach *there, const double size[AXES],
                            pdk_fam_wish *wish)
{
    const pdk_document *document = job->document;
    const pdk_fam_part *part = job->part;
    const uint8_t *polygon = document->content.data + part->offset +
                             pdk_fam_model_number(document, part, "polygon_offset") +
                             (uint64_t)at.walk->number * pdk_orip_polygon.size;
    const uint8_t *stored = job->edited + part->offset + pdk_fam_model_number(document, part, "uv_offset");
    wish->slot = pdk_load_u32(polygon + PDK_ORIP_POLYGON_UVS) + at.corner;
    const uint8_t *index = job->edited + part->offset + pdk_fam_model_number(document, part, "index_offset");
    wish->entry = pdk_load_u32(index + (uint64_t)wish->slot * pdk_orip_index.size);
    if (wish->entry >= part->uvs) {
        return pdk_fam_reshape_fail(job, "set.corner.header", "the same edit has changed place %u of its vmap",
                                    (unsigned)wish->slot);
    }
    stored += (uint64_t)wish->entry * pdk_orip_uv.size;
    wish->now[0] = pdk_load_i32(stored);
    wish->now[1] = pdk_load_i32(stored + PDK_ORIP_UV_V);
    for (int axis = 0; axis < AXES; axis++) {
        double wanted = wish->now[axis];
        pdk_status status = round_axis(job, at, there, axis, size[axis], &wanted);
        if (status != PDK_OK) return status;
        wish->wanted[axis] = (int32_t)wanted;
    }
    return PDK_OK;
}

/* The wishes of all corners that have coordinates; *changed: how many want others than they have. */
static pdk_status make_wishes(const pdk_fam_reshape *job, const pdk_fam_entry *const *bitmaps, pdk_fam_wish *wishes,
                              size_t *count, uint64_t *changed)
{
    pdk_fam_reshape_walk walk = { .next = 0 };
    while (pdk_fam_reshape_next(job, &walk)) {
        double size[AXES];
        reach reaches[4];
        find_reaches(job, &walk, reaches);
        pdk_fam_bitmap_size(job->document, bitmaps[walk.polygon.texture], size);
        for (uint32_t k = 0; k < walk.polygon.corners; k++) {
            spot at = { &walk, k };
            pdk_fam_wish *wish = &wishes[*count];
            pdk_status status = walk.polygon.has_uv ? make_wish(job, at, &reaches[k], size, wish)
                                                    : check_whole(job, at, &reaches[k], size);
            if (status != PDK_OK) return status;
            if (!walk.polygon.has_uv) continue;
            *changed += wish->wanted[0] != wish->now[0] || wish->wanted[1] != wish->now[1];
            (*count)++;
        }
    }
    return PDK_OK;
}

pdk_status pdk_fam_reshape_coordinates(const pdk_fam_reshape *job)
{
    const pdk_fam_entry **bitmaps = pdk_alloc_array(job->memory, PDK_FAM_TEXTURES, sizeof *bitmaps);
    pdk_fam_wish *wishes = pdk_alloc_array(job->memory, job->part->corners, sizeof *wishes);
    if (bitmaps == NULL || wishes == NULL)
        return pdk_fail_memory(job->error, job->memory, "the texture coordinates of a 3D part");
    size_t count = 0;
    uint64_t changed = 0;
    pdk_status status = pdk_fam_find_bitmaps(job->document, job->part, bitmaps, job->memory, job->error);
    if (status == PDK_OK) status = make_wishes(job, bitmaps, wishes, &count, &changed);
    if (status == PDK_OK && changed > 0) status = pdk_fam_reshape_grant(job, wishes, count);
    job->changes->coordinates += changed;
    pdk_free(job->memory, (void *)bitmaps);
    pdk_free(job->memory, wishes);
    return status;
}
