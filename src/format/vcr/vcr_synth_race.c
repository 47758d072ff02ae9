/* The generated race: a countdown, then the drive with everything that follows from it: crossings of the lines with
 * their exact times, orders, contacts of cars that touch, penalties for them, weather, and what the local player's car
 * reports. */
#include <math.h>
#include <string.h>

#include "base/callback.h"
#include "format/vcr/vcr_synth.h"
#include "model/document.h"

enum {
    COUNTDOWN = 5,
    NOBODY = 255,
    CONTACT_PAUSE = 10 /* s */,
    CAR_REACH = 4 /* m */,
    CONTACT_EVERY = 5 /* slices */,
    TICKS_OF_PROGRESS = 64
};

static const double session_start = 60; /* the session's clock when recording began */

typedef struct race {
    pdk_vcr_writer *writer;
    pdk_sim *sim;
    uint32_t dialect, cars;
    pdk_vcr_pose_plan poses;
    uint8_t order[PDK_VCR_MAX_CARS], sent[PDK_VCR_MAX_CARS]; /* car numbers */
    bool order_sent;
    double touched[PDK_VCR_MAX_CARS];   /* time of a car's last contact */
    double penalised[PDK_VCR_MAX_CARS]; /* when it got a penalty; negative = has none */
    double best_sectors[PDK_SIM_SECTORS];
    double disc; /* the player's brake disc, degC */
    uint64_t tick;
} race;

static double clock_of(const race *r, double sim_time)
{
    (void)r;
    return session_start + COUNTDOWN + sim_time;
}
static unsigned slot_of(const race *r, uint32_t car)
{
    return r->writer->variation->first_slot + car;
}
static bool is(const race *r, uint32_t dialects)
{
    return (r->dialect & dialects) != 0;
}

/* --------------------------------------------------------------------------------------------- the opening */

static void add_session(race *r)
{
    static const char name[] = "Race";
    const pdk_record *record;
    uint8_t *payload = pdk_vcr_add_known(r->writer, (pdk_vcr_event_kind){ NOBODY, 2, 19, 3 }, sizeof name - 1, &record);
    if (payload != NULL) memcpy(payload, name, sizeof name - 1);
}

/* Sparse slices without poses: the cars are still behind the pit wall. */
static void write_countdown(race *r)
{
    for (int second = 0; second < COUNTDOWN; second++) {
        pdk_vcr_begin_slice(r->writer, session_start + second);
        if (second == 0) {
            add_session(r);
            for (uint32_t car = 0; car < r->cars; car++) pdk_vcr_add_tyres(r->writer, slot_of(r, car), car);
            pdk_vcr_add_values(r->writer, (pdk_vcr_event_kind){ NOBODY, 3, 9, 3 }, 8,
                               (const pdk_named_value[]){ { "start_time", session_start },
                                                          { "end_time", session_start + COUNTDOWN },
                                                          { NULL, 0 } });
        }
        if (second == 1) {
            for (uint32_t car = 0; car < r->cars; car++) {
                if (is(r, PDK_VCR_R1))
                    pdk_vcr_add_value(r->writer, (pdk_vcr_event_kind){ slot_of(r, car), 5, 1, 0 }, 1, "code", 1);
                else
                    pdk_vcr_add_value(r->writer, (pdk_vcr_event_kind){ slot_of(r, car), 5, 2, 0 }, 1, "code",
                                      is(r, PDK_VCR_L) ? 16 : 32);
                pdk_vcr_add_value(r->writer, (pdk_vcr_event_kind){ slot_of(r, car), 1, 7, 0 }, 4, "garage_time",
                                  session_start + second);
            }
        }
        pdk_vcr_add_value(r->writer, (pdk_vcr_event_kind){ NOBODY, 1, 23, 0 }, 4, "count", COUNTDOWN - second);
        pdk_vcr_add_lights(r->writer, COUNTDOWN - second);
        pdk_vcr_end_slice(r->writer);
    }
}

/* ------------------------------------------------------------------------------------------------ the drive */

static void add_checkpoint(race *r, uint32_t car)
{
    const pdk_sim_car *c = pdk_sim_get(r->sim, car);
    if (c->crossed < 0) return;
    bool line = c->sector == 0, first = line && c->lap == 0;
    int passed = (c->sector + PDK_SIM_SECTORS - 1) % PDK_SIM_SECTORS;
    int lap = line && !first ? c->lap - 1 : c->lap; /* the lap the time belongs to */
    uint32_t size = is(r, PDK_VCR_R1) ? 10 : is(r, PDK_VCR_R2) ? 11 : 21;
    double time = first ? -1 : c->sector_times[passed];
    pdk_vcr_add_values(r->writer, (pdk_vcr_event_kind){ slot_of(r, car), 3, 6, 3 }, size,
                       (const pdk_named_value[]){ { "lap_time", time },
                                                  { "crossing_time", clock_of(r, c->crossed) },
                                                  { "lap", is(r, PDK_VCR_L) ? lap : lap & 255 },
                                                  { "sector", c->sector },
                                                  { NULL, 0 } });
    double sector = passed > 0 ? time - c->sector_times[passed - 1] : time;
    if (!first && (r->best_sectors[passed] <= 0 || sector < r->best_sectors[passed])) r->best_sectors[passed] = sector;
}

