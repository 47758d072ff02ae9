/* A generated RAF file: the drive is simulated twice, once to learn the lap's splits for the header, once to write it.
 */
#include "format/raf/raf_synth.h"

#include <string.h>

#include "base/callback.h"
#include "format/raf/raf_layout.h"
#include "synth/sim.h"

enum {
    HEADER = 1024,
    BLOCK = 192,
    WHEEL = 32,
    WHEELS = 4,
    WHEEL_OFFSET = 64,
    INTERVAL_MS = 10,
    MAX_STEPS = 100000,
    TENTH = 10 /* blocks */
};

static const double gravity = 9.81;

/* What a version of the game writes, or one of its ways to record. */
typedef struct dialect {
    const char *name, *version, *track_code;
    uint32_t steps; /* of the simulation, from block to block */
    uint8_t flags;
    bool stores_interval, stores_g, clutch_reversed; /* before 0.5Z neither interval nor G and slip */
    bool part;                                       /* the beginning of a lap, with the times of the lap before it */
} dialect;

static const dialect dialects[] = {
    { "usual", "synth", "PD1", 1, 1, true, true, false, false },
    { "0.5V0", "0.5V0", "", 1, 4, false, false, true, false },
    { "100ms", "0.6K3", "PD1", 10, 1, true, true, false, false },
    { "part", "0.6R", "PD1", 1, 1, true, true, false, true },
};

static const dialect *find_dialect(const char *name)
{
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++) {
        if (name == NULL || strcmp(dialects[i].name, name) == 0) return &dialects[i];
    }
    return NULL;
}

typedef struct lap_plan {
    const dialect *kind;
    uint64_t blocks;                  /* steps of the simulation that are recorded */
    uint64_t splits[PDK_SIM_SECTORS]; /* number of the first block after each line */
    uint32_t split_count;
} lap_plan;

/* Steps to the first tick after the line. */
static void start_lap(pdk_sim *sim)
{
    while (pdk_sim_get(sim, 0)->lap < 0) pdk_sim_step(sim);
}

static lap_plan learn_lap(pdk_sim *sim)
{
    lap_plan lap = { 0 };
    start_lap(sim);
    for (uint64_t block = 0; pdk_sim_get(sim, 0)->lap == 0 && block < MAX_STEPS; block++) {
        int sector = pdk_sim_get(sim, 0)->sector;
        pdk_sim_step(sim);
        if (pdk_sim_get(sim, 0)->sector != sector) lap.splits[sector] = block + 1;
    }
    lap.blocks = lap.splits[PDK_SIM_SECTORS - 1];
    return lap;
}

/* The lap ends with its last block, wherever that is: a file says nothing about what is not in it. A shorter one has
 * the same lines as a whole lap, nearer to each other. No sector takes less than a tenth of a second. */
static void end_lap(lap_plan *lap)
{
    uint64_t whole = lap->splits[PDK_SIM_SECTORS - 1];
    lap->split_count = 0;
    for (uint32_t i = 0; i + 1 < PDK_SIM_SECTORS && lap->blocks >= PDK_SIM_SECTORS * 2 * TENTH; i++) {
        if (lap->blocks < whole) lap->splits[i] = lap->splits[i] * lap->blocks / whole;
        lap->split_count++;
    }
    lap->splits[lap->split_count++] = lap->blocks < TENTH ? 0 : lap->blocks;
}

/* A block for each step, or for every tenth: as many as begin in the lap. */
static uint64_t count_blocks(const lap_plan *lap)
{
    return (lap->blocks + lap->kind->steps - 1) / lap->kind->steps;
}

/* Of a whole lap the first quarter; what the header says about the lap stays. */
static void keep_part(lap_plan *lap)
{
    if (lap->kind->part) lap->blocks = lap->blocks / 4;
}

static const uint8_t *corner_order(uint64_t seed) /* real cars have both orders; so have ours */
{
    static const uint8_t rear_driven[] = { PDK_FRONT_LEFT, PDK_FRONT_RIGHT, PDK_REAR_LEFT, PDK_REAR_RIGHT };
    static const uint8_t front_driven[] = { PDK_REAR_LEFT, PDK_REAR_RIGHT, PDK_FRONT_LEFT, PDK_FRONT_RIGHT };
    return seed % 2 != 0 ? rear_driven : front_driven;
}

