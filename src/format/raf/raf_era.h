/* What the version of the game that wrote a file puts into it. */
#ifndef PADDOCK_FORMAT_RAF_RAF_ERA_H
#define PADDOCK_FORMAT_RAF_RAF_ERA_H

#include "format/raf/raf_shape.h"

/* What is not in a file of this age, or means something else there. */
typedef struct pdk_raf_era {
    bool without_interval;   /* 0 is stored, before 0.5Z, and means 10 ms */
    bool without_g;          /* no G values and no slip fraction, before 0.5Z */
    bool clutch_reversed;    /* 1 = engaged, as in 0.5V0 */
    bool without_code;       /* no track code, before 0.5X */
    bool before_reference;   /* before 0.5V positions are those of the centre of gravity */
    bool before_code;        /* the version text: below 0.5X */
    bool old, known_version; /* the version text: below 0.5Z; a version at all */
} pdk_raf_era;

/* By the data; the version text only confirms, see pdk_raf_add_era. */
pdk_raf_era pdk_raf_find_era(const pdk_raf_shape *shape);
/* Evidence of what was decided, and findings where signs of different ages are in one file. */
void pdk_raf_add_era(pdk_document *document, const pdk_raf_era *era);
/* Names what such a file has no values of. After the tables. */
void pdk_raf_add_unrecorded(pdk_document *document, const pdk_raf_era *era);
/* Makes what is missing missing in the columns of the table, and gives the clutch the newer sense. */
void pdk_raf_apply_era(pdk_table *telemetry, const pdk_raf_era *era);

#endif
