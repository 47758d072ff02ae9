/* Incidents in sentences: what happened, and why the sentence says so. The command, the page and tables print these. */
#ifndef PADDOCK_ANALYSIS_INCIDENT_INCIDENT_WORDS_H
#define PADDOCK_ANALYSIS_INCIDENT_INCIDENT_WORDS_H

#include "analysis/incident/incident_found.h"
#include "analysis/incident/text_pool.h"

/* A driver, or "slot 3"; where several slots have one name, with the slot after it. */
void pdk_put_party_name(pdk_text_pool *pool, const pdk_found_party *party, bool repeats);

/* By what it was judged that a car left the track ("band" ...), as a part of a sentence. */
const char *pdk_judge_in_words(pdk_text judged_by);

/* Fills `sentence` and `reason` of an incident and of its parties, and their `damage`: everything else of them is
 * known. `damage` has the parts of each party (incident_damage.h). */
void pdk_put_incident_in_words(pdk_text_pool *pool, bool names_repeat, pdk_found_incident *incident,
                               pdk_found_party *parties, const uint32_t *damage);

#endif
