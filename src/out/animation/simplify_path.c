/* Which poses of a path must stay. */
#include <math.h>

#include "base/trigonometry.h"
#include "animation/movement.h"

/* Paths are looked at in pieces of this many poses: what must stay is found in a time that is at worst the square of
 * a piece. A piece is so long that its ends, which always stay, hardly count. */
enum { PIECE = 2048, DEEPEST = PIECE };

/* A little less than what is promised, for what is rounded afterwards: times and places to floats, turns to 16 bits. */
static const double widest = 0.0195;             /* m */
static const double most_turned = 0.0082;        /* rad: 0.47 degrees */
static const double most_at_once = 1.5707963268; /* rad: further, and the shorter way round could be the other one */

/* How far a pose is from the straight way, 1 = as far as it may be. */
static double distance(const pdk_moving_pose *a, const pdk_moving_pose *b, const pdk_moving_pose *pose)
{
    double passed = b->time - a->time, share = passed > 0 ? (pose->time - a->time) / passed : 0, square = 0;
    for (int k = 0; k < 3; k++) {
        double off = pose->place[k] - a->place[k] - share * (b->place[k] - a->place[k]);
        square += off * off;
    }
    double heading = pose->heading - a->heading - share * (b->heading - a->heading),
           pitch = pose->pitch - a->pitch - share * (b->pitch - a->pitch);
    return fmax(sqrt(square) / widest, pdk_hypot(heading, pitch) / most_turned);
}

/* The pose furthest from the way between two; 0 where none is too far. */
static size_t furthest(const pdk_moving_pose *poses, size_t low, size_t high)
{
    size_t worst = 0;
    double most = 1;
    if (high - low < 2) return 0;
    for (size_t i = low + 1; i < high; i++) {
        double far = distance(&poses[low], &poses[high], &poses[i]);
        if (!(far > most)) continue;
        most = far;
        worst = i;
    }
    bool turns = fabs(poses[high].heading - poses[low].heading) > most_at_once;
    return worst == 0 && turns ? low + (high - low) / 2 : worst;
}

static void simplify_piece(const pdk_moving_pose *poses, size_t low, size_t high, bool *stays)
{
    size_t ends[DEEPEST], count = 0; /* of parts that are still to be looked at, the next one last */
    ends[count++] = high;
    while (count > 0) {
        size_t end = ends[count - 1], worst = furthest(poses, low, end);
        if (worst != 0) {
            ends[count++] = worst;
            continue;
        }
        stays[end] = true;
        low = end;
        count--;
    }
}

void pdk_simplify_path(const pdk_moving_pose *poses, size_t count, bool *stays)
{
    for (size_t i = 0; i < count; i++) stays[i] = false;
    if (count == 0) return;
    stays[0] = true;
    for (size_t low = 0; low + 1 < count; low += PIECE - 1)
        simplify_piece(poses, low, count - 1 - low < PIECE - 1 ? count - 1 : low + PIECE - 1, stays);
}
