/* A part of a RAF lap as a separate file. */
#ifndef PADDOCK_FORMAT_RAF_RAF_CUT_H
#define PADDOCK_FORMAT_RAF_RAF_CUT_H

#include "format/format.h"

extern const pdk_cutter pdk_raf_cut;

#endif
