/* A motion while it is made and read. */
#ifndef PADDOCK_MOTION_MOTION_H
#define PADDOCK_MOTION_MOTION_H

#include "model/document.h"
#include "model/frame.h"

#define PDK_PI 3.14159265358979323846

enum {
    PDK_MOTION_MAX_CHANNELS = 32,
    PDK_MOTION_MAX_COLUMNS = 9, /* of one channel */
    PDK_MOTION_ROWS = 256       /* of the table, read at once */
};

/* How a channel comes from columns of the table. */
typedef enum pdk_motion_kind {
    PDK_MOTION_COLUMN,    /* sign * column + bias */
    PDK_MOTION_LENGTH,    /* of the vector of three columns */
    PDK_MOTION_ON_WHEEL,  /* a coordinate of a wheel: columns are the car's place, its right and its nose */
    PDK_MOTION_DIFFERENCE /* from the run's samples before and after; `axis`: what (motion_difference.c) */
} pdk_motion_kind;

typedef struct pdk_motion_source {
    pdk_motion_kind kind;
    size_t columns[PDK_MOTION_MAX_COLUMNS];
    size_t column_count;
    double sign, bias;
    uint8_t axis; /* of PDK_MOTION_ON_WHEEL: of the table's frame */
} pdk_motion_source;

struct pdk_motion {
    pdk_memory memory;
    pdk_allocator allocator;
    const pdk_document *document;
    pdk_document *held; /* the same, or NULL */
    const pdk_table *table;
    size_t driver_column; /* PDK_NO_COLUMN = there is one car */
    pdk_motion_run *runs;
    uint32_t **rows; /* of each run; NULL = all rows of the table, in order */
    size_t run_count;
    pdk_motion_channel channels[PDK_MOTION_MAX_CHANNELS];
    pdk_motion_source sources[PDK_MOTION_MAX_CHANNELS];
    size_t channel_count;
    double wheel[3];     /* from the car's reference point: right, forward, up */
    bool mirrored;       /* y is the other way than the columns' frame says: the file shows it */
    pdk_vector evidence; /* char *: what that rests on */
};

/* --- motion.c --- */
/* pdk_motion_open with options of this edition. `holds` false: for what the document itself keeps, which must not hold
 * the document in turn. */
pdk_status pdk_motion_open_within(const pdk_document *document, const pdk_motion_options *options, bool holds,
                                  pdk_motion **motion, pdk_error *error);
/* --- motion_runs.c: rows by driver, and who that is --- */
pdk_status pdk_motion_find_runs(pdk_motion *motion, const pdk_motion_options *options, pdk_error *error);
/* --- motion_channels.c: what columns of which role give --- */
void pdk_motion_find_channels(pdk_motion *motion, bool on_wheel);
/* --- motion_orientation.c: where noses point --- */
/* Settles headings and, where they show it, the side y is on. Reads a few hundred samples of formats that do not say.
 */
pdk_status pdk_motion_find_orientation(pdk_motion *motion, pdk_error *error);
/* --- motion_read.c --- */
/* The value of a channel in row `row` of what was read of its source's columns. */
double pdk_motion_value(const pdk_motion *motion, const pdk_motion_source *source, double (*columns)[PDK_MOTION_ROWS],
                        size_t row);

#endif
