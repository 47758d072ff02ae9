/* What both kinds of Live for Speed path files share: nodes with a centre and four edges, as lines. */
#ifndef PADDOCK_FORMAT_PTH_PTH_LINES_H
#define PADDOCK_FORMAT_PTH_PTH_LINES_H

#include "model/document.h"

/* Nodes that follow each other in the file; lives as long as the document. */
typedef struct pdk_pth_run {
    const pdk_record *record; /* of a node: with the fields of PDK_PTH_NODE_FIELDS */
    uint64_t offset;          /* of the first */
    uint64_t count;
    bool closed; /* from the last back to the first */
} pdk_pth_run;

/* Lines of a run, in the order centre, edges of the road, limits; NULL ends the list. */
enum { PDK_PTH_LINES = 5 };
void pdk_pth_add_lines(pdk_document *document, const pdk_pth_run *run, const char *const *names);
/* Along the centre from node `from` to node `to`, on round if `to` is not behind; m. Both are nodes of the run. */
double pdk_pth_way(const pdk_document *document, const pdk_pth_run *run, uint64_t from, uint64_t to);
/* A pdk_measure: along all of the run (`state`), round to where it began if it is closed. */
double pdk_pth_measure(const pdk_document *document, const void *state);
/* A table with a row for each node, all fields of the record. */
void pdk_pth_add_nodes(pdk_document *document, const pdk_pth_run *run, const char *name, const char *meaning);

#endif
