/* The table of an answer. */
#include "analysis/analysis.h"

pdk_status pdk_answer_table(const pdk_answers *answers, const void *items, uint64_t count, size_t item_size,
                            const pdk_member *members, pdk_error *error)
{
    pdk_table *table = pdk_answer_new_table(answers, count, pdk_member_count(members));
    return pdk_table_add_members(table, items, item_size, members, answers->memory, error);
}
