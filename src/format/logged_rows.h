/* Logs whose rows are lines of text or points: what such formats share beyond the names of channels (logged.h). */
#ifndef PADDOCK_FORMAT_LOGGED_ROWS_H
#define PADDOCK_FORMAT_LOGGED_ROWS_H

#include "format/logged.h"
#include "model/document.h"
#include "model/geographic.h"
#include "model/session.h"

typedef struct pdk_logged_rows {
    pdk_document *document;
    uint64_t rows;
    double *times;                  /* s */
    double *latitudes, *longitudes; /* degrees, positive to the north and east; NULL = there are none */
    double *x, *y;                  /* m; NULL = there are no positions */
    bool *placeless;                /* of each row: the file leaves its place empty; NULL = none is */
    pdk_local_plane plane;
    pdk_vector crossings; /* pdk_session_crossing, in order of time */
} pdk_logged_rows;

/* Faults of one kind, which are reported together. */
typedef struct pdk_logged_fault {
    uint64_t count, first; /* `first`: an offset */
} pdk_logged_fault;

void pdk_logged_fault_add(pdk_logged_fault *fault, uint64_t offset);
/* A finding "sentence: count" at the first of them; nothing where there is none. */
void pdk_logged_fault_tell(pdk_document *document, pdk_severity severity, const char *code, pdk_logged_fault fault,
                           const char *where, const char *sentence);

/* x, y and the plane from latitudes and longitudes. Rows without a place become a finding of this code, except those
 * that are `placeless`; without any place x and y stay NULL. */
pdk_status pdk_logged_place(pdk_logged_rows *log, const char *code, const char *where, pdk_error *error);

/* One column of a file. */
typedef struct pdk_logged_values {
    const char *name, *unit, *meaning; /* unit "" and meaning NULL = none */
    double *values;                    /* as the file has them; they become those of the column */
    bool plain;                        /* another column of the file is the better one of its kind */
} pdk_logged_values;

typedef struct pdk_logged_table {
    pdk_logged_rows *log;
    pdk_table *table;
    bool taken[PDK_LOGGED_IDS];
} pdk_logged_table;

/* The table "telemetry" with time and places; false when memory runs out. Then columns of the file in their order, by
 * their index, and the end. */
bool pdk_logged_table_begin(pdk_logged_table *to, pdk_logged_rows *log, const char *meaning, size_t columns);
void pdk_logged_table_add(pdk_logged_table *to, const pdk_logged_values *column, size_t index);
void pdk_logged_table_end(pdk_logged_table *to);

/* The session of one car, with the properties `driver`, `vehicle` and `track`, from the first row to the last. */
pdk_status pdk_logged_session(const pdk_logged_rows *log, pdk_memory *memory, pdk_session *session, pdk_error *error);

#endif
