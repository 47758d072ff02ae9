/* What a target of conversions gives to the rest. Adding one is a folder or file in src/export/ and a line in exporters.def. */
#ifndef PADDOCK_EXPORT_EXPORTER_H
#define PADDOCK_EXPORT_EXPORTER_H

#include "model/mesh.h"

/* A conversion under way. */
typedef struct pdk_export {
    const pdk_document *document;
    const pdk_convert_options *options;
    pdk_convert_report *report; /* the exporter sets what was written and dropped */
    pdk_memory *memory;         /* lives as long as the conversion */
    pdk_output *output;
    /* Everything as one mesh in the exporter's frame: turned, scaled, and moved by the origin. Only for exporters that are
     * not of scenes. `mesh.arrays` is there where nothing needed to be done to it. */
    pdk_mesh mesh;
    pdk_turn turn;  /* from the document's axes to the exporter's */
    double scale;
    /* Opens a file beside the main one: its base name with this put in place of the extension (".mtl", "-road.png"). The
     * name it got, without folder, goes to *name. NULL where only one output is written: do without, and note it. */
    pdk_output *(*companion)(struct pdk_export *job, const char *suffix, const char **name, pdk_error *error);
    struct pdk_companions *companions;
} pdk_export;

typedef struct pdk_exporter {
    pdk_target_info info;
    pdk_frame frame;      /* the one info.frame names */
    bool scene;           /* takes the document as it is: materials, images, placed parts */
    bool doubles;         /* coordinates are not narrowed to floats: no origin is needed */
    bool own_origin;      /* has a field for the origin */
    pdk_status (*write)(pdk_export *job, pdk_error *error);
} pdk_exporter;

extern const pdk_exporter *const pdk_exporters[];
extern const size_t pdk_exporters_count;

/* A finding of the conversion: what was left out or done. */
void pdk_export_note(const pdk_export *job, pdk_severity severity, const char *code, const char *format, ...) PDK_PRINTF(4, 5);
/* Reports progress; a failure when the caller wants to stop. */
pdk_status pdk_export_progress(const pdk_export *job, uint64_t done, uint64_t total, pdk_error *error);

#endif
