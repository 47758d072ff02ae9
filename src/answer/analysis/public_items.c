#include "analysis/public_items.h"

#include <math.h>
#include <string.h>

#include "analysis/incident/incidents.h"
#include "analysis/race/laps.h"
#include "analysis/race/results.h"
#include "base/number.h"

/* A member that both structs have. */
typedef struct shared {
    uint32_t from, from_size; /* in the working struct */
    uint32_t to, to_size;     /* in the public one */
    uint32_t has;             /* its bool there, of an array one for each element; 0 = it is never missing */
    pdk_type type;            /* of an element; PDK_TYPE_NONE ends a list */
} shared;

struct pdk_public_struct {
    size_t from_size, to_size;
    const shared *members;
};

/* Enumerations are copied as they are. */
#define TYPE(owner, member) \
    _Generic(((owner *)NULL)->member,        \
        bool: PDK_BOOL,                      \
        uint8_t: PDK_UINT8,                  \
        int32_t: PDK_INT32,                  \
        uint32_t: PDK_UINT32,                \
        uint64_t: PDK_UINT64,                \
        double: PDK_FLOAT64,                 \
        double *: PDK_FLOAT64,               \
        pdk_text: PDK_TEXT,                  \
        default: PDK_UINT32)
#define SIZE(owner, member) sizeof(((owner *)NULL)->member)
/* Does not compile if the member has another type in the other struct. */
#define SHARED(worked, made, member, has_)                                                                \
    {                                                                                                     \
        offsetof(worked, member), SIZE(worked, member), offsetof(made, member), SIZE(made, member), has_, \
            TYPE(made, member) + 0 * sizeof(char[TYPE(worked, member) == TYPE(made, member) ? 1 : -1])    \
    }
#define STORED(member) SHARED(WORKED, MADE, member, 0)
#define OPTIONAL(member) SHARED(WORKED, MADE, member, offsetof(MADE, has_##member))
#define MEMBERS(name, ...) static const shared name[] = { __VA_ARGS__, { .type = PDK_TYPE_NONE } }
#define ENTERED OPTIONAL(driver), OPTIONAL(co_driver), OPTIONAL(team), OPTIONAL(number), OPTIONAL(class_name)

#define WORKED pdk_driven_lap
#define MADE pdk_lap
MEMBERS(lap_members, ENTERED, STORED(slot), STORED(entry), STORED(lap), OPTIONAL(start_time), OPTIONAL(end_time),
        OPTIONAL(lap_time), OPTIONAL(sector_time), STORED(kind), STORED(source), STORED(clean), STORED(best),
        STORED(counts), STORED(reasons), OPTIONAL(position), OPTIONAL(gap_to_leader), OPTIONAL(top_speed),
        OPTIONAL(distance), OPTIONAL(contacts), OPTIONAL(drivers), OPTIONAL(stint), OPTIONAL(compound),
        OPTIONAL(weather), OPTIONAL(rain), OPTIONAL(recorded_lap_time));
#undef WORKED
#undef MADE
#define WORKED pdk_race_result
#define MADE pdk_result
MEMBERS(result_members, ENTERED, STORED(slot), STORED(entry), OPTIONAL(position), OPTIONAL(vehicle), STORED(laps),
        OPTIONAL(total_time), OPTIONAL(gap), OPTIONAL(interval), OPTIONAL(laps_down), OPTIONAL(best_lap_time),
        OPTIONAL(best_lap), OPTIONAL(grid_position), OPTIONAL(pit_stops), OPTIONAL(penalties), OPTIONAL(penalty_time),
        OPTIONAL(contacts), STORED(status), STORED(reasons), OPTIONAL(recorded_position), OPTIONAL(rulings),
        OPTIONAL(recorded_time));
