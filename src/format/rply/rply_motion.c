/* What the positions prove about the rest of a car state: in which frame 2.x writes the velocity, whether 1.x's speed
 * is the length of it, and in which order the orientation is stored. Looks at the first rows of the car with the most
 * states. */
#include <math.h>

#include "format/rply/rply_walk.h"

enum { MAX_ROWS = 8 * PDK_BATCH, MIN_STEPS = 20 };

static const double moving = 3; /* m/s: slower steps say nothing about directions */

static const uint8_t wxyz[4] = { 0, 1, 2, 3 }, xyzw[4] = { 3, 0, 1, 2 };

typedef struct sample {
    double time, position[3], velocity[3], speed, turn[4]; /* turn: orientation as stored */
} sample;

typedef struct motion_study {
    uint64_t steps;
    double way;                     /* sum of speeds from positions */
    double world_error, body_error; /* sums of velocity against them */
    double speed_error;
    double nose;                 /* sum of the cosine between nose and motion, read as w, x, y, z */
    double roof_wxyz, roof_xyzw; /* sums of how far up the roof points, by both readings */
} motion_study;

static void load_floats(const uint8_t *at, size_t count, double *to)
{
    for (size_t i = 0; i < count; i++) to[i] = (double)pdk_load_f32(at + 4 * i);
}

static sample take_sample(const pdk_rply *replay, const pdk_row *row)
{
    sample taken = { .time = (double)pdk_rply_frame_time(pdk_rply_row_head(row)) / 1000 };
    const uint8_t *end = row->at + pdk_rply_state.size + 12 * (size_t)replay->wheels[pdk_rply_row_car(row)];
    load_floats(row->at, 3, taken.position);
    load_floats(row->at + PDK_RPLY_STATE_ORIENTATION, 4, taken.turn);
    if (replay->state_end == &pdk_rply_state_end_2) load_floats(end + PDK_RPLY_END_VELOCITY, 3, taken.velocity);
    else load_floats(end + PDK_RPLY_END_VELOCITY, 1, &taken.speed);
    return taken;
}

