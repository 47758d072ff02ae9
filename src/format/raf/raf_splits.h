/* Which times of a RAF header are those of its lap. Properties, the table `splits`, answers and findings ask here. */
#ifndef PADDOCK_FORMAT_RAF_RAF_SPLITS_H
#define PADDOCK_FORMAT_RAF_RAF_SPLITS_H

#include "format/raf/raf_shape.h"
#include "model/session.h"

enum { PDK_RAF_SPLITS = 4 /* that the header has space for */ };

typedef struct pdk_raf_splits {
    uint32_t count;               /* that are used, the lap time with them */
    double times[PDK_RAF_SPLITS]; /* s, cumulative, as stored; the last is the lap time, where it is above 0 */
    bool has_lap_time;
    pdk_time_fault lap_fault;            /* why the lap time is not that of the blocks: then no split is */
    const char *against[PDK_RAF_SPLITS]; /* why this split is not used, a phrase for a finding; NULL = it is */
} pdk_raf_splits;

pdk_raf_splits pdk_raf_judge_splits(const pdk_raf_shape *shape);

/* The header's lap time is that of the blocks: a part of a lap has the times of the lap before it. */
static inline bool pdk_raf_owns_times(const pdk_raf_splits *splits)
{
    return splits->has_lap_time && splits->lap_fault == PDK_TIME_SOUND;
}

/* NaN = not known: none is stored, or it cannot be that of this lap. */
double pdk_raf_split_time(const pdk_raf_splits *splits, uint32_t split);

void pdk_raf_add_split_findings(pdk_document *document, const pdk_raf_splits *splits);

#endif
