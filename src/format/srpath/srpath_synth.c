/* A generated path as Live for Speed 0.8 has it: the nodes of `synth pth`, and a pit lane to the right of the line. */
#include "format/srpath/srpath_synth.h"

#include <string.h>

#include "base/memory.h"
#include "format/pth/pth_synth.h"
#include "format/srpath/srpath_layout.h"

enum { MOST_NODES = 65535, PIT_NODES = 30, LOOP_ROUTE_FLIP = 13, WALLED = 8 };

static const double pit_from = -150, pit_step = 10, pit_aside = 14, pit_half_width = 3, pole_before = 8;

typedef struct drawn {
    const pdk_track *track;
    uint64_t nodes, pit_nodes;
} drawn;

static bool fill_header(uint8_t *header, const drawn *path)
{
    const pdk_record *record = &pdk_srpath_header;
    double point[3], heading, curvature;
    pdk_track_point(path->track, -pole_before, 2, point);
    pdk_track_direction(path->track, -pole_before, &heading, &curvature);
    /* The simulated lap has its splits at thirds. */
    const double splits[] = { 0, (double)(path->nodes / 3), (double)(2 * path->nodes / 3), -1 };
    bool several = path->nodes >= 3;
    bool fits = pdk_put_string(record, header, "magic", "SRPATH") &&
                pdk_put_values(record, header,
                               (const pdk_named_value[]){
                                   { "revision", 252 },
                                   { "path_flags", LOOP_ROUTE_FLIP },
                                   { "mini_revision", 9 },
                                   { "node_count", (double)path->nodes },
                                   { "pit_lane_node_count", (double)path->pit_nodes },
                                   { "pole_heading", heading },
                                   { NULL, 0 },
                               });
    for (uint32_t i = 0; i < 4 && fits; i++)
        fits = pdk_put_element(record, header, "split_nodes", i, i == 0 || several ? splits[i] : -1);
    for (uint32_t axis = 0; axis < 3 && fits; axis++) fits = pdk_put_element(record, header, "pole", axis, point[axis]);
    return fits;
}

static bool fill_node(uint8_t *node, const drawn *path, uint64_t number)
{
    bool main = number < path->nodes;
    const pdk_pth_synth_place on_path = { path->track->length * (double)number / (double)path->nodes, 0,
                                          PDK_PTH_SYNTH_ROAD, PDK_PTH_SYNTH_LIMIT },
                              in_pits = { pit_from + pit_step * ((double)number - (double)path->nodes), pit_aside,
                                          pit_half_width, pit_half_width };
    return pdk_put(&pdk_srpath_node, node, "flags", main ? 0 : WALLED) &&
           pdk_pth_synth_node(&pdk_srpath_node, node, path->track, main ? &on_path : &in_pits);
}

static pdk_status write_path(const drawn *path, pdk_output *output, pdk_error *error)
{
    uint8_t header[56] = { 0 };
    if (!fill_header(header, path)) return pdk_fail(error, PDK_E_CORRUPT, 0, "srpath.synth", "the header does not fit");
    pdk_status status = pdk_output_write(output, header, sizeof header, error);
    for (uint64_t i = 0; i < path->nodes + path->pit_nodes && status == PDK_OK; i++) {
        uint8_t node[44] = { 0 };
        if (!fill_node(node, path, i))
            return pdk_fail(error, PDK_E_CORRUPT, PDK_NO_OFFSET, "srpath.synth", "node %d does not fit", (int)i);
        status = pdk_output_write(output, node, sizeof node, error);
    }
    return status;
}

pdk_status pdk_srpath_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_track *track = pdk_alloc(&memory, sizeof *track);
    pdk_status status = track != NULL ? PDK_OK : pdk_fail_memory(error, &memory, "a track");
    if (track != NULL) {
        pdk_track_make(track, options->seed);
        uint64_t nodes = pdk_pth_synth_count(options, track);
        nodes = nodes < MOST_NODES ? nodes : MOST_NODES;
        drawn path = { track, nodes, nodes < PIT_NODES ? nodes : PIT_NODES };
        status = write_path(&path, output, error);
    }
    pdk_memory_destroy(&memory);
    return status;
}
