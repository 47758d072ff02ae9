/* How a document comes to be; pdk_retain and pdk_close, which count its holders, are defined here, too. */
#ifndef PADDOCK_MODEL_DOCUMENT_LIFE_H
#define PADDOCK_MODEL_DOCUMENT_LIFE_H

#include "model/document.h"

/* Empty, with one holder; `options` are of this edition. NULL and *error when memory runs out. */
pdk_document *pdk_document_create(const pdk_open_options *options, pdk_error *error);

#endif
