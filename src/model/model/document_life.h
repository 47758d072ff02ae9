/* How a document comes to be; pdk_retain and pdk_close, which count its holders, are defined here, too. */
#ifndef PADDOCK_MODEL_DOCUMENT_LIFE_H
#define PADDOCK_MODEL_DOCUMENT_LIFE_H

#include "model/document.h"

/* Empty, with one holder; `options` are of this edition. PDK_E_MEMORY when memory runs out; PDK_E_ARGUMENT inside an
 * allocator. */
pdk_status pdk_document_create(const pdk_open_options *options, pdk_document **created, pdk_error *error);

/* A public call that calls the caller's functions holds what it works on: these may close it, and then it stays until
 * the call ends. NULL is fine. */
void pdk_close_held(pdk_document *const *held);
#define PDK_HOLD_AS(name, document) \
    pdk_document *const name __attribute__((cleanup(pdk_close_held), unused)) = pdk_retain(document)
#define PDK_HOLD(document) PDK_HOLD_AS(held_document, document)

/* The same for documents in an array of structs: each at `first` + i * `stride`; NULL for no array. */
typedef struct pdk_held_documents {
    const void *first;
    size_t stride, count;
} pdk_held_documents;

pdk_held_documents pdk_hold_documents(const void *first, size_t stride, size_t count);
void pdk_close_held_documents(const pdk_held_documents *held);
#define PDK_HOLD_EACH_AS(name, first, stride, count)                                           \
    const pdk_held_documents name __attribute__((cleanup(pdk_close_held_documents), unused)) = \
        pdk_hold_documents(first, stride, count)
#define PDK_HOLD_EACH(first, stride, count) PDK_HOLD_EACH_AS(held_documents, first, stride, count)

/* What rooms above make of a document, step by step and under their own locks, though it is const to them. It is freed
 * with the document, before everything else in it. */
typedef struct pdk_attachment pdk_attachment;
struct pdk_attachment {
    void (*close)(pdk_attachment *attachment);
    bool (*at_work)(const pdk_attachment *attachment); /* is this thread making something of it? */
};

/* The document's; NULL = there is none yet. */
pdk_attachment *pdk_document_attachment(const pdk_document *document);
/* Attaches it, unless another thread did so first: returns the one that the document has now. */
pdk_attachment *pdk_document_attach(const pdk_document *document, pdk_attachment *attachment);
/* The heap that it is made in. */
pdk_memory *pdk_document_heap(const pdk_document *document);

/* For calls that leave out answers which cannot be had: fails with "callback.reentered" where this thread is computing
 * the document's answers, so that none is left out because of that. */
pdk_status pdk_document_can_answer(const pdk_document *document, pdk_error *error);
/* After a call that hands out what belongs to the document: PDK_E_ARGUMENT, "callback.closed", where nobody but this
 * call holds it any more. */
pdk_status pdk_document_still_held(const pdk_document *document, pdk_error *error);

#endif
