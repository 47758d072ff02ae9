/* What stewards check: the answers of the verb `rules`, and what they share. */
#ifndef PADDOCK_ANALYSIS_RULES_RULES_H
#define PADDOCK_ANALYSIS_RULES_RULES_H

#include "analysis/columns.h"
#include "analysis/incident/incidents.h"
#include "analysis/incident/text_pool.h"

typedef struct pdk_rules {
    pdk_race_view race; /* with laps */
    bool is_rolling;    /* most cars moved when the race began */
    bool can_jump;      /* a moment at which the race began is known, and cars stood before it */
} pdk_rules;

PDK_STEP_MAKES(rules_base, const pdk_rules)
/* What the recording does not show. */
PDK_STEP_MAKES(rules_unrecorded, const pdk_text)

/* A flag that may be unknown: 2. */
#define PDK_MAYBE_COLUMN(name, says, place) PDK_COLUMN_OF(name, PDK_BOOL, NULL, says, true, PDK_ROLE_NONE, place)
enum { PDK_RULE_UNKNOWN = 2 };

/* What every row of every check has; the struct of a row begins with it. */
typedef struct pdk_rule_row {
    pdk_text driver, sentence, basis;
    uint32_t slot, lap;
    double time;
    uint8_t broken; /* a rule; PDK_RULE_UNKNOWN = people decide */
} pdk_rule_row;

/* The last columns of each table. */
#define PDK_RULE_ENDING(type)                                                                              \
    PDK_WORD_COLUMN("sentence", "what happened, in words, without the driver's name", PDK_ROLE_NONE,       \
                    offsetof(type, common.sentence)),                                                      \
        PDK_WORD_COLUMN("basis", "what the row is based on", PDK_ROLE_NONE, offsetof(type, common.basis)), \
        PDK_COLUMNS_END

/* What a step of a check makes: its rows. */
typedef struct pdk_rule_list {
    const void *rows;
    size_t count, row_size;
} pdk_rule_list;
static inline const pdk_rule_row *pdk_rule_row_at(const pdk_rule_list *list, size_t index)
{
    return (const pdk_rule_row *)((const char *)list->rows + index * list->row_size);
}

/* The driver who holds a slot at a time, and the lap that the slot is in; "" and PDK_SESSION_NONE where that is not
 * known. */
typedef struct pdk_rule_driver {
    pdk_text name;
    uint32_t lap;
    const pdk_driven_lap *driven; /* NULL = none */
} pdk_rule_driver;
pdk_rule_driver pdk_rule_driver_at(const pdk_laps *laps, uint32_t slot, double time);
/* "A. Varga", else "slot 3" */
void pdk_put_rule_driver(pdk_text_pool *pool, pdk_text name, uint32_t slot);

/* What a file can have: laps, and pit visits where these are requested. */
pdk_status pdk_have_rules(const pdk_document *document, pdk_error *error);
/* Laps and incidents. */
pdk_status pdk_have_rules_of_incidents(const pdk_document *document, pdk_error *error);

/* Rows while they are collected, with the texts of their sentences. */
typedef struct pdk_rule_rows {
    pdk_answers *answers;
    const pdk_rules *rules;
    const pdk_incidents *incidents; /* only where the step needs them */
    pdk_memory scratch;
    pdk_text_pool pool;
    pdk_vector list;
    bool cancelled; /* by the caller, who is asked once: the rows are not all */
} pdk_rule_rows;

/* Things of a slot at a time, found again by both. */
typedef struct pdk_slot_moment {
    uint32_t slot, index; /* the number of the thing */
    double time;
} pdk_slot_moment;
typedef struct pdk_slot_moments {
    pdk_slot_moment *all;
    size_t count;
} pdk_slot_moments;
void pdk_sort_slot_moments(pdk_slot_moments *moments);
/* The first of the slot that is not earlier than `time`; NULL = none. */
const pdk_slot_moment *pdk_slot_moment_from(const pdk_slot_moments *moments, uint32_t slot, double time);

/* Adds all rows, or sets `cancelled`; false when out of memory. */
typedef bool (*pdk_collect_rules)(pdk_rule_rows *rows);
typedef struct pdk_rule_check {
    pdk_collect_rules collect;
    size_t row_size;
    const pdk_member *members;
    bool incidents; /* it takes them */
} pdk_rule_check;
/* Makes the table of the step that is being made, and the list that the step keeps. */
pdk_status pdk_make_rule_table(pdk_answers *answers, const pdk_rule_check *check, pdk_rule_list *made,
                               pdk_error *error);

#endif
