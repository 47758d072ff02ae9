/* What the pieces of a generated family share. */
#ifndef PADDOCK_FORMAT_FAM_FAM_PLAN_H
#define PADDOCK_FORMAT_FAM_FAM_PLAN_H

#include "format/fam/fam_writer.h"

enum { PDK_FAM_SIDE = 32 }; /* pixels of a picture at detail 1 */

typedef struct pdk_fam_plan {
    pdk_fam_writer *writer;
    uint64_t seed;
    uint32_t detail; /* pixels are this many times as fine */
} pdk_fam_plan;

/* An indexed bitmap of `width` x `height` at detail 1; `number` makes pictures of one theme different. */
size_t pdk_fam_plan_picture(const pdk_fam_plan *plan, int theme, uint32_t number, uint32_t width, uint32_t height);
/* The 3D props of a track: an arch. */
void pdk_fam_plan_arch(const pdk_fam_plan *plan);
/* A whole car. */
void pdk_fam_plan_car(const pdk_fam_plan *plan);

#endif
