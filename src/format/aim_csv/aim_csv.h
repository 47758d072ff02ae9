/* AiM Race Studio's CSV: lines of facts, names of columns (in Race Studio 2 twice), units, then rows. What such tables
 * share is in format/logged_csv.h.
 *
 *     aim_csv_head.c     facts, beacons, names and units of columns
 *     aim_csv_date.c     dates and times of day as Race Studio writes them
 *     aim_csv_laps.c     laps by beacons, or the one lap that was exported
 *     aim_csv_read.c     the document
 */
#ifndef PADDOCK_FORMAT_AIM_CSV_AIM_CSV_H
#define PADDOCK_FORMAT_AIM_CSV_AIM_CSV_H

#include "format/logged_csv.h"

typedef struct pdk_aim_csv {
    pdk_logged_csv csv;  /* first: what is shared finds it there */
    pdk_vector segments; /* double, s: how long each took, as the head says */
    bool one_lap;        /* the export is one lap, from the line to the line */
    double lap_time;     /* of that lap, as the head says; NaN = it does not */
} pdk_aim_csv;

/* --- aim_csv_date.c --- */
enum { PDK_AIM_CSV_CLOCK = 40 }; /* room for any of them */
/* "Saturday, July 01, 2023" as "2023-07-01"; false where it is none of these, such as 01/04/25. */
bool pdk_aim_csv_date(pdk_csv_span text, char to[PDK_AIM_CSV_CLOCK]);
/* "1:34 PM" as "13:34"; false where it is none. */
bool pdk_aim_csv_time_of_day(pdk_csv_span text, char to[PDK_AIM_CSV_CLOCK]);
/* "1:59.814" in seconds. */
bool pdk_aim_csv_lap_time(pdk_csv_span text, char separator, double *seconds);
/* --- aim_csv_head.c --- */
/* , or ; where the line is the first one of such a file, else NUL. */
char pdk_aim_csv_separator(pdk_csv_span line);
pdk_status pdk_aim_csv_read_head(pdk_aim_csv *aim, pdk_error *error);
/* --- aim_csv_laps.c --- */
pdk_status pdk_aim_csv_find_laps(pdk_aim_csv *aim, pdk_error *error);

#endif
