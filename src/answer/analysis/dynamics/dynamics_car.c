/* What a file about the car adds to a recording: does it belong to it, and with which set-up? */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/dynamics/dynamics.h"

#include "base/text.h"
#include "model/setup.h"

/* Contact patches move with camber and set-up; a wheel of another car is further away. */
static const double most_along = 0.05, most_across = 0.1; /* m */
static const double float_steps = 1e-6;                   /* equal as floats */

static const char code[] = "analysis.car_info";

static pdk_status refuse(pdk_error *error, const char *what)
{
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, code, "the car info is of another car: %s", what);
}

/* A name that is sure enough to distinguish cars. */
static const pdk_property *name_of(const pdk_document *document)
{
    const pdk_property *car = pdk_document_find_property(document, "car");
    return car != NULL && car->value.type == PDK_TEXT && car->certainty >= PDK_LIKELY ? car : NULL;
}

static pdk_status compare_names(const pdk_document *recording, const pdk_document *info, pdk_error *error)
{
    const pdk_property *here = name_of(recording), *there = name_of(info);
    if (here == NULL || there == NULL || pdk_same_text(here->value.as.text, there->value.as.text)) return PDK_OK;
    char what[160];
    snprintf(what, sizeof what, "it is of %.*s, and %.*s is driven", (int)there->value.as.text.size,
             there->value.as.text.data, (int)here->value.as.text.size, here->value.as.text.data);
    return refuse(error, what);
}

static pdk_status compare_places(const pdk_dynamics *dynamics, pdk_error *error)
{
    const pdk_car_body *body = &dynamics->car;
    for (size_t w = 0; w < dynamics->wheel_count; w++) {
        const pdk_wheel *wheel = &dynamics->wheels[w].wheel;
        for (size_t i = 0; i < body->wheel_count; i++) {
            const double *contact = body->wheels[i].contact;
            if (!pdk_same_text(wheel->name, body->wheels[i].name)) continue;
            double across = contact[0] - wheel->place[0], along = contact[1] - wheel->place[1];
            if (fabs(across) <= most_across && fabs(along) <= most_along) continue;
            char what[160];
            snprintf(what, sizeof what, "its wheel %.*s is %.2f m further right and %.2f m further forward",
                     (int)wheel->name.size, wheel->name.data, across, along);
            return refuse(error, what);
        }
    }
    return PDK_OK;
}

static size_t count_gears(const pdk_vector *values)
{
    size_t gears = 0;
    for (size_t i = 0; i < values->count; i++) {
        const pdk_setup_value *value = &((const pdk_setup_value *)values->items)[i];
        gears += strncmp(value->name, "gear_ratio_", strlen("gear_ratio_")) == 0;
    }
    return gears;
}

static bool is_equal(const pdk_setup_value *a, const pdk_setup_value *b)
{
    if (a->text.data != NULL || b->text.data != NULL) return pdk_same_text(a->text, b->text);
    return fabs(a->value - b->value) <= float_steps * fmax(fabs(a->value), fabs(b->value));
}

/* The first value that both have and that differs; NULL = none. */
static const pdk_setup_value *first_difference(const pdk_vector *here, const pdk_vector *there, size_t *compared)
{
    *compared = 0;
    for (size_t i = 0; i < here->count; i++) {
        const pdk_setup_value *mine = &((const pdk_setup_value *)here->items)[i];
        for (size_t k = 0; k < there->count; k++) {
            const pdk_setup_value *theirs = &((const pdk_setup_value *)there->items)[k];
            if (strcmp(mine->name, theirs->name) != 0 || !pdk_same_text(mine->wheel, theirs->wheel)) continue;
            ++*compared;
            if (!is_equal(mine, theirs)) return mine;
        }
    }
    return NULL;
}

static pdk_status compare_setups(const pdk_answers *answers, pdk_dynamics *dynamics, pdk_error *error)
{
    pdk_memory *memory = answers->memory;

    pdk_vector here = pdk_vector_of(memory, sizeof(pdk_setup_value)),
               there = pdk_vector_of(memory, sizeof(pdk_setup_value));
    pdk_status status = pdk_setup_read(answers->source, &here, error);
    if (status == PDK_OK) status = pdk_setup_read(answers->options.car_info, &there, error);
    if (status != PDK_OK) return status;
    size_t gears = count_gears(&here), compared;
    if (gears > 0 && gears != dynamics->car.gears) {
        char what[96];
        snprintf(what, sizeof what, "it has %u forward gears, and the one driven has %zu", dynamics->car.gears, gears);
        return refuse(error, what);
    }
    const pdk_setup_value *difference = first_difference(&here, &there, &compared);
    if (difference == NULL) {
        dynamics->car_setup = compared > 0 ? "same set-up" : "set-up not compared";
        return PDK_OK;
    }
    dynamics->car_setup = pdk_keep_printf(memory, "another set-up: %.*s%s%s differs", (int)difference->wheel.size,
                                          difference->wheel.size > 0 ? difference->wheel.data : "",
                                          difference->wheel.size > 0 ? " " : "", difference->name);
    return dynamics->car_setup != NULL ? PDK_OK : pdk_fail_memory(error, memory, "the set-up");
}

pdk_status pdk_dynamics_read_car(const pdk_answers *answers, pdk_dynamics *dynamics, pdk_error *error)
{
    const pdk_document *info = answers->options.car_info;
    if (info == NULL) return PDK_OK;
    if (info->services == NULL || info->services->car_body == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, code,
                        "a %s file does not describe a car; CAR_info.bin does", info->info->id);
    }
    info->services->car_body(info, &dynamics->car);
    pdk_status status = compare_names(answers->source, info, error);
    if (status == PDK_OK) status = compare_setups(answers, dynamics, error);
    if (status == PDK_OK) status = compare_places(dynamics, error);
    return status;
}
