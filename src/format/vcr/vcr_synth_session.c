/* A session as slices: poses of all drivers who are there, and events. */
#include <string.h>

#include "base/callback.h"
#include "format/vcr/vcr_synth.h"

enum { TICKS_OF_PROGRESS = 64 };

/* What is written of a car: as it is, or as it was. */
static const pdk_sim_car *show(const pdk_vcr_recording *recording, const pdk_vcr_past *past, pdk_sim_session *session,
                               uint32_t car, uint64_t tick)
{
    enum { KEPT = PDK_VCR_LAG_TICKS + 1 };
    uint64_t lag = pdk_vcr_lag_of(&recording->faults, car);
    if (past->cars == NULL) return pdk_sim_session_car(session, car, false);
    return &past->cars[car][(tick > lag ? tick - lag : 0) % KEPT];
}

static void keep_past(const pdk_vcr_past *past, pdk_sim_session *session, uint64_t tick)
{
    for (uint32_t car = 0; past->cars != NULL && car < pdk_sim_session_get_plan(session)->cars; car++)
        past->cars[car][tick % (PDK_VCR_LAG_TICKS + 1)] = *pdk_sim_session_car(session, car, false);
}

static bool write_poses(pdk_vcr_writer *writer, const pdk_vcr_recording *recording, const pdk_vcr_past *past,
                        const pdk_vcr_pose_plan *poses, pdk_sim_session *session, uint64_t tick)
{
    uint32_t cars = pdk_sim_session_get_plan(session)->cars;
    for (uint32_t car = 0; car < cars; car++) {
        pdk_sim_session_view view = pdk_sim_session_view_of(session, car);
        static const pdk_sim_car unseen = { .gear = 1 }; /* counting needs no contents */
        if (!view.present) continue;
        const pdk_sim_car *shown = writer->output != NULL ? show(recording, past, session, car, tick) : &unseen;
        if (!pdk_vcr_write_pose(writer, poses, writer->variation->first_slot + car, shown, &view)) return false;
    }
    return true;
}

static bool go_on(const pdk_vcr_recording *recording, uint64_t tick)
{
    const pdk_sim_session_plan *plan = &recording->plan;
    if (recording->progress == NULL || tick % TICKS_OF_PROGRESS != 0) return true;
    double seconds = plan->watched > 0 ? plan->watched : 600;
    uint64_t whole = (uint64_t)(seconds / plan->tick) + 1, done = tick < whole ? tick : whole;
    return pdk_tell_progress(recording->progress, recording->progress_user, recording->last_pass ? whole + done : done,
                             2 * whole);
}

pdk_status pdk_vcr_write_session(pdk_vcr_writer *writer, const pdk_vcr_recording *recording, pdk_sim_session *session,
                                 pdk_error *error)
{
    pdk_vcr_reporter *reporter = pdk_alloc(writer->memory, sizeof *reporter);
    if (reporter == NULL) return pdk_fail_memory(error, writer->memory, "the simulated session");
    pdk_vcr_pose_plan poses;
    pdk_vcr_plan_poses(&poses, writer->variation);
    pdk_vcr_begin_reports(reporter, writer, session, recording);
    pdk_vcr_past past = { NULL };
    if (recording->faults.lags) /* also to count: a car's gears change only when it is looked at, and gears are
                                 * recorded */
        past.cars = pdk_alloc_array(writer->memory, recording->plan.cars, sizeof *past.cars);
    if (recording->faults.lags && past.cars == NULL)
        return pdk_fail_memory(error, writer->memory, "the simulated session");
    uint32_t every = recording->poses_every > 0 ? recording->poses_every : 1;
    bool opened = false;
    for (uint64_t tick = 0; writer->error.status == PDK_OK; tick++) {
        if (recording->most_ticks > 0 ? tick >= recording->most_ticks : pdk_sim_session_is_over(session)) break;
        if (tick > 0 && !pdk_sim_session_step(session)) {
            return pdk_fail_memory(error, writer->memory, "the simulated session");
        }
        if (!go_on(recording, tick)) return pdk_fail_cancelled(error);
        keep_past(&past, session, tick);
        double clock = pdk_sim_session_clock(session);
        if (clock < recording->from || (recording->to > 0 && clock > recording->to)) continue;
        bool posed = tick % every == 0;
        if (!posed && opened && !pdk_vcr_has_reports(reporter, tick)) continue;
        pdk_vcr_begin_slice(writer, clock);
        if (!opened) pdk_vcr_report_opening(reporter);
        opened = true;
        if (posed && !write_poses(writer, recording, &past, &poses, session, tick)) break;
        pdk_vcr_report_tick(reporter, tick);
        pdk_vcr_end_slice(writer);
    }
    if (writer->error.status != PDK_OK) {
        if (error != NULL) *error = writer->error;
        return writer->error.status;
    }
    if (!pdk_sim_session_end(session)) return pdk_fail_memory(error, writer->memory, "the simulated session");
    return PDK_OK;
}
