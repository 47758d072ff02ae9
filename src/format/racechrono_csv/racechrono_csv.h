/* RaceChrono's CSV: a first line that says so, facts, names of columns, and from version 3 on a line of units and one
 * of sensors; before, the titles have both. What such tables share is in format/logged_csv.h.
 *
 *     racechrono_csv_head.c        facts, and where names, units and sensors are
 *     racechrono_csv_columns.c     which column is what
 *     racechrono_csv_laps.c        laps by the column that numbers them, each within its recording
 *     racechrono_csv_read.c        the document
 */
#ifndef PADDOCK_FORMAT_RACECHRONO_CSV_RACECHRONO_CSV_H
#define PADDOCK_FORMAT_RACECHRONO_CSV_RACECHRONO_CSV_H

#include "format/logged_csv.h"

typedef struct pdk_racechrono_csv {
    pdk_logged_csv csv; /* first: what is shared finds it there */
    bool titled;        /* version 1 or 2: titles such as "Speed (m/s) *calc" */
    pdk_csv_span units, sensors;
    size_t lap, fragment, elapsed; /* columns; SIZE_MAX = there is none */
} pdk_racechrono_csv;

/* How each such file begins. */
extern const char pdk_racechrono_csv_words[];

/* --- racechrono_csv_head.c --- */
pdk_status pdk_racechrono_csv_read_head(pdk_racechrono_csv *chrono, pdk_error *error);
/* --- racechrono_csv_columns.c --- */
/* Is the line one of names? Sets how they are written. */
bool pdk_racechrono_csv_names(pdk_racechrono_csv *chrono, pdk_csv_span line);
pdk_status pdk_racechrono_csv_name_columns(pdk_racechrono_csv *chrono, pdk_error *error);
/* --- racechrono_csv_laps.c --- */
pdk_status pdk_racechrono_csv_find_laps(pdk_racechrono_csv *chrono, pdk_error *error);

#endif