/* A vector of the body in the world. */
static void rotate(const sample *state, const uint8_t order[4], const double body[3], double world[3])
{
    double w = state->turn[order[0]], x = state->turn[order[1]], y = state->turn[order[2]], z = state->turn[order[3]];
    double a = body[0], b = body[1], c = body[2];
    world[0] = (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c;
    world[1] = 2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c;
    world[2] = 2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c;
}

static double distance(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

static double nose_cosine(const sample *state, const double motion[3], double speed)
{
    static const double ahead[3] = { 0, 0, 1 };
    double nose[3];
    rotate(state, wxyz, ahead, nose);
    return (nose[0] * motion[0] + nose[1] * motion[1] + nose[2] * motion[2]) / speed;
}

static double roof_height(const sample *state, const uint8_t order[4])
{
    static const double up[3] = { 0, 1, 0 };
    double roof[3];
    rotate(state, order, up, roof);
    return roof[1];
}

static void add_step(motion_study *study, const sample *before, const sample *after)
{
    double elapsed = after->time - before->time, speed = distance(before->position, after->position) / elapsed;
    double motion[3], mean[3], turned[3], turned_after[3];
    if (!(elapsed > 0) || !(speed > moving) || !(speed < 1000)) return;
    rotate(before, wxyz, before->velocity, turned);
    rotate(after, wxyz, after->velocity, turned_after);
    for (size_t i = 0; i < 3; i++) {
        motion[i] = (after->position[i] - before->position[i]) / elapsed;
        mean[i] = (before->velocity[i] + after->velocity[i]) / 2;
        turned[i] = (turned[i] + turned_after[i]) / 2;
    }
    double added[] = { distance(motion, mean),
                       distance(motion, turned),
                       fabs((before->speed + after->speed) / 2 - speed),
                       nose_cosine(before, motion, speed),
                       roof_height(before, wxyz),
                       roof_height(before, xyzw) };
    for (size_t i = 0; i < sizeof added / sizeof added[0]; i++) {
        if (!isfinite(added[i])) return;
    }
    study->steps++;
    study->way += speed;
    study->world_error += added[0];
    study->body_error += added[1];
    study->speed_error += added[2];
    study->nose += added[3];
    study->roof_wxyz += added[4];
    study->roof_xyzw += added[5];
}

static int32_t busiest_car(const pdk_rply *replay)
{
    const pdk_rply_car *cars = replay->cars.items, *busiest = cars;
    for (size_t i = 1; i < replay->cars.count; i++) {
        if (cars[i].states > busiest->states) busiest = &cars[i];
    }
    return busiest->index;
}

static motion_study study_steps(const pdk_rply *replay)
{
    motion_study study = { 0 };
    uint64_t rows = replay->rows[PDK_RPLY_STATES] < MAX_ROWS ? replay->rows[PDK_RPLY_STATES] : MAX_ROWS;
    int32_t car = rows > 0 ? busiest_car(replay) : PDK_RPLY_NO_CAR;
    sample before;
    bool have = false;
    for (uint64_t first = 0; first < rows; first += PDK_BATCH) {
        pdk_row batch[PDK_BATCH];
        size_t count = rows - first < PDK_BATCH ? (size_t)(rows - first) : PDK_BATCH;
        pdk_rply_locate(replay, PDK_RPLY_STATES, first, count, batch);
        for (size_t i = 0; i < count; i++) {
            if (pdk_rply_row_car(&batch[i]) != car) continue;
            sample after = take_sample(replay, &batch[i]);
            if (have) add_step(&study, &before, &after);
            before = after;
            have = true;
        }
    }
    return study;
}

static void add_velocity_evidence(pdk_rply *replay, const motion_study *study)
{
    double world = study->world_error / study->way, body = study->body_error / study->way;
    pdk_document *document = replay->document;
    if (world < 0.1 && world < body) {
        pdk_document_add_evidence(document,
                                  "velocity is in the world's axes: it follows the positions to %.2f%% (in the "
                                  "car's axes it would be off by %.2f%%)",
                                  100 * world, 100 * body);
    } else if (body < 0.1) {
        pdk_document_add_evidence(
            document,
            "velocity is in the car's axes, not the world's: turned into the world it follows the positions to "
            "%.2f%%, unturned it is off by %.2f%%",
            100 * body, 100 * world);
    } else {
        pdk_document_add_evidence(document,
                                  "velocity does not follow the positions, neither in the world's axes (off by "
                                  "%.2f%%) nor in the car's (%.2f%%)",
                                  100 * world, 100 * body);
    }
}

void pdk_rply_study_motion(pdk_rply *replay)
{
    motion_study study = study_steps(replay);
    if (study.steps < MIN_STEPS) return;
    double steps = (double)study.steps, cosine = study.nose / steps;
    if (replay->state_end == &pdk_rply_state_end_2) {
        add_velocity_evidence(replay, &study);
    } else {
        pdk_document_add_evidence(replay->document, "speed follows the positions to %.2f%%",
                                  100 * study.speed_error / study.way);
    }
    if (study.roof_wxyz < 0 &&
        study.roof_xyzw > 0.5 * steps) { /* a turn about the upright axis looks alike ahead, not above */
        for (size_t i = 0; i < 4; i++) replay->orientation[i] = xyzw[i];
        pdk_document_add_evidence(
            replay->document,
            "orientation is x, y, z, w, as recorders before 17 November 2001 wrote it: as w, x, y, z the car would "
            "be upside down");
    } else if (cosine > 0.9) {
        pdk_document_add_evidence(
            replay->document,
            "orientation is w, x, y, z: the roof is up and the nose points where the car goes (mean cosine %.3f)",
            cosine);
    } else {
        pdk_document_add_evidence(
            replay->document,
            "orientation is read as w, x, y, z, but the direction of travel does not confirm it (mean cosine with "
            "the nose %.2f)",
            cosine);
    }
}