static bool fill_header(uint8_t header[HEADER], const pdk_sim *sim, const lap_plan *lap, uint64_t seed)
{
    const pdk_sim_constants *car = pdk_sim_get_constants(sim);
    const pdk_record *record = &pdk_raf_header;
    char driver[32];
    bool fits =
        pdk_put_string(record, header, "magic", "LFSRAF") &&
        pdk_put_string(record, header, "track_code", lap->kind->track_code) &&
        pdk_put_string(record, header, "player", pdk_sim_driver_name(driver, (uint32_t)(seed % 12))) &&
        pdk_put_string(record, header, "car", "Paddock GT") &&
        pdk_put_string(record, header, "track", "Paddock Ring") &&
        pdk_put_string(record, header, "config", "Grand Prix") && pdk_put_string(record, header, "weather", "Clear") &&
        pdk_put_string(record, header, "lfs_version", lap->kind->version) &&
        pdk_put_values(record, header,
                       (const pdk_named_value[]){
                           { "game_revision", 246 },
                           { "raf_version", 2 },
                           { "interval", lap->kind->stores_interval ? INTERVAL_MS * lap->kind->steps / 1000.0 : 0 },
                           { "header_size", HEADER },
                           { "block_size", BLOCK },
                           { "wheel_size", WHEEL },
                           { "wheel_offset", WHEEL_OFFSET },
                           { "block_count", (double)count_blocks(lap) },
                           { "track_length", pdk_sim_track_length(sim) },
                           { "player_flags", lap->kind->flags },
                           { "wheel_count", WHEELS },
                           { "legality", 1 },
                           { "split_count", lap->split_count },
                           { "mass", car->mass },
                           { "sprung_mass", car->sprung_mass },
                           { "rear_anti_roll", car->rear_anti_roll },
                           { "front_anti_roll", car->front_anti_roll },
                           { "final_drive", car->final_drive },
                           { "gear_count", PDK_SIM_GEARS },
                           { NULL, 0 },
                       });
    for (uint32_t i = 0; fits && i < lap->split_count; i++) {
        fits = pdk_put_element(record, header, "splits", i, (double)lap->splits[i] * INTERVAL_MS / 1000);
    }
    for (uint32_t i = 0; fits && i < PDK_SIM_GEARS; i++) {
        fits = pdk_put_element(record, header, "gear_ratios", i, car->gear_ratios[i]);
    }
    return fits;
}

static bool fill_static_wheel(uint8_t *bytes, const pdk_sim_wheel *wheel, const pdk_sim_constants *car)
{
    return pdk_put_values(&pdk_raf_static_wheel, bytes,
                          (const pdk_named_value[]){
                              { "x", wheel->x },
                              { "y", wheel->y },
                              { "z", wheel->z },
                              { "radius", car->wheel_radius },
                              { "width", 0.2 },
                              { "maximum_deflection", car->maximum_deflection },
                              { "tyre_type", 4 },
                              { "spring", car->spring },
                              { "damping_compression", car->damping_compression },
                              { "damping_rebound", car->damping_rebound },
                              { "brake_torque", car->brake_torque },
                              { NULL, 0 },
                          });
}

static bool fill_wheel(uint8_t *bytes, const pdk_sim_wheel *wheel, const dialect *kind)
{
    return pdk_put_values(&pdk_raf_wheel, bytes,
                          (const pdk_named_value[]){
                              { "deflection", wheel->deflection },
                              { "steer", wheel->steer },
                              { "x_force", wheel->x_force },
                              { "y_force", wheel->y_force },
                              { "load", wheel->load },
                              { "angular_velocity", wheel->angular_velocity },
                              { "air_temperature", wheel->temperature },
                              { "slip_fraction", kind->stores_g ? wheel->slip * 254 : 0 },
                              { NULL, 0 },
                          });
}

/* What the blocks of one file share. */
typedef struct block_plan {
    const dialect *kind;
    const uint8_t *order; /* of wheels */
    double start_distance;
} block_plan;

