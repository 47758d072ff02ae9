/* The motion of drivers, as a page shows it: which channels, in which steps, at which times. */
#ifndef PADDOCK_PAGE_MOTION_H
#define PADDOCK_PAGE_MOTION_H

#include "motion/paths.h"
#include "page/page_block.h"
#include "paddock/page.h"

typedef struct pdk_page_moving {
    const pdk_motion *motion;
    const pdk_paths *paths; /* of recordings with many samples: everyone's, thinned; NULL = few, read from the motion */
    const pdk_document *answers; /* the recording, or its analysis */
    double origin[3];            /* less this: coordinates in blocks */
    double start, end;           /* s; NaN if no car has a position */
    double rate;                 /* samples a second in blocks, about; 0 = all there are */
    double file_rate;            /* of the file, in the median; NaN = unknown */
    const char *driver;          /* only drivers that this fits; NULL = all */
} pdk_page_moving;

/* How a document's motion goes into a page. PDK_E_UNSUPPORTED where nothing moves. `share` divides what fits into a
 * page among so many documents; 1 for a document alone. */
pdk_status pdk_page_moving_of(const pdk_document *answers, const pdk_page_options *options, size_t share,
                              pdk_page_moving *moving, pdk_error *error);
/* Is this run of somebody that the options ask for? */
bool pdk_page_is_wanted(const pdk_page_moving *moving, size_t run);
/* As JSON: a separate object. */
pdk_status pdk_page_put_moving(pdk_json *json, const pdk_page_moving *moving, pdk_error *error);
pdk_status pdk_page_put_run(const pdk_page_moving *moving, size_t run, pdk_memory *memory, pdk_output *output,
                            pdk_error *error);

/* When a car is there and moves without a break, in the motion or the paths. */
typedef struct pdk_page_stretch {
    uint64_t first, count; /* samples of the motion's run, or of the path */
    double start, end;     /* s */
} pdk_page_stretch;

/* All of a run, in order of their start times; *count of them, in `memory`. */
pdk_status pdk_page_stretches(const pdk_page_moving *moving, size_t run, pdk_memory *memory,
                              pdk_page_stretch **stretches, size_t *count, pdk_error *error);

/* --- page_samples.c: the samples of a run that go into a page --- */
typedef enum pdk_page_channel {
    PDK_PAGE_TIME,
    PDK_PAGE_X,
    PDK_PAGE_Y,
    PDK_PAGE_Z,
    PDK_PAGE_HEADING,
    PDK_PAGE_SPEED,
    PDK_PAGE_THROTTLE,
    PDK_PAGE_BRAKE,
    PDK_PAGE_GEAR,
    PDK_PAGE_STEER,
    PDK_PAGE_CHANNELS
} pdk_page_channel;

typedef struct pdk_page_samples {
    size_t count, capacity;
    bool has[PDK_PAGE_CHANNELS];
    double *of[PDK_PAGE_CHANNELS]; /* NaN = no value */
} pdk_page_samples;

extern const pdk_role pdk_page_roles[PDK_PAGE_CHANNELS];

/* Samples at about the rate, and every one that the file has around incidents of this driver. In `memory`. */
pdk_status pdk_page_samples_of(const pdk_page_moving *moving, size_t run, pdk_memory *memory, pdk_page_samples *samples,
                               pdk_error *error);
void pdk_page_samples_free(pdk_page_samples *samples, pdk_memory *memory);

#endif
