/* Names of the parts of a lap, and what a lap did otherwise than the reference there: the only place where such words
 * are made. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "analysis/compare/comparison.h"

/* As small as the measurement's own doubt: not worth a word. */
static const double least_time = 0.005;                   /* s */
static const double least_braking = 3, least_opening = 5; /* m */
static const double least_speed = 1 / 3.6;                /* m/s */

typedef struct words {
    char text[256];
    size_t used;
} words;

static void add(words *to, const char *format, ...) PDK_PRINTF(2, 3);
static void add(words *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int written = vsnprintf(to->text + to->used, sizeof to->text - to->used, format, list);
    va_end(list);
    if (written > 0) to->used += (size_t)written;
    if (to->used >= sizeof to->text) to->used = sizeof to->text - 1;
}

static const char *comma(const words *to)
{
    return to->used > 0 ? ", " : "";
}

static const char *metres(char text[PDK_TIME_SIZE], double value)
{
    pdk_format_distance(text, fabs(value), 0);
    return text;
}

static void add_braking(words *to, const pdk_corner_visit *lap, const pdk_corner_visit *reference)
{
    char text[PDK_TIME_SIZE];
    double later = lap->brake_distance - reference->brake_distance;
    if (reference->unbraked && isfinite(lap->brake_distance))
        add(to, "%sbraked where the reference did not", comma(to));
    if (lap->unbraked && isfinite(reference->brake_distance)) add(to, "%sdid not brake", comma(to));
    if (!(fabs(later) >= least_braking)) return;
    add(to, "%sbraked %s %s", comma(to), metres(text, later), later > 0 ? "later" : "earlier");
}

static void add_apex(words *to, const pdk_corner_visit *lap, const pdk_corner_visit *reference)
{
    char text[PDK_TIME_SIZE];
    double faster = lap->minimum_speed - reference->minimum_speed;
    if (!(fabs(faster) >= least_speed)) return;
    pdk_format_speed(text, fabs(faster), 0);
    add(to, "%s%s %s at the apex", comma(to), text, faster > 0 ? "faster" : "slower");
}

static void add_throttle(words *to, const pdk_corner_visit *lap, const pdk_corner_visit *reference)
{
    char text[PDK_TIME_SIZE];
    double later = lap->throttle_distance - reference->throttle_distance;
    if (!(fabs(later) >= least_opening)) return;
    add(to, "%son the throttle %s %s", comma(to), metres(text, later), later > 0 ? "later" : "earlier");
}

static const char *name_of(const pdk_lap_comparison *comparison, const pdk_corner_run *run)
{
    words name = { .used = 0 };
    if (run->corner == 0) add(&name, run->start > 0 ? "braking" : "from the line");
    else if (run->last_corner > run->corner)
        add(&name, "turns %u %s %u", (unsigned)run->corner, run->last_corner > run->corner + 1 ? "to" : "and",
            (unsigned)run->last_corner);
    else add(&name, "turn %u", (unsigned)run->corner);
    return pdk_keep(comparison->memory, name.text);
}

/* False when out of memory. */
static bool compare_visit(const pdk_lap_comparison *comparison, const pdk_corner_run *run, pdk_corner_visit *visit)
{
    words sentence = { .used = 0 }, reason = { .used = 0 };
    char text[PDK_TIME_SIZE];
    add_braking(&reason, visit, &run->visits[0]);
    add_apex(&reason, visit, &run->visits[0]);
    add_throttle(&reason, visit, &run->visits[0]);
    add(&sentence, "%s, %s: ", run->name, metres(text, run->start));
    if (fabs(visit->delta) < least_time) add(&sentence, "the same time");
    else add(&sentence, "%.2f s %s", fabs(visit->delta), visit->delta > 0 ? "lost" : "gained");
    if (reason.used > 0) add(&sentence, ", %s", reason.text);
    visit->sentence = pdk_keep(comparison->memory, sentence.text);
    if (reason.used > 0) visit->reason = pdk_keep(comparison->memory, reason.text);
    return visit->sentence != NULL && (reason.used == 0 || visit->reason != NULL);
}

bool pdk_compare_words(const pdk_lap_comparison *comparison, pdk_corner_run *run)
{
    run->name = name_of(comparison, run);
    bool good = run->name != NULL;
    for (size_t lap = 1; lap < comparison->count && good; lap++)
        good = compare_visit(comparison, run, &run->visits[lap]);
    return good;
}
