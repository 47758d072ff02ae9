/* Places along a line: the nearest of all for a car that appears, then only what lies near the place before. */
#include <math.h>

#include "track/track_grid.h"

#include "base/trigonometry.h"
#include "base/whole.h"

enum { FURTHEST = 60 /* m from the line: further is elsewhere */, DOUBTFUL = 20 };

static const double slow = 3; /* m/s: below it a car may stand across the track */

double pdk_track_way(const pdk_track_model *model, double from, double to)
{
    double way = to - from;
    bool shorter = fabs(way) <= model->length / 2; /* then it is what remainder gives, too */
    return model->closed && !shorter ? remainder(way, model->length) : way;
}

static double wrap(const pdk_track_model *model, double distance)
{
    if (!model->closed) return fmin(fmax(distance, 0), model->length);
    double length = model->length, within = distance;
    if (within < 0 || within >= length) within -= length * floor(distance / length);
    return within >= 0 && within < length ? within : 0;
}

/* The squared distance from the piece of line from point `index` to the next, and the share of it that is nearest. */
static double on_piece(const pdk_track_model *model, size_t index, double x, double y, double *share)
{
    const pdk_track_piece *piece = &model->pieces[index];
    double off_x = x - piece->x, off_y = y - piece->y, reach = piece->along_x * off_x + piece->along_y * off_y;
    double at = piece->squared > 0 ? reach / piece->squared : 0;
    at = at <= 0 ? 0 : at; /* no branches: nobody can guess them */
    at = at >= 1 ? 1 : at;
    *share = at;
    double rest_x = off_x - at * piece->along_x, rest_y = off_y - at * piece->along_y;
    return rest_x * rest_x + rest_y * rest_y;
}

static long long pieces(const pdk_track_model *model)
{
    return (long long)(model->closed ? model->count : model->count - 1);
}

/* The nearest place so far, while pieces are tried. */
typedef struct nearest {
    double away, share; /* away squared */
    size_t index;
} nearest;

/* Tries pieces from `from` on in steps of `way`, until some have not been nearer. */
static inline void walk(const pdk_track_model *model, long long from, long long last, int way, double x, double y,
                        nearest *best)
{
    enum { PATIENCE = 3 };
    long long count = pieces(model), index = from;
    if (index < 0 || index >= count) index %= count;
    if (index < 0) index += count;
    for (int worse = 0; worse < PATIENCE && (way > 0 ? from <= last : from >= last); from += way) {
        double share, away = on_piece(model, (size_t)index, x, y, &share);
        if (away < best->away) {
            *best = (nearest){ away, share, (size_t)index };
            worse = 0;
        } else {
            worse++;
        }
        index += way;
        if (index == count) index = 0;
        else if (index < 0) index = count - 1;
    }
}

/* The place that one comes to downhill from `guess`, no further than `reach` metres; returns the squared distance. */
static double search(const pdk_track_model *model, double guess, double reach, double x, double y,
                     pdk_track_position *position)
{
    long long first = pdk_whole_below((guess - reach) / model->step),
              last = -pdk_whole_below(-(guess + reach) / model->step), middle = pdk_whole_below(guess / model->step),
              count = pieces(model);
    if (!model->closed) {
        first = first < 0 ? 0 : first < count ? first : count - 1;
        last = last < 0 ? 0 : last < count ? last : count - 1;
        middle = middle < first ? first : middle < last ? middle : last;
    }
    nearest best = { INFINITY, 0, 0 };
    walk(model, middle, last, 1, x, y, &best);
    walk(model, middle - 1, first, -1, x, y, &best);
    const pdk_track_piece *piece = &model->pieces[best.index];
    double side = piece->along_x * (y - piece->y) - piece->along_y * (x - piece->x), away = sqrt(best.away);
    position->distance = wrap(model, ((double)best.index + best.share) * model->step);
    position->lateral = side < 0 ? -away : away;
    return best.away;
}

static void from_origin(const pdk_track_model *model, const double point[3], double place[3])
{
    for (int k = 0; k < 3; k++) place[k] = point[k] - model->origin[k];
}