static double progress(const race *r, uint32_t car)
{
    const pdk_sim_car *c = pdk_sim_get(r->sim, car);
    return c->lap * pdk_sim_track_length(r->sim) + c->track_distance;
}

/* Nearly sorted from the last time: insertion is quick. */
static void sort_order(race *r)
{
    for (uint32_t i = 1; i < r->cars; i++) {
        uint8_t car = r->order[i];
        uint32_t at = i;
        for (; at > 0 && progress(r, r->order[at - 1]) < progress(r, car); at--) r->order[at] = r->order[at - 1];
        r->order[at] = car;
    }
}

static void add_order(race *r)
{
    static const double unexplained[5] = { -1, -1, -1, NAN, 64 };
    sort_order(r);
    if (r->order_sent && memcmp(r->order, r->sent, r->cars) == 0) return;
    const pdk_record *record;
    bool old = is(r, PDK_VCR_R1);
    uint32_t head = old ? pdk_vcr_r1_order.size : pdk_vcr_order.size;
    uint8_t *payload =
        pdk_vcr_add_known(r->writer, (pdk_vcr_event_kind){ NOBODY, 3, old ? 5 : 48, 3 }, head + r->cars, &record);
    if (payload == NULL) return;
    if (!old) pdk_put(record, payload, "car_count", r->cars);
    for (uint32_t i = 0; i < 5 && !old; i++) pdk_put_element(record, payload, "unknown_1", i, unexplained[i]);
    for (uint32_t i = 0; i < PDK_SIM_SECTORS && old; i++) {
        pdk_put_element(record, payload, "best_sectors", i, r->best_sectors[i]);
    }
    for (uint32_t i = 0; i < r->cars; i++) payload[head + i] = (uint8_t)slot_of(r, r->order[i]);
    memcpy(r->sent, r->order, r->cars);
    r->order_sent = true;
}

static void add_penalty(race *r, uint32_t car)
{
    static const char text[] = "Drive through: avoidable contact";
    const pdk_record *record;
    uint32_t start = is(r, PDK_VCR_L) || r->writer->variation->penalty_text_at_2 ? 2 : 3;
    uint8_t *payload = pdk_vcr_add_known(r->writer, (pdk_vcr_event_kind){ slot_of(r, car), 2, 5, 3 },
                                         start + sizeof text - 1, &record);
    if (payload == NULL) return;
    pdk_put(record, payload, "penalty", 1);
    memcpy(payload + start, text, sizeof text - 1);
    r->penalised[car] = pdk_sim_time(r->sim);
}

static double closing_speed(const pdk_sim_car *a, const pdk_sim_car *b)
{
    return hypot(a->velocity[0] - b->velocity[0], a->velocity[1] - b->velocity[1]);
}

static void add_contact(race *r, uint32_t behind, uint32_t ahead)
{
    double now = pdk_sim_time(r->sim), impact = closing_speed(pdk_sim_get(r->sim, behind), pdk_sim_get(r->sim, ahead));
    if (now - r->touched[behind] < CONTACT_PAUSE || now - r->touched[ahead] < CONTACT_PAUSE) return;
    r->touched[behind] = r->touched[ahead] = now;
    uint32_t size = is(r, PDK_VCR_L) ? 33 : 4;
    pdk_named_value values[] = { { "other", slot_of(r, ahead) },
                                 { is(r, PDK_VCR_L) ? "impact" : NULL, impact },
                                 { NULL, 0 } };
    pdk_vcr_add_values(r->writer, (pdk_vcr_event_kind){ slot_of(r, behind), 2, 17, 0 }, size, values);
    pdk_vcr_add_value(r->writer, (pdk_vcr_event_kind){ slot_of(r, behind), 1, 6, 0 }, 10, "impact_time",
                      clock_of(r, now));
    if (impact > 1 && r->penalised[behind] < 0) add_penalty(r, behind);
}

/* Cars whose bodies overlap. Only neighbours in the order can. */
static void add_contacts(race *r)
{
    for (uint32_t i = 0; i + 1 < r->cars; i++) {
        const pdk_sim_car *ahead = pdk_sim_get(r->sim, r->order[i]), *behind = pdk_sim_get(r->sim, r->order[i + 1]);
        if (fabs(ahead->x - behind->x) > CAR_REACH || fabs(ahead->y - behind->y) > CAR_REACH) continue;
        double right = (ahead->x - behind->x) * behind->right[0] + (ahead->y - behind->y) * behind->right[1];
        if (fabs(right) < 1.8) add_contact(r, r->order[i + 1], r->order[i]);
    }
}

