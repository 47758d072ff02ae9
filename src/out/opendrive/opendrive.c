/* Tracks, surfaces and driven lines as a road of OpenDRIVE. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "opendrive/road.h"

static const double usual_error = 0.05, usual_width = 12; /* m */

static bool is_given(double value)
{
    return value > 0 || value < 0 || isnan(value);
}

static bool is_crg(const pdk_export *job)
{
    return strcmp(job->document->info->id, "crg") == 0;
}

/* The file has a line along which its road goes, and no other is requested. OpenCRG has one that its grid knows better.
 */
static bool follows_lines(const pdk_export *job)
{
    const pdk_crg_options *crg = job->options->crg;
    bool other = crg->line != NULL || crg->middle != 0;
    return !other && !is_crg(job) && pdk_document_line_count(job->document) > 0;
}

/* Does the road follow the line of the OpenCRG file that it is made from? */
static bool follows_grid(const pdk_export *job)
{
    const pdk_convert_options *options = job->options;
    bool other = options->crg->line != NULL || options->crg->middle != 0 || is_given(options->crg->step);
    bool placed = options->axes == NULL && !options->has_source_origin && job->scale >= 1 && job->scale <= 1;
    return is_crg(job) && placed && !other && !is_given(options->crg->width);
}

static pdk_status check_options(const pdk_export *job, pdk_error *error)
{
    const pdk_opendrive_options *options = job->options->opendrive;
    const pdk_crg_options *crg = job->options->crg;
    bool fine = !is_given(options->error) || (options->error >= 1e-6 && isfinite(options->error));
    if (!fine)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "opendrive.error",
                        "the error of a road must be a number of metres, 0.000001 or more");
    if (!isfinite(crg->width) || crg->width < 0)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "crg.width", "the width must be a number above 0");
    if (options->crg != NULL && (options->crg[0] == '\0' || !pdk_is_utf8(options->crg, strlen(options->crg))))
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "opendrive.crg",
                        "the name of an OpenCRG file must be text in UTF-8");
    if (crg->ascii)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.options", "text means nothing for OpenDRIVE");
    return PDK_OK;
}

static pdk_status refuse(pdk_error *error, const char *what, const char *where)
{
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.options", "%s is for %s only", what, where);
}

static pdk_status check_source(const pdk_export *job, pdk_error *error)
{
    pdk_status status = check_options(job, error);
    if (status != PDK_OK) return status;
    if (job->options->opendrive->track != NULL) return refuse(error, "the track of a road", "recordings");
    if (follows_lines(job) && is_given(job->options->crg->step))
        return refuse(error, "a step", "roads along a surface");
    if (pdk_document_line_count(job->document) > 0 || pdk_document_surface_count(job->document) > 0) return PDK_OK;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "opendrive.none",
                    "this %s file has neither a line nor a surface to make a road of", job->document->info->id);
}

static pdk_status check_recording(const pdk_export *job, pdk_error *error)
{
    const pdk_convert_options *options = job->options;
    const pdk_crg_options *crg = options->crg;
    pdk_status status = check_options(job, error);
    if (status != PDK_OK) return status;
    if (crg->line != NULL || crg->middle != 0) return refuse(error, "a line", "roads along a surface");
    if (is_given(crg->step)) return refuse(error, "a step", "roads along a surface");
    if (options->epsg != 0) return refuse(error, "a coordinate system", "roads along tracks and surfaces");
    bool moved = options->axes != NULL || is_given(options->scale) || options->origin != PDK_ORIGIN_NEEDED;
    if (moved || options->triangulate)
        return refuse(error, "a choice of axes, scale, origin or triangles", "roads along tracks and surfaces");
    if (options->recording->driver == NULL && !options->recording->has_from && !options->recording->has_to)
        return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.recording",
                    "the road is that of all laps of a recording: a driver and a time mean nothing for it");
}

/* ----------------------------------------------------------------------------------------------------- notes */

static void say_what_is_assumed(const pdk_road *road)
{
    const pdk_export *job = road->job;
    if (road->dropped > 0)
        pdk_export_note(job, PDK_NOTE, "opendrive.points",
                        "%" PRIu64 " points are left out: they are no numbers, or where the one before them is",
                        road->dropped);
    if (road->widths_assumed && !is_given(job->options->crg->width))
        pdk_export_note(job, PDK_WARNING, "opendrive.width",
                        "nothing says how wide the road is: %g m on each side of the line are assumed; --width says "
                        "another width",
                        road->half_width);
    if (road->profiles[PDK_ROAD_HEIGHT].count == 0)
        pdk_export_note(job, PDK_WARNING, "opendrive.height", "nothing says how high the road is: it is written level");
    if (job->scale > 0 && !(job->scale >= 1 && job->scale <= 1))
        pdk_export_note(job, PDK_NOTE, "opendrive.scale", "lengths of the source times %g are the road's metres",
                        job->scale);
    if (road->crg != NULL)
        pdk_export_note(job, PDK_NOTE, "opendrive.crg",
                        "the surface of the road is \"%s\": programs look for it beside the file", road->crg);
}

