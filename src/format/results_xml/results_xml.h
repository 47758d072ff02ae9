/* Results files of rFactor, rFactor 2, Le Mans Ultimate and their relatives: XML that the games write at the end of a
 * session.
 *
 *     results_xml_cells.c    one value: a number, a time, a text
 *     results_xml_read.c     which element is what: header, session, drivers, laps
 *     results_xml_stream.c   the lines of the stream, which are sentences
 *     results_xml_private.c  addresses of people, taken out of sentences
 *     results_xml_tables.c   the tables
 *     results_xml_session.c  the same for answers
 *     results_xml.c          the document
 */
#ifndef PADDOCK_FORMAT_RESULTS_XML_RESULTS_XML_H
#define PADDOCK_FORMAT_RESULTS_XML_RESULTS_XML_H

#include "format/format.h"
#include "markup/xml_text.h"
#include "model/session.h"

#define PDK_RESULTS_NONE UINT32_MAX

/* Missing are NaN, PDK_RESULTS_NONE, texts without data, flags above 1. */
enum { PDK_RESULTS_NO_FLAG = 2 };

typedef struct pdk_results_driver {
    pdk_text name, vehicle, vehicle_file, upgrade_code, category, car, class_name, number, team;
    pdk_text finish_status, retirement;
    uint32_t slot; /* as the stream has it */
    uint32_t position, class_position, grid_position, class_grid_position, laps, pit_stops, rank_with_left;
    double best_lap_time, finish_time, points, class_points;
    uint8_t connected, is_human, is_server_scored;
    size_t first_lap, lap_count; /* in pdk_results_file.laps */
} pdk_results_driver;

typedef struct pdk_results_lap {
    pdk_text name;
    uint32_t slot, lap, position;
    double start_time, lap_time, sector_time[3];
    double fuel, fuel_used, virtual_energy, virtual_energy_used, top_speed;
    double tread[4]; /* front left, front right, rear left, rear right */
    pdk_text front_compound, rear_compound, compound[4];
    uint8_t pits;
} pdk_results_lap;

/* Who drove, or with which aids, from lap to lap. */
typedef struct pdk_results_span {
    pdk_text name, text;
    uint32_t slot, first_lap, last_lap;
} pdk_results_span;

/* --- rows of the stream --- */

typedef struct pdk_results_score {
    double time, lap_time, crossing_time;
    pdk_text name;
    uint32_t slot, lap, sector;
} pdk_results_score;

typedef struct pdk_results_contact {
    double time, magnitude;
    pdk_text name, other_name, object;
    uint32_t slot, other;
} pdk_results_contact;

typedef struct pdk_results_penalty {
    double time, seconds, laps;
    pdk_text name, kind, step, reason, text;
    uint32_t slot;
} pdk_results_penalty;

typedef struct pdk_results_sector {
    double time;
    pdk_text name, part;
    uint32_t slot, sector;
} pdk_results_sector;

typedef struct pdk_results_limit {
    double time, warning_points, current_points;
    pdk_text name, resolution, text;
    uint32_t slot, lap;
} pdk_results_limit;

/* Chat, and what has no separate table. */
typedef struct pdk_results_line {
    double time;
    pdk_text kind, text;
} pdk_results_line;

typedef struct pdk_results_setting {
    pdk_text name, value;
    uint64_t offset;
} pdk_results_setting;

/* Faults of one kind, which are reported together. */
typedef struct pdk_results_fault {
    uint64_t count, first;
} pdk_results_fault;

typedef struct pdk_results_file {
    pdk_document *document;
    bool failed; /* memory ran out */
    uint64_t records;
    uint32_t free_slot;       /* from here on no line of the stream has a number */
    pdk_text session_element; /* "Race", "Practice1"; data NULL = the file has no session */
    uint64_t session_offset;
    pdk_vector settings, session_settings; /* pdk_results_setting: of the header; of the session */
    pdk_vector drivers, laps, swaps, controls;
    pdk_vector scores, contacts, penalties, bests, damages, limits, chat, notices;
    pdk_results_fault letters, ampersands;
} pdk_results_file;

/* --- results_xml_cells.c --- */

typedef enum pdk_results_kind {
    PDK_RESULTS_TEXT,
    PDK_RESULTS_COUNT,   /* uint32_t */
    PDK_RESULTS_PLACE,   /* the same from 1; -1 = none */
    PDK_RESULTS_FLAG,    /* uint8_t */
    PDK_RESULTS_SECONDS, /* double, not negative; "--.----" = none */
    PDK_RESULTS_SHARE,   /* double, 0 to 1; -1 = unknown */
    PDK_RESULTS_SPEED,   /* double, km/h in the file, m/s here; 0 = not measured */
    PDK_RESULTS_NUMBER   /* double */
} pdk_results_kind;

/* An element or attribute with one value, and the member that it goes to. */
typedef struct pdk_results_cell {
    const char *name;
    pdk_results_kind kind;
    size_t offset;
    bool needed; /* it is in every such record of every real file */
} pdk_results_cell;

/* Puts the value of `span` into the member. What is no such value becomes a finding, and the member stays missing.
 * `where` names the element. */
void pdk_results_set(pdk_results_file *file, const pdk_results_cell *cell, void *record, pdk_xml_span span,
                     const char *where);
/* The characters of a span, entities replaced: the five of XML and numbers, no others. data NULL where it is empty. */
pdk_text pdk_results_text(pdk_results_file *file, pdk_xml_span span);
/* The attributes of a tag into the members of the cells; `cells` ends with a NULL name. `needed` that are not there,
 * and names that are not known, are findings. */
void pdk_results_set_attributes(pdk_results_file *file, const pdk_results_cell *cells, void *record,
                                pdk_xml_span attributes, const char *where);
uint64_t pdk_results_offset(const pdk_results_file *file, const char *at);
/* A number and nothing else. */
bool pdk_results_number(pdk_xml_span span, double *value);
/* Room for a record, zeroed; NULL when memory or the limit of records is used up. */
void *pdk_results_push(pdk_results_file *file, pdk_vector *vector);

/* --- results_xml_read.c --- */
pdk_status pdk_results_read(pdk_results_file *file, pdk_error *error);

/* --- results_xml_stream.c: one element of the stream --- */
void pdk_results_read_line(pdk_results_file *file, pdk_xml_span element, pdk_xml_span attributes, pdk_xml_span text);
/* Numbers of drivers, who are known by name elsewhere. False when memory runs out. */
bool pdk_results_number_drivers(pdk_results_file *file);

/* --- results_xml_private.c --- */
/* `text` without addresses of the network and numbers of accounts: "(left out)" is where they were. */
pdk_text pdk_results_hide(pdk_results_file *file, pdk_text text);

/* --- results_xml_tables.c --- */
pdk_status pdk_results_add_tables(pdk_results_file *file, pdk_error *error);

/* --- results_xml_session.c --- */
/* What kind of session the element is of: a pdk_session_kind; PDK_SESSION_UNKNOWN also for what is no session. */
pdk_session_kind pdk_results_kind_of(pdk_text element);
pdk_status pdk_results_session(const pdk_document *document, pdk_memory *memory, pdk_session *session,
                               pdk_error *error);

#endif
