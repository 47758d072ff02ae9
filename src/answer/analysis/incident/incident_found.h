/* An incident and its parties while they are worked on. */
#ifndef PADDOCK_ANALYSIS_INCIDENT_INCIDENT_FOUND_H
#define PADDOCK_ANALYSIS_INCIDENT_INCIDENT_FOUND_H

#include "paddock/analysis.h"

typedef pdk_incident pdk_found_incident;
typedef pdk_incident_party pdk_found_party;

#endif
