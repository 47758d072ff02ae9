/* Reads points from lines when asked for. Opening reads all lines once, on all processors. */
#include <inttypes.h>
#include <stdio.h>

#include "base/parallel.h"
#include "format/xyz/xyz.h"

static bool parse(const pdk_xyz_shape *shape, pdk_line line, double point[3])
{
    pdk_line field;
    int found = 0;
    for (int column = 0; found < 3 && pdk_xyz_field(&line, shape->separator, &field); column++) {
        for (int k = 0; k < 3; k++) {
            if (column != shape->axis[k]) continue;
            if (!pdk_word_number(&field, &point[k])) return false;
            found++;
        }
    }
    return found == 3;
}

/* The same for a line that has not been looked at yet. */
static bool is_point(const pdk_xyz_shape *shape, const pdk_line *line, double point[3])
{
    return !pdk_line_is_two(line) && parse(shape, *line, point);
}

static bool counts_when_sound(const void *user, const pdk_line *line)
{
    double point[3];
    return pdk_xyz_is_content(NULL, line) && is_point(user, line, point);
}

static uint64_t offset_of(const pdk_xyz *xyz, const pdk_line *line)
{
    return (uint64_t)((const uint8_t *)line->at - xyz->document->content.data);
}

static pdk_status fail_line(const pdk_xyz *xyz, const pdk_line *line, uint64_t number, pdk_error *error)
{
    char where[48];
    snprintf(where, sizeof where, "xyz.point[%" PRIu64 "]", number);
    bool two = line->at != NULL && pdk_line_is_two(line);
    uint64_t offset = line->at != NULL ? offset_of(xyz, line) : PDK_NO_OFFSET;
    return pdk_fail_where(error, PDK_E_CORRUPT, offset, two ? "xyz.lines" : "xyz.point", where,
                          two ? "this line contains a carriage return: line ends are mixed, so convert them first"
                              : "expected numbers for x, y and z in this line");
}

static pdk_status read_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3], pdk_error *error)
{
    const pdk_xyz *xyz = mesh->state;
    pdk_text_cursor cursor = pdk_text_seek(&xyz->lines, first);
    for (size_t i = 0; i < count; i++) {
        pdk_line line = { NULL, NULL };
        if (!pdk_text_next(&cursor, &line) || !parse(&xyz->shape, line, points[i]))
            return fail_line(xyz, &line, first + i, error);
    }
    return PDK_OK;
}

/* ----------------------------------------------------------------------------------------------- every line */

typedef struct line_job {
    const pdk_xyz *xyz;
    uint64_t bad[PDK_MAX_THREADS];
    pdk_line line[PDK_MAX_THREADS];
    pdk_extent extent[PDK_MAX_THREADS];
    pdk_xyz_range ranges[PDK_MAX_THREADS][PDK_XYZ_KNOWN];
    pdk_line_faults words[PDK_MAX_THREADS];
} line_job;

static void check_pieces(void *user, size_t thread, uint64_t first, uint64_t count)
{
    line_job *job = user;
    const pdk_xyz *xyz = job->xyz;
    for (uint64_t piece = first; piece < first + count; piece++) {
        pdk_text_cursor cursor = pdk_text_piece(&xyz->lines, (size_t)piece);
        pdk_line line;
        for (uint64_t number = xyz->lines.firsts[piece]; pdk_text_next(&cursor, &line); number++) {
            double point[3];
            if (is_point(&xyz->shape, &line, point)) {
                pdk_extent_add(&job->extent[thread], point);
                if (!pdk_xyz_look_at_values(xyz, line, job->ranges[thread]))
                    pdk_line_faults_join(&job->words[thread], (pdk_line_faults){ 1, offset_of(xyz, &line) });
            } else if (number < job->bad[thread]) {
                job->bad[thread] = number;
                job->line[thread] = line;
            }
        }
    }
    pdk_text_give_back(&xyz->lines, first, count);
}

static pdk_status check_lines(pdk_xyz *xyz, pdk_extent *extent, pdk_error *error)
{
    line_job job = { .xyz = xyz };
    for (int t = 0; t < PDK_MAX_THREADS; t++) {
        job.bad[t] = UINT64_MAX;
        job.extent[t] = pdk_extent_none();
        for (int k = 0; k < PDK_XYZ_KNOWN; k++) job.ranges[t][k] = pdk_xyz_no_range();
    }
    pdk_parallel run = { .count = xyz->lines.pieces,
                         .piece = 8,
                         .work = check_pieces,
                         .user = &job,
                         .progress = xyz->document->progress,
                         .progress_user = xyz->document->progress_user };
    if (!pdk_parallel_run(&run)) return pdk_fail_cancelled(error);
    int first = 0;
    *extent = pdk_extent_none();
    for (int t = 0; t < PDK_MAX_THREADS; t++) {
        if (job.bad[t] < job.bad[first]) first = t;
        pdk_extent_join(extent, &job.extent[t]);
        pdk_line_faults_join(&xyz->words, job.words[t]);
        for (int k = 0; k < PDK_XYZ_KNOWN; k++) pdk_xyz_join_range(&xyz->ranges[k], &job.ranges[t][k]);
    }
    return job.bad[first] == UINT64_MAX ? PDK_OK : fail_line(xyz, &job.line[first], job.bad[first], error);
}

/* With `partial`, lines that are not points are none. */
static pdk_status index_sound(pdk_xyz *xyz, pdk_error *error)
{
    uint64_t all = xyz->lines.lines;
    pdk_status status =
        pdk_text_index_build(xyz->document, xyz->shape.begin, counts_when_sound, &xyz->shape, &xyz->lines, error);
    if (status == PDK_OK && xyz->lines.lines < all) {
        pdk_document_add_finding(xyz->document, PDK_ERROR, "xyz.point", PDK_NO_OFFSET, "xyz.point",
                                 "%" PRIu64 " of %" PRIu64 " lines have no numbers for x, y and z; they are left out",
                                 all - xyz->lines.lines, all);
    }
    return status;
}

pdk_status pdk_xyz_open_points(pdk_xyz *xyz, pdk_error *error)
{
    pdk_status status =
        pdk_text_index_build(xyz->document, xyz->shape.begin, pdk_xyz_is_content, NULL, &xyz->lines, error);
    if (status != PDK_OK) return status;
    pdk_extent extent;
    pdk_xyz_find_known(xyz);
    if (xyz->document->partial) status = index_sound(xyz, error);
    if (status == PDK_OK) status = check_lines(xyz, &extent, error);
    if (status != PDK_OK) return status;
    uint64_t points = xyz->lines.lines, announced = xyz->shape.announced;
    if (points >= UINT32_MAX) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "xyz.points",
                        "%" PRIu64 " points are too many: at most 4294967295 can be read", points);
    }
    if (announced != UINT64_MAX && announced > points) {
        status =
            pdk_document_damage(xyz->document, error, PDK_E_TRUNCATED, xyz->document->content.size, "xyz.count", "xyz",
                                "expected %" PRIu64 " points, but the file has %" PRIu64, announced, points);
    } else if (announced < points) {
        pdk_document_add_finding(xyz->document, PDK_WARNING, "xyz.count", PDK_NO_OFFSET, "xyz",
                                 "the file says it has %" PRIu64 " points, but has %" PRIu64 "; all are read",
                                 announced, points);
    }
    xyz->mesh = (pdk_mesh){ .point_count = points,
                            .frame = PDK_FRAME_Z_UP,
                            .measured = true,
                            .extent = extent,
                            .state = xyz,
                            .read_points = read_points,
                            .read_triangles = pdk_mesh_no_triangles };
    return status;
}
