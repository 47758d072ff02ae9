/* Columns that are members of structs: how a table is made from an array of them. */
#ifndef PADDOCK_MODEL_TABLE_MEMBERS_H
#define PADDOCK_MODEL_TABLE_MEMBERS_H

#include "model/document.h"

/* A column that is a member of each struct. What is missing: NaN in doubles, the largest number in unsigned integers,
 * the smallest in signed ones, any byte but 0 and 1 where such a member is a bool (then a uint8_t), data == NULL in
 * texts; only in columns that are nullable. */
typedef struct pdk_member {
    pdk_column_info info; /* type: the member's; PDK_FLOAT64, PDK_UINT32, PDK_UINT64, PDK_INT32, PDK_BOOL, PDK_TEXT */
    size_t offset;        /* offsetof(struct, member) */
    bool computed;        /* PDK_FLOAT64: the column has pdk_round_computed() of the member */
} pdk_member;

/* Counts and numbers (positions, laps, slots: all far below 2^31) are signed in the tables that people get. Else
 * "grid_position - position" of who lost places is an error in SQL, and 4294967294 in numpy. */
static inline pdk_type pdk_answer_type(pdk_type member)
{
    return member == PDK_UINT32 ? PDK_INT32 : member;
}

/* The columns of a table under way (NULL = there is no memory for it); `items` live as long as it. */
pdk_status pdk_table_add_members(pdk_table *table, const void *items, size_t item_size, const pdk_member *members,
                                 pdk_memory *memory, pdk_error *error);
static inline size_t pdk_member_count(const pdk_member *members)
{
    size_t count = 0;
    while (members[count].info.name != NULL) count++;
    return count;
}

#endif
