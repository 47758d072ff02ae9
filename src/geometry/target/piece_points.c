/* Points as floats: in pieces, or all at once; unchanged where nothing has to be done to them. */
#include <string.h>

#include "base/load.h"
#include "target/pieces.h"

/* Is there a value whose exponent is all ones? Without a branch in the loop. */
static bool any_odd(const float *values, size_t count)
{
    uint32_t odd = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, values + i, sizeof bits);
        odd |= (bits & 0x7F800000u) == 0x7F800000u;
    }
    return odd != 0;
}

static uint64_t count_odd(const float *values, size_t points)
{
    uint64_t odd = 0;
    if (!any_odd(values, 3 * points)) return 0;
    for (size_t i = 0; i < points; i++) odd += any_odd(values + 3 * i, 3);
    return odd;
}

/* Points as floats in the host's order, turned on the way where the mesh says so. */
static pdk_status narrow(const pdk_mesh *mesh, uint64_t first, size_t count, float *to, pdk_error *error)
{
    double points[PDK_PIECE_RUN][3];
    for (size_t at = 0; at < count; at += PDK_PIECE_RUN) {
        size_t some = count - at < PDK_PIECE_RUN ? count - at : PDK_PIECE_RUN;
        pdk_status status = mesh->read_points(mesh, first + at, some, points, error);
        if (status != PDK_OK) return status;
        const double *from = points[0];
        for (size_t i = 0; i < 3 * some; i++) to[3 * at + i] = (float)from[i];
    }
    return PDK_OK;
}

void pdk_piece_swap_words(uint8_t *words, size_t count)
{
    for (size_t i = 0; i < count && !PDK_HOST_IS_LITTLE; i++) {
        uint32_t word;
        memcpy(&word, words + 4 * i, sizeof word);
        pdk_store_u32(words + 4 * i, word);
    }
}

pdk_status pdk_make_points(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error)
{
    (void)user;
    const pdk_mesh *mesh = &job->mesh;
    piece->size = 12 * piece->count;
    if (mesh->arrays.positions != NULL && PDK_HOST_IS_LITTLE) {
        const float *from = mesh->arrays.positions + 3 * piece->first;
        piece->odd = count_odd(from, piece->count);
        piece->bytes = from;
        return PDK_OK;
    }
    float *to = (float *)(void *)piece->buffer;
    pdk_status status = narrow(mesh, piece->first, piece->count, to, error);
    if (status != PDK_OK) return status;
    piece->odd = count_odd(to, piece->count);
    pdk_piece_swap_words(piece->buffer, 3 * piece->count);
    return PDK_OK;
}

/* ----------------------------------------------------------------------------------------- all points at once */

typedef struct gather {
    const pdk_mesh *mesh;
    float *to;
    pdk_status status[PDK_MAX_THREADS];
    pdk_error errors[PDK_MAX_THREADS];
} gather;

static void gather_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    gather *all = user;
    if (all->status[thread] != PDK_OK) return;
    all->status[thread] = narrow(all->mesh, first, (size_t)count, all->to + 3 * first, &all->errors[thread]);
}

pdk_status pdk_export_positions(pdk_export *job, const float **positions, pdk_error *error)
{
    *positions = job->mesh.arrays.positions;
    if (*positions != NULL || job->mesh.point_count == 0) return PDK_OK;
    gather *all = pdk_alloc(job->memory, sizeof *all);
    float *buffer = pdk_alloc_array(job->memory, job->mesh.point_count, 3 * sizeof *buffer);
    if (all == NULL || buffer == NULL) return pdk_fail_memory(error, job->memory, "the points of the surface");
    all->mesh = &job->mesh;
    all->to = buffer;
    pdk_parallel_run(
        &(pdk_parallel){ .count = job->mesh.point_count, .piece = PDK_PIECE, .work = gather_piece, .user = all });
    pdk_status status = pdk_piece_worst(all->status, all->errors, error);
    pdk_free(job->memory, all);
    *positions = buffer;
    return status;
}
