/* The laps of a MoTeC log: an XML file next to it (.ldx). */
#ifndef PADDOCK_LOGGER_LDX_H
#define PADDOCK_LOGGER_LDX_H

#include "logger/log.h"

/* Writes it if the log has beacons and there can be a file next to it; otherwise a note says so. */
pdk_status pdk_ldx_write(const pdk_log *log, pdk_error *error);

#endif
