/* MoTeC i2's CSV: lines of facts, a line of names and one of units, then rows, with everything in quotes.
 *
 *     motec_csv_cells.c    lines and their cells
 *     motec_csv_head.c     facts, beacons, names and units of columns
 *     motec_csv_rows.c     the rows
 *     motec_csv_places.c   which columns are what, and where the car was
 *     motec_csv_laps.c     laps by beacons, or by a channel that counts them
 *     motec_csv_read.c     the document
 */
#ifndef PADDOCK_FORMAT_MOTEC_CSV_MOTEC_CSV_H
#define PADDOCK_FORMAT_MOTEC_CSV_MOTEC_CSV_H

#include "format/logged_rows.h"

/* A part of the text. */
typedef struct pdk_csv_span {
    const char *at, *end;
} pdk_csv_span;

typedef struct pdk_motec_column {
    const char *name, *unit; /* unit "" = none */
    double *values;          /* as the file has them; NaN = none */
    pdk_logged_id id;        /* the best of its kind; PDK_LOGGED_IDS = it is none */
    pdk_si_unit si;
    bool placed; /* it is part of the places, and no column beside them */
} pdk_motec_column;

typedef struct pdk_motec_csv {
    pdk_document *document;
    pdk_bytes bytes;
    char separator;     /* , or ; */
    uint64_t data_at;   /* where the rows begin */
    pdk_csv_span names; /* the line of names */
    double duration;    /* s, as the head says; NaN = it does not */
    pdk_vector beacons; /* double, s */
    pdk_motec_column *columns;
    size_t column_count;
    bool exact; /* laps are by beacons */
    pdk_logged_rows log;
} pdk_motec_csv;

/* --- motec_csv_cells.c --- */
/* The next line, without its end; false at the end of the text. It may be empty. */
bool pdk_csv_next_line(const char **at, const char *end, pdk_csv_span *line);
/* The next cell of a line, without quotes and blanks around it; false when there are no more. line->at becomes NULL
 * behind the last. */
bool pdk_csv_next_cell(pdk_csv_span *line, char separator, pdk_csv_span *cell);
bool pdk_csv_is(pdk_csv_span span, const char *text); /* whatever the case */
/* A number and nothing else; with a decimal comma, too, where the separator is a semicolon. */
bool pdk_csv_number(pdk_csv_span span, char separator, double *value);
/* , or ; where the line is the first one of such a file, else NUL. */
char pdk_motec_csv_separator(pdk_csv_span line);
uint64_t pdk_motec_csv_offset(const pdk_motec_csv *csv, const char *at);
/* --- motec_csv_head.c --- */
pdk_status pdk_motec_csv_read_head(pdk_motec_csv *csv, pdk_error *error);
/* --- motec_csv_rows.c --- */
pdk_status pdk_motec_csv_read_rows(pdk_motec_csv *csv, pdk_error *error);
/* --- motec_csv_places.c --- */
pdk_status pdk_motec_csv_place(pdk_motec_csv *csv, pdk_error *error);
void pdk_motec_csv_add_table(pdk_motec_csv *csv);
/* --- motec_csv_laps.c --- */
pdk_status pdk_motec_csv_find_laps(pdk_motec_csv *csv, pdk_error *error);

#endif
