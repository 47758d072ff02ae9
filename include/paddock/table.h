/* Tables of a document: read into arrays, written as CSV and JSON lines.
 *
 *     size_t column = pdk_table_find_role(table, PDK_ROLE_SPEED); // by its role, or by name
 *     if (column != PDK_NO_COLUMN)
 *         for (uint64_t row = 0; row + 100 <= pdk_table_rows(table); row += 100)
 *             pdk_table_read_f64(table, column, row, 100, speed, &error);
 */
#ifndef PADDOCK_TABLE_H
#define PADDOCK_TABLE_H

#include "document.h"
#include "output.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_table pdk_table;

/* What a column is about: programs look up a role instead of guessing by name. A role occurs at most once in a table.
 * Numbers may be added at the end. */
typedef enum pdk_role {
    PDK_ROLE_NONE = 0,
    PDK_ROLE_TIME = 1,        /* s, of the session's clock */
    PDK_ROLE_DRIVER = 2,      /* number of the driver: a slot, a car */
    PDK_ROLE_DRIVER_NAME = 3, /* text: the driver's name */
    PDK_ROLE_X = 4,           /* position, m, in the column's frame */
    PDK_ROLE_Y = 5,
    PDK_ROLE_Z = 6,
    PDK_ROLE_HEADING = 7, /* rad, of the nose, anticlockwise seen from above; 0 along x in PDK_FRAME_ROAD, along y in
                         the other frames with z up, along z in those with y up */
    PDK_ROLE_PITCH = 8,   /* rad */
    PDK_ROLE_ROLL = 9,    /* rad */
    PDK_ROLE_VELOCITY_X = 10, /* m/s, in the column's frame */
    PDK_ROLE_VELOCITY_Y = 11,
    PDK_ROLE_VELOCITY_Z = 12,
    PDK_ROLE_SPEED = 13,                     /* m/s */
    PDK_ROLE_DISTANCE = 14,                  /* m along the track, from its start line */
    PDK_ROLE_LAP = 15,                       /* number of the lap */
    PDK_ROLE_SECTOR = 16,                    /* number of the sector */
    PDK_ROLE_LAP_TIME = 17,                  /* s */
    PDK_ROLE_THROTTLE = 18,                  /* 0 to 1 */
    PDK_ROLE_BRAKE = 19,                     /* 0 to 1 */
    PDK_ROLE_CLUTCH = 20,                    /* 0 to 1 */
    PDK_ROLE_HANDBRAKE = 21,                 /* 0 to 1 */
    PDK_ROLE_STEER = 22,                     /* rad, or -1 to 1: the unit says which; positive is to the left */
    PDK_ROLE_GEAR = 23,                      /* -1 reverse, 0 neutral, 1 first */
    PDK_ROLE_ENGINE_SPEED = 24,              /* rad/s or 1/min: the unit says which */
    PDK_ROLE_ACCELERATION_LONGITUDINAL = 25, /* in g, positive forward */
    PDK_ROLE_ACCELERATION_LATERAL = 26,      /* in g, positive to the left in PDK_FRAME_ROAD, to the right in
                                           PDK_FRAME_TRACK */
    PDK_ROLE_ACCELERATION_VERTICAL = 27,     /* in g, positive upward */
    PDK_ROLE_DIRECTION_X = 28,               /* of the nose, unit length, in the column's frame */
    PDK_ROLE_DIRECTION_Y = 29,
    PDK_ROLE_DIRECTION_Z = 30,
    PDK_ROLE_WHEEL = 31,   /* the number of a wheel */
    PDK_ROLE_RIGHT_X = 32, /* of the right side of the car, unit length, in the column's frame */
    PDK_ROLE_RIGHT_Y = 33,
    PDK_ROLE_RIGHT_Z = 34,
    PDK_ROLE_OFF_TRACK = 35,      /* bool: the car is beyond the edge of the track, as judged by the game */
    PDK_ROLE_DETACHED_PARTS = 36, /* bits: wheels (front left, front right, rear left, rear right), front, rear wing */
    PDK_ROLE_DEBRIS = 37          /* bits of small parts of a car */
} pdk_role;

/* "time", "engine_speed" ...; "" for PDK_ROLE_NONE. Never NULL. */
PDK_API const char *pdk_role_name(pdk_role role);

