/* What was decided in a round: rulings of stewards, and penalties of the game. */
#include <math.h>

#include "analysis/ruling/rulings.h"
#include "base/text.h"
#include "base/whole.h"
#include "season/season.h"

/* ------------------------------------------------------------------------------------------------- rulings */

/* The driver who fits best; pdk_analyse has refused names that fit nobody, or several. */
static uint32_t driver_of(const pdk_season_round *round, const uint32_t *drivers, const pdk_ruling *ruling)
{
    const pdk_result *result;
    pdk_driver_match best = PDK_DRIVER_NO;
    uint32_t driver = PDK_SEASON_NOBODY;
    char wanted[512];
    size_t size = ruling->driver.size < sizeof wanted ? ruling->driver.size : sizeof wanted - 1;
    memcpy(wanted, ruling->driver.data, size);
    wanted[size] = '\0';
    for (size_t i = 0; (result = pdk_result_at(round->race, i)) != NULL; i++) {
        pdk_driver_match how = pdk_match_driver(result->driver, result->slot, wanted);
        if (how > best) driver = drivers[i];
        if (how > best) best = how;
    }
    return driver;
}

pdk_status pdk_season_read_rulings(pdk_season *season, const pdk_season_round *round, uint32_t number,
                                   const uint32_t *drivers, pdk_error *error)
{
    const pdk_ruling *ruling;
    for (size_t i = 0; (ruling = pdk_ruling_at(round->rulings, i)) != NULL; i++) {
        uint32_t driver = driver_of(round, drivers, ruling);
        char words[PDK_RULING_WORDS];
        if (driver == PDK_SEASON_NOBODY) continue;
        pdk_ruling_words(words, ruling);
        if (words[0] == '\0') strcpy(words, "note");
        pdk_season_ruling *kept = pdk_vector_push(&season->rulings);
        if (kept == NULL) return pdk_fail_memory(error, pdk_season_memory(season), "rulings");
        *kept = (pdk_season_ruling){ .driver = driver,
                                     .round = number,
                                     .lap = ruling->has_lap ? ruling->lap : UINT32_MAX,
                                     .value = ruling->has_value ? ruling->value : NAN,
                                     .kind = pdk_season_word(pdk_ruling_kind_name(ruling->kind)),
                                     .decision = pdk_season_keep(season, pdk_season_word(words)) };
        if (ruling->kind == PDK_RULING_POINTS && ruling->has_value) kept->points = ruling->value;
        if (ruling->has_reason) kept->reason = pdk_season_keep(season, ruling->reason);
        if (ruling->has_incident) kept->incident = pdk_season_keep(season, ruling->incident);
    }
    return PDK_OK;
}

/* ----------------------------------------------------------------------------------------------- penalties */

static uint32_t driver_in_slot(const pdk_season_round *round, const uint32_t *drivers, double slot, pdk_text name)
{
    const pdk_result *result;
    for (size_t i = 0; (result = pdk_result_at(round->race, i)) != NULL; i++) {
        if (fabs((double)result->slot - slot) < 0.5 && pdk_same_text(result->driver, name)) return drivers[i];
    }
    return PDK_SEASON_NOBODY;
}

static bool keep_penalty(pdk_season *season, const pdk_table *outcomes, uint64_t row, uint32_t driver, uint32_t number)
{
    pdk_season_penalty *kept = pdk_vector_push(&season->penalties);
    if (kept == NULL) return false;
    double lap = pdk_table_number_at(outcomes, "lap", row);
    *kept = (pdk_season_penalty){ .driver = driver,
                                  .round = number,
                                  .lap = isfinite(lap) ? (uint32_t)pdk_whole_i32(lap) : UINT32_MAX,
                                  .time = pdk_table_number_at(outcomes, "time", row),
                                  .seconds = pdk_table_number_at(outcomes, "seconds", row),
                                  .outcome_time = pdk_table_number_at(outcomes, "outcome_time", row),
                                  .kind = pdk_season_keep(season, pdk_table_text_at(outcomes, "kind", row)),
                                  .outcome = pdk_season_keep(season, pdk_table_text_at(outcomes, "outcome", row)) };
    return true;
}

/* Decisions on track limits that cost nothing are left out. */
pdk_status pdk_season_read_penalties(pdk_season *season, const pdk_season_round *round, uint32_t number,
                                     const uint32_t *drivers, pdk_error *error)
{
    const pdk_table *outcomes;
    if (pdk_answer_available(round->race, "penalty_outcomes", NULL) != PDK_OK) return PDK_OK;
    pdk_status status = pdk_answer(round->race, "penalty_outcomes", &outcomes, error);
    if (status != PDK_OK) return status;
    for (uint64_t row = 0; row < pdk_table_rows(outcomes); row++) {
        if (pdk_text_is(pdk_table_text_at(outcomes, "kind", row), "track_limits")) continue;
        uint32_t driver = driver_in_slot(round, drivers, pdk_table_number_at(outcomes, "slot", row),
                                         pdk_table_text_at(outcomes, "driver", row));
        if (driver != PDK_SEASON_NOBODY && !keep_penalty(season, outcomes, row, driver, number))
            return pdk_fail_memory(error, pdk_season_memory(season), "penalties");
    }
    return PDK_OK;
}
