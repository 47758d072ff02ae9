/* A generated path: nodes along the middle of the generated track, as a lap of the same seed drives along it. */
#include "format/pth/pth_synth.h"

#include <math.h>

#include "base/callback.h"
#include "base/memory.h"
#include "format/pth/pth_layout.h"
#include "synth/track.h"

static const double spacing = 10; /* m */
enum { MAX_NODES = 1000000 };

uint64_t pdk_pth_synth_count(const pdk_synth_options *options, const pdk_track *track)
{
    if (options->points > 0) return options->points < MAX_NODES ? options->points : MAX_NODES;
    return (uint64_t)ceil(track->length / spacing);
}

static bool fill_header(uint8_t *header, uint64_t nodes)
{
    return pdk_put_string(&pdk_pth_header, header, "magic", "LFSPTH") &&
           pdk_put(&pdk_pth_header, header, "node_count", (double)nodes) &&
           pdk_put(&pdk_pth_header, header, "finish_node", 0);
}

bool pdk_pth_synth_node(const pdk_record *record, uint8_t *node, const pdk_track *track,
                        const pdk_pth_synth_place *place)
{
    double point[3], heading, curvature;
    pdk_track_point(track, place->distance, place->aside, point);
    pdk_track_direction(track, place->distance, &heading, &curvature);
    const double direction[3] = { -sin(heading), cos(heading), 0 };
    bool fits = pdk_put_values(record, node,
                               (const pdk_named_value[]){
                                   { "x", point[0] },
                                   { "y", point[1] },
                                   { "z", point[2] },
                                   { "limit_left", -place->limit },
                                   { "limit_right", place->limit },
                                   { "drive_left", -place->road },
                                   { "drive_right", place->road },
                                   { NULL, 0 },
                               });
    for (uint32_t axis = 0; axis < 3 && fits; axis++)
        fits = pdk_put_element(record, node, "direction", axis, direction[axis]);
    return fits;
}

static pdk_status write_track(const pdk_synth_options *options, const pdk_track *track, pdk_output *output,
                              pdk_error *error)
{
    uint8_t header[16] = { 0 };
    uint64_t nodes = pdk_pth_synth_count(options, track);
    if (!fill_header(header, nodes)) return pdk_fail(error, PDK_E_CORRUPT, 0, "pth.synth", "the header does not fit");
    pdk_status status = pdk_output_write(output, header, sizeof header, error);
    for (uint64_t i = 0; i < nodes && status == PDK_OK; i++) {
        uint8_t node[40] = { 0 };
        const pdk_pth_synth_place place = { track->length * (double)i / (double)nodes, 0, PDK_PTH_SYNTH_ROAD,
                                            PDK_PTH_SYNTH_LIMIT };
        if (!pdk_pth_synth_node(&pdk_pth_node, node, track, &place))
            return pdk_fail(error, PDK_E_CORRUPT, PDK_NO_OFFSET, "pth.synth", "node %d does not fit", (int)i);
        status = pdk_output_write(output, node, sizeof node, error);
        bool go_on = i % 1024 != 0 || pdk_tell_progress(options->progress, options->progress_user, i, nodes);
        if (!go_on) return pdk_fail_cancelled(error);
    }
    return status;
}

pdk_status pdk_pth_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_track *track = pdk_alloc(&memory, sizeof *track);
    pdk_status status = track != NULL ? PDK_OK : pdk_fail_memory(error, &memory, "a track");
    if (track != NULL) {
        pdk_track_make(track, options->seed);
        status = write_track(options, track, output, error);
    }
    pdk_memory_destroy(&memory);
    return status;
}
