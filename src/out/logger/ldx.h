/* The laps of a MoTeC log: XML beside it (.ldx). */
#ifndef PADDOCK_LOGGER_LDX_H
#define PADDOCK_LOGGER_LDX_H

#include "logger/log.h"

/* Writes it where the log has beacons and there can be a file beside it; else a note says so. */
pdk_status pdk_ldx_write(const pdk_log *log, pdk_error *error);

#endif
