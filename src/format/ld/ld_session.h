#ifndef PADDOCK_FORMAT_LD_LD_SESSION_H
#define PADDOCK_FORMAT_LD_LD_SESSION_H

#include "model/document.h"
#include "model/session.h"

pdk_status pdk_ld_read_session(const pdk_document *document, pdk_memory *memory, pdk_session *session,
                               pdk_error *error);

#endif
