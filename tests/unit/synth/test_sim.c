/* The simulated world: generated files are only as honest as this. */
#include <math.h>

#include "support.h"
#include "synth/sim.h"

enum { CARS = 5 };

static pdk_sim *world(pdk_memory *memory, uint64_t seed)
{
    pdk_memory_init(memory, NULL, 0);
    pdk_sim *sim = pdk_sim_new(memory, seed, 0, CARS, 0.01);
    assert_non_null(sim);
    return sim;
}

static void track_closes(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 40; seed++) {
        pdk_memory memory;
        pdk_sim *sim = world(&memory, seed);
        double length = pdk_sim_track_length(sim);
        assert_true(length > 1500 && length < 6000);
        pdk_sim_place start = pdk_sim_track_at(sim, 0), end = pdk_sim_track_at(sim, length - 1e-6);
        assert_true(hypot(start.x, start.y) < 1e-3 && fabs(start.heading) < 1e-3); /* the origin, looking along +y */
        assert_true(hypot(end.x - start.x, end.y - start.y) < 1e-3 && fabs(end.z - start.z) < 1e-3);
        pdk_sim_place before = end;
        for (double at = 0; at < length; at += 1) {
            pdk_sim_place here = pdk_sim_track_at(sim, at);
            if (at > 0) assert_near(hypot(here.x - before.x, here.y - before.y), 1, 0.02);
            assert_true(fabs(remainder(here.heading - before.heading, 6.283185307179586)) < 0.2);
            before = here;
        }
        pdk_memory_destroy(&memory);
    }
}

static void forces_make_the_motion(void **state)
{
    (void)state;
    pdk_memory memory;
    pdk_sim *sim = world(&memory, 3);
    double mass = pdk_sim_get_constants(sim)->mass, sprung = pdk_sim_get_constants(sim)->sprung_mass;
    pdk_sim_car before[CARS];
    for (uint32_t i = 0; i < CARS; i++) before[i] = *pdk_sim_get(sim, i);
    for (int step = 0; step < 8000; step++) {
        pdk_sim_step(sim);
        for (uint32_t i = 0; i < CARS; i++) {
            const pdk_sim_car *car = pdk_sim_get(sim, i);
            double force[3] = { 0, 0, 0 };
            for (int k = 0; k < 4; k++) {
                force[0] += car->wheels[k].x_force;
                force[1] += car->wheels[k].y_force;
                force[2] += car->wheels[k].load;
            }
            assert_near(force[0], mass * car->felt[0], 1e-6 * mass);
            assert_near(force[1], mass * car->felt[1], 1e-6 * mass);
            assert_near(force[2], sprung * car->felt[2], 1e-6 * mass);

            /* what is felt, turned into the world and freed of gravity, is the change of velocity */
            const pdk_sim_car *old = &before[i];
            for (int axis = 0; axis < 3; axis++) {
                double world = car->felt[0] * car->right[axis] + car->felt[1] * car->forward[axis] +
                               car->felt[2] * car->up[axis] - (axis == 2 ? 9.81 : 0);
                assert_near((car->velocity[axis] - old->velocity[axis]) / 0.01, world, 1.5);
            }
            double moved = sqrt((car->x - old->x) * (car->x - old->x) + (car->y - old->y) * (car->y - old->y) +
                                (car->z - old->z) * (car->z - old->z));
            assert_near(moved / 0.01, (car->speed + old->speed) / 2, 0.02);
            before[i] = *car;
        }
    }
    pdk_memory_destroy(&memory);
}

static void laps_add_up(void **state)
{
    (void)state;
    pdk_memory memory;
    pdk_sim *sim = world(&memory, 11);
    double last_line[CARS] = { 0 };
    int laps[CARS] = { 0 };
    for (int step = 0; step < 40000; step++) {
        pdk_sim_step(sim);
        for (uint32_t i = 0; i < CARS; i++) {
            const pdk_sim_car *car = pdk_sim_get(sim, i);
            if (car->crossed < 0) continue;
            double now = pdk_sim_time(sim);
            assert_true(car->crossed <= now + 1e-9 && car->crossed >= now - 0.01 - 1e-9);
            if (car->sector != 0) continue;
            if (car->lap > 0) {
                assert_near(car->sector_times[PDK_SIM_SECTORS - 1], car->crossed - last_line[i], 1e-9);
                assert_true(car->sector_times[0] < car->sector_times[1] && car->sector_times[1] < car->sector_times[2]);
                laps[i]++;
            }
            last_line[i] = car->crossed;
        }
    }
    for (int i = 0; i < CARS; i++) assert_true(laps[i] >= 3);
    pdk_memory_destroy(&memory);
}

static void random_is_uniform_enough(void **state)
{
    (void)state;
    pdk_random random = { 5 };
    double sum = 0;
    int low = 0;
    for (int i = 0; i < 100000; i++) {
        double value = pdk_random_unit(&random);
        assert_true(value >= 0 && value < 1);
        sum += value;
        low += value < 0.1;
    }
    assert_near(sum / 100000, 0.5, 0.005);
    assert_true(low > 9600 && low < 10400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(track_closes),
        cmocka_unit_test(forces_make_the_motion),
        cmocka_unit_test(laps_add_up),
        cmocka_unit_test(random_is_uniform_enough),
    };
    return cmocka_run_group_tests_name("sim", tests, NULL, NULL);
}
