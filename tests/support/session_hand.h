/* Documents with a session written by hand, for what is computed from sessions. */
#ifndef PADDOCK_TEST_SESSION_HAND_H
#define PADDOCK_TEST_SESSION_HAND_H

#include "model/session.h"
#include "paddock/paddock.h"

/* A document whose file would have this session; the session must live as long. Nothing moves in it. */
pdk_document *hand_document(const pdk_session *session);

/* Crossings are easier to write so: of `slot`, at `time`, ending the part `sector` (0 = the lap) of lap `lap` (from 0).
 */
#define HAND_CROSSING(slot_, time_, lap_, sector_, lap_time_)                                                      \
    {                                                                                                              \
        .time = time_, .slot = slot_, .lap = lap_, .sector = sector_, .lap_time = lap_time_, .record_time = time_, \
        .opens = false, .invalid = false                                                                           \
    }
#define HAND_OPENING(slot_, time_, lap_)                                                                             \
    {                                                                                                                \
        .time = time_, .slot = slot_, .lap = lap_, .sector = 0, .lap_time = NAN, .record_time = time_, .opens = true \
    }
#define HAND_DRIVER(slot_, name_)                                                                         \
    {                                                                                                     \
        .slot = slot_, .name = { name_, sizeof name_ - 1 }, .co_driver = { "", 0 }, .vehicle = { "", 0 }, \
        .entry_time = NAN, .exit_time = NAN                                                               \
    }
/* A session with nothing but these two lists; `kind` as in pdk_session_kind. */
#define HAND_SESSION(kind_, drivers_, crossings_)                                                     \
    {                                                                                                 \
        .kind = kind_, .start_time = 0, .end_time = 1000, .green_time = NAN, .race_minutes = NAN,     \
        .race_laps = PDK_SESSION_NONE, .has_crossings = true, .has_pits = true, .has_contacts = true, \
        .has_orders = true, .has_penalties = true, .drivers = drivers_, .crossings = crossings_,      \
        .driver_count = sizeof drivers_ / sizeof drivers_[0],                                         \
        .crossing_count = sizeof crossings_ / sizeof crossings_[0]                                    \
    }

#endif
