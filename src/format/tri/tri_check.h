/* The parts of a full check (tri_check.c calls them one after the other). */
#ifndef PADDOCK_FORMAT_TRI_TRI_CHECK_H
#define PADDOCK_FORMAT_TRI_TRI_CHECK_H

#include "format/tri/tri_track.h"

/* "tri.node[12].slope"; `field` may be empty. */
const char *pdk_tri_where(char buffer[64], const char *zone, uint32_t index, const char *field);
/* A finding at a record of a zone; `at` is its first byte. */
void pdk_tri_find(pdk_report *report, const pdk_tri_track *track, pdk_severity severity, const char *code,
                  const uint8_t *at, const char *where, const char *message);

void pdk_tri_check_nodes(const pdk_tri_track *track, pdk_report *report);
void pdk_tri_check_props(const pdk_tri_track *track, pdk_report *report);

#endif
