/*
 * Nearly every file ends with faces that are triangles all. Then they are of one size, need not be walked over, and
 * face n is at a fixed place. One look at them, on all processors, says so and how large the numbers in them get; which
 * layout it is is asked outside the loops.
 */
#include "base/parallel.h"
#include "format/ply/ply.h"

typedef struct plain {
    const pdk_ply *ply;
    const uint8_t *lists;
    uint64_t stride;
    pdk_scalar counts, type;
    bool big;
    bool no[PDK_MAX_THREADS];
    uint64_t largest[PDK_MAX_THREADS];
} plain;

/* How long the lists are, and of what. */
typedef struct list_type {
    pdk_scalar counts, type;
    bool big;
} list_type;

/* Whether all lists are of three, and the largest number in them. With layouts that are constants the loop has no
 * choices. */
static inline bool check_lists(const plain *job, list_type list, uint64_t first, uint64_t count, uint64_t *largest)
{
    const uint8_t *at = job->lists + first * job->stride;
    size_t head = pdk_scalar_size(list.counts), item = pdk_scalar_size(list.type);
    uint64_t maximum = 0;
    for (uint64_t i = 0; i < count; i++, at += job->stride) {
        if (pdk_scalar_load_whole(at, list.counts, list.big) != 3) return false;
        for (size_t k = 0; k < 3; k++) { /* what is negative is larger than any other */
            uint64_t number = (uint64_t)pdk_scalar_load_whole(at + head + k * item, list.type, list.big);
            if (number > maximum) maximum = number;
        }
    }
    if (maximum > *largest) *largest = maximum;
    return true;
}

static void check_part(void *user, size_t thread, uint64_t first, uint64_t count)
{
    plain *job = user;
    bool usual = job->counts == PDK_SCALAR_U8 && !job->big, fine;
    uint64_t *largest = &job->largest[thread];
    if (job->no[thread]) return;
    if (usual && job->type == PDK_SCALAR_I32)
        fine = check_lists(job, (list_type){ PDK_SCALAR_U8, PDK_SCALAR_I32, false }, first, count, largest);
    else if (usual && job->type == PDK_SCALAR_U32)
        fine = check_lists(job, (list_type){ PDK_SCALAR_U8, PDK_SCALAR_U32, false }, first, count, largest);
    else fine = check_lists(job, (list_type){ job->counts, job->type, job->big }, first, count, largest);
    job->no[thread] = !fine;
    if (first >> 22 != (first + count) >> 22) pdk_trim(job->ply->document); /* some 50 MB */
}

bool pdk_ply_are_triangles(const pdk_ply *ply, pdk_ply_element *element)
{
    plain job = { .ply = ply, .big = ply->encoding == PDK_PLY_BIG };
    const pdk_ply_property *list = NULL;
    uint64_t left = ply->document->content.size - element->begin, at = 0;
    for (size_t i = 0; i < element->property_count; i++) {
        const pdk_ply_property *property = &element->properties[i];
        bool is_list = property->counts != PDK_SCALAR_NONE;
        if (is_list && list != NULL) return false;
        if (is_list) {
            list = property;
            at = job.stride;
        }
        job.stride += pdk_scalar_size(property->counts) + pdk_scalar_size(property->type) * (is_list ? 3 : 1);
    }
    if (list == NULL || left / job.stride != element->count || left % job.stride != 0) return false;
    job.lists = ply->document->content.data + element->begin + at;
    job.counts = list->counts;
    job.type = list->type; /* one that is not whole is no corner: looked at, and for nothing */
    pdk_parallel_run(&(pdk_parallel){ .count = element->count, .piece = 1 << 16, .work = check_part, .user = &job });
    for (int t = 0; t < PDK_MAX_THREADS; t++) {
        if (job.no[t]) return false;
        if (job.largest[t] > element->largest) element->largest = job.largest[t];
    }
    element->stride = job.stride;
    for (size_t i = (size_t)(list - element->properties) + 1; i < element->property_count; i++) {
        element->properties[i].offset += (uint32_t)(pdk_scalar_size(list->counts) + 2 * pdk_scalar_size(list->type));
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- reading */

static void load(const uint8_t *at, uint64_t stride, pdk_scalar type, bool big, size_t count, uint32_t (*corners)[3])
{
    size_t item = pdk_scalar_size(type);
    for (size_t i = 0; i < count; i++, at += stride) {
        for (size_t k = 0; k < 3; k++) corners[i][k] = (uint32_t)pdk_scalar_load_whole(at + k * item, type, big);
    }
}

/* Corners that are in the file as they are in memory. */
static void copy(const uint8_t *at, uint64_t stride, size_t count, uint32_t (*corners)[3])
{
    for (size_t i = 0; i < count; i++, at += stride) memcpy(corners[i], at, sizeof *corners);
}

void pdk_ply_read_plain(const pdk_ply *ply, uint64_t first, size_t count, uint32_t (*corners)[3])
{
    const pdk_ply_element *faces = ply->faces;
    const pdk_ply_property *property = &faces->properties[ply->corners];
    bool big = ply->encoding == PDK_PLY_BIG;
    const uint8_t *at = ply->document->content.data + faces->begin + first * faces->stride + property->offset +
                        pdk_scalar_size(property->counts);
    if (PDK_HOST_IS_LITTLE && !big && pdk_scalar_size(property->type) == 4) copy(at, faces->stride, count, corners);
    else load(at, faces->stride, property->type, big, count, corners);
}
