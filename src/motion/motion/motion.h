/* A motion while it is made and read. */
#ifndef PADDOCK_MOTION_MOTION_H
#define PADDOCK_MOTION_MOTION_H

#include "base/callback.h"
#include "model/document.h"
#include "model/frame.h"

#define PDK_PI 3.14159265358979323846

enum {
    PDK_MOTION_MAX_CHANNELS = 32,
    PDK_MOTION_MAX_COLUMNS = 9, /* of one channel */
    PDK_MOTION_ROWS = 256,      /* of the table, read at once */
    PDK_MOTION_PIECE = 8192,
    PDK_MOTION_NOBODY = UINT16_MAX
};

/* How a channel comes from columns of the table. */
typedef enum pdk_motion_kind {
    PDK_MOTION_COLUMN,    /* sign * column + bias */
    PDK_MOTION_LENGTH,    /* of the vector of three columns */
    PDK_MOTION_ON_WHEEL,  /* a coordinate of a wheel: columns are the car's place, its right and its nose */
    PDK_MOTION_DIFFERENCE /* from the run's positions before and after; `axis`: which (pdk_motion_rate) */
} pdk_motion_kind;

/* What positions before and after give. */
typedef enum pdk_motion_rate { PDK_RATE_X, PDK_RATE_Y, PDK_RATE_Z, PDK_RATE_SPEED, PDK_RATE_COURSE } pdk_motion_rate;

typedef struct pdk_run_segments {
    bool known;
    pdk_motion_segment *all;
    size_t count;
} pdk_run_segments;

typedef struct pdk_run_drivers {
    pdk_motion_driver *all;
    size_t count;
} pdk_run_drivers;

typedef struct pdk_motion_source {
    pdk_motion_kind kind;
    size_t columns[PDK_MOTION_MAX_COLUMNS];
    size_t column_count;
    double sign, bias;
    uint8_t axis; /* of PDK_MOTION_ON_WHEEL: of the table's frame; of PDK_MOTION_DIFFERENCE: a pdk_motion_rate */
} pdk_motion_source;

/* Whose each row of the table is. Samples of a run are its rows, in order; how many there are before each piece of the
 * table leads to any of them. */
typedef struct pdk_motion_rows {
    uint16_t *owner; /* of each row: a run, or PDK_MOTION_NOBODY */
    uint64_t count;
    uint64_t piece;   /* rows, no fewer than PDK_MOTION_PIECE */
    uint32_t *before; /* samples in the pieces before: of piece p and run r at p * runs + r */
    size_t runs;
} pdk_motion_rows;

struct pdk_motion {
    pdk_memory memory;
    pdk_allocator allocator;
    const pdk_document *document;
    pdk_document *held; /* the same, or NULL */
    const pdk_table *table;
    size_t driver_column; /* PDK_NO_COLUMN = there is one car */
    pdk_motion_run *runs;
    pdk_motion_rows *rows; /* NULL = all rows of the table are the one run's */
    size_t run_count;
    pdk_motion_channel channels[PDK_MOTION_MAX_CHANNELS];
    pdk_motion_source sources[PDK_MOTION_MAX_CHANNELS];
    size_t channel_count;
    double wheel[3];     /* from the car's reference point: right, forward, up */
    bool mirrored;       /* y is the other way than the columns' frame says: the file shows it */
    bool curved;         /* velocities are stored and are how positions change: positions may be read along curves */
    pdk_vector evidence; /* char *: what that rests on */
    pdk_run_drivers *drivers;   /* of each run */
    pdk_owned_lock lock;        /* of what is found on request: */
    pdk_run_segments *segments; /*   of each run */
};

/* --- motion.c --- */
/* Of a motion that the document itself keeps, which must not hold the document in turn. */
typedef struct pdk_motion_home {
    pdk_memory *memory;                /* the motion is in a part of it */
    const struct pdk_session *session; /* of the format, as long as the motion; NULL = there is none */
} pdk_motion_home;
/* pdk_motion_open with options of this edition. `home` NULL = in a separate heap, and holding the document. */
pdk_status pdk_motion_open_within(const pdk_document *document, const pdk_motion_options *options,
                                  const pdk_motion_home *home, pdk_motion **motion, pdk_error *error);

/* --- motion_runs.c: rows by driver --- */
pdk_status pdk_motion_find_runs(pdk_motion *motion, const pdk_motion_options *options, pdk_error *error);

/* --- motion_rows.c --- */
/* Writes down which run each row's driver is, and counts. In: `drivers` of all rows, or NULL: then rows->owner has
 * them; `run_of` the run of each. Out: samples of each run in `samples`. False when out of memory. */
bool pdk_motion_count_rows(pdk_motion_rows *rows, const uint8_t *drivers, const uint16_t *run_of, pdk_memory *memory,
                           uint64_t *samples);
/* The row of a run's sample, which there is. */
uint64_t pdk_motion_row_of(const pdk_motion_rows *rows, size_t run, uint64_t sample);

/* --- motion_channels.c: what columns of which role give --- */
void pdk_motion_find_channels(pdk_motion *motion, bool on_wheel);

/* --- motion_orientation.c: where noses point --- */
/* Settles headings and, where they show it, the side y is on. Reads a few hundred samples of formats that do not say.
 */
pdk_status pdk_motion_find_orientation(pdk_motion *motion, pdk_error *error);

/* --- motion_drivers.c: the drivers of each run over time --- */
/* By the format's session; NULL = it is read for this. */
pdk_status pdk_motion_find_drivers(pdk_motion *motion, const struct pdk_session *session, pdk_error *error);

/* --- motion_difference.c --- */
pdk_status pdk_motion_read_rate(const pdk_motion *motion, size_t run, uint64_t first, size_t count,
                                pdk_motion_rate rate, double *values, pdk_error *error);
/* Whether the step between two samples is no motion: further than three times what the faster of both speeds (NaN =
 * unknown) explains, and 10 m. */
bool pdk_motion_jumps(double distance, double speed, double other_speed, double time);

/* --- motion_stored.c --- */
/* pdk_motion_read of channels that are not differences; the others are left. The arguments are checked. */
pdk_status pdk_motion_read_stored(const pdk_motion *motion, size_t run, uint64_t first, size_t count,
                                  const pdk_channel_read *reads, size_t read_count, pdk_error *error);
/* The value of a channel in row `row` of what was read of its source's columns. */
double pdk_motion_value(const pdk_motion *motion, const pdk_motion_source *source, double (*columns)[PDK_MOTION_ROWS],
                        size_t row);

#endif
