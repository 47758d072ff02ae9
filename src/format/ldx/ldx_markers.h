/* MoTeC's .ldx: XML with a marker for each beacon of a log, and details as texts. It is beside the log, whose reader
 * takes the markers from here; alone it is a document with what it has.
 *
 *     ldx_markers.c     the markers, one after the other
 *     ldx_read.c        the document
 */
#ifndef PADDOCK_FORMAT_LDX_LDX_MARKERS_H
#define PADDOCK_FORMAT_LDX_LDX_MARKERS_H

#include <stdbool.h>

/* The text that is left. */
typedef struct pdk_ldx_text {
    const char *at, *end;
} pdk_ldx_text;

/* A beacon. */
typedef struct pdk_ldx_marker {
    const char *at;    /* where its tag begins */
    bool timed;        /* it has a time */
    double time;       /* s since the log began */
    pdk_ldx_text name; /* as it is written; empty = none */
} pdk_ldx_marker;

/* The next beacon, in the order of the file; false when there are no more. */
bool pdk_ldx_next_marker(pdk_ldx_text *text, pdk_ldx_marker *marker);

#endif