#undef WORKED
#undef MADE
#define WORKED pdk_found_incident
#define MADE pdk_incident
MEMBERS(incident_members, STORED(incident), STORED(kind_name), STORED(kind), OPTIONAL(lap), OPTIONAL(sector),
        OPTIONAL(turn), OPTIONAL(positions_text), OPTIONAL(contacts), STORED(time), STORED(end_time),
        OPTIONAL(distance), OPTIONAL(x), OPTIONAL(y), OPTIONAL(z), OPTIONAL(closing_speed), OPTIONAL(impact_speed),
        OPTIONAL(speed_change), OPTIONAL(magnitude), OPTIONAL(beyond), STORED(drivers), OPTIONAL(objects),
        OPTIONAL(place), OPTIONAL(judged_by), OPTIONAL(unavailable), STORED(first_lap), STORED(last_lap),
        STORED(first_party), STORED(party_count), OPTIONAL(sentence), OPTIONAL(reason));
#undef WORKED
#undef MADE
#define WORKED pdk_found_party
#define MADE pdk_incident_party
MEMBERS(party_members, STORED(incident), OPTIONAL(driver), STORED(slot), OPTIONAL(lap), OPTIONAL(contacts),
        OPTIONAL(position_before), OPTIONAL(position_after), OPTIONAL(positions_lost), OPTIONAL(speed_before),
        OPTIONAL(speed_after), OPTIONAL(heading_change), OPTIONAL(closing_speed), OPTIONAL(impact_speed),
        OPTIONAL(overlap), OPTIONAL(magnitude), OPTIONAL(yaw_rate), OPTIONAL(stopped_duration), OPTIONAL(time_lost),
        OPTIONAL(object), STORED(behind), STORED(spun), STORED(left_track), STORED(retired), STORED(unsafe_return),
        OPTIONAL(damage), OPTIONAL(sentence), OPTIONAL(reason), OPTIONAL(skid_time), STORED(ahead_at_turn_in),
        OPTIONAL(overlap_at_turn_in), OPTIONAL(overlap_share), OPTIONAL(throttle), OPTIONAL(brake));

const pdk_public_struct pdk_public_laps = { sizeof(pdk_driven_lap), sizeof(pdk_lap), lap_members };
const pdk_public_struct pdk_public_results = { sizeof(pdk_race_result), sizeof(pdk_result), result_members };
const pdk_public_struct pdk_public_incidents = { sizeof(pdk_found_incident), sizeof(pdk_incident), incident_members };
const pdk_public_struct pdk_public_parties = { sizeof(pdk_found_party), sizeof(pdk_incident_party), party_members };

static bool is_known(pdk_type type, const void *value)
{
    switch (type) {
    case PDK_FLOAT64: return !isnan(*(const double *)value);
    case PDK_UINT32: return *(const uint32_t *)value != UINT32_MAX;
    case PDK_INT32: return *(const int32_t *)value != INT32_MIN;
    default: return ((const pdk_text *)value)->data != NULL;
    }
}

/* As the tables have them. */
static void round_numbers(const double *from, size_t count, double *to)
{
    for (size_t i = 0; i < count; i++) to[i] = pdk_round_computed(from[i]);
}

static void publish(const shared *member, const char *item, char *made)
{
    size_t size = member->from_size < member->to_size ? member->from_size : member->to_size;
    if (member->type == PDK_FLOAT64)
        round_numbers((const double *)(const void *)(item + member->from), size / sizeof(double),
                      (double *)(void *)(made + member->to));
    else memcpy(made + member->to, item + member->from, size);
    if (member->has == 0) return;
    bool *has = (bool *)(made + member->has);
    for (size_t at = 0; at < size; at += pdk_type_size(member->type))
        *has++ = is_known(member->type, item + member->from + at);
}

void *pdk_publish(const pdk_public_struct *type, const void *items, size_t count, pdk_memory *memory)
{
    char *made = pdk_alloc_array(memory, count, type->to_size);
    for (size_t i = 0; made != NULL && i < count; i++) {
        for (const shared *member = type->members; member->type != PDK_TYPE_NONE; member++)
            publish(member, (const char *)items + i * type->from_size, made + i * type->to_size);
    }
    return made;
}
