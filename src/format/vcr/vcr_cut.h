/* A part of a gMotor replay as a separate file. */
#ifndef PADDOCK_FORMAT_VCR_VCR_CUT_H
#define PADDOCK_FORMAT_VCR_VCR_CUT_H

#include "format/format.h"
#include "format/vcr/vcr.h"

extern const pdk_cutter pdk_vcr_cut;

/* What is left when a part is taken: counted first, as counters and pointers stand before what they count. */
typedef struct pdk_vcr_kept {
    uint64_t slices, events, bytes;
    float first_time, last_time; /* of the slices that are kept */
    bool front, back;            /* slices are left out before, after them */
    bool whole;                  /* nothing is left out at all */
    uint64_t trailing;           /* bytes after the slices that belong to them */
} pdk_vcr_kept;

/* --- vcr_join.c --- */
pdk_status pdk_vcr_join(const pdk_document *const *parts, size_t count, pdk_memory *memory, pdk_output *output,
                        pdk_error *error);

/* --- vcr_cut_around.c: what is around the slices --- */
pdk_status pdk_vcr_cut_front(const pdk_vcr_state *state, const pdk_vcr_kept *kept, pdk_output *output,
                             pdk_error *error);
pdk_status pdk_vcr_cut_back(const pdk_vcr_state *state, const pdk_vcr_kept *kept, pdk_output *output, pdk_error *error);

#endif
