/* Writing LAS.
 *
 *     las_export.c    the header, and the order of what comes
 *     las_plan.c      which point format, and where each attribute goes
 *     las_records.c   points into records
 */
#ifndef PADDOCK_FORMAT_LAS_LAS_WRITE_H
#define PADDOCK_FORMAT_LAS_LAS_WRITE_H

#include <stdatomic.h>

#include "format/las/las.h"
#include "target/exporter.h"

/* How coordinates become numbers: (coordinate - offset) * steps. */
typedef struct pdk_las_numbers {
    double offset[3];          /* less than the mesh's points: what is subtracted here */
    double field[3];           /* what the header says: with what was subtracted before */
    int digits;                /* after the point; negative = in front of it */
    double steps[3], scale[3]; /* a metre; of a step */
} pdk_las_numbers;

/* Where an attribute goes: into fields of the point, or after them. */
typedef struct pdk_las_slot {
    const pdk_attribute *attribute;
    const pdk_field *fields[3]; /* a colour has three */
    uint32_t field_count;       /* 0 = extra bytes */
    double factor;              /* of a colour, to 16 bits */
    pdk_las_extra_value extra;
    atomic_uint_fast64_t cut; /* values that did not fit */
} pdk_las_slot;

typedef struct pdk_las_plan {
    pdk_las_numbers numbers;
    const pdk_las *source; /* NULL = not from LAS */
    bool copies;           /* points are those of the source, except for their place ... */
    bool same_numbers;     /*   ... which is the same too */
    uint32_t format, point_size;
    const pdk_record *record;
    pdk_las_slot *slots;
    size_t slot_count;
    pdk_byte_buffer descriptors; /* of extra bytes */
    uint64_t returns[16];        /* points by return number; what is beyond 15 at 0 */
} pdk_las_plan;

/* --- las_plan.c --- */
bool pdk_las_holds(const pdk_export *job, const pdk_attribute *attribute);
pdk_status pdk_las_make_plan(pdk_export *job, pdk_las_plan *plan, pdk_error *error);
/* --- las_records.c --- */
/* A piece maker; `user` is the plan. */
pdk_status pdk_las_make_records(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error);
/* Into plan->returns. */
pdk_status pdk_las_count_returns(const pdk_export *job, pdk_las_plan *plan, pdk_error *error);

#endif
