/* A road along the line that was driven, or along that of the track on which it was driven. */
#include <math.h>

#include "opendrive/road.h"

static pdk_status add_points(pdk_road *road, const pdk_driven_track *track, pdk_error *error)
{
    enum { RUN = 256 };
    const pdk_driven_track_info *about = pdk_driven_track_about(track);
    road->closed = about->closed;
    for (size_t first = 0; first < about->points; first += RUN) {
        pdk_driven_track_point points[RUN];
        size_t count = about->points - first < RUN ? about->points - first : RUN;
        pdk_status status = pdk_driven_track_read(track, first, count, points, error);
        for (size_t i = 0; status == PDK_OK && i < count; i++) {
            const pdk_driven_track_point *at = &points[i];
            pdk_road_point point = { at->x, at->y, at->has_z ? at->z : (double)NAN, NAN, NAN, NAN };
            /* The band of the laps says nothing about how wide the road is. */
            if (about->given && at->has_left) point.left = fmax(at->left, 0);
            if (about->given && at->has_right) point.right = fmax(-at->right, 0);
            status = pdk_road_add(road, &point, error);
        }
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

static void say_line(const pdk_export *job, const pdk_driven_track *track)
{
    const pdk_driven_track_info *about = pdk_driven_track_about(track);
    if (about->given)
        pdk_export_note(job, PDK_NOTE, "opendrive.driven", "the road follows the line of the track that is given");
    else if (about->laps > 1)
        pdk_export_note(job, PDK_NOTE, "opendrive.driven",
                        "the road follows the middle of %zu driven laps, not the middle of the track", about->laps);
    else
        pdk_export_note(job, PDK_NOTE, "opendrive.driven",
                        "the road follows the line of one driven lap, not the middle of the track");
}

pdk_status pdk_road_from_recording(pdk_road *road, pdk_error *error)
{
    static const char *const names[] = { "corners", NULL };
    pdk_export *job = road->job;
    pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
    options.names = names;
    options.track = job->options->opendrive->track;
    options.limits = job->options->limits;
    options.allocator = job->options->allocator;
    options.progress = job->options->progress;
    options.progress_user = job->options->progress_user;
    pdk_document *analysis = NULL;
    const pdk_driven_track *track = NULL;
    pdk_status status = pdk_analyse(job->document, &options, &analysis, error);
    if (status == PDK_OK) status = pdk_driven_track_of(analysis, &track, error);
    if (status == PDK_OK) status = add_points(road, track, error);
    if (status == PDK_OK) say_line(job, track);
    pdk_close(analysis);
    return status;
}
