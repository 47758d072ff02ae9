/* Lists of a 3D part that change must not share their bytes. */
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_reshape.h"

typedef struct list {
    const char *count, *offset; /* fields of the header; count NULL = to the end of the part */
    const pdk_record *record;
} list;

static const list lists[] = {
    { "polygon_count", "polygon_offset", &pdk_orip_polygon },
    { "vertex_count", "vertex_offset", &pdk_orip_vertex },
    { "uv_count", "uv_offset", &pdk_orip_uv },
    { "texture_count", "texture_offset", &pdk_orip_texture },
    { "hinge_count", "hinge_offset", &pdk_orip_hinge },
    { "group_count", "group_offset", &pdk_orip_group },
    { "label_count", "label_offset", &pdk_orip_label },
    { "swap_count", "swap_offset", &pdk_orip_swap },
    { NULL, "index_offset", &pdk_orip_index },
};
enum { LISTS = sizeof lists / sizeof lists[0] };

typedef struct range {
    uint64_t from, to; /* in the part */
} range;

/* As far as it is in the part. */
static range range_of(const pdk_fam_reshape *job, const list *one)
{
    uint64_t size = job->part->end - job->part->offset;
    uint64_t from = pdk_fam_model_number(job->document, job->part, one->offset), to = size;
    if (from > size) from = size;
    if (one->count != NULL)
        to = from + (uint64_t)pdk_fam_model_number(job->document, job->part, one->count) * one->record->size;
    return (range){ from, to < size ? to : size };
}

static bool overlap(range a, range b)
{
    return a.from < b.to && b.from < a.to;
}

pdk_status pdk_fam_reshape_check_list(const pdk_fam_reshape *job, const char *offset)
{
    range own = { 0, 0 };
    for (size_t i = 0; i < LISTS; i++) {
        if (strcmp(lists[i].offset, offset) == 0) own = range_of(job, &lists[i]);
    }
    bool apart = !overlap(own, (range){ 0, pdk_orip_header.size });
    for (size_t i = 0; i < LISTS && apart; i++)
        apart = strcmp(lists[i].offset, offset) == 0 || !overlap(own, range_of(job, &lists[i]));
    if (apart) return PDK_OK;
    return pdk_fam_reshape_fail(job, "set.corner.overlap",
                                "its list at %s shares bytes with another list, so it cannot change", offset);
}

/* ---------------------------------------------------------------------------------------------------- the vmap */

/* How many users each place has, as steps from place to place. */
typedef struct users {
    int32_t *steps;
    uint64_t count;
} users;

static void add_users(users *all, uint64_t first, uint64_t count, int32_t weight)
{
    if (first >= all->count) return;
    all->steps[first] += weight;
    all->steps[first + count < all->count ? first + count : all->count] -= weight;
}

/* Records that say where in the vmap their numbers begin, and how many these are. */
static void add_list_users(const pdk_fam_reshape *job, users *all, const list *one, const char *first,
                           const char *count)
{
    range place = range_of(job, one);
    const uint8_t *at = job->document->content.data + job->part->offset;
    for (uint64_t from = place.from; from + one->record->size <= place.to; from += one->record->size) {
        add_users(all, (uint32_t)pdk_get_i64(pdk_record_field(one->record, first), 0, at + from),
                  (uint32_t)pdk_get_i64(pdk_record_field(one->record, count), 0, at + from), 2);
    }
}

static void add_polygon_users(const pdk_fam_reshape *job, users *all)
{
    const uint8_t *at = job->document->content.data + job->part->offset +
                        pdk_fam_model_number(job->document, job->part, "polygon_offset");
    for (uint32_t i = 0; i < job->part->polygons; i++, at += pdk_orip_polygon.size) {
        pdk_fam_polygon polygon = pdk_fam_read_polygon(job->document, job->part, i);
        add_users(all, pdk_load_u32(at + PDK_ORIP_POLYGON_VERTICES), polygon.corners, 2);
        if (polygon.has_uv) add_users(all, pdk_load_u32(at + PDK_ORIP_POLYGON_UVS), polygon.corners, 1);
    }
}

pdk_status pdk_fam_reshape_mark_slots(const pdk_fam_reshape *job, uint8_t **marks, uint64_t *count)
{
    range place = range_of(job, &lists[LISTS - 1]);
    users all = { .count = (place.to - place.from) / pdk_orip_index.size };
    all.steps = pdk_alloc_array(job->memory, all.count + 1, sizeof *all.steps);
    *marks = pdk_alloc_array(job->memory, all.count, sizeof **marks);
    *count = all.count;
    if (all.steps == NULL || *marks == NULL) return pdk_fail_memory(job->error, job->memory, "the vmap of a 3D part");
    add_polygon_users(job, &all);
    add_list_users(job, &all, &lists[4], "vertices", "count");
    add_list_users(job, &all, &lists[5], "first", "count");
    int64_t sum = 0;
    for (uint64_t i = 0; i < all.count; i++) {
        sum += all.steps[i];
        (*marks)[i] = sum > 1;
    }
    pdk_free(job->memory, all.steps);
    return PDK_OK;
}
