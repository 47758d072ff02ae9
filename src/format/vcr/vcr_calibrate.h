/* Settling the layout by the file itself: descriptions of this format contradict each other and we had no real file, so
 * every published reading is tried, and the one under which the whole structure holds wins. */
#ifndef PADDOCK_FORMAT_VCR_VCR_CALIBRATE_H
#define PADDOCK_FORMAT_VCR_VCR_CALIBRATE_H

#include "format/vcr/vcr_walk.h"

enum { PDK_VCR_MAX_TRIALS = 24 };

/* What the first slices look like under one reading. */
typedef struct pdk_vcr_sample {
    uint64_t slices, events;
    uint64_t rising;         /* slices whose time is a number and not before the last */
    uint64_t known_drivers;  /* events of a driver in the list, or of no driver */
    uint64_t known_payloads; /* events whose class, type and size somebody has described */
    bool whole;              /* all slices fitted into the sample, and their end was reached exactly */
    uint32_t pose_size;      /* events that look like poses have this size, not the published one; 0 = as published */
} pdk_vcr_sample;

typedef struct pdk_vcr_trial {
    pdk_vcr_layout layout;
    char name[160];
    unsigned choices; /* bits of the disputed points where this reading differs from what programs do */
    bool is_note;     /* the published note word for word */
    pdk_vcr_head head;
    pdk_vcr_sample sample;
    pdk_error stop; /* status PDK_OK: nothing in head and sample contradicts it */
    int score;
} pdk_vcr_trial;

typedef struct pdk_vcr_calibration {
    pdk_vcr_trial trials[PDK_VCR_MAX_TRIALS];
    size_t count;
    size_t order[PDK_VCR_MAX_TRIALS]; /* by score, best first */
    size_t chosen;
    bool complete;  /* the chosen reading reached the end */
    pdk_error stop; /*   or this is where it stopped */
} pdk_vcr_calibration;

/* --- vcr_readings.c: the readings there are --- */
void pdk_vcr_list_readings(pdk_vcr_calibration *calibration);

/* --- vcr_sample.c --- */
/* Walks the first slices; *stop when the reading contradicts the bytes there. */
pdk_status pdk_vcr_take_sample(const pdk_vcr_trial *trial, pdk_bytes bytes, pdk_vcr_sample *sample, pdk_error *stop);

/* --- vcr_calibrate.c --- */
/* Tries all readings, chooses, and builds the index of the chosen one. With `partial` a reading that stops is kept as
 * far as it got; otherwise that fails, saying how far and why. */
pdk_status pdk_vcr_calibrate(pdk_document *document, pdk_vcr_calibration *calibration, pdk_vcr_shape *shape,
                             pdk_vcr_index *index, pdk_error *error);
/* Leaves the evidence: what was chosen, and how the alternatives fared. */
void pdk_vcr_add_calibration_evidence(pdk_document *document, const pdk_vcr_calibration *calibration,
                                      const pdk_vcr_index *index);

#endif
