/* What goes into a page, and the manifest that says so. */
#ifndef PADDOCK_PAGE_BUNDLE_H
#define PADDOCK_PAGE_BUNDLE_H

#include "page/page_document.h"

typedef enum pdk_page_piece_kind {
    PDK_PAGE_PIECE_ROWS,
    PDK_PAGE_PIECE_RUN,
    PDK_PAGE_PIECE_TRACK,
    PDK_PAGE_PIECE_MARKS,
    PDK_PAGE_PIECE_RECORDED,
    PDK_PAGE_PIECE_TRACES,
    PDK_PAGE_PIECE_SURFACE,
    PDK_PAGE_PIECE_SCENE,
    PDK_PAGE_PIECE_IMAGE,
    PDK_PAGE_PIECE_BYTES,
    PDK_PAGE_PIECE_LAYOUT
} pdk_page_piece_kind;

/* One block, and how it is made. */
typedef struct pdk_page_piece {
    pdk_page_piece_kind kind;
    const pdk_page_subject *subject;
    size_t index;                  /* of the run, surface, picture */
    uint64_t first, count;         /* rows, bytes */
    const pdk_table *table;        /* ROWS */
    const pdk_lap_reference *laps; /* TRACES: `count` of them ... */
    double step;                   /*   ... m */
    pdk_bytes packed;              /* gzip, in the bundle's memory */
    pdk_status status;
    pdk_error error;
} pdk_page_piece;

/* The pictures of a document are pieces first_piece, first_piece + 1 ... */
typedef struct pdk_page_album {
    const pdk_document *document;
    size_t first_piece;
} pdk_page_album;

enum { PDK_PAGE_NO_PIECE = 0 }; /* blocks are numbered from 1 */

typedef struct pdk_page_bundle {
    pdk_memory *memory;
    const pdk_page_options *options;
    pdk_page_subject *subjects;
    size_t count;
    pdk_vector pieces; /* pdk_page_piece */
    pdk_vector albums; /* pdk_page_album: documents whose pictures are in the page */
    pdk_output *manifest;
} pdk_page_bundle;

/* Plans the pieces and writes the manifest. To be closed, also after a failure. */
pdk_status pdk_page_bundle_plan(pdk_page_bundle *bundle, const pdk_page_file *files, size_t count,
                                const pdk_page_options *options, pdk_memory *memory, pdk_error *error);
/* Makes and packs all pieces, on all processors. */
pdk_status pdk_page_bundle_make(pdk_page_bundle *bundle, pdk_error *error);
void pdk_page_bundle_close(pdk_page_bundle *bundle);

/* Makes and packs one piece now. */
pdk_status pdk_page_make_piece(pdk_page_bundle *bundle, size_t number, pdk_error *error);
/* A piece more; its number. PDK_PAGE_NO_PIECE when out of memory. */
size_t pdk_page_bundle_add(pdk_page_bundle *bundle, const pdk_page_piece *piece);

/* --- page_plan_tables.c: which rows fit --- */
typedef struct pdk_page_room {
    uint64_t values;  /* that tables may have in all */
    uint64_t moments; /* a stored table with as many rows has only its first; UINT64_MAX = none */
} pdk_page_room;
/* rows[i] of table i, most of what people ask for first. */
pdk_status pdk_page_choose_rows(const pdk_page_table *tables, size_t count, const pdk_page_room *room,
                                pdk_memory *memory, uint64_t *rows, pdk_error *error);
/* All columns of a table but the hidden ones. *count of them, in `memory`; NULL on failure. */
size_t *pdk_page_shown_columns(const pdk_table *table, pdk_memory *memory, size_t *count);

/* --- page_plan_laps.c: which laps are compared --- */
/* The member "traces" of the manifest, with the pieces it names. */
pdk_status pdk_page_plan_traces(pdk_page_bundle *bundle, pdk_json *json, pdk_error *error);

#endif
