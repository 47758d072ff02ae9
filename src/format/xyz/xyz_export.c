/* XYZ: a line of text for each point, whole coordinates. */
#include <math.h>

#include "base/number.h"
#include "target/exporter.h"

enum { RUN = 1024, LINE = 3 * 26 };

static char *put_point(char *to, const double point[3], bool single)
{
    for (int k = 0; k < 3; k++) {
        to = single ? pdk_put_float(to, (float)point[k]) : pdk_put_double(to, point[k]);
        *to++ = k < 2 ? ' ' : '\n';
    }
    return to;
}

static pdk_status make_lines(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error)
{
    (void)user;
    double points[RUN][3];
    char *to = (char *)piece->room;
    for (size_t at = 0; at < piece->count; at += RUN) {
        size_t some = piece->count - at < RUN ? piece->count - at : RUN;
        pdk_status status = job->mesh.read_points(&job->mesh, piece->first + at, some, points, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) {
            if (isfinite(points[i][0]) && isfinite(points[i][1]) && isfinite(points[i][2])) {
                to = put_point(to, points[i], job->mesh.single);
            } else {
                piece->odd++;
            }
        }
    }
    piece->size = (size_t)(to - (char *)piece->room);
    return PDK_OK;
}

static pdk_status write_xyz(pdk_export *job, pdk_error *error)
{
    pdk_pieces lines = {
        .count = job->mesh.point_count, .room = LINE, .make = make_lines, .total = job->mesh.point_count
    };
    pdk_status status = pdk_export_pieces(job, &lines, error);
    if (status != PDK_OK) return status;
    pdk_export_note_odd(job, lines.odd, "left out");
    pdk_export_note_points_only(job);
    job->report->dropped += lines.odd;
    job->report->points = job->mesh.point_count - lines.odd;
    return PDK_OK;
}

const pdk_exporter pdk_exporter_xyz = {
    .info = { .id = "xyz", .title = "Points as text: x y z", .extensions = ".xyz", .frame = PDK_FRAME_Z_UP },
    .doubles = true,
    .write = write_xyz,
};