/* Brakes of every car and what else L keeps for the local player only. */
static void add_player(race *r)
{
    const pdk_sim_car *car = pdk_sim_get(r->sim, 0);
    r->disc += car->brake * car->speed * 1.2 - (r->disc - 60) * 0.04;
    if (!is(r, PDK_VCR_L)) return;
    double disc = fmin(fmax(r->disc, 30), 900), left = fmax(0, 1 - car->distance / 150e3);
    for (uint32_t number = 0; number < r->cars; number++) {
        double other = fmin(disc + 10 * number, 900);
        pdk_vcr_add_value(r->writer, (pdk_vcr_event_kind){ slot_of(r, number), 1, 15, 0 }, 24, "brake_temperature",
                          other);
    }
    pdk_vcr_add_value(r->writer, (pdk_vcr_event_kind){ slot_of(r, 0), 1, 51, 0 }, 3, "virtual_energy", left);
}

/* Officials think again. */
static void lift_penalties(race *r)
{
    for (uint32_t car = 0; car < r->cars; car++) {
        if (r->penalised[car] < 0 || pdk_sim_time(r->sim) - r->penalised[car] < 20) continue;
        pdk_vcr_add_value(r->writer, (pdk_vcr_event_kind){ slot_of(r, car), 2, 8, 0 }, 1, "penalty", 1);
        r->penalised[car] = -1;
    }
}

static void write_slice(race *r, bool last)
{
    enum { RATE = PDK_VCR_SLICES_PER_SECOND };
    pdk_vcr_begin_slice(r->writer, clock_of(r, pdk_sim_time(r->sim)));
    if (r->tick == 0) {
        pdk_vcr_add_value(r->writer, (pdk_vcr_event_kind){ NOBODY, 1, 23, 0 }, 4, "count", 0);
        pdk_vcr_add_lights(r->writer, 0);
    }
    for (uint32_t car = 0; car < r->cars; car++) {
        static const pdk_sim_session_view driving = { .present = true };
        if (!pdk_vcr_write_pose(r->writer, &r->poses, slot_of(r, car), pdk_sim_get(r->sim, car), &driving)) return;
    }
    for (uint32_t car = 0; car < r->cars; car++) add_checkpoint(r, car);
    if (r->tick % RATE == 0) add_order(r);
    if (r->tick % CONTACT_EVERY == 0) add_contacts(r);
    if (r->tick % (is(r, PDK_VCR_L) ? 2 * RATE : 12 * RATE) == 0)
        pdk_vcr_add_weather(r->writer, clock_of(r, pdk_sim_time(r->sim)));
    if (r->tick % (RATE / 2) == 0) add_player(r);
    if (r->tick % RATE == 0) lift_penalties(r);
    for (uint32_t car = 0; last && car < r->cars; car++)
        pdk_vcr_add_value(r->writer, (pdk_vcr_event_kind){ slot_of(r, car), 3, 49, 3 }, 1, "lane", 4);
    pdk_vcr_end_slice(r->writer);
}

pdk_status pdk_vcr_write_race(pdk_vcr_writer *writer, const pdk_synth_options *options, uint32_t cars, uint64_t ticks,
                              pdk_error *error)
{
    race *r = pdk_alloc(writer->memory, sizeof *r);
    pdk_sim *sim = pdk_sim_new(writer->memory, options->seed, 0, cars, 1.0 / PDK_VCR_SLICES_PER_SECOND);
    if (r == NULL || sim == NULL) return pdk_fail_memory(error, writer->memory, "the simulated race");
    *r = (race){ .writer = writer, .sim = sim, .dialect = writer->variation->layout.dialect, .cars = cars, .disc = 60 };
    for (uint32_t car = 0; car < cars; car++) {
        r->order[car] = (uint8_t)car;
        r->touched[car] = -CONTACT_PAUSE;
        r->penalised[car] = -1;
    }
    pdk_vcr_plan_poses(&r->poses, writer->variation);
    write_countdown(r);
    for (r->tick = 0; r->tick < ticks && writer->error.status == PDK_OK; r->tick++) {
        if (r->tick > 0) pdk_sim_step(sim);
        write_slice(r, r->tick + 1 == ticks);
        /* The race is driven twice: to count, then to write. */
        uint64_t done = writer->output == NULL ? r->tick : ticks + r->tick;
        bool going = r->tick % TICKS_OF_PROGRESS != 0 ||
                     pdk_tell_progress(options->progress, options->progress_user, done, 2 * ticks);
        if (!going) return pdk_fail_cancelled(error);
    }
    if (writer->error.status != PDK_OK && error != NULL) *error = writer->error;
    return writer->error.status;
}
