/* MoTeC i2's CSV: lines of facts, a line of names and one of units, then rows, with everything in quotes. What such
 * tables share is in format/logged_csv.h.
 *
 *     motec_csv_head.c     facts, beacons, names and units of columns
 *     motec_csv_laps.c     laps by beacons, or by a channel that counts them
 *     motec_csv_read.c     the document
 */
#ifndef PADDOCK_FORMAT_MOTEC_CSV_MOTEC_CSV_H
#define PADDOCK_FORMAT_MOTEC_CSV_MOTEC_CSV_H

#include "format/logged_csv.h"

/* , or ; where the line is the first one of such a file, else NUL. */
char pdk_motec_csv_separator(pdk_csv_span line);
/* --- motec_csv_head.c --- */
pdk_status pdk_motec_csv_read_head(pdk_logged_csv *csv, pdk_error *error);
/* --- motec_csv_laps.c --- */
pdk_status pdk_motec_csv_find_laps(pdk_logged_csv *csv, pdk_error *error);

#endif
