/* The tables of rulings and penalties. */
#include "analysis/columns.h"
#include "season/season.h"

typedef struct ruling_row {
    pdk_season_ruling row;
    uint32_t round;
    pdk_text driver;
} ruling_row;

#define AT(member) offsetof(ruling_row, member)
static const pdk_member ruling_members[] = {
    PDK_COUNT_COLUMN("round", NULL, PDK_ROLE_NONE, AT(round)),
    PDK_WORD_COLUMN("driver", NULL, PDK_ROLE_DRIVER_NAME, AT(driver)),
    PDK_WORD_COLUMN("kind", "as in the table of rulings", PDK_ROLE_NONE, AT(row.kind)),
    PDK_REAL_COLUMN("value", NULL, "seconds, laps, places or points", AT(row.value)),
    PDK_COUNT_COLUMN("lap", NULL, PDK_ROLE_LAP, AT(row.lap)),
    PDK_WORD_COLUMN("decision", "in words", PDK_ROLE_NONE, AT(row.decision)),
    PDK_WORD_COLUMN("reason", NULL, PDK_ROLE_NONE, AT(row.reason)),
    PDK_WORD_COLUMN("incident", NULL, PDK_ROLE_NONE, AT(row.incident)),
    PDK_COLUMNS_END,
};
#undef AT

static pdk_status add_rulings(pdk_season *season, pdk_error *error)
{
    pdk_memory *memory = pdk_season_memory(season);
    const pdk_season_ruling *all = season->rulings.items;
    size_t count = season->rulings.count;
    ruling_row *rows = pdk_alloc_array(memory, count, sizeof *rows);
    for (size_t i = 0; i < count && rows != NULL; i++)
        rows[i] = (ruling_row){ all[i], all[i].round + 1, pdk_season_label(season, all[i].driver) };
    pdk_table *made = pdk_document_add_table(season->made, "season_rulings", "a row for each ruling of the stewards",
                                             count, pdk_member_count(ruling_members));
    return rows != NULL ? pdk_table_add_members(made, rows, sizeof *rows, ruling_members, memory, error)
                        : pdk_fail_memory(error, memory, "the rulings");
}

typedef struct penalty_row {
    pdk_season_penalty row;
    uint32_t round;
    pdk_text driver;
} penalty_row;

#define AT(member) offsetof(penalty_row, member)
static const pdk_member penalty_members[] = {
    PDK_COUNT_COLUMN("round", NULL, PDK_ROLE_NONE, AT(round)),
    PDK_WORD_COLUMN("driver", NULL, PDK_ROLE_DRIVER_NAME, AT(driver)),
    PDK_COUNT_COLUMN("lap", "in which it was given", PDK_ROLE_LAP, AT(row.lap)),
    PDK_TIME_COLUMN("time", "of the round's session, when it was given", PDK_ROLE_TIME, AT(row.time)),
    PDK_WORD_COLUMN("kind", "drive_through, stop_and_go, time, disqualified, other", PDK_ROLE_NONE, AT(row.kind)),
    PDK_TIME_COLUMN("seconds", "of a time penalty", PDK_ROLE_NONE, AT(row.seconds)),
    PDK_WORD_COLUMN("outcome", "served, rescinded, added, not_served, recorded", PDK_ROLE_NONE, AT(row.outcome)),
    PDK_TIME_COLUMN("outcome_time", "when it was served or rescinded", PDK_ROLE_NONE, AT(row.outcome_time)),
    PDK_COLUMNS_END,
};
#undef AT

static pdk_status add_penalties(pdk_season *season, pdk_error *error)
{
    pdk_memory *memory = pdk_season_memory(season);
    const pdk_season_penalty *all = season->penalties.items;
    size_t count = season->penalties.count;
    penalty_row *rows = pdk_alloc_array(memory, count, sizeof *rows);
    for (size_t i = 0; i < count && rows != NULL; i++)
        rows[i] = (penalty_row){ all[i], all[i].round + 1, pdk_season_label(season, all[i].driver) };
    pdk_table *made = pdk_document_add_table(season->made, "season_penalties", "a row for each penalty of the game",
                                             count, pdk_member_count(penalty_members));
    return rows != NULL ? pdk_table_add_members(made, rows, sizeof *rows, penalty_members, memory, error)
                        : pdk_fail_memory(error, memory, "the penalties");
}

pdk_status pdk_season_add_decisions(pdk_season *season, pdk_error *error)
{
    pdk_status status = add_rulings(season, error);
    return status == PDK_OK ? add_penalties(season, error) : status;
}
