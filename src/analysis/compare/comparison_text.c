/* What a lap did otherwise than the reference in a corner, in words. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "analysis/compare/comparison.h"

typedef struct sentence {
    char text[256];
    size_t used;
} sentence;

static void add(sentence *words, const char *format, ...) PDK_PRINTF(2, 3);
static void add(sentence *words, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int written = vsnprintf(words->text + words->used, sizeof words->text - words->used, format, list);
    va_end(list);
    if (written > 0) words->used += (size_t)written;
    if (words->used >= sizeof words->text) words->used = sizeof words->text - 1;
}

/* What is as small as the measurement's own doubt is not told. */
static void add_braking(sentence *words, const pdk_corner_visit *lap, const pdk_corner_visit *reference)
{
    double later = lap->brake_distance - reference->brake_distance;
    if (fabs(later) >= 3) add(words, ", braked %.0f m %s", fabs(later), later > 0 ? "later" : "earlier");
}

static void add_apex(sentence *words, const pdk_corner_visit *lap, const pdk_corner_visit *reference)
{
    double faster = (lap->minimum_speed - reference->minimum_speed) * 3.6;
    if (fabs(faster) >= 1) add(words, ", %.0f km/h %s at the apex", fabs(faster), faster > 0 ? "faster" : "slower");
}

static void add_throttle(sentence *words, const pdk_corner_visit *lap, const pdk_corner_visit *reference)
{
    double later = lap->throttle_distance - reference->throttle_distance;
    if (fabs(later) >= 5) add(words, ", on the throttle %.0f m %s", fabs(later), later > 0 ? "later" : "earlier");
}

const char *pdk_compare_text(const pdk_lap_comparison *comparison, const pdk_corner_run *run, size_t lap)
{
    const pdk_corner_visit *visit = &run->visits[lap], *reference = &run->visits[0];
    sentence words = { .used = 0 };
    if (run->corner == 0) add(&words, "from the line");
    else if (run->last_corner > run->corner)
        add(&words, "turns %u %s %u", (unsigned)run->corner, run->last_corner > run->corner + 1 ? "to" : "and",
            (unsigned)run->last_corner);
    else add(&words, "turn %u", (unsigned)run->corner);
    add(&words, ", %.0f m: %.2f s %s", run->start, fabs(visit->delta), visit->delta > 0 ? "lost" : "gained");
    if (run->corner > 0) {
        add_braking(&words, visit, reference);
        add_apex(&words, visit, reference);
        add_throttle(&words, visit, reference);
    }
    return pdk_keep(comparison->memory, words.text);
}
