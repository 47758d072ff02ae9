/* A LAS file as a document: points and what else was measured at them. */
#include <math.h>
#include <stdio.h>

#include "format/format.h"
#include "mesh/imported.h"
#include "format/las/laz/laz.h"

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    if (bytes.size < 4 || memcmp(bytes.data, "LASF", 4) != 0) {
        bool named = strcmp(probe->extension, ".las") == 0 || strcmp(probe->extension, ".laz") == 0;
        if (named) snprintf(reason, capacity, "the name ends in %s, but the tag LASF is missing", probe->extension);
        return named ? PDK_SCORE_EXTENSION : 0;
    }
    bool whole = bytes.size >= pdk_las_header.size;
    bool version = whole && pdk_get_i64(pdk_record_field(&pdk_las_header, "version_major"), 0, bytes.data) == 1 &&
                   pdk_get_i64(pdk_record_field(&pdk_las_header, "version_minor"), 0, bytes.data) <= 4;
    snprintf(reason, capacity, "the tag LASF at 0%s", version ? ", and a version from 1.0 to 1.4" : "");
    return version ? PDK_SCORE_CERTAIN : PDK_SCORE_MAGIC;
}

/* The header's word on how far the points reach will do for an origin; where it cannot be true they are looked at. */
static bool header_extent(const pdk_las *las, pdk_extent *extent)
{
    *extent = (pdk_extent){ .not_finite = 0 };
    for (int k = 0; k < 3; k++) {
        double least = las->minimum[k], most = las->maximum[k];
        double reach = fabs(las->scale[k]) * 2147483648.0;
        if (!(least <= most) || !(least >= las->offset[k] - reach) || !(most <= las->offset[k] + reach)) return false;
        extent->minimum[k] = least;
        extent->maximum[k] = most;
    }
    return true;
}

/* Some points show whether the header can be believed. */
static bool is_true_of_points(const pdk_las *las, const pdk_extent *extent)
{
    enum { TRIED = 1024 };
    uint64_t count = pdk_las_known_count(las), step = count / TRIED + 1;
    for (uint64_t i = 0; i < count; i += step) {
        double point[3];
        pdk_las_place_of(las, pdk_las_known_record(las, i), point);
        for (int k = 0; k < 3; k++) {
            double margin = fabs(las->scale[k]) + 1;
            if (!(point[k] >= extent->minimum[k] - margin && point[k] <= extent->maximum[k] + margin)) return false;
        }
    }
    return true;
}

static pdk_status read_known(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3], pdk_error *error)
{
    (void)error;
    const pdk_las *las = mesh->state;
    for (size_t i = 0; i < count; i++) pdk_las_place_of(las, pdk_las_known_record(las, first + i), points[i]);
    return PDK_OK;
}

/* Where nothing, or not everything, is to be unpacked for finding an origin. */
static pdk_status import_sketched(pdk_las *las, const pdk_extent *extent, pdk_error *error)
{
    pdk_extent reach;
    las->sketch = (pdk_mesh){ .point_count = pdk_las_known_count(las),
                              .frame = las->mesh.frame,
                              .state = las,
                              .read_points = read_known,
                              .read_triangles = pdk_mesh_no_triangles };
    las->mesh.sketch = &las->sketch;
    pdk_status status = PDK_OK;
    if (extent == NULL) status = pdk_mesh_extent(&las->sketch, &reach, error);
    if (status != PDK_OK) return status;
    return pdk_document_imported(las->document, &las->mesh, extent != NULL ? extent : &reach, error);
}

/* As other points are, where these are few and sound. */
static pdk_status import_packed(pdk_las *las, const pdk_extent *extent, pdk_error *error)
{
    enum { FEW = 1 << 16 };
    pdk_error trouble;
    if (las->point_count > FEW) return import_sketched(las, extent, error);
    pdk_status status = pdk_document_imported(las->document, &las->mesh, extent, &trouble);
    if (status == PDK_E_CORRUPT) return import_sketched(las, extent, error);
    if (status != PDK_OK && error != NULL) *error = trouble;
    return status;
}

static void add_regions(pdk_las *las)
{
    pdk_document_add_region(las->document, "header", &pdk_las_header, 0, pdk_las_header.size, 1);
    if (las->minor >= 3)
        pdk_document_add_region(las->document, "header_13", &pdk_las_header_13, PDK_LAS_HEADER_13_AT,
                                pdk_las_header_13.size, 1);
    if (las->minor >= 4)
        pdk_document_add_region(las->document, "header_14", &pdk_las_header_14, PDK_LAS_HEADER_14_AT,
                                pdk_las_header_14.size, 1);
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_las *las = pdk_document_new_state(document, sizeof *las);
    if (las == NULL) return pdk_document_built(document, error);
    *las = (pdk_las){ .document = document, .bytes = document->content.data, .size = document->content.size };
    pdk_status status = pdk_las_read_header(las, error);
    if (status != PDK_OK) return status;
    status = pdk_las_read_vlrs(las, error);
    if (status == PDK_OK && las->is_packed) status = pdk_laz_open(las, error);
    if (status != PDK_OK) return status;
    pdk_document_set_dialect(document, "1.%u, point format %u", (unsigned)las->minor, (unsigned)las->point_format);
    add_regions(las);
    pdk_document_add_fields(document, &pdk_las_header, las->bytes);
    pdk_document_add_count(document, "points", las->point_count, "points in the file");
    if (las->point_size > pdk_las_points[las->point_format]->size) {
        pdk_document_add_count(document, "extra_bytes", las->point_size - pdk_las_points[las->point_format]->size,
                               "bytes of each point after the fields of its format");
    }
    pdk_las_read_crs(las);
    const char *system = pdk_las_crs_name(las);
    if (system == NULL) return pdk_fail_memory(error, &document->memory, "a name");
    pdk_las_open_points(las);
    pdk_las_look_at_colors(las);
    pdk_las_add_vlr_table(las);
    status = pdk_las_add_attributes(las, error);
    if (status == PDK_OK) status = pdk_las_add_facts(las, system, error);
    if (status != PDK_OK) return status;
    pdk_extent extent;
    bool known = header_extent(las, &extent) && is_true_of_points(las, &extent);
    if (las->packed != NULL) return import_packed(las, known ? &extent : NULL, error);
    return pdk_document_imported(document, &las->mesh, known ? &extent : NULL, error);
}

const pdk_format pdk_format_las = {
    .info = { .id = "las",
              .title = "LAS laser scan",
              .extensions = ".las .laz",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_CAN_WRITE,
              .certainty = PDK_CONFIRMED,
              .basis =
                  "checked on ten files of versions 1.0, 1.2 and 1.4, point formats 0, 3 and 6, by seven programs; the "
                  "other versions and formats follow the published specifications; packed ones (LAZ) checked on six, "
                  "of formats 0, 3, 6 and 7",
              .records = pdk_las_records },
    .probe = probe,
    .open = open_document,
    .check = pdk_las_check,
};
