/* The laps of a recording, read once and sorted, so that each of many is found without a look at all the others. */
#ifndef PADDOCK_ANALYSIS_COMPARE_LAP_INDEX_H
#define PADDOCK_ANALYSIS_COMPARE_LAP_INDEX_H

#include "model/document.h"
#include "model/session.h"
#include "paddock/analysis.h"

/* One row of the answer `laps`; NaN = not known. */
typedef struct pdk_lap_row {
    pdk_text driver, compound; /* compound: empty = unknown */
    double slot, lap, start_time, end_time, lap_time, sectors[PDK_SESSION_SECTORS];
    uint8_t best;
    bool is_first;  /* of a race, or a formation lap */
    bool from_pits; /* it is a lap out of the pits */
    bool from_line; /* it begins where another lap ends, so it can be compared from line to line */
    uint64_t row;   /* its number in the answer */
} pdk_lap_row;

/* The laps of one name in one slot. */
typedef struct pdk_lap_driver {
    pdk_text name;
    uint64_t slot;
    size_t first, count;            /* among the rows, by number of the lap */
    const pdk_lap_row *best, *last; /* of the whole laps; NULL = there is none */
} pdk_lap_driver;

typedef struct pdk_lap_index {
    pdk_lap_row *rows;       /* by slot, name, lap and row */
    pdk_lap_driver *drivers; /* by slot and name */
    uint32_t *by_name;       /* which of the drivers, by name */
    size_t count, driver_count;
} pdk_lap_index;

/* What is requested: of everyone where `driver` is NULL; `lap` is a number, "best" or "last". */
typedef struct pdk_lap_query {
    const char *driver, *lap;
} pdk_lap_query;

/* The row that is meant, or NULL; then, or where a name fits several, why. */
typedef struct pdk_lap_found {
    const pdk_lap_row *row;
    pdk_driver_match fit;
    bool ambiguous;
    pdk_text name, other; /* drivers that may be meant */
} pdk_lap_found;

/* Reads the answer; the index lives as long as `memory` and the answer. */
pdk_status pdk_lap_index_make(const pdk_table *laps, pdk_memory *memory, pdk_lap_index *index, pdk_error *error);
pdk_lap_found pdk_lap_index_find(const pdk_lap_index *index, const pdk_lap_query *query);
/* The numbers of the laps of this row's driver that begin at the line: "2, 3, 4"; the first ones where there are many,
 * "" where there are none. */
void pdk_lap_index_name_whole(const pdk_lap_index *index, const pdk_lap_row *row, char *names, size_t size);
/* Whether the text is a number and nothing else. */
bool pdk_lap_number(const char *text, double *number);

#endif
