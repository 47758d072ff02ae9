/* A LAS file as a document: points and what else was measured at them. */
#include <math.h>
#include <stdio.h>

#include "format/format.h"
#include "mesh/imported.h"
#include "format/las/las.h"

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
    uint64_t count = las->mesh.point_count, step = count / TRIED + 1;
    for (uint64_t i = 0; i < count; i += step) {
        double point[1][3];
        if (las->mesh.read_points(&las->mesh, i, 1, point, NULL) != PDK_OK) return false;
        for (int k = 0; k < 3; k++) {
            double margin = fabs(las->scale[k]) + 1;
            if (!(point[0][k] >= extent->minimum[k] - margin && point[0][k] <= extent->maximum[k] + margin))
                return false;
        }
    }
    return true;
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
    pdk_document_set_dialect(document, "1.%u, point format %u", (unsigned)las->minor, (unsigned)las->point_format);
    add_regions(las);
    pdk_document_add_fields(document, &pdk_las_header, las->bytes);
    pdk_document_add_count(document, "points", las->point_count, "points in the file");
    if (las->point_size > pdk_las_points[las->point_format]->size) {
        pdk_document_add_count(document, "extra_bytes", las->point_size - pdk_las_points[las->point_format]->size,
                               "bytes of each point after the fields of its format");
    }
    status = pdk_las_read_vlrs(las, error);
    if (status == PDK_OK) pdk_las_read_crs(las);
    if (status != PDK_OK) return status;
    const char *system = pdk_las_crs_name(las);
    if (system == NULL) return pdk_fail_memory(error, &document->memory, "a name");
    pdk_las_open_points(las);
    pdk_las_add_vlr_table(las);
    status = pdk_las_add_attributes(las, error);
    if (status == PDK_OK) status = pdk_las_add_facts(las, system, error);
    if (status != PDK_OK) return status;
    pdk_extent extent;
    bool known = header_extent(las, &extent) && is_true_of_points(las, &extent);
    return pdk_document_imported(document, &las->mesh, known ? &extent : NULL, error);
}

const pdk_format pdk_format_las = {
    .info = { .id = "las",
              .title = "LAS laser scan",
              .extensions = ".las",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_CAN_WRITE,
              .certainty = PDK_CONFIRMED,
              .basis =
                  "checked on ten files of versions 1.0, 1.2 and 1.4, point formats 0, 3 and 6, by seven programs; the "
                  "other versions and formats follow the published specifications",
              .records = pdk_las_records },
    .probe = probe,
    .open = open_document,
    .check = pdk_las_check,
};
