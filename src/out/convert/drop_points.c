/* A bit for each point and triangle, and sums over every so many of them: new numbers follow from both. */
#include "convert/drop_points.h"

#include <float.h>
#include <string.h>

#include "base/parallel.h"
#include "base/binary_search.h"
#include "convert/drop_attributes.h"

enum { GROUP = 512 }; /* points or triangles with one sum */

typedef struct finite {
    const pdk_mesh *from, *placed; /* `placed` has the points where the box is meant */
    double minimum[3], maximum[3];
    uint64_t *bits, *triangle_bits;             /* set = kept */
    uint64_t *points_before, *triangles_before; /* left, before each group; one more than there are */
    pdk_mesh_block *blocks;
    pdk_status status[PDK_MAX_THREADS];
    pdk_error errors[PDK_MAX_THREADS];
} finite;

static bool is_left(const finite *all, uint64_t point)
{
    return (all->bits[point / 64] >> (point % 64) & 1) != 0;
}

static uint64_t groups_of(uint64_t count)
{
    return (count + GROUP - 1) / GROUP;
}

static size_t size_of(uint64_t count, uint64_t group)
{
    return count - group * GROUP < GROUP ? (size_t)(count - group * GROUP) : GROUP;
}

/* Pages that a walk has passed, every 50 MB or so. */
static void give_back(const finite *all, uint64_t first, uint64_t count)
{
    if (first >> 12 != (first + count) >> 12 && all->from->input != NULL) pdk_input_trim(all->from->input);
}

/* False where it is no number, too. */
static bool is_inside(const finite *all, const double point[3])
{
    for (int k = 0; k < 3; k++) {
        if (!(point[k] >= all->minimum[k] && point[k] <= all->maximum[k])) return false;
    }
    return true;
}

static void check_points(void *user, size_t thread, uint64_t first, uint64_t count)
{
    finite *all = user;
    double points[GROUP][3];
    for (uint64_t group = first; group < first + count && all->status[thread] == PDK_OK; group++) {
        size_t some = size_of(all->from->point_count, group);
        uint64_t left = 0;
        all->status[thread] = all->placed->read_points(all->placed, group * GROUP, some, points, &all->errors[thread]);
        for (size_t i = 0; i < some && all->status[thread] == PDK_OK; i++) {
            uint64_t fine = is_inside(all, points[i]);
            all->bits[(group * GROUP + i) / 64] |= fine << (i % 64);
            left += fine;
        }
        all->points_before[group + 1] = left;
    }
    give_back(all, first, count);
}

static bool is_triangle_left(const finite *all, const uint32_t corners[3])
{
    for (int k = 0; k < 3; k++) {
        if (corners[k] >= all->from->point_count || !is_left(all, corners[k])) return false;
    }
    return true;
}

static size_t keep_triangles(const finite *all, uint32_t (*corners)[3], size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_triangle_left(all, corners[i])) memmove(corners[left++], corners[i], sizeof *corners);
    }
    return left;
}

static void check_triangles(void *user, size_t thread, uint64_t first, uint64_t count)
{
    finite *all = user;
    uint32_t corners[GROUP][3];
    for (uint64_t group = first; group < first + count && all->status[thread] == PDK_OK; group++) {
        size_t some = size_of(all->from->triangle_count, group);
        uint64_t left = 0;
        all->status[thread] = all->from->read_triangles(all->from, group * GROUP, some, corners, &all->errors[thread]);
        for (size_t i = 0; i < some && all->status[thread] == PDK_OK; i++) {
            uint64_t fine = is_triangle_left(all, corners[i]);
            all->triangle_bits[(group * GROUP + i) / 64] |= fine << (i % 64);
            left += fine;
        }
        all->triangles_before[group + 1] = left;
    }
    give_back(all, first, count);
}

static pdk_status run(finite *all, uint64_t groups, void (*work)(void *, size_t, uint64_t, uint64_t), uint64_t *before,
                      pdk_error *error)
{
    pdk_parallel_run(&(pdk_parallel){ .count = groups, .piece = 16, .work = work, .user = all });
    for (int t = 0; t < PDK_MAX_THREADS; t++) {
        if (all->status[t] == PDK_OK) continue;
        if (error != NULL) *error = all->errors[t];
        return all->status[t];
    }
    for (uint64_t i = 0; i < groups; i++) before[i + 1] += before[i];
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- reading */

/* The points of a group that are left, instead of all; `item` numbers each. */
static size_t compact(const finite *all, uint64_t group, size_t count, void *items, size_t item)
{
    char *at = items;
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_left(all, group * GROUP + i)) memmove(at + left++ * item, at + i * item, item);
    }
    return left;
}

typedef enum kind { POINTS, NORMALS, COORDINATES, TRIANGLES } kind;

static const size_t item_sizes[] = { [POINTS] = sizeof(double[3]),
                                     [NORMALS] = sizeof(float[3]),
                                     [COORDINATES] = sizeof(float[2]),
                                     [TRIANGLES] = sizeof(uint32_t[3]) };

