/* A VBO while it is read: sections of text, then rows of numbers that become arrays. */
#ifndef PADDOCK_FORMAT_VBO_VBO_H
#define PADDOCK_FORMAT_VBO_VBO_H

#include "format/logged_rows.h"

/* A part of the text, without line ends and blanks around it. */
typedef struct pdk_vbo_line {
    const char *at, *end;
} pdk_vbo_line;

typedef struct pdk_vbo_column {
    const char *name, *title, *unit; /* short name; title "" = there is none */
    double *values;                  /* as the file has them; NaN = none */
} pdk_vbo_column;

/* A line of timing: sector 0 = the start, otherwise the split's number. Ends as the file has them: longitude,
 * latitude. */
typedef struct pdk_vbo_timing {
    double ends[2][2];
    uint32_t sector;
    bool finish; /* of a track whose start is elsewhere */
    uint64_t offset;
} pdk_vbo_timing;

typedef struct pdk_vbo {
    pdk_document *document;
    pdk_bytes bytes;
    pdk_vector titles, units, comments; /* pdk_vbo_line */
    pdk_vbo_line names;                 /* the line of [column names]; at == NULL: there is none */
    uint64_t data_at;                   /* where the lines of [data] begin; 0 = there is no such section */
    pdk_vector timing;                  /* pdk_vbo_timing */
    pdk_vbo_column *columns;
    size_t column_count;
    size_t time, latitude, longitude; /* columns; SIZE_MAX = there is none */
    bool minutes;                     /* places are minutes, west positive; otherwise degrees, east positive */
    pdk_logged_rows log;
} pdk_vbo;

/* The next line that is not blank, from *at; false at the end. */
bool pdk_vbo_next_line(const char **at, const char *end, pdk_vbo_line *line);
/* The next word of a line. */
bool pdk_vbo_next_word(pdk_vbo_line *line, pdk_vbo_line *word);
bool pdk_vbo_is(pdk_vbo_line line, const char *text); /* whatever the case */
bool pdk_vbo_is_section(pdk_vbo_line line);           /* "[data]"; of a line that is not empty */

/* --- vbo_sections.c --- */
pdk_status pdk_vbo_read_sections(pdk_vbo *vbo, pdk_error *error);
/* --- vbo_rows.c --- */
/* Columns, and their values in all rows. */
pdk_status pdk_vbo_read_rows(pdk_vbo *vbo, pdk_error *error);
/* --- vbo_places.c --- */
pdk_geographic pdk_vbo_degrees(const pdk_vbo *vbo, double latitude, double longitude);
pdk_status pdk_vbo_place(pdk_vbo *vbo, pdk_error *error);
/* --- vbo_table.c --- */
void pdk_vbo_add_table(pdk_vbo *vbo);
/* --- vbo_laps.c --- */
pdk_status pdk_vbo_find_laps(pdk_vbo *vbo, pdk_error *error);

#endif
