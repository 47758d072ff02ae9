/* What the two files that write the truth share. */
#ifndef PADDOCK_SYNTH_TRUTH_PARTS_H
#define PADDOCK_SYNTH_TRUTH_PARTS_H

#include "json/json.h"
#include "synth/truth.h"

typedef struct pdk_truth {
    const pdk_sim_session *session;
    const pdk_sim_session_log *log;
    const pdk_truth_file *file;
    pdk_json json;
} pdk_truth;

/* --- truth_members.c --- */
/* A number where below zero means that there is none. */
void pdk_truth_put_if(pdk_json *json, const char *key, double value);
void pdk_truth_put_slot(pdk_truth *w, const char *key, uint32_t car);
void pdk_truth_put_name(pdk_truth *w, const char *key, uint32_t car, int driver);

/* --- truth_incidents.c --- */
/* Contacts, impacts, spins, excursions, jumps, changes of drivers. */
void pdk_truth_put_incidents(pdk_truth *w);

#endif
