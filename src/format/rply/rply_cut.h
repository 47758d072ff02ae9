/* A part of a Racer replay as a separate file. */
#ifndef PADDOCK_FORMAT_RPLY_RPLY_CUT_H
#define PADDOCK_FORMAT_RPLY_RPLY_CUT_H

#include "format/format.h"

extern const pdk_cutter pdk_rply_cut;

#endif
