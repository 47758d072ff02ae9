/* What a track is as a whole: its kind, its header, its length and heights. */
#include <math.h>
#include <string.h>

#include "format/tri/tri_track.h"

static void add_number(pdk_document *document, const char *name, double value, const char *meaning)
{
    pdk_document_add_number(document, name, value, "m", meaning, PDK_CONFIRMED);
}

static void add_measures(pdk_document *document, const pdk_tri_track *track)
{
    uint32_t last = track->node_count - 1;
    double length = track->distance[last], level_length = 0, low = track->places[0][2], high = low, level = 0;
    for (uint32_t i = 1; i <= last; i++) {
        pdk_tri_step(track->places[i - 1], track->places[i], &level);
        level_length += level;
        low = fmin(low, track->places[i][2]);
        high = fmax(high, track->places[i][2]);
    }
    uint32_t next;
    bool closes = pdk_tri_next(track, last, &next);
    double gap = closes ? pdk_tri_step(track->places[last], track->places[0], &level) : 0;
    add_number(document, "length", length + gap, "along the nodes, back to node 0 when closed");
    add_number(document, "level_length", level_length + (closes ? level : 0), "the same, seen from above");
    if (closes) add_number(document, "closing_gap", gap, "from the last node to node 0; part of both lengths");
    add_number(document, "lowest", low, "lowest height of a node");
    add_number(document, "highest", high, "highest height of a node");
}

void pdk_tri_add_properties(pdk_document *document, const pdk_tri_track *track)
{
    const char *kind = track->closed ? "closed" : "open";
    pdk_document_add_text(document, "kind", kind, strlen(kind), "closed: a circuit; open: from one place to another",
                          PDK_CONFIRMED);
    pdk_document_add_fields(document, &pdk_tri_header, document->content.data);
    pdk_document_add_count(document, "node_count", track->node_count, "nodes in use, four for each record");
    pdk_document_add_count(document, "prop_count", track->prop_count, "props in use");
    if (track->node_count > 0) add_measures(document, track);
}
