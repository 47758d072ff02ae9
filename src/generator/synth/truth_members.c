/* Members that several parts of the truth have. */
#include "synth/truth_parts.h"

#include <stdio.h>

/* A number where below zero means that there is none. */
void pdk_truth_put_if(pdk_json *json, const char *key, double value)
{
    if (value < 0) pdk_member_text(json, key, NULL);
    else pdk_member_number(json, key, value);
}

void pdk_truth_put_slot(pdk_truth *w, const char *key, uint32_t car)
{
    pdk_member_natural(&w->json, key, w->file->first_slot + car);
}

void pdk_truth_put_name(pdk_truth *w, const char *key, uint32_t car, int driver)
{
    char room[32], name[512];
    pdk_sim_session_driver_name(w->session, room, car, driver);
    snprintf(name, sizeof name, "%s%s", room, w->file->name_suffix);
    pdk_member_text(&w->json, key, name);
}
