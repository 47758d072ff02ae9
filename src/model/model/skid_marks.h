/* Skid marks and smoke of a recording that has them, whatever its tables are called: in axes with z up. */
#ifndef PADDOCK_MODEL_SKID_MARKS_H
#define PADDOCK_MODEL_SKID_MARKS_H

#include "model/document.h"

typedef struct pdk_skid_point {
    double time;     /* s */
    double place[3]; /* m */
    float opacity;   /* 0 to 1; 1 where the file does not say */
} pdk_skid_point;

/* Points that follow each other. */
typedef struct pdk_skid_mark {
    size_t first, count;
} pdk_skid_mark;

typedef struct pdk_smoke_puff {
    double time, place[3], velocity[3]; /* s, m, m/s: it drifts */
    double lifetime;                    /* s */
} pdk_smoke_puff;

typedef struct pdk_skid_marks {
    pdk_skid_point *points; /* by mark */
    pdk_skid_mark *marks;   /* of one point or more, in the order they begin */
    pdk_smoke_puff *puffs;  /* by time */
    size_t point_count, mark_count, puff_count;
} pdk_skid_marks;

/* Empty where the format has none. What is not a number is left out. In `memory`. */
pdk_status pdk_skid_marks_read(const pdk_document *document, pdk_memory *memory, pdk_skid_marks *marks,
                               pdk_error *error);

#endif
