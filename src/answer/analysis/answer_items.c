/* Laps, results and incidents one by one; their numbers are those of the rows of the tables. */
#include "analysis/analysis.h"
#include "analysis/incident/incidents.h"
#include "analysis/race/laps.h"
#include "analysis/race/results.h"
#include "analysis/rules/rules.h"

static pdk_status count_rows(const pdk_document *document, const char *answer, size_t *count, pdk_error *error)
{
    const pdk_table *table = NULL;
    if (count == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "a place for the count is NULL");
    *count = 0;
    pdk_status status = pdk_answer(document, answer, &table, error);
    if (status == PDK_OK) *count = (size_t)pdk_table_rows(table);
    return status;
}

/* What the step has made; the first call has it done. NULL where it fails. */
static const void *result_of(const pdk_document *document, const char *answer, int step)
{
    const pdk_table *table;
    const void *made = pdk_answers_made(document, step);
    if (made != NULL || pdk_answer(document, answer, &table, NULL) != PDK_OK) return made;
    return pdk_answers_made(document, step);
}

pdk_status pdk_lap_count(const pdk_document *document, size_t *count, pdk_error *error)
{
    return count_rows(document, "laps", count, error);
}

const pdk_lap *pdk_lap_at(const pdk_document *document, size_t index)
{
    const pdk_laps *laps = result_of(document, "laps", PDK_STEP_laps);
    return laps != NULL && index < laps->lap_count ? &laps->items[index] : NULL;
}

pdk_status pdk_result_count(const pdk_document *document, size_t *count, pdk_error *error)
{
    return count_rows(document, "results", count, error);
}

const pdk_result *pdk_result_at(const pdk_document *document, size_t index)
{
    const pdk_results *results = result_of(document, "results", PDK_STEP_results);
    return results != NULL && index < results->count ? &results->items[index] : NULL;
}

pdk_status pdk_incident_count(const pdk_document *document, size_t *count, pdk_error *error)
{
    return count_rows(document, "incidents", count, error);
}

const pdk_incident *pdk_incident_at(const pdk_document *document, size_t index)
{
    const pdk_incidents *found = result_of(document, "incidents", PDK_STEP_incidents);
    return found != NULL && index < found->count ? &found->items[index] : NULL;
}

const pdk_incident_party *pdk_incident_party_at(const pdk_document *document, size_t index)
{
    const pdk_incidents *found = result_of(document, "incidents", PDK_STEP_incidents);
    return found != NULL && index < found->party_count ? &found->party_items[index] : NULL;
}

pdk_text pdk_rules_unrecorded(const pdk_document *document)
{
    const pdk_text *unrecorded = result_of(document, "rules", PDK_STEP_rules_unrecorded);
    return unrecorded != NULL ? *unrecorded : (pdk_text){ NULL, 0 };
}

pdk_text pdk_incident_unavailable(const pdk_document *document)
{
    const pdk_incidents *found = result_of(document, "incidents", PDK_STEP_incidents);
    return found != NULL ? found->unavailable : (pdk_text){ NULL, 0 };
}