static bool locate(const pdk_track_model *model, const double place[3], double heading, pdk_track_position *position)
{
    size_t point = pdk_track_grid_nearest(model, place, heading, FURTHEST);
    if (point == SIZE_MAX) return false;
    double at = (double)point * model->step;
    double away = search(model, at, 2 * model->step, place[0], place[1], position);
    return away <= (double)FURTHEST * FURTHEST;
}

bool pdk_track_locate(const pdk_track_model *model, const double point[3], double heading, pdk_track_position *position)
{
    double place[3];
    from_origin(model, point, place);
    return locate(model, place, heading, position);
}

/* What follows from the place alone: nothing is known about the car, or it stands. */
static bool is_asked_again(const pdk_track_follower *follower, bool known, const double point[3], double speed,
                           double heading)
{
    bool same = follower->asked && follower->point[0] == point[0] && follower->point[1] == point[1] &&
                follower->point[2] == point[2] && follower->speed == speed && follower->heading == heading;
    return same && follower->was_known == known && (!known || (speed == 0 && follower->was_at == follower->distance));
}

static bool find_place(const pdk_track_model *model, const pdk_track_follower *follower, bool known,
                       pdk_track_moment moment, pdk_track_position *position)
{
    double place[3];
    from_origin(model, moment.point, place);
    bool found = false;
    double moved = fabs(moment.speed) * (moment.time - follower->time);
    /* After more than a lap it may be anywhere; so it may where its speed is not a number. */
    if (known && moved <= (double)pieces(model) * model->step) {
        double ahead = follower->distance + moved, reach = 1.5 * moved + 5;
        double away = search(model, ahead, reach, place[0], place[1], position);
        found = away <= (double)DOUBTFUL * DOUBTFUL;
        if (!found && away <= (double)FURTHEST * FURTHEST) { /* far off: still there, or has it left by another way? */
            pdk_track_position other;
            found = true;
            if (locate(model, place, moment.heading, &other) && fabs(other.lateral) + 5 < fabs(position->lateral))
                *position = other;
        }
    }
    if (!found) {
        found = locate(model, place, moment.heading, position);
        if (!found && fabs(moment.speed) < slow) found = locate(model, place, NAN, position);
    }
    return found;
}

bool pdk_track_follow(const pdk_track_model *model, pdk_track_follower *follower, pdk_track_moment moment, bool anew,
                      pdk_track_position *position)
{
    bool known = follower->known && !anew && moment.time >= follower->time;
    if (is_asked_again(follower, known, moment.point, moment.speed, moment.heading)) {
        follower->time = moment.time;
    } else {
        pdk_track_position at = { 0 };
        bool found = find_place(model, follower, known, moment, &at);
        follower->time = moment.time;
        follower->asked = true;
        follower->was_known = known;
        follower->found = found;
        for (int k = 0; k < 3; k++) follower->point[k] = moment.point[k];
        follower->speed = moment.speed;
        follower->heading = moment.heading;
        follower->was_at = follower->distance;
        follower->distance = 0;
        follower->position = at;
    }
    if (follower->found) {
        *position = follower->position;
        follower->distance = position->distance;
    }
    follower->known = follower->found;
    return follower->found;
}

void pdk_track_point_at(const pdk_track_model *model, double distance, double lateral, double point[3], double *heading)
{
    double at = wrap(model, distance) / model->step;
    size_t last = model->count - 1, index = pdk_whole_size(at);
    if (index > last) index = last;
    size_t next = index < last ? index + 1 : model->closed ? 0 : last;
    double share = at - (double)index;
    double turned = pdk_wrap_angle((double)model->heading[next] - model->heading[index]),
           direction = model->heading[index] + share * turned;
    for (int k = 0; k < 3; k++) {
        double from = model->points[index][k];
        point[k] = model->origin[k] + from + share * ((double)model->points[next][k] - from);
    }
    point[0] -= lateral * pdk_sin(direction);
    point[1] += lateral * pdk_cos(direction);
    if (heading != NULL) *heading = pdk_wrap_angle(direction);
}
