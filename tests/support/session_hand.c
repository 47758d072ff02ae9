#include "session_hand.h"

#include <assert.h>

#include "model/document.h"

static const pdk_format_info info = { .id = "hand", .title = "Written by hand" };

static pdk_status read_session(const pdk_document *document, pdk_memory *memory, pdk_session *session, pdk_error *error)
{
    (void)memory;
    (void)error;
    *session = *(const pdk_session *)document->state;
    return PDK_OK;
}

static const pdk_services services = { .session = read_session,
                                       .session_has =
                                           PDK_HAS_CROSSINGS | PDK_HAS_PITS | PDK_HAS_CONTACTS | PDK_HAS_PENALTIES };

pdk_document *hand_document(const pdk_session *session)
{
    pdk_document *document;
    pdk_status status = pdk_document_make(&(pdk_limits){ 0 }, &(pdk_allocator){ 0 }, &info, &document, NULL);
    assert(status == PDK_OK);
    (void)status;
    document->services = &services;
    document->state = (void *)(uintptr_t)session;
    return document;
}
