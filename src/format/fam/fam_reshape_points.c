/* Points of a 3D part that go where their corners are. */
#include <math.h>

#include "base/load.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_reshape.h"

enum { AXES = 3 };

/* How far the corners of a point reach. */
typedef struct reach {
    double least[AXES], most[AXES];
    bool used;
} reach;

static void add_corner(reach *point, const double place[AXES])
{
    for (int axis = 0; axis < AXES; axis++) {
        if (!point->used || place[axis] < point->least[axis]) point->least[axis] = place[axis];
        if (!point->used || place[axis] > point->most[axis]) point->most[axis] = place[axis];
    }
    point->used = true;
}

static reach *find_reaches(const pdk_fam_reshape *job)
{
    reach *points = pdk_alloc_array(job->memory, job->part->vertices, sizeof *points);
    pdk_fam_reshape_walk walk = { .next = 0 };
    while (points != NULL && pdk_fam_reshape_next(job, &walk)) {
        for (size_t i = walk.first; i < walk.first + walk.count; i++)
            add_corner(&points[walk.polygon.vertices[job->corners[i]->corner]], job->corners[i]->place);
    }
    return points;
}

/* A coordinate of a point: `stored` is the file's, which stays where the corners are within half a step of it. */
static pdk_status put_axis(const pdk_fam_reshape *job, uint32_t number, const reach *point, int axis, bool *moved)
{
    static const char *const names[AXES] = { "x", "y", "z" };
    double least = point->least[axis], most = point->most[axis], scale = job->part->scale;
    const pdk_field *field = pdk_record_field(&pdk_orip_vertex, names[axis]);
    uint8_t *at = job->edited + job->part->offset + pdk_fam_model_number(job->document, job->part, "vertex_offset") +
                  (uint64_t)number * pdk_orip_vertex.size + field->offset;
    if (most - least > 0.5 * scale + pdk_fam_float_steps(least, most)) {
        return pdk_fam_reshape_fail(
            job, "set.corner.torn",
            "the corners of point %u are %.6g m apart along %s, but it is one point of the file", (unsigned)number,
            most - least, names[axis]);
    }
    double wanted = least + (most - least) / 2, now = pdk_load_i32(at) * scale;
    if (fabs(wanted - now) <= 0.5 * scale + pdk_fam_float_steps(wanted, now)) return PDK_OK;
    double steps = round(wanted / scale);
    if (steps < INT32_MIN || steps > INT32_MAX) {
        return pdk_fam_reshape_fail(job, "set.corner.range",
                                    "point %u would be at %s %.6g m; the file can store %.0f to %.0f m",
                                    (unsigned)number, names[axis], wanted, INT32_MIN * scale, INT32_MAX * scale);
    }
    pdk_store_u32(at, (uint32_t)(int32_t)steps);
    *moved = true;
    return PDK_OK;
}

pdk_status pdk_fam_reshape_points(const pdk_fam_reshape *job)
{
    reach *points = find_reaches(job);
    if (points == NULL) return pdk_fail_memory(job->error, job->memory, "the points of a 3D part");
    pdk_status status = PDK_OK;
    bool any = false;
    for (uint32_t i = 0; i < job->part->vertices && status == PDK_OK; i++) {
        bool moved = false;
        for (int axis = 0; axis < AXES && points[i].used && status == PDK_OK; axis++)
            status = put_axis(job, i, &points[i], axis, &moved);
        job->changes->points += moved;
        any = any || moved;
    }
    pdk_free(job->memory, points);
    return status == PDK_OK && any ? pdk_fam_reshape_check_list(job, "vertex_offset") : status;
}
