/* How findings of a full check are reported. */
#include "format/tri/tri_check.h"

#include <stdio.h>

const char *pdk_tri_where(char buffer[64], const char *zone, uint32_t index, const char *field)
{
    snprintf(buffer, 64, "tri.%s[%u]%s%s", zone, (unsigned)index, field[0] != '\0' ? "." : "", field);
    return buffer;
}

void pdk_tri_find(pdk_report *report, const pdk_tri_track *track, pdk_severity severity, const char *code,
                  const uint8_t *at, const char *where, const char *message)
{
    pdk_report_finding(report, severity, code, (uint64_t)(at - track->bytes), where, "%s", message);
}