/* How many before this one are kept: its new number. */
static uint64_t new_number(const uint64_t *bits, const uint64_t *before, uint64_t number)
{
    uint64_t kept = before[number / GROUP];
    for (uint64_t word = number / GROUP * (GROUP / 64); word < number / 64; word++)
        kept += (uint64_t)__builtin_popcountll(bits[word]);
    uint64_t below = (UINT64_C(1) << (number % 64)) - 1;
    return number % 64 == 0 ? kept : kept + (uint64_t)__builtin_popcountll(bits[number / 64] & below);
}

static uint64_t number_of(const finite *all, uint64_t point)
{
    return new_number(all->bits, all->points_before, point);
}

static bool is_set(const uint64_t *bits, uint64_t number)
{
    return (bits[number / 64] >> (number % 64) & 1) != 0;
}

/* pdk_kept_run: the source's number of the kept one number `kept`, and how many kept ones follow it directly. */
static void find_run(const void *user, bool of_triangles, uint64_t kept, uint64_t *from, size_t *count)
{
    const finite *all = user;
    const uint64_t *bits = of_triangles ? all->triangle_bits : all->bits;
    const uint64_t *before = of_triangles ? all->triangles_before : all->points_before;
    uint64_t total = of_triangles ? all->from->triangle_count : all->from->point_count;
    uint64_t group = pdk_last_not_above(before, groups_of(total), kept), at = group * GROUP;
    uint64_t skip = kept - before[group];
    for (uint64_t here; skip >= (here = (uint64_t)__builtin_popcountll(bits[at / 64])); at += 64) skip -= here;
    for (; skip > 0 || !is_set(bits, at); at++) skip -= is_set(bits, at);
    *from = at;
    size_t run = 1;
    while (run < *count && at + run < total && is_set(bits, at + run)) run++;
    *count = run;
}

static size_t renumber(const finite *all, uint32_t (*corners)[3], size_t count)
{
    size_t left = keep_triangles(all, corners, count);
    for (size_t i = 0; i < left; i++) {
        for (int k = 0; k < 3; k++) corners[i][k] = (uint32_t)number_of(all, corners[i][k]);
    }
    return left;
}

/* What is left of a group, into a buffer for all of it. */
static pdk_status load_group(const finite *all, kind what, uint64_t group, void *buffer, size_t *left, pdk_error *error)
{
    const pdk_mesh *from = all->from;
    uint64_t first = group * GROUP;
    size_t count = size_of(what == TRIANGLES ? from->triangle_count : from->point_count, group);
    pdk_status status = what == POINTS        ? from->read_points(from, first, count, buffer, error)
                        : what == NORMALS     ? from->read_normals(from, first, count, buffer, error)
                        : what == COORDINATES ? from->read_coordinates(from, first, count, buffer, error)
                                              : from->read_triangles(from, first, count, buffer, error);
    if (status == PDK_OK)
        *left = what == TRIANGLES ? renumber(all, buffer, count) : compact(all, group, count, buffer, item_sizes[what]);
    return status;
}

static pdk_status read_items(const pdk_mesh *mesh, kind what, uint64_t first, size_t count, void *to, pdk_error *error)
{
    const finite *all = mesh->state;
    const uint64_t *before = what == TRIANGLES ? all->triangles_before : all->points_before;
    uint64_t total = what == TRIANGLES ? all->from->triangle_count : all->from->point_count;
    double buffer[GROUP * 3]; /* the largest kind */
    size_t item = item_sizes[what];
    uint64_t group = pdk_last_not_above(before, groups_of(total), first);
    for (size_t done = 0; done < count; group++) {
        bool there = group < groups_of(total);
        size_t left = 0, skip = there ? (size_t)(first + done - before[group]) : 1;
        pdk_status status = there ? load_group(all, what, group, buffer, &left, error) : PDK_OK;
        if (status != PDK_OK) return status;
        if (left < skip)
            return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.changed", "the file changed while it was read");
        size_t take = left - skip < count - done ? left - skip : count - done;
        memcpy((char *)to + done * item, (const char *)buffer + skip * item, take * item);
        done += take;
    }
    return PDK_OK;
}

static pdk_status read_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3], pdk_error *error)
{
    return read_items(mesh, POINTS, first, count, points, error);
}

static pdk_status read_normals(const pdk_mesh *mesh, uint64_t first, size_t count, float (*normals)[3],
                               pdk_error *error)
{
    return read_items(mesh, NORMALS, first, count, normals, error);
}

static pdk_status read_coordinates(const pdk_mesh *mesh, uint64_t first, size_t count, float (*to)[2], pdk_error *error)
{
    return read_items(mesh, COORDINATES, first, count, to, error);
}

static pdk_status read_triangles(const pdk_mesh *mesh, uint64_t first, size_t count, uint32_t (*corners)[3],
                                 pdk_error *error)
{
    return read_items(mesh, TRIANGLES, first, count, corners, error);
}

/* ---------------------------------------------------------------------------------------------------- making */

