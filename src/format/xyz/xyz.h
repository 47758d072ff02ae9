/* Points as lines of numbers, in any of the usual ways.
 *
 *     xyz_shape.c    which separator, which columns, where the numbers begin
 *     xyz_points.c   reading them
 *     xyz_values.c   the other columns, as attributes of the mesh
 *     xyz_import.c   the document
 */
#ifndef PADDOCK_FORMAT_XYZ_XYZ_H
#define PADDOCK_FORMAT_XYZ_XYZ_H

#include <string.h>

#include "mesh/text_lines.h"
#include "model/mesh.h"

enum { PDK_XYZ_COLUMNS = 256 }; /* more are skipped */

typedef struct pdk_xyz_shape {
    uint64_t begin; /* the first byte after a mark of the encoding, a header, a count */
    char separator; /* ',', ';', or ' ' for blanks and tabs */
    size_t columns;
    int axis[3];                     /* which column is x, y, z */
    pdk_line names[PDK_XYZ_COLUMNS]; /* of the header; at == NULL = none */
    bool has_names;
    uint64_t announced; /* points, where a line says how many; UINT64_MAX = none does */
    /* What is wrong, where something is: a code, a place, a sentence. */
    const char *trouble, *sentence;
    uint64_t trouble_at;
} pdk_xyz_shape;

/* Columns that are more than numbers to us. */
enum { PDK_XYZ_INTENSITY, PDK_XYZ_RED, PDK_XYZ_GREEN, PDK_XYZ_BLUE, PDK_XYZ_KNOWN };

/* What a column holds, judging by all lines. */
typedef struct pdk_xyz_range {
    double minimum, maximum; /* NAN where a field is not a number */
    bool whole;
} pdk_xyz_range;

typedef struct pdk_xyz {
    pdk_document *document;
    pdk_xyz_shape shape;
    pdk_text_index lines;
    int known[PDK_XYZ_KNOWN]; /* which column; -1 = there is none */
    pdk_xyz_range ranges[PDK_XYZ_KNOWN];
    pdk_line_faults words; /* lines with a word where a number was expected, besides x, y and z */
    const char **names;    /* of the columns */
    pdk_mesh mesh;
} pdk_xyz;

/* Looks at the first lines. False when they are not points; then *shape may say why. */
bool pdk_xyz_look(pdk_bytes bytes, pdk_xyz_shape *shape);
bool pdk_xyz_is_content(const void *user, const pdk_line *line);
/* The next field of a line; false after the last. */
bool pdk_xyz_field(pdk_line *line, char separator, pdk_line *field);

pdk_status pdk_xyz_open_points(pdk_xyz *xyz, pdk_error *error);

/* --- xyz_values.c --- */
/* Which columns are intensity and colours: by the header's names, or as PTS files have them. */
void pdk_xyz_find_known(pdk_xyz *xyz);
/* The known columns of a line, into their ranges. False where a column has something else than a number; an empty one
 * has only no value. */
bool pdk_xyz_look_at_values(const pdk_xyz *xyz, pdk_line line, pdk_xyz_range ranges[PDK_XYZ_KNOWN]);
pdk_xyz_range pdk_xyz_no_range(void);
void pdk_xyz_join_range(pdk_xyz_range *range, const pdk_xyz_range *more);
/* All columns but x, y and z as attributes of the mesh. */
pdk_status pdk_xyz_add_attributes(pdk_xyz *xyz, pdk_error *error);

#endif
