/* What all calls that change a surface begin and end with. */
#ifndef PADDOCK_SURFACE_CHANGE_SURFACE_CHANGE_H
#define PADDOCK_SURFACE_CHANGE_SURFACE_CHANGE_H

#include "surface/change/surface_builder.h"

typedef struct pdk_surface_change {
    pdk_surface_work work;
    pdk_surface_options options; /* with document and frame filled in */
    pdk_surface_source whole;
    pdk_surface_report report;
} pdk_surface_change;

/* Call pdk_surface_change_end afterwards, also after a failure. *made becomes NULL. */
pdk_status pdk_surface_change_begin(pdk_surface_change *change, const pdk_document *document,
                                    const pdk_surface_options *options, pdk_document **made, pdk_error *error);
/* On success gives the report to the caller; checks whether the file changed meanwhile. */
pdk_status pdk_surface_change_end(pdk_surface_change *change, pdk_status status, pdk_document **made,
                                  pdk_surface_report *report, pdk_error *error);

#endif
