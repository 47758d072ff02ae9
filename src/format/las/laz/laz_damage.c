/* Chunks that cannot be unpacked: each costs itself. */
#include <inttypes.h>
#include <stdio.h>

#include "base/parallel.h"
#include "format/las/laz/laz.h"

const char *pdk_laz_what(pdk_laz_trouble trouble)
{
    switch (trouble) {
    case PDK_LAZ_SHORT: return "its bytes end before its points";
    case PDK_LAZ_LEFT_OVER: return "its points end before its bytes";
    case PDK_LAZ_IMPOSSIBLE: return "it holds a number that nothing writes";
    case PDK_LAZ_MISFIT: return "its layers or its number of points do not fit it";
    default: return "it cannot be unpacked";
    }
}

pdk_status pdk_laz_fail_chunk(const pdk_laz *laz, uint64_t chunk, pdk_laz_trouble trouble, pdk_error *error)
{
    const pdk_laz_chunk *at = (const pdk_laz_chunk *)laz->chunks.items + chunk;
    char where[48];
    snprintf(where, sizeof where, "las.chunk[%" PRIu64 "]", chunk);
    return pdk_fail_where(error, PDK_E_CORRUPT, at->offset, "las.laz.chunk", where,
                          "points %" PRIu64 " to %" PRIu64 " cannot be unpacked: %s; open the file as a damaged one "
                          "(partial) for the others",
                          at->first, at[1].first - 1, pdk_laz_what(trouble));
}

/* ---------------------------------------------------------------------------------------------- all of them */

typedef struct trial {
    const pdk_laz *laz;
    uint8_t *troubles;
    pdk_laz_decoder *decoders[PDK_MAX_THREADS];
    uint8_t *records[PDK_MAX_THREADS];
    bool failed[PDK_MAX_THREADS];
} trial;

static void try_some(void *user, size_t thread, uint64_t first, uint64_t count)
{
    trial *all = user;
    const pdk_laz *laz = all->laz;
    pdk_memory *memory = &laz->document->memory;
    if (all->decoders[thread] == NULL) all->decoders[thread] = pdk_laz_decoder_make(memory, &laz->scheme);
    if (all->records[thread] == NULL)
        all->records[thread] = pdk_alloc_raw(memory, (size_t)laz->window_points * laz->scheme.size);
    if (all->decoders[thread] == NULL || all->records[thread] == NULL) all->failed[thread] = true;
    for (uint64_t i = first; i < first + count && !all->failed[thread]; i++) {
        pdk_laz_trouble trouble = pdk_laz_try_chunk(laz, all->decoders[thread], i, all->records[thread]);
        all->troubles[i] = (uint8_t)trouble;
        if (trouble == PDK_LAZ_NO_MEMORY) all->failed[thread] = true;
    }
}

/* Tries all chunks, on all processors: *troubles has a pdk_laz_trouble for each, until it is freed. */
static pdk_status try_all(const pdk_laz *laz, uint8_t **troubles, pdk_error *error)
{
    pdk_memory *memory = &laz->document->memory;
    uint64_t count = laz->chunks.count - 1;
    trial *all = pdk_alloc(memory, sizeof *all);
    *troubles = pdk_alloc_array(memory, laz->chunks.count, 1);
    bool fine = all != NULL && *troubles != NULL;
    if (fine) {
        all->laz = laz;
        all->troubles = *troubles;
        pdk_parallel_run(&(pdk_parallel){ .count = count, .piece = 1, .work = try_some, .user = all });
    }
    for (size_t i = 0; i < PDK_MAX_THREADS && all != NULL; i++) {
        if (all->decoders[i] != NULL) pdk_laz_decoder_free(all->decoders[i]);
        pdk_free(memory, all->records[i]);
        fine = fine && !all->failed[i];
    }
    pdk_free(memory, all);
    return fine ? PDK_OK : pdk_fail_memory(error, memory, "unpacked points");
}

pdk_status pdk_laz_leave_out_damaged(pdk_las *las, pdk_laz *laz, pdk_error *error)
{
    uint8_t *troubles;
    pdk_status status = try_all(laz, &troubles, error);
    if (status != PDK_OK) return status;
    pdk_laz_chunk *chunks = laz->chunks.items;
    uint64_t count = laz->chunks.count - 1, kept = 0, points = 0;
    for (uint64_t i = 0; i < count; i++) {
        pdk_laz_chunk chunk = chunks[i];
        uint64_t more = chunks[i + 1].first - chunk.first;
        if (troubles[i] == PDK_LAZ_FINE) {
            chunks[kept++] = (pdk_laz_chunk){ chunk.offset, chunk.size, points };
            points += more;
            continue;
        }
        char where[48];
        snprintf(where, sizeof where, "las.chunk[%" PRIu64 "]", i);
        pdk_document_add_finding(las->document, PDK_ERROR, "las.laz.chunk", chunk.offset, where,
                                 "points %" PRIu64 " to %" PRIu64 " of the file are left out: %s", chunk.first,
                                 chunk.first + more - 1, pdk_laz_what((pdk_laz_trouble)troubles[i]));
    }
    chunks[kept] = (pdk_laz_chunk){ chunks[count].offset, 0, points };
    laz->chunks.count = kept + 1;
    pdk_free(&las->document->memory, troubles);
    return PDK_OK;
}

pdk_status pdk_laz_report_damaged(const pdk_laz *laz, pdk_report *report, pdk_error *error)
{
    uint8_t *troubles;
    pdk_status status = try_all(laz, &troubles, error);
    const pdk_laz_chunk *chunks = laz->chunks.items;
    for (uint64_t i = 0; i < laz->chunks.count - 1 && status == PDK_OK && !report->stopped; i++) {
        if (troubles[i] == PDK_LAZ_FINE) continue;
        char where[48];
        snprintf(where, sizeof where, "las.chunk[%" PRIu64 "]", i);
        pdk_report_finding(report, PDK_ERROR, "las.laz.chunk", chunks[i].offset, where,
                           "points %" PRIu64 " to %" PRIu64 " cannot be unpacked: %s", chunks[i].first,
                           chunks[i + 1].first - 1, pdk_laz_what((pdk_laz_trouble)troubles[i]));
    }
    pdk_free(&laz->document->memory, troubles);
    return status;
}
