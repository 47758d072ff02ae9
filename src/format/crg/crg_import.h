/*
 * OpenCRG: heights on a grid that is curved along a reference line.
 *
 *     crg_header.c         text up to the line of dollars: parameters, channels
 *     crg_sections.c       where the sections are
 *     crg_reference.c      the file that a header names instead of having data
 *     crg_data.c           where the numbers are, in text and in binary; what the file's size says
 *     crg_order.c          which way round they are
 *     crg_reference_line.c the reference line, and which way is left of it
 *     crg_mesh.c           points and triangles
 *     crg_document.c       the document
 */
#ifndef PADDOCK_FORMAT_CRG_CRG_IMPORT_H
#define PADDOCK_FORMAT_CRG_CRG_IMPORT_H

#include <string.h>

#include "mesh/stated_place.h"
#include "mesh/text_lines.h"
#include "model/mesh.h"

/* Parameters of $ROAD_CRG, by their names without "reference_line_" and "long_section_". */
enum {
    PDK_CRG_START_U,
    PDK_CRG_END_U,
    PDK_CRG_INCREMENT,
    PDK_CRG_V_RIGHT,
    PDK_CRG_V_LEFT,
    PDK_CRG_V_INCREMENT,
    PDK_CRG_START_X,
    PDK_CRG_START_Y,
    PDK_CRG_START_PHI,
    PDK_CRG_END_X,
    PDK_CRG_END_Y,
    PDK_CRG_END_PHI,
    PDK_CRG_START_Z,
    PDK_CRG_END_Z,
    PDK_CRG_START_S,
    PDK_CRG_END_S,
    PDK_CRG_START_B,
    PDK_CRG_END_B,
    PDK_CRG_START_LON,
    PDK_CRG_START_LAT,
    PDK_CRG_START_ALT,
    PDK_CRG_END_LON,
    PDK_CRG_END_LAT,
    PDK_CRG_END_ALT,
    PDK_CRG_PARAMETERS
};
extern const char *const pdk_crg_parameter_names[PDK_CRG_PARAMETERS];

/* Channels of the reference line. */
enum { PDK_CRG_U, PDK_CRG_X, PDK_CRG_Y, PDK_CRG_PHI, PDK_CRG_BANKING, PDK_CRG_SLOPE, PDK_CRG_LINES };

typedef struct pdk_crg_section {
    double v;
    uint32_t channel;
} pdk_crg_section;

/* The file with the data, where a header names one. */
typedef struct pdk_crg_reference {
    char *path;  /* NULL = none */
    uint64_t at; /* its block */
} pdk_crg_reference;

enum { PDK_CRG_RECORD = 80 }; /* bytes */

typedef struct pdk_crg_file {
    pdk_document *document;
    const char *text; /* the file with the data: offsets count in it */
    uint64_t size;
    uint64_t modifiers, options;         /* lines of these blocks */
    pdk_bytes option_lines;              /* those of the options as they stand */
    pdk_mesh_fact facts[2];              /* of both blocks */
    bool modifiers_fixed, options_fixed; /* a file that names this one has the block, which then counts */
    double parameters[PDK_CRG_PARAMETERS];
    bool given[PDK_CRG_PARAMETERS];
    uint64_t comment_at, comment_size;
    pdk_stated_place place; /* the coordinate system that a comment states; the origin is in the numbers */
    char format[5];         /* "KRBI" */
    uint64_t data;          /* the first byte after the header */
    uint32_t channels;
    int lines[PDK_CRG_LINES];  /* channel of each, -1 = none */
    pdk_crg_section *sections; /* from right to left */
    uint32_t section_count;
    bool by_position; /* sections carry their v */
    bool is_text;
    uint32_t width;       /* bytes of a number */
    bool little;          /* in binary: the wrong way round, see crg_order.c */
    uint32_t lines_a_row; /* in text */
    uint64_t *line_at;    /*   where each line is; one more than there are */
    uint64_t rows;
    double (*line)[2], (*left)[2];              /* of each row: where the line is, and what 1 to the left of it adds */
    double *height;                             /* of the line */
    uint64_t *points_before, *triangles_before; /* each row; one more than there are */
    pdk_mesh mesh;
} pdk_crg_file;

/* --- crg_header.c --- */
/* reference->path != NULL: the data is in another file, and nothing else in this one counts. */
pdk_status pdk_crg_read_header(pdk_crg_file *crg, pdk_crg_reference *reference, pdk_error *error);

/* --- crg_sections.c --- */
/* crg->sections get their order and places; `offset` is where the header ends. */
pdk_status pdk_crg_place_sections(pdk_crg_file *crg, uint64_t offset, pdk_error *error);

/* --- crg_reference.c --- */
/* Reads the header, that of the file it names included. */
pdk_status pdk_crg_read_headers(pdk_crg_file *crg, pdk_error *error);

/* --- crg_value.c --- */
/* Where it is in the file. */
uint64_t pdk_crg_value_at(const pdk_crg_file *crg, uint64_t row, uint32_t channel);
/* NaN = nothing there. */
double pdk_crg_value(const pdk_crg_file *crg, uint64_t row, uint32_t channel);
/* The same where it is text; *broken = it is no number. */
double pdk_crg_read_text(const pdk_crg_file *crg, uint64_t row, uint32_t channel, bool *broken);

/* --- crg_data.c --- */
pdk_status pdk_crg_find_rows(pdk_crg_file *crg, pdk_error *error);
/* The word **unused** is in its place. */
bool pdk_crg_is_unused(const pdk_crg_file *crg, uint64_t row, uint32_t channel);

/* --- crg_order.c --- */
/* For numbers whose rows are known. */
void pdk_crg_find_order(pdk_crg_file *crg);

/* --- crg_reference_line.c --- */
pdk_status pdk_crg_lay_line(pdk_crg_file *crg, pdk_error *error);
/* Cross slope of a row. */
double pdk_crg_banking(const pdk_crg_file *crg, uint64_t row);

/* --- crg_mesh.c --- */
pdk_status pdk_crg_open_mesh(pdk_crg_file *crg, pdk_error *error);

#endif
