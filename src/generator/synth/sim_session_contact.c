/* Bodies that meet. An impulse along the normal changes both cars' velocities, by as much and the other way, and turns
 * each by its lever. */
#include <math.h>

#include "base/median.h"
#include "synth/sim_session_state.h"

static const double bounce = 0.3, radius_squared = 1.9; /* of gyration, m^2 */
static const double felt_from = 0.25;                   /* m/s; below, bodies lean on each other */
static const double spins_from = 1.1;                   /* rad/s */
static const double measured_after = 0.5;               /* s */
static const double before_touch = 0.5;                 /* s: who was behind then came from behind */
static const double approach_ends = 0.05;               /* s before a touch */

/* ------------------------------------------------------------------------------------- headings a little later */

static void measure_later(pdk_sim_session *session, uint32_t car, int party, double turn)
{
    if (session->later_count == PDK_LATER_ROWS) return;
    session->later[session->later_count++] = (pdk_later){ .time = session->clock + measured_after,
                                                          .turn = turn,
                                                          .row = session->log.contacts.count - 1,
                                                          .party = party,
                                                          .car = car };
}

void pdk_sim_session_measure_headings(pdk_sim_session *session)
{
    size_t kept = 0;
    for (size_t i = 0; i < session->later_count; i++) {
        const pdk_later *later = &session->later[i];
        pdk_log_contact *contact = PDK_LOG_AT(pdk_log_contact, session->log.contacts, later->row);
        contact->parties[later->party].heading_change = session->racers[later->car].turn - later->turn;
        if (session->clock < later->time) session->later[kept++] = *later;
    }
    session->later_count = kept;
}

/* ----------------------------------------------------------------------------------------------- car and car */

static void apply_impulse(pdk_sim_session *session, uint32_t number, pdk_log_party *party, double along, double across,
                          double turn_rate)
{
    pdk_racer *racer = &session->racers[number];
    party->car = number;
    party->speed_before = hypot(racer->u, racer->w);
    racer->u = fmax(0, racer->u + along);
    racer->w += across;
    party->speed_after = hypot(racer->u, racer->w);
    party->velocity_change[0] = along;
    party->velocity_change[1] = across;
    party->turn_rate_change = turn_rate;
    racer->lap_contacts++;
    racer->hurt_until = session->clock + 1.5;
    if (fabs(turn_rate) > spins_from || racer->slide == PDK_SPINNING) {
        pdk_sim_session_spin(session, number, racer->turn_rate + turn_rate, true);
    } else {
        racer->turn_rate += turn_rate;
        if (racer->slide == PDK_STANDING && racer->u > 0.3) racer->slide = PDK_SPINNING; /* pushed along */
    }
}

static pdk_log_contact *new_contact(pdk_sim_session *session, const pdk_racer *racer, double s, double d)
{
    pdk_log_contact *contact = pdk_sim_session_row(session, &session->log.contacts);
    if (contact == NULL) return NULL;
    pdk_track_view road;
    pdk_track_view_at(&session->track, s, d, &road);
    *contact = (pdk_log_contact){ .time = session->clock,
                                  .distance = pdk_sim_session_along(session, s),
                                  .offset = d,
                                  .x = road.x,
                                  .y = road.y,
                                  .z = road.z,
                                  .lap = racer->lap };
    return contact;
}

static void report_contact(pdk_sim_session *session, uint32_t car, uint32_t other, double change)
{
    pdk_sim_session_add_event(session, (pdk_sim_session_event){ .kind = PDK_EVENT_CONTACT,
                                                                .car = car,
                                                                .other = other,
                                                                .time = session->clock,
                                                                .lap = session->racers[car].lap,
                                                                .value = change });
}

/* How far `other` was ahead of `car` half a second ago, m along the track. */
static double was_ahead(const pdk_sim_session *session, const pdk_racer *car, const pdk_racer *other)
{
    uint64_t ticks = (uint64_t)fmin(round(before_touch / session->plan.tick), PDK_PAST_TICKS - 1);
    size_t then = (session->ticks - (ticks < session->ticks ? ticks : session->ticks)) % PDK_PAST_TICKS;
    return remainder(other->past_s[then] - car->past_s[then], session->track.length);
}

/* Of their centres, as they were so many ticks ago. */
static double distance_then(const pdk_sim_session *session, const pdk_racer *a, const pdk_racer *b, uint64_t ticks_ago)
{
    size_t then = (session->ticks - ticks_ago) % PDK_PAST_TICKS;
    pdk_track_view from, to;
    pdk_track_view_at(&session->track, a->past_s[then], a->past_d[then], &from);
    pdk_track_view_at(&session->track, b->past_s[then], b->past_d[then], &to);
    return sqrt((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y) +
                (to.z - from.z) * (to.z - from.z));
}

/* How fast the centres came nearer, from tick to tick: the median of all ticks from half a second before the touch. */
static double approach_speed(const pdk_sim_session *session, const pdk_racer *a, const pdk_racer *b)
{
    double speeds[PDK_PAST_TICKS];
    double tick = session->plan.tick;
    uint64_t first = (uint64_t)fmin(floor(before_touch / tick + 0.5), PDK_PAST_TICKS - 1),
             last = (uint64_t)fmax(ceil(approach_ends / tick - 1e-6), 1);
    size_t count = 0;
    if (first > session->ticks) first = session->ticks;
    for (uint64_t ago = first; ago > last; ago--) {
        double from = distance_then(session, a, b, ago), to = distance_then(session, a, b, ago - 1);
        speeds[count++] = (from - to) / tick;
    }
    return pdk_median(speeds, count);
}

