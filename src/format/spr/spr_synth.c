/* Generated replays: a header as the published pages have it, then bytes that mean nothing, as nobody outside knows
 * what the game writes there. */
#include <stdio.h>
#include <string.h>

#include "format/spr/spr.h"
#include "synth/sim.h"

enum { REST = 600, MAX_PLAYERS = 48, NAME = 32 };

static pdk_status write_rest(pdk_random *random, pdk_output *output, pdk_error *error)
{
    uint8_t rest[REST];
    for (size_t i = 0; i < sizeof rest; i++) rest[i] = (uint8_t)(pdk_random_next(random) >> 32);
    return pdk_output_write(output, rest, sizeof rest, error);
}

static pdk_status fail(pdk_error *error)
{
    return pdk_fail(error, PDK_E_CORRUPT, PDK_NO_OFFSET, "spr.synth", "a value does not fit");
}

/* A hotlap of about a minute with two splits. */
static pdk_status write_single(pdk_random *random, uint64_t seed, pdk_output *output, pdk_error *error)
{
    uint8_t header[192] = { 0 };
    char name[NAME], colored[NAME + 2];
    const pdk_record *record = &pdk_spr_header;
    pdk_sim_driver_name(name, (uint32_t)(seed % 12));
    snprintf(colored, sizeof colored, "^3%s", name);
    bool fits =
        pdk_put_string(record, header, "magic", PDK_SPR_MAGIC) &&
        pdk_put_string(record, header, "lfs_version", "0.6B") && pdk_put_string(record, header, "track_code", "BL1") &&
        pdk_put_string(record, header, "track", "Paddock Ring") &&
        pdk_put_string(record, header, "car", "Paddock GT") && pdk_put_string(record, header, "user", "a user") &&
        pdk_put_values(record, header,
                       (const pdk_named_value[]){
                           { "hotlap", 1 },
                           { "configuration", 1 },
                           { "driver_count", 1 },
                           { "player_flags", 9 },
                           { "lap", 2 },
                           { "split_count", 3 },
                           { "duration", 131.5 },
                           { NULL, 0 },
                       });
    const pdk_field *player = pdk_record_field(record, "player");
    memcpy(header + player->offset, colored, strlen(colored)); /* with its code of a colour, as the game has it */
    double time = 0;
    for (uint32_t i = 0; i < 3 && fits; i++) {
        time += pdk_random_between(random, 19, 22);
        int thousandths = (int)(time * 1000);
        uint8_t *at = header + pdk_record_field(record, "splits")->offset + i * pdk_spr_split.size;
        fits = pdk_put_values(&pdk_spr_split, at,
                              (const pdk_named_value[]){
                                  { "minutes", thousandths / 60000 },
                                  { "seconds", thousandths / 1000 % 60 },
                                  { "hundredths", thousandths / 10 % 100 },
                                  { "thousandths", thousandths % 10 },
                                  { NULL, 0 },
                              });
    }
    return fits ? pdk_output_write(output, header, sizeof header, error) : fail(error);
}

static bool fill_result(pdk_random *random, uint32_t number, double *time, uint8_t *result)
{
    char name[NAME], plate[8], user[NAME];
    double best = pdk_random_between(random, 62, 64);
    bool stopped = pdk_random_unit(random) < 0.3;
    pdk_sim_driver_name(name, number);
    snprintf(plate, sizeof plate, "%u", (unsigned)number + 1);
    snprintf(user, sizeof user, "user %u", (unsigned)number);
    *time += pdk_random_between(random, 0.2, 6);
    return pdk_put_string(&pdk_mpr_result, result, "name", name) &&
           pdk_put_string(&pdk_mpr_result, result, "plate", plate) &&
           pdk_put_string(&pdk_mpr_result, result, "car", "XFG") &&
           pdk_put_string(&pdk_mpr_result, result, "user", user) &&
           pdk_put_values(&pdk_mpr_result, result,
                          (const pdk_named_value[]){
                              { "laps", 5 },
                              { "player_flags", 9 },
                              { "confirmation", 3 },
                              { "pit_stops", stopped },
                              { "finish_time", *time },
                              { "best_lap_time", best },
                              { "grid_position", number + 1 },
                              { NULL, 0 },
                          });
}

static pdk_status write_several(pdk_random *random, uint32_t players, pdk_output *output, pdk_error *error)
{
    uint8_t header[80] = { 0 };
    double time = 318;
    bool fits = pdk_put_string(&pdk_mpr_header, header, "magic", PDK_MPR_MAGIC) &&
                pdk_put_string(&pdk_mpr_header, header, "lfs_version", "0.6B") &&
                pdk_put_string(&pdk_mpr_header, header, "track_code", "BL1") &&
                pdk_put_string(&pdk_mpr_header, header, "track", "Paddock Ring") &&
                pdk_put_values(&pdk_mpr_header, header,
                               (const pdk_named_value[]){
                                   { "laps_code", 5 },
                                   { "starters", players },
                                   { "unix_time", 1250274600 },
                                   { "configuration", 1 },
                                   { "result_count", players },
                                   { NULL, 0 },
                               });
    if (!fits) return fail(error);
    pdk_status status = pdk_output_write(output, header, sizeof header, error);
    for (uint32_t i = 0; i < players && status == PDK_OK; i++) {
        uint8_t result[80] = { 0 };
        if (!fill_result(random, i, &time, result)) return fail(error);
        status = pdk_output_write(output, result, sizeof result, error);
    }
    return status;
}

pdk_status pdk_spr_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    pdk_random random = { options->seed * 2 + 1 };
    bool several = options->dialect != NULL && strcmp(options->dialect, "mpr") == 0;
    if (options->dialect != NULL && !several && strcmp(options->dialect, "spr") != 0)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.dialect", "no dialect \"%s\": spr or mpr",
                        options->dialect);
    uint32_t players = options->cars > 0 ? options->cars : 8;
    if (players > MAX_PLAYERS) players = MAX_PLAYERS;
    pdk_status status =
        several ? write_several(&random, players, output, error) : write_single(&random, options->seed, output, error);
    return status == PDK_OK ? write_rest(&random, output, error) : status;
}
