/* A file packed with gzip. */
#ifndef PADDOCK_EDIT_CUT_GZIP_H
#define PADDOCK_EDIT_CUT_GZIP_H

#include "base/memory.h"

pdk_status pdk_cut_pack(pdk_bytes plain, pdk_memory *memory, pdk_output *output, pdk_error *error);

#endif
