/* What a RAF file records about its lap. */
#ifndef PADDOCK_FORMAT_RAF_RAF_SESSION_H
#define PADDOCK_FORMAT_RAF_RAF_SESSION_H

#include "model/document.h"

struct pdk_session;

pdk_status pdk_raf_read_session(const pdk_document *document, pdk_memory *memory, struct pdk_session *session,
                                pdk_error *error);

/* Findings for splits that cannot be true; the tables are there already. */
void pdk_raf_add_split_findings(pdk_document *document);

#endif