static bool fill_block(uint8_t block[BLOCK], const pdk_sim_car *car, const block_plan *plan)
{
    const pdk_record *record = &pdk_raf_block;
    double felt = plan->kind->stores_g ? 1 / gravity : 0;
    bool fits = pdk_put_values(record, block,
                               (const pdk_named_value[]){
                                   { "throttle", car->throttle },
                                   { "brake", car->brake },
                                   { "steer", car->steer },
                                   { "clutch", plan->kind->clutch_reversed ? 1 - car->clutch : car->clutch },
                                   { "gear", car->gear },
                                   { "lateral_g", car->felt[0] * felt },
                                   { "forward_g", car->felt[1] * felt },
                                   { "upward_g", car->felt[2] * felt },
                                   { "speed", car->speed },
                                   { "distance", car->distance - plan->start_distance },
                                   { "x", car->x },
                                   { "y", car->y },
                                   { "z", car->z },
                                   { "engine_speed", car->engine_speed },
                                   { "index_distance", car->track_distance },
                                   { NULL, 0 },
                               });
    for (uint32_t axis = 0; fits && axis < 3; axis++) {
        fits = pdk_put_element(record, block, "right", axis, car->right[axis]) &&
               pdk_put_element(record, block, "forward", axis, car->forward[axis]);
    }
    for (int i = 0; fits && i < WHEELS; i++) {
        fits = fill_wheel(block + WHEEL_OFFSET + i * WHEEL, &car->wheels[plan->order[i]], plan->kind);
    }
    return fits;
}

static pdk_status fail_fit(pdk_error *error)
{
    return pdk_fail(error, PDK_E_CORRUPT, PDK_NO_OFFSET, "raf.synth", "a simulated value does not fit its field");
}

static pdk_status write_file(const pdk_synth_options *options, pdk_sim *sim, const lap_plan *lap, pdk_output *output,
                             pdk_error *error)
{
    const uint8_t *order = corner_order(options->seed);
    uint8_t header[HEADER] = { 0 };
    start_lap(sim);
    bool fits = fill_header(header, sim, lap, options->hand != 0 ? options->hand : options->seed);
    for (int i = 0; fits && i < WHEELS; i++) {
        fits = fill_static_wheel(header + pdk_raf_header.size + (uint32_t)i * pdk_raf_static_wheel.size,
                                 &pdk_sim_get(sim, 0)->wheels[order[i]], pdk_sim_get_constants(sim));
    }
    if (!fits) return fail_fit(error);
    pdk_status status = pdk_output_write(output, header, sizeof header, error);
    block_plan plan = { lap->kind, order, pdk_sim_get(sim, 0)->distance };
    for (uint64_t block = 0; status == PDK_OK && block < lap->blocks; block++) {
        uint8_t bytes[BLOCK] = { 0 };
        if (block % lap->kind->steps == 0) {
            if (!fill_block(bytes, pdk_sim_get(sim, 0), &plan)) return fail_fit(error);
            status = pdk_output_write(output, bytes, sizeof bytes, error);
        }
        pdk_sim_step(sim);
        if (block % 4096 == 0 && !pdk_tell_progress(options->progress, options->progress_user, block, lap->blocks)) {
            return pdk_fail(error, PDK_E_CANCELLED, PDK_NO_OFFSET, "cancelled", "cancelled");
        }
    }
    return status;
}

pdk_status pdk_raf_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    const dialect *kind = find_dialect(options->dialect);
    if (kind == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.dialect",
                        "there is no dialect \"%s\": usual, 0.5V0, 100ms, part", options->dialect);
    }
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_sim *rehearsal = pdk_sim_new(&memory, options->seed, options->hand, 1, INTERVAL_MS / 1000.0);
    pdk_sim *sim = pdk_sim_new(&memory, options->seed, options->hand, 1, INTERVAL_MS / 1000.0);
    pdk_status status;
    if (rehearsal == NULL || sim == NULL) {
        status = pdk_fail_memory(error, &memory, "the simulated drive");
    } else {
        lap_plan lap = learn_lap(rehearsal);
        lap.kind = kind;
        if (options->seconds > 0) lap.blocks = (uint64_t)(options->seconds * 1000 / INTERVAL_MS + 0.5);
        if (options->size > HEADER) lap.blocks = (options->size - HEADER) / BLOCK * kind->steps;
        end_lap(&lap);
        keep_part(&lap);
        if (count_blocks(&lap) > INT32_MAX) {
            status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.size",
                              "a RAF file counts its blocks in 31 bits: at most %d", INT32_MAX);
        } else {
            status = write_file(options, sim, &lap, output, error);
        }
    }
    pdk_memory_destroy(&memory);
    return status;
}
