/*
 *     las_header.c   the header, and what does not fit together in it
 *     las_vlr.c      variable length records: the coordinate system, the list
 *     las_points.c   the points
 *     las_import.c   the document
 */
#ifndef PADDOCK_FORMAT_LAS_LAS_H
#define PADDOCK_FORMAT_LAS_LAS_H

#include <string.h>

#include "format/las/las_layout.h"
#include "model/mesh.h"

/* Records of either kind, as the table of them gives them. */
typedef struct pdk_las_vlr_row {
    uint64_t offset, length; /* of its bytes */
    const uint8_t *head;
    bool extended;
} pdk_las_vlr_row;

typedef struct pdk_las {
    pdk_document *document;
    const uint8_t *bytes; /* of the file */
    uint64_t size;
    uint32_t minor; /* of the version */
    uint32_t header_size;
    uint64_t points_offset;
    uint32_t point_format, point_size;
    uint64_t point_count;
    uint64_t evlr_offset;
    uint32_t vlr_count, evlr_count;
    double scale[3], offset[3];
    double minimum[3], maximum[3];
    pdk_vector rows; /* pdk_las_vlr_row */
    pdk_mesh mesh;
} pdk_las;

/* --- las_header.c --- */
pdk_status pdk_las_read_header(pdk_las *las, pdk_error *error);
/* --- las_vlr.c --- */
pdk_status pdk_las_read_vlrs(pdk_las *las, pdk_error *error);
void pdk_las_add_vlr_table(pdk_las *las);
/* --- las_points.c --- */
void pdk_las_open_points(pdk_las *las);
/* The header's bounds against the points themselves. */
pdk_status pdk_las_check(const pdk_document *document, pdk_report *report, pdk_error *error);

#endif
