/* Opening a motion: the format names its tables, roles and frames say the rest. */
#include "motion/motion.h"

#include <string.h>

#include "base/allocator.h"
#include "base/options.h"
#include "base/text.h"
#include "model/document_life.h"

static pdk_status fail_none(const pdk_document *document, pdk_error *error)
{
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "motion.none", "nothing moves in %s files",
                    document->info->id);
}

/* The wheel's place in the car, and the columns of the car's axes. */
static pdk_status find_wheel(pdk_motion *motion, const char *name, pdk_error *error)
{
    const pdk_services *services = motion->document->services;
    pdk_wheel wheel = { .name = { "", 0 } };
    bool axes = pdk_table_find_role(motion->table, PDK_ROLE_RIGHT_X) != PDK_NO_COLUMN &&
                pdk_table_find_role(motion->table, PDK_ROLE_DIRECTION_X) != PDK_NO_COLUMN;
    for (size_t i = 0; axes && services->wheel != NULL && services->wheel(motion->document, i, &wheel); i++) {
        if (!pdk_text_is(wheel.name, name)) continue;
        memcpy(motion->wheel, wheel.place, sizeof motion->wheel);
        return PDK_OK;
    }
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "motion.wheel",
                    "the file does not say where a wheel \"%s\" is", name);
}

static pdk_status fill(pdk_motion *motion, const pdk_motion_options *options, const struct pdk_session *session,
                       pdk_error *error)
{
    const pdk_document *document = motion->document;
    const pdk_services *services = document->services;
    if (services == NULL || services->motion == NULL) return fail_none(document, error);
    motion->table = pdk_document_own_table(document, services->motion->rows);
    if (motion->table == NULL) return fail_none(document, error);
    pdk_status status = options->wheel != NULL ? find_wheel(motion, options->wheel, error) : PDK_OK;
    if (status != PDK_OK) return status;
    pdk_motion_find_channels(motion, options->wheel != NULL);
    status = pdk_motion_find_runs(motion, options, error);
    if (status == PDK_OK) status = pdk_motion_find_drivers(motion, session, error);
    if (status != PDK_OK) return status;
    motion->segments = pdk_alloc_array(&motion->memory, motion->run_count, sizeof *motion->segments);
    if (motion->segments == NULL) return pdk_fail_memory(error, &motion->memory, "the segments of runs");
    return pdk_motion_find_orientation(motion, error);
}

pdk_status pdk_motion_open_within(const pdk_document *document, const pdk_motion_options *options,
                                  const pdk_motion_home *home, pdk_motion **motion, pdk_error *error)
{
    pdk_allocator allocator = pdk_allocator_of(home != NULL ? &home->memory->allocator : &options->allocator);
    pdk_motion *made = pdk_allocator_take(&allocator, sizeof *made);
    if (made == NULL) return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for a motion");
    memset(made, 0, sizeof *made);
    made->allocator = allocator;
    if (home != NULL) pdk_memory_init_within(&made->memory, home->memory);
    else pdk_memory_init(&made->memory, &allocator, pdk_memory_limit(&options->limits));
    pdk_owned_lock_init(&made->lock);
    made->evidence = pdk_vector_of(&made->memory, sizeof(char *));
    made->document = document;
    made->held = home == NULL ? pdk_retain(document) : NULL;
    pdk_status status = fill(made, options, home != NULL ? home->session : NULL, error);
    if (status == PDK_OK) *motion = made;
    else pdk_motion_close(made);
    return status;
}

pdk_status pdk_motion_open(const pdk_document *document, const pdk_motion_options *given, pdk_motion **motion,
                           pdk_error *error)
{
    PDK_HOLD(document);
    if (motion != NULL) *motion = NULL;
    pdk_motion_options options;
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_MOTION_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    if (document == NULL || motion == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "a document and room for a motion are needed");
    }
    return pdk_motion_open_within(document, &options, NULL, motion, error);
}

void pdk_motion_close(pdk_motion *motion)
{
    if (motion == NULL || pdk_in_allocator()) return;
    pdk_allocator allocator = motion->allocator;
    pdk_document *held = motion->held;
    pdk_owned_lock_destroy(&motion->lock);
    pdk_memory_destroy(&motion->memory);
    pdk_allocator_give_back(&allocator, motion, sizeof *motion);
    pdk_close(held);
}
