/* What a RAF file records about its lap. The state of its document is its judged splits. */
#ifndef PADDOCK_FORMAT_RAF_RAF_SESSION_H
#define PADDOCK_FORMAT_RAF_RAF_SESSION_H

#include "model/document.h"

struct pdk_session;

pdk_status pdk_raf_read_session(const pdk_document *document, pdk_memory *memory, struct pdk_session *session,
                                pdk_error *error);

#endif