/* Belongs to the document. Members may be added at the end. */
typedef struct pdk_column_info {
    const char *name;
    pdk_type type;
    const char *unit;    /* NULL = none */
    const char *meaning; /* NULL = self-explanatory */
    pdk_certainty certainty;
    bool nullable;           /* values can be missing: a read's validity says which */
    pdk_role role;           /* PDK_ROLE_NONE = no role */
    pdk_frame frame;         /* of coordinates and angles; PDK_FRAME_NONE for everything else */
    const pdk_label *labels; /* names of values, ended by text == NULL; NULL = none */
    bool is_flags;           /* the labels name bits, not values */
    bool hidden;             /* left out unless named: bulky, and useful to few (see pdk_table_write) */
} pdk_column_info;

#define PDK_NO_COLUMN SIZE_MAX

PDK_API size_t pdk_document_table_count(const pdk_document *document);
/* The first table is the format's main one. */
PDK_API const pdk_table *pdk_document_table_at(const pdk_document *document, size_t index);
/* By name: one of those, or a computed one ("laps": pdk_answer), which the first call computes: that can take seconds.
 * Later calls give the same pointer. NULL if there is no such table; pdk_answer says why a computed one cannot be had.
 */
PDK_API const pdk_table *pdk_document_find_table(const pdk_document *document, const char *name);
/* The same of the tables that are counted above: never computes. */
PDK_API const pdk_table *pdk_document_own_table(const pdk_document *document, const char *name);

PDK_API const char *pdk_table_name(const pdk_table *table);
PDK_API const char *pdk_table_meaning(const pdk_table *table);
PDK_API uint64_t pdk_table_rows(const pdk_table *table);
PDK_API size_t pdk_table_columns(const pdk_table *table);
PDK_API const pdk_column_info *pdk_table_column_at(const pdk_table *table, size_t column);
/* PDK_NO_COLUMN when there is none of that name. */
PDK_API size_t pdk_table_find_column(const pdk_table *table, const char *name);
/* The column with a role; PDK_NO_COLUMN when there is none. */
PDK_API size_t pdk_table_find_role(const pdk_table *table, pdk_role role);
/* The column whose values never decrease from row to row; PDK_NO_COLUMN if no order is promised. */
PDK_API size_t pdk_table_sorted_by(const pdk_table *table);

/* One column of a read: its number, the type wanted, and room for `count` values of that type.
 * PDK_TYPE_NONE asks for the column's own type; PDK_FLOAT64 is possible for every number.
 * `validity` gets a bit for each row, set where there is a value: bit i % 8 of byte i / 8 (Arrow's order), in
 * (count + 7) / 8 bytes; bits after the last row are 0. NULL = not wanted. For a missing value, `values` has 0, NaN for
 * floats, or an empty text; a NaN stored in the file is a value like any other. `values` may be NULL if count is 0. */
typedef struct pdk_column_read {
    size_t column;
    pdk_type type;
    void *values;
    uint8_t *validity;
} pdk_column_read;

/* Reads rows first .. first+count-1 of several columns in one pass over the file.
 * Any thread, any order. PDK_E_ARGUMENT when the range, a column or a type does not fit. */
PDK_API pdk_status pdk_table_read(const pdk_table *table, uint64_t first, size_t count, const pdk_column_read *reads,
                                  size_t read_count, pdk_error *error);
/* One column in its own type: `values` has room for count * pdk_type_size(type). */
PDK_API pdk_status pdk_table_read_column(const pdk_table *table, size_t column, uint64_t first, size_t count,
                                         void *values, pdk_error *error);

/* One cell by the name of its column, for small tables. A number (or a bool as 0 or 1) is NaN, and the data of a text
 * NULL, if there is no such value, column or row. */
PDK_API double pdk_table_number_at(const pdk_table *table, const char *column, uint64_t row);
PDK_API pdk_text pdk_table_text_at(const pdk_table *table, const char *column, uint64_t row);
/* One column of numbers as doubles. */
PDK_API pdk_status pdk_table_read_f64(const pdk_table *table, size_t column, uint64_t first, size_t count,
                                      double *values, pdk_error *error);

/* ------------------------------------------------------------------------------------------- rows within bounds */

