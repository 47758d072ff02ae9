/* Packed points as if they were not: an index of chunks is made when the file is opened, and points are unpacked when
 * they are requested, some chunks at a time.
 *
 *     laz_scheme.c    how the points are packed, as a record says
 *     laz_index.c     the table of chunks; without one, or with a damaged one, what can be found of them
 *     laz_windows.c   the index as windows: what is unpacked at once
 *     laz_damage.c    chunks that cannot be unpacked
 *     laz_read.c      points of unpacked windows, which are kept for a while
 */
#ifndef PADDOCK_FORMAT_LAS_LAZ_LAZ_H
#define PADDOCK_FORMAT_LAS_LAZ_LAZ_H

#include "format/las/las.h"
#include "format/las/laz/laz_chunk.h"
#include "format/las/laz/laz_layout.h"

typedef struct pdk_laz_chunk {
    uint64_t offset, size; /* of its bytes; of the one chunk of a file without chunks, the most it can have */
    uint64_t first;        /* number of its first point; those before are in chunks before */
} pdk_laz_chunk;

/* Chunks that follow each other and together have no more points than are unpacked at once; or a larger one alone. */
typedef struct pdk_laz_window {
    uint64_t first; /* number of its first point */
    uint64_t chunk; /* the first of them */
} pdk_laz_window;

typedef struct pdk_laz_cache pdk_laz_cache;

struct pdk_laz {
    pdk_document *document;
    const uint8_t *bytes; /* of the file */
    pdk_laz_scheme scheme;
    uint32_t chunk_points; /* PDK_LAZ_VARIABLE: the table says */
    pdk_vector chunks;     /* pdk_laz_chunk; one more ends the last */
    pdk_vector windows;    /* pdk_laz_window, the same */
    uint32_t window_points;
    pdk_laz_cache *cache;
};

/* --- laz_open.c --- */
/* Of a file whose header and records are read: sets las->packed and las->point_count. */
pdk_status pdk_laz_open(pdk_las *las, pdk_error *error);
/* --- laz_scheme.c --- */
pdk_status pdk_laz_read_scheme(const pdk_las *las, pdk_laz *laz, pdk_error *error);
/* --- laz_index.c --- */
pdk_status pdk_laz_read_index(pdk_las *las, pdk_laz *laz, pdk_error *error);
uint64_t pdk_laz_chunk_points(const pdk_laz *laz, uint64_t chunk);
/* Unpacks a chunk and forgets it. `records` has room for a window. */
pdk_laz_trouble pdk_laz_try_chunk(const pdk_laz *laz, pdk_laz_decoder *decoder, uint64_t chunk, uint8_t *records);
/* --- laz_windows.c --- */
pdk_status pdk_laz_make_windows(pdk_laz *laz, pdk_error *error);
/* --- laz_damage.c --- */
/* "the bytes end before the points" ... */
const char *pdk_laz_what(pdk_laz_trouble trouble);
/* A failure to unpack this chunk. */
pdk_status pdk_laz_fail_chunk(const pdk_laz *laz, uint64_t chunk, pdk_laz_trouble trouble, pdk_error *error);
/* What opening with `partial` does: all chunks are unpacked, and those that cannot be are left out and reported. */
pdk_status pdk_laz_leave_out_damaged(pdk_las *las, pdk_laz *laz, pdk_error *error);
/* Tries all chunks, and reports those that cannot be unpacked. */
pdk_status pdk_laz_report_damaged(const pdk_laz *laz, pdk_report *report, pdk_error *error);
/* --- laz_read.c --- */
pdk_status pdk_laz_make_cache(pdk_laz *laz, pdk_error *error);
pdk_status pdk_laz_take(const pdk_laz *laz, uint64_t first, size_t count, pdk_las_run *run, pdk_error *error);
void pdk_laz_give_back(const pdk_laz *laz, const pdk_las_run *run);

#endif
