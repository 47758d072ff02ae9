/* Finds the drivers of a document by names and numbers. */
#ifndef PADDOCK_EDIT_CUT_DRIVERS_H
#define PADDOCK_EDIT_CUT_DRIVERS_H

#include "format/format.h"

/* *chosen becomes an array by number, or stays NULL when everyone is meant. */
pdk_status pdk_cut_choose(const pdk_document *document, const pdk_cut_options *options, pdk_memory *memory,
                          const bool **chosen, pdk_error *error);

#endif
