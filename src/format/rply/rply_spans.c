/* Every record of a replay in the file's order, for writing back. */
#include "format/format.h"
#include "format/rply/rply_walk.h"

static uint64_t offset_of(const pdk_rply *replay, const uint8_t *at)
{
    return (uint64_t)(at - replay->bytes.data);
}

/* A car state: start, three arrays with an element a wheel, end. */
static void walk_state(pdk_walker *walker, const pdk_rply *replay, uint64_t at, uint32_t wheels)
{
    pdk_walk_records(walker, NULL, &pdk_rply_state, at, 1);
    at += pdk_rply_state.size;
    pdk_walk_records(walker, NULL, &pdk_rply_wheel_y, at, wheels);
    at += (uint64_t)wheels * pdk_rply_wheel_y.size;
    pdk_walk_records(walker, NULL, &pdk_rply_wheel_angle, at, wheels);
    at += (uint64_t)wheels * pdk_rply_wheel_angle.size;
    pdk_walk_records(walker, NULL, &pdk_rply_wheel_speed, at, wheels);
    at += (uint64_t)wheels * pdk_rply_wheel_speed.size;
    pdk_walk_records(walker, NULL, replay->state_end, at, 1);
}

/* The payload of every command but states. */
static const pdk_record *payload_record(const pdk_rply *replay, unsigned id)
{
    switch (id) {
    case PDK_RPLY_SET_CAR: return &pdk_rply_set_car;
    case PDK_RPLY_POSITION: return &pdk_rply_position;
    case PDK_RPLY_SMOKE: return &pdk_rply_smoke;
    case PDK_RPLY_SKID_START:
    case PDK_RPLY_SKID_END: return &pdk_rply_skid_strip;
    case PDK_RPLY_SKID_POINT:
        return replay->payload[id] == pdk_rply_skid_point.size ? &pdk_rply_skid_point
                                                               : &pdk_rply_skid_point_transparent;
    case PDK_RPLY_CAR_ENTRY: return &pdk_rply_car_entry;
    default: return NULL;
    }
}

static void walk_commands(pdk_walker *walker, const pdk_rply *replay, const uint8_t *frame)
{
    pdk_rply_walk walk = pdk_rply_walk_frame(replay, frame);
    while (pdk_rply_walk_next(&walk) && !walker->stopped) {
        uint64_t at = offset_of(replay, walk.payload);
        pdk_walk_records(walker, NULL, &pdk_rply_command, at - pdk_rply_command.size, 1);
        const pdk_record *record = payload_record(replay, walk.id);
        if (walk.id == PDK_RPLY_STATE) walk_state(walker, replay, at, replay->wheels[walk.car]);
        else if (record != NULL && record->size == walk.size) pdk_walk_records(walker, NULL, record, at, 1);
    }
}

void pdk_rply_spans(pdk_walker *walker)
{
    const pdk_rply *replay = walker->document->state;
    pdk_walk_regions(walker);
    for (pdk_rply_cursor cursor = pdk_rply_enter(replay, 0); cursor.frame < replay->frames && !walker->stopped;
         pdk_rply_advance(&cursor)) {
        pdk_walk_records(walker, NULL, &pdk_rply_frame, offset_of(replay, cursor.at), 1);
        walk_commands(walker, replay, cursor.at);
    }
}
