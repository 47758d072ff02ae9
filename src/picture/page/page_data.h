/* The pieces of data of a page: each writes one block to an output. Arguments have been checked. */
#ifndef PADDOCK_PAGE_DATA_H
#define PADDOCK_PAGE_DATA_H

#include "model/mesh.h"
#include "page/page_block.h"
#include "page/page_motion.h"
#include "paddock/page.h"

/* Columns, and rows first .. first+count-1. */
typedef struct pdk_page_cells {
    const size_t *columns;
    size_t column_count;
    uint64_t first;
    size_t count;
} pdk_page_cells;

/* --- page_rows.c --- */
pdk_status pdk_page_put_rows(const pdk_table *table, pdk_page_cells cells, pdk_memory *memory, pdk_output *output,
                             pdk_error *error);
/* --- page_track.c: less the motion's origin --- */
pdk_status pdk_page_put_track(const pdk_page_moving *moving, pdk_memory *memory, pdk_output *output, pdk_error *error);
/* --- page_marks.c: less the motion's origin; PDK_E_UNSUPPORTED where the document has none --- */
bool pdk_page_has_marks(const pdk_document *document);
pdk_status pdk_page_put_marks(const pdk_document *document, const pdk_page_moving *moving, pdk_memory *memory,
                              pdk_output *output, pdk_error *error);
/* --- page_recorded.c: of a document or of its analysis; PDK_E_UNSUPPORTED where there are no results --- */
bool pdk_page_has_recorded(const pdk_document *document);
pdk_status pdk_page_put_recorded(const pdk_document *document, pdk_memory *memory, pdk_output *output,
                                 pdk_error *error);
/* --- page_traces.c: on the caller's thread, whose progress it calls --- */
typedef struct pdk_page_compared {
    const pdk_lap_reference *laps;
    size_t count;
    double step;         /* m */
    bool each_reference; /* any of them may be what the others are compared with, if they are few */
} pdk_page_compared;
pdk_status pdk_page_put_traces(const pdk_page_compared *wanted, const pdk_page_options *own, pdk_memory *memory,
                               pdk_output *output, pdk_error *error);
/* --- page_surface.c --- */
/* Would this surface be simplified, and is what it takes there? PDK_E_UNSUPPORTED where it is not. */
pdk_status pdk_page_surface_fits(const pdk_document *document, size_t index, uint64_t triangles, pdk_error *error);
pdk_status pdk_page_put_surface(const pdk_page_file *file, size_t index, uint64_t triangles, pdk_memory *memory,
                                pdk_output *output, pdk_error *error);
/* --- page_points.c: columns of a surface's block, for its colours --- */
pdk_status pdk_page_put_points(pdk_page_block *block, const pdk_mesh *mesh, pdk_error *error);
/* --- page_scene.c: a document that makes a separate scene, unless that has far more triangles than are wanted --- */
bool pdk_page_has_scene(const pdk_page_file *file, uint64_t triangles);
pdk_status pdk_page_put_scene(const pdk_page_file *file, pdk_memory *memory, pdk_output *output, pdk_error *error);
/* --- page_image.c: the document's pictures, then those of its art --- */
size_t pdk_page_image_count(const pdk_page_file *file);
const pdk_image_info *pdk_page_image_info(const pdk_page_file *file, size_t index);
/* Whose picture that is, and in *index which of its; NULL past the last. */
const pdk_document *pdk_page_image_owner(const pdk_page_file *file, size_t *index);
pdk_status pdk_page_put_image(const pdk_page_file *file, size_t index, pdk_memory *memory, pdk_output *output,
                              pdk_error *error);
/* --- page_layout.c --- */
pdk_status pdk_page_put_layout(const pdk_document *document, uint64_t first, uint64_t count, pdk_memory *memory,
                               pdk_output *output, pdk_error *error);

#endif
