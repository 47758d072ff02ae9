/* A packed file is opened: what is in memory of it from then on. */
#include "format/las/laz/laz.h"

enum { WINDOW_BYTES = 8 << 20, WINDOW_POINTS = 1 << 18 };

pdk_status pdk_laz_open(pdk_las *las, pdk_error *error)
{
    pdk_document *document = las->document;
    pdk_laz *laz = pdk_alloc(&document->memory, sizeof *laz);
    if (laz == NULL) return pdk_fail_memory(error, &document->memory, "packed points");
    laz->document = document;
    laz->bytes = las->bytes;
    laz->window_points =
        WINDOW_BYTES / las->point_size < WINDOW_POINTS ? WINDOW_BYTES / las->point_size : WINDOW_POINTS;
    if (document->packed == NULL) document->packed = "laz";
    pdk_status status = pdk_laz_read_scheme(las, laz, error);
    if (status == PDK_OK) status = pdk_laz_read_index(las, laz, error);
    if (status == PDK_OK && document->partial) status = pdk_laz_leave_out_damaged(las, laz, error);
    if (status == PDK_OK) status = pdk_laz_make_windows(laz, error);
    if (status == PDK_OK) status = pdk_laz_make_cache(laz, error);
    if (status != PDK_OK) return status;
    las->point_count = ((const pdk_laz_chunk *)laz->chunks.items)[laz->chunks.count - 1].first;
    las->packed = laz;
    pdk_document_add_evidence(document, "the points are packed, %s: %llu chunks",
                              laz->scheme.layered ? "in layers" : "one after the other",
                              (unsigned long long)laz->chunks.count - 1);
    return PDK_OK;
}