static const char *more_than_one(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static void say_fit(const pdk_road *road)
{
    const pdk_export *job = road->job;
    const pdk_curve *curve = &road->curve;
    uint64_t lines = 0, arcs = 0;
    for (size_t i = 0; i < curve->count; i++) {
        const pdk_clothoid *shape = &curve->pieces[i].shape;
        bool changes = fabs(shape->rate) > 0, bent = fabs(shape->curvature) > 0;
        lines += !changes && !bent;
        arcs += !changes && bent;
    }
    uint64_t spirals = curve->count - lines - arcs;
    pdk_export_note(job, PDK_NOTE, "opendrive.fit",
                    "wrote %s road of %.1f m: %" PRIu64 " straight line%s, %" PRIu64 " arc%s, %" PRIu64
                    " spiral%s; off its line by %.4f m at most, %.4f m typically",
                    road->closed ? "a closed" : "an open", curve->length, lines, more_than_one(lines), arcs,
                    more_than_one(arcs), spirals, more_than_one(spirals), curve->largest, curve->typical);
    const pdk_cubics *heights = &road->profiles[PDK_ROAD_HEIGHT];
    if (heights->count > 0)
        pdk_export_note(job, PDK_NOTE, "opendrive.heights",
                        "heights: %zu cubic piece%s, off by %.4f m at most, %.4f m typically", heights->count,
                        more_than_one(heights->count), heights->largest, heights->typical);
    if (curve->largest > road->error)
        pdk_export_note(job, PDK_WARNING, "opendrive.error",
                        "the line could not be kept within %g m: the road is off it by %.4f m at %.1f m", road->error,
                        curve->largest, curve->largest_at);
}

/* ---------------------------------------------------------------------------------------------------- the call */

static pdk_status write_road(pdk_export *job, pdk_status (*from)(pdk_road *, pdk_error *), pdk_error *error)
{
    const pdk_opendrive_options *options = job->options->opendrive;
    double width = job->options->crg->width;
    pdk_road road = { .job = job,
                      .points = pdk_vector_of(job->memory, sizeof(pdk_road_point)),
                      .error = is_given(options->error) ? options->error : usual_error,
                      .half_width = (is_given(width) ? width : usual_width) / 2,
                      .crg = options->crg != NULL ? options->crg
                             : follows_grid(job)  ? job->document->file_name
                                                  : NULL };
    pdk_status status = from(&road, error);
    bool grid = from == pdk_road_from_surface;
    pdk_road_point *points = road.points.items;
    for (size_t i = 0; i < road.points.count && is_given(width) && !grid; i++)
        points[i].left = points[i].right = width / 2;
    if (status == PDK_OK) status = pdk_road_fit(&road, error);
    if (status != PDK_OK) return status;
    road.widths_assumed = road.profiles[PDK_ROAD_LEFT].count == 0 || road.profiles[PDK_ROAD_RIGHT].count == 0;
    say_what_is_assumed(&road);
    say_fit(&road);
    job->report->points = road.points.count;
    job->report->triangles = 0;
    return pdk_road_write(&road, error);
}

static pdk_status write_opendrive(pdk_export *job, pdk_error *error)
{
    return write_road(job, follows_lines(job) ? pdk_road_from_lines : pdk_road_from_surface, error);
}

static pdk_status write_recording(pdk_export *job, pdk_error *error)
{
    pdk_status status = check_recording(job, error);
    return status == PDK_OK ? write_road(job, pdk_road_from_recording, error) : status;
}

const pdk_exporter pdk_exporter_opendrive = {
    .info = { .id = "opendrive",
              .title = "OpenDRIVE: a road along a track, a surface or a driven line",
              .extensions = ".xodr",
              .frame = PDK_FRAME_ROAD,
              .recordings = true },
    .own_origin = true,
    .states_place = true,
    .lines = true,
    .lines_alone = follows_lines,
    .accept = check_source,
    .write = write_opendrive,
    .write_recording = write_recording,
};
