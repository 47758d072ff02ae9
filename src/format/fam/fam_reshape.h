/* A 3D part whose corners have gone elsewhere: what fam_reshape*.c share. */
#ifndef PADDOCK_FORMAT_FAM_FAM_RESHAPE_H
#define PADDOCK_FORMAT_FAM_FAM_RESHAPE_H

#include "format/fam/fam_index.h"
#include "format/format.h"

/* Where the texture coordinates of a corner are in the file, and where they are to be, in pixels. */
typedef struct pdk_fam_wish {
    uint32_t slot;  /* place in the vmap that has the number of the coordinates */
    uint32_t entry; /* that number */
    int32_t now[2], wanted[2];
} pdk_fam_wish;

/* The corners of a part: of an edited scene, sorted by polygon and corner. */
typedef struct pdk_fam_reshape {
    const pdk_document *document;
    const pdk_fam_part *part;
    uint32_t number; /* of the part */
    const pdk_part_corner *const *corners;
    size_t count;
    uint8_t *edited; /* the file */
    pdk_corner_changes *changes;
    pdk_memory *memory;
    pdk_error *error;
} pdk_fam_reshape;

/* --- fam_reshape_walk.c --- */
/* The polygons of the part one after the other, those that are drawn, with their corners in the scene. */
typedef struct pdk_fam_reshape_walk {
    uint32_t number; /* of the polygon */
    pdk_fam_polygon polygon;
    size_t first, count; /* its corners among those of the scene */
    uint32_t next;       /* begin with 0 */
} pdk_fam_reshape_walk;
bool pdk_fam_reshape_next(const pdk_fam_reshape *job, pdk_fam_reshape_walk *walk);

/* Why the part cannot become this: "part 3/0/0 (_TRESTLE): " goes before the text. */
pdk_status pdk_fam_reshape_fail(const pdk_fam_reshape *job, const char *code, const char *format, ...) PDK_PRINTF(3, 4);
/* What floats may be off that are about as large as these. */
double pdk_fam_float_steps(double a, double b);

/* --- the others --- */
/* fam_reshape_points.c: moves the points. */
pdk_status pdk_fam_reshape_points(const pdk_fam_reshape *job);
/* fam_reshape_coordinates.c: what texture coordinates the corners are to have, and gives them to them. */
pdk_status pdk_fam_reshape_coordinates(const pdk_fam_reshape *job);
/* fam_reshape_room.c: puts wishes into the list of texture coordinates, which keeps its length. */
pdk_status pdk_fam_reshape_grant(const pdk_fam_reshape *job, const pdk_fam_wish *wishes, size_t count);
/* fam_reshape_lists.c: fails where the list of the header's field `offset` shares bytes with others of the part. */
pdk_status pdk_fam_reshape_check_list(const pdk_fam_reshape *job, const char *offset);
/* A byte for each of *count places of the vmap: true = it is more than the texture coordinates of one corner. */
pdk_status pdk_fam_reshape_mark_slots(const pdk_fam_reshape *job, uint8_t **marks, uint64_t *count);

/* fam_reshape.c: the format's set_corners. */
pdk_status pdk_fam_set_corners(const pdk_document *document, const pdk_shape_edit *edit, pdk_error *error);

#endif
