/* Triangles, as they are where nothing is to be done to them; except those that name points that are not there, which
 * no exporter may write. */
#include <inttypes.h>
#include <string.h>

#include "base/load.h"
#include "target/pieces.h"
#include "model/surface_scan.h"

static bool is_sound(const uint32_t corners[3], uint64_t points)
{
    return corners[0] < points && corners[1] < points && corners[2] < points;
}

typedef struct sound_count {
    const pdk_export *job;
    uint64_t unsound[PDK_MAX_THREADS], walked[PDK_MAX_THREADS];
    pdk_status status[PDK_MAX_THREADS];
    pdk_error errors[PDK_MAX_THREADS];
} sound_count;

static uint64_t count_unsound(const uint32_t (*corners)[3], size_t count, uint64_t points)
{
    size_t numbers = 3 * count;
    if (pdk_scan_first_beyond(corners[0], numbers, points) == numbers) return 0;
    uint64_t unsound = 0;
    for (size_t i = 0; i < count; i++) unsound += !is_sound(corners[i], points);
    return unsound;
}

static void count_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    sound_count *all = user;
    const pdk_mesh *mesh = &all->job->mesh;
    uint32_t buffer[PDK_PIECE_RUN][3];
    bool in_place = mesh->arrays.triangles != NULL;
    size_t maximum = in_place ? (size_t)count : PDK_PIECE_RUN;
    for (uint64_t end = first + count; first < end && all->status[thread] == PDK_OK;) {
        size_t some = end - first < maximum ? (size_t)(end - first) : maximum;
        const uint32_t(*corners)[3] = (const uint32_t(*)[3])buffer;
        if (in_place) corners = (const uint32_t(*)[3])(const void *)(mesh->arrays.triangles + 3 * first);
        else all->status[thread] = mesh->read_triangles(mesh, first, some, buffer, &all->errors[thread]);
        if (all->status[thread] == PDK_OK) all->unsound[thread] += count_unsound(corners, some, mesh->point_count);
        first += some;
    }
    all->walked[thread] += 12 * count;
    if (all->walked[thread] < pdk_piece_trim || all->job->document->content.size < pdk_piece_trim) return;
    pdk_trim(all->job->document);
    all->walked[thread] = 0;
}

pdk_status pdk_export_count_sound(pdk_export *job, pdk_error *error)
{
    job->sound_triangles = job->mesh.triangle_count;
    if (job->mesh.sound) return PDK_OK;
    sound_count *all = pdk_alloc(job->memory, sizeof *all);
    if (all == NULL) return pdk_fail_memory(error, job->memory, "counts of triangles");
    all->job = job;
    pdk_parallel_run(
        &(pdk_parallel){ .count = job->mesh.triangle_count, .piece = PDK_PIECE, .work = count_piece, .user = all });
    uint64_t unsound = 0;
    for (size_t t = 0; t < PDK_MAX_THREADS; t++) unsound += all->unsound[t];
    pdk_status status = pdk_piece_worst(all->status, all->errors, error);
    pdk_free(job->memory, all);
    if (status != PDK_OK) return status;
    job->sound_triangles = job->mesh.triangle_count - unsound;
    job->report->dropped += unsound;
    if (unsound > 0) {
        pdk_export_note(job, PDK_WARNING, "convert.index",
                        "%" PRIu64 " of %" PRIu64 " triangles are left out: they refer to points that do not exist",
                        unsound, job->mesh.triangle_count);
    }
    return PDK_OK;
}

pdk_status pdk_export_corners(const pdk_export *job, uint64_t first, size_t count, uint32_t (*buffer)[3],
                              const uint32_t (**corners)[3], size_t *kept, pdk_error *error)
{
    const pdk_mesh *mesh = &job->mesh;
    bool all = job->sound_triangles == mesh->triangle_count;
    *corners = (const uint32_t(*)[3])buffer;
    *kept = count;
    if (all && mesh->arrays.triangles != NULL) {
        *corners = (const uint32_t(*)[3])(const void *)(mesh->arrays.triangles + 3 * first);
        return PDK_OK;
    }
    pdk_status status = mesh->read_triangles(mesh, first, count, buffer, error);
    if (status != PDK_OK || all) return status;
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_sound(buffer[i], mesh->point_count)) memmove(buffer[left++], buffer[i], sizeof *buffer);
    }
    *kept = left;
    return PDK_OK;
}

pdk_status pdk_make_triangles(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error)
{
    (void)user;
    uint32_t(*buffer)[3] = (uint32_t(*)[3])(void *)piece->buffer;
    const uint32_t(*corners)[3];
    size_t kept;
    pdk_status status = pdk_export_corners(job, piece->first, piece->count, buffer, &corners, &kept, error);
    piece->size = 12 * kept;
    if (!PDK_HOST_IS_LITTLE && status == PDK_OK) {
        memmove(buffer, corners, piece->size);
        pdk_piece_swap_words(piece->buffer, 3 * kept);
    } else {
        piece->bytes = corners;
    }
    return status;
}
