/* Logs as tables of text: lines of facts, a line of names, one of units, then rows. What such formats share: each has
 * its own head and its own laps.
 *
 *     logged_csv_cells.c    lines and their cells
 *     logged_csv_head.c     facts, beacons, names and units of columns
 *     logged_csv_rows.c     the rows
 *     logged_csv_places.c   which columns are what, and where the car was
 *     logged_csv_laps.c     laps by beacons, or by a column that counts them
 */
#ifndef PADDOCK_FORMAT_LOGGED_CSV_H
#define PADDOCK_FORMAT_LOGGED_CSV_H

#include "format/logged_rows.h"

/* A part of the text. */
typedef struct pdk_csv_span {
    const char *at, *end;
} pdk_csv_span;

/* What errors and findings of one format are called: errors outlive the document, so these are literals. */
typedef struct pdk_logged_csv_codes {
    const char *format, *rows; /* where things are */
    const char *fact, *units, *columns_many;
    const char *beacons_many, *beacons_value, *beacons_outside, *beacons_repeated, *laps_channel;
    const char *row_cells, *row_head, *row_other;
    const char *value, *value_empty, *time, *time_repeated, *time_back, *rows_short;
    const char *position_lost, *position_none, *position_between;
} pdk_logged_csv_codes;

#define PDK_LOGGED_CSV_CODES(id)                                                                                      \
    {                                                                                                                 \
        .format = id, .rows = id ".rows", .fact = id ".fact", .units = id ".units",                                   \
        .columns_many = id ".columns.many", .beacons_many = id ".beacons.many", .beacons_value = id ".beacons.value", \
        .beacons_outside = id ".beacons.outside", .beacons_repeated = id ".beacons.repeated",                         \
        .laps_channel = id ".laps.channel", .row_cells = id ".row.cells", .row_head = id ".row.head",                 \
        .row_other = id ".row.other", .value = id ".value", .value_empty = id ".value.empty", .time = id ".time",     \
        .time_repeated = id ".time.repeated", .time_back = id ".time.back", .rows_short = id ".rows.short",           \
        .position_lost = id ".position.lost", .position_none = id ".position.none",                                   \
        .position_between = id ".position.between"                                                                    \
    }

typedef struct pdk_logged_csv_column {
    const char *name, *unit; /* unit "" = none */
    double *values;          /* as the file has them; NaN = none */
    pdk_logged_id id;        /* the best of its kind; PDK_LOGGED_IDS = it is none */
    pdk_si_unit si;
    bool placed; /* it is part of the places, and no column beside them */
    bool words;  /* its cells are texts: they are not read */
} pdk_logged_csv_column;

typedef struct pdk_logged_csv {
    pdk_document *document;
    const pdk_logged_csv_codes *codes;
    pdk_bytes bytes;
    char separator;     /* , or ; */
    uint64_t data_at;   /* where the rows begin */
    pdk_csv_span names; /* the line of names */
    double duration;    /* s, as the head says; NaN = it does not */
    pdk_vector beacons; /* double, s */
    pdk_logged_csv_column *columns;
    size_t column_count, time_column;
    pdk_logged_csv_column *of[PDK_LOGGED_IDS]; /* the best of each kind; NULL = none */
    bool exact;                                /* laps are by beacons */
    bool gaps_are_told;                        /* empty cells are a finding: the format has a value in each */
    bool own_metres;      /* "Position X" and "Position Y" are better than degrees, which were made from them */
    const char *no_value; /* a word that some writers have for an empty cell; NULL = none */
    /* How a whole file begins: files are pasted together. Its rows are of another recording, or are left out. */
    const char *first_words;
    bool takes_pasted;
    double first_time; /* of the first row, as the file has it: where `from_first`, times are since then */
    bool from_first;
    pdk_vector pasted; /* uint64_t: the rows that are the first of another recording */
    pdk_logged_rows log;
} pdk_logged_csv;

/* A name of the head, and the property that it becomes. */
typedef struct pdk_csv_fact {
    const char *name, *property, *meaning;
    const char *unit; /* NULL = it is a text */
} pdk_csv_fact;

/* --- logged_csv_cells.c --- */
/* Behind the mark of UTF-8, where there is one. */
const char *pdk_csv_begin(pdk_bytes bytes);
/* The next line, without its end; false at the end of the text. It may be empty. */
bool pdk_csv_next_line(const char **at, const char *end, pdk_csv_span *line);
/* The next cell of a line, without quotes and blanks around it; false when there are no more. line->at becomes NULL
 * after the last. */
bool pdk_csv_next_cell(pdk_csv_span *line, char separator, pdk_csv_span *cell);
/* Nothing, or cells of which none holds anything. */
bool pdk_csv_is_blank(pdk_csv_span line, char separator);
bool pdk_csv_is(pdk_csv_span span, const char *text); /* whatever the case */
bool pdk_csv_begins(pdk_csv_span span, const char *text);
bool pdk_csv_same(pdk_csv_span one, pdk_csv_span other); /* letter for letter */
/* A number and nothing else; with a decimal comma, too, where the separator is a semicolon. */
bool pdk_csv_number(pdk_csv_span span, char separator, double *value);
/* , or ; where a line begins with these two cells, else NUL. */
char pdk_csv_separator(pdk_csv_span line, const char *first, const char *second);
uint64_t pdk_logged_csv_offset(const pdk_logged_csv *csv, const char *at);

/* --- logged_csv_head.c --- */
void pdk_logged_csv_begin(pdk_logged_csv *csv, pdk_document *document, const pdk_logged_csv_codes *codes);
/* A text of the file that lives as long as the document; "" and a failed document where memory runs out. */
const char *pdk_logged_csv_keep(pdk_logged_csv *csv, pdk_csv_span span);
/* The property of a line's name and value, unless the file has it already or no fact is called so. */
void pdk_logged_csv_add_fact(pdk_logged_csv *csv, const pdk_csv_fact *facts, size_t count, pdk_csv_span name,
                             pdk_csv_span value);
/* "Beacon Markers","65.1 128.8": in one cell, or a cell for each. */
pdk_status pdk_logged_csv_read_beacons(pdk_logged_csv *csv, pdk_csv_span line, pdk_error *error);
/* Columns by the line of names, and one of units that may be missing: at NULL. */
pdk_status pdk_logged_csv_name_columns(pdk_logged_csv *csv, pdk_csv_span units, pdk_error *error);
/* The finding that there is no line of units. */
void pdk_logged_csv_tell_no_units(pdk_logged_csv *csv);
/* --- logged_csv_rows.c --- */
/* The rows, and where the car was in them. */
pdk_status pdk_logged_csv_read(pdk_logged_csv *csv, pdk_error *error);
/* --- logged_csv_places.c --- */
/* Before the rows are read: which columns are what. */
void pdk_logged_csv_choose_columns(pdk_logged_csv *csv);
pdk_status pdk_logged_csv_place(pdk_logged_csv *csv, pdk_error *error);
/* The table "telemetry". */
void pdk_logged_csv_add_table(pdk_logged_csv *csv);
/* --- logged_csv_laps.c --- */
/* The next crossing of a line, in order of time; exact = the lap lasted from the one before to it. */
bool pdk_logged_csv_push_crossing(pdk_logged_csv *csv, double time, bool exact);
/* Crossings are the beacons, in any order. */
pdk_status pdk_logged_csv_take_beacons(pdk_logged_csv *csv, pdk_error *error);
/* The session, which ends with its last crossing where hardly anything is after it. */
pdk_status pdk_logged_csv_session(const pdk_document *document, pdk_memory *memory, pdk_session *session,
                                  pdk_error *error);

#endif