static pdk_status move_blocks(pdk_memory *memory, finite *all, pdk_error *error)
{
    const pdk_mesh *from = all->from;
    if (from->blocks == NULL) return PDK_OK;
    all->blocks = pdk_alloc_array(memory, from->block_count, sizeof *all->blocks);
    if (all->blocks == NULL) return pdk_fail_memory(error, memory, "blocks");
    for (size_t i = 0; i < from->block_count; i++) {
        uint64_t first = from->blocks[i].first_point, end = first + from->blocks[i].point_count,
                 total = from->point_count;
        uint64_t begins = first < total ? number_of(all, first) : all->points_before[groups_of(total)];
        uint64_t ends = end < total ? number_of(all, end) : all->points_before[groups_of(total)];
        all->blocks[i] = (pdk_mesh_block){ from->blocks[i].name, begins, ends - begins };
    }
    return PDK_OK;
}

/* Names of runs of triangles: those that have none left go. */
static pdk_status move_groups(pdk_memory *memory, const finite *all, pdk_mesh *to, pdk_error *error)
{
    const pdk_mesh *from = all->from;
    pdk_mesh_group *groups = pdk_alloc_array(memory, from->group_count, sizeof *groups);
    if (groups == NULL) return pdk_fail_memory(error, memory, "groups");
    to->group_count = 0;
    for (size_t i = 0; i < from->group_count; i++) {
        uint64_t first = from->groups[i].first_triangle, end = first + from->groups[i].triangle_count;
        uint64_t total = from->triangle_count;
        uint64_t begins = first < total ? new_number(all->triangle_bits, all->triangles_before, first)
                                        : all->triangles_before[groups_of(total)];
        uint64_t ends = end < total ? new_number(all->triangle_bits, all->triangles_before, end)
                                    : all->triangles_before[groups_of(total)];
        if (ends > begins) groups[to->group_count++] = (pdk_mesh_group){ from->groups[i].name, begins, ends - begins };
    }
    to->groups = groups;
    return PDK_OK;
}

static void set_box(finite *all, const pdk_kept_box *box)
{
    all->placed = box != NULL && box->placed != NULL ? box->placed : all->from;
    for (int k = 0; k < 3; k++) {
        all->minimum[k] = box != NULL ? box->minimum[k] : -DBL_MAX;
        all->maximum[k] = box != NULL ? box->maximum[k] : DBL_MAX;
    }
}

pdk_status pdk_mesh_drop_points(pdk_memory *memory, const pdk_mesh *from, const pdk_kept_box *box, pdk_mesh *to,
                                pdk_left_out *left_out, pdk_error *error)
{
    uint64_t point_groups = groups_of(from->point_count), triangle_groups = groups_of(from->triangle_count);
    *left_out = (pdk_left_out){ 0 };
    *to = *from;
    if (box == NULL && from->measured && from->extent.not_finite == 0) return PDK_OK;
    finite *all = pdk_alloc(memory, sizeof *all);
    if (all == NULL) return pdk_fail_memory(error, memory, "a conversion");
    *all = (finite){ .from = from,
                     .bits = pdk_alloc_array(memory, from->point_count / 64 + 1, sizeof *all->bits),
                     .points_before = pdk_alloc_array(memory, point_groups + 1, sizeof *all->points_before),
                     .triangles_before = pdk_alloc_array(memory, triangle_groups + 1, sizeof *all->triangles_before) };
    if (all->bits == NULL || all->points_before == NULL || all->triangles_before == NULL) {
        return pdk_fail_memory(error, memory, "a conversion");
    }
    set_box(all, box);
    pdk_status status = run(all, point_groups, check_points, all->points_before, error);
    if (status != PDK_OK) return status;
    left_out->points = from->point_count - all->points_before[point_groups];
    if (left_out->points == 0) {
        pdk_free(memory, all->bits);
        pdk_free(memory, all->points_before);
        pdk_free(memory, all->triangles_before);
        pdk_free(memory, all);
        return PDK_OK;
    }
    all->triangle_bits = pdk_alloc_array(memory, from->triangle_count / 64 + 1, sizeof *all->triangle_bits);
    if (all->triangle_bits == NULL) return pdk_fail_memory(error, memory, "a conversion");
    status = run(all, triangle_groups, check_triangles, all->triangles_before, error);
    if (status == PDK_OK) status = move_blocks(memory, all, error);
    if (status == PDK_OK && from->attribute_count > 0)
        status = pdk_drop_attributes(memory, from, to, find_run, all, error);
    if (status == PDK_OK && from->group_count > 0) status = move_groups(memory, all, to, error);
    if (status != PDK_OK) return status;
    to->point_count = all->points_before[point_groups];
    to->triangle_count = all->triangles_before[triangle_groups];
    left_out->triangles = from->triangle_count - to->triangle_count;
    to->blocks = all->blocks;
    to->measured = to->measured && box == NULL;
    to->extent.not_finite = 0;
    to->arrays = (pdk_surface){ 0 };
    to->state = all;
    to->read_points = read_points;
    to->read_triangles = read_triangles;
    if (from->read_normals != NULL) to->read_normals = read_normals;
    if (from->read_coordinates != NULL) to->read_coordinates = read_coordinates;
    return PDK_OK;
}