static void collide(pdk_sim_session *session, uint32_t rear, uint32_t front, double gap)
{
    pdk_racer *a = &session->racers[rear], *b = &session->racers[front];
    double beside = b->d - a->d;                                             /* to the right */
    bool side = PDK_CAR_LENGTH - gap > 1.5 * (PDK_CAR_WIDTH - fabs(beside)); /* the shallower overlap */
    double sign = beside >= 0 ? 1 : -1, normal[2] = { side ? 0 : 1, side ? sign : 0 };
    double closing = (a->u - b->u) * normal[0] + (a->w - b->w) * normal[1];
    if (closing < felt_from) { /* they lean on each other, and part */
        double part = side ? 3 : 0;
        a->shove -= sign * part;
        b->shove += sign * part;
        if (!side && closing > 0) a->u = b->u;
        return;
    }
    pdk_log_contact *contact = new_contact(session, a, a->s + gap / 2, (a->d + b->d) / 2);
    if (contact == NULL) return;
    double distance = hypot(gap, beside);
    contact->side = side;
    contact->closing_speed = ((a->u - b->u) * gap + (a->w - b->w) * beside) / distance;
    contact->approach_speed = approach_speed(session, a, b);
    contact->normal_speed = closing;
    contact->relative_speed = hypot(a->u - b->u, a->w - b->w);
    contact->parties[was_ahead(session, a, b) > 0 ? 0 : 1].behind = true;
    double impulse = (1 + bounce) / 2 * closing; /* by unit of mass: both weigh the same */
    double turn_a = a->turn, turn_b = b->turn;
    /* The touch is half way between the centres, so that both are turned the same way. */
    double twist = (side ? sign * gap : -beside) / 2 * impulse / radius_squared;
    report_contact(session, rear, front, impulse);
    report_contact(session, front, rear, impulse);
    apply_impulse(session, rear, &contact->parties[0], -impulse * normal[0], -impulse * normal[1], twist);
    apply_impulse(session, front, &contact->parties[1], impulse * normal[0], impulse * normal[1], twist);
    pdk_sim_session_break(session, rear, impulse, side ? PDK_LOG_PART_DEBRIS : PDK_LOG_PART_FRONT_WING);
    pdk_sim_session_break(session, front, impulse, side ? PDK_LOG_PART_DEBRIS : PDK_LOG_PART_REAR_WING);
    measure_later(session, rear, 0, turn_a);
    measure_later(session, front, 1, turn_b);
    pdk_sim_session_end_attack(session, rear, front);
    if (closing > 1.5) pdk_sim_session_note_offence(session, rear, closing);
}

static bool can_touch(const pdk_racer *racer)
{
    return racer->phase == PDK_DRIVING;
}

void pdk_sim_session_touch(pdk_sim_session *session)
{
    for (uint32_t i = 0; i < session->around_count; i++) {
        uint32_t rear = session->around[i];
        if (!can_touch(&session->racers[rear])) continue;
        for (uint32_t k = 1; k < session->around_count && k <= 4; k++) {
            uint32_t front = session->around[(i + k) % session->around_count];
            const pdk_racer *a = &session->racers[rear], *b = &session->racers[front];
            double gap = pdk_sim_session_gap(session, a, b);
            if (gap > PDK_CAR_LENGTH) {
                if (gap > session->track.length - PDK_CAR_LENGTH) continue; /* it has just come past */
                break;
            }
            if (can_touch(b) && fabs(a->d - b->d) < PDK_CAR_WIDTH) collide(session, rear, front, gap);
        }
    }
}

/* ----------------------------------------------------------------------------------------------- car and wall */

void pdk_sim_session_hit_wall(pdk_sim_session *session, uint32_t car)
{
    pdk_racer *racer = &session->racers[car];
    double wall = PDK_WALL_OFFSET - PDK_CAR_WIDTH / 2, side = racer->d > 0 ? 1 : -1, into = side * racer->w;
    if (fabs(racer->d) < wall) return;
    racer->d = side * fmin(fabs(racer->d), wall + 0.05);
    racer->into_wall = false;
    racer->wide_until = session->clock;
    if (into <= 0) return;
    if (into < felt_from) {
        racer->w = 0;
        return;
    }
    pdk_log_contact *contact = new_contact(session, racer, racer->s, racer->d);
    if (contact == NULL) return;
    double turn = racer->turn, twist = 0.35 * into; /* the tail comes round */
    contact->with_wall = contact->side = true;
    contact->closing_speed = contact->normal_speed = into;
    contact->relative_speed = hypot(racer->u, racer->w);
    contact->parties[1].car = PDK_SIM_WALL;
    report_contact(session, car, PDK_SIM_WALL, (1 + bounce) * into);
    apply_impulse(session, car, &contact->parties[0], -0.2 * racer->u, -side * (1 + bounce) * into, side * twist);
    pdk_sim_session_break(session, car, (1 + bounce) * into,
                          side > 0 ? PDK_LOG_PART_WHEEL_FRONT_RIGHT : PDK_LOG_PART_WHEEL_FRONT_LEFT);
    measure_later(session, car, 0, turn);
}
