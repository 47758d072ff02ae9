/* Texture coordinates are a list that corners share, and each corner has the number of one of them. Corners that part
 * get others of the list: coordinates that no corner uses any more become the new ones. */
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_reshape.h"

/* Coordinates that some corner uses. */
typedef struct value {
    int32_t at[2];
    uint32_t entry; /* that has them then; PDK_FAM_NONE = none yet */
} value;

typedef struct granting {
    const pdk_fam_reshape *job;
    const pdk_fam_wish *wishes;
    size_t count;
    value *values; /* sorted */
    size_t value_count;
    uint32_t *entries; /* the value of each entry, plus 1; 0 = nobody that is drawn has it, or it is free */
    bool *used;        /* is it among those that corners have? */
} granting;

static int by_value(const void *left, const void *right)
{
    const value *a = left, *b = right;
    if (a->at[0] != b->at[0]) return a->at[0] < b->at[0] ? -1 : 1;
    return a->at[1] < b->at[1] ? -1 : a->at[1] > b->at[1];
}

static value *find_value(const granting *all, const int32_t at[2])
{
    value wanted = { { at[0], at[1] }, 0 };
    return bsearch(&wanted, all->values, all->value_count, sizeof wanted, by_value);
}

static bool list_values(granting *all)
{
    pdk_memory *memory = all->job->memory;
    all->values = pdk_alloc_array(memory, all->count, sizeof *all->values);
    all->entries = pdk_alloc_array(memory, all->job->part->uvs, sizeof *all->entries);
    all->used = pdk_alloc_array(memory, all->job->part->uvs, sizeof *all->used);
    if (all->values == NULL || all->entries == NULL || all->used == NULL) return false;
    for (size_t i = 0; i < all->count; i++) {
        all->values[i] = (value){ { all->wishes[i].wanted[0], all->wishes[i].wanted[1] }, PDK_FAM_NONE };
        all->used[all->wishes[i].entry] = true;
    }
    qsort(all->values, all->count, sizeof *all->values, by_value);
    for (size_t i = 0; i < all->count; i++) {
        if (all->value_count == 0 || by_value(&all->values[all->value_count - 1], &all->values[i]) != 0)
            all->values[all->value_count++] = all->values[i];
    }
    return true;
}

static void settle(granting *all, uint32_t entry, value *on)
{
    all->entries[entry] = (uint32_t)(on - all->values) + 1;
    if (on->entry == PDK_FAM_NONE) on->entry = entry;
}

/* Coordinates that some corner keeps stay; others follow the first of their corners whose wish no other has yet. */
static void settle_wishes(granting *all)
{
    for (size_t i = 0; i < all->count; i++) {
        const pdk_fam_wish *wish = &all->wishes[i];
        if (wish->wanted[0] == wish->now[0] && wish->wanted[1] == wish->now[1])
            settle(all, wish->entry, find_value(all, wish->wanted));
    }
    for (size_t i = 0; i < all->count; i++) {
        value *wanted = find_value(all, all->wishes[i].wanted);
        if (all->entries[all->wishes[i].entry] == 0 && wanted->entry == PDK_FAM_NONE)
            settle(all, all->wishes[i].entry, wanted);
    }
}

/* What is still without coordinates gets free ones. */
static pdk_status settle_rest(granting *all)
{
    uint32_t free = 0;
    for (size_t i = 0; i < all->value_count; i++) {
        if (all->values[i].entry != PDK_FAM_NONE) continue;
        while (free < all->job->part->uvs && (!all->used[free] || all->entries[free] != 0)) free++;
        if (free == all->job->part->uvs) {
            return pdk_fam_reshape_fail(
                all->job, "set.corner.full",
                "it would need %zu different texture coordinates, but its list has room for %u: "
                "let more corners share them",
                all->value_count, (unsigned)all->job->part->uvs);
        }
        settle(all, free, &all->values[i]);
    }
    return PDK_OK;
}

/* Corners whose coordinates are another entry now; a place in the vmap that also has another meaning must not change.
 */
static pdk_status turn_slots(const granting *all)
{
    const pdk_fam_reshape *job = all->job;
    uint8_t *index = job->edited + job->part->offset + pdk_fam_model_number(job->document, job->part, "index_offset");
    uint8_t *marks = NULL;
    uint64_t slots;
    for (size_t i = 0; i < all->count; i++) {
        const pdk_fam_wish *wish = &all->wishes[i];
        const value *wanted = find_value(all, wish->wanted);
        bool stays = all->entries[wish->entry] == (uint32_t)(wanted - all->values) + 1;
        if (!stays && marks == NULL) {
            pdk_status status = pdk_fam_reshape_check_list(job, "index_offset");
            if (status == PDK_OK) status = pdk_fam_reshape_mark_slots(job, &marks, &slots);
            if (status != PDK_OK) return status;
        }
        if (!stays && marks[wish->slot]) {
            return pdk_fam_reshape_fail(
                job, "set.corner.overlap",
                "place %u of its vmap is used twice, so the texture coordinates there cannot change",
                (unsigned)wish->slot);
        }
        if (!stays) pdk_store_u32(index + (uint64_t)wish->slot * pdk_orip_index.size, wanted->entry);
    }
    return PDK_OK;
}

static void put_values(const granting *all)
{
    const pdk_fam_reshape *job = all->job;
    uint8_t *list = job->edited + job->part->offset + pdk_fam_model_number(job->document, job->part, "uv_offset");
    for (uint32_t i = 0; i < job->part->uvs; i++) {
        if (all->entries[i] == 0) continue;
        const value *on = &all->values[all->entries[i] - 1];
        pdk_store_u32(list + (uint64_t)i * pdk_orip_uv.size, (uint32_t)on->at[0]);
        pdk_store_u32(list + (uint64_t)i * pdk_orip_uv.size + PDK_ORIP_UV_V, (uint32_t)on->at[1]);
    }
}

pdk_status pdk_fam_reshape_grant(const pdk_fam_reshape *job, const pdk_fam_wish *wishes, size_t count)
{
    granting all = { .job = job, .wishes = wishes, .count = count };
    if (!list_values(&all)) return pdk_fail_memory(job->error, job->memory, "the texture coordinates of a 3D part");
    settle_wishes(&all);
    pdk_status status = settle_rest(&all);
    if (status == PDK_OK) status = pdk_fam_reshape_check_list(job, "uv_offset");
    if (status == PDK_OK) status = turn_slots(&all);
    if (status == PDK_OK) put_values(&all);
    pdk_free(job->memory, all.values);
    pdk_free(job->memory, all.entries);
    pdk_free(job->memory, all.used);
    return status;
}
