/* Drivers over time: entries of a slot one after the other, and changes of driver, as the session records them. */
#include <math.h>

#include "base/merge_sort.h"
#include "model/session.h"
#include "motion/motion.h"

/* Somebody takes over. */
typedef struct takeover {
    size_t run;
    double time; /* NaN = was there from the beginning */
    double left; /* NaN = not recorded */
    pdk_text name;
} takeover;

static int by_run_and_time(const void *one, const void *other, void *user)
{
    (void)user;
    const takeover *a = one, *b = other;
    if (a->run != b->run) return a->run < b->run ? -1 : 1;
    double first = isnan(a->time) ? -HUGE_VAL : a->time, second = isnan(b->time) ? -HUGE_VAL : b->time;
    return (first > second) - (first < second);
}

size_t pdk_motion_find_run(const pdk_motion *motion, uint64_t slot)
{
    size_t low = 0, high = motion->run_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (motion->runs[middle].slot < slot) low = middle + 1;
        else high = middle;
    }
    return low < motion->run_count && motion->runs[low].slot == slot ? low : PDK_NO_RUN;
}

static bool add(pdk_vector *list, size_t run, double time, double left, pdk_text name)
{
    if (run == PDK_NO_RUN || name.size == 0) return true;
    takeover *one = pdk_vector_push(list);
    if (one != NULL) *one = (takeover){ run, time, left, name };
    return one != NULL;
}

static bool list_session(const pdk_motion *motion, const pdk_session *session, pdk_vector *list)
{
    bool good = true;
    for (size_t i = 0; i < session->driver_count && good; i++) {
        const pdk_session_driver *driver = &session->drivers[i];
        good =
            add(list, pdk_motion_find_run(motion, driver->slot), driver->entry_time, driver->exit_time, driver->name);
    }
    for (size_t i = 0; i < session->change_count && good; i++) {
        const pdk_session_change *change = &session->changes[i];
        good = add(list, pdk_motion_find_run(motion, change->slot), change->time, NAN, change->name);
    }
    return good;
}

static bool list_runs(const pdk_motion *motion, pdk_vector *list)
{
    bool good = true;
    for (size_t run = 0; run < motion->run_count && good; run++)
        good = add(list, run, NAN, NAN, motion->runs[run].name);
    return good;
}

/* The list as the drivers of each run. Each drives until the recording says otherwise, or the next takes over. */
static bool take(pdk_motion *motion, const pdk_vector *list)
{
    const takeover *all = list->items;
    motion->drivers = pdk_alloc_array(&motion->memory, motion->run_count, sizeof *motion->drivers);
    pdk_motion_driver *made = pdk_alloc_array(&motion->memory, list->count, sizeof *made);
    if (motion->drivers == NULL || made == NULL) return false;
    for (size_t i = 0; i < list->count; i++) {
        pdk_run_drivers *of = &motion->drivers[all[i].run];
        bool last = i + 1 == list->count || all[i + 1].run != all[i].run;
        double to = last ? all[i].left : fmin(all[i].left, all[i + 1].time); /* a NaN leaves the other */
        made[i] = (pdk_motion_driver){
            .from = all[i].time, .to = to, .name = all[i].name, .has_from = !isnan(all[i].time), .has_to = !isnan(to)
        };
        if (of->count++ == 0) of->all = &made[i];
    }
    return true;
}

pdk_status pdk_motion_find_drivers(pdk_motion *motion, const pdk_session *session, pdk_error *error)
{
    const pdk_services *services = motion->document->services;
    pdk_vector list = pdk_vector_of(&motion->memory, sizeof(takeover));
    bool good;
    pdk_session own = pdk_session_unknown();
    if (session == NULL && services->session != NULL) {
        pdk_status status = services->session(motion->document, &motion->memory, &own, error);
        if (status != PDK_OK) return status;
        session = &own;
    }
    good = session != NULL ? list_session(motion, session, &list) : list_runs(motion, &list);
    good = good && (list.count < 2 ||
                    pdk_merge_sort(&motion->memory, list.items, list.count, sizeof(takeover), by_run_and_time, NULL));
    good = good && take(motion, &list);
    pdk_free(&motion->memory, list.items);
    return good ? PDK_OK : pdk_fail_memory(error, &motion->memory, "the drivers of runs");
}

const pdk_motion_driver *pdk_motion_driver_at(const pdk_motion *motion, size_t run, size_t index)
{
    bool there = run < motion->run_count && index < motion->drivers[run].count;
    return there ? &motion->drivers[run].all[index] : NULL;
}
