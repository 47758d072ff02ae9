/* Latitudes and longitudes of the rows of a log, as metres. */
#ifndef PADDOCK_MODEL_PLANE_ROWS_H
#define PADDOCK_MODEL_PLANE_ROWS_H

#include "model/geographic.h"

typedef struct pdk_plane_rows {
    const double *latitudes, *longitudes; /* degrees, as they are in the file */
    const bool *placeless;                /* of each row: the file leaves its place empty; NULL = none is */
    uint64_t rows;
} pdk_plane_rows;

typedef struct pdk_plane_places {
    pdk_local_plane plane; /* near the first place */
    double *x, *y;         /* m, NaN in a row without a place; NULL = no row has one */
    uint64_t lost, first;  /* rows with a place that is none and not left empty, and the first of them */
} pdk_plane_places;

/* Fails without memory only, which `memory` gives. */
pdk_status pdk_plane_rows_place(pdk_memory *memory, const pdk_plane_rows *from, pdk_plane_places *to, pdk_error *error);

typedef struct pdk_lost_places {
    uint64_t lost, rows;
    double first; /* the time of the first that is lost, s */
} pdk_lost_places;

/* The finding of this code about rows that lost their place; nothing where none did. */
void pdk_document_add_lost_places(pdk_document *document, const char *code, uint64_t offset, const char *where,
                                  pdk_lost_places of);

#endif