/* Numbers from .. to of one column. For a column of PDK_FLOAT32 a bound is also the value that prints as it: 10864.92
 * is the float 10864.9199. Missing values and NaN are never within bounds, and nothing is within a bound of NaN. */
typedef struct pdk_column_bounds {
    size_t column;     /* of numbers or bools */
    double from, to;   /* -INFINITY, INFINITY = no bound */
    bool without_from; /* values equal to `from` are not within */
    bool without_to;   /* values equal to `to` are not within */
} pdk_column_bounds;

typedef struct pdk_row_bounds {
    const pdk_column_bounds *columns; /* all of them must hold */
    size_t count;
} pdk_row_bounds;

/* Which of rows first .. first+count-1 are within the bounds: sets keep[i] to 0 for the others, and leaves the rest as
 * it is. It may be all that a pdk_row_filter does. Any thread, any order.
 * Blocks of rows remember the least and greatest value of the column of PDK_ROLE_TIME, so that rows of blocks outside
 * of its bounds are not read; a replay has these from opening. Of other columns all rows are read, except those that
 * bounds on the time or driver leave out. PDK_E_ARGUMENT when rows or a column do not fit. */
PDK_API pdk_status pdk_table_within(const pdk_table *table, const pdk_row_bounds *within, uint64_t first, size_t count,
                                    uint8_t *keep, pdk_error *error);

/* ------------------------------------------------------------------------------------------- table export */

typedef enum pdk_table_format { PDK_CSV = 0, PDK_JSON_LINES = 1 } pdk_table_format;

/* How CSV is written. PDK_CSV_EXCEL is what Excel opens in countries with a decimal comma: a byte order mark,
 * semicolons, decimal commas, CR LF, and an apostrophe before texts that begin with =, +, -, @, a tab or a line end:
 * spreadsheets would calculate them. Numbers have none. The other two keep every text as it is. */
typedef enum pdk_csv_style { PDK_CSV_PLAIN = 0, PDK_CSV_CRLF = 1, PDK_CSV_EXCEL = 2 } pdk_csv_style;

/* Selects among rows first .. first+count-1: sets keep[i] to 0 for rows to leave out; all are 1 before. Called from
 * several threads at once. What it may call: see "callbacks" in core.h. */
typedef pdk_status (*pdk_row_filter)(void *user, uint64_t first, size_t count, uint8_t *keep, pdk_error *error);

typedef struct pdk_table_options {
    size_t struct_size;    /* PDK_TABLE_OPTIONS_INIT sets it */
    const size_t *columns; /* column numbers in the order wanted; NULL = all but the hidden ones. PDK_NO_COLUMN gives an
                              empty cell in CSV and no member in JSON */
    size_t column_count;
    uint64_t first;        /* the first row wanted */
    bool has_count;        /* `count` is used; false = to the end */
    bool units;            /* CSV: header cells say "speed [m/s]" */
    bool hidden;           /* with columns NULL: the hidden ones too */
    uint64_t count;        /* how many rows, if there are as many */
    pdk_progress progress; /* in rows */
    void *progress_user;
    pdk_csv_style csv;
    bool no_header;    /* CSV: no header line and no byte order mark, to continue after another table */
    const char *label; /* text of a first column, the same in each row; NULL = no such column */
    const char *label_name;
    pdk_row_filter filter; /* NULL = all rows */
    void *filter_user;
    const char *last_label; /* text of a last column, as `label` of a first; NULL = no such column */
    const char *last_label_name;
} pdk_table_options;

#define PDK_TABLE_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_table_options)

/* Streams rows as CSV (RFC 4180, a header line, LF) or as JSON lines (an object a row). Floats read back to the same
 * value; bytes are hex; missing values are an empty cell in CSV and null in JSON; NaN and infinities stored in the file
 * are NaN, Inf, -Inf in CSV and null in JSON. If no columns are named, hidden ones (payloads of events as bytes) are
 * left out unless options->hidden is set. Memory does not grow with rows. Large tables are formatted on several
 * threads; output and progress are called only on the caller's thread. */
PDK_API pdk_status pdk_table_write(const pdk_table *table, pdk_table_format format, const pdk_table_options *options,
                                   pdk_output *output, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
