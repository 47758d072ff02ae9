/* What a recording says about a car's handling, in words, and what they rest on. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "analysis/dynamics/dynamics.h"

static const double degrees = 57.29577951308232;
static const double neutral = 0.5; /* degrees per g: smaller slopes say nothing */

typedef struct words {
    char text[2400];
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

static const char *blank(const words *to)
{
    return to->used > 0 ? " " : "";
}

static void add_balance_of_steering(const pdk_handling *handling, words *sentence, words *reason)
{
    double slope = handling->understeer_gradient * degrees;
    if (isnan(slope)) return;
    if (fabs(slope) < neutral) add(sentence, "Nearly neutral: %.1f deg of steering per g.", slope);
    else if (slope > 0) add(sentence, "Understeers: needs %.1f deg more steering per g.", slope);
    else add(sentence, "Oversteers: needs %.1f deg less steering per g.", -slope);
    add(reason, "Steering: slope over %llu moments of steady cornering from 0.2 to 0.8 g.",
        (unsigned long long)handling->steady);
}

static void add_brakes(const pdk_handling *handling, words *sentence, words *reason)
{
    double set = handling->brake_balance_setting * 100, measured = handling->brake_balance * 100;
    bool is_recorded = handling->balance_source.size == sizeof "recording" - 1;
    if (isfinite(measured)) {
        add(sentence, "%s%.0f %% of the braking force is at the front", blank(sentence), measured);
        if (isfinite(set)) add(sentence, ", set to %.0f %%", set);
        add(sentence, ".");
        add(reason, "%sBrakes: median of %llu moments with the pedal over half.", blank(reason),
            (unsigned long long)handling->braking);
    } else if (isfinite(set)) {
        add(sentence, "%sBrake balance is set to %.0f %% at the front.", blank(sentence), set);
    }
    if (isfinite(set)) {
        add(reason, "%sThe setting is %s.", blank(reason),
            is_recorded ? "the torques of the wheels" : "that of the car info");
    }
    if (is_recorded && isfinite(handling->car_brake_balance))
        add(reason, " That of the car info (%.0f %%) is not used.", handling->car_brake_balance * 100);
}

static void add_transfer(const pdk_handling *handling, words *sentence, words *reason)
{
    if (isnan(handling->load_transfer_share)) return;
    add(sentence, "%s%.0f %% of the load transfer in corners is at the front.", blank(sentence),
        handling->load_transfer_share * 100);
    add(reason, "%sLoad: median of %llu moments above 0.7 g to the side.", blank(reason),
        (unsigned long long)handling->cornering);
}

/* With the sign of downforce: "presses it down with 12 N", "lifts it by 3 N". */
static void add_vertical(words *to, double downforce)
{
    if (downforce < 0) add(to, "lifts it by %.0f N", -downforce);
    else add(to, "presses it down with %.0f N", downforce);
}

static void add_measured_air(const pdk_handling *handling, words *sentence, words *reason)
{
    double speed = handling->maximum_speed, square = speed * speed;
    if (!isfinite(handling->measured_drag)) return;
    add(sentence, "%sMeasured: at %.0f m/s, its top speed, the air holds the car back with %.0f N", blank(sentence),
        speed, handling->measured_drag * square);
    if (isfinite(handling->measured_lift)) {
        add(sentence, " and ");
        add_vertical(sentence, -handling->measured_lift * square);
    }
    add(sentence, ".");
    add(reason,
        "%sMeasured air: slope over the square of speed of what the wheels' forces are beyond mass times acceleration, "
        "%llu moments.",
        blank(reason), (unsigned long long)handling->blown);
}

static void add_air(const pdk_handling *handling, words *sentence, words *reason)
{
    if (!isfinite(handling->air_drag) || !isfinite(handling->air_lift)) return;
    add(sentence, "%sBy the car info it holds it back with %.0f N and ", blank(sentence), handling->top_drag);
    add_vertical(sentence, handling->top_downforce);
    add(sentence, " there");
    if (isfinite(handling->air_front_share))
        add(sentence, ", of which %.0f %% are at the front", handling->air_front_share * 100);
    add(sentence, ".");
    add(reason, "%sAir of the car info: set in the file, its unit is guessed.", blank(reason));
}

static void add_place(words *to, double forward)
{
    add(to, "%.2f m %s", fabs(forward), forward < 0 ? "behind" : "ahead of");
}

static void add_turning(const pdk_handling *handling, words *sentence, words *reason)
{
    if (!isfinite(handling->measured_inertia)) return;
    add(sentence, "%sIt turns as with a yaw inertia of %.0f kg m^2", blank(sentence), handling->measured_inertia);
    if (isfinite(handling->yaw_inertia)) add(sentence, " (car info: %.0f)", handling->yaw_inertia);
    add(sentence, " about a point ");
    add_place(sentence, handling->measured_forward);
    add(sentence, " the reference point");
    if (isfinite(handling->gravity_forward)) {
        add(sentence, " (car info: ");
        add_place(sentence, handling->gravity_forward);
        add(sentence, " it)");
    }
    add(sentence, ".");
    add(reason, "%sTurning: the tyres' moments go with the yaw acceleration (correlation %.3f), %llu moments.",
        blank(reason), handling->turning_fit, (unsigned long long)handling->turned);
}

static void add_limits(const pdk_handling *handling, words *sentence, words *reason)
{
    if (isfinite(handling->maximum_lateral_g) && isfinite(handling->maximum_braking_g))
        add(sentence, "%sUp to %.1f g to the side and %.1f g in braking.", blank(sentence), handling->maximum_lateral_g,
            handling->maximum_braking_g);
    if (isfinite(handling->maximum_sideslip_angle))
        add(sentence, "%sSlid by %.0f deg at most.", blank(sentence), handling->maximum_sideslip_angle * degrees);
    if (sentence->used > 0) add(reason, "%sExtremes: single moments.", blank(reason));
}

static void add_car(const pdk_handling *handling, words *sentence, words *reason)
{
    if (handling->car_info.data == NULL) return;
    add(sentence, "%sThe centre of gravity is %.2f m over the road", blank(sentence), handling->gravity_height);
    if (isfinite(handling->load_transfer_ratio))
        add(sentence, "; springs and bars move %.0f %% of the load that this height gives",
            handling->load_transfer_ratio * 100);
    add(sentence, ".");
    add(reason, "%sCentre of gravity: from the car info, as the car stood in the garage (%.*s).", blank(reason),
        (int)handling->car_info.size, handling->car_info.data);
    if (isfinite(handling->load_transfer_ratio))
        add(reason, " Load moved: median of %llu moments above 0.7 g to the side.",
            (unsigned long long)handling->transferring);
}

static bool keep(const words *from, pdk_memory *memory, pdk_text *text)
{
    if (from->used == 0) return true;
    const char *kept = pdk_keep(memory, from->text);
    if (kept != NULL) *text = (pdk_text){ kept, from->used };
    return kept != NULL;
}

bool pdk_handling_words(pdk_handling *handling, pdk_memory *memory)
{
    words sentence = { .used = 0 }, reason = { .used = 0 };
    add_balance_of_steering(handling, &sentence, &reason);
    add_brakes(handling, &sentence, &reason);
    add_transfer(handling, &sentence, &reason);
    add_car(handling, &sentence, &reason);
    add_turning(handling, &sentence, &reason);
    add_measured_air(handling, &sentence, &reason);
    add_air(handling, &sentence, &reason);
    add_limits(handling, &sentence, &reason);
    return keep(&sentence, memory, &handling->sentence) && keep(&reason, memory, &handling->reason);
}
