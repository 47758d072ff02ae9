/* A generated LFSPIN: the rectangle around the generated track. */
#include "format/pin/pin_synth.h"

#include <math.h>

#include "base/memory.h"
#include "format/pin/pin_layout.h"
#include "synth/track.h"

static const double tile = 64, margin = 20; /* m */

static bool fill(uint8_t bytes[32], const pdk_track *track)
{
    double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
    for (int i = 0; i < PDK_TRACK_SAMPLES; i++) {
        const double at[2] = { track->samples[i].x, track->samples[i].y };
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = fmin(low[axis], at[axis]);
            high[axis] = fmax(high[axis], at[axis]);
        }
    }
    return pdk_put_string(&pdk_pin_header, bytes, "magic", "LFSPIN") &&
           pdk_put_values(&pdk_pin_header, bytes,
                          (const pdk_named_value[]){
                              { "configuration_count", 1 },
                              { "minimum_x", tile * floor((low[0] - margin) / tile) },
                              { "maximum_x", tile * ceil((high[0] + margin) / tile) },
                              { "minimum_y", tile * floor((low[1] - margin) / tile) },
                              { "maximum_y", tile * ceil((high[1] + margin) / tile) },
                              { NULL, 0 },
                          });
}

pdk_status pdk_pin_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_track *track = pdk_alloc(&memory, sizeof *track);
    pdk_status status = track != NULL ? PDK_OK : pdk_fail_memory(error, &memory, "a track");
    if (track != NULL) {
        uint8_t bytes[32] = { 0 };
        pdk_track_make(track, options->seed);
        status = fill(bytes, track) ? pdk_output_write(output, bytes, sizeof bytes, error)
                                    : pdk_fail(error, PDK_E_CORRUPT, 0, "pin.synth", "a value does not fit its field");
    }
    pdk_memory_destroy(&memory);
    return status;
}
